"""Reads from a streaming replica that stands still: never older than what the caller did."""

from __future__ import annotations

from collections.abc import Iterator
from threading import Thread
from time import monotonic
from typing import Any

import psycopg
import pytest
from flask import g
from werkzeug.serving import make_server

from api.http import replica as replica_module
from api.http.contract import POSITION
from api.http.replica import COOKIE, COOKIE_SECONDS, FRESH, LEFT_ALONE, Replica
from api.services import SERVICES
from api.settings import Settings
from events.database import Unusable
from gametape.client import Client, Draft
from tests.api import seasons
from tests.api.site import ADMIN, OPENING, Game, Site, event, read
from tests.children import eventually
from tests.postgres import Postgres, postgres, replica

NOTE = event("NoteAdded", None, text="Rain.")


class Pair:
    """An installation on a primary and its replica, and which of them answered."""

    def __init__(self, primary: Postgres, second: Postgres, name: str) -> None:
        self.primary, self.second, self.name = primary, second, name
        self.site = Site(primary.url(name), replica=second.url(name))
        self.answered: list[str] = []
        self.site.app.after_request(self._note)

    def _note(self, response: Any) -> Any:
        self.answered.append("replica" if SERVICES in g else "primary")
        return response

    def get(self, path: str, token: str | None = ADMIN, **more: Any) -> tuple[str, Any]:
        """Who answered a read, and the answer."""
        answer = self.site.get(path, token, **more)
        return self.answered[-1], answer

    def pause(self) -> None:
        """Nothing reaches the replica any more, from what is written now on."""
        self.caught_up()
        self._second("SELECT pg_wal_replay_pause()")
        assert eventually(
            lambda: self._second("SELECT pg_get_wal_replay_pause_state()") == "paused"
        )

    def resume(self) -> None:
        self._second("SELECT pg_wal_replay_resume()")

    def caught_up(self) -> None:
        written = self._ask(self.primary, "SELECT pg_current_wal_insert_lsn()::text")
        reached = f"SELECT pg_last_wal_replay_lsn() >= '{written}'::pg_lsn"
        assert eventually(lambda: self._second(reached))

    def _second(self, query: str) -> Any:
        return self._ask(self.second, query)

    def _ask(self, server: Postgres, query: str) -> Any:
        with psycopg.connect(server.dsn(self.name), autocommit=True) as connection:
            found = connection.execute(query.encode()).fetchone()
        return found and found[0]


class Clock:
    """The time that a replica goes by: it passes only where a test says so."""

    def __init__(self) -> None:
        self.now = 1_000.0

    def __call__(self) -> float:
        return self.now

    def sleep(self, seconds: float) -> None:
        self.now += seconds


@pytest.fixture(scope="module")
def clock() -> Iterator[Clock]:
    made = Clock()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(replica_module, "monotonic", made)
        patch.setattr(replica_module, "sleep", made.sleep)
        yield made


@pytest.fixture(scope="module")
def one_pair(clock: Clock) -> Iterator[Pair]:
    with postgres() as primary:
        primary.execute("CREATE DATABASE games")
        with replica(primary) as second:
            made = Pair(primary, second, "games")
            yield made
            made.site.services.engine.dispose()


@pytest.fixture
def pair(one_pair: Pair, clock: Clock) -> Iterator[Pair]:
    """The pair of all tests; whatever one did to it is long ago."""
    clock.now += 1_000
    one_pair.caught_up()
    yield one_pair
    one_pair.resume()


@pytest.fixture
def game(pair: Pair) -> Game:
    made = pair.site.make(visibility="public")
    pair.site.record(made, *OPENING)
    pair.caught_up()
    return made


def _at(position: str) -> dict[str, Any]:
    return {"headers": {POSITION: position}}


def test_the_replica_answers_what_it_knows(pair: Pair, game: Game, clock: Clock) -> None:
    clock.now += FRESH + 1
    for path in ("", "/events", "/state", "/options", "/findings", "/timeline", "/export"):
        who, answer = pair.get(game.path + path)
        assert (who, answer.status_code) == ("replica", 200), path
        assert answer.headers[POSITION].isdecimal()
    who, page = pair.get(f"/games/{game.id}", at_root=True)
    assert (who, page.status_code) == ("replica", 200)


