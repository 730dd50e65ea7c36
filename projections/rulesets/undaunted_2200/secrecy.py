"""What of an event only some seats may see while the game runs."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence, Set
from typing import Any

from msgspec.structs import replace

from events.event import Event
from projections.kit.ruleset import Private, Seat
from projections.rulesets.undaunted_2200.obeying.adjusting import MisfitError, steps_of
from projections.rulesets.undaunted_2200.state import State
from projections.rulesets.undaunted_2200.view import is_over

Path = tuple[str | int, ...]


def hiding(state: State) -> object:
    """Besides hands: choices until all are made, bids until they are turned up."""
    phase = state.turn.phase
    return None if is_over(state) else (phase == "setup", phase == "bid", state.revealed)


def private(state: State, event: Event) -> Sequence[Private]:
    """The hidden places of an event's data, given the game's latest state."""
    return tuple(_parts(state, event, in_force=True))


def unshown(state: State, event: Event) -> Sequence[Private]:
    """The same of an event that is not in force: its bid or choice was never turned up."""
    return tuple(_parts(state, event, in_force=False))


def _parts(state: State, event: Event, in_force: bool) -> Iterator[Private]:
    if hiding(state) is None or event.data is None:
        return
    own = (event.seat,) if event.seat in state.setup.seats else ()
    phase = state.turn.phase
    match event.type:
        case "CardsDrawn":
            deck = event.data.deck
            yield Private(("cards",), (deck,) if deck in state.setup.seats else ())
        case "CasualtyTaken":
            yield Private(("card",), own)
        case "InitiativeBid" if not in_force or is_secret_bid(state, event.version):
            yield Private(("card",), own)
        case "SquadChosen" if not in_force or phase == "setup":
            yield Private(("units",), own)
        case "TableAdjusted":
            secret = {"chosen": phase == "setup", "bids": phase == "bid"}
            places = frozenset(place for place, now in secret.items() if now or not in_force)
            yield from _adjusted(places, event.data.set)


def laid_open(before: State, event: Event, known: Event) -> Event:
    """Discard piles lie open: whoever ends a turn shows his hand, a casualty from there is seen."""
    if event.type == "TurnEnded" and event.seat in before.seats:
        hand = [card for card in before.seats[event.seat].hand if card is not None]
        return replace(known, data=replace(known.data, discarded=hand))
    if event.type == "CasualtyTaken" and event.data.from_ == "discard":
        return event
    return known


def is_secret_bid(state: State, version: int) -> bool:
    """Whether the bid of that version is face down: bidding goes on, and nobody has seen it.

    A bid that a correction took back was never turned up either.
    """
    return state.turn.phase == "bid" and version not in state.revealed


def _adjusted(secret: Set[str], pointers: Mapping[str, Any]) -> Iterator[Private]:
    for pointer, value in pointers.items():
        try:
            steps = steps_of(pointer)
        except MisfitError:
            continue
        for path, seats in _hidden(secret, steps, value, ()):
            yield Private(("set", pointer, *path), seats)


def _hidden(
    secret: Set[str], steps: list[str], value: Any, path: Path
) -> Iterator[tuple[Path, tuple[Seat, ...]]]:
    """The places under a value set at `steps` that the view of others covers."""
    owner = _owner(secret, steps)
    if owner is not None:
        yield path, owner
    elif isinstance(value, Mapping) and _leads_on(steps):
        for key, part in value.items():
            yield from _hidden(secret, [*steps, key], part, (*path, key))
    elif isinstance(value, list) and _leads_on(steps):
        yield path, ((steps[1],) if len(steps) > 1 else ())


def _owner(secret: Set[str], steps: list[str]) -> tuple[Seat, ...] | None:
    """Who may see the value at a place of the view; None: everybody, or it is no such place.

    `secret`: which of `chosen` and `bids` are not turned up.
    """
    match steps:
        case ["seats", seat, "hand" | "casualties", *_]:
            return (seat,)
        case ["seats", seat, "deck", inner, *_] if inner != "count":
            return (seat,)
        case ["seats", seat, "chosen", *_] if "chosen" in secret:
            return (seat,)
        case ["turn", "bids", seat, *_] if "bids" in secret:
            return (seat,)
    return None


def _leads_on(steps: list[str]) -> bool:
    """Whether something hidden may lie below a place of the view."""
    match steps:
        case [] | ["seats"] | ["seats", _] | ["seats", _, "deck"] | ["turn"] | ["turn", "bids"]:
            return True
    return False
