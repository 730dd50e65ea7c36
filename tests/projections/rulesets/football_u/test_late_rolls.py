"""Nobody has to say that there is nothing more to declare: what comes next says it."""

from __future__ import annotations

from typing import Any

import pytest

from events.event import Event
from projections.rulesets.football_u import RULESET
from projections.rulesets.football_u.state import State
from tests.projections.rulesets.football_u.desk import event, found, position, recorded, simulated

POOL: dict[str, Any] = {"visitor": ["red"], "home": ["red"]}
PLANS: dict[str, Any] = {"1": {"gameplans": 1}, "2": {"gameplans": 1}}


def declaring(teams: int = 2, game: str = "s1g3", /, face: str = "7", **given: Any) -> State:
    """Both sides may still spend gameplans, and nothing is left to cancel."""
    dice = {"v1": {"color": "red", "face": "3"}, "h1": {"color": "red", "face": face}}
    more = {"id": game, "dice": dice, **given.pop("game", {})}
    return position(teams, None, **{"phase": "game.whistle", "teams": PLANS, "game": more, **given})


THREE, SEVEN = ({"color": "red", "face": face} for face in "37")


def rolled(seat: str | None, *colors: str, **more: Any) -> Event:
    dice = [{"die": color, "face": "X" if color == "purple" else "3"} for color in colors]
    return event("DiceRolled", seat, dice=dice, **more)


def closed(state: State, *seats: str) -> State:
    return recorded(state, *(event("DeclarationsClosed", seat) for seat in seats))


WALKONS = ("orange", "orange", "purple", "purple")


def test_the_first_roll_of_the_next_game_is_one() -> None:
    state = declaring(4, "s1g4", season={"next": 3})
    assert state.game is not None and {state.game.visitor, state.game.home} == {"4", "2"}
    one = rolled("1", *WALKONS)
    assert found(state, one) == set()
    after = recorded(state, one)
    assert after.game is not None and after.game.id == "s1g5"
    assert after.game.rolled == {"visitor": True, "home": False}
    assert after == recorded(closed(state, "4", "2"), one)


def test_overtime_is_rolled() -> None:
    state = declaring(face="3")
    one = rolled("2", "green", "purple")
    assert found(state, one) == set()
    after = recorded(state, one)
    assert after.game is not None and (after.game.id, after.game.ot) == ("s1g3", 1)
    assert [die.color for die in after.game.dice.values()] == ["green", "purple"]
    said = RULESET.text(state, one, after, "all")
    assert said == "Side 2 roll 3 points and an X in overtime 1; level: overtime 1."


@pytest.mark.parametrize(
    ("seat", "color", "again"),
    [("2", "red", True), ("1", "orange", True), ("2", "orange", False), ("1", "red", False)],
)
def test_a_roll_that_is_recorded_twice_begins_no_overtime(
    seat: str, color: str, again: bool
) -> None:
    """Red of the visitor against orange: each side's own dice are old ones."""
    state = declaring(game={"dice": {"v1": THREE, "h1": {"color": "orange", "face": "3"}}})
    one = rolled(seat, color)
    game = recorded(state, one).game
    assert (found(state, one) == {"phase.wrong"}) == again
    assert game is not None and (game.ot, len(game.dice)) == (1, 0 if again else 1)


@pytest.mark.parametrize(
    "one",
    [
        pytest.param(rolled("3", *WALKONS), id="who does not play next"),
        pytest.param(event("DiceRolled", "1", dice=[{"die": "v1", "face": "X"}]), id="an old die"),
    ],
)
def test_a_roll_of_nobody_who_is_to_roll_belongs_nowhere(one: Event) -> None:
    state = declaring(4, "s1g4", season={"next": 3})
    assert found(state, one) == {"phase.wrong"}


def test_a_roll_while_an_x_is_to_be_matched_belongs_nowhere() -> None:
    state = declaring(game={"dice": {"v1": SEVEN, "h1": {"color": "grey", "face": "X"}}})
    assert found(state, rolled("1", *WALKONS)) == {"phase.wrong"}
    assert recorded(state, rolled("1", *WALKONS)).phase == "game.assign"


def test_the_next_opponent_s_card_may_be_drawn() -> None:
    state = declaring()
    one = event("CardsDrawn", "2", deck="player", cards=["p27"])
    assert found(state, one) == set()
    after = recorded(state, one)
    assert after.game is not None and (after.game.id, after.game.ai_card) == ("s1g4", "p27")
    assert after == recorded(closed(state, "2", "1"), one)
    assert "Buck Bombardi plays for Prairie Poly" in RULESET.text(state, one, after, "all")


