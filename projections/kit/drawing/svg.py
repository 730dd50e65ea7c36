"""Draws a scene as SVG, for pages and as a picture of its own.

Colours are presentation attributes, so that the drawing needs no style sheet and no inline
style; scene-view.js draws the same elements, which a browser test compares.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from math import cos, pi, sin

from projections.kit.drawing import palette
from projections.kit.drawing.arrows import line_colour, way
from projections.kit.drawing.layout import Layout, Spot, Turn, layout
from projections.kit.drawing.markup import Attribute, Markup, number, svg
from projections.kit.drawing.outlines import paint, plate, plate_width, printed, words
from projections.kit.drawing.picture import frame, stage
from projections.kit.drawing.pieces import badge, thing
from projections.kit.drawing.scene import Badge, Board, Mark, Place, Scene, SceneSeat, Shape

_HEAT = (0.1, 0.2, 0.32, 0.46, 0.6)
_REASONS = ("aid", "pending", "last")


def render(scene: Scene, *, turned: bool = False, standalone: bool = True) -> str:
    """The scene's board as SVG; `turned` by 180 degrees where the board may be turned.

    Standalone: a picture with the seats above and below it, light colours and a title, to be
    embedded anywhere; a scene without a board is drawn by its stage panels. Otherwise the board
    alone (nothing, where there is none), in the colours of the page's ui.css.
    """
    if not standalone:
        return board(scene, turned=turned)
    if scene.board is None:
        return palette.fixed(stage(scene))
    picture = _Picture(scene, scene.board, turned)
    return palette.fixed(frame(scene, picture.layers(), picture.turned))


def board(scene: Scene, *, turned: bool = False) -> Markup:
    """The `<svg>` of the scene's board, an empty string where it has none."""
    if scene.board is None:
        return Markup()
    return svg(
        "svg",
        _Picture(scene, scene.board, turned).layers(),
        class_="board",
        viewBox=" ".join(map(number, scene.board.view)),
        role="img",
        aria_label=scene.title,
        font_family="var(--narrow)",
    )


