"""A box as its owner proof-reads it: every part in a table, numbers summed, ids as names.

Made from the box's JSON alone, whatever the game. A list or table of records becomes a table with a
row each; what is too large for a cell becomes a section of its own below.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from msgspec import Struct

CELL = 12
"""Values that still fit into a cell."""

MANY = 10
"""Columns that numbers may have; a table of more of them is turned."""

_COLOUR = re.compile(r"#([0-9a-f]{3}|[0-9a-f]{6})\Z", re.IGNORECASE)
_NAMES = ("name", "title", "label")


class Part(Struct, frozen=True):
    """A piece of a cell: text, perhaps the anchor of the part it names, a colour, or a key."""

    text: str
    anchor: str | None = None
    colour: str | None = None
    key: bool = False


Cell = Sequence[Part]


class Row(Struct, frozen=True):
    """A row; `anchor` is where links to it lead."""

    anchor: str | None
    cells: Sequence[Cell]


class Section(Struct, frozen=True):
    """A part of a box: facts, a table, or further sections. `count` says how many it holds."""

    anchor: str
    title: str
    count: str = ""
    facts: Sequence[tuple[str, Cell]] = ()
    columns: Sequence[str] = ()
    rows: Sequence[Row] = ()
    sections: Sequence[Section] = ()


class _Known(Struct, frozen=True):
    """A record of the box: where it stands and what it is called."""

    kind: str
    anchor: str
    name: str


def catalogue(content: Mapping[str, Any]) -> Section:
    """The whole box: its plain facts first, then its parts in their order."""
    reader = _Reader(content)
    facts = [(words(k), reader.cell(v, k)) for k, v in content.items() if not _is_part(v)]
    sections = [reader.section(f"part.{k}", words(k), v) for k, v in content.items() if _is_part(v)]
    return Section("box", "Box", facts=facts, sections=sections)


def words(key: str) -> str:
    """A key as a heading: `multi_cards` is `Multi cards`; what has capitals stays as it is."""
    spaced = key.replace("_", " ").strip()
    return spaced[:1].upper() + spaced[1:] if key.islower() else key


class _Reader:
    """Reads one box; knows the names that it gives its parts."""

    def __init__(self, content: Mapping[str, Any]) -> None:
        self._known: dict[str, list[_Known]] = {}
        for kind, value in content.items():
            records = _records(value) or []
            called = Counter(_name(record) for _, record in records)
            for id_, record in records:
                name = _name(record)
                if id_ is not None and name:
                    alone = name if called[name] == 1 else id_
                    known = _Known(kind, _anchor(f"part.{kind}", id_), alone)
                    self._known.setdefault(id_, []).append(known)

    def section(self, anchor: str, title: str, value: Any) -> Section:
        records = _records(value)
        if records is not None:
            turned = self._turned(anchor, title, records)
            return turned or self._table(anchor, title, records)
        if isinstance(value, Mapping):
            return self._mapping(anchor, title, value)
        rows = [Row(None, [self.cell(one, title)]) for one in value]
        return Section(anchor, title, str(len(rows)), columns=[title], rows=rows)

    def _mapping(self, anchor: str, title: str, value: Mapping[str, Any]) -> Section:
        """Large ones as a table of two columns, others as facts; what does not fit below."""
        fitting = {k: v for k, v in value.items() if _fits(v)}
        below = [
            self.section(f"{anchor}.{k}", words(k), v) for k, v in value.items() if not _fits(v)
        ]
        if len(fitting) <= CELL or below:
            facts = [(words(k), self.cell(v, k)) for k, v in fitting.items()]
            return Section(anchor, title, facts=facts, sections=below)
        rows = [Row(None, [self.cell(k, anchor), self.cell(v, anchor)]) for k, v in fitting.items()]
        count = _summed(list(fitting.values()))
        return Section(anchor, title, count, columns=["Entry", "Value"], rows=rows)

    def _turned(self, anchor: str, title: str, records: Sequence[_Record]) -> Section | None:
        """Tables of numbers with more fields than records: a row for each field."""
        fields = list(dict.fromkeys(key for _, record in records for key in record))
        numbers = all(type(one) is int for _, record in records for one in record.values())
        if len(fields) <= MANY or not numbers:
            return None
        rows = [
            Row(None, [self.cell(f, ""), *(self.cell(r.get(f), "") for _, r in records)])
            for f in fields
        ]
        sums = [Part(str(sum(record.values()))) for _, record in records]
        rows.append(Row(None, [[Part("together")], *([one] for one in sums)]))
        columns = ["Entry", *(str(id_) for id_, _ in records)]
        return Section(anchor, title, str(len(fields)), columns=columns, rows=rows)

    def _table(self, anchor: str, title: str, records: Sequence[_Record]) -> Section:
        fields = list(dict.fromkeys(key for _, record in records for key in record))
        broad = {key for key in fields if any(not _fits(record.get(key)) for _, record in records)}
        named = next((key for key in _NAMES if key in fields), None)
        ids = any(id_ is not None for id_, _ in records)
        shown = [key for key in fields if key not in broad and key not in (named, "id")]
        rows, below = [], []
        for number, (id_, record) in enumerate(records, 1):
            place = _anchor(anchor, id_ if id_ is not None else str(number))
            cells: list[Cell] = [[Part(str(record.get(named) or "–"))]] if named else []
            cells += [[Part(id_ or "–")]] if ids else []
            rows.append(Row(place, [*cells, *(self.cell(record.get(key), key) for key in shown)]))
            called = _name(record) or f"{title} {id_ if id_ is not None else number}"
            parts = [
                self.section(f"{place}.{key}", words(key), record[key])
                for key in fields
                if key in broad and record.get(key)
            ]
            if parts:
                below.append(Section(f"{place}.parts", called, sections=parts))
        if not shown and not named:
            return Section(anchor, title, str(len(rows)), sections=below)
        heads = [*([named] if named else []), *(["id"] if ids else []), *shown]
        columns = [words(head) for head in heads]
        return Section(anchor, title, str(len(rows)), columns=columns, rows=rows, sections=below)

    def cell(self, value: Any, key: str) -> Cell:
        """A value in a few words; ids that the box names lead to what they name."""
        return list(self._parts(value, key))

    def _parts(self, value: Any, key: str, within: bool = False) -> Iterator[Part]:
        if isinstance(value, Mapping):
            yield from [Part("(")] if within else []
            for number, (name, one) in enumerate(value.items()):
                yield from [Part(" · ")] if number else []
                yield Part(f"{name.replace('_', ' ')} ", key=True)
                yield from self._parts(one, name, within=True)
            yield from [Part(")")] if within else []
        elif isinstance(value, list | tuple):
            for number, one in enumerate(value):
                apart = "; " if isinstance(one, Mapping) else ", "
                yield from [Part(apart)] if number else []
                yield from self._parts(one, key)
            if not value:
                yield Part("–")
        elif isinstance(value, str) and (known := self._named(value, key)):
            yield Part(known.name, anchor=known.anchor)
        else:
            yield _plain(value)

    def _named(self, value: str, key: str) -> _Known | None:
        """What an id names: of several parts that have it the one of the field's own kind."""
        found = self._known.get(value, ())
        own = (one for one in found if key and one.kind.startswith(key.rstrip("s")))
        return next(own, None) or next(iter(found), None)


