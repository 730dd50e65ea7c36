"""Plots as SVG for a page: drawn by pygal, coloured by the page's own tokens.

No script and no style is left in them; each mark says in its title what it is, and those that
lead to events are links. Lines differ in their dashes and marks, too, and a legend shows what is
drawn: so that they are read without colour.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from typing import Any
from xml.etree import ElementTree

import pygal
from msgspec import Struct

from projections.kit.drawing.markup import Markup

WIDTH, HEIGHT = 420, 250

DRAWN = 256
"""Plots that are kept: drawing one takes longer than everything else that a page shows."""

_HREF = "{http://www.w3.org/1999/xlink}href"

LINE_IN_LEGEND = 26
"""How long the piece of line is that a legend shows."""

_SHAPES = (
    "M{left} {y} a3 3 0 1 0 6 0 a3 3 0 1 0 -6 0 Z",
    "M{left} {top} h6 v6 h-6 Z",
    "M{x} {top} l3.6 6.4 h-7.2 Z",
    "M{x} {top} l3 3 -3 3 -3 -3 Z",
    "M{left} {y} a3 3 0 1 0 6 0 a3 3 0 1 0 -6 0 Z",
    "M{left} {top} l6 6 m0 -6 l-6 6",
)
"""The marks of lines: a disc, a square, a triangle, a diamond, a ring, a cross."""


class Mark(Struct, frozen=True):
    """A value of a plot (None: not known), what it is in words, and where it leads."""

    value: float | None
    says: str = ""
    href: str | None = None


class Series(Struct, frozen=True):
    """Values that belong together, one a label of the axis. `style`: `dashed` for what is
    expected or uncertain."""

    name: str
    marks: tuple[Mark, ...]
    style: str = ""


def lines(title: str, labels: Sequence[str], series: Sequence[Series]) -> Markup:
    """Values as they went on; a gap where one is not known."""
    return _plot(_line, title, tuple(labels), tuple(series))


def bars(title: str, labels: Sequence[str], series: Sequence[Series]) -> Markup:
    """Values side by side, upright."""
    return _plot(_bar, title, tuple(labels), tuple(series))


def rows(title: str, labels: Sequence[str], series: Sequence[Series]) -> Markup:
    """Values side by side, lying: for labels that are names."""
    # pygal counts from below.
    turned = tuple(Series(one.name, one.marks[::-1], one.style) for one in series)
    return _plot(_row, title, tuple(labels)[::-1], turned)


@lru_cache(DRAWN)
def _plot(
    make: Callable[[Sequence[str], int], Any],
    title: str,
    labels: tuple[str, ...],
    series: tuple[Series, ...],
) -> Markup:
    return _drawn(make(labels, len(series)), title, series)


def _line(labels: Sequence[str], _series: int) -> Any:
    look = {**_LOOK, "height": HEIGHT, "allow_interruptions": True, "dots_size": 3}
    look["truncate_legend"] = 16
    chart = pygal.Line(**look, show_minor_x_labels=False)
    chart.x_labels = labels
    chart.x_labels_major = labels[:: max(1, len(labels) // 8)]
    return chart


def _bar(labels: Sequence[str], _series: int) -> Any:
    chart = pygal.Bar(**_LOOK, height=HEIGHT)
    chart.x_labels = labels
    return chart


def _row(labels: Sequence[str], series: int) -> Any:
    height = 56 + 21 * max(2, len(labels)) * max(1, series * 0.7)
    chart = pygal.HorizontalBar(**_LOOK, height=int(height))
    chart.x_labels = labels
    return chart


_LOOK: Mapping[str, Any] = {
    "width": WIDTH,
    "js": [],
    "css": [],
    "no_prefix": True,
    "legend_at_bottom": True,
    "legend_box_size": 10,
    "margin": 8,
    "spacing": 6,
    "truncate_legend": 22,
    "truncate_label": 18,
    "max_scale": 6,
    "formatter": lambda value: f"{value:.4g}".replace("-", "−"),
}


def _drawn(chart: Any, title: str, series: Sequence[Series]) -> Markup:
    for one in series:
        chart.add(one.name, [_value(mark) for mark in one.marks])
    chart.show_legend = len(series) > 1
    root: ElementTree.Element = chart.render_tree()
    _strip(root)
    _tell(root)
    _show_in_legend(root)
    dashed = {n for n, one in enumerate(series) if one.style == "dashed"}
    for group in root.iter("g"):
        classes = group.get("class", "").split()
        if "series" in classes:
            _mark(group, _number(classes))
        if "series" in classes and _number(classes) in dashed:
            group.set("class", " ".join([*classes, "dashed"]))
    root.attrib.pop("id", None)
    root.set("class", "plot")
    root.set("role", "group")
    root.set("aria-label", title)
    return Markup(ElementTree.tostring(root, encoding="unicode"))


def _value(mark: Mark) -> Any:
    if mark.value is None:
        return None
    value: dict[str, Any] = {"value": mark.value, "label": mark.says}
    if mark.href is not None:
        value["xlink"] = {"href": mark.href}
    return value


def _strip(root: ElementTree.Element) -> None:
    """Takes out scripts, styles, comments, and the name of the maker."""
    for parent in list(root.iter()):
        for child in list(parent):
            tag = child.tag if isinstance(child.tag, str) else ""
            made = tag == "title" and child.text == "Pygal"
            if not tag or made or tag in ("defs", "script", "style"):
                parent.remove(child)


def _tell(root: ElementTree.Element) -> None:
    """Makes titles of the descriptions that pygal leaves for its script."""
    for parent in list(root.iter()):
        told = {one.get("class", ""): one.text or "" for one in parent.findall("desc")}
        for child in parent.findall("desc"):
            parent.remove(child)
        text = told.get("label") or told.get("value")
        if text:
            title = ElementTree.Element("title")
            title.text = text
            parent.insert(0, title)
        address = parent.attrib.pop(_HREF, None)
        if address is not None:
            parent.set("href", address)
            parent.attrib.pop("target", None)
        parent.attrib.pop("style", None)


def _number(classes: Sequence[str]) -> int:
    """Which series a group is of."""
    named = next(one for one in classes if one.startswith("serie-"))
    return int(named.removeprefix("serie-"))


def _mark(series: ElementTree.Element, number: int) -> None:
    """Gives the points of a series a mark of their own."""
    for parent in list(series.iter()):
        for dot in parent.findall("circle"):
            shape = _shape(number, float(dot.get("cx", 0)), float(dot.get("cy", 0)))
            parent.insert(list(parent).index(dot), shape)
            parent.remove(dot)


def _shape(number: int, x: float, y: float) -> ElementTree.Element:
    kind = number % len(_SHAPES)
    place = {"x": f"{x:.1f}", "y": f"{y:.1f}", "left": f"{x - 3:.1f}", "top": f"{y - 3:.1f}"}
    return ElementTree.Element(
        "path", {"class": f"dot shape-{kind}", "d": _SHAPES[kind].format(**place)}
    )


def _show_in_legend(root: ElementTree.Element) -> None:
    """Puts a piece of what is drawn where pygal has a square of the colour."""
    lines = "line-graph" in root.find("g").get("class", "")  # type: ignore[union-attr]
    for legend in (one for one in root.iter("g") if "legend" in one.get("class", "").split()):
        number = int(legend.attrib.pop("id").rpartition("-")[2])
        legend.set("class", "legend")
        box = legend.find("rect")
        assert box is not None
        legend.remove(box)
        drawn = ElementTree.Element("g", {"class": f"series serie-{number} color-{number}"})
        drawn.extend(_piece_of_line(box, number) if lines else [_piece_of_bar(box)])
        legend.insert(0, drawn)
        for text in legend.iter("text") if lines else ():
            text.set("x", f"{float(box.get('x', 0)) + LINE_IN_LEGEND + 6:.1f}")


def _piece_of_line(box: ElementTree.Element, number: int) -> list[ElementTree.Element]:
    x, y = float(box.get("x", 0)), float(box.get("y", 0)) + 5
    line = {"class": "line reactive nofill", "d": f"M{x:.1f} {y:.1f} h{LINE_IN_LEGEND}"}
    return [ElementTree.Element("path", line), _shape(number, x + LINE_IN_LEGEND / 2, y)]


def _piece_of_bar(box: ElementTree.Element) -> ElementTree.Element:
    size = {"width": "11", "height": "11", "class": "rect"}
    return ElementTree.Element("rect", {"x": box.get("x", "0"), "y": box.get("y", "0"), **size})
