"""A season of six games with known outcomes: what its tables say."""

from __future__ import annotations

from dataclasses import replace

import pytest
import sqlalchemy as sa
from msgspec.structs import replace as but
from sqlalchemy import Engine

from events.event import Draft
from projections.seasons import events, figures, ratings, statistics, timeline, writer
from projections.seasons.context import Season
from projections.statistics.contributions import UNIT
from projections.statistics.tables import Game
from projections.tables import (
    AMOUNTS,
    facts,
    played,
    season_games,
    season_totals,
)
from tests.projections.games.tapes import Table
from tests.projections.seasons import seasons
from tests.projections.seasons.entered_games import GAMES, enter
from tests.projections.seasons.figure_rows import season


@pytest.fixture
def table(sqlite_engine: Engine) -> Table:
    return Table(sqlite_engine)


def test_the_course_adds_up_round_by_round(table: Table) -> None:
    enter(table)
    found = [(row.round, row.team, row.games, row.points) for row in timeline.course(season(table))]
    assert found == [
        (1, "ant", 1, 3),
        (1, "bee", 1, 0),
        (2, "ant", 2, 4),
        (2, "cat", 1, 1),
        (3, "bee", 2, 0),
        (3, "cat", 2, 4),
    ]
    coarse = timeline.course(season(table), most=1)
    assert {(row.round, row.team, row.points) for row in coarse} == {
        (3, "ant", 4),
        (3, "bee", 0),
        (3, "cat", 4),
    }


def test_form_streaks_and_meetings(table: Table) -> None:
    enter(table, (*GAMES, ("ant", "bee", "win"), ("bee", "ant", "draw"), ("cat", "bee", "win")))
    now = season(table)
    by_team = {form.team: form for form in timeline.form(now)}
    assert (by_team["ant"].last, by_team["ant"].unbeaten) == ("WDWD", 4)
    assert (by_team["bee"].last, by_team["bee"].losing) == ("LLLDL", 3)
    assert (by_team["cat"].winning, by_team["cat"].current) == (2, "won 2 in a row")
    (against_bee,) = (m for m in timeline.head_to_head(now, "ant") if m.opponent == "bee")
    assert (against_bee.games, against_bee.points, against_bee.opponent_points) == (3, 7, 1)
    assert against_bee.outcomes == "2 win, 1 draw"


def test_other_points_make_another_course(table: Table) -> None:
    enter(table)
    now = season(table)
    two = replace(now, counts=but(now.counts, points={"win": 2, "draw": 1, "loss": 0}))
    assert timeline.course(two)[0].points == 2


def played_season(table: Table) -> Season:
    """Three whole simulated games."""
    seasons.open_season(table, "und1c1")
    for n, (home, away, _) in enumerate(GAMES, 1):
        seasons.fixture(table, f"g{n}", {"a": home, "b": away}, n)
        table.record(f"g{n}", seasons.a_simulated_game(n, "und1c1", {"a": f"p-{home}"}))
        seasons.judge(table, f"g{n}")
        seasons.result(table, f"g{n}")
        with table.engine.begin() as connection:
            writer.recount_game(connection, f"g{n}")
    return season(table)


def test_mutual_luck_adds_up_to_nothing_and_scores_to_each_other(table: Table) -> None:
    rows = statistics.luck(played_season(table))
    assert sum(row.luck or 0 for row in rows) == pytest.approx(0, abs=1e-6)
    assert any(row.luck for row in rows)
    scored, against = (
        sum(getattr(row, name) or 0 for row in rows) for name in ("scored", "against_scored")
    )
    assert scored == against
    assert sum(row.expected or 0 for row in rows) == pytest.approx(
        sum(row.against_expected or 0 for row in rows)
    )


