"""Outlines of things, letters, printed shapes: what boards and panels are drawn with.

Colours are `var(--name)`, the tokens of the web app's ui.css; `palette.fixed` puts their light
values in where no stylesheet is at hand. outlines.js draws the same.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from projections.kit.drawing.markup import Attribute, Markup, number, svg
from projections.kit.drawing.scene import SceneSeat, Shape

INK = "#16191c"
"""Rims and letters on what a box prints, in both themes."""

PAPER = "#fdfdfb"

_ROUND = "M-1 0A1 1 0 1 1 1 0A1 1 0 1 1-1 0Z"

OUTLINES: Mapping[str, str] = {
    "disc": _ROUND,
    "ball": _ROUND,
    "ring": _ROUND + "M-.55 0A.55 .55 0 1 0 .55 0A.55 .55 0 1 0-.55 0Z",
    "dot": "M-.5 0A.5 .5 0 1 1 .5 0A.5 .5 0 1 1-.5 0Z",
    "square": "M-.62-.88H.62Q.88-.88 .88-.62V.62Q.88 .88 .62 .88H-.62"
    "Q-.88 .88-.88 .62V-.62Q-.88-.88-.62-.88Z",
    "cube": "M-.8-.8H.8V.8H-.8Z",
    "diamond": "M0-1L1 0L0 1L-1 0Z",
    "triangle": "M0-.95L1 .8H-1Z",
    "ship": "M1.18 0L.15 .92H-.9L-.62 0L-.9-.92H.15Z",
    "transport": "M1.15 0L.55 .74H-1V-.74H.55Z",
    "tower": "M-.75 .95V-.55H-.4V-.9H-.15V-.55H.15V-.9H.4V-.55H.75V.95Z",
    "gun": "M-.8 .8V-.1L-.3-.5H.1V-.3H1.1V.1H.5V.8Z",
    "rock": "M-.9 .3L-.55-.35L-.7-.75L-.05-.6L.35-.95L.6-.35L.95-.05"
    "L.5 .35L.6 .85L.05 .6L-.5 .9V.45Z",
    "flag": "M-.42 .9V-.9H.95L.6-.42L.95 .06H-.22V.9Z",
    "lock": "M-.72-.12H-.5V-.42A.5 .5 0 0 1 .5-.42V-.12H.72V.92H-.72Z"
    "M-.26-.12H.26V-.42A.26 .26 0 0 0-.26-.42Z",
    "shield": "M-.85-.85H.85V.1Q.7 .75 0 1.05Q-.7 .75-.85 .1Z",
    "star": "M0-1L.3-.36L1-.3L.46 .16L.62 .86L0 .48L-.62 .86L-.46 .16L-1-.3L-.3-.36Z",
    "die": "M-.7-1H.7Q1-1 1-.7V.7Q1 1 .7 1H-.7Q-1 1-1 .7V-.7Q-1-1-.7-1Z",
    "card": "M-.8-1.4H.8Q1-1.4 1-1.2V1.2Q1 1.4 .8 1.4H-.8Q-1 1.4-1 1.2V-1.2Q-1-1.4-.8-1.4Z",
}
"""Paths in a circle of radius 1, pointing to the right."""

SLOT_SHAPES = ("disc", "square", "triangle", "diamond")
"""The shape of each seat slot, 1 to 4."""


def outline(name: str | None, radius: float, **attributes: Attribute) -> Markup:
    """A shape of that radius; stroke widths and dashes are in units of the radius."""
    path = OUTLINES.get(name or "disc", _ROUND)
    return svg(
        "path", d=path, transform=f"scale({number(radius)})", fill_rule="evenodd", **attributes
    )


def words(text: str, size: float, **attributes: Attribute) -> Markup:
    """A line of text whose middle is at x, y."""
    look = {"font_size": size, "text_anchor": "middle", "dy": ".35em", **attributes}
    return svg("text", text, **look)


def plate(text: str, x: float, y: float, fill: str, ink: str) -> Markup:
    """A few characters on a small plate, its middle at x, y: tags and labels of lines."""
    width = plate_width(text)
    return svg(
        "g",
        svg("rect", x=-width / 2, y=-11.5, width=width, height=23, rx=4,
            fill=fill, stroke="#fffffb", stroke_width=1.5),
        words(text, 14.5, fill=ink, font_weight=700),
        class_="tag",
        transform=f"translate({number(x)} {number(y)})",
    )  # fmt: skip


def plate_width(text: str) -> float:
    """The width of a plate with that text."""
    return 14 + len(text) * 8.4


def paint(tone: str | None) -> str:
    """A tone as a colour; `none` for no tone."""
    if not tone:
        return "none"
    return tone if tone.startswith("#") else f"var(--t-{tone})"


def printed(shape: Shape, turn: Callable[[float, float], tuple[float, float]]) -> Markup:
    """A printed shape of a ground or a card; `turn` moves the place of its letters."""
    look: dict[str, Attribute] = {
        "fill": paint(shape.fill),
        "stroke": paint(shape.stroke),
        "stroke_width": 1 if shape.width is None else shape.width,
        "stroke_dasharray": "5 4" if shape.dash else None,
        "opacity": shape.opacity,
    }
    if shape.rect:
        x, y, width, height, *round_ = shape.rect
        rx = round_[0] if round_ else None
        return svg("rect", x=x, y=y, width=width, height=height, rx=rx, **look)
    if shape.circle:
        cx, cy, r = shape.circle
        return svg("circle", cx=cx, cy=cy, r=r, **look)
    if shape.line:
        x1, y1, x2, y2 = shape.line
        return svg("line", x1=x1, y1=y1, x2=x2, y2=y2, **look)
    if shape.path:
        return svg("path", d=shape.path, **look)
    x, y = turn(*(shape.at or (0, 0)))
    anchor, fill = shape.align or "middle", paint(shape.fill or "line")
    size = shape.size or 12
    return words(shape.text or "", size, x=x, y=y, fill=fill, text_anchor=anchor)


@dataclass(frozen=True, slots=True)
class Kit:
    """The colours of a thing: its fill, the letters on it, its rim."""

    fill: str
    ink: str
    rim: str = INK


def kit(tone: str | None, seat: SceneSeat | None) -> Kit:
    """The kit of a thing: its tone, else that of its seat; the rim is always the seat's slot."""
    rim = f"var(--seat-{seat.slot})" if seat else INK
    if tone and tone != "seat":
        if tone.startswith("#"):
            return Kit(tone, ink_on(tone), rim)
        return Kit(f"var(--t-{tone})", f"var(--t-{tone}-ink)", rim)
    if not seat:
        return Kit("var(--t-paper)", "var(--t-paper-ink)")
    fill, ink = seat.fill or rim, seat.ink
    return Kit(fill, ink or (ink_on(fill) if seat.fill else f"var(--seat-{seat.slot}-ink)"), rim)


