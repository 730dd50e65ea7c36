"""From the recorded log to the effective one: by example, and against a naive oracle."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from events.corrections import (
    CORRECTIONS,
    Effective,
    earliest_change,
    effective,
    inherited,
    load,
    refusals,
)
from events.event import Draft, Event
from events.store import EventStore, Parent


def note(text: str = "n") -> Draft:
    return Draft(type="NoteAdded", seat="a", data={"text": text})


def amend(target: int, text: str = "amended") -> Draft:
    return Draft(type="EventAmended", data={"target": target, "data": {"text": text}})


def retract(target: int) -> Draft:
    return Draft(type="EventRetracted", data={"target": target})


def insert(after: int, text: str = "inserted", type_: str = "NoteAdded") -> Draft:
    data = {"after": after, "type": type_, "seat": "b", "data": {"text": text}}
    return Draft(type="EventInserted", data=data)


CREATED = Draft(type="GameCreated", data={"ruleset": "football", "text": "created"})


def recorded(*drafts: Draft, after: int = 0) -> list[Event]:
    return [
        Event(
            version=version,
            type=draft.type,
            seat=draft.seat,
            data=msgspec.Raw(msgspec.json.encode(draft.data)),
            id=f"id-{version}",
            at=f"at-{version}",
        )
        for version, draft in enumerate(drafts, after + 1)
    ]


def shown(log: Effective) -> list[tuple[int, str, int | None]]:
    return [
        (event.version, msgspec.json.decode(event.data)["text"], event.amended_by)
        for event in log.events
    ]


def outcome(*drafts: Draft) -> list[tuple[int, str, int | None]]:
    """What stands after GameCreated (1) and two notes (2, 3) and then `drafts` (4, ...)."""
    log = effective(recorded(CREATED, note("two"), note("three"), *drafts))
    assert log.version == 3 + len(drafts)
    return shown(log)[1:]


TWO, THREE = (2, "two", None), (3, "three", None)


@pytest.mark.parametrize(
    ("drafts", "expected"),
    [
        ([], [TWO, THREE]),
        ([amend(2)], [(2, "amended", 4), THREE]),
        ([amend(2, "a"), amend(2, "b")], [(2, "b", 5), THREE]),
        ([amend(2, "a"), amend(2, "b"), retract(5)], [(2, "a", 4), THREE]),
        ([amend(2, "a"), amend(2, "b"), retract(4)], [(2, "b", 5), THREE]),
        ([amend(2), retract(4)], [TWO, THREE]),
        ([amend(2), retract(4), retract(5)], [(2, "amended", 4), THREE]),
        ([retract(2)], [THREE]),
        ([retract(2), retract(4)], [TWO, THREE]),
        ([retract(2), retract(4), retract(5)], [THREE]),
        ([retract(2), retract(2), retract(4)], [THREE]),
        ([retract(2), amend(2), retract(4)], [(2, "amended", 5), THREE]),
        ([insert(2)], [TWO, (4, "inserted", None), THREE]),
        ([insert(1, "x"), insert(1, "y")], [(4, "x", None), (5, "y", None), TWO, THREE]),
        (
            [insert(2, "x"), insert(4, "z"), insert(2, "y")],
            [TWO, (4, "x", None), (5, "z", None), (6, "y", None), THREE],
        ),
        ([insert(2), retract(4)], [TWO, THREE]),
        ([insert(2), retract(2)], [(4, "inserted", None), THREE]),
        ([insert(2), insert(4, "y"), retract(4)], [TWO, (5, "y", None), THREE]),
        ([retract(2), insert(2)], [(5, "inserted", None), THREE]),
        ([insert(2), amend(4)], [TWO, (4, "amended", 5), THREE]),
        ([insert(3), note("five")], [TWO, THREE, (4, "inserted", None), (5, "five", None)]),
        ([note("four"), retract(4)], [TWO, THREE]),
    ],
)
def test_what_stands_after_corrections(drafts: list[Draft], expected: list[Any]) -> None:
    assert outcome(*drafts) == expected


def test_an_amended_event_is_otherwise_the_same() -> None:
    log = recorded(CREATED, note("two"), amend(2))

    [_, event] = effective(log).events

    assert event == msgspec.structs.replace(log[1], data=event.data, amended_by=3)


def test_an_inserted_event_has_the_version_and_id_of_its_insertion() -> None:
    log = recorded(CREATED, note("two"), insert(1, type_="BallKicked"))

    [_, event, _] = effective(log).events

    assert (event.version, event.id, event.at) == (3, "id-3", "at-3")
    assert (event.type, event.seat) == ("BallKicked", "b")


def test_payloads_may_be_structs_already() -> None:
    class Retracted(msgspec.Struct):
        target: int
        reason: str | None = None

    log = recorded(CREATED, note("two"), retract(2))
    log[2] = msgspec.structs.replace(log[2], data=Retracted(2))

    assert [event.version for event in effective(log).events] == [1]


def test_ten_thousand_insertions_in_one_another() -> None:
    drafts = [CREATED, *[insert(version) for version in range(1, 10_000)]]

    log = effective(recorded(*drafts))

    assert [event.version for event in log.events] == list(range(1, 10_001))


def oracle(log: Sequence[Event]) -> list[tuple[int, str, int | None]]:
    """The corrections as the text says them, one sentence after the other, without haste."""
    data = {event.version: msgspec.json.decode(event.data) for event in log}
    types = {event.version: event.type for event in log}

    def fits(version: int) -> bool:
        said = data[version]
        if types[version] == "EventRetracted":
            return 1 < said["target"] < version
        if types[version] == "EventInserted":
            return said["after"] < version and said["type"] not in {*CORRECTIONS, "GameCreated"}
        return bool(said["target"] < version)

    def in_force(version: int) -> bool:
        retractions = [v for v, type_ in types.items() if type_ == "EventRetracted" and fits(v)]
        return not any(data[v]["target"] == version and in_force(v) for v in retractions)

    def stands_behind(version: int, place: int) -> bool:
        """Whether `version` was inserted at `place`, or at what was inserted there, ..."""
        if types[version] != "EventInserted":
            return False
        after = data[version]["after"]
        return bool(after == place or stands_behind(after, place))

    order = [v for v, type_ in types.items() if type_ not in CORRECTIONS]
    for version, type_ in types.items():
        if type_ != "EventInserted" or not fits(version) or data[version]["after"] not in order:
            continue
        index = order.index(data[version]["after"]) + 1
        while index < len(order) and stands_behind(order[index], data[version]["after"]):
            index += 1
        order.insert(index, version)

    result = []
    for version in filter(in_force, order):
        payload = data[version]
        said = payload["data"] if types[version] == "EventInserted" else payload
        amended_by = None
        for other, type_ in types.items():
            aims = type_ == "EventAmended" and data[other]["target"] == version and fits(other)
            if aims and in_force(other):
                said, amended_by = data[other]["data"], other
        result.append((version, said["text"], amended_by))
    return result


@st.composite
def logs(draw: st.DrawFn) -> list[Event]:
    """Any log, its corrections aiming at anything, themselves and later events too."""
    drafts = [CREATED]
    for version in range(2, draw(st.integers(2, 14))):
        target = draw(st.integers(1, version + 1))
        types = st.sampled_from(["NoteAdded", "NoteAdded", "EventRetracted", "GameCreated"])
        drafts.append(
            draw(
                st.sampled_from(
                    [
                        note(f"note {version}"),
                        amend(target, f"amended by {version}"),
                        retract(target),
                        insert(target, f"inserted by {version}", draw(types)),
                    ]
                )
            )
        )
    return recorded(*drafts)


@given(logs())
def test_the_effective_log_is_what_the_oracle_says(log: list[Event]) -> None:
    assert shown(effective(log)) == oracle(log)


@given(logs())
def test_what_the_door_refuses_would_change_nothing(log: list[Event]) -> None:
    last = log[-1]
    draft = Draft(type=last.type, data=msgspec.json.decode(last.data))

    if refusals(log[:-1], [draft]):
        assert shown(effective(log)) == shown(effective(log[:-1]))


LATE = "Version {} does not lie below the correction's own version 6."


@pytest.mark.parametrize(
    "draft",
    [
        amend(2),
        amend(4),
        retract(2),
        retract(3),
        retract(5),
        insert(1),
        insert(4),
        note(),
        Draft(type="EventRetracted", data={}),
        Draft(type="EventInserted", data={"after": "x"}),
    ],
)
def test_what_fits_is_not_refused(draft: Draft) -> None:
    log = recorded(CREATED, note(), amend(2), insert(2), retract(3))

    assert refusals(log, [draft]) == {}


@pytest.mark.parametrize(
    ("draft", "field", "reason"),
    [
        (amend(3), "target", "Version 3 is a correction (EventAmended): retract it instead."),
        (amend(5), "target", "Version 5 is a correction (EventRetracted): retract it instead."),
        (amend(0), "target", "There is no version 0 here."),
        (amend(6), "target", LATE.format(6)),
        (amend(7), "target", LATE.format(7)),
        (retract(1), "target", "Version 1 cannot be retracted."),
        (retract(-1), "target", "There is no version -1 here."),
        (retract(6), "target", LATE.format(6)),
        (retract(7), "target", LATE.format(7)),
        (insert(3), "after", "Version 3 is a correction (EventAmended)."),
        (insert(5), "after", "Version 5 is a correction (EventRetracted)."),
        (insert(0), "after", "There is no version 0 here."),
        (insert(6), "after", LATE.format(6)),
        (insert(2, type_="GameCreated"), "type", "GameCreated cannot be inserted."),
        (insert(2, type_="EventRetracted"), "type", "EventRetracted cannot be inserted."),
    ],
)
def test_what_does_not_fit_is_refused(draft: Draft, field: str, reason: str) -> None:
    log = recorded(CREATED, note(), amend(2), insert(2), retract(3))

    assert refusals(log, [draft]) == {0: {"data": {field: [reason]}}}


def test_a_game_is_created_once() -> None:
    assert list(refusals(recorded(CREATED), [note(), CREATED])) == [1]


def test_a_game_may_be_amended_but_for_its_ruleset() -> None:
    def created(**data: Any) -> Draft:
        return Draft(type="EventAmended", data={"target": 1, "data": data})

    log = recorded(CREATED)

    assert refusals(log, [created(ruleset="football", seats=[])]) == {}
    assert list(refusals(log, [created(ruleset="chess")])) == [0]


def test_corrections_may_aim_at_their_own_batch() -> None:
    batch = [note(), retract(2), retract(3), insert(2), amend(5), retract(8), amend(9)]

    assert list(refusals(recorded(CREATED), batch)) == [5, 6]


def test_the_first_event_of_all_may_be_a_creation() -> None:
    assert refusals([], [CREATED, note(), retract(2)]) == {}
    assert list(refusals([], [note(), CREATED])) == [1]


@pytest.mark.parametrize(
    ("more", "step"),
    [
        ([], 4),
        ([note()], 4),
        ([amend(2)], 2),
        ([amend(3)], 3),
        ([retract(3)], 3),
        ([retract(2)], 2),
        ([insert(2)], 3),
        ([insert(3)], 4),
        ([insert(1)], 2),
        ([retract(2), retract(4)], 4),
        ([amend(3), note(), retract(2)], 2),
    ],
)
def test_the_earliest_step_that_a_correction_changes(more: list[Draft], step: int) -> None:
    log = recorded(CREATED, note(), note(), *more)

    assert earliest_change(effective(log[:3]), effective(log)) == step
    assert earliest_change(effective(log), effective(log[:3])) == step


class TestBranches:
    @pytest.fixture
    def branch(self, store: EventStore) -> str:
        """Leaves after step 3 of a parent whose step 3 is an insertion and step 2 is amended."""
        drafts = [CREATED, note("two"), note("three"), amend(2), insert(2)]
        store.append("derby", drafts, recorded_by="x")
        store.append("what-if", [], recorded_by="x", parent=Parent("derby", 5, 3))
        store.append("derby", [retract(2), retract(4), note("later")], recorded_by="x")
        return "what-if"

    def test_begin_with_their_parents_log_as_it_was(self, store: EventStore, branch: str) -> None:
        log = load(store, branch)

        assert log.version == 5
        assert shown(log) == [(1, "created", None), (2, "amended", 4), (5, "inserted", None)]
        assert [event.stream for event in log.events] == ["derby"] * 3

    def test_go_on_by_themselves(self, store: EventStore, branch: str) -> None:
        store.append(
            branch, [note("six"), amend(2, "again"), retract(5), insert(6, "nine")], recorded_by="x"
        )

        log = load(store, branch)

        assert log.version == 9
        assert shown(log)[1:] == [(2, "again", 7), (6, "six", None), (9, "nine", None)]

    def test_can_be_seen_as_they_were(self, store: EventStore, branch: str) -> None:
        store.append(branch, [note("six"), retract(6)], recorded_by="x")

        assert [event.version for event in load(store, branch, until=6).events] == [1, 2, 5, 6]
        assert load(store, branch, until=6).version == 6
        assert shown(load(store, "derby", until=3))[1:] == [TWO, THREE]

    def test_may_leave_branches(self, store: EventStore, branch: str) -> None:
        store.append(branch, [note("six"), note("seven")], recorded_by="x")
        store.append("or-else", [note("eight")], recorded_by="x", parent=Parent(branch, 7, 4))

        assert [event.version for event in load(store, "or-else").events] == [1, 2, 5, 6, 8]

    def test_correct_only_what_they_have(self, store: EventStore, branch: str) -> None:
        stream = store.stream(branch)
        assert stream is not None
        own = store.read(branch)
        shared = inherited(store, stream)

        batch = [retract(2), retract(5), retract(3), retract(4), amend(6), amend(5), retract(1)]
        refused = refusals(own, batch, shared)

        assert list(refused) == [2, 3, 4, 6]
        assert refused[2] == {"data": {"target": ["There is no version 3 here."]}}

    def test_are_told_from_other_streams(self, store: EventStore, branch: str) -> None:
        parent = store.stream("derby")

        assert parent is not None and inherited(store, parent) is None
        assert load(store, "nothing") == Effective(0, ())
