"""The examples of the OpenAPI document: every call made once, on a small installation.

    python -m tests.api.http.examples

writes them anew, and the names of all operations; test_contract.py holds what is written to what
the server answers.
"""

from __future__ import annotations

import json
import re
import tempfile
from collections.abc import Iterator
from hashlib import sha256
from itertools import count
from pathlib import Path
from typing import Any

import sqlalchemy as sa
from werkzeug.test import TestResponse

from api.http.contract import EXAMPLES, operations
from events.event import Draft
from projections.kit.find import rulesets
from tests.api import seasons
from tests.api.contract import CONTRACT
from tests.api.site import CREATION, OPENING, Game, Site, event, read

OPERATIONS = Path(__file__).parent / "operations.txt"
"""Every operation by its name, which programs know and nobody changes."""

MOST, LINES, LONGEST = 2, 3, 600
"""Entries of a list, lines and characters of a text that an example shows."""

FREE = ("events", "options", "box", "content")
"""Fields whose objects are as long as a ruleset's or box's: of them an example shows the first."""

NDJSON = "application/x-ndjson"

Told = dict[str, Any]

_VOLATILE = re.compile(
    r"(?P<uuid>[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})"
    r"|(?P<time>[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9:]{8}\.[0-9]{3}Z)"
    r"|(?P<hash>\b[0-9a-f]{64}\b)"
    r"|(?P<secret>whsec_[A-Za-z0-9+/=]{20,}|(?<![A-Za-z0-9_-])[A-Za-z0-9_-]{43}(?![A-Za-z0-9_-]))"
)


def told() -> Told:
    """Every example: by operation and status and media type, requests too; problems by status."""
    with tempfile.TemporaryDirectory() as folder:
        site = Site(f"sqlite:///{folder}/gametape.db", private_webhooks=True)
        found: Told = {"problems": {}}
        for answer in _calls(site):
            _take(found, site, answer)
        site.services.engine.dispose()
    return _settled(
        {name: found[name] for name in ("problems", *sorted(found.keys() - {"problems"}))}
    )


def _take(found: Told, site: Site, answer: TestResponse) -> None:
    if answer.status_code >= 400:
        found["problems"].setdefault(str(answer.status_code), read(answer))
        return
    request = answer.request
    operation = CONTRACT.operation(site.app, request.path, request.method.lower())
    assert operation is not None, request.path
    of = found.setdefault(operation["operationId"], {})
    if request.input_stream is not None and request.content_length:
        request.input_stream.seek(0)
        body = request.input_stream.read().decode()
        told = json.loads(body) if request.mimetype == "application/json" else body
        of.setdefault("request", {}).setdefault(request.mimetype, _short(told))
    if answer.get_data():
        status = of.setdefault(str(answer.status_code), {})
        status.setdefault(answer.mimetype, _short(_read(answer, operation)))


def _read(answer: TestResponse, operation: Told) -> Any:
    """The document of an answer; of lines and streams, whose schema is that of one, the first."""
    if answer.mimetype == "application/json":
        return read(answer)
    content = operation["responses"][str(answer.status_code)]["content"][answer.mimetype]
    text = answer.get_data().decode()
    if content["schema"].get("type") == "string":
        return text
    first = next(line for line in text.split("\n") if line.startswith(("{", "data: {")))
    return json.loads(first.removeprefix("data: "))


def _short(value: Any, free: bool = False) -> Any:
    if isinstance(value, str):
        lines = value.splitlines(keepends=True)
        return "".join(lines[:LINES])[:LONGEST] if len(value) > LONGEST else value
    if isinstance(value, list):
        return [_short(one, free) for one in value[:MOST]]
    if isinstance(value, dict):
        some = list(value)[:MOST] if free else list(value)
        return {
            key: _short(value[key], key in FREE and isinstance(value[key], dict)) for key in some
        }
    return value


def _settled(found: Told) -> Told:
    """The same whenever it is made: ids, times, hashes and secrets by the order they come in."""
    names: dict[str, str] = {}
    numbers = count(1)

    def settle(match: re.Match[str]) -> str:
        n = 0 if match[0] in names else next(numbers)
        made = {
            "uuid": f"0195fe3a-5c00-7000-8000-{n:012x}",
            "time": f"2026-03-01T19:{n // 60 % 60:02}:{n % 60:02}.000Z",
            "hash": sha256(str(n).encode()).hexdigest(),
            "secret": f"{'whsec_' if match[0].startswith('whsec_') else ''}shown-only-now-{n:028}",
        }
        return names.setdefault(match[0], made[match.lastgroup or ""])

    text: str = _VOLATILE.sub(settle, json.dumps(found, ensure_ascii=False))
    settled: Told = json.loads(text)
    return settled


