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
            if before.status == "setup" or state.status != "setup":
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
