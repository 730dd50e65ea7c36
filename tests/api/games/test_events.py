"""The log over HTTP: all or none, once, in order; as recorded and as it stands."""

from __future__ import annotations

from typing import Any

import pytest

from tests.api.site import HANDS, OPENING, Game, Site, event, read, read_lines

DRAW = event("CardsDrawn", "1", deck="player", cards=["P20"])
ID = "0192a0b4-7d1e-7000-8000-00000000000{}"


def named(number: int, entry: dict[str, Any] = DRAW) -> dict[str, Any]:
    return {**entry, "id": ID.format(number)}


def send(site: Site, game: Game, *entries: dict[str, Any], **more: Any) -> Any:
    headers = more.pop("headers", {})
    body = {"events": list(entries), **more}
    return site.post(f"{game.path}/events", body, game.recorder, headers=headers)


def test_events_are_answered_as_they_are_stored(either_site: Site) -> None:
    game = either_site.make()
    told = event("NoteAdded", None, text="a windy evening", at_="2026-03-01T19:30:00+01:00")
    answer = send(either_site, game, told, *OPENING)
    assert answer.status_code == 201
    document = read(answer)
    assert document["version"] == 5
    note, hand = document["events"][:2]
    assert note["at"] == "2026-03-01T18:30:00.000Z"
    assert note["data"] == {"text": "a windy evening"}
    assert "salt" not in note
    assert len(hand["salt"]) == 32
    assert {"id", "game", "position", "schema", "recorded_at", "recorded_by", "hash"} <= set(note)
    assert document["events"] == read(either_site.get(f"{game.path}/events?after=1"))["events"]


def test_a_retry_gets_the_first_answer(either_site: Site) -> None:
    game = either_site.make()
    batch = [named(1), named(2)]
    first = send(either_site, game, *batch)
    send(either_site, game, event("NoteAdded", None, text="meanwhile"))
    again = send(either_site, game, *batch, expected_version=1)
    assert (first.status_code, again.status_code) == (201, 200)
    assert read(again) == read(first)


def test_a_retry_of_what_would_be_refused_now_gets_the_first_answer(site: Site) -> None:
    game = site.make(options={"policy": "enforce"})
    site.record(game, *OPENING)
    first = send(site, game, named(1))
    assert first.status_code == 201
    assert send(site, game, DRAW).status_code == 422
    again = send(site, game, named(1))
    assert again.status_code == 200
    assert read(again) == read(first)


def test_an_id_holds_one_event(site: Site, game: Game) -> None:
    send(site, game, named(1))
    other = event("CardsDrawn", "1", deck="player", cards=["P21"])
    reused = send(site, game, named(1, other))
    assert reused.status_code == 409
    assert read(reused)["type"] == "/problems/id-reused"
    partly = send(site, game, named(1), named(2))
    assert partly.status_code == 409
    assert read(partly)["type"] == "/problems/partly-known"
    assert read(partly)["known"] == [ID.format(1)]
    assert read(site.get(game.path))["version"] == 5


@pytest.mark.parametrize(
    ("more", "status"),
    [
        ({}, 201),
        ({"expected_version": 4}, 201),
        ({"expected_version": 3}, 409),
        ({"expected_version": 0}, 409),
        ({"headers": {"If-Match": '"4"'}}, 201),
        ({"headers": {"If-Match": '"4-0123456789ab"'}}, 201),
        ({"headers": {"If-Match": 'W/"4-0123456789ab"'}}, 201),
        ({"headers": {"If-Match": "*"}}, 201),
        ({"headers": {"If-Match": '"3", "4"'}}, 201),
        ({"headers": {"If-Match": '"3-0123456789ab"'}}, 409),
        ({"headers": {"If-Match": '"something"'}}, 409),
        ({"headers": {"If-Match": '"4"'}, "expected_version": 4}, 201),
        ({"headers": {"If-Match": '"4"'}, "expected_version": 3}, 409),
        ({"headers": {"If-Match": '"3"'}, "expected_version": 4}, 409),
    ],
)
def test_a_write_may_name_the_version_it_follows(
    site: Site, game: Game, more: dict[str, Any], status: int
) -> None:
    answer = send(site, game, DRAW, **more)
    assert answer.status_code == status
    if status == 409:
        assert read(answer)["type"] == "/problems/wrong-version"
        assert read(answer)["version"] == 4


def test_a_refused_batch_says_what_is_wrong_where(site: Site, game: Game) -> None:
    answer = send(
        site,
        game,
        DRAW,
        event("CardPlayed", "1", card=3, colour="red"),
        event("CardPlayed", "1"),
        event("Teleported", "1"),
    )
    assert answer.status_code == 422
    problem = read(answer)
    assert problem["type"] == "/problems/schema"
    errors = problem["errors"]["events"]
    assert set(errors) == {"1", "2", "3"}
    assert errors["1"]["data"]["colour"] == ["Unknown field."]
    assert "card" in errors["1"]["data"]
    assert "Teleported" in errors["3"]["type"][0]