class _Picture:
    """One board being drawn."""

    def __init__(self, scene: Scene, board: Board, turned: bool) -> None:
        self.board = board
        self.marks = scene.marks
        self.seats: Mapping[str, SceneSeat] = {seat.id: seat for seat in scene.seats}
        self.turned = turned and board.turnable
        self.turn = Turn(board.view, self.turned)
        self.layout: Layout = layout(board, self.turned)
        self.tags: list[Spot] = []

    def layers(self) -> list[Markup | None]:
        """The drawing from bottom to top: no arrow ever hides a number."""
        at = self.layout.at
        reading = sorted(self.board.places.items(), key=lambda p: (p[1].y, p[1].x, p[0]))
        places = [_place(id_, place, at[id_]) for id_, place in reading]
        return [
            _patterns(self.board.places.values()),
            self._printing(self.board.ground),
            svg("g", places, class_="places"),
            self._printing(self.board.lines),
            svg("g", self._drawn("area"), self._drawn("line"), class_="marks"),
            svg("g", self._items(), class_="items"),
            svg("g", self._drawn("ring"), self._drawn("tag"), class_="marks"),
        ]

    def _printing(self, shapes: Sequence[Shape]) -> Markup | None:
        if not shapes:
            return None
        left, top, width, height = self.board.view
        middle = f"{number(left + width / 2)} {number(top + height / 2)}"
        still = [printed(shape, self.turn) for shape in shapes if shape.text is None]
        letters = [printed(shape, self.turn) for shape in shapes if shape.text is not None]
        spin = f"rotate(180 {middle})" if self.turned else None
        return svg("g", svg("g", still, transform=spin), letters, class_="ground")

    def _items(self) -> list[Markup | None]:
        items, order = self.board.items, self.layout.order
        carried: dict[str, list[str]] = {}
        for id_ in order:
            if on := items[id_].on:
                carried.setdefault(on, []).append(id_)

        def with_load(id_: str, seen: frozenset[str]) -> Iterable[Markup | None]:
            yield self._item(id_)
            for load in carried.get(id_, ()):
                if load not in seen:
                    yield from with_load(load, seen | {load})

        drawn = [
            one for id_ in order if not items[id_].on for one in with_load(id_, frozenset({id_}))
        ]
        return drawn + [self._more(place, count) for place, count in self.layout.hidden.items()]

    def _item(self, id_: str) -> Markup | None:
        item = self.board.items[id_]
        if item.kind == "line":
            return way(item, self.layout.at, self.seats, self.turn)
        spot = self.layout.at.get(id_)
        if spot is None:
            return None
        return thing(item, id_, spot, self.seats, self.board.places, self.turned)

    def _more(self, place: str, count: int) -> Markup:
        spot = self.layout.at[place]
        sign = Badge(text=f"+{count}", corner="se", shape="disc", title=f"{count} more")
        return badge(sign, spot.size * 0.45, spot.x, spot.y)

    def _drawn(self, kind: str) -> list[Markup | list[Markup] | None]:
        marks = [m for why in _REASONS for m in self.marks if m.why == why and m.kind == kind]
        return [svg("g", drawn, class_=m.why) for m in marks if (drawn := self._mark(m))]

    def _mark(self, mark: Mark) -> Markup | list[Markup] | None:
        if mark.kind == "line":
            return way(mark, self.layout.at, self.seats, self.turn)
        colour = line_colour(mark, self.seats)
        if mark.kind == "area":
            places = [id_ for id_ in mark.places if id_ in self.board.places]
            return [self._area(id_, colour, mark.title) for id_ in places]
        spot = self.layout.at.get(mark.on or "")
        if spot is None:
            return None
        if mark.kind == "ring":
            return self._ring(mark, spot, colour)
        x, y = self._free_spot(mark, spot)
        ink = "var(--t-last-ink)" if mark.tone == "last" else "var(--tag-ink)"
        return plate(mark.text or "", x, y, colour, ink)

    def _area(self, id_: str, colour: str, title: str) -> Markup:
        place, spot = self.board.places[id_], self.layout.at[id_]
        radius = (place.r or (place.w or 0) / 2) * 0.8
        look: dict[str, Attribute] = {"fill": colour, "opacity": 0.14}
        return svg("circle", svg("title", title), cx=spot.x, cy=spot.y, r=radius, **look)

    def _ring(self, mark: Mark, spot: Spot, colour: str) -> Markup:
        item, r = self.board.items.get(mark.on or ""), spot.size * 0.6
        look: dict[str, Attribute] = {"fill": "none", "stroke": colour, "stroke_width": 3.5}
        title = svg("title", mark.title)
        if item and item.kind in ("die", "card"):
            high = r * (1.3 if item.kind == "card" else 1)
            return svg(
                "rect",
                title,
                x=spot.x - r,
                y=spot.y - high,
                width=2 * r,
                height=2 * high,
                rx=r * 0.38,
                **look,
            )
        return svg("circle", title, cx=spot.x, cy=spot.y, r=r, **look)

    def _free_spot(self, mark: Mark, spot: Spot) -> tuple[float, float]:
        """The side of a thing where its tag hides least."""
        width, gap = plate_width(mark.text or ""), spot.size / 2 + 8
        sides = (
            (0, -gap - 8),
            (gap + width / 2, 0),
            (-gap - width / 2, 0),
            (0, gap + 10),
            (width * 0.6, -gap - 4),
            (-width * 0.6, -gap - 4),
        )
        spots = [self.layout.at[i] for i in self.layout.order if i in self.layout.at]
        others = [other for other in spots if other is not spot] + self.tags
        free = [Spot(spot.x + dx, spot.y + dy, 24, width) for dx, dy in sides]
        best = min(free, key=lambda side: _hidden(side, others, self.board.view))
        self.tags.append(best)
        return best.x, best.y


