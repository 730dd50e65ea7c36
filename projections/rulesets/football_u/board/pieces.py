"""What lies on the table, and the words for who is who: sides, cards on mats, dice."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

from msgspec import Struct

Seat = str
SeatOrOpponent = str
"""Who plays a side of a game: a seat or the id of an AI opponent."""

Side = Literal["visitor", "home"]
SIDES: tuple[Side, Side] = ("visitor", "home")
OTHER: Mapping[Side, Side] = {"visitor": "home", "home": "visitor"}
LETTER: Mapping[Side, str] = {"visitor": "v", "home": "h"}
"""The first letter of the ids of a side's dice."""

LAST_WEEK = 15
SEASONS = 3
WALKON = "walkon"
UNSEEN = "?"
"""A player card that nobody named."""

WINDOW_PHASES: Mapping[str, Literal["HELMET", "WHISTLE"]] = {
    "game.helmet": "HELMET",
    "game.whistle": "WHISTLE",
}
"""The phases in which sides declare, and the abilities they may declare."""


class Entry(Struct, frozen=True, gc=False):
    """A card on a mat: a player or `walkon`; upgraded side showing, football token on it."""

    card: str
    up: bool = False
    used: bool = False


class Coach(Struct, frozen=True, gc=False):
    """A team's head coach card; `card` None: nobody named it."""

    card: str | None = None
    side: Literal["default", "hire"] = "default"
    used: bool = False


def unnamed(coach: Coach) -> bool:
    """Whether a new hire was turned over of whom nobody said who he is."""
    return coach.side == "hire" and coach.card is None


Roster = Mapping[str, tuple[Entry, ...]]
"""Slot -> its cards, top to bottom: the first is the active one."""


class Die(Struct, frozen=True, gc=False):
    """A die on the table. `cancelled`: the X die that hit it, or `ability`."""

    side: Side
    color: str
    face: str
    rerolled: bool = False
    cancelled: str | None = None
