"""Words for dice, cards and numbers, as sentences and scenes say them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from projections.rulesets.football_u.board.pieces import Die, Seat, Side
from projections.rulesets.football_u.components import Player
from projections.rulesets.football_u.position.game import player_of
from projections.rulesets.football_u.setup import Setup
from projections.rulesets.football_u.state import Game

NUMBERS = {2: "two", 3: "three", 4: "four"}


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


def who(setup: Setup, seat: Seat | None) -> str:
    """A team by its name; nobody where none is named."""
    return "nobody" if seat is None else setup.name(seat)


def everybody(setup: Setup) -> str:
    """The teams that play here: "Lynx and Otters"."""
    return listed(setup.names.values())


def side_name(setup: Setup, game: Game, side: Side) -> str:
    """Who plays a side of a game."""
    return setup.name(player_of(game, side))


def possessive(name: str) -> str:
    """`Lynx'`, `Ana's`."""
    return f"{name}'" if name.endswith(("s", "S")) else f"{name}'s"


def an(thing: str) -> str:
    """A thing with its article: "a red die", "an orange die"."""
    return f"{'an' if thing[:1] in 'aeiou' else 'a'} {thing}"


def capital(said: str) -> str:
    """Words with a capital first letter."""
    return f"{said[:1].upper()}{said[1:]}"


def whose_die(setup: Setup, game: Game, id_: str) -> str:
    """A die on the table: "Otters' red field goal"."""
    die_ = game.dice.get(id_)
    said = die(setup, die_)
    if die_ is None:
        return said
    owner = possessive(side_name(setup, game, die_.side))
    return f"{owner} {said.partition(' ')[2]}"


def space(setup: Setup, space_: str) -> str:
    """A recruiting space as it is called: `north-1` -> "north 1"; another as it was typed."""
    return space_.replace("-", " ") if space_ in setup.space_region else f"“{space_}”"


def slot(setup: Setup, slot_: str) -> str:
    """A slot of the mats; another as it was typed."""
    return slot_ if slot_ in setup.slots else f"“{slot_}”"


def slots(setup: Setup, position: str | None) -> str:
    """The slots in which a position may stand: "RB or FLEX"."""
    return " or ".join(id_ for id_, taken in setup.slots.items() if position in taken)


def die(setup: Setup, die_: Die | None) -> str:
    """A die by its colour and face: "a red field goal"."""
    if die_ is None:
        return "a die that is not on the table"
    shown = face(setup, die_.face)
    return an(f"{die_.color} {shown.removeprefix('an ').removeprefix('a ')}")


def dice(colors: Sequence[str]) -> str:
    """Dice by colour: "two red and a green"."""
    counts = {color: list(colors).count(color) for color in dict.fromkeys(colors)}
    return listed(
        an(color) if count == 1 else f"{NUMBERS.get(count, str(count))} {color}"
        for color, count in counts.items()
    )


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


ENDS = {
    "rank-1": "ranked #1",
    "farthest": "furthest up the ranking",
    "championship": "winners of the championship game",
    "team-chemistry": "most team chemistry",
    "shared": "level to the last",
    "ruled": "so says the table",
    "concession": "conceded",
    "agreement": "agreed",
    "time": "out of time",
    "abandoned": "abandoned",
}
"""Why a game is over."""


def end(reason: str) -> str:
    """Why a game is over, in words."""
    if reason.startswith(("top-", "not-top-")):
        told = reason.replace("-", " ").replace("top", "the Top")
        return f"in {told}" if reason.startswith("top") else told.replace("not", "not in")
    return ENDS.get(reason, "so says the table")
