"""Holds a scene's JSON against the drawing vocabulary: closed words, ids, references, numbers."""

from __future__ import annotations

import re
from collections import Counter as Count
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import msgspec

from projections.kit.drawing.scene import STATES, Card, Counter, Line, Panel, Scene


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


THINGS = _words("blue red green orange yellow purple pink teal brown black grey white")
GROUNDS = _words("grass grass2 chalk paper sand stone mint steel line")
VERDICTS = _words("good bad quiet last seat")
TONES = THINGS | GROUNDS | VERDICTS

PIECES = _words("disc square ship transport diamond triangle tower gun rock")
TOKENS = _words("ball lock cube flag dot ring disc")

_COLOUR = re.compile("#[0-9a-f]{6}")
_TONE_KEYS = _words("tone fill stroke band")
_EXACT = _words("chance value opacity")
"""Numbers that keep all their digits: probabilities, and how clear a printing is."""

_LENGTHS = {"label": 3, "sublabel": 5}
_TAG_LENGTH = 9

_ITEM_KEYS = _words(
    "kind at on anchor z order seat tone size label sublabel badges band state title"
)
_LINE_KEYS = _words("through points head dash short curve offset width icon label")
_OWN_KEYS: Mapping[str, frozenset[str]] = {
    "piece": _words("shape facing rays"),
    "token": _words("shape"),
    "die": _words("face"),
    "card": _words("corner lines used art dice"),
    "text": _words("x y text align"),
    "line": _LINE_KEYS | {"fade"},
}
_MARK_KEYS = _words("kind why title tone seat")
_OWN_MARK_KEYS: Mapping[str, frozenset[str]] = {
    "line": _LINE_KEYS,
    "ring": _words("on"),
    "tag": _words("on text"),
    "area": _words("places"),
}
_PANEL_KEYS = _words("id kind title dock seat count")
_OWN_PANEL_KEYS: Mapping[str, frozenset[str]] = {
    "counters": _words("items"),
    "cards": _words("layout cards limit"),
    "track": _words("from to stops tokens"),
    "table": _words("columns rows"),
    "dice": _words("rolls"),
    "share": _words("parts"),
    "list": _words("items"),
    "prompt": _words("seats text type needs"),
}


def scene_of(document: Mapping[str, Any]) -> Scene:
    """A scene from its JSON. Raises msgspec.ValidationError."""
    panels = [{"title": "", **panel} for panel in document.get("panels", ())]
    scene = msgspec.convert({**document, "panels": panels}, Scene)
    return msgspec.structs.replace(scene, panels=[_with_items(panel) for panel in scene.panels])


def _with_items(panel: Panel) -> Panel:
    """The panel with its items, of which each kind has its own, as structs."""
    kind = list[Counter] if panel.kind == "counters" else list[Line]
    return msgspec.structs.replace(panel, items=msgspec.convert(panel.items, kind))


def problems(document: Mapping[str, Any]) -> list[str]:
    """Everything in which a scene's JSON breaks the vocabulary, a sentence each; empty: nothing."""
    try:
        scene = scene_of(document)
    except msgspec.ValidationError as error:
        return [str(error)]
    known = msgspec.json.decode(msgspec.json.encode(scene))
    return [
        *_unknown_keys(document, known, "scene"),
        *_values(document, "scene"),
        *_ids(scene),
        *_board(document, scene),
        *_panels(document, scene),
        *_marks(document, scene),
    ]


def _unknown_keys(given: Any, known: Any, where: str) -> Iterator[str]:
    """Keys that reading the document into structs dropped and that hold something."""
    if isinstance(given, Mapping):
        for key, value in given.items():
            if isinstance(known, Mapping) and key in known:
                yield from _unknown_keys(value, known[key], f"{where}.{key}")
            elif value not in (None, False, "", 0, [], {}) and not _at_default(key, value):
                yield f"{where} has the unknown key {key}"
    elif isinstance(given, Sequence) and not isinstance(given, str):
        for n, (one, other) in enumerate(zip(given, known or given, strict=False)):
            yield from _unknown_keys(one, other, f"{where}[{n}]")


def _at_default(key: str, value: Any) -> bool:
    return (key, value) in {("kind", "cell"), ("many", "fan")}