def _calls(site: Site) -> Iterator[TestResponse]:
    yield from _of_health(site)
    yield from _of_rulesets(site)
    yield from _of_leagues(site)
    yield from _of_seasons(site)
    game = yield from _of_games(site)
    yield from _of_tokens(site, game)
    yield from _of_webhooks(site)
    yield from _of_an_end(site)
    yield from _refused(site, game)


def _of_health(site: Site) -> Iterator[TestResponse]:
    for path in ("/healthz", "/readyz", "/metrics"):
        yield site.get(path, None, at_root=True)


def _of_rulesets(site: Site) -> Iterator[TestResponse]:
    sample = rulesets()["wannabe-football"].sample_box
    yield site.get("/rulesets", None)
    yield site.get("/rulesets/wannabe-football?box=sample", None)
    yield site.get("/rulesets/wannabe-football/notation?line=1>P14", None)
    for _ in range(2):
        yield site.post(
            "/boxes", {"ruleset": "wannabe-football", "box": {**sample, "name": "Our own"}}
        )
    yield site.get("/boxes?ruleset=wannabe-football", None)
    yield site.get(f"/boxes/{read(site.get('/boxes'))[0]['id']}", None)


def _of_leagues(site: Site) -> Iterator[TestResponse]:
    league = {"id": "club", "name": "The Club", "ruleset": "wannabe-football"}
    season = {"id": "autumn", "name": "Autumn"}
    team = {"id": "ants", "name": "Ants"}
    other = {"id": "bees", "name": "Bees"}
    fixture = {"id": "opening", "teams": ["ants", "bees"], "round": 1}
    person = {"id": "0195fe3a-5c00-7000-8000-0000000000aa", "name": "Ana"}
    note = event("NoteAdded", None, text="The cup is full.", id_=person["id"].replace("aa", "ab"))
    for path, body in (
        ("/people", person),
        ("/leagues", league),
        ("/leagues/club/seasons", season),
        ("/seasons/autumn/teams", team),
        ("/seasons/autumn/teams", other),
        ("/seasons/autumn/fixtures", fixture),
        ("/leagues/club/events", {"events": [note]}),
    ):
        yield site.post(path, body)
        yield site.post(path, body)
    yield site.patch("/leagues/club", {"name": "The old Club", "visibility": "public"})
    for path in ("/people", "/leagues", "/leagues/club", "/leagues/club/seasons"):
        yield site.get(path)
    yield site.get("/leagues/club/events")
    yield site.get("/leagues/club/events", headers={"Accept": NDJSON})
    yield site.get("/leagues/club/export")
    yield site.patch(f"/people/{person['id']}", {"name": "Anna"})
    yield site.get(f"/people/{person['id']}/export")


def _of_seasons(site: Site) -> Iterator[TestResponse]:
    seasons.play_all(site, "und1c1")
    of = f"/seasons/{seasons.SEASON}"
    for path in ("", "/teams", "/fixtures", "/standings"):
        yield site.get(f"{of}{path}", None)
    person = seasons.coaches(site)[seasons.TEAMS[0]]
    yield site.get(f"/people/{person}", None)
    tables = "statistics figures leaders luck deserved course form head-to-head records ratings"
    more = "ratings/history dice games findings balance"
    for table in (tables + " " + more).split():
        yield site.get(f"{of}/{table}", None)
        yield site.get(f"{of}/{table}?format=csv", None)


def _of_games(site: Site) -> Iterator[TestResponse]:
    body = {**CREATION, "id": "final", "visibility": "public"}
    made = site.post("/games", body)
    yield made
    yield site.post("/games", body)
    game = site.of(made)
    batch = {
        "expected_version": 1,
        "events": [
            {"id": f"0195fe3a-5c00-7000-8000-{n:012x}", "at": f"2026-03-01T19:3{n}:00Z", **one}
            for n, one in enumerate(OPENING)
        ],
    }
    for _ in range(2):
        yield site.post(f"{game.path}/events", batch, game.recorder)
    site.record(game, event("CardPlayed", "2", card="P02"))
    site.judge(game)
    yield site.get("/games?ruleset=wannabe-football", None)
    yield site.get(f"{game.path}/events?after=1")
    yield site.get(f"{game.path}/events?after=1", headers={"Accept": NDJSON})
    for path in ("", "/state", "/options", "/timeline?after=3", "/replay?from=3", "/board.svg"):
        yield site.get(game.path + path)
    for path in ("/findings", "/statistics", "/export"):
        yield site.get(game.path + path)
    correction = event("EventRetracted", None, target=5, reason="typo")
    yield site.post(f"{game.path}/preview", {"events": [correction]}, game.recorder)
    yield site.post(f"{game.path}/moved", {"item": "ball", "to": "b2"}, game.recorder)
    for _ in range(2):
        yield site.post(f"{game.path}/branches", {"step": 3, "id": "what-if"})
    yield site.get(f"{game.path}/branches")
    yield site.get("/events?after=10")
    yield _watched(site, game)
    yield from _of_an_export(site)
    yield site.patch(game.path, {"visibility": "unlisted"}, game.recorder)
    return game