def ink_on(fill: str) -> str:
    """Black or white letters, whichever are easier to read on `#rrggbb`."""
    red, green, blue = (int(fill[i : i + 2], 16) for i in (1, 3, 5))
    return INK if 2 * red + 5 * green + blue > 1000 else "#ffffff"


def seat_mark(seat: SceneSeat, size: float = 22) -> Markup:
    """The shape and letter of a seat: colour is never alone."""
    return svg(
        "svg",
        *_seat_sign(seat),
        class_="seat-mark",
        viewBox="-12 -12 24 24",
        width=size,
        height=size,
        aria_hidden="true",
    )


def seat_sign(seat: SceneSeat, x: float, y: float, radius: float) -> Markup:
    """The mark of a seat within a picture."""
    at = f"translate({number(x)} {number(y)}) scale({number(radius / 12)})"
    return svg("g", *_seat_sign(seat), transform=at)


def _seat_sign(seat: SceneSeat) -> Sequence[Markup]:
    pointed = seat.slot == 3
    return (
        outline(SLOT_SHAPES[seat.slot - 1], 11, fill=f"var(--seat-{seat.slot})"),
        words(
            seat.mark,
            10 if pointed else 12,
            y=3 if pointed else None,
            fill=f"var(--seat-{seat.slot}-ink)",
            font_weight=700,
        ),
    )


def percent(chance: float) -> str:
    """A chance in whole per cent; what is nearly certain is never rounded to certain."""
    if 0 < chance < 0.01:
        return "<1\u202f%"
    if 0.99 < chance < 1:
        return ">99\u202f%"
    return f"{int(chance * 100 + 0.5)}\u202f%"
