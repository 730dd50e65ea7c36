"""A scene in words: the text alternative of its picture, a line a paragraph.

describe.js says the same.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from projections.kit.drawing.layout import reading
from projections.kit.drawing.outlines import percent
from projections.kit.drawing.scene import Board, Card, Counter, Needs, Panel, Scene


def describe(scene: Scene) -> list[str]:
    """The title; each seat's items in reading order; nobody's items; the panels; the marks."""
    names = {seat.id: seat.name for seat in scene.seats}
    return [
        scene.title,
        *_things(scene, names),
        *(_panel(panel, names) for panel in scene.panels),
        *(mark.title for mark in scene.marks if mark.why != "aid"),
    ]


def entries(panel: Panel) -> list[str]:
    """The content of a panel, an entry a string."""
    match panel.kind:
        case "counters":
            return [_counter(one) for one in panel.items]
        case "cards":
            return list(_cards(panel.cards))
        case "track":
            return [token.title for token in panel.tokens]
        case "table":
            return [" ".join([*filter(None, row.cells), *row.state]) for row in panel.rows]
        case "dice":
            return [_roll(roll.label, roll.dice, roll.sum, roll.needs) for roll in panel.rolls]
        case "share":
            return [f"{part.label} {percent(part.value)}" for part in panel.parts]
        case "list":
            return [", ".join(filter(None, (o.text, o.note))) for o in panel.items]
        case "prompt":
            return [_with_needs(panel.text or "", panel.needs)]


def _things(scene: Scene, names: Mapping[str, str]) -> Iterator[str]:
    board = scene.board
    if board is None:
        return
    items = board.items
    lying = [id_ for id_ in items if items[id_].on not in items]
    lying.sort(key=lambda id_: reading(board, id_))
    for seat, name in [*names.items(), (None, "Besides")]:
        said = [_item(id_, board) for id_ in lying if _owner(items[id_].seat, names) == seat]
        if said:
            yield f"{name}: {'; '.join(said)}."


def _owner(seat: str | None, names: Mapping[str, str]) -> str | None:
    return seat if seat in names else None


def _item(id_: str, board: Board) -> str:
    item = board.items[id_]
    place = board.places.get(item.at) if item.at else None
    where = [f"at {place.title}"] if place else []
    loads = sorted(other for other, one in board.items.items() if one.on == id_ != other)
    carried = [f"with {_item(load, board)}" for load in loads]
    return ", ".join([item.title, *where, *item.state, *carried])


def _panel(panel: Panel, names: Mapping[str, str]) -> str:
    if panel.kind == "prompt":
        return f"Awaited: {entries(panel)[0]}"
    owner = names.get(panel.seat or "")
    title = ", ".join(dict.fromkeys(filter(None, (owner, panel.title))))
    count = "" if panel.count is None else f" ({panel.count})"
    return f"{title}{count}: {'; '.join(entries(panel)) or 'none'}."


def _counter(counter: Counter) -> str:
    shown = "unknown" if counter.value is None else str(counter.value)
    return f"{counter.label} {shown}" + (f" of {counter.of}" if counter.of else "")


def _cards(cards: Iterable[Card]) -> Iterator[str]:
    unseen = 0
    for card in cards:
        if "unseen" in card.state:
            unseen += 1
        else:
            yield _card(card)
    if unseen:
        yield "an unseen card" if unseen == 1 else f"{unseen} unseen cards"


def _card(card: Card) -> str:
    slot = f"{card.slot}: " if card.slot else ""
    under = [f"over {_card(one)}" for one in card.under]
    return slot + ", ".join([card.title or card.label or card.id, *card.state, *under])


def _roll(label: str, dice: Iterable[Any], total: str | None, needs: Needs | None) -> str:
    faces = ", ".join(_face(die.face, die.state) for die in dice)
    said = f"{label}: {faces}" if faces else label
    return _with_needs(f"{said} = {total}" if total else said, needs)


def _face(face: str | None, states: Iterable[str]) -> str:
    shown = "not rolled" if face is None else face or "blank"
    return " ".join([shown, *(state for state in states if state != "pending")])


def _with_needs(text: str, needs: Needs | None) -> str:
    said = []
    if needs and needs.target is not None:
        said.append(f"needs {needs.target}")
    if needs and needs.chance is not None:
        said.append(percent(needs.chance))
    return f"{text} ({', '.join(said)})" if said else text