def _watched(site: Site, game: Game) -> TestResponse:
    """The first of what a watcher is told."""
    answer = site.get(f"{game.path}/live?after=1", game.spectator, buffered=False)
    chunks = answer.iter_encoded()
    told = b"".join(next(chunks) for _ in range(2))
    answer.set_data(told)
    return answer


def _of_an_export(site: Site) -> Iterator[TestResponse]:
    with tempfile.TemporaryDirectory() as folder:
        elsewhere = Site(f"sqlite:///{folder}/gametape.db")
        elsewhere.make(id="brought")
        lines = elsewhere.get("/games/brought/export").get_data()
        elsewhere.services.engine.dispose()
    for media in (NDJSON, "application/octet-stream", NDJSON):
        yield site.ask("POST", "/import", data=lines, content_type=media)


def _of_tokens(site: Site, game: Game) -> Iterator[TestResponse]:
    link = {"role": "recorder", "game": game.id, "seat": "1", "name": "Ana's phone"}
    yield site.post("/tokens", link, game.recorder)
    yield site.get(f"/tokens?game={game.id}", game.recorder)
    yield site.post("/session", {"token": game.recorder}, None)


def _of_webhooks(site: Site) -> Iterator[TestResponse]:
    body = {"url": "https://example.org/told", "events": ["game.finished", "finding"]}
    made = site.post("/webhooks", body)
    yield made
    yield site.get("/webhooks")
    yield site.get(f"/webhooks/{read(made)['id']}")
    game = site.make(id="told", visibility="public")
    site.record(game, event("CardPlayed", "2", card="P02"))
    site.judge(game)
    yield site.get(f"/webhooks/{read(made)['id']}/deliveries")


def _of_an_end(site: Site) -> Iterator[TestResponse]:
    game = site.make(id="over")
    site.record(game, event("GameEnded", "1", reason="concession"))
    other = site.token("recorder", game=game.id, seat="2")
    disputed = {"result": "disputed", "note": "We had one card left."}
    yield site.post(f"{game.path}/confirmations", disputed, other)
    yield site.post(f"{game.path}/confirmations", {"result": "confirmed"})
    yield site.delete(game.path)
    yield site.get(game.path)


def _refused(site: Site, game: Game) -> Iterator[TestResponse]:
    events = f"{game.path}/events"
    note = event("NoteAdded", None, text="So.")
    yield site.ask("POST", events, data=b"{", content_type="application/json")
    yield site.post(events, {"events": [note]}, "unknown")
    yield site.post(events, {"events": [note]}, game.spectator)
    yield site.get("/games/nowhere")
    yield site.post(events, {"events": [note], "expected_version": 2})
    yield site.post(events, {"events": [note] * 1001})
    yield site.ask("POST", events, data=b"{}", content_type="text/plain")
    yield site.post(events, {"events": [event("CardPlayed", "2", card=7)]})
    yield _of_a_stranger(site)
    yield _too_many(site)
    site.services.live.has_room = lambda *_: False  # type: ignore[method-assign]
    yield site.get(f"{game.path}/live")
    yield _without_room(site, game)


def _without_room(site: Site, game: Game) -> TestResponse:
    """What is answered when the disk is full."""

    def full(connection: Any, _: object) -> None:
        connection.execute("PRAGMA max_page_count = 1")

    engine = site.services.engine
    engine.dispose()
    sa.event.listen(engine, "connect", full)
    many = [event("NoteAdded", None, text="x" * 4_000)] * 50
    answer = site.post(f"{game.path}/events", {"events": many})
    sa.event.remove(engine, "connect", full)
    engine.dispose()
    return answer


def _of_a_stranger(site: Site) -> TestResponse:
    data = {"ruleset": "checkers", "seats": CREATION["seats"], "box": "sample", "options": {}}
    site.services.store.append(
        "stranger", [Draft(type="GameCreated", seat=None, data=data)], recorded_by="somebody"
    )
    return site.get("/games/stranger")


def _too_many(site: Site) -> TestResponse:
    with tempfile.TemporaryDirectory() as folder:
        hurried = Site(f"sqlite:///{folder}/gametape.db", requests_per_minute_by_address=1)
        answers = [hurried.get("/games", None) for _ in range(2)]
        hurried.services.engine.dispose()
    return answers[-1]


def operations_now() -> list[str]:
    """Name, method and path of every operation."""
    described = operations(CONTRACT.document)
    return sorted(
        f"{one['operationId']} {method.upper()} {path}" for path, method, one in described
    )


def main() -> None:
    """Writes the examples, and the names of all operations."""
    text = json.dumps(told(), ensure_ascii=False, indent=1)
    EXAMPLES.write_text(text + "\n", "utf-8")
    OPERATIONS.write_text("".join(f"{line}\n" for line in operations_now()), "utf-8")


if __name__ == "__main__":
    main()
