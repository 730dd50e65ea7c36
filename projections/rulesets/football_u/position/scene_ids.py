"""The ids of what a scene shows; options name them as what is tapped (`piece`, `to`)."""

from __future__ import annotations

from projections.rulesets.football_u.board.pieces import UNSEEN, WALKON, Roster, Seat, Side
from projections.rulesets.football_u.state import State

WALKON_SUPPLY = "walkons"
GAMEPLAN_SUPPLY = "gameplans"


def entry(seat: Seat, slot: str, roster: Roster, depth: int) -> str:
    """A card on a mat: a player's own id; walk-ons are told apart by seat and slot."""
    stack = roster[slot]
    if stack[depth].card != WALKON:
        return stack[depth].card
    nth = 1 + sum(e.card == WALKON for e in stack[:depth])
    return f"walkon-{seat}-{slot}" + (f"#{nth}" if nth > 1 else "")


def slot(seat: Seat, slot_: str, roster: Roster) -> str:
    """Where a card is laid on a mat: the card that lies on top, else the empty slot."""
    return entry(seat, slot_, roster, 0) if roster[slot_] else vacant(seat, slot_)


def vacant(seat: Seat, slot_: str) -> str:
    """An empty slot of a mat."""
    return f"slot-{seat}-{slot_}"


def space(state: State, space_: str) -> str:
    """A recruiting space: the card on it, else the empty space."""
    card = state.spaces.get(space_)
    return card if card is not None and card != UNSEEN else f"space-{space_}"


def token(seat: Seat) -> str:
    """A token on the time track."""
    return f"week-{seat}"


def coach(seat: Seat) -> str:
    """A head coach card."""
    return f"coach-{seat}"


def hand(seat: Seat) -> str:
    """The panel of a chemistry hand."""
    return f"hand-{seat}"


def plans(seat: Seat) -> str:
    """The counter of a team's gameplan tokens."""
    return f"plans-{seat}"


def zone(side: Side, kind: str) -> str:
    """A row of dice on the field: `v-off`, `h-def`."""
    return f"{side[0]}-{'off' if kind == 'offense' else 'def'}"


def pool_die(side: Side, number: int) -> str:
    """A die that is still to be rolled: it becomes the die of that number on the table."""
    return f"{side[0]}{number}"
