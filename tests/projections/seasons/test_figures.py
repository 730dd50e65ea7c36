"""Figures of small seasons whose answers are known by hand, or counted from the log alone."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from typing import Any

import msgspec
import pytest
import sqlalchemy as sa
from sqlalchemy import Engine

from api.web.seasons.figures import of_team
from events.event import Draft
from projections.kit.find import rulesets
from projections.seasons import context, events, figures, statistics, writer
from projections.seasons.context import Season
from projections.statistics.tables import Figured
from projections.tables import played as played_games
from tests.projections.games.tapes import Table
from tests.projections.seasons import seasons


@pytest.fixture
def table(sqlite_engine: Engine) -> Table:
    return Table(sqlite_engine)


def play(table: Table, game: str, drafts: Iterable[Draft], sides: Mapping[str, str]) -> None:
    """Records a game for a fixture of its own."""
    seasons.fixture(table, game, sides)
    table.record(game, seasons.for_fixture(list(drafts), game, sides))
    judged(table, game)


def judged(table: Table, game: str) -> None:
    seasons.judge(table, game)
    seasons.result(table, game)
    with table.engine.begin() as connection:
        writer.recount_game(connection, game)


def correct(table: Table, game: str, type_: str, target: int, **data: Any) -> None:
    table.record(game, [Draft(type=type_, data={"target": target, **data})])
    judged(table, game)


def season(table: Table) -> Season:
    found = context.opened(table.engine, seasons.SEASON)
    assert found is not None
    return found


def rows(table: Table, figure: str, level: figures.Level = "team") -> list[Figured]:
    return list(figures.figures(season(table), level, figures.Asked(figure=figure)))


def rows_of_all(table: Table) -> list[Figured]:
    return list(figures.figures(season(table), "season"))


def of(table: Table, figure: str, who: str = "ant", level: figures.Level = "team") -> Any:
    """A figure's amount, or those of its parts by label."""
    mine = [row for row in rows(table, figure, level) if who in (row.team, row.person)]
    if mine and mine[0].label is not None:
        return {row.label: row.amount for row in mine}
    return mine[0].amount if mine else None


def draft(type_: str, seat: str | None = None, **data: Any) -> Draft:
    if "from_" in data:
        data["from"] = data.pop("from_")
    return Draft(type=type_, seat=seat, data=data)


# Wannabe Football

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
