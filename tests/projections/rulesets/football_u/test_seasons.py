"""From season to season: what stays on the table, and what goes with the season."""

from __future__ import annotations

import pytest

from projections.rulesets.football_u.state import Season, State
from projections.rulesets.football_u.text import text
from tests.projections.rulesets.football_u.desk import event, position, recorded, simulated


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
