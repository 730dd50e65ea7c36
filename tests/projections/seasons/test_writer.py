from __future__ import annotations

from collections import defaultdict
from fractions import Fraction
from threading import Thread
from typing import Any

import pytest
import sqlalchemy as sa
from sqlalchemy import Engine

from events.event import Draft
from projections.games.rebuild import rebuild
from projections.kit.figures import PREFIX, kind_of
from projections.kit.find import rulesets
from projections.seasons import writer
from projections.statistics.contributions import UNIT, Amounts, Key, other_figures
from projections.tables import facts, figured, played, season_games, season_heads, season_totals
from tests.projections.games.tapes import Table, plain
from tests.projections.seasons import seasons

SIDES = {
    "und1c1": ("a", "b"),
    "wannabe-football": ("1", "2"),
    "undaunted-2200": ("lfa", "breakers"),
    "football-u": ("1", "2"),
}


def a_season(table: Table, ruleset: str, games: int = 3) -> None:
    """Ant, Bee and Cat, each against each, the sides changed about."""
    seasons.open_season(table, ruleset)
    pairs = [("ant", "bee"), ("cat", "ant"), ("bee", "cat")]
    for n in range(games):
        game, sides = f"g{n}", dict(zip(SIDES[ruleset], pairs[n % 3], strict=True))
        drafts = seasons.a_simulated_game(n + 1, ruleset, {SIDES[ruleset][0]: "p1"})
        seasons.fixture(table, game, sides, n + 1)
        table.record(game, seasons.for_fixture(drafts, game, sides))
        seasons.judge(table, game)
        seasons.result(table, game)
        recount(table, game)


def recount(table: Table, game: str) -> None:
    with table.engine.begin() as connection:
        writer.recount_game(connection, game)


def totals(table: Table) -> dict[tuple[str, ...], tuple[int, ...]]:
    with table.engine.connect() as connection:
        rows = connection.execute(sa.select(season_totals).where(season_totals.c.games > 0))
        return {tuple(row[:5]): tuple(row[5:]) for row in rows}


def season_rows(table: Table) -> list[Any]:
    order = (season_games.c.game, season_games.c.side)
    with table.engine.connect() as connection:
        return [tuple(row) for row in connection.execute(sa.select(season_games).order_by(*order))]


@pytest.fixture
def table(engine: Engine) -> Table:
    return Table(engine)


@pytest.fixture
def lite(sqlite_engine: Engine) -> Table:
    return Table(sqlite_engine)


@pytest.mark.parametrize("ruleset", SIDES)
def test_totals_are_a_plain_recount_of_the_events(lite: Table, ruleset: str) -> None:
    a_season(lite, ruleset)
    wanted = plainly(lite, ruleset)
    found = {
        key[1:]: (row[1], Fraction(row[4], UNIT), Fraction(row[5], UNIT), Fraction(row[6], UNIT))
        for key, row in totals(lite).items()
        if key[1] in ("team", "against", "person", "piece") and not key[4].startswith(PREFIX)
    }
    assert found.keys() == wanted.keys()
    assert {key[1] for key in wanted if key[0] == "team"} == {"ant", "bee", "cat"}
    for key, numbers in wanted.items():
        assert [float(n) for n in found[key]] == pytest.approx(numbers, abs=1e-6), key


def plainly(table: Table, ruleset: str) -> dict[tuple[str, ...], list[float]]:
    """Sums made from the events alone: count, value, expected, luck."""
    rules = rulesets()[ruleset]
    found: defaultdict[tuple[str, ...], list[float]] = defaultdict(lambda: [0, 0.0, 0.0, 0.0])
    with table.engine.connect() as connection:
        teams = {(row.game, row.side): row.team for row in connection.execute(sa.select(played))}
    for game in sorted({game for game, _ in teams}):
        tape = table.tape(game)
        side_of, gone, facts = rules.sides(tape.latest), set(), []
        for step in range(1, tape.steps + 1):
            for fact in rules.facts(tape.before(step), tape.event(step), tape.state(step)):
                facts.append((tape.event(step).version, fact))
                if fact.kind == "withdrawn":
                    gone.add(fact.data["version"])
        people = {seat.seat: seat.person for seat in tape.created.seats}
        for version, fact in facts:
            if fact.kind == "withdrawn" or (version in gone and fact.kind != "die"):
                continue
            side = side_of.get(fact.seat or "")
            keys: list[tuple[str, ...]] = []
            person = people.get(fact.seat or "")
            if person is not None:
                keys.append(("person", "", person, fact.kind))
            if side is not None:
                own = teams[game, side]
                other = next(t for (g, s), t in teams.items() if g == game and s != side)
                keys += [("team", own, "", fact.kind), ("against", other, "", fact.kind)]
                if fact.piece is not None:
                    piece = fact.piece[1:] if ruleset == "und1c1" else fact.piece
                    keys.append(("piece", own, piece, fact.kind))
            for key in keys:
                row = found[key]
                row[0] += 1
                row[1] += fact.value or 0
                row[2] += fact.expected or 0
                if fact.value is not None and fact.expected is not None:
                    row[3] += fact.value - fact.expected
    return dict(found)


