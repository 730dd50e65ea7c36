"""Whatever is sent that is not right is a problem that says so, and changes nothing."""

from __future__ import annotations

import json
from typing import Any, NoReturn

import psycopg
import pytest

from events.batch import LARGEST
from events.canonical import canonical
from events.postgres import PostgresConnection
from projections.kit.find import rulesets
from tests.api.site import ADMIN, CREATION, Game, Site, event, read

JSON = {"content_type": "application/json"}
EVENTS = "/games/final/events"
NOTE = event("NoteAdded", None, text="so")
SAMPLE = rulesets()["wannabe-football"].sample_box


def raw(content: bytes | str, **more: Any) -> dict[str, Any]:
    return {"data": content, **JSON, **more}


def batch(*entries: dict[str, Any], **more: Any) -> dict[str, Any]:
    return {"json": {"events": list(entries), **more}}


def note_with(value: str) -> dict[str, Any]:
    """A note whose text is given as JSON."""
    return raw(f'{{"events": [{{"type": "NoteAdded", "data": {{"text": {value}}}}}]}}')


NOT_JSON = {
    "nothing": raw(""),
    "no JSON": raw("{"),
    "a key twice": raw('{"events": [], "events": []}'),
    "a NUL": note_with('"a\\u0000b"'),
    "half a surrogate pair": note_with('"\\ud800"'),
    "no UTF-8": raw(b'{"events": [{"type": "NoteAdded", "data": {"text": "\xff"}}]}'),
    "NaN": note_with("NaN"),
    "infinity": note_with("-Infinity"),
    "a fraction": note_with("1.5"),
    "beyond 2^53": note_with("9007199254740993"),
    "a huge number": note_with("9" * 5000),
    "too deep": note_with("[" * 40 + "]" * 40),
    "far too deep": note_with("[" * 100_000 + "]" * 100_000),
}

NOT_A_BATCH = {
    "a list": raw("[]"),
    "null": raw("null"),
    "no events": raw("{}"),
    "an empty batch": batch(),
    "events that are none": raw('{"events": "all"}'),
    "another field": batch(NOTE, colour="red"),
    "another field of an event": batch({**NOTE, "game": "final"}),
    "a null event": raw('{"events": [null]}'),
    "no type": raw('{"events": [{"data": {}}]}'),
    "no data": raw('{"events": [{"type": "NoteAdded"}]}'),
    "data that is no object": raw('{"events": [{"type": "NoteAdded", "data": []}]}'),
    "a version that is text": batch(NOTE, expected_version="4"),
    "a version that is a boolean": batch(NOTE, expected_version=True),
    "a version below zero": batch(NOTE, expected_version=-1),
    "an id that is no UUID": batch({**NOTE, "id": "1"}),
    "an id in capitals": batch({**NOTE, "id": "0192A0B4-7D1E-7000-8000-000000000001"}),
    "the same id twice": batch(*[{**NOTE, "id": "0192a0b4-7d1e-7000-8000-000000000001"}] * 2),
    "a time that is none": batch({**NOTE, "at": "yesterday"}),
    "a day that is none": batch({**NOTE, "at": "2026-02-30T12:00:00Z"}),
    "a long seat": batch({**NOTE, "seat": "x" * 41}),
    "a seat without a name": batch({**NOTE, "seat": ""}),
    "an unknown type": batch(event("Teleported", "1")),
    "a second creation": batch(event("GameCreated", None, **CREATION)),
    "a payload of another type": batch(event("CardPlayed", "1", text="so")),
    "an unknown field of a payload": batch(event("NoteAdded", None, text="so", loud=True)),
    "a wrong type in a payload": batch(event("NoteAdded", None, text=1)),
    "a correction of the future": batch(event("EventRetracted", None, target=99)),
    "a correction of itself": batch(event("EventRetracted", None, target=5)),
    "no creation any more": batch(event("EventRetracted", None, target=1)),
    "a payload that its amendment breaks": batch(
        event("EventAmended", None, target=2, data={"deck": "player"})
    ),
    "another ruleset": batch(
        event("EventAmended", None, target=1, data={**CREATION, "ruleset": "und1c1"})
    ),
    "an inserted creation": batch(
        event("EventInserted", None, after=1, type="GameCreated", data=CREATION)
    ),
    "an inserted correction": batch(
        event("EventInserted", None, after=1, type="EventRetracted", data={"target": 2})
    ),
    "an inserted stranger": batch(event("EventInserted", None, after=1, type="Foo", data={})),
    "an insertion into the future": batch(
        event("EventInserted", None, after=99, type="NoteAdded", data={"text": "so"})
    ),
    "a good event and a bad one": batch(NOTE, event("Teleported", "1")),
}