def _hidden(tag: Spot, others: Iterable[Spot], view: Sequence[float]) -> float:
    """How much of the other things a tag would hide; much more where it leaves the picture."""
    left, top, width, height = view
    half = tag.width / 2
    outside = (
        tag.x - half < left
        or tag.x + half > left + width
        or tag.y - 12 < top
        or tag.y + 12 > top + height
    )
    return sum(
        max(0, half + other.width / 2 - abs(other.x - tag.x))
        * max(0, 12 + other.size / 2 - abs(other.y - tag.y))
        for other in others
    ) + (1e4 if outside else 0)


def _place(id_: str, place: Place, spot: Spot) -> Markup:
    hexagon = place.kind == "hex"
    half = (place.w or place.r or 0) / 2
    top = spot.y - (place.h or place.r or 0) / 2 + 3
    rule: dict[str, Attribute] = {"stroke": "var(--hex-rule)", "stroke_width": 1.5}
    inner: dict[str, Attribute] = {"fill": "none", "stroke": "var(--ink-3)", "stroke_width": 1.5}
    return svg(
        "g",
        _form(place, spot, 0, fill=paint(place.tone), **(rule if hexagon else {})),
        bool(place.heat)
        and _form(place, spot, 0, fill="var(--heat)", opacity=_HEAT[min(place.heat or 1, 5) - 1]),
        place.pattern in ("hatch", "dots")
        and _form(place, spot, 0, fill=f"url(#{place.pattern})", opacity=0.55),
        place.pattern in ("double", "dash")
        and _form(
            place, spot, -5, **inner, stroke_dasharray="5 4" if place.pattern == "dash" else None
        ),
        place.mark
        and svg(
            "text",
            place.mark,
            class_="print",
            x=spot.x - half + 3,
            y=top,
            dy=".75em",
            font_size=11.5,
            font_weight=600,
            fill="var(--t-line)",
            opacity=0.92,
        ),
        place.ring
        and svg(
            "circle",
            cx=spot.x + half - 7,
            cy=top + 4.5,
            r=3,
            fill="none",
            stroke="var(--t-line)",
            stroke_width=1.2,
            opacity=0.7,
        ),
        place.label and _coordinate(place.label, place, spot, half),
        svg("title", place.title),
        class_=f"place {place.kind}",
        data_place=id_,
    )


def _form(place: Place, spot: Spot, grow: float, **look: Attribute) -> Markup:
    """The outline of a place, `grow` units larger."""
    if place.kind == "hex":
        side = (place.r or 0) + grow
        corners = ((degrees * pi / 180) for degrees in (30, 90, 150, 210, 270, 330))
        points = [
            f"{number(spot.x + side * cos(a))},{number(spot.y + side * sin(a))}" for a in corners
        ]
        return svg("polygon", points=" ".join(points), **look)
    width, height = (place.w or 0) + 2 * grow, (place.h or 0) + 2 * grow
    x, y = spot.x - width / 2, spot.y - height / 2
    return svg("rect", x=x, y=y, width=width, height=height, **look)


def _coordinate(label: str, place: Place, spot: Spot, half: float) -> Markup:
    if place.kind == "hex":
        y = spot.y + (place.r or 0) * 0.68
        return words(label, 8, class_="coordinate", x=spot.x, y=y, fill="var(--ink-3)")
    x, y = spot.x + half - 4, spot.y + (place.h or 0) / 2 - 5
    return svg(
        "text",
        label,
        class_="coordinate",
        x=x,
        y=y,
        text_anchor="end",
        font_size=8,
        fill="var(--t-line)",
        opacity=0.85,
    )


def _patterns(places: Iterable[Place]) -> Markup | None:
    used = {place.pattern for place in places} & {"hatch", "dots"}
    if not used:
        return None
    thread = "var(--thread)"
    hatch = svg(
        "pattern",
        svg("rect", width=1.4, height=7, fill=thread),
        id="hatch",
        width=7,
        height=7,
        patternUnits="userSpaceOnUse",
        patternTransform="rotate(45)",
    )
    dots = svg(
        "pattern",
        svg("circle", cx=4, cy=4, r=1.3, fill=thread),
        id="dots",
        width=8,
        height=8,
        patternUnits="userSpaceOnUse",
    )
    return svg("defs", "hatch" in used and hatch, "dots" in used and dots)
