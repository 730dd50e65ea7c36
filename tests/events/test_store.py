"""The store's contract, on both databases."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any
from uuid import UUID, uuid4

import msgspec
import pytest

from events import corrections
from events.event import Draft, Event
from events.store import (
    EventStore,
    Expected,
    IdReused,
    Parent,
    PartlyKnown,
    Refused,
    UnknownParent,
    WrongVersion,
)


def kick(number: int = 1, **more: Any) -> Draft:
    return Draft(type="BallKicked", seat="a", data={"number": number}, **more)


def append(
    store: EventStore, *drafts: Draft, stream: str = "derby", **more: Any
) -> tuple[Event, ...]:
    return store.append(stream, drafts, recorded_by="token-1", **more).events


def new_id() -> str:
    return str(uuid4())


def numbers(events: Sequence[Event]) -> list[int]:
    return [msgspec.json.decode(event.data)["number"] for event in events]


class TestAppend:
    def test_an_event_comes_back_as_it_was_appended(self, store: EventStore) -> None:
        appended = append(store, kick(7, at="2026-03-01T20:30:00+01:00"))

        assert store.read("derby") == list(appended)
        [event] = appended
        assert (event.version, event.position, event.stream) == (1, 1, "derby")
        assert (event.type, event.seat, event.schema) == ("BallKicked", "a", 1)
        assert bytes(event.data) == b'{"number":7}'
        assert event.at == "2026-03-01T19:30:00.000Z"
        assert event.recorded_by == "token-1"
        assert event.salt is None

    def test_what_the_writer_leaves_out_is_filled_in(self, store: EventStore) -> None:
        [event] = append(store, kick())

        assert UUID(event.id).version == 7
        assert event.at == event.recorded_at
        assert event.recorded_at.endswith("Z")
        assert len(event.recorded_at) == len("2026-03-01T19:30:00.000Z")

    def test_versions_count_a_stream_and_positions_the_store(self, store: EventStore) -> None:
        append(store, kick(1), kick(2))
        append(store, kick(3), stream="final")
        append(store, kick(4))

        places = [(e.stream, e.version, e.position) for e in store.follow()]
        assert places == [("derby", 1, 1), ("derby", 2, 2), ("final", 1, 3), ("derby", 3, 4)]

    def test_private_drafts_are_salted(self, store: EventStore) -> None:
        first, second = append(store, kick(private=True), kick(private=True))

        assert first.salt is not None and len(first.salt) == 32
        assert first.salt != second.salt
        assert [event.salt for event in store.read("derby")] == [first.salt, second.salt]

    @pytest.mark.parametrize("text", ["\n\t\"\\'%s{}?$1", "Ünïcode 東京 🎲", " \x7f", ""])
    def test_any_text_survives(self, store: EventStore, text: str) -> None:
        draft = Draft(type="NoteAdded", seat=text, data={"text": text, text: [text, None, True]})
        append(store, kick())

        append(store, draft)
        append(store, draft, draft)

        for event in store.read("derby", after=1):
            assert event.seat == text
            assert msgspec.json.decode(event.data) == draft.data

    def test_structs_are_payloads_too(self, store: EventStore) -> None:
        class Kicked(msgspec.Struct):
            number: int
            assist: int | None = None

        [event] = append(store, Draft(type="BallKicked", data=Kicked(9)))

        assert bytes(event.data) == b'{"assist":null,"number":9}'

    def test_nothing_to_append_is_a_mistake(self, store: EventStore) -> None:
        with pytest.raises(ValueError, match="nothing to append"):
            append(store)

    @pytest.mark.parametrize("stream", ["", "Derby", "-derby", "der by", "derby\n", "d" * 65])
    def test_a_stream_has_a_plain_id(self, store: EventStore, stream: str) -> None:
        with pytest.raises(ValueError, match="is no id of a stream"):
            append(store, kick(), stream=stream)


class TestExpectedVersion:
    @pytest.mark.parametrize("expected", ["no_stream", "any", 0])
    def test_makes_a_stream(self, store: EventStore, expected: Expected) -> None:
        append(store, kick(), expected=expected)

        assert [event.version for event in store.read("derby")] == [1]

    @pytest.mark.parametrize("expected", ["stream_exists", 1, 7])
    def test_finds_no_stream(self, store: EventStore, expected: Expected) -> None:
        with pytest.raises(WrongVersion) as refused:
            append(store, kick(), expected=expected)

        assert (refused.value.version, refused.value.expected) == (0, expected)
        assert store.stream("derby") is None
        assert store.follow() == []

    @pytest.mark.parametrize("expected", ["stream_exists", "any", 2])
    @pytest.mark.parametrize("size", [1, 3])
    def test_continues_a_stream(self, store: EventStore, expected: Expected, size: int) -> None:
        append(store, kick(), kick())

        appended = append(store, *[kick()] * size, expected=expected)

        assert [event.version for event in appended] == list(range(3, 3 + size))

    @pytest.mark.parametrize("expected", ["no_stream", 0, 1, 3])
    @pytest.mark.parametrize("size", [1, 3])
    def test_finds_another_version(self, store: EventStore, expected: Expected, size: int) -> None:
        append(store, kick(), kick())

        with pytest.raises(WrongVersion) as refused:
            append(store, *[kick()] * size, expected=expected)

        assert refused.value.version == 2
        assert len(store.follow()) == 2


class TestRetry:
    @pytest.mark.parametrize("expected", ["no_stream", "stream_exists", "any", 0, 1, 2, 9])
    @pytest.mark.parametrize("size", [1, 3])
    def test_is_answered_with_what_is_stored(
        self, store: EventStore, expected: Expected, size: int
    ) -> None:
        append(store, kick(0))
        drafts = [kick(number, id=new_id()) for number in range(size)]
        first = store.append("derby", drafts, recorded_by="token-1")
        append(store, kick(9))

        again = store.append("derby", drafts, recorded_by="token-2", expected=expected)

        assert (first.fresh, again.fresh) == (True, False)
        assert again.events == first.events
        assert again.version == first.version == 1 + size
        assert len(store.follow()) == size + 2

    def test_may_say_less_of_the_time(self, store: EventStore) -> None:
        id = new_id()
        first = append(store, kick(id=id, at="2026-03-01T19:30:00Z"))

        assert append(store, kick(id=id)) == first
        assert append(store, kick(id=id, at="2026-03-01T20:30:00.000+01:00")) == first
        with pytest.raises(IdReused):
            append(store, kick(id=id, at="2026-03-01T19:30:01Z"))

    @pytest.mark.parametrize(
        "other", [{"data": {"number": 2}}, {"seat": "b"}, {"seat": None}, {"type": "BallLost"}]
    )
    def test_with_other_content_is_none(self, store: EventStore, other: dict[str, Any]) -> None:
        draft = kick(id=new_id())
        append(store, draft)

        with pytest.raises(IdReused) as refused:
            append(store, msgspec.structs.replace(draft, **other))

        assert refused.value.known == [draft.id]
        assert len(store.follow()) == 1

    def test_the_spelling_of_the_data_is_no_content(self, store: EventStore) -> None:
        id = new_id()
        first = append(store, Draft(type="T", id=id, data={"b": 1, "a": 2}))

        assert append(store, Draft(type="T", id=id, data=msgspec.Raw(b'{ "a":2, "b":1 }'))) == first

    @pytest.mark.parametrize("expected", ["any", 1, 9])
    def test_a_partly_known_batch_is_a_conflict(
        self, store: EventStore, expected: Expected
    ) -> None:
        known = kick(id=new_id())
        append(store, known)

        with pytest.raises(PartlyKnown) as refused:
            append(store, kick(2, id=new_id()), known, kick(3), expected=expected)

        assert refused.value.known == [known.id]
        assert len(store.follow()) == 1

    def test_the_same_id_in_another_stream_is_another_event(self, store: EventStore) -> None:
        draft = kick(id=new_id())
        append(store, draft)

        append(store, draft, stream="final")

        assert len(store.follow()) == 2

    def test_through_another_store_of_the_same_database(self, store: EventStore) -> None:
        other = EventStore(store.engine)
        draft = kick(3, id=new_id())
        append(store, kick(1))
        append(other, kick(2))
        first = append(store, draft)

        assert append(other, draft) == first
        append(other, kick(4))
        append(store, kick(5))
        assert numbers(store.read("derby")) == [1, 2, 3, 4, 5]


class TestDoor:
    @pytest.mark.parametrize(
        ("fault", "field"),
        [
            ({"data": {"text": "a\0b"}}, "data"),
            ({"data": {"a\0b": 1}}, "data"),
            ({"data": {"text": "\ud800"}}, "data"),
            ({"data": {"\udfff": 1}}, "data"),
            ({"data": {"x": 0.5}}, "data"),
            ({"data": {"x": float("nan")}}, "data"),
            ({"data": {"x": float("inf")}}, "data"),
            ({"data": {"x": 2**53 + 1}}, "data"),
            ({"data": {"x": -(2**53) - 1}}, "data"),
            ({"data": {1: "x"}}, "data"),
            ({"data": {"x": object}}, "data"),
            ({"data": [1]}, "data"),
            ({"data": None}, "data"),
            ({"seat": "\0"}, "seat"),
            ({"seat": "\ud800"}, "seat"),
            ({"seat": "s" * 41}, "seat"),
            ({"type": "\0"}, "type"),
            ({"type": ""}, "type"),
            ({"id": "1"}, "id"),
            ({"id": "0190A6F0-0000-7000-8000-000000000000"}, "id"),
            ({"id": "0190a6f0-0000-7000-8000-000000000000\n"}, "id"),
            ({"at": "yesterday"}, "at"),
            ({"at": "2026-02-30T00:00:00Z"}, "at"),
        ],
    )
    def test_refuses_alike_on_both_databases(
        self, store: EventStore, fault: dict[str, Any], field: str
    ) -> None:
        append(store, kick())

        with pytest.raises(Refused) as refused:
            append(store, kick(), msgspec.structs.replace(kick(), **fault))

        assert list(refused.value.errors) == [1]
        assert list(refused.value.errors[1]) == [field]
        assert len(store.follow()) == 1

    def test_lets_the_largest_integers_in(self, store: EventStore) -> None:
        data = {"least": -(2**53), "most": 2**53}

        [event] = append(store, Draft(type="T", data=data))

        assert msgspec.json.decode(event.data) == data

    def test_refuses_an_id_twice_in_a_batch(self, store: EventStore) -> None:
        id = new_id()

        with pytest.raises(Refused) as refused:
            append(store, kick(1, id=id), kick(2), kick(1, id=id))

        assert "id" in refused.value.errors[0]

    def test_refuses_a_strange_recorder(self, store: EventStore) -> None:
        with pytest.raises(ValueError, match="recorder"):
            store.append("derby", [kick()], recorded_by="a\0b")


class TestRead:
    def test_a_part_of_a_stream(self, store: EventStore) -> None:
        append(store, *[kick(number) for number in range(1, 6)])

        assert numbers(store.read("derby", after=2)) == [3, 4, 5]
        assert numbers(store.read("derby", until=2)) == [1, 2]
        assert numbers(store.read("derby", after=1, until=3)) == [2, 3]
        assert store.read("derby", after=5) == []
        assert store.read("final") == []

    def test_follow_the_whole_store(self, store: EventStore) -> None:
        for number in range(1, 6):
            append(store, kick(number), stream=f"game-{number % 2}")

        assert numbers(store.follow()) == [1, 2, 3, 4, 5]
        assert numbers(store.follow(after=1, limit=2)) == [2, 3]
        assert store.follow(after=5) == []


class TestStreams:
    def test_tell_where_they_stand(self, store: EventStore) -> None:
        first, second = append(store, kick(), kick(), visibility="public")

        stream = store.stream("derby")

        assert stream is not None
        assert (stream.id, stream.kind, stream.visibility) == ("derby", "game", "public")
        assert (stream.version, stream.head_hash) == (2, second.hash)
        assert (stream.created_at, stream.updated_at) == (first.recorded_at, second.recorded_at)
        assert (stream.parent, stream.parent_version, stream.parent_step) == (None, None, None)
        assert store.streams() == [stream]
        assert store.stream("final") is None

    def test_are_found_by_kind_id_and_visibility(self, store: EventStore) -> None:
        append(store, kick(), stream="one")
        append(store, kick(), stream="two", visibility="public")
        append(store, kick(), stream="cup", kind="league")

        def ids(**wanted: Any) -> set[str]:
            return {stream.id for stream in store.streams(**wanted)}

        assert ids() == {"one", "two", "cup"}
        assert ids(kind="game") == {"one", "two"}
        assert ids(ids=["two", "cup", "none"]) == {"two", "cup"}
        assert ids(kind="game", visibility="public") == {"two"}

    def test_change_nothing_but_their_visibility(self, store: EventStore) -> None:
        append(store, kick())
        before = store.stream("derby")

        store.set_visibility("derby", "private")

        assert before is not None
        assert store.stream("derby") == msgspec.structs.replace(before, visibility="private")

    def test_what_made_a_stream_stays(self, store: EventStore) -> None:
        append(store, kick(), visibility="public")

        append(store, kick(), kind="league", visibility="private")

        stream = store.stream("derby")
        assert stream is not None and (stream.kind, stream.visibility) == ("game", "public")

    @pytest.mark.parametrize("type_", sorted(corrections.CORRECTIONS))
    def test_know_of_their_corrections(self, store: EventStore, type_: str) -> None:
        append(store, kick())
        assert not store.has_any("derby", corrections.CORRECTIONS)

        append(store, Draft(type=type_, data={"target": 1}))
        append(store, kick())

        assert store.has_any("derby", corrections.CORRECTIONS)


class TestBranches:
    def test_begin_without_events(self, store: EventStore) -> None:
        _, _, third = append(store, kick(), kick(), kick())

        made = store.append(
            "what-if", [], recorded_by="token-1", parent=Parent("derby", 3, 2), expected="no_stream"
        )

        assert (made.version, made.events, made.fresh) == (3, (), True)
        branch = store.stream("what-if")
        assert branch is not None
        assert (branch.version, branch.head_hash) == (3, third.hash)
        assert (branch.parent, branch.parent_version, branch.parent_step) == ("derby", 3, 2)
        assert store.branches("derby") == [branch]
        assert store.read("what-if") == []

    @pytest.mark.parametrize("size", [1, 2])
    def test_number_their_events_after_the_parents(self, store: EventStore, size: int) -> None:
        append(store, kick(1), kick(2))
        parent = Parent("derby", 2, 1)

        append(store, *[kick(3)] * size, stream="what-if", parent=parent)
        append(store, kick(4), stream="what-if", expected=2 + size)
        append(store, kick(9))

        versions = [event.version for event in store.read("what-if")]
        assert versions == list(range(3, 4 + size))

    def test_continue_after_an_empty_beginning(self, store: EventStore) -> None:
        append(store, kick(1), kick(2))
        append(store, stream="what-if", parent=Parent("derby", 2, 1))

        with pytest.raises(WrongVersion) as refused:
            append(store, kick(3), stream="what-if", expected="no_stream")
        assert refused.value.version == 2
        [event] = append(store, kick(3), stream="what-if", expected=2)

        assert event.version == 3

    def test_of_a_branch(self, store: EventStore) -> None:
        append(store, kick(1), kick(2))
        append(store, stream="what-if", parent=Parent("derby", 2, 1))
        append(store, stream="or-else", parent=Parent("what-if", 2, 1))
        [event] = append(store, kick(3), stream="or-else")

        branch = store.stream("or-else")
        assert branch is not None and (branch.parent, branch.version) == ("what-if", 3)
        assert event.version == 3

    def test_are_listed_by_step(self, store: EventStore) -> None:
        append(store, kick(1), kick(2), kick(3))
        for step in (3, 1, 2):
            append(store, stream=f"from-{step}", parent=Parent("derby", 3, step))

        assert [branch.id for branch in store.branches("derby")] == ["from-1", "from-2", "from-3"]

    @pytest.mark.parametrize("parent", [Parent("derby", 3, 1), Parent("derby", 0, 0)])
    def test_need_a_parent(self, store: EventStore, parent: Parent) -> None:
        append(store, kick(), kick())

        with pytest.raises(UnknownParent):
            append(store, kick(), stream="what-if", parent=parent)
        with pytest.raises(UnknownParent):
            append(store, kick(), stream="what-if", parent=Parent("final", 1, 1))

        assert store.stream("what-if") is None
