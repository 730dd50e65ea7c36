"""What earlier versions left: databases are opened, exports are taken in, nothing is another."""

from __future__ import annotations

import lzma
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
import redis
from rq import Queue, SimpleWorker

from events.database import writing
from events.keeping.verification import verify_all
from events.tables import webhooks
from projections.people import FORMER
from tests.api.site import Site, event, read
from tests.before.exports import LINES, bring_in, exported, named
from tests.before.make import ENDED, ERASED, HERE, ORGANIZER, SEATED, SIGNING
from tests.before.told import DATABASE, DATABASE_SAYS, EXPORTS_SAY, catch_up, kept, told
from tests.receiver import receiver
from workers.context import context
from workers.deliveries import courier, deliver, due
from workers.queue import REFEREE
from workers.sweep import behind, sweep

VERSIONS = sorted(folder for folder in HERE.iterdir() if (folder / DATABASE).is_file())

NOTE = {"events": [event("NoteAdded", None, text="It goes on.")]}


@pytest.fixture(params=VERSIONS, ids=lambda folder: str(folder.name))
def folder(request: pytest.FixtureRequest) -> Path:
    """What one version left."""
    found: Path = request.param
    return found


@pytest.fixture
def file(folder: Path, tmp_path: Path) -> Path:
    """A copy of its database, which nobody has opened yet."""
    copy = tmp_path / "before.db"
    copy.write_bytes(lzma.decompress((folder / DATABASE).read_bytes()))
    return copy


def opened(file: Path) -> Iterator[Site]:
    site = Site(f"sqlite:///{file}")
    catch_up(site)
    yield site
    site.services.engine.dispose()


@pytest.fixture
def site(file: Path) -> Iterator[Site]:
    """An installation on that database."""
    yield from opened(file)


def test_something_is_kept() -> None:
    assert VERSIONS


class TestDatabase:
    def test_says_what_it_said(self, site: Site, folder: Path) -> None:
        assert told(site) == kept(folder / DATABASE_SAYS)

    def test_every_table_held_something(self, file: Path) -> None:
        with closing(sqlite3.connect(file)) as old:
            names = old.execute("SELECT name FROM sqlite_master WHERE type = 'table'").fetchall()
            empty = [n for (n,) in names if not old.execute(f"SELECT 1 FROM {n}").fetchone()]
        assert names
        assert empty == []

    def test_no_chain_is_broken(self, site: Site) -> None:
        assert list(verify_all(site.services.store)) == []

    @pytest.mark.parametrize(
        ("token", "opens"),
        [
            (ORGANIZER, ("organizer", None, None)),
            (SEATED, ("recorder", "und1c1", "a")),
        ],
    )
    def test_its_tokens_sign_in(
        self, site: Site, token: str, opens: tuple[str, str | None, str | None]
    ) -> None:
        answer = site.post("/session", {"token": token}, token=None)
        assert answer.status_code == 201
        session = read(answer)
        assert (session["role"], session["game"], session["seat"]) == opens

    def test_a_token_that_had_ended_does_not(self, site: Site) -> None:
        assert site.post("/session", {"token": ENDED}, token=None).status_code == 401

    def test_its_private_game_is_for_who_was_let_in(self, site: Site) -> None:
        assert site.get("/games/und1c1", token=None).status_code == 404
        assert site.get("/games/und1c1", SEATED).status_code == 200

    def test_its_games_go_on(self, site: Site) -> None:
        for stream in site.services.store.streams(kind="game"):
            answer = site.post(f"/games/{stream.id}/events", NOTE)
            assert answer.status_code == 201, answer.text
            assert read(answer)["version"] == stream.version + 1
        assert site.post("/games/und1c1/events", NOTE, SEATED).status_code == 201
        assert list(verify_all(site.services.store)) == []

    def test_a_correction_can_be_taken_back(self, site: Site, folder: Path) -> None:
        said = kept(folder / DATABASE_SAYS)["games"]["und1c1"]
        inserted = event("EventRetracted", None, target=said["version"])
        assert site.post("/games/und1c1/events", {"events": [inserted]}).status_code == 201
        assert read(site.get("/games/und1c1"))["step"] == said["step"] - 1

    def test_its_league_goes_on(self, site: Site) -> None:
        off = {"events": [event("FixtureCancelled", None, fixture="autumn-2-1")]}
        assert site.post("/leagues/club/events", off, SEATED).status_code == 403
        assert site.post("/leagues/club/events", off, ORGANIZER).status_code == 201
        rows = read(site.get("/seasons/autumn/standings"))["rows"]
        assert [(row["team"], row["points"]) for row in rows] == [
            ("bees", 4),
            ("cats", 1),
            ("ants", 0),
        ]

    def test_an_erased_name_is_nowhere(self, site: Site, file: Path) -> None:
        seats = read(site.get("/games/und1c1"))["seats"]
        assert [seat["name"] for seat in seats] == ["Reds", FORMER]
        assert read(site.get(f"/people/{seats[1]['person']}"))["erased"]
        assert ERASED.encode() not in file.read_bytes()

    def test_what_its_webhook_was_not_told_yet_is_told(self, site: Site) -> None:
        engine = site.services.engine
        with receiver() as there:
            with writing(engine) as connection:
                connection.execute(webhooks.update().values(url=there.url))
            assert all(deliver(engine, one, anywhere=True) for one in due(engine))
        assert sorted(one.document["type"] for one in there.received) == [
            "finding",
            "game.finished",
            "standings.changed",
        ]
        assert all(one.is_signed_with(SIGNING) for one in there.received)


