"""Ratings of skill (Weng and Lin's Plackett-Luce model, as openskill has it) game by game."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from msgspec import Struct
from openskill.models import PlackettLuce

SURE = 2
"""Standard errors to both sides of a rating within which the skill all but surely lies."""

Skill = tuple[float, float]
"""(mu, sigma)."""


class Bout(Struct, frozen=True):
    """A game to be rated: who played together on each side, and the place of each side, 1 the
    winner's."""

    game: str
    sides: Sequence[tuple[Sequence[str], int]]


class Rated(Struct, frozen=True):
    """Somebody's rating after the n-th game, in which his side came in at `place`."""

    n: int
    game: str
    who: str
    place: int
    mu: float
    sigma: float


def places(points: Sequence[float]) -> list[int]:
    """The place of each side by its points; who is level shares one."""
    return [1 + sum(other > own for other in points) for own in points]


def rate(bouts: Iterable[Bout], known: Mapping[str, Skill], first: int = 1) -> Iterator[Rated]:
    """The ratings after each game, numbered from `first` on; whoever is not `known` is new."""
    model = PlackettLuce()
    skills = {who: model.rating(mu=mu, sigma=sigma) for who, (mu, sigma) in known.items()}
    for n, bout in enumerate(bouts, first):
        teams = [[skills.get(who) or model.rating() for who in side] for side, _ in bout.sides]
        rated = model.rate(teams, ranks=[float(place) for _, place in bout.sides])
        for (side, place), now in zip(bout.sides, rated, strict=True):
            for who, skill in zip(side, now, strict=True):
                skills[who] = skill
                yield Rated(n, bout.game, who, place, skill.mu, skill.sigma)
