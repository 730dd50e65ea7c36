"""A stream that was deleted takes nothing more, whoever has not heard of it yet."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from sqlalchemy import Engine

from events.conflicts import Deleted
from events.database import connect
from events.event import Draft
from events.keeping import tombstones
from events.keeping.verification import verify_all
from events.store import EventStore, Expected, Parent, UnknownParent

NOTE = Draft(type="NoteAdded", data={"text": "so"})


@pytest.fixture
def stores(engine: Engine) -> Iterator[tuple[EventStore, EventStore]]:
    """Two stores of one database, as two processes have them."""
    url = engine.url.render_as_string(hide_password=False)
    other = connect(url.replace("postgresql+psycopg", "postgresql"))
    yield EventStore(engine), EventStore(other)
    other.dispose()


Append = Callable[[EventStore], object]

APPENDS: dict[str, Append] = {
    "one event": lambda store: store.append("g", [NOTE], recorded_by="me"),
    "several": lambda store: store.append("g", [NOTE, NOTE], recorded_by="me"),
    "at the version": lambda store: store.append("g", [NOTE], recorded_by="me", expected=2),
    "to a branch": lambda store: store.append("branch", [NOTE], recorded_by="me"),
}


@pytest.mark.parametrize("append", APPENDS.values(), ids=APPENDS)
def test_a_store_that_knows_its_head_appends_no_more(
    stores: tuple[EventStore, EventStore], append: Append
) -> None:
    mine, other = stores
    for _ in range(2):  # from the second on the head is known
        mine.append("g", [NOTE], recorded_by="me")
    mine.append("branch", [NOTE], recorded_by="me", parent=Parent("g", 2, 2))
    mine.append("branch", [NOTE], recorded_by="me")
    tombstones.bury(other.engine, "g", "you")
    before = other.follow()
    with pytest.raises(Deleted):
        append(mine)
    assert other.follow() == before
    assert {event.type for event in before} == {"Deleted"}
    assert list(verify_all(other)) == []
    mine.append("h", [NOTE], recorded_by="me")


@pytest.mark.parametrize("expected", ["any", "no_stream"])
def test_nothing_leaves_a_deleted_stream(
    stores: tuple[EventStore, EventStore], expected: Expected, monkeypatch: pytest.MonkeyPatch
) -> None:
    mine, other = stores
    mine.append("g", [NOTE], recorded_by="me")
    left = mine.stream("g")
    tombstones.bury(other.engine, "g", "you")
    parent = Parent("g", 1, 1)
    for stale in (False, True):
        if stale:
            monkeypatch.setattr(mine, "stream", lambda _: left)
        with pytest.raises(UnknownParent):
            mine.append("new", [NOTE], recorded_by="me", parent=parent, expected=expected)
    assert other.stream("new") is None