def test_what_a_season_rests_on_is_told_and_unknown_is_not_zero(table: Table) -> None:
    seasons.open_season(table, "und1c1")
    created, *_ = seasons.a_simulated_game(1, "und1c1")
    seasons.fixture(table, "g", {"a": "ant", "b": "bee"})
    ended = Draft(type="GameEnded", data={"reason": "concession", "winner": "a"})
    table.record("g", [created, ended])
    seasons.judge(table, "g")
    seasons.result(table, "g")
    with table.engine.begin() as connection:
        writer.recount_game(connection, "g")
    now = season(table)
    rests = statistics.coverage(now)
    assert (rests.games, rests.result, rests.over, rests.deserved) == (1, 1, 1, 0)
    assert {(row.luck, row.scored, row.expected) for row in statistics.luck(now)} == {
        (None, None, None)
    }
    assert statistics.deserved(now) == []
    assert [row.points for row in timeline.course(now)] == [3, 0]


def shots(table: Table, game: str, *chances: tuple[str, float, float | None]) -> None:
    """Shots (side, value, expected) that a game is to have, whatever was recorded."""
    rows = [
        {"game": game, "version": 1, "n": n, "step": 1, "kind": "shot", "seat": side, "side": side}
        | {"value": value, "expected": expected, "data": {}}
        for n, (side, value, expected) in enumerate(chances)
    ]
    with table.engine.begin() as connection:
        connection.execute(facts.insert(), rows)
        writer.recount_game(connection, game)


def test_a_team_without_facts_is_no_reason_for_sums_not_to_agree(table: Table) -> None:
    seasons.open_season(table, "wannabe-football")
    created, *_ = seasons.a_simulated_game(1, "wannabe-football")
    for n, chances in enumerate(([("1", 1, 0.5)], [("2", 0, None)], [("1", 0, 0.25)]), 1):
        seasons.fixture(table, f"g{n}", {"1": "ant", "2": ("bee", "cat")[n % 2]}, n)
        table.record(f"g{n}", [created])
        seasons.judge(table, f"g{n}")
        shots(table, f"g{n}", *chances)
    now = season(table)
    assert [row for row in statistics.balance(now) if not row.agrees] == []
    told = {row.team: row for row in statistics.luck(now)}
    assert (told["ant"].scored, told["ant"].expected, told["bee"].luck) == (1, 0.75, None)
    # What bee made of a chance that is not known is not known, and so is what ant conceded there.
    assert (told["bee"].scored, told["ant"].against_expected) == (None, 0)


def test_deserved_points_are_those_of_the_chances(table: Table) -> None:
    now = played_season(table)
    rows = statistics.deserved(now)
    assert sum(row.games for row in rows) == 6
    # each game gives away three points, or two when it is drawn: by chance just as in fact
    assert sum(row.deserved for row in rows) <= 9
    for row in rows:
        assert row.difference == pytest.approx(row.points - row.deserved)
    earned = {row.team: row.points for row in timeline.course(now)}
    assert {row.team: row.points for row in rows} == earned


def test_leaders_are_in_order_and_share_places(table: Table) -> None:
    now = played_season(table)
    for board in now.rules.statistics.leaders.values():
        rows = statistics.leaders(now, board)
        values = [getattr(row, board.measure) or 0 for row in rows]
        assert values == sorted(values, reverse=True), board.title
        for place, value in zip((row.place for row in rows), values, strict=True):
            assert place == 1 + sum(other > value for other in values)
        assert statistics.leaders(now, board, 2) == rows[:2]
        assert all(row.count >= board.least for row in rows)


def a_shot(drawn: str, ruled: str) -> list[Draft]:
    """A star pass and a shot, whose Multi Card the table overrules."""
    turn = {"number": 9, "seat": "1", "phase": "play"}
    hands = {"1": {"cards": ["P14", "P40"]}, "2": {"cards": ["P02", "P15"]}}
    pitch = [{"card": "P10", "seat": "2"}]
    events: list[tuple[str, str | None, dict[str, object]]] = [
        ("TableAdjusted", None, {"turn": turn, "hands": hands, "pitch": pitch, "deck": 20}),
        ("CardPlayed", "1", {"card": "P14"}),
        ("CardsDrawn", "1", {"deck": "multi", "cards": ["M08"]}),
        ("CardPlayed", "1", {"card": "P40"}),
        ("CardsDrawn", "1", {"deck": "multi", "cards": [drawn]}),
        ("OutcomeRuled", None, {"outcome": ruled}),
    ]
    return [Draft(type=type_, seat=seat, data=data) for type_, seat, data in events]