NOT_A_GAME = {
    "no ruleset": {"seats": CREATION["seats"]},
    "an unknown ruleset": {**CREATION, "ruleset": "chess"},
    "no seats": {**CREATION, "seats": []},
    "unknown seats": {**CREATION, "seats": [{"seat": "9", "name": "Ana"}]},
    "a seat without a name": {**CREATION, "seats": [{"seat": "1"}, {"seat": "2", "name": "Bo"}]},
    "an unknown box": {**CREATION, "box": "none@0123456789ab"},
    "another ruleset's sample": {**CREATION, "box": "und1c1/sample"},
    "an unknown option": {**CREATION, "options": {"weather": "rain"}},
    "an unknown policy": {**CREATION, "options": {"policy": "shrug"}},
    "an unknown ruling": {**CREATION, "options": {"rulings": {"weather": "rain"}}},
    "an unknown value of a ruling": {**CREATION, "options": {"rulings": {"penalty": "rain"}}},
    "an id that is none": {**CREATION, "id": "The Final"},
    "a long id": {**CREATION, "id": "x" * 65},
    "an unknown visibility": {**CREATION, "visibility": "secret"},
    "another field": {**CREATION, "colour": "red"},
}

NOT_A_BOX = {
    "no ruleset": {"box": SAMPLE},
    "an unknown ruleset": {"ruleset": "chess", "box": SAMPLE},
    "no content": {"ruleset": "wannabe-football", "box": {}},
    "a list": {"ruleset": "wannabe-football", "box": []},
    "another field": {"ruleset": "wannabe-football", "box": {**SAMPLE, "colour": "red"}},
    "a part missing": {
        "ruleset": "wannabe-football",
        "box": {key: value for key, value in SAMPLE.items() if key != "player_cards"},
    },
    "a part of another kind": {
        "ruleset": "wannabe-football",
        "box": {**SAMPLE, "player_cards": "all"},
    },
}

NOT_A_TOKEN = {
    "no role": {},
    "an unknown role": {"role": "king"},
    "a recorder of nothing": {"role": "recorder"},
    "a spectator of nothing": {"role": "spectator"},
    "an admin of a game": {"role": "admin", "game": "final"},
    "a spectator's seat": {"role": "spectator", "game": "final", "seat": "1"},
    "an unknown seat": {"role": "recorder", "game": "final", "seat": "9"},
    "the past": {"role": "admin", "expires": "2020-01-01T00:00:00Z"},
    "a time that is none": {"role": "admin", "expires": "soon"},
    "another field": {"role": "admin", "colour": "red"},
}


