"""A scene as a picture of its own: the board between its seats, or the panels of the stage."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from textwrap import wrap
from typing import Any

from projections.kit.drawing.describe import entries
from projections.kit.drawing.markup import Markup, number, svg
from projections.kit.drawing.outlines import INK, kit, outline, paint, percent, seat_sign, words
from projections.kit.drawing.scene import Card, Panel, Scene, SceneSeat
from projections.kit.drawing.track import WIDTH, track, track_top

_WIDTH = 640
_MARGIN = 16
_BAR = 40
_CARD = (112, 104)
_GAP = 10


def frame(scene: Scene, layers: Sequence[Any], turned: bool) -> Markup:
    """A board's layers with a bar for each seat at its edge."""
    assert scene.board
    left, top, width, height = scene.board.view
    unit = width / 600
    near = [seat for seat in scene.seats if (seat.side == "near") != turned]
    far = [seat for seat in scene.seats if (seat.side == "near") == turned]
    above, below = len(far) * _BAR * unit, len(near) * _BAR * unit
    bars = [
        *_bars(far, left, top - above, width, unit),
        *_bars(near, left, top + height, width, unit),
    ]
    return _picture(scene.title, (left, top - above, width, height + above + below), bars, layers)


def stage(scene: Scene) -> Markup:
    """What a scene without a board shows: its seats, what is awaited and the stage's panels."""
    seats = {seat.id: seat for seat in scene.seats}
    panels = [p for p in scene.panels if p.dock == "stage" or p.kind == "prompt"]
    page = _Page()
    page.lines(scene.title, 17, "var(--serif)", 700)
    for seat in scene.seats:
        page.put(_bar(seat, _MARGIN, page.y, _WIDTH - 2 * _MARGIN, 1), _BAR)
    for panel in panels or scene.panels:
        page.panel(panel, seats)
    return _picture(scene.title, (0, 0, _WIDTH, page.y + _MARGIN), page.parts)


def _picture(title: str, view: Sequence[float], *content: Any) -> Markup:
    x, y, width, height = view
    return svg(
        "svg",
        svg("title", title),
        svg("rect", x=x, y=y, width=width, height=height, fill="var(--page)"),
        *content,
        xmlns="http://www.w3.org/2000/svg",
        viewBox=" ".join(map(number, view)),
        width=width,
        height=height,
        role="img",
        aria_label=title,
        font_family="var(--narrow)",
    )


def _bars(
    seats: Iterable[SceneSeat], x: float, y: float, width: float, unit: float
) -> Iterator[Markup]:
    for n, seat in enumerate(seats):
        yield _bar(seat, x, y + n * _BAR * unit, width, unit)


def _bar(seat: SceneSeat, x: float, y: float, width: float, unit: float) -> Markup:
    """A seat's mark, name and score; the name of a seat that may act is underlined."""
    middle = y + _BAR * unit / 2
    score = seat.score and words(
        seat.score,
        22 * unit,
        x=x + width - 10 * unit,
        y=middle,
        text_anchor="end",
        font_weight=700,
        fill="var(--ink)",
    )
    return svg(
        "g",
        seat_sign(seat, x + 20 * unit, middle, 11 * unit),
        words(
            seat.name,
            17 * unit,
            x=x + 40 * unit,
            y=middle,
            text_anchor="start",
            font_weight=700,
            fill="var(--ink)",
            font_family="var(--serif)",
            text_decoration="underline" if seat.turn else None,
        ),
        score,
    )


