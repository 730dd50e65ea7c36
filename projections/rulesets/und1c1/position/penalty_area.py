"""Players Inside the Penalty Box: who has more players in a penalty area than are allowed."""

from __future__ import annotations

from msgspec.structs import replace

from projections.rulesets.und1c1.payloads.seats import SEATS, Seat
from projections.rulesets.und1c1.position.chips import chips_of, keeper_of
from projections.rulesets.und1c1.state import Breach, FreeMove, Reposition, State


def in_area(state: State, seat: Seat, area: Seat) -> int:
    """How many players of a coach are inside a penalty area, as the limit counts them."""
    setup = state.setup
    chips = chips_of(state, seat)
    boxes = setup.area_boxes[area]
    inside = sum(chip.at in boxes for chip in chips.values())
    for goalkeeper in setup.keepers[seat] if inside else ():
        chip = chips.get(goalkeeper)
        inside -= chip is not None and chip.at in boxes
    if seat == area and setup.rulings.area_goalkeeper == "yes":
        inside += keeper_of(state, seat) is not None
    return inside


def overfull(state: State) -> tuple[Breach, ...]:
    """Whose players are too many, and in whose penalty area."""
    setup, chips = state.setup, state.chips
    limit, area_of = setup.numbers.area_players, setup.area_of.get
    # Where the goalkeeper counts, too, he makes one more of those that stand there.
    enough = limit + (setup.rulings.area_goalkeeper != "yes")
    found: tuple[Breach, ...] = ()
    for seat, places in (("a", chips.a), ("b", chips.b)):
        areas = [area_of(chip.at) for chip in places.values()]
        for area in SEATS:
            if areas.count(area) >= enough and in_area(state, seat, area) > limit:
                found += ((seat, area),)
    return found


def unreported(state: State) -> tuple[Breach, ...]:
    """Those of them that nobody was told of since there were last few enough."""
    return tuple(breach for breach in overfull(state) if breach not in state.crowded)


def left_behind(state: State, after: State, through: bool) -> tuple[Breach, ...]:
    """What a coach answers for who moves in the other's turn, when the turn's end finds it.

    `after`: where everybody stands then; `through`: it was the last that he may move.
    """
    move: FreeMove | Reposition | None = state.free_move or state.reposition
    if move is None or not through or move.by == state.turn.seat:
        return ()
    return tuple(
        (seat, area)
        for seat, area in unreported(after)
        if seat == move.by
        and (state.free_move is None or in_area(after, seat, area) > in_area(state, seat, area))
    )


def mended(state: State) -> State:
    """The state that has forgotten of whom there are few enough again."""
    still = overfull(state)
    crowded = tuple(breach for breach in state.crowded if breach in still)
    if crowded == state.crowded:
        return state
    return replace(state, crowded=crowded)
