"""Figures of small seasons whose answers are known by hand, or counted from the log alone."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any

import pytest
import sqlalchemy as sa
from sqlalchemy import Engine

from api.web.seasons.figures import of_team
from events.event import Draft
from projections.kit.find import rulesets
from projections.seasons import events, figures, statistics
from projections.tables import played as played_games
from tests.projections.games.tapes import Table
from tests.projections.seasons import seasons
from tests.projections.seasons.figure_rows import (
    correct,
    draft,
    judged,
    of,
    play,
    rows,
    rows_of_all,
    season,
)


@pytest.fixture
def table(sqlite_engine: Engine) -> Table:
    return Table(sqlite_engine)


A_TURN = draft(
    "TableAdjusted",
    turn={"number": 9, "seat": "1", "phase": "play"},
    hands={"1": {"cards": ["P14", "P40", "P29"]}, "2": {"cards": ["P02", "P15"]}},
    pitch=[{"card": "P10", "seat": "2"}],
    deck=20,
)
"""Team 1 to play from its left corner; version 2 of the game."""

A_GOAL = (
    draft("CardPlayed", "1", card="P14"),  # a star pass, own left to far left
    draft("CardsDrawn", "1", deck="multi", cards=["M01"]),  # a star
    draft("CardPlayed", "1", card="P40"),  # a shot from far left
    draft("CardsDrawn", "1", deck="multi", cards=["M04"]),  # a goal
)
"""Versions 3 to 6; then team 2 restarts."""

THE_OTHERS = (draft("CardPlayed", "2", card="P02"),)  # a pass, own right to own left


def small(*drafts: Draft) -> list[Draft]:
    created = seasons.a_simulated_game(1, "wannabe-football", {"1": "p1", "2": "p2"})[0]
    return [created, A_TURN, *drafts]


SIDES = {"1": "ant", "2": "bee"}


def test_the_figures_of_a_goal_are_those_counted_by_hand(table: Table) -> None:
    seasons.open_season(table, "wannabe-football")
    play(table, "g", small(*A_GOAL, *THE_OTHERS), SIDES)
    assert of(table, "possession") == pytest.approx(2 / 3)
    assert of(table, "possession", "bee") == pytest.approx(1 / 3)
    assert of(table, "territory") == pytest.approx(1 / 2)
    assert of(table, "territory", "bee") == 0
    assert of(table, "zones") == {"AL": 1}
    assert of(table, "zones", "bee") == {"OL": 1}
    assert of(table, "kinds") == {"pass": 1, "shot": 1}
    assert of(table, "conversion") == 1
    (scored,) = rows(table, "scored")
    # M01 has been drawn, a goal; of 18 cards left 6 are goals
    assert (scored.amount, scored.expected) == (1, pytest.approx(6 / 18))
    (stars,) = rows(table, "stars")
    assert (stars.amount, stars.expected) == (1, pytest.approx(9 / 19))
    assert of(table, "goals-by-restart") == {"none": 1}
    assert of(table, "restarts", "bee") == {"after_goal": 1}
    assert of(table, "longest-chain") == 2
    assert of(table, "assists", "p1", "person") == 1
    assert of(table, "box-entries") is None
    everybody = {row.figure: row.amount for row in rows_of_all(table)}
    assert (everybody["territory"], everybody["longest-chain"]) == (pytest.approx(1 / 3), 2)
    assert everybody["possession"] is None
    assert [row.part for row in rows(table, "zones")] == ["far left", "own left"]
    # as they are declared, whoever has them
    (zones,) = (one for one in of_team(season(table), "bee") if one.name == "zones")
    assert [line.part for line in zones.lines] == ["far left", "own left"]
    assert all(row.says and row.title for row in rows(table, "zones"))


def test_corrections_change_figures_back_and_forth(table: Table) -> None:
    seasons.open_season(table, "wannabe-football")
    play(table, "g", small(*A_GOAL, *THE_OTHERS), SIDES)
    correct(table, "g", "EventAmended", 6, data={"deck": "multi", "cards": ["M09"]})
    assert of(table, "conversion") == 0
    assert of(table, "goals-by-restart") is None
    assert of(table, "corners") == 1
    retracted = table.tape("g").version
    correct(table, "g", "EventRetracted", retracted)
    assert of(table, "conversion") == 1
    assert of(table, "corners") is None
    correct(table, "g", "EventRetracted", 7)
    assert of(table, "possession") == 1


def test_what_is_not_known_is_null_and_never_zero(table: Table) -> None:
    seasons.open_season(table, "wannabe-football")
    play(table, "g", small(*A_GOAL), SIDES)
    (longest,) = (row for row in rows(table, "longest-chain") if row.team == "ant")
    assert (longest.expected, longest.luck) == (None, None)
    (person,) = (row for row in rows(table, "possession", "person") if row.person == "p1")
    assert person.amount is None
    for level in ("team", "against", "person"):
        for total in statistics.totals(season(table), level):
            assert (total.luck is None) == (total.known == 0)


def test_fouls_are_the_offenders_with_their_chance(table: Table) -> None:
    seasons.open_season(table, "wannabe-football")
    tackle = (
        draft("CardPlayed", "1", card="P14"),
        draft("CardsDrawn", "1", deck="multi", cards=["M01"]),
    )
    adjusted = draft(
        "TableAdjusted",
        turn={"number": 9, "seat": "1", "phase": "play"},
        hands={"1": {"cards": ["P29"]}, "2": {"cards": ["P02"]}},
        pitch=[{"card": "P10", "seat": "2"}],
        deck=20,
    )
    fouled = (
        adjusted,
        draft("CardPlayed", "1", card="P29"),  # a tackle, own left to own right
        draft("FoulSpotted", "2"),
        draft("CardsDrawn", "2", deck="multi", cards=["M06"]),  # a free kick
    )
    play(table, "g", small(*tackle, *fouled), SIDES)
    (foul,) = rows(table, "fouls")
    # M01 has been drawn: of 18 cards left 6 say free kick, 4 yellow, 1 red
    assert (foul.team, foul.amount, foul.expected) == ("ant", 1, pytest.approx(11 / 18))
    assert foul.luck == pytest.approx(7 / 18)
    assert of(table, "fouls-found", "bee") == 1
    assert of(table, "tackles") == 1
    missed = (adjusted, fouled[1], draft("CardsDrawn", "2", deck="player", cards=[None]))
    play(table, "h", small(*missed), SIDES)
    assert of(table, "fouls-missed", "bee") == pytest.approx(11 / 19)
    assert of(table, "fouls") == 1
    assert of(table, "tackles") == 2


def _as_the_log_has_it(table: Table, games: Mapping[str, Mapping[str, str]]) -> dict[str, Any]:
    """Cards by team, kind and zone, and chains, from the events and the box alone."""
    cards = {c["id"]: c for c in rulesets()["wannabe-football"].sample_box["player_cards"]}
    played: Counter[Any] = Counter()
    events = 0
    for game, sides in games.items():
        tape = table.tape(game)
        events += tape.steps
        for step in range(1, tape.steps + 1):
            event = tape.event(step)
            if event.type != "CardPlayed" or tape.state(step).pitch is tape.before(step).pitch:
                continue
            card, team = cards[event.data.card], sides[event.seat or ""]
            to = card.get("to")
            played[team] += 1
            played[team, to] += to is not None
            played[team, "far"] += bool(to and to.startswith("A"))
            played[team, "box"] += to == "AC" and card["from"] != "AC"
    return {"played": played, "events": events / len(games)}


def test_whole_games_add_up_as_their_logs_do(table: Table) -> None:
    seasons.open_season(table, "wannabe-football")
    games = {"g1": {"1": "ant", "2": "bee"}, "g2": {"1": "bee", "2": "ant"}}
    for seed, (game, sides) in enumerate(games.items(), 1):
        play(table, game, seasons.a_simulated_game(seed, "wannabe-football"), sides)
    a_play = next(
        table.tape("g1").event(step).version
        for step in range(30, 60)
        if table.tape("g1").event(step).type == "CardPlayed"
    )
    for corrected in (False, True):
        if corrected:
            correct(table, "g1", "EventRetracted", a_play)
        told = _as_the_log_has_it(table, games)
        played = told["played"]
        for team, other in (("ant", "bee"), ("bee", "ant")):
            both = played[team] + played[other]
            assert of(table, "possession", team) == pytest.approx(played[team] / both)
            assert of(table, "territory", team) == pytest.approx(played[team, "far"] / played[team])
            assert of(table, "box-entries", team) == played[team, "box"]
            for zone, count in of(table, "zones", team).items():
                assert count == played[team, zone]
        (per_game,) = rows(table, "events-per-game", "season")
        assert per_game.amount == told["events"]
    goals = [sum(table.tape(game).latest.score.values()) for game in games]
    (per_game,) = rows(table, "goals-per-game", "season")
    assert per_game.amount == sum(goals) / 2
    ended = [table.tape(game).latest.result.reason for game in games]
    (share,) = rows(table, "shootouts", "season")
    assert share.amount == ended.count("shootout") / 2


def test_a_league_of_one_goal_and_one_without(table: Table) -> None:
    """The longest of all games counts, not their sum; a game without a goal is a game."""
    seasons.open_season(table, "wannabe-football")
    ended = draft("GameEnded", reason="agreement")
    play(table, "g", small(*A_GOAL, ended), SIDES)
    play(table, "h", small(A_GOAL[0], ended), SIDES)
    assert of(table, "longest-chain") == 2
    (goals,) = rows(table, "goals-per-game", "season")
    assert (goals.amount, goals.count, goals.expected) == (0.5, 2, None)
    (chances,) = rows(table, "chances-per-game", "season")
    assert chances.amount == pytest.approx(6 / 18 / 2)
    (longer,) = (row for row in rows(table, "longest-chain") if row.team == "ant")
    assert longer.games == 2


# the referee


def test_findings_count_for_who_broke_the_rule_and_a_correction_takes_them_back(
    table: Table,
) -> None:
    seasons.open_season(table, "wannabe-football")
    play(table, "g", small(*A_GOAL), SIDES)
    assert of(table, "findings") is None
    table.record("g", [draft("CardPlayed", "1", card="P29")])  # it is team 2's turn
    judged(table, "g")
    broken = of(table, "findings")
    assert sum(broken.values()) == len(table.games.findings("g")) > 0
    assert broken.keys() == {row["rule"] for row in table.games.findings("g")}
    titles = rulesets()["wannabe-football"].rulebook.rules.values()
    assert {row.part for row in rows(table, "findings")} <= {rule.title for rule in titles}
    assert of(table, "findings", "bee") is None
    everywhere = sa.select(played_games.c.game)
    kinds = [f"figure:findings:{rule}" for rule in broken]
    chosen = events.Chosen(kinds=kinds, team="ant")
    told, number = events.observed(season(table), chosen, everywhere, 0, 9)
    assert number == sum(broken.values())
    assert {row.step for row in told} == {7}
    correct(table, "g", "EventRetracted", 7)
    assert of(table, "findings") is None


def test_the_most_of_a_team_is_looked_up_among_its_own_values(table: Table) -> None:
    seasons.open_season(table, "wannabe-football")
    play(table, "g", small(*A_GOAL, *THE_OTHERS), SIDES)
    opened, looked_up = season(table), list[tuple[Any, ...]]()
    sa.event.listen(
        table.engine, "before_cursor_execute", lambda *asked: looked_up.append(asked[2:4])
    )
    asked = figures.Asked(teams=["ant"], figure="longest-chain")
    (mine,) = figures.figures(opened, "team", asked)
    assert mine.amount == 2
    values = [given for _, given in looked_up if "team-values" in given]
    assert values
    assert all("ant" in given for given in values)
