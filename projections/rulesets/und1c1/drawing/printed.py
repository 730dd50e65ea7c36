"""What is printed and never moves: the pitch with its places, kits, the look of every chip."""

from __future__ import annotations

from collections.abc import Mapping

from projections.kit.drawing.scene import Badge, Card, Item, Place, Shape
from projections.rulesets.und1c1.board.pitch import BOXES, GOAL, HALF, LINE, X, Y
from projections.rulesets.und1c1.components import Area, AttackBox, StrategyCard
from projections.rulesets.und1c1.payloads.seats import SEATS, Seat
from projections.rulesets.und1c1.setup import Setup
from projections.rulesets.und1c1.state import Chip

KEY = "pitch"
VIEW = (0, 0, 640, 640)
CELL = 40
TOP = 40
"""The upper edge of row 14; the goals lie above and below."""

GROUND = (Shape(rect=(0, TOP, 640, 560), fill="grass"),)


def left_of(column: int) -> int:
    """The left edge of a column."""
    return (column - 1) * CELL


def top_of(row: int) -> int:
    """The upper edge of a row."""
    return TOP + (14 - row) * CELL


class Drawing:
    """The constant parts of one game's scenes, each made once, and chips by their looks."""

    def __init__(self, setup: Setup) -> None:
        """Draws the box's pitch and names the goals after the sides."""
        self._setup = setup
        pitch = setup.box.pitch
        self.places: Mapping[str, Place] = {
            **{box: _cell(setup, box) for box in BOXES},
            **{GOAL[seat]: _goal(setup, seat) for seat in SEATS},
        }
        self.lines = (
            *_markings(),
            *(_area(pitch.penalty_areas.of(seat)) for seat in SEATS),
            *(shape for seat in SEATS for shape in _net(pitch.goal_columns, seat)),
        )
        self.cards = {id_: _face(card) for id_, card in setup.cards.items()}
        self._chips: dict[tuple[str, Chip, bool], Item] = {}

    def chip(self, player: str, chip: Chip, captain: bool) -> Item:
        """The piece of a player's chip; the same object while nothing about it changes."""
        key = (player, chip, captain)
        known = self._chips.get(key)
        if known is None:
            known = self._chips[key] = _piece(self._setup, player, chip, captain)
        return known


def _cell(setup: Setup, box: str) -> Place:
    attacker = "a" if box in HALF["b"] else "b"
    attack = setup.attack[attacker].get(box)
    title, mark, heat = _printed(box, attack)
    shade = (X[box] + 1) // 2 + LINE[box]
    return Place(
        title=title,
        x=left_of(X[box]) + CELL // 2,
        y=top_of(Y[box]) + CELL // 2,
        w=CELL,
        h=CELL,
        tone="grass" if shade % 2 else "grass2",
        mark=mark,
        heat=heat,
        ring=attack is not None and attack.kind == "shot_header",
    )


def _printed(box: str, attack: AttackBox | None) -> tuple[str, str | None, int | None]:
    """Title, mark and heat of a box."""
    if attack is None:
        return box, None, None
    if attack.value is None:
        return f"{box}, cross box", "×", None
    value = attack.value
    sign = f"+{value}" if value > 0 else str(value).replace("-", "−")
    kind = "shot and header" if attack.kind == "shot_header" else "shot"
    return f"{box}, {kind} {sign}", sign, min(5, value + 1) if value >= 0 else None


def _goal(setup: Setup, seat: Seat) -> Place:
    low, high = setup.box.pitch.goal_columns
    return Place(
        title=f"the goal of {setup.names[seat]}",
        kind="zone",
        x=(left_of(low) + left_of(high + 1)) / 2,
        y=620 if seat == "a" else 20,
        w=(high - low + 1) * CELL,
        h=36,
    )


def _markings() -> tuple[Shape, ...]:
    return (
        Shape(rect=(1, 41, 638, 558), stroke="chalk", width=2),
        Shape(line=(0, 320, 640, 320), stroke="chalk", width=2),
        Shape(circle=(320, 320, 60), stroke="chalk", width=2),
        Shape(circle=(320, 320, 3), fill="chalk"),
    )


def _area(area: Area) -> Shape:
    (left, right), (low, high) = area.columns, area.rows
    width, height = (right - left + 1) * CELL, (high - low + 1) * CELL
    return Shape(rect=(left_of(left), top_of(high), width, height), stroke="chalk", width=2)


def _net(goal_columns: tuple[int, int], seat: Seat) -> tuple[Shape, Shape]:
    left, right = left_of(goal_columns[0]), left_of(goal_columns[1] + 1)
    top = 600 if seat == "a" else 2
    strands = [f"M{left} {top + down}H{right}" for down in (12, 24)]
    strands += [f"M{x} {top}V{top + 38}" for x in range(left + 20, right, 20)]
    return (
        Shape(rect=(left, top, right - left, 38), stroke="line", width=2),
        Shape(path="".join(strands), stroke="line", width=0.5),
    )


def _piece(setup: Setup, player: str, chip: Chip, captain: bool) -> Item:
    known = setup.players[player]
    title = known.described + (", captain" if captain else "")
    if chip.flipped is not None:
        title += f", flipped until the end of turn {chip.flipped}"
    badge = Badge(text="C", corner="nw", shape="disc", title="captain")
    return Item(
        kind="piece",
        shape="disc",
        at=chip.at,
        seat=known.seat,
        label=str(known.number),
        band=known.chip.role,
        size=34,
        title=title,
        badges=(badge,) if captain else (),
        state=("flipped",) if chip.flipped is not None else (),
    )


def _face(card: StrategyCard) -> Card:
    lines = (card.text,) if card.text else ()
    label = "stays" if card.duration == "permanent" else None
    return Card(id=card.id, title=card.name, sublabel=label, lines=lines)


def kit(setup: Setup, seat: Seat) -> tuple[str, str]:
    """The colours of a team's chips and of the numbers on them, as `#rrggbb`."""
    colours = setup.teams[seat].colours
    return _long(colours.fill), _long(colours.text)


def _long(colour: str) -> str:
    if len(colour) == 7:
        return colour.lower()
    return "#" + "".join(digit * 2 for digit in colour[1:]).lower()


def letters(setup: Setup) -> Mapping[Seat, str]:
    """A letter for each side, its name's first where that tells them apart."""
    first = {seat: setup.names[seat].strip()[:1].upper() for seat in SEATS}
    same = first["a"] == first["b"]
    return {s: s.upper() if same or not first[s].isalnum() else first[s] for s in SEATS}
