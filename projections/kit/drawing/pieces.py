"""Draws the things on a board, pieces, tokens, dice and cards, with their states and badges."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from projections.kit.drawing.layout import ANCHORS, Spot, size_of
from projections.kit.drawing.markup import Attribute, Markup, number, svg
from projections.kit.drawing.outlines import INK, PAPER, Kit, kit, outline, paint, printed, words
from projections.kit.drawing.scene import Badge, Item, Place, SceneSeat

_LINES = {"fill": "none", "stroke_linejoin": "round"}
_STRIPES = "M-.85 .1L.1-.85M-.72 .6L.6-.72M-.3 .82L.82-.3M-.9-.45L-.45-.9M.3 .85L.85 .3"
_CRACK = "M-.2-.95L.15-.35L-.3 .05L.2 .9"
_CROSS = "M-.8-.8L.8 .8M-.8 .8L.8-.8"
_TICK = "M.2 .62L.5 .92L1.05 .3L.88 .14L.5 .56L.36 .44Z"
_PATCH = "M0-.42L.4-.13L.25 .34H-.25L-.4-.13Z"


def thing(
    item: Item,
    id_: str,
    spot: Spot,
    seats: Mapping[str, SceneSeat],
    places: Mapping[str, Place],
    turned: bool,
) -> Markup:
    """An item at its spot. Its title says where it lies."""
    colours = kit(item.tone, seats.get(item.seat) if item.seat else None)
    facing = None if item.facing is None else item.facing + (180 if turned else 0)
    place = places.get(item.at) if item.at else None
    title = f"{item.title} at {place.title}" if place else item.title
    return svg(
        "g",
        svg("g", _lifted(item, spot.size / 2, colours, facing), class_="fly"),
        svg("title", title),
        class_=" ".join(["item", item.kind, *(f"is-{state}" for state in item.state)]),
        data_id=id_,
        data_facing=facing,
        transform=f"translate({number(spot.x)} {number(spot.y)})",
    )


def badge(sign: Badge, radius: float, x: float = 0, y: float = 0) -> Markup:
    """A sign at a corner of a thing of that radius."""
    dx, dy = ANCHORS[sign.corner]
    size = radius * 0.46
    at = f"translate({number(x + dx * radius * 1.02)} {number(y + dy * radius * 1.02)})"
    return svg(
        "g",
        outline(sign.shape, size, fill=PAPER, stroke=INK, stroke_width=0.16),
        sign.text and words(sign.text, size * 1.35, fill=INK, font_weight=700),
        sign.title and svg("title", sign.title),
        class_="badge",
        transform=at,
    )


def die_body(
    face: str | None, states: tuple[str, ...], radius: float, colours: Kit
) -> list[Markup | None]:
    """A die and the face it shows, `?` when it is not rolled or to be rolled again."""
    open_ = face is None or "pending" in states
    look = _skin("die", states, radius, colours)
    if open_:
        look |= _dashed(radius)
    ink = _ink(states, colours)
    return [
        outline("die", radius, class_="skin", **look),
        words("?" if open_ else face or "", radius * 1.15, fill=ink, font_weight=700),
        _cross(radius) if "cancelled" in states else None,
    ]


def _lifted(item: Item, r: float, colours: Kit, facing: float | None) -> Any:
    if item.kind == "text":
        fill = paint(item.tone or "line")
        anchor = item.align or "start"
        return words(item.text or "", size_of(item), fill=fill, text_anchor=anchor, font_weight=700)
    if "raised" not in item.state:
        return _drawn(item, r, colours, facing)
    shadow = outline(_form(item), r, fill=INK)
    return [shadow, svg("g", _drawn(item, r, colours, facing), transform="translate(0 -4)")]


def _drawn(item: Item, r: float, colours: Kit, facing: float | None) -> list[Any]:
    return [
        die_body(item.face, tuple(item.state), r, colours)
        if item.kind == "die"
        else [_body(item, r, colours, facing), _letters(item, r, colours)],
        _signs(item, r),
        [badge(sign, r) for sign in item.badges],
    ]


def _form(item: Item) -> str:
    return item.kind if item.kind in ("die", "card") else item.shape or "disc"


def _body(item: Item, r: float, colours: Kit, facing: float | None) -> Markup:
    """What turns with the facing: rays, the outline, and what is drawn across it."""
    states = tuple(item.state)
    look = _skin(item.kind, states, r, colours)
    if item.shape == "ball" and not item.tone:
        look["fill"] = "#ffffff"
    return svg(
        "g",
        [_ray(degrees, r) for degrees in item.rays],
        outline(_form(item), r, class_="skin", **look),
        item.shape == "ball" and outline_path(_PATCH, r, fill=INK),
        "active" in states
        and outline(_form(item), r * 0.8, fill="none", stroke=colours.ink, stroke_width=0.1),
        ("flipped" in states or "suppressed" in states)
        and outline_path(
            _STRIPES,
            r,
            stroke=colours.ink,
            stroke_width=0.13,
            **_LINES,
            opacity=0.3 if "flipped" in states else 0.75,
        ),
        "damaged" in states
        and outline_path(_CRACK, r, stroke=colours.ink, stroke_width=0.16, **_LINES),
        item.band and _band(item.band, r, pale=bool({"flipped", "spent"} & set(states))),
        class_="body",
        transform=None if facing is None else f"rotate({number(facing)})",
    )


def outline_path(path: str, r: float, **look: Attribute) -> Markup:
    """A path in units of the radius."""
    return svg("path", d=path, transform=f"scale({number(r)})", **look)


def _skin(kind: str, states: tuple[str, ...], r: float, colours: Kit) -> dict[str, Attribute]:
    """Fill and rim of a thing in its states; widths and dashes in units of its radius."""
    rim = colours.rim if kind == "piece" else INK
    if kind == "token" and colours.fill == "var(--t-black)":
        rim = "#ffffff"
    width = {"piece": 0.13, "token": 0.12}.get(kind, 1.5 / r)
    look: dict[str, Attribute] = {
        "fill": colours.fill,
        "stroke": rim,
        "stroke_width": width,
        "stroke_linejoin": "round",
    }
    if "unseen" in states:
        look["fill"] = "var(--t-grey)"
    if "flipped" in states or "spent" in states or "routed" in states:
        look["opacity"] = 0.5
    if "cancelled" in states:
        look["fill_opacity"] = 0.35
    if "vacant" in states:
        look["fill"] = "none"
    if {"routed", "pending", "vacant"} & set(states):
        look |= _dashed(r)
    if "edited" in states:
        look |= {"stroke_dasharray": ".06 .18", "stroke_linecap": "round", "stroke_width": 0.16}
    return look


def _dashed(r: float) -> dict[str, Attribute]:
    return {"stroke_dasharray": ".34 .2", "stroke_width": max(0.13, 2 / r)}


def _ink(states: tuple[str, ...], colours: Kit) -> str:
    if "vacant" in states:
        return "var(--ink-3)"
    return "var(--t-line)" if "cancelled" in states else colours.ink


def _letters(item: Item, r: float, colours: Kit) -> list[Markup | None]:
    unseen = "unseen" in item.state
    label, ink = ("?" if unseen else item.label), _ink(tuple(item.state), colours)
    if item.kind == "card":
        return _card_letters(item, r, label, ink)
    if item.kind == "token":
        x, y = {"flag": (r * 0.24, -r * 0.42), "lock": (0, r * 0.4)}.get(item.shape or "", (0, 0))
        size = r * (0.66 if item.shape == "flag" else 0.82)
        return [_word(label, size, ink, x=x, y=y)]
    size = r * (0.66 if item.sublabel else 0.8 if len(label or "") > 2 else 1.08)
    y = -r * 0.2 if item.sublabel else -r * 0.08 if item.band else 0
    struck = "line-through" if "flipped" in item.state else None
    return [
        _word(label, size, ink, y=y, text_decoration=struck),
        _word(item.sublabel, r * 0.56, ink, y=r * 0.38),
    ]


def _card_letters(item: Item, r: float, label: str | None, ink: str) -> list[Markup | None]:
    if item.art and "unseen" not in item.state:
        width, height = item.art.view
        scale = min(1.7 * r / width, 1.9 * r / height)
        at = f"translate({number(-width * scale / 2)} {number(-r * 0.7)}) scale({number(scale)})"
        shapes = [printed(shape, lambda x, y: (x, y)) for shape in item.art.shapes]
        picture = svg("g", shapes, transform=at)
    else:
        picture = None
    return [
        picture,
        _word(label, r * 0.5, ink, y=-r * 1.05 if picture else 0),
        _word(item.corner, r * 0.4, ink, x=r * 0.65, y=-r * 1.05),
        _word(item.sublabel, r * 0.36, ink, y=r * 1.1 if picture else r * 0.5),
    ]


def _word(text: str | None, size: float, ink: str, **attributes: Attribute) -> Markup | None:
    return words(text, size, fill=ink, font_weight=700, **attributes) if text else None


def _ray(degrees: float, r: float) -> Markup:
    tip = f"M{number(r * 1.22)} {number(-r * 0.2)}L{number(r * 1.62)} 0L{number(r * 1.22)} "
    at = f"rotate({number(degrees)})"
    return svg("path", d=f"{tip}{number(r * 0.2)}Z", fill="var(--ink)", opacity=0.75, transform=at)


def _band(tone: str, r: float, pale: bool) -> Markup:
    edge, low, arc = number(r * 0.66), number(r * 0.56), number(r * 0.87)
    path = f"M-{edge} {low}A{arc} {arc} 0 0 0 {edge} {low}"
    opacity = 0.5 if pale else None
    return svg(
        "path", d=path, fill="none", stroke=paint(tone), stroke_width=r * 0.2, opacity=opacity
    )


def _signs(item: Item, r: float) -> list[Markup | None]:
    """The states that are drawn over the letters."""
    look: dict[str, Attribute] = {"fill": PAPER, "stroke": INK, "stroke_width": 0.12}
    corner = number(-r * 0.75)
    star = outline("star", r * 0.5, fill=PAPER, stroke=INK, stroke_width=0.16)
    return [
        _cross(r) if "cancelled" in item.state and item.kind != "die" else None,
        outline_path(_TICK, r, **look) if "spent" in item.state else None,
        svg("g", star, transform=f"translate({corner} {corner})")
        if "upgraded" in item.state
        else None,
    ]


def _cross(r: float) -> Markup:
    return outline_path(_CROSS, r, stroke="var(--cross)", stroke_width=3 / r, fill="none")
