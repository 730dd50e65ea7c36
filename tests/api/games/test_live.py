"""Watching a game: what was appended reaches the watchers, and nothing hidden does."""

from __future__ import annotations

import json
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from queue import Queue
from threading import Event, Thread
from typing import Any

import pytest
from flask.testing import FlaskClient

from api.live import Live, latest
from events import clock
from tests.api.site import DRAWN, OPENING, Game, Site
from tests.children import PATIENCE, eventually
from workers.queue import NEWS, News, connect, tell


@pytest.fixture
def site(sqlite_url: str) -> Site:
    return Site(sqlite_url)


def note(text: str) -> dict[str, Any]:
    return {"type": "NoteAdded", "data": {"text": text}}


class Watcher:
    """Reads a stream in a thread of its own."""

    def __init__(
        self,
        site: Site,
        game: Game,
        token: str | None,
        client: FlaskClient | None = None,
        **headers: str,
    ) -> None:
        path = f"{game.path}/live" + headers.pop("query", "")
        if client is None:
            answer = site.get(path, token, headers=headers, buffered=False)
        else:
            answer = client.get(path, buffered=False)
        assert answer.status_code == 200, answer.text
        assert answer.mimetype == "text/event-stream"
        self.told: Queue[dict[str, Any]] = Queue()
        self.ended = Event()
        Thread(target=self._read, args=(answer.iter_encoded(),), daemon=True).start()

    def _read(self, chunks: Iterator[bytes]) -> None:
        for chunk in chunks:
            for part in chunk.decode().split("\n\n"):
                fields = dict(line.split(": ", 1) for line in part.split("\n") if line)
                if "data" in fields:
                    self.told.put({**fields, "data": json.loads(fields["data"])})
        self.ended.set()

    def next(self) -> dict[str, Any]:
        return self.told.get(timeout=PATIENCE)