@pytest.mark.parametrize(("drawn", "ruled", "goals"), [("M04", "corner", 0), ("M11", "goal", 1)])
def test_goals_are_those_that_the_table_let_stand(
    table: Table, drawn: str, ruled: str, goals: int
) -> None:
    """A shot at seven in eighteen; its Multi Card says the contrary of what the table rules."""
    seasons.open_season(table, "wannabe-football")
    created, *_ = seasons.a_simulated_game(1, "wannabe-football", {"1": "p"})
    seasons.fixture(table, "g", {"1": "ant", "2": "bee"})
    table.record("g", [created, *a_shot(drawn, ruled)])
    seasons.judge(table, "g")
    now = season(table)
    boards = now.rules.statistics.leaders
    for name in ("scorers", "team-scorers"):
        (row,) = statistics.leaders(now, boards[name])
        assert (row.value, row.count, row.known) == (goals, 1, 1)
    assert [one for one in timeline.records(now) if one.title == "Least likely success"] == []
    (ant,) = (row for row in statistics.luck(now) if row.team == "ant")
    # Besides the shot, the star that came off: nine in nineteen, and the answer to the ball.
    kinds = ("star_check", "play")
    others = [row for row in statistics.totals(now, team="ant") if row.kind in kinds]
    assert (ant.scored, ant.expected) == (goals, pytest.approx(7 / 18))
    luck = goals - (ant.expected or 0) + sum(row.luck or 0 for row in others)
    assert ant.luck == pytest.approx(luck)


def test_every_die_is_listed_with_its_rolls(table: Table) -> None:
    now = played_season(table)
    with table.engine.connect() as connection:
        mine = season_totals.c.level == "die"
        rolls = connection.scalar(sa.select(sa.func.sum(season_totals.c.count)).where(mine))
    dice = statistics.dice(now)
    assert [die.die for die in dice] == ["black", "white"]
    assert sum(die.fairness.rolls for die in dice) == rolls
    assert {die.recorder for die in statistics.dice(now, by_recorder=True)} == {"test"}
    of_teams = [statistics.dice(now, team=team) for team in now.names]
    assert sum(die.fairness.rolls for dice in of_teams for die in dice) == rolls
    counted = list(statistics.faces(dice))
    assert sum(face.count for face in counted) == rolls


def test_records_name_the_game(table: Table) -> None:
    now = played_season(table)
    found = {record.title: record for record in timeline.records(now)}
    with table.engine.connect() as connection:
        rows = connection.execute(sa.select(season_games)).mappings().all()
    lucky = max(rows, key=lambda row: row["luck"])
    assert found["Luckiest game"].game == lucky["game"]
    rare = found["Least likely success"]
    assert rare.value == min(row["rarest"] for row in rows if row["rarest"])
    assert rare.game is not None
    assert rare.step is not None
    tape = table.tape(rare.game)
    facts = tape.rules.facts(tape.before(rare.step), tape.event(rare.step), tape.state(rare.step))
    assert rare.value in [fact.expected for fact in facts]


def test_a_sum_that_does_not_agree_is_a_finding(table: Table) -> None:
    seasons.open_season(table, "und1c1")
    drafts = seasons.a_simulated_game(1, "und1c1")
    seasons.fixture(table, "g", {"a": "ant", "b": "bee"})
    score = Draft(type="TableAdjusted", data={"score": {"a": 9}})
    table.record("g", [*drafts[:-1], score, drafts[-1]])
    seasons.judge(table, "g")
    found = statistics.imbalances(season(table))
    tape = table.tape("g")
    if not tape.ended:
        pytest.fail("the game goes on")
    assert [(one.game, one.stated) for one in found] == [("g", tape.latest.score.a)]
    assert found[0].says.startswith("goals of")
    # A goal was not seen, so it is not known how many came of which chances.
    assert {(row.scored, row.expected) for row in statistics.luck(season(table))} == {(None, None)}


