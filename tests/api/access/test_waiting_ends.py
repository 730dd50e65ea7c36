"""What is counted of a game is counted for everybody: until it has ended for all, without secrets.

A game in a season whose end the recorder of one seat alone has recorded, so that it waits.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa

from events import clock
from projections.games.rebuild import rebuild
from projections.tables import facts, season_games, season_parts, season_totals, summaries
from tests.api import seasons
from tests.api.site import ADMIN, Game, Site, event, read
from workers.sweep import due_ends

ALL = ["finding", "game.finished"]
STEPS = 110
SEATS = ("lfa", "breakers")


class Waiting:
    """An installation with the game, told up to an end that one side alone has recorded."""

    def __init__(self, site: Site) -> None:
        self.site = site
        seasons.open_season(site, "undaunted-2200")
        hook = {"url": "https://example.com/hook", "events": ALL}
        self.webhook = read(site.post("/webhooks", hook))["id"]
        self.game = seasons.play(site, seasons.fixtures(site)[0], 5, STEPS, SEATS)
        self.seat = {s: site.token("recorder", game=self.game.id, seat=s) for s in SEATS}
        self.running = self.counted()
        ended = event("GameEnded", SEATS[0], reason="agreement")
        site.record(self.game, ended, token=self.seat[SEATS[0]])
        site.judge(self.game)

    def counted(self) -> dict[str, list[Any]]:
        """The rows of all sums, and of what the season has of its games."""
        found = {}
        with self.site.services.engine.connect() as connection:
            for table in (season_totals, season_parts, season_games):
                query = sa.select(table).order_by(*table.primary_key)
                if table is season_totals:
                    query = query.where(table.c.games > 0)
                found[table.name] = [tuple(row) for row in connection.execute(query)]
        return found

    def own_facts(self) -> int:
        """How many facts are in the files of those who played."""
        people = seasons.coaches(self.site).values()
        files = (read(self.site.get(f"/people/{one}/export")) for one in people)
        return sum(len(file["facts"]) for file in files)

    def secret(self) -> int:
        """How many facts of somebody only who sees a hidden card comes to."""
        query = sa.select(sa.func.count()).where(facts.c.secret, facts.c.person.is_not(None))
        with self.site.services.engine.connect() as connection:
            return int(connection.scalar(query) or 0)

    def told(self) -> list[str]:
        path = f"/webhooks/{self.webhook}/deliveries?page_size=100"
        return [one["body"]["type"] for one in read(self.site.get(path))]

    def confirm(self) -> None:
        path = f"{self.game.path}/confirmations"
        answer = self.site.post(path, {"result": "confirmed"}, self.seat[SEATS[1]])
        assert answer.status_code == 200
        self.site.judge(self.game)

    def rebuilt(self) -> dict[str, list[Any]]:
        here = self.site.services
        rebuild(here.tapes, here.games, self.game.id)
        return self.counted()


@pytest.fixture
def waiting(tmp_path: Path) -> Iterator[Waiting]:
    site = Site(f"sqlite:///{tmp_path / 'gametape.db'}", private_webhooks=True)
    yield Waiting(site)
    site.services.engine.dispose()


def by_level(counted: dict[str, list[Any]]) -> dict[tuple[Any, ...], tuple[Any, ...]]:
    """The sums of facts that teams and people have."""
    rows = counted["season_totals"]
    return {row[1:5]: row[5:] for row in rows if row[1] in ("team", "against", "person", "piece")}


def test_an_end_that_waits_adds_nothing_secret(waiting: Waiting) -> None:
    assert waiting.secret() > 0
    sums, running = by_level(waiting.counted()), by_level(waiting.running)
    assert {key: sums.get(key) for key in running} == running
    assert {key[3] for key in sums.keys() - running.keys()} == {"scenario"}  # who won it
    assert not any(row.over for row in games(waiting))
    assert waiting.rebuilt() == waiting.counted()
    assert "game.finished" not in waiting.told()


def test_the_file_of_a_person_has_what_everybody_may_know(waiting: Waiting) -> None:
    before, secret = waiting.own_facts(), waiting.secret()
    waiting.confirm()
    assert waiting.own_facts() == before + secret


def test_whoever_confirms_it_has_everything_counted(waiting: Waiting) -> None:
    waiting.confirm()
    confirmed = waiting.counted()
    assert by_level(confirmed) != by_level(waiting.running)
    assert all(row.over for row in games(waiting))
    assert waiting.told().count("game.finished") == 1
    assert waiting.rebuilt() == confirmed


def test_a_day_has_everything_counted(waiting: Waiting, monkeypatch: pytest.MonkeyPatch) -> None:
    engine = waiting.site.services.engine
    assert due_ends(engine) == []
    day = clock.stamp(datetime.now(UTC) + timedelta(days=1))
    monkeypatch.setattr(clock, "now", lambda: day)
    assert due_ends(engine) == [waiting.game.id]
    waiting.site.judge(waiting.game)
    assert due_ends(engine) == []
    assert waiting.told().count("game.finished") == 1
    assert all(row.over for row in games(waiting))
    assert waiting.rebuilt() == waiting.counted()


def test_a_sweep_finds_a_confirmation_that_nobody_was_told_of(waiting: Waiting) -> None:
    here = waiting.site.services
    tape = here.tapes.get(waiting.game.id)
    assert tape is not None
    here.endings.confirm(tape, None, "admin")
    assert due_ends(here.engine) == [waiting.game.id]


def test_an_end_that_is_taken_back_leaves_the_sums_as_they_were(waiting: Waiting) -> None:
    waiting.confirm()
    retracted = event("EventRetracted", None, target=STEPS + 1)
    waiting.site.record(waiting.game, retracted, token=ADMIN)
    waiting.site.judge(waiting.game)
    assert by_level(waiting.counted()) == by_level(waiting.running)
    assert waiting.rebuilt() == waiting.counted()


def test_a_branch_is_never_open(waiting: Waiting) -> None:
    site = waiting.site
    waiting.confirm()
    branch: Game = site.of(site.post(f"{waiting.game.path}/branches", {"step": STEPS}))
    site.record(branch, event("GameEnded", None, reason="agreement"))
    site.judge(branch)
    summary = site.services.games.summary(branch.id)
    assert summary is not None
    assert (summary["status"], summary["open"]) == ("ended", False)


def games(waiting: Waiting) -> list[Any]:
    with waiting.site.services.engine.connect() as connection:
        rows = list(connection.execute(sa.select(season_games)))
        assert rows
        assert connection.scalar(sa.select(summaries.c.status)) == "ended"
    return rows
