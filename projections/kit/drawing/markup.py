"""Elements of SVG and HTML as text, escaped where they are made."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from html import escape
from math import floor
from typing import Any

Attribute = str | float | bool | None
"""None and False leave the attribute out, True leaves it empty."""


class Markup(str):
    """Text that is markup already and is not escaped again, in templates neither."""

    __slots__ = ()

    def __html__(self) -> str:
        """The markup, for template engines."""
        return self


def svg(name: str, *children: Any, **attributes: Attribute) -> Markup:
    """An SVG element. In attribute names `_` stands for `-`, a final `_` is dropped (`class_`).

    Children are markup, text, iterables of children, and None or False for nothing.
    """
    inner = join(children)
    opening = f"<{name}{_attributes(attributes)}"
    return Markup(f"{opening}>{inner}</{name}>" if inner else f"{opening}/>")


def html(name: str, *children: Any, **attributes: Attribute) -> Markup:
    """An HTML element with an end tag; else as `svg`."""
    return Markup(f"<{name}{_attributes(attributes)}>{join(children)}</{name}>")


def join(children: Iterable[Any]) -> Markup:
    """Children one after the other."""
    return Markup("".join(map(_child, children)))


def number(value: float) -> str:
    """A coordinate with two decimals at most, halves upwards as in scene-view.js."""
    rounded = floor(value * 100 + 0.5) / 100
    return str(int(rounded)) if rounded == int(rounded) else repr(rounded)


def _child(child: Any) -> str:
    if child is None or child is False:
        return ""
    if isinstance(child, Markup):
        return child
    if isinstance(child, str):
        return escape(child, quote=False)
    return join(child)


def _attributes(attributes: dict[str, Attribute]) -> str:
    return "".join(
        f' {_name(key)}="{_value(value)}"'
        for key, value in attributes.items()
        if value is not None and value is not False
    )


@cache
def _name(key: str) -> str:
    return key.removesuffix("_").replace("_", "-")


def _value(value: Attribute) -> str:
    if value is True:
        return ""
    return escape(value) if isinstance(value, str) else number(value or 0)