def test_who_wrote_reads_what_he_wrote_and_others_what_was(pair: Pair, game: Game) -> None:
    pair.get(game.path)
    pair.pause()
    written = pair.site.post(f"{game.path}/events", {"events": [NOTE]}, game.recorder)
    position, version = written.headers[POSITION], read(written)["version"]
    who, answer = pair.get(game.path, **_at(position))
    assert (who, read(answer)["version"]) == ("primary", version)
    who, answer = pair.get(game.path)
    assert (who, read(answer)["version"]) == ("replica", version - 1)
    pair.resume()
    pair.caught_up()
    who, answer = pair.get(game.path, **_at(position))
    assert (who, read(answer)["version"]) == ("replica", version)


WRITES: dict[str, Any] = {
    "visibility": lambda site, game: site.patch(game.path, {"visibility": "private"}),
    "person": lambda site, game: site.post("/people", {"name": "Cleo"}),
    "branch": lambda site, game: site.post(
        f"{game.path}/branches", {"step": 2, "id": f"{game.id}-else"}
    ),
    "token": lambda site, game: site.post("/tokens", {"role": "organizer"}),
    "league": lambda site, game: site.post("/leagues", {"id": "l", "name": "L"}),
    "deletion": lambda site, game: site.delete(game.path),
}
READS = {
    "visibility": "{game}",
    "person": "/people",
    "branch": "{game}/branches",
    "token": "/tokens",
    "league": "/leagues",
    "deletion": "/games",
}


@pytest.mark.parametrize("what", WRITES)
def test_whatever_is_written_is_seen_by_its_writer(pair: Pair, game: Game, what: str) -> None:
    path = READS[what].format(game=game.path)
    _, before = pair.get(path)
    pair.pause()
    written = WRITES[what](pair.site, game)
    assert written.status_code < 300
    _, after = pair.get(path, **_at(written.headers[POSITION]))
    assert read(after) != read(before)


def test_answers_do_not_go_back_in_time(pair: Pair, game: Game) -> None:
    """What was read from the primary is not read older from the replica."""
    pair.get(game.path)
    pair.pause()
    pair.site.record(game, NOTE)
    _, newer = pair.get(game.path, **_at("now"))
    who, again = pair.get(game.path, **_at(newer.headers[POSITION]))
    assert (who, read(again)["version"]) == ("primary", read(newer)["version"])


@pytest.mark.parametrize("position", ["now", "", "16/B374D848", "-1", "9" * 25, "tomorrow"])
def test_now_and_what_is_no_position_is_answered_by_who_knows(
    pair: Pair, game: Game, position: str
) -> None:
    pair.get(game.path)
    pair.pause()
    version = pair.site.record(game, NOTE)["version"]
    _, answer = pair.get(game.path, **_at(position))
    assert read(answer)["version"] == version


def test_nobody_is_answered_what_is_older_than_two_seconds(
    pair: Pair, game: Game, clock: Clock
) -> None:
    pair.get(game.path)
    pair.pause()
    pair.site.patch(game.path, {"visibility": "private"})
    assert pair.get(game.path, None)[0] == "replica"
    clock.now += FRESH + 0.1
    who, answer = pair.get(game.path, None)
    assert (who, answer.status_code) == ("primary", 404)


def test_a_slow_replica_is_waited_for_once_in_a_while(pair: Pair, game: Game, clock: Clock) -> None:
    pair.pause()
    written = pair.site.post(f"{game.path}/events", {"events": [NOTE]}, game.recorder)
    told = _at(written.headers[POSITION])
    waits = []
    for _ in range(3):
        before = clock.now
        assert pair.get(game.path, **told)[0] == "primary"
        waits.append(clock.now - before)
    assert replica_module.WAIT <= waits[0] < 2 * replica_module.WAIT
    assert waits[1:] == [0, 0]
    clock.now += LEFT_ALONE
    pair.resume()
    pair.caught_up()
    assert pair.get(game.path, **told)[0] == "replica"


