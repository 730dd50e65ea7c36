"""Out of one store and into another, byte for byte."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest

from events import archive
from events.archive import BadArchive, OtherEvents, read, restore
from events.canonical import digest
from events.chain import link
from events.database import connect, migrate
from events.event import Draft, Event
from events.keeping.verification import verify_all
from events.store import EventStore, Parent, UnknownParent
from events.strict_json import NotJson

BOX = {"name": "Sample", "chips": [{"id": "a-1"}]}


def record(store: EventStore, game: str = "derby") -> None:
    drafts = [
        Draft(type="GameCreated", data={"ruleset": "football"}),
        Draft(type="CardsDrawn", seat="a", data={"cards": ["x", None]}, private=True),
        Draft(type="NoteAdded", seat="\n🎲", data={"text": "a\u2028b\\n"}),
    ]
    store.append(game, drafts, recorded_by="token-1")
    store.append(game, [Draft(type="BallKicked", data={"to": "é"})], recorded_by="token-2")


def exported(
    store: EventStore, game: str = "derby", redact: Callable[[Event], Any] | None = None
) -> bytes:
    stream = store.stream(game)
    assert stream is not None
    return b"".join(archive.export(store, stream, "sample@0", BOX, redact))


def lines(content: bytes) -> list[dict[str, Any]]:
    return [json.loads(line) for line in content.split(b"\n")[:-1]]


def written(documents: list[dict[str, Any]]) -> bytes:
    return b"".join(json.dumps(document).encode() + b"\n" for document in documents)


@pytest.fixture
def other(tmp_path: Path) -> EventStore:
    """A store that already holds another game."""
    engine = connect(f"sqlite:///{tmp_path}/other.db")
    migrate(engine)
    store = EventStore(engine)
    record(store, "elsewhere")
    return store


def test_an_export_has_a_header_a_box_and_envelopes(store: EventStore) -> None:
    record(store, "elsewhere")
    record(store)

    header, box, *events = lines(exported(store))

    stored = store.read("derby")
    assert header == {
        "gametape": 1,
        "game": "derby",
        "version": 4,
        "hash": stored[-1].hash,
        "redacted": False,
        "parent": None,
    }
    assert box == {"box": "sample@0", "content": BOX}
    assert [event["version"] for event in events] == [1, 2, 3, 4]
    assert events[1] == {
        "at": stored[1].at,
        "data": {"cards": ["x", None]},
        "game": "derby",
        "hash": stored[1].hash,
        "id": stored[1].id,
        "recorded_at": stored[1].recorded_at,
        "recorded_by": "token-1",
        "salt": stored[1].salt,
        "schema": 1,
        "seat": "a",
        "type": "CardsDrawn",
        "version": 2,
    }
    assert "salt" not in events[0]


def test_an_import_is_the_same_but_for_positions(store: EventStore, other: EventStore) -> None:
    record(store)
    content = exported(store)

    found = read(content)
    assert restore(other, found, visibility="private")

    assert (found.stream, found.box, found.content) == ("derby", "sample@0", BOX)
    assert exported(other) == content
    moved = [msgspec.structs.replace(event, position=None) for event in other.read("derby")]
    assert moved == [msgspec.structs.replace(e, position=None) for e in store.read("derby")]
    assert [event.position for event in other.read("derby")] == [5, 6, 7, 8]
    before, after = store.stream("derby"), other.stream("derby")
    assert before is not None
    assert after == msgspec.structs.replace(before, visibility="private")
    assert list(verify_all(other)) == []


def test_an_archive_gives_its_events(store: EventStore) -> None:
    record(store)

    events = read(exported(store)).events

    assert [(e.version, e.type, e.data) for e in events] == [
        (e.version, e.type, e.data) for e in store.read("derby")
    ]


def test_an_imported_game_goes_on(store: EventStore, other: EventStore) -> None:
    record(store)
    restore(other, read(exported(store)))

    kick = Draft(type="BallKicked", data={})
    appended = other.append("derby", [kick], recorded_by="token-3", expected=4)

    assert appended.version == 5
    assert list(verify_all(other)) == []


def test_importing_what_is_there_changes_nothing(store: EventStore) -> None:
    record(store)
    content = exported(store)
    store.append("derby", [Draft(type="BallKicked", data={})], recorded_by="token-1")

    assert not restore(store, read(content))
    assert not restore(store, read(exported(store)))

    assert len(store.read("derby")) == 5


def test_other_events_of_that_name_are_a_conflict(store: EventStore, other: EventStore) -> None:
    record(store)
    content = exported(store)
    record(other)

    with pytest.raises(OtherEvents):
        restore(other, read(content))
    store.append("derby", [Draft(type="BallKicked", data={})], recorded_by="token-1")
    restore(other, read(exported(store, "derby").replace(b'"derby"', b'"final"')))
    with pytest.raises(OtherEvents):
        restore(store, read(exported(other, "elsewhere").replace(b'"elsewhere"', b'"derby"')))


def test_a_longer_log_is_other_events(store: EventStore, other: EventStore) -> None:
    record(store)
    restore(other, read(exported(store)))
    store.append("derby", [Draft(type="BallKicked", data={})], recorded_by="token-1")

    with pytest.raises(OtherEvents):
        restore(other, read(exported(store)))


def test_a_league_is_exported_as_one(store: EventStore, other: EventStore) -> None:
    drafts = [Draft(type="LeagueCreated", data={})]
    store.append("cup", drafts, recorded_by="token-1", kind="league")
    content = exported(store, "cup")

    header, _, event = lines(content)
    restore(other, read(content))

    assert header["league"] == event["league"] == "cup"
    assert "game" not in header and "game" not in event
    stream = other.stream("cup")
    assert stream is not None and stream.kind == "league"
    assert exported(other, "cup") == content


class TestBranches:
    @pytest.mark.parametrize("size", [0, 2])
    def test_are_imported_where_their_parent_is(
        self, store: EventStore, other: EventStore, size: int
    ) -> None:
        record(store)
        kicks = [Draft(type="BallKicked", data={})] * size
        store.append("what-if", kicks, recorded_by="x", parent=Parent("derby", 4, 2))
        content = exported(store, "what-if")

        header, _, *events = lines(content)
        hash = store.read("derby")[-1].hash
        assert header["parent"] == {"game": "derby", "version": 4, "step": 2, "hash": hash}
        assert [event["version"] for event in events] == [5, 6][:size]
        with pytest.raises(UnknownParent):
            restore(other, read(content))
        restore(other, read(exported(store)))
        assert restore(other, read(content))
        assert not restore(other, read(content))

        assert exported(other, "what-if") == content
        assert list(verify_all(other)) == []

    def test_are_not_imported_to_another_parent(self, store: EventStore, other: EventStore) -> None:
        record(store)
        record(other)
        store.append("what-if", [], recorded_by="x", parent=Parent("derby", 4, 2))

        with pytest.raises(UnknownParent):
            restore(other, read(exported(store, "what-if")))


class TestRedacted:
    @staticmethod
    def redact(event: Event) -> Any:
        return {"cards": [None, None]} if event.type == "CardsDrawn" else event.data

    def test_events_carry_a_digest_and_verify(self, store: EventStore) -> None:
        record(store)

        header, _, *events = lines(exported(store, redact=self.redact))

        assert header["redacted"] is True
        assert [event.get("digest") is not None for event in events] == [False, True, False, False]
        assert events[1]["data"] == {"cards": [None, None]}
        assert "salt" not in events[1]
        hash = "0" * 64
        for shown, stored in zip(events, store.read("derby"), strict=True):
            whole = digest(archive.body.write(archive.body.told(stored)))
            hash = link(hash, shown.get("digest", whole))
            assert shown["hash"] == hash

    def test_events_are_not_imported(self, store: EventStore, other: EventStore) -> None:
        record(store)
        documents = lines(exported(store, redact=self.redact))

        with pytest.raises(BadArchive, match="redacted export can be read, but not imported"):
            read(written(documents))
        documents[0]["redacted"] = False
        with pytest.raises(BadArchive) as refused:
            read(written(documents))

        assert refused.value.version == 2

    def test_nothing_is_when_nothing_is_hidden(self, store: EventStore) -> None:
        record(store)

        assert exported(store, redact=lambda event: event.data) == exported(store)


class TestBroken:
    @pytest.fixture
    def documents(self, other: EventStore) -> list[dict[str, Any]]:
        record(other)
        return lines(exported(other))

    @pytest.mark.parametrize("version", [1, 2, 3, 4])
    @pytest.mark.parametrize(
        "change",
        [
            {"data": {"ruleset": "chess"}},
            {"seat": "b"},
            {"type": "BallLost"},
            {"at": "2000-01-01T00:00:00.000Z"},
            {"recorded_at": "2000-01-01T00:00:00.000Z"},
            {"recorded_by": "nobody"},
            {"id": "0190a6f0-0000-7000-8000-000000000000"},
            {"salt": "0" * 32},
            {"schema": 2},
            {"hash": "0" * 64},
            {"version": 9},
            {"game": "final"},
            {"at": "2000-01-01T00:00:00Z"},
            {"at": "2000-02-30T00:00:00.000Z"},
            {"id": "1"},
            {"salt": "0"},
            {"hash": "0"},
            {"data": []},
            {"seat": "s" * 41},
            {"league": "derby"},
            {"position": 7},
            {"digest": "0" * 64},
        ],
    )
    def test_a_changed_event_is_named(
        self, documents: list[dict[str, Any]], version: int, change: dict[str, Any]
    ) -> None:
        documents[version + 1] |= change

        with pytest.raises(BadArchive, match=r"\.$") as refused:
            read(written(documents))

        assert refused.value.version == version
        assert f"ersion {version}" in str(refused.value)

    @pytest.mark.parametrize("version", [1, 2, 3])
    def test_a_missing_event_is_named(self, documents: list[dict[str, Any]], version: int) -> None:
        del documents[version + 1]

        with pytest.raises(BadArchive) as refused:
            read(written(documents))

        assert refused.value.version == version

    def test_swapped_events_are_named(self, documents: list[dict[str, Any]]) -> None:
        documents[3], documents[4] = documents[4], documents[3]

        with pytest.raises(BadArchive) as refused:
            read(written(documents))

        assert refused.value.version == 2

    @pytest.mark.parametrize(
        ("change", "says"),
        [
            ({"version": 5}, "end at version 4, not 5"),
            ({"hash": "0" * 64}, "The header's hash"),
            ({"gametape": 2}, "version 2 of the format"),
            ({"game": "Final"}, "The header"),
            ({"league": "derby"}, "names one game or one league"),
            ({"more": 1}, "The header"),
            ({"parent": {"game": "x", "version": 1, "step": 1, "hash": "0" * 64}}, "Version 2"),
        ],
    )
    def test_the_header_is_checked(
        self, documents: list[dict[str, Any]], change: dict[str, Any], says: str
    ) -> None:
        documents[0] |= change

        with pytest.raises(BadArchive, match=says):
            read(written(documents))

    def test_a_cut_file_is_refused(self, documents: list[dict[str, Any]]) -> None:
        for end in range(len(documents)):
            with pytest.raises(BadArchive):
                read(written(documents[:end]))

    def test_a_line_that_is_not_json_is_named(self, documents: list[dict[str, Any]]) -> None:
        with pytest.raises(NotJson, match="Line 7: This is not JSON"):
            read(written(documents) + b"{")
        with pytest.raises(NotJson, match="Line 1: The body is not UTF-8"):
            read(b"\xff\n")

    def test_an_id_twice_is_refused(
        self, other: EventStore, documents: list[dict[str, Any]]
    ) -> None:
        stored = other.read("derby")
        last = msgspec.structs.replace(stored[3], id=stored[0].id)
        hash = link(stored[2].hash, digest(archive.body.write(archive.body.told(last))))
        documents[5] |= {"id": last.id, "hash": hash}
        documents[0]["hash"] = hash

        with pytest.raises(BadArchive, match="has the id of an earlier event") as refused:
            read(written(documents))

        assert refused.value.version == 4
