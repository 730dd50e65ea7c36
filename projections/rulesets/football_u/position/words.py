"""Words for dice, cards and numbers, as sentences and scenes say them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from projections.rulesets.football_u.board.pieces import Die
from projections.rulesets.football_u.components import Player
from projections.rulesets.football_u.setup import Setup

ONE = {1: "a", 2: "two", 3: "three", 4: "four"}


def face(setup: Setup, face_: str) -> str:
    """What a face is called: a touchdown, a field goal, an X, a blank."""
    points, x = setup.points.get(face_, 0), setup.cancels.get(face_, 0)
    if points and not x:
        return {7: "a touchdown", 3: "a field goal"}.get(points, f"{points} points")
    if x and not points:
        return "an X" if x == 1 else f"{x} X's"
    return f"{points} points and {x} X" if points else "a blank"


def sign(setup: Setup, face_: str) -> str:
    """A face as it is drawn; a blank is empty."""
    blank = not setup.points.get(face_, 0) and not setup.cancels.get(face_, 0)
    return "" if blank else face_


def die(setup: Setup, id_: str, die_: Die | None) -> str:
    """A die with its colour and face: "v2, a red field goal"."""
    if die_ is None:
        return id_
    return f"{id_}, {die_.color}, {face(setup, die_.face)}"


def dice(colors: Sequence[str]) -> str:
    """Dice by colour: "two red and a green"."""
    counts = {color: list(colors).count(color) for color in dict.fromkeys(colors)}
    return listed(f"{ONE.get(count, str(count))} {color}" for color, count in counts.items())


def listed(parts: Iterable[str]) -> str:
    """Parts joined as in speech; "nothing" for none."""
    words = list(parts)
    if not words:
        return "nothing"
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} and {words[-1]}"


def weeks(count: int) -> str:
    """A number of weeks."""
    return "1 week" if count == 1 else f"{count} weeks"


def points(count: int) -> str:
    """A number of points."""
    return "1 point" if count == 1 else f"{count} points"


def many(count: int, one: str) -> str:
    """A number of things: "a gameplan", "2 gameplans"."""
    return f"a {one}" if count == 1 else f"{count} {one}s"


def player(player_: Player) -> str:
    """A player's name, position and playstyle."""
    return f"{player_.name}, {player_.position}, {player_.style}"


def ordinal_rank(rank: int | None) -> str:
    """A national rank."""
    return "unranked" if rank is None else f"#{rank}"
