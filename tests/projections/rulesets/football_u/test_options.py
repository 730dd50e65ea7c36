"""Options: every one legal, the best declarations and X's first, exact chances with them."""

from __future__ import annotations

from typing import Any

import pytest

from projections.kit.ruleset import Option
from projections.rulesets.football_u import RULESET
from projections.rulesets.football_u.chapters.game_options import MOST_DECLARATIONS
from projections.rulesets.football_u.position.win_chances import side_wins
from projections.rulesets.football_u.state import State
from tests.projections.rulesets.football_u.desk import (
    EMPTY,
    SAMPLE,
    event,
    found,
    position,
    recorded,
    simulated,
)


def plain(option: Option) -> dict[str, Any]:
    """The data of an option with the first of its choices and faces."""
    data: dict[str, Any] = {**option.data}
    if option.faces:
        dice = [
            {**die, "face": faces[0]} for die, faces in zip(data["dice"], option.faces, strict=True)
        ]
        data["dice"] = dice
    for field, values in (option.choices or {}).items():
        data[field] = list(values[: option.count]) if option.count else values[0]
    return data


def options(state: State, type_: str | None = None) -> list[Option]:
    return [o for o in RULESET.options(state, "all") if type_ in (None, o.type)]


@pytest.mark.parametrize(("teams", "seed"), SAMPLE)
def test_every_option_is_legal(teams: int, seed: int) -> None:
    for number, (_, _, state) in enumerate(simulated(teams, seed)):
        if number % 4:
            continue
        for option in RULESET.options(state, "all"):
            one = event(option.type, option.seat, **plain(option))
            illegal = [f for f in RULESET.check(state, one) if f.severity == "illegal"]
            assert illegal == [], option


@pytest.mark.parametrize(("teams", "seed"), SAMPLE)
def test_what_was_played_was_an_option(teams: int, seed: int) -> None:
    """Types whose list is not bounded: an event without a finding was listed."""
    for one, state, _ in simulated(teams, seed):
        listed = RULESET.options(state, "all")
        if one.type in ("GameplansSpent", "AbilityUsed", "XAssigned"):
            continue
        same = [o for o in listed if (o.type, o.seat) == (one.type, one.seat)]
        assert same, one
        if one.type in ("PlayerRecruited", "WalkOnAdded", "PlayerUpgraded"):
            data = {k: getattr(one.data, k) for k in same[0].data}
            assert data in [dict(o.data) for o in same]


def test_a_declaration_shows_the_chance_after_it() -> None:
    state = position(
        phase="game.whistle",
        teams={"1": {"gameplans": 2, "chemistry": ["t22", "t24"]}},
        game={
            "id": "s1g3",
            "dice": {
                "v1": {"color": "blue", "face": "7"},
                "v2": {"color": "blue", "face": "3"},
                "h1": {"color": "blue", "face": "3"},
                "h2": {"color": "green", "face": "-"},
                "h3": {"color": "green", "face": "-"},
            },
        },
    )
    listed = options(state)
    assert listed[0].type == "DeclarationsClosed"
    assert listed[0].probability == 0
    chances = [option.probability or 0 for option in listed[1:]]
    assert chances == sorted(chances, reverse=True) and len(listed) <= 1 + MOST_DECLARATIONS
    for option in listed[1:]:
        after = RULESET.apply(state, event(option.type, option.seat, **option.data))
        if after.game is not None and after.game.id == "s1g3":
            assert float(side_wins(after, "home")) == pytest.approx(option.probability)
    plans = [tuple(o.data["dice"]) for o in listed if o.type == "GameplansSpent"]
    assert ("h2",) in plans and ("h3",) not in plans
    assert ("h2", "h3") in plans and max(map(len, plans)) == 2


def test_helmet_targets_are_multisets_of_colours() -> None:
    state = position(
        phase="game.helmet",
        teams={
            "1": {"chemistry": ["t13", "t17", "t25"], "roster": {**EMPTY, "QB": ["p05"]}},
            "2": {"roster": {**EMPTY, "QB": ["p03"], "DL": ["p35"]}},
        },
        game={"id": "s1g3"},
    )
    aims = [tuple(o.data["targets"]) for o in options(state, "AbilityUsed")]
    assert sorted(aims) == [("blue",), ("green",), ("grey",), ("red",)]
    boost = next(o for o in options(state, "AbilityUsed") if o.data["targets"] == ["green"])
    assert boost.piece == "t13" and boost.to == "h1"


