"""Lines through places and items: moves, passes, shots, and what stays of them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from math import hypot

from projections.kit.drawing.layout import Spot, Turn
from projections.kit.drawing.markup import Attribute, Markup, number, svg
from projections.kit.drawing.outlines import INK, PAPER, outline, paint, plate, words
from projections.kit.drawing.scene import Item, Mark, SceneSeat

_FADES = (1, 0.6, 0.32)


@dataclass(frozen=True, slots=True)
class _Point:
    x: float
    y: float
    size: float = 0


def way(
    line: Item | Mark, at: Mapping[str, Spot], seats: Mapping[str, SceneSeat], turn: Turn
) -> Markup | None:
    """A line item or mark: shifted for traffic both ways, cut at rims, bent, with head and icon.

    None when fewer than two of its points are on the board.
    """
    points = _points(line, at, turn)
    if len(points) < 2:
        return None
    colour, width = line_colour(line, seats), line.width or 4
    shaft, tip, middle = _course(points, width, line.head, line.curve or 0)
    lasting = isinstance(line, Item)
    casing: dict[str, Attribute] = {
        "class_": "casing",
        "fill": "none",
        "stroke": "#fffffb",
        "stroke_linejoin": "round",
        "stroke_opacity": 0.3 if lasting else 0.85,
    }
    dashes = f"{number(width * 1.8)} {number(width * 1.4)}" if line.dash else None
    return svg(
        "g",
        svg("path", d=shaft, stroke_width=width + 3, **casing),
        tip and svg("path", d=tip, stroke_width=3, **casing),
        svg(
            "path",
            class_="shaft",
            d=shaft,
            fill="none",
            stroke=colour,
            stroke_width=width,
            stroke_dasharray=dashes,
        ),
        tip and svg("path", class_="tip", d=tip, fill=colour),
        line.icon and _icon(line.icon, middle),
        line.label and plate(line.label, middle.x, middle.y, colour, "var(--tag-ink)"),
        svg("title", line.title),
        class_="way",
        opacity=_FADES[min(line.fade, 2)] if isinstance(line, Item) and line.fade else None,
    )


def line_colour(line: Item | Mark, seats: Mapping[str, SceneSeat]) -> str:
    """The colour of a mark or line: its tone, else its seat's."""
    seat = seats.get(line.seat) if line.seat else None
    if seat and (line.tone or "seat") == "seat":
        return f"var(--seat-{seat.slot}-line)"
    return paint(line.tone or "quiet")


def _points(line: Item | Mark, at: Mapping[str, Spot], turn: Turn) -> list[_Point]:
    if line.points:
        points = [_Point(*turn(x, y)) for x, y in line.points]
    else:
        spots = [at[id_] for id_ in line.through if id_ in at]
        points = [_Point(spot.x, spot.y, spot.size) for spot in spots]
    if len(points) < 2:
        return points
    if line.offset:
        ux, uy = _towards(points[0], points[-1])
        dx, dy = -uy * line.offset, ux * line.offset
        points = [replace(p, x=p.x + dx, y=p.y + dy) for p in points]
    if line.short:
        first = _moved(points[0], points[1], 0.58)
        last = _moved(points[-1], points[-2], 0.62)
        points = [first, *points[1:-1], last]
    return points


def _course(
    points: Sequence[_Point], width: float, head: bool, curve: float
) -> tuple[str, str | None, _Point]:
    """The paths of shaft and tip, and the middle of the line."""
    a, b = points[0], points[-1]
    ux, uy = _towards(a, b)
    bend = curve * hypot(b.x - a.x, b.y - a.y)
    control = _Point((a.x + b.x) / 2 - uy * bend, (a.y + b.y) / 2 + ux * bend)
    hx, hy = _towards(control if curve else points[-2], b)
    length = width * 3 if head else 0
    neck = _Point(b.x - hx * length * 0.8, b.y - hy * length * 0.8)
    if curve:
        shaft = f"M{_at(a)}Q{_at(control)} {_at(neck)}"
    else:
        shaft = "M" + "L".join(map(_at, [*points[:-1], neck]))
    left = _Point(b.x - (hx + hy / 2) * length, b.y - (hy - hx / 2) * length)
    right = _Point(b.x - (hx - hy / 2) * length, b.y - (hy + hx / 2) * length)
    tip = f"M{_at(b)}L{_at(left)}L{_at(right)}Z" if head else None
    return shaft, tip, _middle(points, uy * bend / 2, ux * bend / 2)


def _middle(points: Sequence[_Point], left: float, down: float) -> _Point:
    """Halfway along: of a line through many points the middle of its middle part."""
    half = len(points) // 2
    if len(points) % 2:
        return points[half]
    a, b = points[half - 1], points[half]
    return _Point((a.x + b.x) / 2 - left, (a.y + b.y) / 2 + down)


def _icon(name: str, spot: _Point) -> Markup:
    if name == "x":
        drawn = words("×", 20, fill="var(--bad)", font_weight=800)
    else:
        drawn = outline(name, 11, fill=PAPER, stroke=INK, stroke_width=0.14)
    return svg("g", drawn, class_="icon", transform=f"translate({_at(spot)})")


def _towards(a: _Point, b: _Point) -> tuple[float, float]:
    distance = hypot(b.x - a.x, b.y - a.y) or 1
    return (b.x - a.x) / distance, (b.y - a.y) / distance


def _moved(p: _Point, q: _Point, part: float) -> _Point:
    ux, uy = _towards(p, q)
    return replace(p, x=p.x + ux * p.size * part, y=p.y + uy * p.size * part)


def _at(p: _Point) -> str:
    return f"{number(p.x)} {number(p.y)}"
