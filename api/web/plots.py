"""Plots as SVG for a page: drawn by pygal, coloured by the page's own tokens.

No script and no style is left in them; each mark says in its title what it is, and those that
lead to events are links.
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
    dashed = {n for n, one in enumerate(series) if one.style == "dashed"}
    for group in root.iter("g"):
        classes = group.get("class", "").split()
        if "series" in classes and any(f"serie-{n}" in classes for n in dashed):
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
