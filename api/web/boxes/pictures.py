"""The boards of a box, as its ruleset draws them before the first event."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec
from msgspec import Struct

from api.web.new_game.form import names_in, said
from events.event import Event
from events.shelf import Shelf
from projections.games import validation
from projections.kit import replay
from projections.kit.box import Box, components
from projections.kit.common import GameCreated, Seated
from projections.kit.drawing import svg
from projections.kit.drawing.markup import Markup
from projections.kit.find import rulesets
from projections.kit.ruleset import ALL, Ruleset

BUDGET = 16_000_000
"""Bytes of the boards held in memory."""


class Picture(Struct, frozen=True):
    """A board and what the box calls it."""

    title: str
    board: Markup


def pictures(box: Box) -> list[Picture]:
    """Every different board of a box; a box does not change, so they are drawn once."""
    found = _shelf.get(box.id)
    if found is None:
        found = _drawn(rulesets()[box.ruleset], dict(box.content))
        _shelf.put(box.id, found, sum(len(one.board) for one in found))
    return found


_shelf: Shelf[str, list[Picture]] = Shelf(BUDGET)


def _drawn(rules: Ruleset[Any], box: dict[str, Any]) -> list[Picture]:
    parts = components(rules, box)
    found: dict[Markup, str] = {}
    for title, options in _tables(rules, box, parts):
        board = _board(rules, parts, options)
        if board is not None:
            found.setdefault(board, title)
    return [Picture(title, board) for board, title in found.items()]


def _tables(
    rules: Ruleset[Any], content: dict[str, Any], parts: Any
) -> Iterator[tuple[str, dict[str, Any]]]:
    """The options under which boards may differ: each word that the box offers for one."""
    names, offered = names_in(content), rules.offers(parts).get("options", {})
    chosen = [(k, v) for k, values in offered.items() for v in values if isinstance(v, str)]
    for key, value in chosen:
        yield names.get(value) or said(value), {key: value}
    yield rules.name, {}


def _board(rules: Ruleset[Any], parts: Any, options: dict[str, Any]) -> Markup | None:
    """The board of a game with these options; None: the box admits none, or it has no board."""
    seating = next((s for s in rules.seatings if len(s) == 2), rules.seatings[0])
    given = GameCreated(
        ruleset=rules.id,
        seats=[Seated(seat=seat, name=f"Side {seat}") for seat in seating],
        options=options,
    )
    if validation.creation_errors(rules, msgspec.to_builtins(given), parts):
        return None
    data = msgspec.to_builtins(replay.completed(rules, given, parts))
    created = replay.read(rules, Event(version=1, type="GameCreated", data=data))
    scene = rules.show(replay.start(rules, created, parts), ALL)
    return svg.board(scene) if scene.board is not None else None
