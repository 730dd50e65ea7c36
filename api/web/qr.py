"""QR codes as inline SVG, which a strict Content-Security-Policy admits."""

from __future__ import annotations

import segno

from projections.kit.drawing.markup import Markup

QUIET_ZONE = 4
"""Modules of white around a code. Source: ISO/IEC 18004."""


def qr_code(text: str, title: str) -> Markup:
    """The code of a text, black on white in every theme: not all readers know it inverted."""
    code = segno.make(text, error="m", micro=False)
    drawn = code.svg_inline(
        border=QUIET_ZONE,
        dark="#000",
        light="#fff",
        omitsize=True,
        svgclass="qr",
        lineclass=None,
        title=title,
    )
    return Markup(drawn.replace("<svg ", '<svg role="img" ', 1))
