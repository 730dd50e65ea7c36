"""Games and fixtures that come at the same moment."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

from sqlalchemy import Engine

from events.event import Draft
from projections.seasons import kept_standings
from projections.seasons.league_read_model import LeagueReadModel
from tests.projections.games.tapes import Table, a_game
from workers.referee import referee

FIXTURES = 12


def test_a_game_that_ends_while_its_fixture_is_scheduled_is_not_missed(engine: Engine) -> None:
    table = Table(engine)
    opened = [
        Draft(type="LeagueCreated", data={"name": "Club", "ruleset": "wannabe-football"}),
        Draft(type="SeasonOpened", data={"season": "s", "name": "Autumn"}),
        *(Draft(type="TeamEntered", data={"season": "s", "team": t, "name": t}) for t in "ab"),
    ]
    table.store.append("club", opened, recorded_by="test", kind="league")
    created = a_game()[0]
    over = Draft(type="GameEnded", data={"reason": "concession", "winner": "1"})

    def play() -> None:
        for n in range(FIXTURES):
            data = {**created.data, "fixture": f"f{n}"}
            table.record(f"g{n}", [Draft(type="GameCreated", data=data), over])
            referee(table.store, table.tapes, table.games, f"g{n}")

    def schedule() -> None:
        for n in range(FIXTURES):
            data = {"season": "s", "fixture": f"f{n}", "teams": ["a", "b"]}
            fixture = Draft(type="FixtureScheduled", data=data)
            table.store.append("club", [fixture], recorded_by="test", kind="league")
            LeagueReadModel(table.store).catch_up("club")

    def rank() -> None:
        for _ in range(FIXTURES):
            kept_standings.refresh(engine, "s")

    jobs: list[Callable[[], None]] = [play, schedule, rank]
    with ThreadPoolExecutor(len(jobs)) as pool:
        for done in [pool.submit(job) for job in jobs]:
            done.result()
    rows = kept_standings.rows(engine, "s")
    assert [(row["played"], row["points"]) for row in rows] == [
        (FIXTURES, 3 * FIXTURES),
        (FIXTURES, 0),
    ]
