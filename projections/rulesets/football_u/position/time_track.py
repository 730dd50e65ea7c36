"""The time track: stacked tokens, the active team, paying weeks."""

from __future__ import annotations

from msgspec.structs import replace

from projections.rulesets.football_u.board.pieces import LAST_WEEK, Seat
from projections.rulesets.football_u.state import State

Stacks = dict[int, tuple[Seat, ...]]
"""Week -> tokens, bottom to top; non-empty ones only."""


def week(stacks: Stacks, seat: Seat) -> int:
    """The week on which a token lies; a token that is nowhere counts as done."""
    for number, stack in stacks.items():
        if seat in stack:
            return number
    return LAST_WEEK


def active_team(stacks: Stacks) -> Seat | None:
    """The topmost token of the lowest week before 15 (Key Concept: The Time Track)."""
    lowest = min(stacks)
    return stacks[lowest][-1] if lowest < LAST_WEEK else None


def laid(stacks: Stacks, seat: Seat, to: int, *, on_top: bool = True) -> Stacks:
    """The stacks after a token was moved to a week."""
    after: Stacks = {}
    for number, stack in stacks.items():
        rest = tuple(s for s in stack if s != seat) if seat in stack else stack
        if rest:
            after[number] = rest
    there = after.get(to, ())
    after[to] = (*there, seat) if on_top else (seat, *there)
    return after


def paid(state: State, seat: Seat, weeks: int) -> Stacks:
    """The stacks after a team paid weeks: its token lands on top (ruling `landing`)."""
    if weeks <= 0:
        return state.stacks
    to = min(LAST_WEEK, week(state.stacks, seat) + weeks)
    return laid(state.stacks, seat, to, on_top=state.setup.rulings["landing"] == "top")


def shifted(state: State, seat: Seat, weeks: int) -> State:
    """A token moved by weeks within the track, on top of its new space; by 0: it stays."""
    here = week(state.stacks, seat)
    to = min(LAST_WEEK, max(0, here + weeks))
    return replace(state, stacks=laid(state.stacks, seat, to)) if to != here else state