def cases() -> list[Any]:
    found: list[tuple[str, str, str, dict[str, Any], int, str]] = []
    for name, request in NOT_JSON.items():
        found.append((name, "POST", EVENTS, request, 400, "not-json"))
    for name, request in NOT_A_BATCH.items():
        found.append((name, "POST", EVENTS, request, 422, "schema"))
    for path, bodies in (
        ("/games", NOT_A_GAME),
        ("/boxes", NOT_A_BOX),
        ("/tokens", NOT_A_TOKEN),
        ("/games/final/branches", {"no step": {}, "a step that is none": {"step": "two"}}),
    ):
        for name, body in bodies.items():
            found.append((name, "POST", path, {"json": body}, 422, "schema"))
    for path in (EVENTS, "/games", "/boxes", "/tokens", "/games/final/branches"):
        text = {"data": "{}", "content_type": "text/plain"}
        found.append(("no JSON said", "POST", path, text, 415, "wrong-media-type"))
        form = {"data": {"events": "[]"}}
        found.append(("a form", "POST", path, form, 415, "wrong-media-type"))
        large = raw(b'{"text": "' + b"x" * 10_000_000 + b'"}')
        found.append(("10 MB", "POST", path, large, 413, "too-large"))
    found += [
        ("1,001 events", "POST", EVENTS, batch(*[NOTE] * 1_001), 413, "too-large"),
        ("100,000 events", "POST", EVENTS, batch(*[NOTE] * 100_000), 413, "too-large"),
        ("an unknown game", "POST", "/games/none/events", batch(NOTE), 404, "not-found"),
        ("no id of a game", "POST", "/games/The%20Final/events", batch(NOTE), 404, "not-found"),
        ("a NUL in a path", "POST", "/games/a%00b/events", batch(NOTE), 404, "not-found"),
        ("a visibility", "PATCH", "/games/final", {"json": {"visibility": "x"}}, 422, "schema"),
        ("another field", "PATCH", "/games/final", {"json": {"id": "x"}}, 422, "schema"),
        ("an unknown token", "DELETE", f"/tokens/{'0' * 8}-0000-0000-0000-{'0' * 12}", {}, 404,
         "not-found"),
        ("no id of a token", "DELETE", "/tokens/1", {}, 404, "not-found"),
        ("another method", "PUT", "/games/final", {}, 405, "wrong-method"),
        ("another method of the log", "PUT", EVENTS, batch(NOTE), 405, "wrong-method"),
        ("an empty import", "POST", "/import", raw(b""), 422, "broken-archive"),
        ("an import without lines", "POST", "/import", raw(b"{"), 400, "not-json"),
        ("an import of a picture", "POST", "/import", {"data": b"x", "content_type": "image/png"},
         415, "wrong-media-type"),
        ("70 MB to import", "POST", "/import", raw(b"x" * 70_000_000), 413, "too-large"),
    ]  # fmt: skip
    return [pytest.param(*case[1:], id=f"{case[2]}: {case[0]}") for case in found]


@pytest.mark.parametrize(("method", "path", "request_", "status", "slug"), cases())
def test_is_refused_and_changes_nothing(
    site: Site,
    game: Game,
    method: str,
    path: str,
    request_: dict[str, Any],
    status: int,
    slug: str,
) -> None:
    before = site.content()
    answer = site.ask(method, path, ADMIN, **request_)
    assert answer.status_code == status, answer.text
    is_problem(answer, slug)
    assert site.content() == before


def is_problem(answer: Any, slug: str) -> None:
    problem = read(answer)
    assert answer.content_type == "application/problem+json"
    assert problem["type"] == f"/problems/{slug}"
    assert problem["status"] == answer.status_code
    assert problem["title"]
    assert problem["detail"][0].isupper() or "." in problem["detail"]
    assert "Traceback" not in answer.text
    if slug == "schema":
        assert problem["errors"]