def test_a_revoked_token_lets_nobody_in(pair: Pair, game: Game) -> None:
    made = read(pair.site.post("/tokens", {"role": "organizer"}))
    pair.caught_up()
    assert pair.get("/leagues", made["token"])[1].status_code == 200
    pair.pause()
    assert pair.site.delete(f"/tokens/{made['id']}").status_code == 204
    assert pair.get("/leagues", made["token"])[1].status_code == 401


def test_a_new_token_lets_in_at_once(pair: Pair, game: Game) -> None:
    pair.get(game.path)
    pair.pause()
    token = pair.site.token("organizer")
    assert pair.get("/webhooks", token)[1].status_code == 200


def test_what_is_read_from_the_replica_is_nothing_that_writes_go_by(pair: Pair, game: Game) -> None:
    pair.get(game.path)
    pair.pause()
    version = pair.site.record(game, NOTE)["version"]
    for path in ("", "/events", "/state", "/options"):
        assert pair.get(game.path + path)[0] == "replica", path
    stale = pair.site.post(
        f"{game.path}/events",
        {"events": [NOTE], "expected_version": version - 1},
        game.recorder,
    )
    assert (stale.status_code, read(stale)["version"]) == (409, version)
    right = pair.site.post(
        f"{game.path}/events", {"events": [NOTE], "expected_version": version}, game.recorder
    )
    assert (right.status_code, read(right)["version"]) == (201, version + 1)
    retracted = event("EventRetracted", None, target=version + 1)
    assert pair.site.record(game, retracted)["version"] == version + 2


def test_a_game_that_was_just_made_is_found_by_others(pair: Pair, game: Game) -> None:
    pair.get(game.path)
    pair.pause()
    made = pair.site.make(visibility="public")
    assert pair.get(made.path, None)[1].status_code == 200
    assert pair.get(f"{made.path}/state?step=1", None)[1].status_code == 200


def test_a_page_shows_what_its_reader_has_just_done(pair: Pair, game: Game) -> None:
    client = pair.site.app.test_client()
    client.post("/api/v1/session", json={"token": game.recorder})
    pair.caught_up()
    pair.pause()
    csrf = (
        client.get(f"/games/{game.id}/record").text.split('name="csrf" content="')[1].split('"')[0]
    )
    for count in (1, 2):
        written = client.post(
            f"{game.path}/events", json={"events": [NOTE]}, headers={"X-CSRF-Token": csrf}
        )
        assert written.status_code == 201
        answer = client.get(game.path)
        assert answer.json["version"] == read(written)["version"]
        kept = [cookie for cookie in written.headers.getlist("Set-Cookie") if COOKIE in cookie]
        mine = f"{COOKIE}{written.headers[POSITION]}"
        assert any(one.startswith(f"{mine}=1;") and "HttpOnly" in one for one in kept)
        assert any(f"Max-Age={COOKIE_SECONDS}" in one for one in kept)
        assert len(kept) >= count  # those of before are taken back
    held = [name for name in _cookies(client) if name.startswith(COOKIE)]
    assert held == [mine]


def test_answers_that_cross_take_no_position_away(pair: Pair, game: Game) -> None:
    """The answer to an earlier write, arriving last, does not hide the later one."""
    pair.get(game.path)
    pair.pause()
    early, late = (
        pair.site.post(f"{game.path}/events", {"events": [NOTE]}, game.recorder) for _ in range(2)
    )
    told = "; ".join(f"{COOKIE}{one.headers[POSITION]}=1" for one in (late, early))
    _, answer = pair.get(game.path, headers={"Cookie": told})
    assert read(answer)["version"] == read(late)["version"]


@pytest.mark.parametrize("odd", ["9" * 5_000, "9" * 20, "-1", ""], ids=len)
def test_a_cookie_that_is_no_position_harms_nothing(pair: Pair, game: Game, odd: str) -> None:
    """It is taken back by the answer to what would write."""
    asked = {"headers": {"Cookie": f"{COOKIE}{odd}=1"}}
    assert pair.site.get(game.path, None, **asked).status_code == 200
    written = pair.site.post(f"{game.path}/events", {"events": [NOTE]}, None, **asked)
    assert written.status_code == 401
    taken_back = [one for one in written.headers.getlist("Set-Cookie") if "Expires=Thu" in one]
    assert [one.partition("=")[0] for one in taken_back] == [f"{COOKIE}{odd}"]


