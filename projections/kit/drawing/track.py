"""Draws a track panel: a rail with stops, the seats' tokens stacked upwards."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

from projections.kit.drawing.markup import Markup, number, svg
from projections.kit.drawing.outlines import SLOT_SHAPES, outline, words
from projections.kit.drawing.scene import Panel, SceneSeat, Stop, TrackToken

WIDTH = 400
_RAIL = 28
_STEP = 18


def track(panel: Panel, seats: Mapping[str, SceneSeat], marked: Mapping[str, str]) -> Markup:
    """The track; tokens whose ids are in `marked` have a rim of that tone."""
    top = track_top(panel)
    start, end = panel.start or 0, panel.to or 0
    ticks = [
        svg(
            "path",
            d=f"M{number(_x(panel, at))} {26 if (at - start) % 5 else 23}V30",
            stroke="var(--ink-3)",
        )
        for at in range(start, end + 1)
    ]
    stacked: Counter[int] = Counter()
    tokens = []
    for token in sorted(panel.tokens, key=lambda token: token.order):
        tokens.append(_token(token, panel, seats[token.seat], stacked[token.at], marked))
        stacked[token.at] += 1
    return svg(
        "svg",
        svg("path", d=f"M14 {_RAIL}H{WIDTH - 14}", stroke="var(--ink-2)", stroke_width=2),
        ticks,
        [_stop(stop, panel) for stop in panel.stops],
        tokens,
        class_="track",
        viewBox=f"0 {top} {WIDTH} {50 - top}",
        role="img",
        aria_label="; ".join(token.title for token in panel.tokens) or panel.title,
        font_family="var(--narrow)",
    )


def track_top(panel: Panel) -> int:
    """The upper edge of a track's view: below zero where tokens are stacked high."""
    tallest = max(Counter(token.at for token in panel.tokens).values(), default=1)
    return min(0, 14 - _STEP * (tallest - 1))


def _x(panel: Panel, at: int) -> float:
    start, end = panel.start or 0, panel.to or 0
    return 14 + (WIDTH - 28) * (at - start) / ((end - start) or 1)


def _stop(stop: Stop, panel: Panel) -> list[Markup]:
    x = _x(panel, stop.at)
    anchor, shift = {panel.start or 0: ("start", -8), panel.to: ("end", 8)}.get(
        stop.at, ("middle", 0)
    )
    colour = f"var(--t-{stop.tone})" if stop.tone else "var(--ink)"
    return [
        svg("path", d=f"M{number(x)} 20V36", stroke=colour, stroke_width=2),
        words(
            stop.label,
            10,
            x=x + shift,
            y=44,
            text_anchor=anchor,
            fill="var(--ink-2)",
            font_weight=600,
        ),
    ]


def _token(
    token: TrackToken, panel: Panel, seat: SceneSeat, below: int, marked: Mapping[str, str]
) -> Markup:
    tone = marked.get(token.id)
    at = f"translate({number(_x(panel, token.at))} {_RAIL - below * _STEP})"
    ring = tone and outline(SLOT_SHAPES[seat.slot - 1], 13, fill=f"var(--t-{tone})")
    return svg(
        "g",
        svg(
            "g",
            ring,
            outline(
                SLOT_SHAPES[seat.slot - 1],
                10,
                class_="skin",
                fill=f"var(--seat-{seat.slot})",
                stroke="var(--surface)",
                stroke_width=0.16,
            ),
            words(
                seat.mark,
                11,
                fill=f"var(--seat-{seat.slot}-ink)",
                font_weight=700,
                y=3 if seat.slot == 3 else None,
            ),
            class_="fly",
        ),
        svg("title", token.title),
        data_id=token.id,
        transform=at,
    )