def test_the_deck_of_the_next_season_may_be_shuffled() -> None:
    state = declaring(
        2,
        "s1bowl",
        game={"kind": "bowl", "visitor": "2", "home": "1"},
        board={"wins": {"1": 2, "2": 2}},
    )
    one = event("DeckShuffled", None, deck="player")
    assert found(state, one) == set()
    after = recorded(state, one)
    assert (after.phase, after.season.number) == ("offseason.deal", 2)
    assert RULESET.facts(state, one, after)
    midway = declaring()
    assert found(midway, one) == {"phase.wrong"} and recorded(midway, one) == midway


def test_an_ability_for_the_next_game_may_be_used() -> None:
    teams = {**PLANS, "1": {"gameplans": 1, "chemistry": ["t10"]}, "3": {"chemistry": ["t18"]}}
    state = declaring(4, "s1g4", season={"next": 3}, teams=teams)
    one = event("AbilityUsed", "1", source={"kind": "chemistry", "card": "t10"})
    assert found(state, one) == set()
    after = recorded(state, one)
    assert after.game is not None and after.game.id == "s1g5"
    assert "green" in after.game.pool["visitor"] and after.teams["1"].chemistry == ()
    assert RULESET.text(state, one, after, "all").startswith("Side 1 use Trick play;")
    now = event("AbilityUsed", "4", source={"kind": "chemistry", "card": "t10"})
    assert "ability.not-yours" in found(state, now)


@pytest.mark.parametrize("seat", ["2", "4", None])
def test_an_ability_for_the_next_game_is_used_by_who_plays_there(seat: str | None) -> None:
    teams = {**PLANS, "1": {"gameplans": 1, "chemistry": ["t10"]}}
    state = declaring(4, "s1g4", season={"next": 3}, teams=teams)
    source = {"kind": "chemistry", "card": "t10"}
    one = event("AbilityUsed", seat, source=source, side="visitor")
    assert "ability.not-yours" in found(state, one)
    after = recorded(state, one)
    assert after.game is not None and after.game.id == "s1g4"
    assert after.teams["1"].chemistry == ("t10",)


def test_an_ability_of_this_game_that_is_too_late_stays_in_it() -> None:
    teams = {**PLANS, "1": {"gameplans": 1, "chemistry": ["t10"]}}
    state = declaring(teams=teams, face="3")
    one = event("AbilityUsed", "1", source={"kind": "chemistry", "card": "t10"})
    assert found(state, one) == {"ability.window"}
    after = recorded(state, one)
    assert after.game is not None and (after.game.id, after.game.ot) == ("s1g3", 0)


def test_what_the_next_game_closes_is_judged() -> None:
    game = {"visitor": "o1a", "home": "1", "ai_card": "p34"}
    given: dict[str, Any] = {"phase": "game.whistle", "teams": PLANS}
    dice = {"v1": {"color": "red", "face": "3"}, "h1": {"color": "red", "face": "7"}}
    given["game"] = {"id": "s1g1", "dice": dice, **game}
    state = position(2, {"ai_abilities": "must"}, **given)
    drawn = event("CardsDrawn", "1", deck="player", cards=["p27"])
    assert found(state, drawn) == {"ai.must"}


def test_home_that_closes_first_has_passed_for_the_visitor() -> None:
    state = closed(declaring(), "1")
    assert state.game is not None and state.game.id == "s1g4"
    wrong = found(declaring(), event("DeclarationsClosed", "1"))
    assert wrong == {"declare.order"}


def test_home_that_has_nothing_to_close_closes_nothing() -> None:
    state = declaring(teams={"2": {"gameplans": 1}})
    assert found(state, event("DeclarationsClosed", "1")) == {"declare.closed"}
    after = closed(state, "1")
    assert after.game is not None and after.game.window["visitor"] == "open"


def test_every_window_may_be_left_to_what_comes_next() -> None:
    """A whole season in which nobody ever says that there is nothing more to declare."""
    steps = [step for step in simulated(3, 2) if step[0].type != "DeclarationsClosed"]
    state = simulated(3, 2)[0][1]
    for one, _, after in steps:
        broken = found(state, one)
        state = recorded(state, one)
        assert broken == set(), (one, broken)
        if after.season.number == 2:
            break
    assert state.history == after.history
