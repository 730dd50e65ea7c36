"""The tape: every step of a game as a stroke, the near side up, the far side down."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence

from api.web.replay.step_summaries import StepSummary
from projections.kit.drawing.markup import Markup, number, svg

_HIGH = 64
_MINI = 28


def tape(summaries: Sequence[StepSummary], now: int) -> Markup:
    """The tape of a replay, its head at step `now`; scores are flags, findings notches."""
    steps = len(summaries)
    flaws = [_notch(summary, steps, 56, 8) for summary in summaries if summary.flaw]
    return svg(
        "svg",
        svg("line", class_="base", x1="0", x2="100%", y1=32, y2=32),
        _strokes(summaries, _HIGH, 22),
        [_flag(summary, steps) for summary in summaries if summary.risen],
        flaws,
        svg(
            "svg",
            svg("path", class_="head", d="M0-4V68"),
            svg("circle", class_="knob", cx=0, cy=32, r=7),
            class_="playhead",
            x=across(now, steps),
            width=1,
            height=_HIGH,
            overflow="visible",
        ),
        class_="tape-svg",
        width="100%",
        height=_HIGH,
        aria_hidden="true",
    )


def mini_tape(summaries: Sequence[StepSummary]) -> Markup:
    """The tape as a game's signature in a list."""
    steps = len(summaries)
    flags = [
        svg(
            "svg",
            svg("path", class_="goal", d="M-1-1h9v9h-9z", fill=_colour(summary)),
            x=across(summary.step, steps),
            y=0 if summary.risen.lane > 0 else 20,
            width=1,
            height=8,
            overflow="visible",
        )
        for summary in summaries
        if summary.risen
    ]
    return svg(
        "svg",
        svg("line", class_="base", x1="0", x2="100%", y1=_MINI / 2, y2=_MINI / 2),
        _strokes(summaries, _MINI, 11),
        flags,
        [_notch(summary, steps, 22, 6) for summary in summaries if summary.flaw == "illegal"],
        class_="tape-svg mini",
        width="100%",
        height=_MINI,
        aria_hidden="true",
    )


def across(step: int, steps: int) -> str:
    """Where a step stands on the tape, in per cent of its width."""
    return f"{number(100 * (step - 0.5) / max(1, steps))}%"


def _strokes(summaries: Sequence[StepSummary], high: int, tallest: float) -> Markup:
    """The strokes, one path a colour: a tape of a thousand steps stays small."""
    middle, paths = high / 2, defaultdict[tuple[str, bool], list[str]](list)
    for summary in summaries:
        x, length = summary.step - 0.5, 1.5 + tallest * summary.height
        lane = summary.side.lane if summary.side else 0
        start, end = (middle - lane, -lane * length) if lane else (middle - 3, 6)
        paths[_colour(summary), summary.quiet].append(f"M{number(x)} {number(start)}v{number(end)}")
    turns = "".join(f"M{summary.step - 1} 6V{high - 6}" for summary in summaries if summary.opens)
    return svg(
        "svg",
        high == _HIGH and turns and svg("path", class_="turn", d=turns),
        [
            svg("path", class_="quiet" if quiet else "stroke", d="".join(d), stroke=colour)
            for (colour, quiet), d in paths.items()
        ],
        class_="strokes",
        viewBox=f"0 0 {max(1, len(summaries))} {high}",
        preserveAspectRatio="none",
        width="100%",
        height=high,
    )


def _colour(summary: StepSummary) -> str:
    side = summary.risen or summary.side
    return f"var(--seat-{side.seat.slot})" if side else "var(--ink-3)"


def _flag(summary: StepSummary, steps: int) -> Markup:
    side = summary.risen
    assert side
    text = summary.score or ""
    width = 9 + 6 * len(text)
    left = -width + 1 if summary.step > steps * 0.9 else -1
    y = 0 if side.lane > 0 else 48
    return svg(
        "svg",
        svg(
            "path",
            d=f"M0 {16 if side.lane > 0 else 0}v{14 if side.lane > 0 else -14}",
            stroke=_colour(summary),
            stroke_width=1.4,
        ),
        svg("path", class_="goal", d=f"M{left} 0h{width}v16h-{width}z", fill=_colour(summary)),
        svg(
            "text",
            text,
            class_="goal-text",
            x=left + width / 2,
            y=8,
            dy=".35em",
            fill=f"var(--seat-{side.seat.slot}-ink)",
        ),
        x=across(summary.step, steps),
        y=y,
        width=1,
        height=16,
        overflow="visible",
    )


def _notch(summary: StepSummary, steps: int, y: float, size: float) -> Markup:
    grave = summary.flaw == "illegal"
    half = size * 0.6
    path = f"M0 0l{number(half)} {number(size)}h-{number(2 * half)}z"
    return svg(
        "svg",
        svg("path", class_="flaw" if grave else "doubt", d=path),
        x=across(summary.step, steps),
        y=y,
        width=1,
        height=size,
        overflow="visible",
    )
