"""Chapter "Padlocks": where they may lie when a coach closes the turn."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from projections.kit.ruleset import Finding, Option
from projections.rulesets.und1c1.actions import PadlocksPlaced
from projections.rulesets.und1c1.board.pitch import AROUND, BOXES, CORNERS, FRONT, GOALS
from projections.rulesets.und1c1.chapters.penalty_box import agreed_options, crowded
from projections.rulesets.und1c1.payloads.seats import OTHER, Seat
from projections.rulesets.und1c1.position.chips import chip_of, chips_of, occupied
from projections.rulesets.und1c1.position.penalty_area import unreported
from projections.rulesets.und1c1.position.words import side_name
from projections.rulesets.und1c1.preconditions import obliged
from projections.rulesets.und1c1.rulebook import RULES
from projections.rulesets.und1c1.state import State

Places = dict[Seat, list[str]]
"""Where each coach's chips stand."""


def check_padlocks(state: State, data: PadlocksPlaced, seat: Seat) -> list[Finding]:
    """Both padlocks on empty boxes beside own players, not in corners, one in a penalty area."""
    white, black = data.white, data.black
    places: Places = {
        "a": [chip.at for chip in state.chips.a.values()],
        "b": [chip.at for chip in state.chips.b.values()],
    }
    found = obliged(state, "PadlocksPlaced", None)
    found += crowded(state, unreported(state))
    if (white is None or black is None) and state.setup.rulings.padlocks == "must":
        off = [colour for colour, box in (("white", white), ("black", black)) if box is None]
        found += [_missing(colour) for colour in off[: _placeable(state, seat) - 2 + len(off)]]
    if white is not None and white == black:
        message = f"Both padlocks are at {white}: one padlock per box."
        found.append(RULES.illegal("padlock.same-box", message, 1, 2))
    for box in (white, black):
        if box is not None:
            found += _misplaced(state, seat, box, places)
    return found + _in_areas(state, white, black)


def _missing(colour: str) -> Finding:
    message = f"Both padlocks must be placed, and the {colour} one is not."
    return RULES.illegal("padlock.missing", message, colour, None)


def _placeable(state: State, seat: Seat) -> int:
    """How many of the padlocks the coach can put down at all."""
    pair = _best_pair(state, padlock_boxes(state, seat))
    return 2 - pair.count(None)


def _misplaced(state: State, seat: Seat, box: str, places: Places) -> list[Finding]:
    found = []
    if box in places["a"] or box in places["b"]:
        message = f"{box} is not empty."
        found.append(RULES.illegal("padlock.occupied", message, None, box))
    if not beside_own(state, seat, box, places[seat]):
        message = f"No player of {side_name(state, seat)} stands next to {box}."
        found.append(RULES.illegal("padlock.not-adjacent", message, None, box))
    if box in CORNERS:
        message = f"{box} is in a corner, where no padlocks lie."
        found.append(RULES.illegal("padlock.corner", message, None, box))
    return found


def beside_own(state: State, seat: Seat, box: str, places: Sequence[str]) -> bool:
    """Whether a player of the coach, flipped or not, stands next to the box.

    `places` are those of all his chips, the goalkeeper's too.
    """
    setup = state.setup
    beside = setup.beside[box]
    if beside.isdisjoint(places):
        return False
    if setup.rulings.padlock_goalkeeper == "yes":
        return True
    chips = chips_of(state, seat)
    keepers = [chips[p].at for p in setup.keepers[seat] if p in chips]
    if beside.isdisjoint(keepers):
        return True
    return sum(map(beside.__contains__, places)) > sum(map(beside.__contains__, keepers))


def padlock_boxes(state: State, seat: Seat) -> list[str]:
    """The boxes on which the coach may put a padlock, by row and column; one alone considered."""
    taken = occupied(state)
    places = [chip.at for chip in chips_of(state, seat).values()]
    return [
        box
        for box in BOXES
        if box not in taken and box not in CORNERS and beside_own(state, seat, box, places)
    ]


def too_many_in_area(state: State, white: str | None, black: str | None) -> bool:
    """Whether more padlocks would lie in a penalty area (ruling: in both together) than may."""
    setup = state.setup
    areas = [setup.area_of.get(white or ""), setup.area_of.get(black or "")]
    inside = 2 - areas.count(None)
    if inside == 2 and setup.rulings.padlock_area == "each" and areas[0] != areas[1]:
        inside = 1
    return inside > setup.numbers.area_padlocks


def _in_areas(state: State, white: str | None, black: str | None) -> list[Finding]:
    if not too_many_in_area(state, white, black):
        return []
    limit = state.setup.numbers.area_padlocks
    inside = sum(state.setup.area_of.get(box or "") is not None for box in (white, black))
    message = f"No more than {limit} padlock may lie in the penalty area, not {inside}."
    return [RULES.illegal("padlock.area", message, limit, inside)]


def padlock_options(state: State, seat: Seat) -> Iterator[Option]:
    """One PadlocksPlaced with the best legal pair; `choices` hold what may replace either.

    Before it whoever is too many in a penalty area has to leave.
    """
    if obliged(state, "PadlocksPlaced", None):
        return
    if unreported(state):
        yield from agreed_options(state, seat)
        return
    boxes: list[str | None] = [*best_boxes(state, seat)]
    white, black = _best_pair(state, boxes)
    if state.setup.rulings.padlocks == "may":
        boxes.append(None)
    others = {
        "white": [b for b in boxes if b != white and _fits(state, b, black)],
        "black": [b for b in boxes if b != black and _fits(state, white, b)],
    }
    choices = {padlock: some for padlock, some in others.items() if some}
    data = {"white": white, "black": black}
    label = f"Padlocks at {white or 'no box'} (white) and {black or 'no box'} (black)"
    yield Option("PadlocksPlaced", seat, data, label, choices=choices, weight=0.3)


def _best_pair(state: State, boxes: Sequence[str | None]) -> tuple[str | None, str | None]:
    """The first pair of boxes that padlocks may lie in; one or none where no more can lie."""
    pairs = ((w, b) for w in boxes for b in boxes if _fits(state, w, b))
    alone = ((w, None) for w in boxes if _fits(state, w, None))
    return next(pairs, None) or next(alone, None) or (None, None)


def _fits(state: State, white: str | None, black: str | None) -> bool:
    if white is not None and white == black:
        return False
    return not too_many_in_area(state, white, black)


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