def _values(value: Any, where: str, key: str = "") -> Iterator[str]:
    """Tones, states and numbers at any depth."""
    if isinstance(value, Mapping):
        for name, inner in value.items():
            yield from _values(inner, f"{where}.{name}", name)
    elif isinstance(value, Sequence) and not isinstance(value, str):
        for n, inner in enumerate(value):
            yield from _values(inner, f"{where}[{n}]", key)
    elif key == "state" and value not in STATES:
        yield f"{where}: {value!r} is no state"
    elif key in _TONE_KEYS and value and value not in TONES and not _COLOUR.fullmatch(str(value)):
        yield f"{where}: {value!r} is no tone"
    elif isinstance(value, float) and key not in _EXACT and round(value, 1) != value:
        yield f"{where}: {value} has more than one decimal"


def _ids(scene: Scene) -> Iterator[str]:
    for id_, times in Count(_all_ids(scene)).items():
        if times > 1:
            yield f"id {id_} is used {times} times"


def _all_ids(scene: Scene) -> Iterator[str]:
    if scene.board:
        yield from scene.board.places
        yield from scene.board.items
    for panel in scene.panels:
        yield panel.id
        yield from (part.id for part in panel.items)
        yield from _card_ids(panel.cards)
        yield from (token.id for token in panel.tokens)
        yield from (row.id for row in panel.rows)
        for roll in panel.rolls:
            yield roll.id
            yield from (die.id for die in roll.dice)


def _card_ids(cards: Sequence[Card]) -> Iterator[str]:
    for card in cards:
        yield card.id
        yield from _card_ids(card.under)


def _board(document: Mapping[str, Any], scene: Scene) -> Iterator[str]:
    board = scene.board
    if board is None:
        return
    for n, shape in enumerate((*board.ground, *board.lines)):
        yield from _shape(shape, f"printing {n}")
    for id_, place in board.places.items():
        sized = place.r is not None if place.kind == "hex" else place.w and place.h
        if not sized or not place.title:
            yield f"place {id_} has no size or no title"
        if place.heat and not 1 <= place.heat <= 5:
            yield f"place {id_} has heat {place.heat}"
    for id_, item in board.items.items():
        given = document["board"]["items"][id_]
        yield from _own_keys(given, _ITEM_KEYS | _OWN_KEYS[item.kind], f"item {id_}")
        yield from _item(id_, item, scene)


def _item(id_: str, item: Any, scene: Scene) -> Iterator[str]:
    board, where = scene.board, f"item {id_}"
    assert board
    if not item.title:
        yield f"{where} has no title"
    shapes = {"piece": PIECES, "token": TOKENS}.get(item.kind)
    if shapes and item.shape not in shapes:
        yield f"{where}: a {item.kind} has no shape {item.shape!r}"
    if item.at is not None and item.at not in board.places:
        yield f"{where} lies at {item.at}, which is no place"
    if item.on is not None and (item.on not in board.items or item.on == id_):
        yield f"{where} lies on {item.on}, which is no other item"
    if item.kind != "line" and item.at is None and item.on is None and item.x is None:
        yield f"{where} lies nowhere"
    for key, most in _LENGTHS.items():
        if item.kind in ("piece", "token", "die") and len(getattr(item, key) or "") > most:
            yield f"{where}: {key} {getattr(item, key)!r} is longer than {most}"
    corners = Count(badge.corner for badge in item.badges)
    yield from (f"{where} has {n} badges at {c}" for c, n in corners.items() if n > 1)
    yield from _seat(item.seat, where, scene)
    if item.kind == "line":
        yield from _course(item, where, scene)


def _panels(document: Mapping[str, Any], scene: Scene) -> Iterator[str]:
    bars = Count(panel.seat for panel in scene.panels if panel.dock == "bar")
    yield from (f"seat {seat} has {n} bars" for seat, n in bars.items() if n > 1)
    prompts = [panel.id for panel in scene.panels if panel.kind == "prompt"]
    if prompts not in ([], ["prompt"]):
        yield f"the prompts are {prompts}, not one with the id prompt"
    for given, panel in zip(document.get("panels", ()), scene.panels, strict=True):
        where = f"panel {panel.id}"
        yield from _own_keys(given, _PANEL_KEYS | _OWN_PANEL_KEYS[panel.kind], where)
        yield from _seat(panel.seat, where, scene)
        if panel.dock == "bar" and (panel.kind != "counters" or not panel.seat):
            yield f"{where}: a bar holds a seat's counters"
        if panel.dock == "tray" and not panel.seat:
            yield f"{where}: a tray is a seat's"
        yield from _content(panel, where, scene)


