"""What is wrong with a box, beyond what the types of its parts can say."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from projections.rulesets.und1c1.board.line_ups import can_line_up
from projections.rulesets.und1c1.board.pitch import BOXES, HALF, LINE
from projections.rulesets.und1c1.components import GOALKEEPER, Box, PitchMap, StrategyCard, Team
from projections.rulesets.und1c1.payloads.seats import SEATS, Seat


def check_box(box: Box) -> dict[str, Any]:
    """What is wrong with a box that its types cannot say: messages by field."""
    errors: dict[str, Any] = {}
    if box.dice.white == box.dice.black:
        errors["dice"] = ["Each coach holds one die."]
    if pitch := dict(_pitch_errors(box.pitch)):
        errors["pitch"] = pitch
    ids = [team.id for team in box.teams]
    teams: dict[str, list[str]] = {}
    for n, team in enumerate(box.teams):
        wrong = list(_team_errors(team))
        if ids.index(team.id) != n:
            wrong.append(f"There is another team {team.id}.")
        if not wrong and not pitch and not can_line_up(box, team):
            wrong.append("No full eleven can be lined up from these chips.")
        if wrong:
            teams[str(n)] = wrong
    if teams:
        errors["teams"] = teams
    cards = {id_: wrong for id_, card in box.cards.items() if (wrong := [*_card_errors(id_, card)])}
    if cards:
        errors["cards"] = cards
    if decks := {seat: wrong for seat in SEATS if (wrong := [*_deck_errors(box, seat)])}:
        errors["decks"] = decks
    return errors


def _pitch_errors(pitch: PitchMap) -> Iterator[tuple[str, list[str]]]:
    if pitch.goal_columns[0] > pitch.goal_columns[1]:
        yield "goal_columns", ["The first column comes first."]
    ranges = sorted((pitch.side_columns.left, pitch.side_columns.center, pitch.side_columns.right))
    covered = [x for low, high in ranges for x in range(low, high + 1)]
    if covered != list(range(1, 17)):
        yield "side_columns", ["The three sides cover columns 1 to 16 once."]
    lines = pitch.start_lines
    if len({lines.red, lines.yellow, lines.green}) != 3:
        yield "start_lines", ["Each colour has a line of its own."]
    for seat in SEATS:
        if not pitch.kickoff_boxes.of(seat) or not HALF[seat].issuperset(
            pitch.kickoff_boxes.of(seat)
        ):
            yield "kickoff_boxes", [f"Seat {seat} kicks off from boxes of its own half."]
        area = pitch.penalty_areas.of(seat)
        if not area.boxes() or not HALF[seat].issuperset(area.boxes()):
            yield "penalty_areas", [f"The penalty area of {seat} lies in its own half."]
    if unknown := [name for name in pitch.boxes if name not in LINE]:
        yield "boxes", [f"There is no box {', '.join(unknown)} among {BOXES[0]} to {BOXES[-1]}."]
    if valueless := [n for n, b in pitch.boxes.items() if (b.kind == "cross") != (b.value is None)]:
        yield "boxes", [f"A shot box has a value and a cross box none: {', '.join(valueless)}."]


def _team_errors(team: Team) -> Iterator[str]:
    numbers = [player.number for player in team.players]
    if len(set(numbers)) < len(numbers):
        yield "Every number is worn once."
    if not any(player.role == GOALKEEPER for player in team.players):
        yield "A team needs a goalkeeper (purple)."


_NEEDS: Mapping[str, Sequence[str]] = {
    "roll_bonus": ("on", "amount"),
    "extra_action": ("amount",),
    "lucky_throw": ("on", "at_least", "then"),
    "extra_box": ("amount",),
    "grant_ability": ("grant",),
}


def _card_errors(id_: str, card: StrategyCard) -> Iterator[str]:
    effect = card.effect
    if card.id != id_:
        yield f"Its id is {card.id}."
    for field in _NEEDS.get(effect.kind, ()):
        if getattr(effect, field) in (None, []):
            yield f"An effect {effect.kind} needs {field}."
    if effect.kind in ("extra_action", "extra_box") and (effect.amount or 0) < 1:
        yield f"An effect {effect.kind} needs an amount of 1 or more."
    if (card.duration == "permanent") != (card.lasts == "game"):
        yield "A permanent card, and no other, lasts the game."
    if effect.kind in ("grant_ability", "extra_box") and card.lasts == "roll":
        yield f"An effect {effect.kind} lasts a turn or the game."


def _deck_errors(box: Box, seat: Seat) -> Iterator[str]:
    deck = box.decks.of(seat)
    if sum(deck.values()) < box.rules.pile:
        yield f"{box.rules.pile} cards are dealt, the deck has {sum(deck.values())}."
    if unknown := [card for card in deck if card not in box.cards]:
        yield f"The catalogue has no {', '.join(unknown)}."
