"""The tokens of ui.css: contrast, and the copy of them that pictures are painted with."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import api.web
from projections.kit.drawing.palette import COLOURS
from projections.kit.drawing.vocabulary import THINGS, TONES

CSS = (Path(api.web.__file__).parent / "static/ui.css").read_text("utf-8")
TEXT, SHAPE = 4.5, 3.0
"""Least contrast of text and of shapes (WCAG 2.2, 1.4.3 and 1.4.11)."""


def tokens(theme: str) -> dict[str, str]:
    """The custom properties of section 1 in a theme, as #rrggbb where they are colours."""
    section = CSS[: CSS.index("/* ---------- 2")]
    found: dict[str, str] = {}
    for name, value in re.findall(r"--([\w-]+): ([^;]+);", section):
        pair = re.fullmatch(r"light-dark\((.+), (.+)\)", value)
        found.setdefault(name, value if not pair else pair[1 if theme == "light" else 2])
    return {name: resolved(value, found) for name, value in found.items()}


def resolved(value: str, found: dict[str, str]) -> str:
    named = re.fullmatch(r"var\(--([\w-]+)\)", value)
    if named:
        return resolved(found[named[1]], found)
    short = re.fullmatch("#([0-9a-f])([0-9a-f])([0-9a-f])", value)
    return "#" + "".join(digit * 2 for digit in short.groups()) if short else value


def luminance(colour: str) -> float:
    parts = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    red, green, blue = (c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(a: str, b: str) -> float:
    light, dark = sorted((luminance(a), luminance(b)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


READ = [
    *((ink, ground) for ink in ("ink", "ink-2", "ink-3", "good", "bad", "warn")
      for ground in ("page", "surface", "sunk")),
    *((ink, "gold-soft") for ink in ("ink", "ink-2", "ink-3")),
    *((f"seat-{n}-ink", f"seat-{n}") for n in range(1, 5)),
    *((f"seat-{n}-line", "page") for n in range(1, 5)),
    *((f"t-{tone}-ink", f"t-{tone}") for tone in (*THINGS, "grass", "grass2", "paper", "stone")),
    ("inverse", "ink"), ("ink", "bad-soft"), ("page", "bad"), ("t-last-ink", "gold"),
    ("t-good-ink", "good"), ("t-bad-ink", "bad"), ("tag-ink", "t-quiet"),
    ("t-line", "t-grass"), ("t-line", "t-grass2"), ("ink-3", "t-sand"),
]  # fmt: skip
SEEN = [
    *((f"seat-{n}", ground) for n in range(1, 5) for ground in ("page", "surface")),
    ("ink", "t-grass"), ("t-quiet", "page"), ("ink", "rule"),
]  # fmt: skip


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_text_and_shapes_stand_out(theme: str) -> None:
    found = tokens(theme)
    weak = [
        (front, ground, round(contrast(found[front], found[ground]), 2))
        for pairs, least in ((READ, TEXT), (SEEN, SHAPE))
        for front, ground in pairs
        if contrast(found[front], found[ground]) < least
    ]
    assert weak == []


def test_pictures_have_the_light_colours_of_pages() -> None:
    light = tokens("light")
    assert {name: light[name] for name in COLOURS} == dict(COLOURS)


def test_every_tone_has_a_colour_and_letters_on_it() -> None:
    assert {f"t-{tone}" for tone in TONES - {"seat"}} <= COLOURS.keys()
    assert {f"t-{tone}-ink" for tone in TONES - {"seat"}} <= COLOURS.keys()


def test_no_page_needs_anything_from_elsewhere() -> None:
    assert not re.search(r"@import|url\((?!#)|https?:", CSS)