def test_the_order_and_the_number_of_runs_do_not_matter(table: Table) -> None:
    a_season(table, "und1c1", 2)
    once, rows = totals(table), season_rows(table)
    for game in ("g1", "g0", "g1"):
        recount(table, game)
        assert rebuild(table.tapes, table.games, game) is None
    assert (totals(table), season_rows(table)) == (once, rows)
    with table.engine.begin() as connection:
        writer.recount_season(connection, seasons.SEASON)
    assert totals(table) == once


def test_a_game_that_counts_no_more_leaves_nothing_behind(table: Table) -> None:
    a_season(table, "wannabe-football", 1)
    one = totals(table)
    seasons.fixture(table, "more", {"1": "cat", "2": "bee"}, 2)
    table.record("more", seasons.a_simulated_game(9, "wannabe-football"))
    seasons.judge(table, "more")
    assert totals(table) != one
    with table.engine.begin() as connection:
        connection.execute(played.update().where(played.c.game == "more").values(counts=False))
        writer.recount_game(connection, "more")
    assert totals(table) == one
    assert {row[1] for row in season_rows(table)} == {"g0"}


def test_correcting_one_roll_changes_what_depends_on_it_and_nothing_else(lite: Table) -> None:
    a_season(lite, "und1c1")
    before = totals(lite)
    game, version, die = _a_duel_roll(lite)
    face = die["face"] % 6 + 1
    # the die of the last roll of the game, so that nothing after it is judged otherwise
    data = {"dice": [{**die, "face": face}]}
    lite.record(game, [Draft(type="EventAmended", data={"target": version, "data": data})])
    seasons.judge(lite, game)
    seasons.result(lite, game)
    recount(lite, game)
    after = totals(lite)
    changed = {key for key in before.keys() | after.keys() if before.get(key) != after.get(key)}
    assert changed
    dice = {key for key in changed if key[1] == "die"}
    assert {key[4] for key in dice} == {str(die["face"]), str(face)}
    untouched = {key for key in before if key[2] not in _teams(lite, game) and key[2]}
    assert not changed & untouched
    wanted = plainly(lite, "und1c1")
    for key, numbers in wanted.items():
        row = after[(seasons.SEASON, *key)]
        assert [row[1], *(n / UNIT for n in row[4:7])] == pytest.approx(numbers, abs=1e-6), key


def _a_duel_roll(table: Table) -> tuple[str, int, dict[str, Any]]:
    tape = table.tape("g1")
    for step in range(tape.steps, 1, -1):
        event = tape.event(step)
        if event.type == "DiceRolled" and len(event.data.dice) == 1:
            return "g1", event.version, plain(event.data.dice[0])
    raise AssertionError("no die fell alone")


def _teams(table: Table, game: str) -> set[str]:
    with table.engine.connect() as connection:
        return set(connection.scalars(sa.select(played.c.team).where(played.c.game == game)))


def test_what_a_seat_alone_may_know_counts_once_the_game_is_over(lite: Table) -> None:
    seasons.open_season(lite, "wannabe-football")
    drafts = seasons.a_simulated_game(1, "wannabe-football")
    seasons.fixture(lite, "g", {"1": "ant", "2": "bee"})
    lite.record("g", drafts[:60])
    seasons.judge(lite, "g")
    running = totals(lite)
    assert running
    with lite.engine.begin() as connection:
        connection.exec_driver_sql("UPDATE facts SET secret = 1 WHERE kind = 'play'")
        writer.recount_game(connection, "g")
    kinds = {key[4] for key in totals(lite) if key[1] == "team"}
    assert "play" not in kinds
    lite.record("g", drafts[60:])
    seasons.judge(lite, "g")
    assert "play" in {key[4] for key in totals(lite) if key[1] == "team"}


def test_a_figure_of_several_facts_is_as_secret_as_any_of_them(lite: Table) -> None:
    left = judged_to(lite, "football-u", 1)
    for draft in left:
        lite.record("g", [draft])
        seasons.judge(lite, "g")
        with lite.engine.begin() as connection:
            kinds = set(connection.scalars(sa.select(facts.c.kind)))
            assert "match" not in kinds or "odds" in kinds
            if "match" in kinds:
                break
            connection.execute(facts.update().where(facts.c.kind == "odds").values(secret=True))
    with lite.engine.connect() as connection:
        query = sa.select(figured.c.secret).where(figured.c.kind == kind_of("comebacks"))
        assert list(connection.scalars(query)) == [True]
    found = {key[4] for key in totals(lite) if key[1] == "team"}
    assert any(kind.startswith(kind_of("matches")) for kind in found)
    assert kind_of("comebacks") not in found