def test_an_append_is_told_at_once(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    """Not when it is asked again whether he may go on, which is hours away."""
    monkeypatch.setattr("api.rest.games.live.LATELY", 10_000.0)
    game = site.make()
    watcher = Watcher(site, game, game.spectator)
    for version, text in enumerate(("One.", "Two.", "Three."), 2):
        site.record(game, note(text))
        told = watcher.next()
        assert (told["id"], told["data"]["version"]) == (str(version), version)
        assert told["data"]["data"] == {"text": text}
        assert told["data"]["game"] == game.id


def test_a_watcher_resumes_where_he_was(site: Site) -> None:
    game = site.make()
    site.record(game, note("One."), note("Two."), note("Three."))
    resumed = Watcher(site, game, game.spectator, **{"Last-Event-ID": "2"})
    assert [resumed.next()["id"] for _ in range(2)] == ["3", "4"]
    whole = Watcher(site, game, game.spectator, query="?after=0")
    assert [whole.next()["id"] for _ in range(4)] == ["1", "2", "3", "4"]


def test_hidden_cards_stay_hidden(site: Site) -> None:
    game = site.make()
    drawn = {"deck": "player", "cards": ["P01", "P02", "P03", "P04"]}
    everything = Watcher(site, game, game.recorder)
    spectator = Watcher(site, game, game.spectator)
    site.record(game, {"type": "CardsDrawn", "seat": "1", "data": drawn})
    assert everything.next()["data"]["data"] == drawn
    told = spectator.next()["data"]
    assert told["data"]["cards"] == [None] * 4
    assert "salt" not in told


@pytest.mark.parametrize("first", ["everything", "spectator"])
def test_what_is_hidden_again_is_hidden_at_once(
    site: Site, monkeypatch: pytest.MonkeyPatch, first: str
) -> None:
    """An end that opened the hands is taken back, and a card is drawn, in one batch."""
    monkeypatch.setattr("api.rest.games.live.LATELY", 10_000.0)
    game = site.make()
    end = {"type": "GameEnded", "data": {"reason": "agreement"}}
    ended = site.record(game, *OPENING, end)["version"]
    tokens = {"everything": game.recorder, "spectator": game.spectator}
    watchers = {}
    for who in sorted(tokens, key=lambda who: who != first):
        watchers[who] = Watcher(site, game, tokens[who], query=f"?after={ended - 1}")
        assert watchers[who].next()["id"] == str(ended)
    taken_back = {"type": "EventRetracted", "data": {"target": ended}}
    site.record(game, taken_back, DRAWN)
    told = {who: [one.next()["data"]["data"] for _ in (1, 2)][1] for who, one in watchers.items()}
    assert told["everything"] == DRAWN["data"]
    assert told["spectator"]["cards"] == [None]


def test_verdicts_and_appends_elsewhere_come_through_redis(sqlite_url: str, redis_url: str) -> None:
    here, there = Site(sqlite_url, redis=redis_url), Site(sqlite_url, redis=redis_url)
    game = here.make()
    watcher = Watcher(here, game, game.spectator)
    redis = connect(redis_url)
    assert eventually(lambda: dict(redis.pubsub_numsub(NEWS))[NEWS.encode()] > 0)
    there.record(game, note("From another process."))
    assert watcher.next()["data"]["data"]["text"] == "From another process."
    tell(redis, News(game.id, checked_version=2))
    told = watcher.next()
    assert told["event"] == "checked"
    assert told["data"] == {"checked_version": 2}


@pytest.mark.parametrize("resume", ["x", "-1", "9" * 20])
def test_a_resumption_that_is_no_version_is_refused(site: Site, resume: str) -> None:
    game = site.make()
    answer = site.get(f"{game.path}/live", game.spectator, headers={"Last-Event-ID": resume})
    assert answer.status_code == 400


def test_nobody_watches_what_he_may_not_see(site: Site) -> None:
    game = site.make(visibility="private")
    assert site.get(f"{game.path}/live", None).status_code in (401, 404)


def test_when_all_places_are_taken_others_wait(sqlite_url: str) -> None:
    site = Site(sqlite_url, most_watchers=1)
    game = site.make()
    Watcher(site, game, game.spectator, query="?after=0").next()
    assert site.get(f"{game.path}/live", game.spectator).status_code == 503


def test_a_version_is_told_once_and_every_verdict() -> None:
    live = Live(None, 10)
    with live.watch("final") as watcher:
        told = [News("final", 2), News("final", 3), News("final", checked_version=3)]
        for news in (told[0], told[0], told[1], told[0], told[2], told[2]):
            live.tell(news)
        assert latest(watcher, 0) == [*told, told[2]]
    with live.watch("final") as watcher:
        live.tell(told[0])
        assert latest(watcher, 0) == [told[0]]


def test_the_recorder_has_the_answer_before_watchers_are_told(site: Site) -> None:
    game = site.make()
    body = {"events": [note("One.")]}
    with site.services.live.watch(game.id) as watcher:
        answer = site.post(f"{game.path}/events", body, game.recorder, buffered=False)
        assert answer.status_code == 201
        assert latest(watcher, 0) == []
        answer.close()
        assert latest(watcher, 0) == [News(game.id, 2)]


class TestEnds:
    """A stream ends with the right to watch it."""

    @pytest.fixture(autouse=True)
    def _often(self, monkeypatch: pytest.MonkeyPatch) -> None:
        """No clock stands in the way: every look is a new one."""
        monkeypatch.setattr("api.tokens.FRESH_SECONDS", 0.0)
        for module in ("api.live", "api.rest.games.live"):
            monkeypatch.setattr(f"{module}.LATELY", 0.05)

    def test_when_its_token_is_revoked(self, site: Site) -> None:
        game = site.make()
        token = site.post("/tokens", {"role": "spectator", "game": game.id}).get_json()
        watcher, other = (Watcher(site, game, one) for one in (token["token"], game.spectator))
        site.delete(f"/tokens/{token['id']}")
        assert watcher.ended.wait(PATIENCE)
        assert not other.ended.is_set()

    def test_when_its_token_has_expired(self, site: Site) -> None:
        game = site.make()
        end = clock.stamp(datetime.now(UTC) + timedelta(seconds=1))
        watcher = Watcher(site, game, site.token("spectator", game=game.id, expires=end))
        assert watcher.ended.wait(PATIENCE)

    def test_when_the_maker_of_its_token_is_revoked(self, site: Site) -> None:
        game = site.make()
        made = site.post("/tokens", {"role": "recorder", "game": game.id}).get_json()
        child = site.token("spectator", made["token"], game=game.id)
        watcher = Watcher(site, game, child)
        site.delete(f"/tokens/{made['id']}")
        assert watcher.ended.wait(PATIENCE)

    def test_when_the_game_is_hidden(self, site: Site) -> None:
        game = site.make(visibility="public")
        watchers = [Watcher(site, game, token) for token in (None, game.spectator)]
        site.patch(game.path, {"visibility": "private"})
        assert all(watcher.ended.wait(PATIENCE) for watcher in watchers)

    def test_when_its_session_is_signed_out(self, site: Site) -> None:
        game = site.make()
        browser = site.app.test_client()
        body = {"token": game.spectator}
        csrf = browser.post("/api/v1/session", json=body).get_json()["csrf"]
        watcher = Watcher(site, game, None, client=browser)
        browser.delete("/api/v1/session", headers={"X-CSRF-Token": csrf})
        assert watcher.ended.wait(PATIENCE)
