"""From season to season: what stays on the table, and what goes with the season."""

from __future__ import annotations

from typing import Any

import pytest

from projections.rulesets.football_u.state import Season, State
from projections.rulesets.football_u.text import text
from tests.projections.rulesets.football_u.desk import EMPTY, event, position, recorded, simulated


def second_offseason(teams: int) -> State:
    """The table just after the reset of a first season."""
    return next(after for _, _, after in simulated(teams, 1) if after.season.number == 2)


@pytest.mark.parametrize("teams", [1, 2, 4])
@pytest.mark.parametrize("phase", ["game.start", "game.helmet"])
def test_a_season_begins_with_its_own_schedule(teams: int, phase: str) -> None:
    """Also where the table leaves the offseason out."""
    offseason = second_offseason(teams)
    assert offseason.season == Season(2, hired=offseason.season.hired)
    state = recorded(offseason, event("TableAdjusted", None, phase=phase))
    assert state.game is not None and state.game.id == "s2g1"
    season = state.season
    assert (season.next, season.results, season.bowl) == (0, (), None)
    games = len(state.setup.fixtures[2])
    for version in range(games):
        assert state.game is not None and state.game.kind == "regular", version
        state = recorded(state, event("OutcomeRuled", None, outcome=WON_AT_HOME))
    assert state.game is not None and (state.game.id, state.game.kind) == ("s2bowl", "bowl")
    fixed = state.setup.bowls.get(2)
    wins = {seat: sum(r.winner == seat for r in state.season.results) for seat in state.teams}
    best = max(wins, key=lambda seat: wins[seat])
    assert state.game.home == fixed.home if fixed else wins[state.game.home] == wins[best]


WON_AT_HOME = {"kind": "game", "winner": "home"}


def test_an_offseason_that_the_table_leaves_is_over() -> None:
    """Its credits, texts and draws owed do not wait for the next one."""
    source = {"kind": "chemistry", "card": "t09"}
    given = {"credits": [{"on": "recruit", "weeks": 2}]}
    state = position(
        phase="offseason.draw",
        teams={"1": given},
        owed={"1": 2},
        text=[{"seat": "1", "source": source}],
    )
    begun = recorded(state, event("TableAdjusted", None, phase="game.start"))
    assert (begun.text, begun.owed, begun.teams["1"].credits) == ((), {"1": 0, "2": 0}, ())
    kept = recorded(state, event("TableAdjusted", None, phase="game.start", owed={"1": 1}))
    assert kept.owed == {"1": 1, "2": 0}


PLAYED: dict[str, Any] = {
    "game": "s1g1",
    "visitor": "o1a",
    "home": "1",
    "winner": "1",
    "points": {},
}


def test_a_season_kicks_off_with_nothing_played() -> None:
    """Whatever was set in the offseason, and of the season before only who was hired."""
    season = {"number": 2, "next": 3, "results": [PLAYED], "kicked_off": True, "hired": ["2"]}
    state = position(
        phase="offseason.actions", season=season, board={"stacks": {"15": ["1"], "14": ["2"]}}
    )
    state = recorded(state, event("OffseasonPassed", "2"))
    assert state.game is not None and state.game.id == "s2g1"
    assert state.season == Season(2, hired=("2",))


def test_a_season_that_is_over_leaves_nothing_on_the_table() -> None:
    """But for cards, and for what a coach keeps; others are those who were not drafted."""
    coach = {"card": "c2", "side": "default", "used": True}
    busy = {
        "coach": coach,
        "roster": {**EMPTY, "QB": ["p03+*", "walkon"], "RB": ["walkon"], "LB": ["p41", "p30*"]},
        "gameplans": 3,
        "chemistry": ["t01", None],
        "credits": [{"on": "recruit", "weeks": 2}],
    }
    state = position(
        phase="game.helmet",
        teams={"1": busy},
        board={
            "wins": {"1": 2, "2": 2},
            "stacks": {"15": ["1", "2"]},
            "spaces": {"west-1": "p09", "east-2": "p10"},
        },
        game={"id": "s1bowl", "kind": "bowl", "visitor": "2", "home": "1"},
    )
    after = recorded(state, event("OutcomeRuled", outcome=WON_AT_HOME))
    team = after.teams["1"]
    assert (after.phase, after.game) == ("offseason.shuffle", None)
    assert after.season == Season(2)
    assert after.wins == {"1": 0, "2": 0} and list(after.stacks) == [0]
    assert set(after.spaces.values()) == {None}
    assert (team.coach.card, team.coach.side, team.coach.used) == ("c2", "default", False)
    assert (team.gameplans, team.chemistry, team.credits) == (0, ("t01", None), ())
    mat = {slot: stack for slot, stack in team.roster.items() if stack}
    assert {slot: [e.card for e in stack] for slot, stack in mat.items()} == {
        "QB": ["p03"],
        "LB": ["p41", "p30"],
    }
    assert not any(entry.up or entry.used for stack in mat.values() for entry in stack)


@pytest.mark.parametrize(
    ("kicked_off", "ot", "follows"),
    [(False, 0, True), (True, 0, False), (False, 1, False), (True, 1, False)],
)
def test_moved_players_play_in_a_season_that_has_not_begun(
    kicked_off: bool, ot: int, follows: bool
) -> None:
    state = position(
        phase="game.roll",
        teams={"1": {"roster": {**EMPTY, "RB": ["p09", "p14"]}}},
        season={"kicked_off": kicked_off},
        game={"id": "s1g3", "ot": ot},
    )
    after = recorded(state, event("PlayersMoved", "1", moves=[{"card": "p14", "slot": "FLEX"}]))
    assert state.game is not None and after.game is not None
    assert after.teams["1"].dice != state.teams["1"].dice
    assert (after.game.pool["home"] == after.teams["1"].dice) == follows
    assert (after.game.pool["home"] != state.game.pool["home"]) == follows
    assert after.game.pool["visitor"] == state.game.pool["visitor"]


def test_another_season_that_the_table_sets_begins_anew() -> None:
    played = next(after for _, _, after in simulated(2, 1) if len(after.season.results) == 3)
    given = {"phase": "game.start", "season": {"number": 2}, "game": None}
    state = recorded(played, event("TableAdjusted", None, **given))
    assert state.season.results == () and state.game is not None and state.game.id == "s2g1"
    same = recorded(played, event("TableAdjusted", None, season={"number": 1}))
    assert same.season == played.season


def test_the_last_score_of_a_season_is_told() -> None:
    """Although the results are cleared by the same event."""
    one, before, after = next(
        step for step in simulated(4, 1) if step[2].season.number == 2 == step[1].season.number + 1
    )
    said = text(before, one, after, "all")
    assert one.type == "CoachRevealed" or "final: " in said
