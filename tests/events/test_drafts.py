"""From drafts to entries, without a database: what is let in, and how long it may be."""

from __future__ import annotations

from typing import Any

import pytest

from events.chain import START, link
from events.drafts import Refused, entries, plain_data
from events.event import Draft

NOW = "2026-03-01T19:30:00.000Z"
ID = "01890a5d-ac96-774b-bcce-b302099a8057"


def refused(*drafts: Draft) -> dict[int, dict[str, Any]]:
    with pytest.raises(Refused) as told:
        entries(drafts, "token-1", NOW)
    return told.value.errors


@pytest.mark.parametrize(("field", "longest"), [("seat", 40), ("type", 100)])
def test_how_long_a_text_may_be(field: str, longest: int) -> None:
    known: dict[str, Any] = {"type": "Kick", "data": {}}
    (entry,) = entries([Draft(**{**known, field: "é" * longest})], "token-1", NOW)
    assert getattr(entry.body, field) == "é" * longest
    errors = refused(Draft(**{**known, field: "e" * (longest + 1)}))
    assert errors == {0: {field: [f"Longer than {longest} characters."]}}


def test_how_long_the_id_of_a_recorder_may_be() -> None:
    assert entries([Draft(type="Kick", data={})], "r" * 100, NOW)
    with pytest.raises(ValueError, match="no id of a recorder"):
        entries([Draft(type="Kick", data={})], "r" * 101, NOW)


@pytest.mark.parametrize(
    ("more", "errors"),
    [
        ({"type": ""}, {"type": ["An event has a type."]}),
        ({"data": []}, {"data": ["Data is an object."]}),
        (
            {"data": {"n": 2**53 + 1}},
            {"data": [f"The integer {2**53 + 1} lies beyond 2^53 ({2**53})."]},
        ),
        ({"seat": "\0"}, {"seat": [r"The text '\x00' contains the character U+0000."]}),
        ({"type": "\ud800"}, {"type": [r"The text '\ud800' contains half of a surrogate pair."]}),
        ({"id": ID.upper()}, {"id": ["An event's id is a UUID in lower case."]}),
        ({"id": f"{ID}0"}, {"id": ["An event's id is a UUID in lower case."]}),
        ({"at": "today"}, {"at": ["Not an RFC 3339 time such as 2026-03-01T19:30:00Z."]}),
        ({"seat": "", "id": ID, "at": NOW}, {}),
    ],
)
def test_each_field_is_told_of_on_its_own(more: dict[str, Any], errors: dict[str, Any]) -> None:
    draft = Draft(**{"type": "Kick", "data": {}, **more})
    if errors:
        good = Draft(type="Kick", data={})
        assert refused(good, draft, good) == {1: errors}
    else:
        assert len(entries([draft], "token-1", NOW)) == 1


def test_an_id_that_stands_three_times_is_told_of_twice() -> None:
    """The last of them is taken for the one that is meant."""
    twice = {"id": ["This id stands twice in the batch."]}
    same = Draft(type="Kick", data={}, id=ID)
    assert refused(same, Draft(type="Kick", data={}), same, same) == {0: twice, 2: twice}


def test_what_is_filled_in() -> None:
    draft = Draft(type="Kick", data={"b": 1, "a": None}, seat="a", private=True)
    one, other = entries([draft, draft], "token-1", NOW)
    assert one.body.id < other.body.id and one.body.salt != other.body.salt
    assert (one.body.at, one.body.recorded_at, one.body.recorded_by) == (NOW, NOW, "token-1")
    assert bytes(one.body.data) == b'{"a":null,"b":1}'
    (told,) = entries([Draft(type="Kick", data={}, at="2026-03-01T20:30:00+02:00")], "t", NOW)
    assert (told.body.at, told.body.recorded_at) == ("2026-03-01T18:30:00.000Z", NOW)
    assert b"salt" not in told.text and b"salt" in one.text
    assert len(link(START, told.digest)) == len(START) == 64


def test_a_payload_as_plain_values() -> None:
    (entry,) = entries([Draft(type="Kick", data={"a": [1]})], "token-1", NOW)
    assert plain_data(entry.body.data) == {"a": [1]}
    same = {"a": (1, 2)}
    assert plain_data(same) is same
