"""The neutral drawing vocabulary: what lies where and what it is called.

A ruleset builds these values; one renderer (scene-view.js in the browser, svg.py on the server)
decides how they look. Defaults are left out of the JSON, so a key that is absent is at its default.
Numbers are integers or have one decimal. Ids are unique in a scene and stable from step to step.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Literal

from msgspec import Struct

Tone = str
"""A name of the palette (`blue`, `grass`, `good`, ...); `#rrggbb` only for what a box prints."""

Anchor = Literal["c", "n", "ne", "e", "se", "s", "sw", "w", "nw"]

STATES = (
    "active",
    "cancelled",
    "damaged",
    "edited",
    "flipped",
    "pending",
    "raised",
    "routed",
    "spent",
    "suppressed",
    "unseen",
    "upgraded",
    "vacant",
)


class _Drawn(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Base: immutable, defaults left out of the JSON."""


class SceneSeat(_Drawn, frozen=True, kw_only=True):
    """A seat as the chrome draws it; `slot` 1..4 is its colour and shape, `mark` its letter."""

    id: str
    name: str
    slot: int
    mark: str
    side: Literal["near", "far"]
    person: str | None = None
    score: str | None = None
    turn: bool = False
    note: str | None = None
    fill: str | None = None
    ink: str | None = None


class Shape(_Drawn, frozen=True, kw_only=True):
    """Printing: exactly one of rect, circle, line, path, text (with at, size, align)."""

    rect: Sequence[float] | None = None
    circle: Sequence[float] | None = None
    line: Sequence[float] | None = None
    path: str | None = None
    text: str | None = None
    at: Sequence[float] | None = None
    size: float | None = None
    align: Literal["start", "middle", "end"] | None = None
    fill: Tone | None = None
    stroke: Tone | None = None
    width: float | None = None
    dash: bool = False
    opacity: float | None = None


class Place(_Drawn, frozen=True, kw_only=True):
    """Where things can lie. `x`, `y` is the centre; cells and zones have w, h, a hex its side r."""

    title: str
    x: float
    y: float
    kind: Literal["cell", "hex", "zone"] = "cell"
    w: float | None = None
    h: float | None = None
    r: float | None = None
    tone: Tone | None = None
    pattern: Literal["hatch", "dots", "double", "dash"] | None = None
    heat: int | None = None
    mark: str | None = None
    ring: bool = False
    label: str | None = None
    many: Literal["fan", "row", "up", "deck"] = "fan"


class Badge(_Drawn, frozen=True, kw_only=True):
    """A small sign at a corner of an item or card."""

    text: str
    corner: Literal["ne", "nw", "se", "sw"]
    shape: Literal["disc", "shield", "star"]
    title: str | None = None


class Art(_Drawn, frozen=True, kw_only=True):
    """A picture on a card: its own view box [w, h] and shapes."""

    view: Sequence[float]
    shapes: Sequence[Shape]


class Card(_Drawn, frozen=True, kw_only=True):
    """A card of a panel. One that nobody here has seen is only `{id, state: ["unseen"], tone?}`."""

    id: str
    title: str | None = None
    label: str | None = None
    corner: str | None = None
    sublabel: str | None = None
    lines: Sequence[str] = ()
    used: int | None = None
    art: Art | None = None
    dice: Sequence[Tone] = ()
    tone: Tone | None = None
    seat: str | None = None
    slot: str | None = None
    state: Sequence[str] = ()
    badges: Sequence[Badge] = ()
    under: Sequence[Card] = ()


class Item(_Drawn, frozen=True, kw_only=True):
    """A thing on the board: `piece`, `token`, `die`, `card`, `line` or `text`."""

    kind: Literal["piece", "token", "die", "card", "line", "text"]
    title: str
    at: str | None = None
    on: str | None = None
    anchor: Anchor | None = None
    z: int = 0
    order: int = 0
    seat: str | None = None
    tone: Tone | None = None
    size: float | None = None
    label: str | None = None
    sublabel: str | None = None
    badges: Sequence[Badge] = ()
    band: Tone | None = None
    state: Sequence[str] = ()
    # piece, token
    shape: str | None = None
    facing: float | None = None
    rays: Sequence[float] = ()
    # die; "" is a blank face, None not rolled
    face: str | None = None
    # card
    corner: str | None = None
    lines: Sequence[str] = ()
    used: int | None = None
    art: Art | None = None
    dice: Sequence[Tone] = ()
    # line
    through: Sequence[str] = ()
    points: Sequence[Sequence[float]] = ()
    head: bool = False
    dash: bool = False
    short: bool = False
    curve: float | None = None
    offset: float | None = None
    width: float | None = None
    icon: Literal["star", "x"] | None = None
    fade: int = 0
    # text
    x: float | None = None
    y: float | None = None
    text: str | None = None
    align: Literal["start", "middle", "end"] | None = None