def test_reads_that_bring_something_up_to_date_are_the_primarys(pair: Pair) -> None:
    seasons.open_season(pair.site, "wannabe-football")
    fixture = seasons.fixtures(pair.site)[0]
    seasons.enter(pair.site, fixture, "win", "loss")
    pair.caught_up()
    who, table = pair.get(f"/seasons/{seasons.SEASON}/standings", **_at("now"))
    assert (who, table.status_code) == ("primary", 200)
    pair.caught_up()
    assert pair.get(f"/seasons/{seasons.SEASON}/standings", **_at("now"))[0] == "replica"


def test_a_replica_that_dies_and_comes_back(pair: Pair, game: Game, clock: Clock) -> None:
    assert pair.get(game.path, **_at("now"))[0] == "replica"
    pair.second.crash()
    for _ in range(3):
        who, answer = pair.get(game.path)
        assert (who, answer.status_code) == ("primary", 200)
    pair.second.start()
    clock.now += LEFT_ALONE
    pair.caught_up()
    assert pair.get(game.path)[0] == "replica"


def test_another_server_is_no_replica(pair: Pair, postgres_url: str) -> None:
    with pytest.raises(Unusable, match="GAMETAPE_REPLICA is no replica"):
        Site(pair.primary.url(pair.name), replica=postgres_url)


def test_the_primary_itself_is_no_replica(pair: Pair, game: Game) -> None:
    url = pair.primary.url(pair.name)
    itself = Replica(pair.site.services, url)
    assert not itself.reaches(0)


def test_a_replica_is_for_postgresql() -> None:
    ours, theirs = "sqlite:///games.db", "postgresql://replica/games"
    for database, second in ((ours, theirs), (theirs, ours)):
        with pytest.raises(ValueError, match="GAMETAPE_REPLICA"):
            Settings(database=database, replica=second)
    told = {"GAMETAPE_DATABASE": "postgresql://db/g", "GAMETAPE_REPLICA": "postgresql://r/g"}
    assert Settings.from_environ(told).replica == "postgresql://r/g"


def test_live_streams_and_readiness_are_the_primarys(pair: Pair, game: Game) -> None:
    pair.get(game.path)
    pair.pause()
    version = pair.site.record(game, NOTE)["version"]
    stream = pair.site.app.test_client().get(
        f"{game.path}/live?after={version - 1}", headers={"Authorization": f"Bearer {ADMIN}"}
    )
    assert pair.answered[-1] == "primary"
    parts = iter(stream.response)
    begun = monotonic()
    while b"id: %d" % version not in next(parts):
        assert monotonic() - begun < 60
    stream.close()
    assert pair.get("/readyz", None, at_root=True)[0] == "primary"


def test_the_client_reads_what_it_wrote_and_what_it_heard_of(pair: Pair, game: Game) -> None:
    server = make_server("127.0.0.1", 0, pair.site.app, threaded=True)
    Thread(target=server.serve_forever, daemon=True).start()
    base = f"http://127.0.0.1:{server.port}"
    try:
        with Client(base, game.recorder) as mine, Client(base, game.spectator) as theirs:
            theirs.game(game.id).header()
            pair.pause()
            news = theirs.game(game.id).watch(after=3)
            version = mine.game(game.id).record(Draft("NoteAdded", {"text": "Rain."})).version
            assert pair.get(game.path)[0] == "replica"
            assert mine.game(game.id).header().version == version
            while getattr(next(news), "version", 0) < version:
                pass
            assert theirs.game(game.id).header().version == version
            assert theirs.game(game.id).header().version == version
            news.close()
    finally:
        server.shutdown()


def test_without_a_replica_nothing_is_said(site: Site) -> None:
    assert POSITION not in site.get("/games").headers


def _cookies(client: Any) -> list[str]:
    return [cookie.key for cookie in client._cookies.values()]
