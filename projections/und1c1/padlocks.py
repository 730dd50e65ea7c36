"""Padlocks, and Players Inside the Penalty Box, both looked at when a coach closes his turn."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from projections.kit.ruleset import Finding, Option
from projections.und1c1.actions import PadlocksPlaced
from projections.und1c1.gates import obliged
from projections.und1c1.pitch import AROUND, BOXES, CORNERS, FRONT, GOALS
from projections.und1c1.position import chip_of, chips_of, keeper_of, occupied
from projections.und1c1.rulebook import RULES
from projections.und1c1.seats import OTHER, SEATS, Seat
from projections.und1c1.state import State


def check_padlocks(state: State, data: PadlocksPlaced, seat: Seat) -> list[Finding]:
    """Both padlocks on empty boxes beside own players, not in corners, one in a penalty area."""
    found = obliged(state, "PadlocksPlaced", None)
    found += _crowded(state)
    locks = {"white": data.white, "black": data.black}
    if None in locks.values() and state.setup.rulings.padlocks == "must":
        missing = [colour for colour, box in locks.items() if box is None]
        found += [_missing(colour) for colour in missing]
    if data.white is not None and data.white == data.black:
        message = f"Both padlocks are at {data.white}: one padlock per box."
        found.append(RULES.illegal("padlock.same-box", message, 1, 2))
    placed = [box for box in locks.values() if box is not None]
    for box in placed:
        found += _misplaced(state, seat, box)
    return found + _in_areas(state, placed)


def _missing(colour: str) -> Finding:
    message = f"Both padlocks must be placed, and the {colour} one is not."
    return RULES.illegal("padlock.missing", message, colour, None)


def _misplaced(state: State, seat: Seat, box: str) -> list[Finding]:
    found = []
    chips = state.chips
    if any(chip.at == box for group in (chips.a, chips.b) for chip in group.values()):
        message = f"{box} is not empty."
        found.append(RULES.illegal("padlock.occupied", message, None, box))
    if not beside_own(state, seat, box):
        message = f"No player of {seat} stands next to {box}."
        found.append(RULES.illegal("padlock.not-adjacent", message, None, box))
    if box in CORNERS:
        message = f"{box} is in a corner, where no padlocks lie."
        found.append(RULES.illegal("padlock.corner", message, None, box))
    return found


def beside_own(state: State, seat: Seat, box: str) -> bool:
    """Whether a player of the coach, flipped or not, stands next to the box."""
    setup = state.setup
    around = setup.around
    goalkeepers = setup.keepers[seat] if setup.rulings.padlock_goalkeeper == "no" else ()
    return any(
        box in around[chip.at] and player not in goalkeepers
        for player, chip in chips_of(state, seat).items()
    )


def padlock_boxes(state: State, seat: Seat) -> list[str]:
    """The boxes on which the coach may put a padlock, by row and column; one alone considered."""
    taken = occupied(state)
    return [
        box
        for box in BOXES
        if box not in taken and box not in CORNERS and beside_own(state, seat, box)
    ]


def too_many_in_area(state: State, boxes: Sequence[str]) -> Seat | None:
    """The coach in whose penalty area more padlocks would lie than may; None: nowhere."""
    area_of = state.setup.area_of
    inside = [area for box in boxes if (area := area_of.get(box)) is not None]
    if len(inside) <= state.setup.numbers.area_padlocks:
        return None
    if state.setup.rulings.padlock_area == "total":
        return inside[0]
    return next((a for a in inside if inside.count(a) > state.setup.numbers.area_padlocks), None)


def _in_areas(state: State, placed: Sequence[str]) -> list[Finding]:
    area = too_many_in_area(state, placed)
    if area is None:
        return []
    limit = state.setup.numbers.area_padlocks
    inside = sum(state.setup.area_of.get(box) is not None for box in placed)
    message = f"No more than {limit} padlock may lie in the penalty area, not {inside}."
    return [RULES.illegal("padlock.area", message, limit, inside)]


def in_area(state: State, seat: Seat, area: Seat) -> int:
    """How many players of a coach are inside a penalty area, as the limit counts them."""
    setup = state.setup
    boxes, goalkeepers = setup.area_boxes[area], setup.keepers[seat]
    inside = sum(
        chip.at in boxes and player not in goalkeepers
        for player, chip in chips_of(state, seat).items()
    )
    if seat == area and setup.rulings.area_goalkeeper == "yes":
        inside += keeper_of(state, seat) is not None
    return inside


def _crowded(state: State) -> list[Finding]:
    limit = state.setup.numbers.area_players
    found = []
    for seat in SEATS:
        for area in SEATS:
            inside = in_area(state, seat, area)
            if inside > limit:
                message = f"{inside} players of {seat} are in the penalty area of {area}."
                found.append(RULES.illegal("area.too-many", message, limit, inside))
    return found


def padlock_options(state: State, seat: Seat) -> Iterator[Option]:
    """One PadlocksPlaced with the best legal pair; `choices` hold what may replace either."""
    if obliged(state, "PadlocksPlaced", None):
        return
    boxes: list[str | None] = [*best_boxes(state, seat)]
    if state.setup.rulings.padlocks == "may":
        boxes.append(None)
    white, black = _best_pair(state, boxes) or (None, None)
    if None in (white, black) and state.setup.rulings.padlocks == "must":
        return
    choices = {
        "white": [b for b in boxes if b != white and _fits(state, b, black)],
        "black": [b for b in boxes if b != black and _fits(state, white, b)],
    }
    data = {"white": white, "black": black}
    label = f"Padlocks at {white or 'no box'} (white) and {black or 'no box'} (black)"
    yield Option("PadlocksPlaced", seat, data, label, choices=choices, weight=0.3)


def _best_pair(state: State, boxes: Sequence[str | None]) -> tuple[str | None, str | None] | None:
    pairs = ((w, b) for w in boxes for b in boxes if _fits(state, w, b))
    return next(pairs, None)


def _fits(state: State, white: str | None, black: str | None) -> bool:
    if white is not None and white == black:
        return False
    return too_many_in_area(state, [box for box in (white, black) if box is not None]) is None


def best_boxes(state: State, seat: Seat) -> list[str]:
    """The legal boxes for a padlock, the worthiest first, then by row and column."""
    boxes = padlock_boxes(state, seat)
    return sorted(boxes, key=_worth(state, seat).__getitem__, reverse=True)


def _worth(state: State, seat: Seat) -> Counter[str]:
    """How much a padlock in each box would trouble the opponent; for the order only."""
    setup, other = state.setup, OTHER[seat]
    worth: Counter[str] = Counter()
    for player, chip in chips_of(state, other).items():
        if player in setup.keepers[other] or chip.at in GOALS:
            continue
        box = setup.attack[other].get(chip.at)
        ahead = FRONT[other][chip.at]
        if box is not None and box.value is not None and box.value >= 0:
            worth.update(dict.fromkeys(ahead, 4))
        if player == state.ball:
            near = {b for front in ahead for b in (front, *AROUND[front])}
            worth.update(dict.fromkeys(near, 3))
        if box is not None and box.kind == "shot_header":
            worth.update(dict.fromkeys(AROUND[chip.at], 2))
    worth.update(_shielding(state, seat))
    return worth


def _shielding(state: State, seat: Seat) -> dict[str, int]:
    carrier = state.ball
    chip = chip_of(state, carrier) if carrier is not None and carrier[0] == seat else None
    if chip is None:
        return {}
    rivals = [c.at for c in chips_of(state, OTHER[seat]).values() if c.at not in GOALS]
    boxes = state.setup.measure.boxes
    return {b: 1 for b in AROUND[chip.at] if any(boxes(b, rival) <= 3 for rival in rivals)}