def _content(panel: Any, where: str, scene: Scene) -> Iterator[str]:
    for card in panel.cards:
        yield from _card(card, f"card {card.id}", scene)
    for one in (*panel.tokens, *panel.rolls, *panel.parts, *panel.rows):
        yield from _seat(one.seat, where, scene)
    for seat in panel.seats:
        yield from _seat(seat, where, scene)
    for row in panel.rows:
        if len(row.cells) != len(panel.columns):
            yield f"{where}: row {row.id} has {len(row.cells)} cells, not {len(panel.columns)}"
    if panel.kind == "share" and sum(part.value for part in panel.parts) > 1.001:
        yield f"{where}: the parts sum to more than 1"
    if panel.kind == "track":
        stops = [one.at for one in (*panel.stops, *panel.tokens)]
        if panel.start is None or panel.to is None:
            yield f"{where}: a track has from and to"
        elif any(not panel.start <= at <= panel.to for at in stops):
            yield f"{where}: a stop or token lies beyond the track"


def _card(card: Card, where: str, scene: Scene) -> Iterator[str]:
    if "unseen" in card.state:
        said = {key for key in card.__struct_fields__ if getattr(card, key)}
        if told := said - {"id", "state", "tone"}:
            yield f"{where} is not seen and yet tells {sorted(told)}"
    elif not card.title:
        yield f"{where} has no title"
    if card.used is not None and not 0 <= card.used < len(card.lines):
        yield f"{where}: there is no line {card.used}"
    yield from _seat(card.seat, where, scene)
    for shape in card.art.shapes if card.art else ():
        yield from _shape(shape, where)
    for under in card.under:
        yield from _card(under, f"card {under.id}", scene)


def _marks(document: Mapping[str, Any], scene: Scene) -> Iterator[str]:
    known = set(_all_ids(scene))
    for n, mark in enumerate(scene.marks):
        where = f"mark {n} ({mark.title})"
        given = document["marks"][n]
        yield from _own_keys(given, _MARK_KEYS | _OWN_MARK_KEYS[mark.kind], where)
        yield from _seat(mark.seat, where, scene)
        if not mark.title:
            yield f"{where} has no title"
        named = [*([mark.on] if mark.on else []), *mark.places]
        if mark.kind in ("ring", "tag") and not mark.on:
            yield f"{where} lies on nothing"
        if mark.kind == "tag" and not 0 < len(mark.text or "") <= _TAG_LENGTH:
            yield f"{where}: text {mark.text!r} has not 1 to {_TAG_LENGTH} characters"
        yield from (f"{where} names {id_}, which is not there" for id_ in named if id_ not in known)
        if mark.kind == "line":
            yield from _course(mark, where, scene)


def _course(line: Any, where: str, scene: Scene) -> Iterator[str]:
    known = {*scene.board.places, *scene.board.items} if scene.board else set()
    yield from (
        f"{where} goes through {i}, not on the board" for i in line.through if i not in known
    )
    if (len(line.through) < 2) == (len(line.points) < 2):
        yield f"{where} needs two ids in through, or two points"
    if line.curve is not None and not -1 <= line.curve <= 1:
        yield f"{where}: curve {line.curve} is not from -1 to 1"


def _shape(shape: Any, where: str) -> Iterator[str]:
    sizes = {"rect": (4, 5), "circle": (3,), "line": (4,)}
    given = [key for key in (*sizes, "path", "text") if getattr(shape, key) is not None]
    if len(given) != 1:
        yield f"{where}: a shape is one of rect, circle, line, path, text, not {given}"
    elif given[0] in sizes and len(getattr(shape, given[0])) not in sizes[given[0]]:
        yield f"{where}: {given[0]} has {len(getattr(shape, given[0]))} numbers"
    elif given == ["text"] and shape.at is None:
        yield f"{where}: the text {shape.text!r} lies nowhere"


def _own_keys(given: Mapping[str, Any], allowed: frozenset[str], where: str) -> Iterator[str]:
    for key in given:
        if key not in allowed and given[key] not in (None, False, "", 0, []):
            yield f"{where}: a {given['kind']} has no key {key}"


def _seat(seat: str | None, where: str, scene: Scene) -> Iterator[str]:
    if seat is not None and seat not in {one.id for one in scene.seats}:
        yield f"{where} names the seat {seat}, which is not there"
