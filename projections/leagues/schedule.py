"""Round robins by the circle method: everybody meets everybody, home and away in balance."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct

BYE = None


class Round(Struct, frozen=True):
    """Who meets whom, the home team first, and who has the round off (`bye`)."""

    pairs: Sequence[tuple[str, str]]
    bye: str | None


def round_robin(teams: Sequence[str], legs: int = 1) -> list[Round]:
    """The rounds in which each of `teams` meets each other once in every leg.

    No team plays twice in a round; with an odd number of teams each has one bye a leg. In one leg
    every team's home games are half its games, give or take one half; the second leg turns all
    pairs around.
    """
    rounds = _leg(list(teams))
    turned = [Round([(b, a) for a, b in one.pairs], one.bye) for one in rounds]
    return [one for leg in range(legs) for one in (turned if leg % 2 else rounds)]


def _leg(teams: list[str | None]) -> list[Round]:
    if len(teams) < 2:
        return []
    circle = teams if len(teams) % 2 == 0 else [BYE, *teams]
    size = len(circle)
    rounds = []
    for turn in range(size - 1):
        fixed, *moving = circle
        seats = [fixed, *moving[-turn:], *moving[:-turn]] if turn else circle
        pairs = [(seats[n], seats[size - 1 - n]) for n in range(size // 2)]
        rounds.append(_round(pairs, turn))
    return rounds


def _round(pairs: Sequence[tuple[str | None, str | None]], turn: int) -> Round:
    """Whoever stays put is at home every other round; places around the circle alternate."""
    played: list[tuple[str, str]] = []
    bye = None
    for n, (one, other) in enumerate(pairs):
        if one is None or other is None:
            bye = one or other
            continue
        home_first = turn % 2 == 0 if n == 0 else n % 2 == 1
        played.append((one, other) if home_first else (other, one))
    return Round(played, bye)
