"""TableAdjusted: any part of any position, whatever was there before."""

from __future__ import annotations

from itertools import permutations
from typing import Any

import pytest

from projections.rulesets.football_u import RULESET
from projections.rulesets.football_u.payloads.adjustment import SetGame, TableAdjusted
from projections.rulesets.football_u.position.roster import find, player_cards
from projections.rulesets.football_u.state import State
from tests.projections.rulesets.football_u.desk import (
    BOX,
    SAMPLE,
    begun,
    event,
    position,
    recorded,
    rolled,
    simulated,
)
from tests.projections.rulesets.games import plain


def view(state: State) -> dict[str, Any]:
    """The view but for what is derived from what no adjustment says: the score before overtime."""
    found: dict[str, Any] = plain(RULESET.view(state, "all"))
    found["game"] = found["game"] and {**found["game"], "regulation": None}
    return found


def settable(state: State) -> dict[str, Any]:
    """The parts of a view that can be set."""
    shown = view(state)
    found = {key: shown[key] for key in TableAdjusted.__struct_fields__ if key in shown}
    found["phase"] = shown["turn"]["phase"]
    found["board"] = kept(shown["board"], "stacks spaces ranking wins out")
    found["teams"] = {
        seat: kept(team, "coach roster gameplans chemistry credits")
        for seat, team in shown["teams"].items()
    }
    found["season"] = kept(shown["season"], "number kicked_off next results bowl hired")
    if shown["game"] is not None:
        game = kept(shown["game"], " ".join(SetGame.__struct_fields__))
        dice = {
            id_: kept(die, "color face rerolled cancelled") for id_, die in game["dice"].items()
        }
        found["game"] = {**game, "dice": dice}
    return found


def kept(part: dict[str, Any], keys: str) -> dict[str, Any]:
    return {key: part[key] for key in keys.split()}