@pytest.mark.parametrize(
    ("path", "status"),
    [
        ("/games/none", 404),
        ("/games/final/nothing", 404),
        ("/nothing", 404),
        ("/games/final/state?step=0", 404),
        ("/games/final/state?step=99", 404),
        ("/games/final/state?version=99", 404),
        ("/games/final/state?version=0", 404),
        ("/games/final/state?step=x", 422),
        ("/games/final/state?step=-1", 422),
        ("/games/final/state?step=99999999999999999999", 422),
        ("/games/final/state?step=%EF%BC%91", 422),
        ("/games/final/state?seat=9", 404),
        ("/games/final/state?seat=%00", 422),
        ("/games/final/state?setp=2", 422),
        ("/games/final/options?step=99", 404),
        ("/games/final/board.svg?step=99", 404),
        ("/games/final/replay?of=film", 422),
        ("/games/final/replay?from=99", 404),
        ("/games/final/replay?to=99", 404),
        ("/games/final/replay?from=3&to=2", 422),
        ("/games/final/events?view=both", 422),
        ("/games/final/events?limit=5001", 422),
        ("/games/final/events?limit=0", 422),
        ("/games/final/events?after=-1", 422),
        ("/games/final/timeline?limit=5001", 422),
        ("/events?limit=5001", 422),
        ("/games?page=0", 422),
        ("/games?page_size=101", 422),
        ("/games?status=lost", 422),
        ("/games?q=a%00b", 422),
        ("/games?page=9007199254740992", 200),
        ("/rulesets/chess", 404),
        ("/rulesets/wannabe-football?box=none", 404),
        ("/boxes/none@0123456789ab", 404),
        ("/boxes/none", 404),
    ],
)
def test_a_question_that_has_no_answer(site: Site, game: Game, path: str, status: int) -> None:
    answer = site.get(path)
    assert answer.status_code == status, answer.text
    if status != 200:
        is_problem(answer, {404: "not-found", 422: "schema"}[status])


def test_a_wrong_method_says_which_are_right(site: Site, game: Game) -> None:
    answer = site.ask("PUT", game.path)
    assert "PATCH" in answer.headers["Allow"]
    assert "PATCH" in read(answer)["detail"]


@pytest.mark.parametrize(
    "header", ["Basic YTpi", "Bearer", "Bearer nobody", "bearer  ", "x" * 9000]
)
def test_a_token_that_is_none(site: Site, game: Game, header: str) -> None:
    for path in (game.path, "/games"):
        answer = site.get(path, None, headers={"Authorization": header})
        assert answer.status_code == 401
        assert answer.headers["WWW-Authenticate"].startswith("Bearer")
        is_problem(answer, "no-token")


def test_errors_do_not_show_what_broke(site: Site, game: Game) -> None:
    def broken(*_: object) -> None:
        raise RuntimeError("the secret")

    site.services.store.stream = broken  # type: ignore[method-assign,assignment]
    # No operation says that it answers so: it is asked past the contract.
    admin = {"Authorization": f"Bearer {ADMIN}"}
    answer = site.client.get(game.path, headers=admin)
    assert answer.status_code == 500
    is_problem(answer, "bug")
    assert "secret" not in answer.text


def test_a_database_that_is_away_is_not_there_for_now(site: Site, game: Game) -> None:
    with site.services.engine.begin() as connection:
        connection.exec_driver_sql("ALTER TABLE origins RENAME TO lost")
    answer = site.get(game.path)
    assert answer.status_code == 503
    assert answer.headers["Retry-After"]
    assert site.get("/readyz", None, at_root=True).status_code == 503


def test_a_database_that_dies_twice_is_not_there_for_now(
    postgres_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    site = Site(postgres_url)
    game = site.make()

    def dies(log: PostgresConnection, *_: object) -> NoReturn:
        log.close()
        raise psycopg.OperationalError("the server closed the connection")

    for asked in ("rows", "append_batch", "append_event"):
        monkeypatch.setattr(PostgresConnection, asked, dies)
    for answer in (site.get(game.path), site.post(f"{game.path}/events", {"events": [NOTE]})):
        assert answer.status_code == 503
        is_problem(answer, "unavailable")
    monkeypatch.undo()
    assert site.get(game.path).status_code == 200
    site.services.engine.dispose()


def test_the_largest_integers_are_kept(site: Site, game: Game) -> None:
    """Beside the ones refused above."""
    content = canonical({"events": [NOTE], "expected_version": LARGEST}).decode()
    assert json.loads(content)
    assert site.ask("POST", EVENTS, **raw(content)).status_code == 409
