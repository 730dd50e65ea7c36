"""A ruling on a finished game goes through all that was made of its result, while it can."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from events.event import Event
from projections.rulesets.football_u import RULESET
from projections.rulesets.football_u.state import State
from tests.projections.rulesets.football_u.desk import (
    EMPTY,
    SAMPLE,
    event,
    position,
    recorded,
    simulated,
)


def ruled(winner: str, game: str | None = None) -> Event:
    named = {"game": game} if game else {}
    return event("OutcomeRuled", None, outcome={"kind": "game", "winner": winner, **named})


def bowl(season: int = 1, coaches: str | None = "c1", **more: Any) -> State:
    """Lynx (2 wins, at home) and Otters (1 win) in the bowl: one more win, and none is fired."""
    roster = {**EMPTY, "QB": ["p03+*"], "RB": ["walkon"], "DL": ["p30+"]}
    coach = {"card": coaches, "side": "default"}
    teams = {
        "1": {"coach": {**coach, "card": "c2"}, "roster": roster, "gameplans": 3},
        "2": {"coach": coach, "roster": {**EMPTY, "QB": ["p02+"], "LB": ["p41+"]}, "gameplans": 2},
    }
    given = {
        "phase": "game.helmet",
        "teams": teams,
        "season": {"number": season},
        "board": {"wins": {"1": 2, "2": 1}, "ranking": {"1": 6, "2": 5}},
        "game": {"id": f"s{season}bowl", "kind": "bowl", "visitor": "2", "home": "1"},
        **more,
    }
    return position(2, None, **given)


@pytest.mark.parametrize("season", [1, 2, 3])
@pytest.mark.parametrize("coaches", ["c1", "c5", None])
@pytest.mark.parametrize(("first", "then"), [("home", "visitor"), ("visitor", "home")])
def test_the_table_ends_as_if_it_had_come_out_so(
    season: int, coaches: str | None, first: str, then: str
) -> None:
    """Ranking, history, new coaches, what they keep, the order of the tokens, the title."""
    start = bowl(season, coaches)
    straight = recorded(start, ruled(then))
    corrected = recorded(start, ruled(first), ruled(then, f"s{season}bowl"))
    assert corrected == straight
    assert recorded(start, ruled(first)).ranking != straight.ranking


def test_a_coach_who_is_awaited_no_longer_is_when_his_team_won() -> None:
    lost = recorded(bowl(coaches=None), ruled("home"))
    assert lost.phase == "season.coaches" and lost.season.hired == ("2",)
    won = recorded(lost, ruled("visitor", "s1bowl"))
    assert won.phase == "offseason.shuffle" and won.teams["2"].coach.side == "default"
    assert won.ranking == {"1": 8, "2": 7} and won.history[-1].wins == {"1": 2, "2": 2}
    back = recorded(won, ruled("home", "s1bowl"))
    assert back.phase == "season.coaches" and back.ranking == {"1": 9, "2": 6}


def test_a_coach_who_was_named_by_then_stays_named() -> None:
    lost = recorded(bowl(coaches=None), ruled("home"), event("CoachRevealed", "2", coach="c1"))
    assert [e.up for e in lost.teams["2"].roster["QB"]] == [True]
    won = recorded(lost, ruled("visitor", "s1bowl"))
    assert (won.teams["2"].coach.card, won.teams["2"].coach.side) == ("c1", "default")
    assert [e.up for e in won.teams["2"].roster["QB"]] == [False]


@pytest.mark.parametrize("coaches", ["c1", "c5", None])
def test_what_the_offseason_brought_stays(coaches: str | None) -> None:
    start = recorded(bowl(coaches=coaches), ruled("visitor"))
    deal = event("CardsDrawn", None, deck="player", cards=[None] * 12)
    shuffle = event("DeckShuffled", None, deck="player")
    taken = event("GameplanTaken", "2")
    busy = recorded(start, shuffle, deal, taken)
    assert busy.stacks != start.stacks
    state = recorded(busy, ruled("home", "s1bowl"))
    otherwise = recorded(bowl(coaches=coaches), ruled("home"))
    assert (state.phase, state.stacks, state.spaces) == (busy.phase, busy.stacks, busy.spaces)
    assert (state.ranking, state.history) == (otherwise.ranking, otherwise.history)
    assert state.season == otherwise.season or coaches is None
    team, other = state.teams["2"], otherwise.teams["2"]
    assert team.coach.side == "hire"
    if coaches is not None:
        assert team.gameplans == other.gameplans + 1
        assert team.roster == other.roster and team.dice == other.dice


def test_the_order_follows_while_no_token_has_moved() -> None:
    level: dict[str, Any] = {"board": {"wins": {"1": 2, "2": 1}, "ranking": {"1": 5, "2": 5}}}
    won, lost = (recorded(bowl(**level), ruled(side)) for side in ("visitor", "home"))
    shuffle = event("DeckShuffled", None, deck="player")
    assert won.stacks != lost.stacks
    assert recorded(won, shuffle, ruled("home", "s1bowl")).stacks == lost.stacks


def test_a_bowl_that_has_not_begun_is_paired_anew() -> None:
    given: dict[str, Any] = {
        "phase": "game.assign",
        "board": {"wins": {"1": 2, "2": 2, "3": 1, "4": 0}},
        "season": {"next": 5},
        "game": {"id": "s1g6", "dice": {"v1": {"color": "red", "face": "7"}}},
    }
    state = position(4, None, **given)
    assert state.game is not None and (state.game.visitor, state.game.home) == ("1", "3")
    state = recorded(state, ruled("home", "s1g6"))
    assert state.game is not None and (state.game.visitor, state.game.home) == ("1", "2")
    chosen = recorded(state, event("OutcomeRuled", outcome=PAIRED), ruled("visitor", "s1g6"))
    assert chosen.game is not None and (chosen.game.visitor, chosen.game.home) == ("4", "3")


PAIRED = {"kind": "bowl", "visitor": "4", "home": "3"}


def message(state: State, one: Event) -> str:
    found = RULESET.check(state, one)
    assert [finding.rule for finding in found] in (
        ["football-u.ruled.kind"],
        ["football-u.ruled.differs"],
    )
    return found[0].message


def test_noticed_too_late_it_says_what_to_do() -> None:
    lost = recorded(bowl(), ruled("home"))
    waiting = recorded(
        lost,
        event("DeckShuffled", None, deck="player"),
        event("CardsDrawn", None, deck="player", cards=[None] * 12),
        *(event("OffseasonPassed", seat) for seat in ("2", "1")),
    )
    begun = recorded(waiting, event("CardsDrawn", "2", deck="player", cards=[None]))
    assert (waiting.phase, waiting.season.number) == ("game.ai-card", 2)
    assert "counted" not in message(waiting, ruled("visitor", "s1bowl"))
    late = ruled("visitor", "s1bowl")
    assert recorded(begun, late) == begun
    assert message(begun, late) == (
        "Side 2 at Side 1 is counted and the next game has begun, so nothing changes."
        " Insert the ruling right after that game, or set ranking and wins by hand."
    )
    assert message(lost, late) == "As it stood: Side 1 won. The table says: Side 2 won."
    again = recorded(lost, late)
    assert message(again, ruled("home", "s1bowl")) == (
        "As it stood: Side 2 won. The table says: Side 1 won."
    )


@pytest.mark.parametrize(("teams", "seed"), SAMPLE)
def test_a_season_stays_as_it_came_out_once_the_next_is_played(teams: int, seed: int) -> None:
    """While nobody has done anything in the next game the bowl may still come out otherwise."""
    moved = set()
    for _, _, state in simulated(teams, seed):
        for past in state.history if state.status == "playing" else ():
            other = "home" if past.results[-1].winner == past.results[-1].visitor else "visitor"
            one = ruled(other, past.results[-1].game)
            if recorded(state, one) != state:
                moved.add((past.season, state.season.number, state.season.kicked_off))
                assert "counted" not in message(state, one)
            else:
                assert "is counted and the next game has begun" in message(state, one)
    assert {later - season for season, later, _ in moved} <= {0, 1}
    assert not any(kicked_off for season, later, kicked_off in moved if later > season)
    assert len(moved) >= 2


def test_a_bowl_that_was_played_stays_and_is_named() -> None:
    results = [
        {"game": "s1g5", "visitor": "2", "home": "3", "winner": "3", "points": {}},
    ]
    given: dict[str, Any] = {
        "phase": "game.helmet",
        "board": {"wins": {"1": 3, "2": 1, "3": 2, "4": 0}},
        "season": {"results": results},
        "game": {"id": "s1bowl", "kind": "bowl", "visitor": "3", "home": "1"},
    }
    state = position(4, None, **given)
    one = ruled("visitor", "s1g5")
    waiting = message(state, one)
    played = recorded(state, ruled("home"))
    assert message(played, one) == (
        f"{waiting} The bowl game stays as it was played: say who won it,"
        " or insert the ruling before it."
    )
    assert recorded(played, one).history[-1].wins == {"1": 4, "2": 2, "3": 1, "4": 0}


def test_the_title_follows_the_game_that_decided_it() -> None:
    final = position(
        2,
        None,
        phase="game.helmet",
        season={"number": 3},
        history=[{"season": 3, "wins": {}, "moved": {}}],
        game={"id": "final", "kind": "final", "visitor": "2", "home": "1"},
    )
    ended = recorded(final, ruled("home"))
    assert ended.result is not None and ended.result.winner == "1"
    state = recorded(ended, ruled("visitor", "final"))
    assert state == recorded(final, ruled("visitor"))


@pytest.mark.parametrize(
    "done",
    [
        pytest.param({"ot": 1}, id="overtime"),
        pytest.param({"dice": {"v1": {"color": "red", "face": "7"}}}, id="dice"),
        pytest.param(
            {
                "declared": [
                    {
                        "side": "visitor",
                        "source": {"kind": "chemistry", "card": "t10"},
                        "op": "add_points",
                        "to": "visitor",
                        "points": 3,
                    }
                ]
            },
            id="declared",
        ),
    ],
)
def test_a_bowl_in_which_something_was_done_stays(done: dict[str, Any]) -> None:
    """Also where neither side has dice to roll."""
    given: dict[str, Any] = {"phase": "game.whistle", "teams": {"1": {"gameplans": 1}}}
    pools: dict[str, Any] = {"pool": {"visitor": [], "home": []}}
    game = {"id": "s1bowl", "kind": "bowl", "visitor": "1", "home": "3", **pools}
    for more, stays in (({}, False), (done, True)):
        state = position(4, None, **given, game={**game, **more})
        after = recorded(state, event("OutcomeRuled", outcome=PAIRED))
        assert state.game is not None and after.game is not None
        assert (after.game.visitor, after.game.home) == (("1", "3") if stays else ("4", "3"))


def test_an_end_that_people_agreed_on_stays() -> None:
    lost = recorded(bowl(), ruled("home"), event("GameEnded", reason="agreement", winner="1"))
    state = recorded(lost, ruled("visitor", "s1bowl"))
    assert state == lost


def test_what_the_table_set_since_then_stays() -> None:
    lost = recorded(bowl(), ruled("home"), event("TableAdjusted", board={"ranking": {"2": 9}}))
    assert recorded(lost, ruled("visitor", "s1bowl")) == lost
    assert replace(lost, closing=None) == lost