def test_assignments_differ_in_points_the_best_first() -> None:
    dice = {
        "v1": "blue 7",
        "v2": "red 7",
        "v3": "red 3",
        "v4": "green -",
        "h1": "grey X",
        "h2": "black X",
        "h3": "red 7",
    }
    table = {
        id_: dict(zip(("color", "face"), die.split(), strict=True)) for id_, die in dice.items()
    }
    state = position(phase="game.assign", game={"id": "s1g3", "dice": table})
    listed = options(state, "XAssigned")
    targets = [[pair["target"] for pair in option.data["assign"]] for option in listed]
    assert targets == [["v1", "v2"], ["v1", "v3"], ["v1", "v4"], ["v3", "v4"]]
    chances = [option.probability or 0 for option in listed]
    assert chances == sorted(chances, reverse=True)
    may = position(2, {"x_forced": "may"}, phase="game.assign", game={"id": "s1g3", "dice": table})
    assert all(found(may, event("XAssigned", "1", **o.data)) == set() for o in options(may))


@pytest.mark.parametrize(
    ("ruling", "ways"), [("must", [["v1"]]), ("may", [["v1"], ["v2"]])], ids=["must", "may"]
)
def test_an_x_on_a_blank_cancels_no_points(ruling: str, ways: list[list[str]]) -> None:
    faces = {"v1": "red 3", "v2": "red -", "h1": "grey X", "h2": "grey X"}
    table = {
        id_: dict(zip(("color", "face"), die.split(), strict=True)) for id_, die in faces.items()
    }
    given = {"phase": "game.assign", "game": {"id": "s1g3", "dice": table}}
    state = position(2, {"x_forced": ruling}, **given)
    listed = options(state, "XAssigned")
    assert [[pair["target"] for pair in option.data["assign"]] for option in listed] == ways


def test_a_roll_lists_the_faces_of_its_dice() -> None:
    state = position(
        phase="game.roll",
        game={"id": "s1g3", "pool": {"visitor": ["red", "white"], "home": ["blue"]}},
    )
    visitor, home = options(state)
    assert visitor.data == {"dice": [{"die": "red", "face": None}, {"die": "white", "face": None}]}
    assert visitor.faces == [("7", "3", "-"), ("X", "7", "-")]
    assert (visitor.seat, home.seat) == ("2", "1")
    assert (visitor.probability or 0) + (home.probability or 0) == pytest.approx(1)


def test_a_solo_player_names_the_side_of_the_ai() -> None:
    state = position(1, None, phase="game.roll", game={"id": "s1g1", "ai_card": "p11"})
    ai, own = options(state)
    assert (ai.seat, ai.data["side"]) == ("1", "visitor")
    assert own.seat == "1" and "side" not in own.data


def test_a_solo_player_may_scout() -> None:
    state = position(1, None, phase="offseason.actions")
    spaces = [option.data["space"] for option in options(state, "PlayerScouted")]
    assert spaces == [f"{region}-{n}" for region in ("east", "south", "west") for n in (1, 2)]


def test_an_ai_that_must_use_its_card_cannot_close() -> None:
    given = {
        "phase": "game.helmet",
        "teams": {"3": {"roster": {**EMPTY, "QB": ["p05"]}}},
        "game": {"id": "s1g2", "ai_card": "p36"},
    }
    may = position(3, None, **given)
    must = position(3, {"ai_abilities": "must"}, **given)
    assert [o.type for o in options(may)] == ["DeclarationsClosed", "AbilityUsed"]
    assert [o.type for o in options(must)] == ["AbilityUsed"]


def test_a_team_that_may_not_stop_is_not_offered_to() -> None:
    stuck = position(2, {"pass": "only-if-stuck"}, phase="offseason.actions")
    assert options(stuck, "OffseasonPassed") == []
    assert len(options(position(phase="offseason.actions"), "OffseasonPassed")) == 1


