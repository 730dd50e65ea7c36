"""SUMS UP: what a season makes of the facts. Source: this ruleset's text, Facts and statistics."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from events.event import Event
from projections.kit.ruleset import Fact
from projections.kit.statistics import Account, Fallen, Leader, Statistics
from projections.rulesets.undaunted_2200.components import Box
from projections.rulesets.undaunted_2200.counting.figures import FIGURES
from projections.rulesets.undaunted_2200.setup import SIDES
from projections.rulesets.undaunted_2200.state import State
from projections.rulesets.undaunted_2200.view import score


def dice(before: State | None, event: Event) -> Sequence[Fallen]:
    """The dice of an attack; `d10` has the faces 1 to 10."""
    if before is None or event.type != "DiceRolled" or event.data is None:
        return ()
    return [
        Fallen(die.die, die.face, tuple(range(1, sides + 1)))
        for die in event.data.dice
        if 1 <= die.face <= (sides := int(die.die[1:]))
    ]


def accounts(state: State, facts: Sequence[Fact]) -> Iterator[Account]:
    """Victory cubes on the board, and a hit for every success."""
    now = score(state)
    for side in SIDES:
        placed = sum(f.value or 0 for f in facts if f.kind == "vp" and f.data["side"] == side)
        yield Account(f"victory cubes of {side}", placed, now[side])
    for fact in facts:
        if fact.kind == "shot" and fact.value is not None and fact.data["dice"]:
            hit = max(fact.data["dice"]) >= fact.data["defence"]
            if hit != bool(fact.value):
                yield Account(f"hits of {fact.piece} on its dice", fact.value, float(hit))


def piece_name(box: Box, piece: str) -> str | None:
    """What stands on a counter or a card, with its faction."""
    unit, card = box.units.get(piece), box.cards.get(piece)
    if unit is not None:
        return f"{box.factions[unit.faction].name} {unit.name}"
    if card is None:
        return None
    faction = box.factions.get(card.side)
    return card.name if faction is None else f"{faction.name} {card.name}"


STATISTICS = Statistics(
    luck=("shot",),
    lucky="hits",
    score="victory points",
    leaders={
        "marksmen": Leader("Hits over expected", ("shot",), "luck", "hits", least=20),
        "hits": Leader("Hits", ("shot",), "value", "hits"),
        "victory-points": Leader(
            "Difference in victory points", ("vp", "vp_against"), "value", "cubes", "team"
        ),
        "initiative": Leader("Initiative", ("bid",), "luck", "bids over expected", "team"),
        "scenarios": Leader(
            "Scenario balance, side by side", ("scenario",), "mean", "of games won", "any-team"
        ),
        "discords": Leader("Discords inflicted", ("jam",), "value", "Discords", "team"),
    },
    figures=FIGURES,
    dice=dice,
    piece_name=piece_name,
    accounts=lambda state, facts: list(accounts(state, facts)),
)
"""No expectation of a whole game is known, so there is no deserved table."""
