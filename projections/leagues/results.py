"""What counts of a season's fixtures: games that were played, unless a result was awarded."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Literal

from msgspec import Struct

from projections.leagues.payloads import Award, ResultAwarded

Basis = Literal["game", "decision", "result"]
DIFFERENCE = "_difference"


class Line(Struct, frozen=True):
    """What a fixture came to for one team: an outcome, and amounts (None: not known)."""

    team: str
    outcome: str
    amounts: Mapping[str, float | None] = {}


class Result(Struct, frozen=True):
    """What counts for a fixture. `basis`: a game, or the ResultAwarded that stands in its place."""

    fixture: str
    lines: Sequence[Line]
    basis: Basis = "game"
    game: str | None = None


class Told(Struct, frozen=True):
    """What a result was for a team: its score and the others', then those of a shoot-out.

    `text`: `1–1 (4–3)`; empty where no score is known.
    """

    own: float | None
    others: Sequence[float | None]
    kicks: Sequence[float]

    @property
    def text(self) -> str:
        """The scores from the team's own side."""
        scores = [score for score in (self.own, *self.others) if score is not None]
        if len(scores) <= len(self.others):
            return ""
        return f"{_plain(scores)} ({_plain(self.kicks)})" if self.kicks else _plain(scores)


def told(lines: Sequence[Line], team: str, score: str | None, decider: str | None) -> Told:
    """What the lines of a result say of a team's score, from its own side."""
    own, *others = sorted(lines, key=lambda line: line.team != team)
    kicks = [line.amounts.get(decider or "") for line in (own, *others)]
    known = [value for value in kicks if value is not None]
    return Told(
        own.amounts.get(score or ""),
        [other.amounts.get(score or "") for other in others],
        known if len(known) == len(lines) else (),
    )


def _plain(values: Iterable[float]) -> str:
    return "–".join(f"{value:g}" for value in values)


def of_game(fixture: str, game: str, outcomes: Mapping[str, Mapping[str, Any]]) -> Result:
    """The result of a game, from what the ruleset says of each team."""
    lines = [
        Line(
            team,
            said["outcome"],
            {name: value for name, value in said.items() if name != "outcome"},
        )
        for team, said in outcomes.items()
    ]
    return Result(fixture, lines, "game", game)


def of_award(award: ResultAwarded, game: str | None, amounts: Sequence[str]) -> Result:
    """The result that was awarded; `amounts` are those that the season counts."""
    lines = [
        Line(one.team, one.outcome, {name: _amount(name, one, award.awards) for name in amounts})
        for one in award.awards
    ]
    return Result(award.fixture, lines, award.basis, game)


def _amount(name: str, own: Award, awards: Sequence[Award]) -> float | None:
    source = made_of(name, own.amounts)
    if name in own.amounts or source is None or len(awards) != 2:
        return own.amounts.get(name)
    other = next(one for one in awards if one is not own)
    if source not in other.amounts:
        return None
    return own.amounts[source] - other.amounts[source]


def made_of(name: str, amounts: Iterable[str]) -> str | None:
    """The one of the amounts that a difference follows from: that which begins alike."""
    stem = name.removesuffix(DIFFERENCE)
    others = (one for one in amounts if one != name and one.startswith(stem))
    return next(others, None) if name.endswith(DIFFERENCE) else None


def without(results: Iterable[Result], annulled: frozenset[str]) -> list[Result]:
    """The results in which no team took part whose results are annulled."""
    return [one for one in results if not any(line.team in annulled for line in one.lines)]