def test_an_enforced_game_refuses_what_the_rules_do(site: Site) -> None:
    game = site.make(options={"policy": "enforce"})
    site.record(game, *OPENING)
    wrong = event("CardPlayed", "2", card="P02")
    answer = send(site, game, DRAW, wrong)
    assert answer.status_code == 422
    problem = read(answer)
    assert problem["type"] == "/problems/rules"
    assert set(problem["errors"]["events"]) == {"1"}
    assert {finding["index"] for finding in problem["findings"]} == {1}
    keys = {"index", "rule", "severity", "message", "citation", "expected", "got"}
    assert all(set(finding) == keys for finding in problem["findings"])
    assert read(site.get(game.path))["version"] == 4


def test_an_enforced_game_refuses_corrections_at_their_place(site: Site) -> None:
    game = site.make(options={"policy": "enforce"})
    site.record(game, *OPENING, DRAW)
    worse = event("EventAmended", None, target=5, data={"deck": "player", "cards": ["P02"]})
    assert send(site, game, worse).status_code == 422
    better = event("EventAmended", None, target=5, data={"deck": "player", "cards": ["P21"]})
    assert send(site, game, better).status_code == 201


def test_a_policy_can_be_amended(site: Site, game: Game) -> None:
    created = read(site.get(f"{game.path}/events"))["events"][0]["data"]
    created["options"]["policy"] = "enforce"
    assert send(site, game, event("NoteAdded", None, text="before")).status_code == 201
    site.record(game, event("EventAmended", None, target=1, data=created))
    assert send(site, game, event("CardPlayed", "2", card="P02")).status_code == 422


def test_the_log_is_read_as_recorded_and_as_it_stands(site: Site, game: Game) -> None:
    amended = {"deck": "player", "cards": ["P03", "P14", "P27", "P35"]}
    site.record(
        game,
        event("EventAmended", None, target=2, data=amended, reason="misread"),
        event("EventRetracted", None, target=4),
        event("EventInserted", None, after=3, type="NoteAdded", seat=None, data={"text": "so"}),
    )
    audit = read(site.get(f"{game.path}/events"))
    assert audit["version"] == 7
    assert [e["version"] for e in audit["events"]] == [1, 2, 3, 4, 5, 6, 7]
    assert audit["events"][1]["data"]["cards"] == HANDS["1"]
    effective = read(site.get(f"{game.path}/events?view=effective"))
    assert effective["version"] == 7
    shown = [(e["step"], e["version"], e["type"]) for e in effective["events"]]
    assert shown == [
        (1, 1, "GameCreated"),
        (2, 2, "CardsDrawn"),
        (3, 3, "CardsDrawn"),
        (4, 7, "NoteAdded"),
    ]
    assert effective["events"][1]["data"] == amended
    assert effective["events"][1]["amended_by"] == 5
    assert effective["events"][3]["data"] == {"text": "so"}


def test_a_log_is_read_in_parts_and_as_it_stood(site: Site, game: Game) -> None:
    part = read(site.get(f"{game.path}/events?after=1&limit=2"))
    assert (part["version"], [e["version"] for e in part["events"]]) == (4, [2, 3])
    part = read(site.get(f"{game.path}/events?view=effective&after=3&limit=2"))
    assert [e["step"] for e in part["events"]] == [4]
    then = read(site.get(f"{game.path}/events?version=2"))
    assert (then["version"], len(then["events"])) == (2, 2)
    assert read(site.get(f"{game.path}/state?version=2"))["version"] == 2
    assert read(site.get(f"{game.path}/events?after=99"))["events"] == []


@pytest.mark.parametrize("view", ["audit", "effective"])
def test_a_log_is_streamed_in_lines(site: Site, game: Game, view: str) -> None:
    lines = site.get(f"{game.path}/events?view={view}", headers={"Accept": "application/x-ndjson"})
    assert lines.mimetype == "application/x-ndjson"
    whole = read(site.get(f"{game.path}/events?view={view}"))["events"]
    assert read_lines(lines) == whole


def test_a_thousand_events_fit_into_one_batch(site: Site) -> None:
    game = site.make()
    notes = [event("NoteAdded", None, text=str(number)) for number in range(1000)]
    assert site.record(game, *notes)["version"] == 1001
    assert len(read(site.get(f"{game.path}/events"))["events"]) == 500
    assert len(read(site.get(f"{game.path}/events?limit=5000"))["events"]) == 1001
    accept = {"Accept": "application/x-ndjson"}
    assert len(read_lines(site.get(f"{game.path}/events", headers=accept))) == 1001