class _Page:
    """A column of text and drawings that grows downwards."""

    def __init__(self) -> None:
        self.y: float = _MARGIN
        self.parts: list[Any] = []

    def put(self, part: Any, height: float) -> None:
        self.parts.append(part)
        self.y += height

    def lines(self, text: str, size: float, font: str, weight: int, x: float = _MARGIN) -> None:
        letters = int((_WIDTH - x - _MARGIN) / (size * 0.54))
        for line in wrap(text, letters):
            self.put(
                words(
                    line,
                    size,
                    x=x,
                    y=self.y + size * 0.7,
                    text_anchor="start",
                    font_family=font,
                    font_weight=weight,
                    fill="var(--ink)",
                ),
                size * 1.4,
            )

    def panel(self, panel: Panel, seats: Mapping[str, SceneSeat]) -> None:
        self.y += _GAP
        if panel.kind == "prompt":
            self.lines(panel.text or "", 15, "var(--serif)", 500)
            return
        self.lines(panel.title.upper(), 11, "var(--narrow)", 600)
        if panel.kind == "track":
            self._track(panel, seats)
        elif panel.kind == "cards":
            self._cards(panel.cards, seats)
        elif panel.kind == "share":
            self._share(panel, seats)
        else:
            for entry in entries(panel):
                self.lines(entry, 13, "var(--narrow)", 400)

    def _track(self, panel: Panel, seats: Mapping[str, SceneSeat]) -> None:
        scale = (_WIDTH - 2 * _MARGIN) / WIDTH
        top = track_top(panel)
        at = f"translate({_MARGIN} {number(self.y - top * scale)}) scale({number(scale)})"
        drawn = svg("svg", track(panel, seats, {}), y=top, width=WIDTH, height=50 - top)
        self.put(svg("g", drawn, transform=at), (50 - top) * scale + _GAP)

    def _cards(self, cards: Sequence[Card], seats: Mapping[str, SceneSeat]) -> None:
        width, height = _CARD
        row = (_WIDTH - 2 * _MARGIN + _GAP) // (width + _GAP)
        for n, card in enumerate(cards):
            x = _MARGIN + n % row * (width + _GAP)
            self.parts.append(_card(card, seats, x, self.y + n // row * (height + _GAP)))
        self.y += -(-len(cards) // row) * (height + _GAP)

    def _share(self, panel: Panel, seats: Mapping[str, SceneSeat]) -> None:
        x, width = float(_MARGIN), _WIDTH - 2 * _MARGIN
        for part in panel.parts:
            slot = seats[part.seat].slot
            wide = width * part.value
            self.parts.append(
                svg("rect", x=x, y=self.y, width=wide, height=30, fill=f"var(--seat-{slot})")
            )
            if part.value >= 0.1:
                self.parts.append(
                    words(
                        f"{part.label} {percent(part.value)}",
                        14,
                        x=x + wide / 2,
                        y=self.y + 15,
                        fill=f"var(--seat-{slot}-ink)",
                        font_weight=700,
                    )
                )
            x += wide
        self.y += 30 + _GAP


def _card(card: Card, seats: Mapping[str, SceneSeat], x: float, y: float) -> Markup:
    width, height = _CARD
    unseen, vacant = "unseen" in card.state, "vacant" in card.state
    seat = seats.get(card.seat) if card.seat else None
    rim = f"var(--seat-{seat.slot})" if seat else "var(--ink-2)"
    back = paint(card.tone) if card.tone else "var(--ink-2)"
    face = svg(
        "rect",
        width=width,
        height=height,
        rx=6,
        fill=back if unseen else "var(--surface)",
        stroke=rim,
        stroke_width=1.5,
        stroke_dasharray="5 4" if vacant else None,
    )
    texts: list[tuple[str, float, int, str]] = []
    if not unseen:
        head = [text for text in (card.slot, card.corner) if text]
        texts += [(" · ".join(head), 10, 600, "var(--ink-3)")] if head else []
        name = wrap(card.label or card.title or "", 14)[:2]
        texts += [(line, 13, 700, "var(--ink)") for line in name]
        texts += [(line, 10, 400, "var(--ink-2)") for line in (card.sublabel, *card.lines) if line]
    lines, down = [], 8.0
    for text, size, weight, ink in texts[:6]:
        short = text if len(text) <= 20 else text[:19] + "…"
        lines.append(
            words(
                short,
                size,
                x=8,
                y=down + size * 0.6,
                text_anchor="start",
                font_weight=weight,
                fill=ink,
            )
        )
        down += size * 1.3
    dice = [
        svg(
            "g",
            outline("die", 7, fill=kit(tone, None).fill, stroke=INK, stroke_width=0.12),
            words(tone[:1].upper(), 8, fill=kit(tone, None).ink, font_weight=700),
            transform=f"translate({15 + 18 * n} {height - 15})",
        )
        for n, tone in enumerate(card.dice)
    ]
    unknown = words("?", 34, x=width / 2, y=height / 2, fill="var(--surface)") if unseen else None
    return svg("g", face, lines, dice, unknown, transform=f"translate({number(x)} {number(y)})")
