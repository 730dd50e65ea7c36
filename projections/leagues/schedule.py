"""Round robins by the circle method: everybody meets everybody, home and away in balance."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct

BYE = ""


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


def _leg(teams: list[str]) -> list[Round]:
    if len(teams) < 2:
        return []
    odd = len(teams) % 2
    circle = [BYE, *teams] if odd else teams
    fixed, *moving = circle
    turned = ([fixed, *moving[-turn:], *moving[:-turn]] for turn in range(1, len(moving)))
    return [_round(seats, turn, odd) for turn, seats in enumerate((circle, *turned))]


def _round(seats: Sequence[str], turn: int, odd: int) -> Round:
    """Whoever stays put is at home every other round; places around the circle alternate.

    Where the teams are `odd`, nobody stays put, and who sits across has the round off.
    """
    half = len(seats) // 2
    pairs = [
        (seats[n], seats[-1 - n], turn % 2 == 0 if n == 0 else n % 2 == 1) for n in range(half)
    ]
    played = [(one, other) if at_home else (other, one) for one, other, at_home in pairs[odd:]]
    return Round(played, seats[-1] if odd else None)