def unseen(**more: Any) -> State:
    """Twelve cards that nobody named."""
    dealt = recorded(
        position(phase="offseason.deal", **more),
        event("CardsDrawn", None, deck="player", cards=[None] * 12),
    )
    assert set(dealt.spaces.values()) == {"?"}
    return dealt


def test_unseen_players_may_be_recruited() -> None:
    state = unseen(board={"stacks": {"12": ["2", "1"]}})
    listed = options(state, "PlayerRecruited")
    assert len(listed) == 12 * len(state.setup.slots)
    assert {o.data["card"] for o in listed} == {None}
    for option in listed:
        for card in (option.choices or {})["card"]:
            assert found(state, event("PlayerRecruited", "1", **{**option.data, "card": card})) == (
                set()
            )
    west = next(o for o in listed if o.data["space"] == "west-1" and o.data["slot"] == "QB")
    assert west.choices == {"card": ["p01", "p05"]} and west.piece == "space-west-1"
    home = next(o for o in listed if o.data["space"] == "north-1" and o.data["slot"] == "QB")
    assert home.choices == {"card": ["p01", "p04", "p05", "p07"]}
    assert options(unseen(board={"stacks": {"14": ["2", "1"]}}), "PlayerRecruited")
    assert not [o for o in options(position(phase="offseason.actions")) if "space" in o.data]


@pytest.mark.parametrize(
    ("given", "space", "paid"),
    [
        ({}, "east-1", 4),
        ({"weeks": 4}, "east-1", 4),
        ({"weeks": 3}, "north-1", 3),
        ({"space": "north-2"}, "north-2", 3),
        ({"space": "west-1", "weeks": 4}, "west-1", 4),
    ],
)
def test_a_player_who_was_not_seen_costs_his_weeks(
    given: dict[str, Any], space: str, paid: int
) -> None:
    """Where nobody said which of the unseen cards he was, too."""
    state = unseen()
    one = event("PlayerRecruited", "1", card="p09", slot="RB", **given)
    assert found(state, one) == set()
    after = recorded(state, one)
    assert [lying for lying, card in after.spaces.items() if card is None] == [space]
    assert after.stacks == {0: ("2",), paid: ("1",)}


def test_a_player_who_lies_elsewhere_is_none_of_the_unseen() -> None:
    state = unseen(teams={"2": {"roster": {**EMPTY, "RB": ["p09"]}}})
    one = event("PlayerRecruited", "1", card="p09", slot="RB")
    assert found(state, one) == {"recruit.not-available"}
    assert recorded(state, one).stacks == state.stacks


def test_unseen_cards_are_not_one_card() -> None:
    """Setting one of them takes up no other."""
    state = recorded(unseen(), event("TableAdjusted", None, board={"spaces": {"west-1": "p09"}}))
    state = recorded(state, event("TableAdjusted", None, board={"spaces": {"west-1": "?"}}))
    assert list(state.spaces.values()) == ["?"] * 12


def test_a_new_hire_whom_nobody_named_breaks_no_rule() -> None:
    coach = {"card": None, "side": "hire"}
    teams = {"1": {"coach": coach, "roster": {**EMPTY, "RB": ["p09"]}}}
    state = position(phase="offseason.actions", teams=teams)
    one = event("PlayerUpgraded", "1", card="p09", weeks=2)
    assert found(state, one) == set()
    assert found(state, event("WalkOnAdded", "1", slot="QB", weeks=2)) == {"offseason.cost"}
    overtime = position(phase="game.roll", teams=teams, game={"id": "s1g3", "ot": 1})
    dice = [{"die": "blue", "face": "7"}, {"die": "purple", "face": "-"}]
    assert found(overtime, event("DiceRolled", "1", dice=dice)) == set()
    assert found(overtime, event("DiceRolled", "2", dice=dice)) == {"roll.dice"}
    first = position(phase="game.roll", teams=teams, game={"id": "s1g3"})
    assert found(first, event("DiceRolled", "1", dice=dice)) == {"roll.dice"}
