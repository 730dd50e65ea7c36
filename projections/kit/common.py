"""The events that every game has, and the base of all payloads."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from msgspec import Meta, Struct

PRIVATE = Meta(extra_json_schema={"x-private": True})
"""Marks a payload field that only some seats may see while the game runs."""

SeatId = Annotated[str, Meta(min_length=1, max_length=40)]
Name = Annotated[str, Meta(min_length=1, max_length=200)]
Text = Annotated[str, Meta(max_length=4000)]
Version = Annotated[int, Meta(ge=1)]

Time = Annotated[str, Meta(extra_json_schema={"format": "date-time"})]
"""A time as we write it: RFC 3339, in UTC."""

Status = Literal["setup", "playing", "ended", "abandoned"]
OVER = ("ended", "abandoned")
"""The statuses of a game in which nothing happens any more."""


class Payload(Struct, frozen=True, forbid_unknown_fields=True):
    """Base of every payload type: immutable, other fields are refused."""


class Seated(Payload, frozen=True):
    """Who sits where: `name` is that of the side, `person` a person's id, `team` a box's team.

    A side without a name is called as its person is, who may be renamed and whose name may be
    erased: so the log does not hold it.
    """

    seat: SeatId
    name: Annotated[str, Meta(max_length=200)] = ""
    team: Annotated[str, Meta(max_length=100)] | None = None
    person: Annotated[str, Meta(max_length=100)] | None = None


class GameCreated(Payload, frozen=True):
    """Version 1 of every game: ruleset, box, seats and options.

    Of a league's fixture `teams` says by its id which team plays each side, whatever it is called.
    """

    ruleset: str
    seats: Annotated[list[Seated], Meta(min_length=1, max_length=40)]
    edition: Annotated[str, Meta(max_length=200)] = "1"
    box: str | None = None
    options: dict[str, Any] = {}
    fixture: Annotated[str, Meta(max_length=100)] | None = None
    teams: dict[SeatId, Annotated[str, Meta(max_length=100)]] | None = None


class Die(Payload, frozen=True):
    """One die on the table and the face it shows."""

    die: Annotated[str, Meta(min_length=1, max_length=40)]
    face: int | str


class DiceRolled(Payload, frozen=True):
    """Dice fell; answers the roll that the state awaits."""

    dice: Annotated[list[Die], Meta(min_length=1, max_length=100)]


class CardsDrawn(Payload, frozen=True):
    """Cards were drawn; null = not shown to the recorder."""

    deck: str
    cards: list[str | None]


class DeckShuffled(Payload, frozen=True):
    """A deck was shuffled."""

    deck: str


class OutcomeRuled(Payload, frozen=True):
    """The table resolved the last action otherwise than the rules would."""

    outcome: str | dict[str, Any]
    reason: Text | None = None


class NoteAdded(Payload, frozen=True):
    """Commentary; never changes a state."""

    text: Text
    about: Version | None = None


class GameEnded(Payload, frozen=True):
    """An end that the rules do not derive by themselves. `winner` as in `result`."""

    reason: Literal["concession", "agreement", "time", "abandoned"]
    winner: SeatId | None = None


class EventAmended(Payload, frozen=True):
    """The right data of an event that was recorded wrongly."""

    target: Version
    data: dict[str, Any]
    reason: Text | None = None


class EventRetracted(Payload, frozen=True):
    """That event did not happen; a retracted correction is undone."""

    target: Version
    reason: Text | None = None


class EventInserted(Payload, frozen=True):
    """An event that was forgotten; it stands directly after the one of version `after`."""

    after: Version
    type: str
    data: dict[str, Any]
    seat: SeatId | None = None
    reason: Text | None = None


CORRECTIONS: dict[str, type[Struct]] = {
    "EventAmended": EventAmended,
    "EventRetracted": EventRetracted,
    "EventInserted": EventInserted,
}

SHARED: dict[str, type[Struct]] = {
    "GameCreated": GameCreated,
    "DiceRolled": DiceRolled,
    "CardsDrawn": CardsDrawn,
    "DeckShuffled": DeckShuffled,
    "OutcomeRuled": OutcomeRuled,
    "NoteAdded": NoteAdded,
    "GameEnded": GameEnded,
    **CORRECTIONS,
}
"""Payload types of the shared events but `TableAdjusted`, which each ruleset declares itself.

A ruleset's `payloads` is `{**SHARED, ...its own}`; it may narrow any of these but the corrections.
"""