class Mark(_Drawn, frozen=True, kw_only=True):
    """A comment on places and items that is gone with the next step.

    `why`: `last` (what the last event did), `pending` (being resolved), `aid` (may be off).
    """

    kind: Literal["line", "ring", "tag", "area"]
    why: Literal["last", "pending", "aid"]
    title: str
    tone: Literal["good", "bad", "quiet", "seat", "last"] | None = None
    seat: str | None = None
    on: str | None = None
    text: str | None = None
    places: Sequence[str] = ()
    through: Sequence[str] = ()
    points: Sequence[Sequence[float]] = ()
    head: bool = False
    dash: bool = False
    short: bool = False
    curve: float | None = None
    offset: float | None = None
    width: float | None = None
    icon: Literal["star", "x"] | None = None
    label: str | None = None


class Board(_Drawn, frozen=True, kw_only=True):
    """The picture: same `key` in two scenes = the same board, on which things travel."""

    key: str
    view: Sequence[float]
    places: Mapping[str, Place]
    items: Mapping[str, Item]
    turnable: bool = False
    ground: Sequence[Shape] = ()
    lines: Sequence[Shape] = ()


class Needs(_Drawn, frozen=True, kw_only=True):
    """Lowest natural face that succeeds, and the exact chance."""

    target: int | str | None = None
    chance: float | None = None


class Counter(_Drawn, frozen=True, kw_only=True):
    """One number of a `counters` panel; `of` up to 8 is drawn as pips."""

    id: str
    label: str
    value: int | str | None
    of: int | None = None
    shape: Literal["disc", "ring", "cube", "diamond"] | None = None
    title: str | None = None


class Stop(_Drawn, frozen=True, kw_only=True):
    """A labelled place of a track."""

    at: int
    label: str
    tone: Tone | None = None


class TrackToken(_Drawn, frozen=True, kw_only=True):
    """A token on a track; tokens at one stop are stacked by `order`."""

    id: str
    seat: str
    at: int
    title: str
    order: int = 0


class Column(_Drawn, frozen=True, kw_only=True):
    """A column of a table panel."""

    id: str
    label: str
    align: Literal["start", "middle", "end"] | None = None
    title: str | None = None


class Row(_Drawn, frozen=True, kw_only=True):
    """A row of a table panel, a string a column."""

    id: str
    cells: Sequence[str]
    seat: str | None = None
    state: Sequence[str] = ()


class PanelDie(_Drawn, frozen=True, kw_only=True):
    """A die of a dice panel."""

    id: str
    face: str | None
    tone: Tone | None = None
    state: Sequence[str] = ()
    title: str | None = None


class Roll(_Drawn, frozen=True, kw_only=True):
    """One roll of a dice panel; `seat` None: not of a seat of this scene."""

    id: str
    seat: str | None
    label: str
    dice: Sequence[PanelDie]
    sum: str | None = None
    needs: Needs | None = None


class Part(_Drawn, frozen=True, kw_only=True):
    """A seat's part of a share panel; parts sum to 1 (a tie's chance may be left over)."""

    seat: str
    value: float
    label: str


class Line(_Drawn, frozen=True, kw_only=True):
    """An entry of a list panel."""

    id: str
    text: str
    seat: str | None = None
    note: str | None = None


class Panel(_Drawn, frozen=True, kw_only=True, rename={"start": "from"}):
    """What does not lie on a board.

    `kind` says which of the other keys it has. `dock`: `bar` (the strip with the seat's name, one
    `counters` panel a seat), `tray` (a seat's belongings), `table` (nobody's), `stage` (beside the
    board or instead of it). The one `prompt` of a scene has the id `prompt`.
    """

    id: str
    kind: Literal["counters", "cards", "track", "table", "dice", "share", "list", "prompt"]
    title: str
    dock: Literal["bar", "tray", "table", "stage"]
    seat: str | None = None
    count: int | None = None
    # counters, list
    items: Sequence[Any] = ()
    # cards
    layout: Literal["hand", "row", "pile", "slots"] | None = None
    cards: Sequence[Card] = ()
    limit: int | None = None
    # track
    start: int | None = None
    to: int | None = None
    stops: Sequence[Stop] = ()
    tokens: Sequence[TrackToken] = ()
    # table
    columns: Sequence[Column] = ()
    rows: Sequence[Row] = ()
    # dice
    rolls: Sequence[Roll] = ()
    # share
    parts: Sequence[Part] = ()
    # prompt
    seats: Sequence[str] = ()
    text: str | None = None
    type: str | None = None
    needs: Needs | None = None


class Scene(_Drawn, frozen=True, kw_only=True, tag_field="scene", tag=1):
    """The whole drawing at one step; `marks` are put in by whoever serves it.

    The tag `scene: 1` in its JSON is the version of the vocabulary.
    """

    ruleset: str
    title: str
    seats: Sequence[SceneSeat]
    board: Board | None = None
    marks: Sequence[Mark] = ()
    panels: Sequence[Panel] = ()