class TestOldReadModel:
    """Tables that can be made again are, where they are not those of the present version."""

    @pytest.fixture
    def older(self, file: Path) -> Path:
        """The database as if its read model were of an earlier schema."""
        with closing(sqlite3.connect(file)) as old:
            old.executescript(
                """
                UPDATE readmodel_schema SET version = version - 1;
                ALTER TABLE summaries DROP COLUMN names;
                UPDATE summaries SET score = '{}', checked_version = version;
                UPDATE standings SET "row" = '{}';
                DELETE FROM findings;
                DROP TABLE ratings;
                """
            )
        return file

    def test_is_made_anew(self, older: Path, folder: Path) -> None:
        for site in opened(older):
            assert told(site) == kept(folder / DATABASE_SAYS)

    def test_is_made_anew_by_a_worker(
        self, older: Path, folder: Path, redis_url: str, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        site = Site(f"sqlite:///{older}")
        monkeypatch.setenv("GAMETAPE_DATABASE", f"sqlite:///{older}")
        context.cache_clear()
        connection = redis.from_url(redis_url)
        assert sweep(site.services.engine, connection) == len(
            site.services.store.streams(kind="game")
        )
        queues = [Queue(REFEREE, connection=connection)]
        SimpleWorker(queues, connection=connection).work(burst=True)
        courier(context().engine).finish()
        context.cache_clear()
        assert behind(site.services.engine) == []
        assert told(site)["games"] == kept(folder / DATABASE_SAYS)["games"]
        assert told(site)["leagues"] == kept(folder / DATABASE_SAYS)["leagues"]
        site.services.engine.dispose()


class TestExports:
    @pytest.fixture
    def filled(self, database_url: str, folder: Path) -> Iterator[Site]:
        """An installation that was empty before it took everything in."""
        site = Site(database_url)
        bring_in(site, folder)
        yield site
        site.services.engine.dispose()

    def test_say_what_they_said(self, filled: Site, folder: Path) -> None:
        assert told(filled) == kept(folder / EXPORTS_SAY)
        assert list(verify_all(filled.services.store)) == []

    def test_come_out_again_byte_for_byte(self, filled: Site, folder: Path) -> None:
        files = list(folder.glob("*.jsonl"))
        assert len(files) == len(filled.services.store.streams()) > 0
        for file in files:
            assert exported(filled, *named(file)) == file.read_bytes(), file.name

    def test_are_those_of_the_database(self, site: Site, folder: Path) -> None:
        for file in folder.glob("*.jsonl"):
            assert exported(site, *named(file)) == file.read_bytes(), file.name

    def test_are_refused_when_somebody_changed_them(self, site: Site, folder: Path) -> None:
        content = (folder / "undaunted.jsonl").read_bytes()
        changed = content.replace(b'"South"', b'"Souths"')
        assert changed != content
        answer = site.ask("POST", "/import", data=changed, content_type=LINES)
        assert (answer.status_code, read(answer)["version"]) == (422, 1)