def test_both_databases_tell_the_same(sqlite_engine: Engine, postgres_engine: Engine) -> None:
    told = []
    for engine in (sqlite_engine, postgres_engine):
        now = played_season(Table(engine))
        everywhere = sa.select(played.c.game)
        in_figures = [
            events.Chosen(kinds=["figure:actions"], team="ant", against=True),
            events.Chosen(kinds=["figure:goals-per-game"]),
            events.Chosen(kinds=["figure:findings:und1c1.pass.offside"], person="p-ant"),
        ]
        tackles = events.Chosen(kinds=["tackle"], team="ant", piece="9")
        told.append(
            {
                "coverage": statistics.coverage(now),
                "totals": [
                    list(statistics.totals(now, level))
                    for level in ("team", "against", "person", "piece")
                ],
                "figures": [list(figures.figures(now, level)) for level in figures.LEVELS],
                "in figures": [
                    timeless(events.observed(now, chosen, everywhere, 0, 5))
                    for chosen in in_figures
                ],
                "leaders": [
                    statistics.leaders(now, board)
                    for board in now.rules.statistics.leaders.values()
                ],
                "luck": statistics.luck(now),
                "deserved": statistics.deserved(now),
                "dice": statistics.dice(now, by_recorder=True),
                "balance": statistics.balance(now),
                "course": [timeline.course(now, most) for most in (None, 2, 1)],
                "form": timeline.form(now),
                "meetings": timeline.head_to_head(now),
                "records": timeline.records(now),
                "games": [replace_began(game) for game in timeline.games(now)],
                "ratings": [ratings.standing(now, of) for of in ratings.OF],
                "history": list(ratings.history(now, "team")),
                "events": timeless(events.observed(now, tackles, everywhere, 0, 5)),
                "rolls": timeless(events.rolled(now, "white", "3", "ant", everywhere, 0, 5)),
                "lucky": timeless(events.lucky(now, "ant", everywhere, 0, 5)[:2]),
            }
        )
    lite, postgres = told
    assert all(lite.values())
    for name in lite:
        assert postgres[name] == lite[name], name


def timeless(found: tuple[list[events.Observed], int]) -> tuple[list[events.Observed], int]:
    return [but(one, began="") for one in found[0]], found[1]


def replace_began(game: Game) -> Game:
    """Without the time, which the store gives."""
    return but(game, began="")


def test_a_board_of_any_team_adds_up_what_all_teams_did(table: Table) -> None:
    """Scenario balance: the share of wins of a side, whichever team it was."""
    seasons.open_season(table, "undaunted-2200")
    rows = [
        ("ant", "Plain: LFA", 2, 2 * UNIT),
        ("bee", "Plain: LFA", 3, UNIT),
        ("ant", "Plain: Breakers", 5, 2 * UNIT),
        ("bee", "Hills: LFA", 1, UNIT),
    ]
    with table.engine.begin() as connection:
        for team, who, games, value in rows:
            amounts = dict.fromkeys(AMOUNTS, 0) | {"count": games, "valued": games, "value": value}
            key = {"season": seasons.SEASON, "level": "piece", "team": team, "who": who}
            connection.execute(
                season_totals.insert().values(**key, kind="scenario", games=games, **amounts)
            )
    board = season(table).rules.statistics.leaders["scenarios"]
    found = statistics.leaders(season(table), board)
    assert [(row.place, row.name, row.team, row.count, row.value, row.mean) for row in found] == [
        (1, "Hills: LFA", None, 1, 1.0, 1.0),
        (2, "Plain: LFA", None, 5, 3.0, 0.6),
        (3, "Plain: Breakers", None, 5, 2.0, 0.4),
    ]
