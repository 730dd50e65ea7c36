"""From drafts to entries: the door, ids, times, salt and the canonical body."""

from __future__ import annotations

import re
import secrets
from collections.abc import Sequence
from typing import Any

import msgspec
from msgspec import UNSET

from events import clock, strict_json
from events.batch import LARGEST, Entry
from events.body import Body
from events.canonical import canonical, digest
from events.event import Draft

Errors = dict[str, Any]
"""Sentences keyed by field."""

UUID = re.compile(r"[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}")
SALT = re.compile(r"[0-9a-f]{32}")
LONGEST_SEAT = 40
LONGEST_TYPE = 100


class Refused(Exception):
    """The door does not let the batch in: `errors` are keyed by index in the batch and field."""

    def __init__(self, errors: dict[int, Errors]) -> None:
        """Takes the errors of the refused drafts."""
        super().__init__(f"refused: {errors}")
        self.errors = errors


def entries(drafts: Sequence[Draft], recorded_by: str, recorded_at: str) -> list[Entry]:
    """The drafts as they will be stored. Raises Refused; ValueError for a strange recorder."""
    if _odd(recorded_by):
        raise ValueError(f"{recorded_by!r} is no id of a recorder")
    errors: dict[int, Errors] = {}
    ready: list[Entry] = []
    for index, draft in enumerate(drafts):
        plain = plain_data(draft.data)
        if faults := _faults(draft, plain):
            errors[index] = faults
        else:
            ready.append(_entry(draft, plain, recorded_by, recorded_at))
    if len(drafts) > 1:
        errors |= _repeated(drafts)
    if errors:
        raise Refused(errors)
    return ready


def plain_data(data: Any) -> Any:
    """A payload as plain JSON values, whatever holds it."""
    if isinstance(data, msgspec.Raw):
        return msgspec.json.decode(data)
    return data if type(data) is dict else msgspec.to_builtins(data)


def _entry(draft: Draft, plain: Any, recorded_by: str, recorded_at: str) -> Entry:
    told = Body(
        at=recorded_at if draft.at is None else clock.utc(draft.at),
        data=msgspec.Raw(canonical(plain)),
        id=draft.id or clock.new_id(),
        recorded_at=recorded_at,
        recorded_by=recorded_by,
        salt=secrets.token_hex(16) if draft.private else UNSET,
        schema=draft.schema,
        seat=draft.seat,
        type=draft.type,
    )
    text = canonical(told)
    return Entry(told, text, digest(text))


def _faults(draft: Draft, plain: Any) -> Errors:
    faults: Errors = {}
    if type(plain) is not dict:
        faults["data"] = ["Data is an object."]
    elif odd := strict_json.refusals(plain):
        faults["data"] = odd
    if draft.seat is not None and (odd := _odd(draft.seat, LONGEST_SEAT)):
        faults["seat"] = odd
    if not draft.type:
        faults["type"] = ["An event has a type."]
    elif odd := _odd(draft.type, LONGEST_TYPE):
        faults["type"] = odd
    if not 1 <= draft.schema <= LARGEST:
        faults["schema"] = [f"A schema is a number from 1 to {LARGEST}."]
    if draft.id is not None and not UUID.fullmatch(draft.id):
        faults["id"] = ["An event's id is a UUID in lower case."]
    if draft.at is not None:
        try:
            clock.utc(draft.at)
        except ValueError as error:
            faults["at"] = [str(error)]
    return faults


def _odd(text: str, longest: int = LONGEST_TYPE) -> list[str]:
    if len(text) > longest:
        return [f"Longer than {longest} characters."]
    return [] if text.isascii() and "\0" not in text else strict_json.refusals(text)


def _repeated(drafts: Sequence[Draft]) -> dict[int, Errors]:
    places = {draft.id: index for index, draft in enumerate(drafts) if draft.id is not None}
    return {
        index: {"id": ["This id stands twice in the batch."]}
        for index, draft in enumerate(drafts)
        if draft.id is not None and places[draft.id] != index
    }
