"""The chart of a game: the score as it grew, and the score its chances would have made."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct

from api.web.replay.step_summaries import StepSummary
from api.web.sides import Side, scored, slots
from projections.kit.drawing.markup import Markup, number, svg

CHANCES = frozenset({"shot", "header", "penalty", "kick"})
"""Kinds of facts whose success can be a point on the score."""

_WIDTH, _TOP, _FLOOR = 400, 14, 92


class Course(Struct, frozen=True):
    """How a number of a side grew: (step, value from that step on), steps rising."""

    side: Side
    expected: bool
    points: Sequence[tuple[int, float]]

    @property
    def last(self) -> float:
        """The value at the end."""
        return self.points[-1][1] if self.points else 0


def courses(summaries: Sequence[StepSummary], sides: Sequence[Side]) -> list[Course]:
    """The courses of the score and, where facts tell of chances, of the expected score."""
    chances = _chances(summaries)
    found = []
    for side in sides:
        found.append(Course(side, False, _score(summaries, side)))
        if chances:
            found.append(Course(side, True, _expected(summaries, side, slots(sides), chances)))
    return found


def chart(
    summaries: Sequence[StepSummary], sides: Sequence[Side], now: int, address: str
) -> Markup:
    """The chart, its steps above those of the tape; `address` leads to a step's page."""
    steps, drawn = len(summaries), courses(summaries, sides)
    most = max((course.last for course in drawn), default=0)
    top = max(1, most, *(value for course in drawn for _, value in course.points), 1)
    floor = min(0, *(value for course in drawn for _, value in course.points), 0)
    scale = _Scale(steps, top, floor)
    return svg(
        "svg",
        [
            svg("line", class_="grid", x1=0, x2=_WIDTH, y1=scale.y(v), y2=scale.y(v))
            for v in (floor + (top - floor) / 2, top)
        ],
        svg("line", class_="axis", x1=0, x2=_WIDTH, y1=scale.y(0), y2=scale.y(0)),
        [_line(course, scale) for course in drawn],
        [_goal(summary, scale, address) for summary in summaries if summary.risen],
        _labels(drawn, scale),
        svg("path", class_="now", d="M0 6V98", transform=f"translate({number(scale.x(now))} 0)"),
        class_="race",
        viewBox=f"0 0 {_WIDTH} 100",
        role="group",
        aria_label=f"Score over {steps} steps: "
        + ", ".join(f"{_label(course)}" for course in drawn),
    )


class _Scale:
    def __init__(self, steps: int, top: float, floor: float) -> None:
        self.steps, self.top, self.floor = max(1, steps), top, floor

    def x(self, step: float) -> float:
        return _WIDTH * (step - 0.5) / self.steps

    def y(self, value: float) -> float:
        return _FLOOR - (_FLOOR - _TOP) * (value - self.floor) / ((self.top - self.floor) or 1)


def _chances(summaries: Sequence[StepSummary]) -> frozenset[str]:
    """The kinds of facts that are chances in this game: no success of theirs left the score."""
    idle = {
        fact["kind"]
        for summary in summaries
        if not summary.risen
        for fact in summary.row.facts
        if fact.get("value") == 1
    }
    told = {
        fact["kind"]
        for summary in summaries
        for fact in summary.row.facts
        if fact.get("expected") is not None
    }
    return (CHANCES & told) - idle


def _score(summaries: Sequence[StepSummary], side: Side) -> list[tuple[int, float]]:
    points: list[tuple[int, float]] = []
    for summary in summaries:
        value = scored(summary.row.score, side.keys)
        if isinstance(value, int | float) and (not points or value != points[-1][1]):
            points.append((summary.step, value))
    return points


def _expected(
    summaries: Sequence[StepSummary], side: Side, seated: object, chances: frozenset[str]
) -> list[tuple[int, float]]:
    points, total = [(1, 0.0)], 0.0
    for summary in summaries:
        for fact in summary.row.facts:
            mine = fact.get("seat") in side.keys
            if mine and fact["kind"] in chances and fact.get("expected") is not None:
                total += fact["expected"]
                points.append((summary.step, total))
    return points


def _line(course: Course, scale: _Scale) -> Markup | None:
    if not course.points:
        return None
    first, *rest = course.points
    path = f"M{number(scale.x(first[0]))} {number(scale.y(first[1]))}"
    for step, value in rest:
        path += f"H{number(scale.x(step))}V{number(scale.y(value))}"
    kind = "series dashed" if course.expected else "series"
    colour = f"var(--seat-{course.side.seat.slot})"
    return svg("path", class_=kind, d=f"{path}H{_WIDTH}", stroke=colour)


def _goal(summary: StepSummary, scale: _Scale, address: str) -> Markup:
    side = summary.risen
    assert side
    value = scored(summary.row.score, side.keys)
    y = scale.y(float(value) if isinstance(value, int | float) else 0)
    title = f"Step {summary.step}: {summary.row.text}"
    dot = svg(
        "circle",
        svg("title", title),
        class_="point",
        cx=scale.x(summary.step),
        cy=y,
        r=5,
        fill=f"var(--seat-{side.seat.slot})",
    )
    return svg("a", dot, href=f"{address}/{summary.step}", data_step=summary.step, aria_label=title)


def _labels(drawn: Sequence[Course], scale: _Scale) -> list[Markup]:
    """What each side has at the end, written at the right edge without overlap."""
    ends: dict[int, list[Course]] = {}
    for course in drawn:
        ends.setdefault(course.side.seat.slot, []).append(course)
    placed: list[float] = []
    labels = []
    for slot, own in sorted(ends.items(), key=lambda end: -max(c.last for c in end[1])):
        y = scale.y(max(course.last for course in own)) - 6
        while any(abs(y - other) < 14 for other in placed):
            y += 3
        placed.append(y)
        said = own[0].side.name + " " + " / ".join(_amount(course) for course in own)
        labels.append(
            svg(
                "text",
                said,
                class_="seat",
                x=_WIDTH,
                y=y,
                text_anchor="end",
                fill=f"var(--seat-{slot}-line)",
            )
        )
    return labels


def _label(course: Course) -> str:
    kind = " expected" if course.expected else ""
    return f"{course.side.name} {_amount(course)}{kind}"


def _amount(course: Course) -> str:
    return f"{course.last:.2f}" if course.expected else f"{course.last:g}"
