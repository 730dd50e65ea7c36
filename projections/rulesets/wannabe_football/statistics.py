"""SUMS UP: what a season makes of the facts. Source: this ruleset's text, Facts and statistics."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from projections.kit.ruleset import Fact
from projections.kit.statistics import Account, Chances, Leader, Statistics
from projections.kit.tallies import against
from projections.rulesets.wannabe_football.board.zones import Team
from projections.rulesets.wannabe_football.components import Box
from projections.rulesets.wannabe_football.counting.checks import RULED
from projections.rulesets.wannabe_football.counting.figures import FIGURES
from projections.rulesets.wannabe_football.position.words import card_words
from projections.rulesets.wannabe_football.setup import RIVAL, TEAMS
from projections.rulesets.wannabe_football.state import State

_SHOTS = ("shot", "penalty")
_ANSWERS = ("play", "called_pass")
_RULED_SHOTS = (RULED["shot"], RULED["penalty"])
_LUCK = (*_SHOTS, "kick", "star_check", "whistle_check", *_ANSWERS, *RULED.values())


def deserved(state: State, facts: Sequence[Fact]) -> Mapping[Team, Chances] | None:
    """The outcomes, had every shot and penalty been taken again; a shoot-out is even.

    Where the table lets a draw stand there is none.
    """
    chances = {team: _chances(state, facts, team) for team in TEAMS}
    found: dict[Team, Chances] = {}
    for team in TEAMS:
        own, other = chances[team], chances[RIVAL[team]]
        if own is None or other is None:
            return None
        win, level, loss = against(own, other)
        stands = state.setup.rulings["shootout"] == "none"
        kicks = {"shootout_win": level / 2, "shootout_loss": level / 2}
        found[team] = {"win": win, "loss": loss, **({"draw": level} if stands else kicks)}
    return found


def _chances(state: State, facts: Sequence[Fact], team: Team) -> list[float] | None:
    taken = [f.expected for f in facts if f.kind in _SHOTS and _team(state, f) == team]
    known = [chance for chance in taken if chance is not None]
    return known if len(known) == len(taken) else None


def _team(state: State, fact: Fact) -> Team | None:
    return state.setup.team.get(fact.seat or "")


def accounts(state: State, facts: Sequence[Fact]) -> Iterator[Account]:
    """Goals on the score, referee cards with the players, and every card of both decks."""
    for team in TEAMS:
        goals = [f.value or 0 for f in facts if f.kind == "goal" and f.data["team"] == team]
        yield Account(f"goals of {state.setup.team_names[team]}", sum(goals), state.score[team])
    for seat, booked in state.bookings.items():
        name = state.setup.names[seat]
        for colour, stated in (("yellow", booked.yellows), ("red", booked.reds)):
            counted = sum(
                f.value or 0
                for f in facts
                if f.kind == "booking" and f.seat == seat and f.data["colour"] == colour
            )
            yield Account(f"{colour} cards of {name}", counted, stated)
    multi = state.multi
    lying = multi.deck + len(multi.discards) + sum(len(cards) for cards in multi.kept.values())
    yield Account("Multi Cards", lying, len(state.setup.multi_cards))


def piece_name(box: Box, piece: str) -> str | None:
    """The name of a card, else what it does, and its number in the box."""
    card = next((card for card in box.player_cards if card.id == piece), None)
    if card is None:
        return None
    words = card.name or card_words(card)
    return f"{words[:1].upper()}{words[1:]} ({piece})"


STATISTICS = Statistics(
    luck=_LUCK,
    lucky="shots, penalties, kicks of a shoot-out, stars, tackles called and turns answered",
    chances=(*_SHOTS, *_RULED_SHOTS),
    score="goals",
    leaders={
        "scorers": Leader("Scorers", ("goal",), "value", "goals", "person", tries=_SHOTS),
        "assists": Leader("Assists", ("figure:assists",), "value", "goals", "person"),
        "team-scorers": Leader("Goals", ("goal",), "value", "goals", "team", tries=_SHOTS),
        "stars": Leader(
            "Stars", ("star_check", RULED["star"]), "luck", "stars over expected", "team"
        ),
        "answers": Leader("Answers", _ANSWERS, "luck", "answers over expected", "team"),
        "whistles": Leader(
            "Fouls found",
            ("whistle_check", RULED["whistle"]),
            "value",
            "fouls",
            "team",
            tries=("whistle_check",),
        ),
        "fouls": Leader("Fouls committed", ("figure:fouls",), "value", "fouls", "team"),
        "cards": Leader("Cards played", ("play",), "count", "times played"),
    },
    figures=FIGURES,
    piece_name=piece_name,
    deserved=deserved,
    deserves="the points that the shots and penalties of each game would bring on average; a "
    "shoot-out is even",
    accounts=lambda state, facts: list(accounts(state, facts)),
)
