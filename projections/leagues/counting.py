"""What a season counts: points by outcome and tie-breakers in order, the ruleset's or its own."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from msgspec import Struct

from projections.kit.ruleset import Standings
from projections.leagues.payloads import Settings

POINTS = "points"
NAME = "name"
LOTS = "lots"
AMONG = "head_to_head"
"""Points in the games between those that are level; `head_to_head_<amount>`: that amount there."""

FEWER = "-"
"""Before the name of an amount: fewer is better."""

_WORDS = {"xg": "xG", "vp": "VP"}


class Counting(Struct, frozen=True):
    """How a table is made. `averaged`: amounts that are means over a team's games, not sums.

    `score`: the amount that is the score of a game; `decider`: that which decided a level one.
    """

    points: Mapping[str, float]
    tie_breakers: Sequence[str]
    averaged: Sequence[str] = ()
    score: str | None = None
    decider: str | None = None

    @property
    def criteria(self) -> tuple[str, ...]:
        """What is compared in turn: points, then the tie-breakers."""
        return (POINTS, *(one for one in self.tie_breakers if one != POINTS))

    @property
    def amounts(self) -> tuple[str, ...]:
        """The amounts that the tie-breakers name, in their order."""
        named = (amount(one) for one in self.tie_breakers)
        return tuple(dict.fromkeys(one for one in named if one is not None))

    @property
    def told(self) -> tuple[str, ...]:
        """The amounts that a result tells: those that count, and what the score is made of."""
        more = (one for one in (self.score, self.decider) if one is not None)
        return tuple(dict.fromkeys([*self.amounts, *more]))


def counting(ruleset: Standings, settings: Settings) -> Counting:
    """What a season counts: the ruleset's, with what its settings say otherwise."""
    chosen = settings.tie_breakers
    return Counting(
        points={**ruleset.points, **(settings.points or {})},
        tie_breakers=tuple(ruleset.tie_breakers if chosen is None else chosen),
        averaged=tuple(ruleset.averaged),
        score=ruleset.score,
        decider=ruleset.decider,
    )


def refusals(ruleset: Standings, settings: Settings) -> dict[str, Any]:
    """What is wrong with a season's settings, by field; empty: nothing."""
    errors: dict[str, Any] = {}
    points = {
        outcome: [f"There is no such outcome; there are {', '.join(ruleset.points)}."]
        for outcome in settings.points or {}
        if outcome not in ruleset.points
    }
    if points:
        errors["points"] = points
    given = settings.tie_breakers or []
    known = _known(ruleset)
    unknown = [one for one in given if one not in known]
    if unknown:
        errors["tie_breakers"] = [f"Not known: {', '.join(unknown)}; choose of {', '.join(known)}."]
    elif len(set(given)) < len(given):
        errors["tie_breakers"] = ["One of them stands twice."]
    return errors


def _known(ruleset: Standings) -> tuple[str, ...]:
    amounts = [one for one in map(amount, ruleset.tie_breakers) if one is not None]
    either_way = [way + one for one in amounts for way in ("", FEWER)]
    there = [f"{AMONG}_{one}" for one in amounts]
    return tuple(dict.fromkeys([POINTS, *either_way, AMONG, *there, LOTS, NAME]))


def amount(criterion: str) -> str | None:
    """The amount that a criterion compares; None: it compares something else."""
    bare = criterion.removeprefix(FEWER)
    if bare in (POINTS, NAME, LOTS, AMONG):
        return None
    return bare.removeprefix(f"{AMONG}_")


def is_among(criterion: str) -> bool:
    """Whether a criterion looks only at the games between those that are level."""
    return criterion.startswith(AMONG)


def label(criterion: str) -> str:
    """A criterion in words."""
    bare = criterion.removeprefix(FEWER)
    if bare == AMONG:
        return "points in the games between them"
    named = " ".join(_WORDS.get(word, word) for word in (amount(bare) or bare).split("_"))
    return f"{named} in the games between them" if is_among(bare) else named
