"""Figures of simulated games, counted from their logs alone."""

from __future__ import annotations

from collections import Counter, defaultdict
from typing import Any

import msgspec
import pytest
from sqlalchemy import Engine

from api.web.seasons.figures import of_team
from projections.kit.find import rulesets
from projections.seasons import statistics
from tests.projections.games.tapes import Table
from tests.projections.seasons import seasons
from tests.projections.seasons.figure_rows import (
    of,
    play,
    rows,
    season,
)


@pytest.fixture
def table(sqlite_engine: Engine) -> Table:
    return Table(sqlite_engine)


# UND1C1


HOLDER = {"white": "a", "black": "b"}


def _turned(box: str) -> str:
    columns = "ABCDEFGHIJKLMNOP"
    return f"{columns[::-1][columns.index(box[0])]}{15 - int(box[1:])}"


def test_a_pitch_turned_round_is_one_pitch_and_its_goals_are_those_of_the_log(
    table: Table,
) -> None:
    """Goals and shots by the box they were taken from, seen by who attacks."""
    seasons.open_season(table, "und1c1")
    rules = rulesets()["und1c1"]
    games = {"g1": {"a": "ant", "b": "bee"}, "g2": {"a": "bee", "b": "ant"}}
    for seed, (game, sides) in enumerate(games.items(), 1):
        play(table, game, seasons.a_simulated_game(seed, "und1c1"), sides)
    shot: Counter[Any] = Counter()
    goals: Counter[str] = Counter()
    luck: defaultdict[str, float] = defaultdict(float)
    for game, sides in games.items():
        tape = table.tape(game)
        for step in range(2, tape.steps + 1):
            before, after = tape.before(step), tape.state(step)
            event = tape.event(step)
            for die in event.data.dice if event.type == "DiceRolled" else ():
                seat = event.seat if len(event.data.dice) == 1 else HOLDER[die.die]
                luck[sides[seat or ""]] += die.face - 3.5
            for seat, team in sides.items():
                if after.score.of(seat) > before.score.of(seat):
                    chips = rules.view(before, "all")["board"]["players"]
                    box = chips[before.roll.player].at
                    goals[team] += 1
                    shot[team, box if seat == "a" else _turned(box)] += 1
    for team in ("ant", "bee"):
        by_box = of(table, "goals-by-box", team) or {}
        assert sum(by_box.values()) == goals[team]
        assert by_box == {box: n for (whose, box), n in shot.items() if whose == team}
    assert sum(goals.values()) > 0
    (per_game,) = rows(table, "goals-per-game", "season")
    assert per_game.amount == sum(goals.values()) / 2
    for team, other in (("ant", "bee"), ("bee", "ant")):
        (scored,) = (row for row in rows(table, "scored") if row.team == other)
        assert scored.amount == goals[other]
        prevented = (scored.expected or 0) - goals[other]
        assert of(table, "prevented", team) == pytest.approx(prevented)
        arrived = [
            fact
            for game, sides in games.items()
            for fact in table.games.facts(game)
            if fact["kind"] in ("pass", "cross") and fact["value"] and sides[fact["seat"]] == team
            if fact["withdrawn_by"] is None
        ]
        pairs = Counter(f"#{f['piece'][1:]} to #{f['data']['receiver'][1:]}" for f in arrived)
        assert of(table, "pairs", team) == pairs
        assert of(table, "dice", team) == pytest.approx(luck[team])
    (listed,) = (one for one in of_team(season(table), "ant") if one.name == "pairs")
    assert len(listed.lines) + listed.more == len({row.label for row in rows(table, "pairs")})
    shares = [of(table, "possession", team) for team in ("ant", "bee")]
    assert sum(shares) == pytest.approx(1)


# Football U


def _football(table: Table) -> dict[str, Any]:
    """What the logs of a season's games tell, by the results on the table and the view's odds."""
    rules = rulesets()["football-u"]
    box = rules.sample_box
    told: dict[str, Any] = {name: Counter() for name in ("won", "for", "played", "back", "weeks")}
    told |= {"ai": Counter(), "ai played": Counter(), "recruits": Counter(), "cost": Counter()}
    for game, sides in FOOTBALL.items():
        tape = table.tape(game)
        lowest: dict[str, dict[str, float]] = {}
        done: set[str] = set()
        for step in range(2, tape.steps + 1):
            event, before, after = tape.event(step), tape.before(step), tape.state(step)
            if event.type == "PlayerRecruited":
                team = sides[event.seat]
                weeks = [
                    view["board"]["weeks"][event.seat] for view in _views(rules, before, after)
                ]
                told["recruits"][team] += 1
                told["weeks"][team, "recruit"] += weeks[1] - weeks[0]
            for state in (before, after):
                if (now := rules.view(state, "all")["game"]) is not None:
                    there = lowest.setdefault(now["id"], {})
                    for side in ("visitor", "home"):
                        who, chance = now[side], now["odds"][side]
                        there[who] = min(there.get(who, 1.0), chance)
            past = [result for season in after.history for result in season.results]
            for result in (*past, *after.season.results):
                if result.game in done:
                    continue
                done.add(result.game)
                for side, who in (("visitor", result.visitor), ("home", result.home)):
                    won = result.winner == who
                    if who not in sides:
                        name = box["opponents"][who]["name"]
                        told["ai"][name] += won
                        told["ai played"][name] += 1
                        continue
                    team = sides[who]
                    told["played"][team] += 1
                    told["won"][team, result.kind] += won
                    told["for"][team] += result.points[side]
                    told["back"][team] += won and lowest[result.game][who] < 0.25
    return told


