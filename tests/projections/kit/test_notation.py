"""What score-sheet lines share."""

from __future__ import annotations

from typing import Annotated

import pytest
from msgspec import Meta, field

from events.event import Draft
from projections.kit.common import Payload
from projections.kit.notation import NotationError, lines, sheet, terse


class Moved(Payload, frozen=True, kw_only=True):
    """A payload with every kind of default."""

    piece: str
    to: str | None = None
    steps: Annotated[int, Meta(ge=0)] = 1
    over: list[str] = []
    with_: tuple[str, ...] = field(default=(), name="with")


def test_a_line_says_what_is_not_usual() -> None:
    usual = {"piece": "a", "to": None, "steps": 1, "over": [], "with": []}
    assert terse(Moved, usual) == {"piece": "a"}
    odd = {"piece": "a", "to": "b", "steps": 2, "over": ["c"], "with": ["d"]}
    assert terse(Moved, odd) == odd
    assert terse(Moved, {**usual, "unknown": None}) == {"piece": "a", "unknown": None}


def test_a_sheet_is_read_as_it_is_written() -> None:
    drafts = [Draft(type=name, data={}) for name in ("One", "Two")]
    written = sheet(lambda draft: draft.type, drafts)
    assert written == "One\nTwo\n"
    assert list(lines(lambda line: Draft(type=line, data={}), written + "\n")) == drafts

    def refuse(line: str) -> Draft:
        raise NotationError(f"what is {line}?")

    with pytest.raises(NotationError, match="Line 2: what is x"):
        list(lines(refuse, "\nx"))
