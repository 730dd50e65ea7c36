"""`gametape.client` against a real server: a whole game, breaks, refusals."""

from __future__ import annotations

import json
import socket
from collections.abc import Callable, Iterator, Sequence
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from itertools import islice
from threading import Thread
from typing import Any

import msgspec
import pytest

from gametape.client import Client, Draft, Event, Game, Problem, Unreachable
from gametape.client import models as mine
from tests.api.contract import CONTRACT
from tests.api.site import ADMIN, OPENING, Site
from tests.children import PATIENCE
from tests.gametape.conftest import Server

SEATS = {"1": "Ana", "2": "Bo"}


def opening() -> list[Draft]:
    return [Draft(one["type"], one["data"], one["seat"]) for one in OPENING]


def note(text: str) -> Draft:
    return Draft("NoteAdded", {"text": text})


@pytest.fixture
def client(server: Server) -> Iterator[Client]:
    server.start()
    with Client(server.base, ADMIN, patience=PATIENCE) as made:
        yield made


def test_a_whole_game_is_recorded(client: Client) -> None:
    game = client.make("wannabe-football", SEATS, id="first", visibility="public")
    assert game.made is not None and game.made.links.recorder is not None
    log = game.record(*opening(), expected_version=1)
    assert log.version == 4
    assert [one.type for one in log.events] == [one["type"] for one in OPENING]
    option = game.options()[0]
    assert (option.type, option.seat) == ("CardsDrawn", "1")
    game.record(option.draft(cards=["P20"]))
    assert game.state()["turn"]["seat"] == "1"
    wrong = game.record(Draft("CardPlayed", {"card": "P02"}, "2")).version
    game.record(Draft("EventRetracted", {"target": wrong, "reason": "typo"}))
    assert game.findings().version == wrong + 1
    branch = game.branch(step=4)
    assert branch.header().step == 4
    game.record(Draft("GameEnded", {"reason": "agreement"}))
    assert game.header().status == "ended"
    whole = list(game.events())
    assert [one.version for one in whole] == list(range(1, 9))
    standing = list(game.events(effective=True))
    assert [one.step for one in standing] == list(range(1, len(standing) + 1))
    assert game.id in [one.id for one in client.games(ruleset="wannabe-football")]


def test_drafts_that_were_stored_are_stored_once(client: Client) -> None:
    game = client.make("wannabe-football", SEATS)
    drafts = [note("One."), note("Two.")]
    first = game.record(*drafts, expected_version=1)
    assert game.record(*drafts, expected_version=1) == first
    assert client.make("wannabe-football", SEATS, id=game.id).id == game.id


def test_a_refusal_is_told_with_its_fields(client: Client) -> None:
    game = client.make("wannabe-football", SEATS)
    with pytest.raises(Problem) as late:
        game.record(note("Late."), expected_version=7)
    assert (late.value.status, late.value.kind, late.value.version) == (409, "wrong-version", 1)
    with pytest.raises(Problem) as wrong:
        game.record(Draft("CardPlayed", {"card": 7}, "1"))
    assert wrong.value.status == 422
    assert set(wrong.value.errors["events"]) == {"0"}
    with pytest.raises(Problem) as unknown:
        client.game("nowhere").header()
    assert unknown.value.kind == "not-found"
    assert str(unknown.value) == unknown.value.detail


@pytest.mark.parametrize("moment", ["before", "after", "cut"])
def test_a_server_that_dies_in_an_append_loses_and_doubles_nothing(
    server: Server, moment: str
) -> None:
    server.start(moment)
    with Client(server.base, ADMIN, patience=PATIENCE) as client:
        game = client.make("wannabe-football", SEATS, id="first")
        answered: list[mine.Log] = []
        drafts = [note("One."), note("Two.")]
        sending = Thread(target=lambda: answered.append(game.record(*drafts, expected_version=1)))
        sending.start()
        assert server.died()
        server.start()
        sending.join(PATIENCE)
        assert [log.version for log in answered] == [3]
        assert [one.id for one in game.events(after=1)] == [draft.id for draft in drafts]