def _views(rules: Any, *states: Any) -> list[Any]:
    return [rules.view(state, "all") for state in states]


def _gameplans(table: Table, team: str) -> list[float]:
    return [
        fact["data"]["dp"]
        for game, sides in FOOTBALL.items()
        for fact in table.games.facts(game)
        if fact["kind"] == "gameplan" and sides[fact["seat"]] == team
    ]


FOOTBALL = {"g1": {"1": "ant", "2": "bee"}, "g2": {"1": "bee", "2": "ant"}}


def test_matches_comebacks_and_weeks_are_those_of_the_log(table: Table) -> None:
    seasons.open_season(table, "football-u")
    for seed, (game, sides) in enumerate(FOOTBALL.items(), 1):
        play(table, game, seasons.a_simulated_game(seed, "football-u"), sides)
    told = _football(table)
    for team in ("ant", "bee"):
        for kind, won in of(table, "matches", team).items():
            assert won == told["won"][team, kind]
        assert of(table, "points-for", team) == pytest.approx(
            told["for"][team] / told["played"][team]
        )
        assert of(table, "comebacks", team) == told["back"][team]
        assert of(table, "weeks", team)["recruit"] == told["weeks"][team, "recruit"]
        assert of(table, "cost", team) == pytest.approx(
            told["weeks"][team, "recruit"] / told["recruits"][team]
        )
        tokens = _gameplans(table, team)
        assert of(table, "best-gameplan", team) == pytest.approx(max(tokens, default=None))
        assert of(table, "worst-gameplan", team) == pytest.approx(min(tokens, default=None))
    assert sum(told["back"].values()) > 0
    by_name = {row.label: row for row in rows(table, "ai", "season")}
    assert by_name.keys() == told["ai played"].keys()
    for name, row in by_name.items():
        assert row.amount == pytest.approx(told["ai"][name] / told["ai played"][name])
        assert row.known == told["ai played"][name]


# Undaunted 2200: Revolution


def test_casualties_held_objectives_and_calibration_are_those_of_the_log(table: Table) -> None:
    seasons.open_season(table, "undaunted-2200")
    sides = {"lfa": "ant", "breakers": "bee"}
    play(table, "g", seasons.a_simulated_game(1, "undaunted-2200"), sides)
    tape = table.tape("g")
    lost: Counter[str] = Counter()
    turns: Counter[str] = Counter()
    played: Counter[str] = Counter()
    hunkered: Counter[str] = Counter()
    held: Counter[str] = Counter()
    rounds = 0
    for step in range(2, tape.steps + 1):
        event, before, after = tape.event(step), tape.before(step), tape.state(step)
        for seat, team in sides.items():
            fallen = [len(state.seats[seat].casualties) for state in (before, after)]
            lost[team] += fallen[1] - fallen[0]
        if event.type == "CardPlayed":
            played[sides[event.seat]] += 1
            hunkered[sides[event.seat]] += event.data.as_ == "hunker"
        if event.type == "TurnEnded":
            turns[sides[event.seat]] += 1
        if after.turn.number > before.turn.number:
            rounds += 1
            owners = [one["owner"] for one in _objectives(after)]
            for seat, team in sides.items():
                held[team] += owners.count(seat)
    for team, other in (("ant", "bee"), ("bee", "ant")):
        assert of(table, "casualties-taken", team) == lost[team]
        assert of(table, "casualties-dealt", team) == lost[other]
        assert sum(of(table, "damage", team).values()) == lost[team]
        assert of(table, "actions", team) == pytest.approx(played[team] / turns[team])
        assert of(table, "hunkered", team) == pytest.approx(hunkered[team] / played[team])
        assert of(table, "held", team) == pytest.approx(held[team] / rounds)
    bins = rows(table, "calibration", "season")
    shots = [row for row in statistics.totals(season(table)) if row.kind == "shot"]
    assert sum(row.count for row in bins) == sum(row.count for row in shots)
    for row in bins:
        low = int(row.label or 0) / 10
        assert low <= (row.expected or 0) / row.known <= low + 0.1


def _objectives(state: Any) -> list[dict[str, Any]]:
    return list(msgspec.to_builtins(state.objectives).values())
