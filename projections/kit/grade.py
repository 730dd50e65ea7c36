"""How completely a game was recorded."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Literal

import msgspec

from events.event import Event

Grade = Literal["full", "partial", "result"]
"""`full`: every event seen; `partial`: hidden cards or stretches not recorded; `result`: the
score alone."""

_ONLY_RESULT = frozenset({"GameCreated", "GameEnded", "NoteAdded", "TableAdjusted"})


def grade(events: Sequence[Event]) -> Grade:
    """The grade of an effective log whose events are read."""
    if len(events) > 1 and all(event.type in _ONLY_RESULT for event in events):
        return "result" if any(event.type == "GameEnded" for event in events) else "partial"
    return "partial" if any(map(leaves_open, events)) else "full"


def leaves_open(event: Event) -> bool:
    """Whether the event says that something was not seen: null cards, or a position set by hand."""
    return event.type == "TableAdjusted" or (
        event.type != "NoteAdded" and _has_unseen_card(event.data)
    )


def _has_unseen_card(data: Any) -> bool:
    cards = getattr(data, "cards", None)
    if isinstance(cards, list | tuple) and None in cards:
        return True
    fields = getattr(data, "__struct_fields__", ())
    return "card" in fields and data.card is None and _card_expected(type(data))


def _card_expected(kind: type[msgspec.Struct]) -> bool:
    """A card that may be left out altogether says nothing; one that is null was not seen."""
    field = next(f for f in msgspec.structs.fields(kind) if f.name == "card")
    return field.required
