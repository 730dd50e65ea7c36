"""The light values of the colours and fonts in the web app's ui.css, for pictures without it."""

from __future__ import annotations

import re
from collections.abc import Mapping

from projections.kit.drawing.markup import Markup

_PAIRS = """
page #f3f2ee, surface #fbfaf7, ink #16191c, ink-2 #454a4e, ink-3 #5f6468, bad #a8201a,
seat-1 #1f62aa, seat-1-ink #ffffff, seat-1-line #174f8c,
seat-2 #b44d0d, seat-2-ink #ffffff, seat-2-line #9c3f06,
seat-3 #0d7a61, seat-3-ink #ffffff, seat-3-line #0a6650,
seat-4 #732350, seat-4-ink #ffffff, seat-4-line #5f1b42,
t-blue #2f6fc0, t-blue-ink #ffffff, t-red #c43a31, t-red-ink #ffffff,
t-green #2a8147, t-green-ink #ffffff, t-orange #ef8a2c, t-orange-ink #1b1206,
t-yellow #f3c93a, t-yellow-ink #241c00, t-purple #74489c, t-purple-ink #ffffff,
t-pink #e07aa8, t-pink-ink #2b0a1b, t-teal #1b7f86, t-teal-ink #ffffff,
t-brown #7a5230, t-brown-ink #ffffff, t-black #22262a, t-black-ink #ffffff,
t-grey #868c90, t-grey-ink #0d0f10, t-white #fdfdfb, t-white-ink #16191c,
t-grass #97ba90, t-grass-ink #1c3522, t-grass2 #8db287, t-grass2-ink #1c3522,
t-chalk #f7faf2, t-chalk-ink #1c3522, t-paper #fbfaf7, t-paper-ink #16191c,
t-sand #efe6d6, t-sand-ink #1c3522, t-stone #8d8a84, t-stone-ink #16191c,
t-mint #cfe3d3, t-mint-ink #1c3522, t-steel #b5c6d1, t-steel-ink #1c3522,
t-line #1c3522, t-line-ink #ffffff,
t-good #1b6b37, t-good-ink #ffffff, t-bad #a8201a, t-bad-ink #ffffff,
t-quiet #3d4347, t-quiet-ink #ffffff, t-last #e6b400, t-last-ink #241c00,
heat #fffdf0, hex-rule #c9bda6, thread #a3967c, tag-ink #ffffff, cross #a8201a
"""

COLOURS: Mapping[str, str] = {
    name: value for pair in _PAIRS.split(",") for name, value in [pair.split()]
}
"""Colours by the names of their custom properties."""

FONTS: Mapping[str, str] = {
    "narrow": "Avenir Next Condensed, Bahnschrift, Roboto Condensed, Arial Narrow, "
    "DejaVu Sans Condensed, sans-serif",
    "serif": "Iowan Old Style, Charter, Cambria, Noto Serif, DejaVu Serif Condensed, Georgia, "
    "serif",
}

_VARIABLE = re.compile(r'="var\(--([a-z0-9-]+)\)"')


def fixed(drawing: str) -> Markup:
    """A drawing with every custom property in its attributes replaced by its light value.

    Raises KeyError for one that has none.
    """
    return Markup(_VARIABLE.sub(lambda found: f'="{_value(found[1])}"', drawing))


def _value(name: str) -> str:
    return FONTS.get(name) or COLOURS[name]