def test_a_watcher_goes_on_after_the_server_has_died(server: Server) -> None:
    server.start()
    with Client(server.base, ADMIN, patience=PATIENCE) as client:
        game = client.make("wannabe-football", SEATS, id="first")
        news = (one for one in game.watch(after=0) if isinstance(one, Event))
        game.record(note("One."))
        assert [one.version for one in islice(news, 2)] == [1, 2]
        server.kill()
        server.start()
        game.record(note("Two."), note("Three."))
        assert [one.version for one in islice(news, 2)] == [3, 4]


def test_a_watcher_is_told_when_he_may_not_see_the_game(client: Client) -> None:
    game = client.make("wannabe-football", SEATS)
    stranger = Client(client.connection.base)
    with pytest.raises(Problem):
        next(stranger.game(game.id).watch(after=0))


def test_nobody_there_is_said_in_a_sentence() -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        port = taken.getsockname()[1]
        with pytest.raises(Unreachable, match=f"127.0.0.1:{port} does not answer"):
            Client(f"http://127.0.0.1:{port}", patience=0.2).game("first").header()
    with pytest.raises(ValueError, match="no address"):
        Client("games.example.org")


Answer = tuple[int, dict[str, str], Any]


@pytest.fixture
def busy() -> Iterator[Callable[[Sequence[Answer]], tuple[Game, list[str]]]]:
    """A server that gives these answers, one a call, and the calls it had."""
    servers: list[ThreadingHTTPServer] = []

    def start(answers: Sequence[Answer]) -> tuple[Game, list[str]]:
        left, calls = list(answers), []

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def do_POST(self) -> None:
                calls.append(self.rfile.read(int(self.headers["Content-Length"])).decode())
                status, headers, document = left.pop(0)
                content = json.dumps(document).encode()
                self.send_response(status)
                for name, value in {**headers, "Content-Length": str(len(content))}.items():
                    self.send_header(name, value)
                self.end_headers()
                self.wfile.write(content)

            def log_message(self, *_: Any) -> None:
                pass

        server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        servers.append(server)
        Thread(target=server.serve_forever, daemon=True).start()
        return Client(f"http://127.0.0.1:{server.server_port}", patience=5).game("first"), calls

    yield start
    for server in servers:
        server.shutdown()
        server.server_close()


def test_who_is_asked_to_wait_waits(busy: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    waited: list[float] = []
    monkeypatch.setattr("gametape.client.connection.sleep", waited.append)
    good = {"version": 2, "events": []}
    game, calls = busy(
        [(429, {"Retry-After": "3"}, {}), (503, {}, {}), (502, {}, {}), (200, {}, good)]
    )
    assert game.record(note("So.")).version == 2
    assert len(calls) == 4 and len(set(calls)) == 1  # the same ids each time
    assert waited[0] == 3.0 and all(pause < 1 for pause in waited[1:])


def test_who_would_wait_too_long_is_told_so(busy: Any) -> None:
    problem = {"type": "/problems/too-many-requests", "detail": "Wait 60 s."}
    game, calls = busy([(429, {"Retry-After": "60"}, problem)])
    with pytest.raises(Problem, match="Wait 60 s") as refused:
        game.record(note("So."))
    assert refused.value.wait == 60
    assert len(calls) == 1


@pytest.mark.parametrize(
    ("kind", "name"),
    [(mine.Draft, "EventBody"), (mine.Event, "Envelope"), (mine.Log, "Log"), (mine.Seat, "Seated"),
     (mine.Links, "Links"), (mine.Header, "Header"), (mine.Finding, "FindingDocument"),
     (mine.Findings, "Findings")],
)  # fmt: skip
def test_the_types_are_those_of_the_document(
    site: Site, kind: type[msgspec.Struct], name: str
) -> None:
    site.get("/rulesets")
    schema = CONTRACT.document["components"]["schemas"][name]
    assert set(kind.__struct_encode_fields__) <= set(schema["properties"])
    for field in msgspec.structs.fields(kind):
        if field.required:
            assert field.name in schema["required"], field.name