@pytest.mark.parametrize(("teams", "seed"), SAMPLE)
def test_a_whole_view_sets_the_position_that_it_shows(teams: int, seed: int) -> None:
    steps = simulated(teams, seed)
    for _, _, state in (*steps[::13], steps[-1]):
        set_ = event("TableAdjusted", **settable(state))
        for before in (begun(teams), steps[len(steps) // 2][2], steps[-1][2]):
            assert view(recorded(before, set_)) == view(state)


PLACES: dict[str, dict[str, Any]] = {
    "a space": {"board": {"spaces": {"west-1": "p09"}}},
    "out of the game": {"board": {"out": ["p09"]}},
    "a mat": {"teams": {"1": {"roster": {"RB": ["p09+"]}}}},
    "under a player": {"teams": {"2": {"roster": {"FLEX": ["p14", {"card": "p09"}]}}}},
    "an opponent's": {"phase": "game.helmet", "game": {"id": "s1g1", "ai_card": "p09"}},
}


def lies(state: State) -> list[str]:
    """The places at which p09 lies."""
    found = {
        "a space": state.spaces["west-1"] == "p09",
        "out of the game": "p09" in state.out,
        "a mat": find(state.teams["1"].roster, "p09") == ("RB", 0),
        "under a player": find(state.teams["2"].roster, "p09") == ("FLEX", 1),
        "an opponent's": state.game is not None and state.game.ai_card == "p09",
    }
    return [place for place, there in found.items() if there]


@pytest.mark.parametrize(("first", "then"), list(permutations(PLACES, 2)))
def test_a_player_who_is_laid_anew_is_taken_from_where_he_lay(first: str, then: str) -> None:
    state = position(**PLACES[first])
    assert lies(state) == [first] and "p09" in player_cards(state)
    after = recorded(state, event("TableAdjusted", **PLACES[then]))
    assert lies(after) == [then] and "p09" in player_cards(after)


@pytest.mark.parametrize(
    ("teams", "season", "game", "visitor", "home"),
    [
        (2, {}, {"id": "s1g3"}, "2", "1"),
        (2, {"number": 2}, {"id": "s2g3"}, "1", "2"),
        (2, {}, {"id": "s1g3", "visitor": "1", "home": "2"}, "1", "2"),
        (2, {}, {"id": "s1g3", "visitor": "9", "home": "o1a"}, "2", "o1a"),
        (2, {}, {"id": "friendly"}, "o1a", "1"),
        (2, {"bowl": {"visitor": "1", "home": "2"}}, {"id": "s1bowl", "kind": "bowl"}, "1", "2"),
        (2, {"bowl": {"visitor": "1", "home": "2"}}, {"id": "s1bowl"}, "1", "2"),
        (1, {}, {"id": "s1bowl", "kind": "bowl"}, "1", "o4a"),
        (1, {"bowl": {"visitor": "1", "home": "o1a"}}, {"id": "s1bowl"}, "1", "o1a"),
    ],
)
def test_who_plays_is_as_given_else_as_the_schedule_has_it(
    teams: int, season: dict[str, Any], game: dict[str, Any], visitor: str, home: str
) -> None:
    state = position(teams, None, phase="game.helmet", season=season, game=game)
    assert state.game is not None
    assert (state.game.visitor, state.game.home) == (visitor, home)


def test_colours_seats_slots_spaces_and_dice_that_there_are_not_are_left_out() -> None:
    source = {"kind": "gameplan"}
    state = position(
        phase="game.resolve",
        board={"spaces": {"nowhere": "p09"}, "ranking": {"9": 3}, "wins": {"9": 1}},
        teams={"9": {"gameplans": 1}, "1": {"roster": {"bench": ["p10"]}}},
        owed={"9": 1},
        game={
            "id": "s1g3",
            "pool": {"visitor": ["pink", "red"], "home": ["blue", "pink"]},
            "dice": {"v1": {"color": "pink", "face": "7"}, "v2": {"color": "red", "face": "7"}},
            "declared": [
                {"side": "home", "source": source, "op": "add_dice", "dice": ["pink", "orange"]}
            ],
            "pending": {
                "rerolls": ["v1", "v2"],
                "adds": [{"side": "home", "color": color} for color in ("pink", "orange")],
            },
        },
    )
    plain_ = position(phase="game.resolve", game={"id": "s1g3"})
    assert (state.spaces, state.ranking, state.wins) == (
        plain_.spaces,
        plain_.ranking,
        plain_.wins,
    )
    assert (state.owed, list(state.teams)) == (plain_.owed, ["1", "2"])
    assert list(state.teams["1"].roster) == list(plain_.teams["1"].roster)
    game = state.game
    assert game is not None
    assert game.pool == {"visitor": ("red",), "home": ("blue",)}
    assert list(game.dice) == ["v2"]
    assert game.declared[0].dice == ("orange",)
    assert game.pending.rerolls == ("v2",)
    assert [added.color for added in game.pending.adds] == ["orange"]


NOBODY_LEFT = [*BOX.content["players"]]


@pytest.mark.parametrize(
    ("game", "out", "phase"),
    [
        ({"id": "s1g1"}, [], "game.ai-card"),
        ({"id": "s1g1"}, NOBODY_LEFT[1:], "game.ai-card"),
        ({"id": "s1g1"}, NOBODY_LEFT, "game.roll"),
        ({"id": "s1g1", "ai_card": "p01"}, [], "game.roll"),
        ({"id": "s1g3"}, [], "game.roll"),
        ({"id": "s1g3"}, NOBODY_LEFT, "game.roll"),
    ],
)
def test_an_opponent_is_dealt_a_card_that_he_has_not_while_there_are_some(
    game: dict[str, Any], out: list[str], phase: str
) -> None:
    state = position(phase="game.start", board={"out": out}, game=game)
    assert state.phase == phase


def to_phase(state: State, phase: str, **more: Any) -> State:
    return recorded(state, event("TableAdjusted", phase=phase, **more))


@pytest.mark.parametrize("teams", [1, 2, 4])
def test_back_in_the_set_up_the_coaches_are_dealt_anew(teams: int) -> None:
    steps = simulated(teams, 1)
    for _, _, state in (steps[len(steps) // 3], steps[-1]):
        back = to_phase(state, "setup.coaches")
        due = [entry["seat"] for entry in plain(RULESET.view(back, "all"))["awaiting"]]
        assert (back.phase, due, back.status) == ("setup.coaches", list(back.setup.seats), "setup")
        assert {team.coach.card for team in back.teams.values()} == {None}
        named = {"1": {"coach": {"card": "c1"}}}
        rest = to_phase(state, "setup.coaches", teams=named)
        assert rest.dealt == ("1",) and rest.teams["1"].coach.card == "c1"
        if teams > 1:
            assert to_phase(rest, "setup.coaches") == rest


SOURCE = {"kind": "gameplan"}
DECLARED = [
    {"side": "home", "source": SOURCE, "op": "reroll", "die": "h1"},
    {"side": "home", "source": SOURCE, "op": "add_points", "to": "home", "points": 3},
    {"side": "home", "source": SOURCE, "op": "cancel", "die": "v2"},
]
DICE = {"v1": "red 7", "v2": "white X", "h1": "blue X", "h2": "red 3"}


def declaring() -> State:
    """The window after a roll: a re-roll, three points and a cancelled die are declared."""
    window = {"visitor": "open", "home": "open"}
    more = {"teams": {seat: {"gameplans": 1} for seat in ("1", "2")}, "season": {}}
    table = {
        id_: dict(zip(("color", "face"), die.split(), strict=True)) for id_, die in DICE.items()
    }
    game = {"id": "s1g3", "dice": table, "bonus": {"home": 1}, "declared": DECLARED}
    return position(phase="game.whistle", game={**game, "window": window}, **more)


def test_what_was_declared_is_done_before_its_re_rolls_are_rolled() -> None:
    state = to_phase(declaring(), "game.resolve")
    assert state.phase == "game.resolve" and state.game is not None
    assert state.game.pending.rerolls == ("h1",)
    assert (state.game.bonus["home"], state.game.dice["v2"].cancelled) == (4, "ability")
    assert to_phase(state, "game.resolve") == state


def test_before_the_x_s_are_matched_nothing_is_still_to_be_rolled() -> None:
    for start in (declaring(), to_phase(declaring(), "game.resolve")):
        state = to_phase(start, "game.assign")
        assert state.phase == "game.assign" and state.game is not None
        assert (state.game.pending.rerolls, state.game.bonus["home"]) == ((), 4)


@pytest.mark.parametrize("before", ["game.whistle", "game.resolve", "game.assign"])
def test_back_before_a_roll_its_dice_and_what_was_declared_on_them_are_gone(before: str) -> None:
    state = to_phase(declaring(), before)
    assert state.phase == before
    rolls = to_phase(state, "game.roll")
    assert rolls.phase == "game.roll" and rolls.game is not None
    assert (rolls.game.dice, rolls.game.declared, rolls.game.bonus["home"]) == ({}, (), 1)
    assert not any(rolls.game.rolled.values())


def test_back_in_the_window_no_x_is_matched() -> None:
    dice = {"v1": "red 7", "v2": "blue X", "h1": "blue X", "h2": "red 3"}
    state = recorded(rolled(dice), event("TableAdjusted", teams={"1": {"gameplans": 1}}))
    matched = event("XAssigned", None, side="visitor", assign=[{"x": "v2", "target": "h2"}])
    half = recorded(state, matched)
    assert half.game is not None and half.game.dice["h2"].cancelled == "v2"
    back = to_phase(half, "game.whistle")
    assert back.phase == "game.whistle" and back.game is not None
    assert {die.cancelled for die in back.game.dice.values()} == {None}
    assert to_phase(back, "game.assign").game == state.game


@pytest.mark.parametrize("phase", ["game.whistle", "game.resolve", "game.assign"])
@pytest.mark.parametrize("from_", ["game.helmet", "offseason.actions"])
def test_where_no_dice_lie_they_are_rolled_first(phase: str, from_: str) -> None:
    state = to_phase(position(phase=from_), phase)
    assert (state.phase, state.season.results) == ("game.roll", ())


def test_who_acts_in_the_offseason_owes_no_draw() -> None:
    owing = position(phase="offseason.draw", owed={"1": 2})
    assert owing.phase == "offseason.draw"
    state = to_phase(owing, "offseason.actions")
    assert (state.phase, state.owed) == ("offseason.actions", {"1": 0, "2": 0})
    told = to_phase(owing, "offseason.actions", owed={"1": 1})
    assert (told.phase, told.owed["1"]) == ("offseason.draw", 1)


def test_a_team_that_a_past_season_does_not_name_won_and_moved_nothing_in_it() -> None:
    told = {"season": 1, "wins": {"1": 3}, "moved": {"2": 2}, "results": []}
    [past] = position(3, history=[told]).history
    assert (past.wins, past.moved) == ({"1": 3, "2": 0, "3": 0}, {"1": 0, "2": 2, "3": 0})