_Record = tuple[str | None, Mapping[str, Any]]


def _records(value: Any) -> list[_Record] | None:
    """The records of a list or table of them, with their ids; None: it is none."""
    if isinstance(value, Mapping):
        if len(value) > 1 and all(isinstance(one, Mapping) for one in value.values()):
            return list(value.items())
        return None
    if isinstance(value, list) and value and all(isinstance(one, Mapping) for one in value):
        return [(str(one["id"]) if "id" in one else None, one) for one in value]
    return None


def _is_part(value: Any) -> bool:
    """Whether a value at the top of a box is a section of its own: all that is no short fact."""
    if isinstance(value, Mapping):
        return _records(value) is not None or not _fits(value)
    return isinstance(value, list) and any(isinstance(one, Mapping | list) for one in value)


def _fits(value: Any) -> bool:
    """Whether a value is small enough for a cell."""
    return not isinstance(value, Mapping | list) or _size(value) <= CELL or _is_flat(value)


def _is_flat(value: Any) -> bool:
    return isinstance(value, list) and not any(isinstance(one, Mapping | list) for one in value)


def _size(value: Any) -> int:
    """How many values there are in a value."""
    if isinstance(value, Mapping):
        return sum(map(_size, value.values()))
    return sum(map(_size, value)) if isinstance(value, list) else 1


def _plain(value: Any) -> Part:
    if value is None or value == "":
        return Part("–")
    if isinstance(value, bool):
        return Part("yes" if value else "no")
    text = str(value)
    return Part(text, colour=text if _COLOUR.match(text) else None)


def _name(record: Mapping[str, Any]) -> str | None:
    found = (record.get(key) for key in _NAMES)
    return next((name for name in found if isinstance(name, str) and name), None)


def _summed(values: Sequence[Any]) -> str:
    """How many entries there are, and their sum where they are numbers."""
    numbers = all(type(one) is int for one in values)
    return f"{len(values)}, {sum(values)} together" if numbers else str(len(values))


def _anchor(kind: str, id_: str) -> str:
    return f"{kind}.{id_}".replace(" ", "-")