def test_every_change_of_a_season_is_numbered(lite: Table) -> None:
    a_season(lite, "wannabe-football", 1)
    query = sa.select(season_heads.c.version)
    with lite.engine.begin() as connection:
        first = connection.scalar(query)
        writer.recount_game(connection, "g0")
        assert connection.scalar(query) == first
        connection.execute(played.update().values(outcome={"outcome": "draw"}))
        writer.recount_game(connection, "g0")
        assert connection.scalar(query) == (first or 0) + 1


def test_workers_side_by_side_lose_nothing_and_never_block_each_other(table: Table) -> None:
    """Four games of one season, judged bit by bit by two workers at once."""
    ruleset = "wannabe-football"
    seasons.open_season(table, ruleset)
    for n in range(4):
        seasons.fixture(table, f"g{n}", {"1": ("ant", "bee")[n % 2], "2": "cat"}, n + 1)
    failures: list[BaseException] = []

    def work(games: tuple[str, str]) -> None:
        try:
            logs = {game: seasons.a_simulated_game(int(game[1]) + 1, ruleset) for game in games}
            for start in range(0, 60, 12):
                for game in games:
                    table.record(game, logs[game][start : start + 12])
                    seasons.judge(table, game)
        except BaseException as error:
            failures.append(error)

    workers = [Thread(target=work, args=(games,)) for games in (("g0", "g1"), ("g2", "g3"))]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()
    assert failures == []
    once = totals(table)
    with table.engine.begin() as connection:
        writer.recount_season(connection, seasons.SEASON)
    assert totals(table) == once
    games = {key[4]: row[1] for key, row in once.items() if key[1] == "season"}
    assert {kind: n for kind, n in games.items() if not kind.startswith(PREFIX)} == {
        "grade:full": 4
    }


def judged_to(table: Table, ruleset: str, events: int) -> list[Draft]:
    """A game for a fixture, judged that far; what is left of it to be told."""
    seasons.open_season(table, ruleset)
    seasons.fixture(table, "g", sides := dict(zip(SIDES[ruleset], ("ant", "bee"), strict=True)))
    drafts = seasons.for_fixture(seasons.a_simulated_game(1, ruleset), "g", sides)
    table.record("g", drafts[:events])
    seasons.judge(table, "g")
    return drafts[events:]


def test_an_event_that_is_added_takes_back_nothing_that_was_counted(lite: Table) -> None:
    left = judged_to(lite, "wannabe-football", 40)
    lite.record("g", left[:1])
    said: list[str] = []
    sa.event.listen(lite.engine, "before_cursor_execute", lambda *asked: said.append(asked[2]))
    seasons.judge(lite, "g")
    assert any(statement.startswith("INSERT INTO season_totals") for statement in said)
    kept = ("findings", "facts", "keyframes", "rolls", "figured")
    assert not [one for one in said if one.startswith(tuple(f"DELETE FROM {t} " for t in kept))]


def test_an_event_that_is_added_adds_up_its_own_figures_alone(lite: Table) -> None:
    left = judged_to(lite, "und1c1", 40)
    asked: list[str] = []
    sa.event.listen(lite.engine, "before_cursor_execute", lambda *said: asked.append(said[2]))
    for draft in left[:40]:
        lite.record("g", [draft])
        seasons.judge(lite, "g")
    adding = [one for one in asked if one.startswith("SELECT figured.")]
    assert adding
    assert all("figured.kind IN" in one for one in adding)


@pytest.mark.parametrize("ruleset", SIDES)
def test_judged_event_by_event_the_sums_are_those_of_the_whole_game(
    lite: Table, ruleset: str
) -> None:
    for draft in judged_to(lite, ruleset, 4)[:90]:
        lite.record("g", [draft])
        seasons.judge(lite, "g")
    found = totals(lite)
    recount(lite, "g")
    assert totals(lite) == found
    assert any(key[4].startswith(PREFIX) for key in found)


def test_a_game_that_is_for_no_fixture_counts_for_no_figures(lite: Table) -> None:
    lite.record("g", seasons.a_simulated_game(1, "wannabe-football"))
    seasons.judge(lite, "g")
    with lite.engine.connect() as connection:
        assert connection.scalar(sa.select(sa.func.count()).select_from(figured)) == 0


def test_what_other_figures_added_is_kept_and_the_value_of_a_changed_one_is_not() -> None:
    chain = Key("team", "ant", "", "figure:chain")
    value = Key("team-values", "ant", "", "figure:chain=3")
    zone = Key("team", "ant", "", "figure:zones:AL")
    play = Key("team", "ant", "", "play")
    parts = dict.fromkeys((chain, value, zone, play), Amounts(count=1))
    assert set(other_figures(parts, {"figure:chain"})) == {zone}
    assert set(other_figures(parts, {"figure:zones:AL"})) == {chain, value}
