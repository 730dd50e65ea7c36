"""A whole installation in one process, asked as its users ask it."""

from __future__ import annotations

import gzip
import json
from dataclasses import dataclass
from typing import Any

from flask.testing import FlaskClient
from sqlalchemy import select
from werkzeug.routing import Rule
from werkzeug.test import TestResponse

from api.app import create_app
from api.services import NAME, Services
from api.settings import Settings
from events.tables import boxes, events, origins, tokens
from tests.api.contract import CONTRACT
from workers.referee import referee

ADMIN = "the-installation's.own/token"
API = "/api/v1"

_compile_builder = Rule._compile_builder
_compiled: dict[object, Any] = {}


def _compile_once(rule: Rule, append_unknown: bool = True) -> Any:
    """What builds the addresses of a rule, compiled once for the applications of all tests.

    To compile all rules anew takes half the time of making an application.
    """
    key = rule.rule, tuple(rule._trace), repr(rule.defaults), append_unknown
    if key not in _compiled:
        _compiled[key] = _compile_builder(rule, append_unknown)
    return _compiled[key]


Rule._compile_builder = _compile_once  # type: ignore[method-assign]


@dataclass(frozen=True)
class Game:
    """A game with the tokens of its links."""

    id: str
    recorder: str
    spectator: str

    @property
    def path(self) -> str:
        return f"{API}/games/{self.id}"


class Site:
    """The application on a database of its own. Paths are full, or below `/api/v1`."""

    def __init__(self, database: str, **settings: Any) -> None:
        settings = {"requests_per_minute_by_address": 100_000, **settings}
        self.app = create_app(
            Settings(database=database, synchronous="NORMAL", admin_token=ADMIN, **settings)
        )
        self.services: Services = self.app.extensions[NAME]
        self.client: FlaskClient = self.app.test_client(use_cookies=False)

    def ask(self, method: str, path: str, token: str | None = ADMIN, **more: Any) -> TestResponse:
        headers = dict(more.pop("headers", {}))
        if token is not None:
            headers["Authorization"] = f"Bearer {token}"
        if not more.pop("at_root", False) and not path.startswith(API):
            path = API + path
        more.setdefault("buffered", True)  # What follows an answer has then happened, too.
        answer = self.client.open(path, method=method, headers=headers, **more)
        CONTRACT.hold(self.app, answer)
        return answer

    def get(self, path: str, token: str | None = ADMIN, **more: Any) -> TestResponse:
        return self.ask("GET", path, token, **more)

    def post(self, path: str, body: Any, token: str | None = ADMIN, **more: Any) -> TestResponse:
        return self.ask("POST", path, token, json=body, **more)

    def patch(self, path: str, body: Any, token: str | None = ADMIN, **more: Any) -> TestResponse:
        return self.ask("PATCH", path, token, json=body, **more)

    def delete(self, path: str, token: str | None = ADMIN, **more: Any) -> TestResponse:
        return self.ask("DELETE", path, token, **more)

    def make(self, token: str = ADMIN, **body: Any) -> Game:
        """Makes a game (of Wannabe Football unless it says otherwise)."""
        answer = self.post("/games", {**CREATION, **body}, token)
        assert answer.status_code == 201, answer.text
        return self.of(answer)

    def of(self, answer: TestResponse) -> Game:
        """The game in an answer that has links with tokens."""
        document = read(answer)
        links = document["links"]
        return Game(
            document["id"], links["recorder"].split("#")[1], links["spectator"].split("#")[1]
        )

    def record(self, game: Game, *entries: dict[str, Any], token: str | None = None) -> Any:
        """Appends events that must be accepted; the answer's document."""
        answer = self.post(f"{game.path}/events", {"events": list(entries)}, token or game.recorder)
        assert answer.status_code == 201, answer.text
        return read(answer)

    def token(self, role: str, maker: str = ADMIN, **more: Any) -> str:
        answer = self.post("/tokens", {"role": role, **more}, maker)
        assert answer.status_code == 201, answer.text
        return str(read(answer)["token"])

    def judge(self, game: Game) -> None:
        """Does what a worker would do."""
        here = self.services
        referee(here.store, here.tapes, here.games, game.id)

    def content(self) -> list[Any]:
        """Everything that a refused request may not change."""
        queries = (
            select(events.c.position, events.c.hash).order_by(events.c.position),
            select(origins).order_by(origins.c.id),
            select(boxes.c.id).order_by(boxes.c.id),
            select(tokens.c.id, tokens.c.revoked_at).order_by(tokens.c.id),
        )
        with self.services.engine.connect() as connection:
            return [list(map(tuple, connection.execute(query))) for query in queries]


def read(answer: TestResponse) -> Any:
    """The document of an answer, gzipped or not."""
    content = answer.get_data()
    if answer.headers.get("Content-Encoding") == "gzip":
        content = gzip.decompress(content)
    return json.loads(content)


def read_lines(answer: TestResponse) -> list[Any]:
    """The documents of an answer in JSON Lines."""
    return [json.loads(line) for line in answer.get_data().splitlines()]


def event(type_: str, seat: str | None = None, /, **data: Any) -> dict[str, Any]:
    """An event as it is sent; `id_`, `at_` go into the envelope."""
    envelope = {key: data.pop(f"{key}_") for key in ("id", "at") if f"{key}_" in data}
    return {"type": type_, "seat": seat, "data": data, **envelope}


CREATION: dict[str, Any] = {
    "ruleset": "wannabe-football",
    "seats": [{"seat": "1", "name": "Ana"}, {"seat": "2", "name": "Bo"}],
}

HANDS = {"1": ["P01", "P14", "P27", "P35"], "2": ["P02", "P15", "P28", "P36"]}

OPENING = [
    event("CardsDrawn", "1", deck="player", cards=HANDS["1"]),
    event("CardsDrawn", "2", deck="player", cards=HANDS["2"]),
    event("KickOffDecided", None, starter="1"),
]
"""Both hands are dealt, seat 1 kicks off and draws next."""

DRAWN = event("CardsDrawn", "1", deck="player", cards=["P20"])
