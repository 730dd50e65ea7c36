"""What a season adds up by what is in the facts. Source: this ruleset's text, statistics."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from projections.kit.fact import Fact
from projections.kit.figures import FINDINGS, Figure, Tally, each, of_events, of_findings
from projections.rulesets.football_u.rulebook import RULES

BEHIND = 0.25
"""A chance below which a team that wins after all has come back."""

_KINDS = {"regular": "regular games", "bowl": "bowls", "final": "finals"}

_ACTIONS = {
    "recruit": "recruiting",
    "upgrade": "upgrading",
    "walkon": "walk-ons",
    "gameplan": "gameplans",
    "scout": "scouting",
    "pass": "passing",
}

_SOURCES = {"player": "of players", "coach": "of coaches", "chemistry": "chemistry cards"}

_SEATS = ("1", "2", "3", "4")
"""Who sits at the table; whoever else plays a match is an AI opponent."""

_RIVAL = {"visitor": "home", "home": "visitor"}


def _matches(
    value: Callable[[Fact, str], Any],
    expected: Callable[[Fact, str], float | None] = lambda _fact, _side: None,
    by: str = "",
) -> Callable[[Fact], Iterator[Tally]]:
    """A tally for each side of a match, `value` and `expected` being those of the side."""

    def count(fact: Fact) -> Iterator[Tally]:
        for side in _RIVAL:
            found = value(fact, side)
            yield Tally(
                seat=fact.data[side],
                label=str(fact.data[by]) if by else "",
                value=None if found is None else float(found),
                expected=expected(fact, side),
            )

    return count


def _won(fact: Fact, side: str) -> bool:
    return bool(fact.data["winner"] == fact.data[side])


def _chance(fact: Fact, side: str) -> float | None:
    """The chance of a side at kick-off."""
    if fact.expected is None:
        return None
    return fact.expected if side == "visitor" else 1 - fact.expected


def _upset(fact: Fact, side: str) -> bool | None:
    upset: bool | None = fact.data["upset"]
    return None if upset is None else upset and _won(fact, side)


def _unlikelier(fact: Fact) -> float | None:
    return None if fact.expected is None else min(fact.expected, 1 - fact.expected)


def _by_ai(fact: Fact) -> Iterator[Tally]:
    """Whether the AI opponent of a match won."""
    if fact.data["ai"] is not None:
        side = "visitor" if fact.data["visitor"] not in _SEATS else "home"
        yield Tally(None, fact.data["ai"], float(_won(fact, side)), _chance(fact, side))


def _came_back(match: Fact, chances: Sequence[Fact]) -> Iterator[Tally]:
    """Whether the winner of a match had a small chance at some time; null: nobody saw it begin."""
    mine = [one.data for one in chances]
    winner = match.data["winner"]
    visiting = winner == match.data["visitor"]
    lowest = [one["p_visitor"] if visiting else 1 - one["p_visitor"] for one in mine]
    known = match.expected is not None
    yield Tally(winner, value=float(min(lowest, default=1.0) < BEHIND) if known else None)


def _champions(fact: Fact) -> Iterator[Tally]:
    for seat in fact.data["winners"]:
        yield Tally(seat, value=1.0)


FIGURES: Mapping[str, Figure] = {
    "matches": Figure(
        title="Matches won",
        says="Matches won, beside the chances at kick-off.",
        kinds=("match",),
        counts=_matches(_won, _chance, by="kind"),
        measure="value",
        unit="matches",
        labels=_KINDS,
    ),
    "points-for": Figure(
        title="Points a match",
        says="Points of a team for each match, those of the roll that decided it.",
        kinds=("match",),
        counts=_matches(lambda fact, side: fact.data["points"][side]),
        measure="mean",
        unit="points",
    ),
    "points-against": Figure(
        title="Points against a match",
        says="Points of the opponents, AI opponents too, for each match.",
        kinds=("match",),
        counts=_matches(lambda fact, side: fact.data["points"][_RIVAL[side]]),
        measure="mean",
        unit="points",
    ),
    "upsets": Figure(
        title="Upsets",
        says="Matches won with a chance of less than one half at kick-off.",
        kinds=("match",),
        counts=_matches(_upset),
        measure="value",
        unit="matches",
    ),
    "comebacks": Figure(
        title="Comebacks",
        says="Matches won in which the chance was below a quarter at some time.",
        kinds=("match",),
        measure="value",
        unit="matches",
        recalls=("kickoff", "odds"),
        of_same="game",
        looks_back=_came_back,
    ),
    "bowls": Figure(
        title="Bowls reached",
        says="Seasons in which the team played in the bowl.",
        kinds=("season",),
        counts=each(value="bowl"),
        measure="value",
        unit="bowls",
    ),
    "titles": Figure(
        title="Titles",
        says="Games won; a shared title counts for each who shares it.",
        kinds=("title",),
        counts=_champions,
        measure="value",
        unit="titles",
    ),
    "rolled": Figure(
        title="Points rolled",
        says="Points on the dice that were rolled, of those to be expected from them.",
        kinds=("roll",),
        measure="ratio",
    ),
    "cancels": Figure(
        title="X’s rolled",
        says="X’s on the dice that were rolled, of those to be expected from them.",
        kinds=("roll",),
        counts=each(value="cancels", expected="cancels_expected"),
        measure="ratio",
    ),
    "denied": Figure(
        title="Points denied",
        says="Points that assigned X’s denied, of the most that they could have denied.",
        kinds=("assign",),
        counts=each(value="denied", expected="best"),
        measure="ratio",
    ),
    "gameplans": Figure(
        title="Worth of a gameplan",
        says="What spending a token changed the own chance to win by, before the dice fell, "
        "in wins for each token; a token that was superseded changed nothing.",
        kinds=("gameplan",),
        counts=each(value="dp"),
        measure="mean",
        unit="wins",
    ),
    "best-gameplan": Figure(
        title="Best gameplan",
        says="The most that one token changed the own chance to win by, in wins.",
        kinds=("gameplan",),
        counts=each(value="dp"),
        measure="most",
        unit="wins",
    ),
    "worst-gameplan": Figure(
        title="Worst gameplan",
        says="The least that one token changed the own chance to win by, in wins.",
        kinds=("gameplan",),
        counts=each(value="dp"),
        measure="least",
        unit="wins",
    ),
    "abilities": Figure(
        title="Worth of abilities",
        says="What abilities used in matches changed the own chance to win by, in wins.",
        kinds=("ability",),
        counts=each(where=lambda fact: fact.value is not None, by="source"),
        measure="value",
        unit="wins",
        labels=_SOURCES,
    ),
    "weeks": Figure(
        title="Weeks spent",
        says="The weeks of the offseason by what they were spent on.",
        kinds=("recruit", "offseason-action"),
        counts=each(by=lambda fact: fact.data.get("action", "recruit")),
        measure="value",
        unit="weeks",
        labels=_ACTIONS,
    ),
    "cost": Figure(
        title="Cost of a recruit",
        says="Weeks paid for each recruit.",
        kinds=("recruit",),
        measure="mean",
        unit="weeks",
    ),
    "chemistry-drawn": Figure(
        title="Chemistry cards drawn",
        says="Chemistry cards drawn; while a game runs those that nobody may see are left out.",
        kinds=("chemistry",),
        measure="value",
        unit="cards",
    ),
    "chemistry-used": Figure(
        title="Chemistry cards used",
        says="Chemistry cards whose ability was used.",
        kinds=("ability",),
        counts=each(where=lambda fact: fact.data["source"] == "chemistry"),
        unit="cards",
    ),
    FINDINGS: of_findings(RULES),
    "ai": Figure(
        title="Won by AI opponents",
        says="The matches that each AI opponent won, beside its chances at kick-off.",
        kinds=("match",),
        counts=_by_ai,
        measure="mean",
        per="season",
    ),
    "upset-share": Figure(
        title="Upsets",
        says="The matches won by whom the kick-off gave less than one half, beside the chances.",
        kinds=("match",),
        counts=each(value="upset", expected=_unlikelier),
        measure="mean",
        per="season",
    ),
    "overtime": Figure(
        title="Overtime",
        says="The matches that went into overtime.",
        kinds=("match",),
        counts=each(value=lambda fact: fact.data["ot"] > 0),
        measure="mean",
        per="season",
    ),
    "events-per-game": of_events(),
}
