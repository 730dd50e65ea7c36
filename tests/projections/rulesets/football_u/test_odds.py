"""Win chances against brute force, against luck, and how much is added up for them."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import combinations, product
from random import Random

import pytest
from msgspec.structs import replace

from projections.rulesets.football_u import RULESET
from projections.rulesets.football_u.board.pieces import OTHER, SIDES, Side
from projections.rulesets.football_u.position import roll_odds
from projections.rulesets.football_u.position.win_chances import side_wins, visitor_wins
from projections.rulesets.football_u.state import Game, State
from tests.projections.rulesets.football_u.desk import event, position, rolled

FACES = {color: dice["faces"] for color, dice in RULESET.sample_box["dice"].items()}
VALUE = {"7": 7, "3": 3}
OFFENSE = ("blue", "red", "green", "orange")
COLORS = list(FACES)

Dice = list[tuple[str, str]]
"""(colour, face) of every die of a side."""


def best_left(attack: Dice, x: int) -> int:
    """The fewest points that x X's can leave to an offense, every choice tried."""
    points = [VALUE.get(face, 0) for color, face in attack if color in OFFENSE]
    return min(
        sum(points) - sum(hit) for hit in combinations([*points, *[0] * x], min(x, len(points) + x))
    )


def margin(visitor: Dice, home: Dice) -> int:
    """Visitor's points less home's, all X's at their best."""
    total = {}
    for side, own, other in (("v", visitor, home), ("h", home, visitor)):
        x = sum(face == "X" for _, face in other)
        white = sum(VALUE.get(face, 0) for color, face in own if color not in OFFENSE)
        total[side] = best_left(own, x) + white
    return total["v"] - total["h"]


def every_roll(pool: list[str]) -> Iterator[Dice]:
    for faces in product(*(FACES[color] for color in pool)):
        yield list(zip(pool, faces, strict=True))


def enumerated(visitor: list[str], home: list[str], bonus: int = 0) -> roll_odds.Chances:
    margins = [margin(v, h) + bonus for v in every_roll(visitor) for h in every_roll(home)]
    return roll_odds.Chances(
        Fraction(sum(m > 0 for m in margins), len(margins)),
        Fraction(sum(m == 0 for m in margins), len(margins)),
    )


def overtime(visitor: list[str], home: list[str], stock: int, number: int) -> Fraction:
    """The visitor's chance from an overtime round on, by the rule as it is printed."""
    if 2 * (number - 1) > stock:
        return Fraction(0)
    more = ["orange"] * (number - 1)
    roll = enumerated(visitor + more, home + more)
    if not roll.tie or number == 2:
        return roll.win + roll.tie * engine_overtime(stock, number + 1)
    return roll.win + roll.tie * overtime(visitor, home, stock, number + 1)


def engine_overtime(stock: int, number: int) -> Fraction:
    """Joe against Joe from a later round on; rounds 1 and 2 are enumerated by hand."""
    offense, defense = odds_die("green"), odds_die("purple")
    drive = roll_odds.Drive((offense,), (defense,))
    return roll_odds.overtime(drive, drive, odds_die("orange"), stock, number)


def odds_die(color: str) -> tuple:  # type: ignore[type-arg]
    if color in OFFENSE:
        return tuple(VALUE.get(face, 0) for face in FACES[color])
    return tuple((int(face == "X"), VALUE.get(face, 0)) for face in FACES[color])


def before_the_roll(visitor: list[str], home: list[str], bonus: int = 0) -> State:
    pool = {"visitor": visitor, "home": home}
    return position(
        phase="game.roll", game={"id": "s1g3", "pool": pool, "bonus": {"visitor": bonus}}
    )


def test_joe_against_joe() -> None:
    joe = ["green", "purple"]
    assert enumerated(joe, joe) == (Fraction(395, 1296), Fraction(253, 648))
    state = before_the_roll(joe, joe)
    value = overtime(joe, joe, 12, 1)
    assert visitor_wins(state) == Fraction(395, 1296) + Fraction(253, 648) * value


@pytest.mark.parametrize("seed", range(12))
def test_before_the_roll_as_by_enumeration(seed: int) -> None:
    rng = Random(seed)
    visitor = rng.choices(COLORS, k=rng.randint(1, 3))
    home = rng.choices(COLORS, k=rng.randint(1, 2))
    bonus = rng.choice([-4, 0, 0, 3])
    state = before_the_roll(visitor, home, bonus)
    roll = enumerated(visitor, home, bonus)
    assert visitor_wins(state) == roll.win + roll.tie * engine_overtime(12, 1)
    assert side_wins(state, "home") == 1 - visitor_wins(state)


@pytest.mark.parametrize("seed", range(8))
def test_after_one_side_has_rolled(seed: int) -> None:
    rng = Random(seed)
    visitor, home = rng.choices(COLORS, k=3), rng.choices(COLORS, k=3)
    fallen = [(color, rng.choice(FACES[color])) for color in home]
    dice = [{"die": color, "face": face} for color, face in fallen]
    state = RULESET.apply(before_the_roll(visitor, home), event("DiceRolled", "1", dice=dice))
    margins = [margin(roll, fallen) for roll in every_roll(visitor)]
    win = Fraction(sum(m > 0 for m in margins), len(margins))
    tie = Fraction(sum(m == 0 for m in margins), len(margins))
    assert visitor_wins(state) == win + tie * engine_overtime(12, 1)
    assert state.phase == "game.roll"


@pytest.mark.parametrize("seed", range(8))
def test_with_dice_to_be_rolled_again(seed: int) -> None:
    rng = Random(seed)
    dice = {
        f"{letter}{number}": (color, rng.choice(FACES[color]))
        for letter in "vh"
        for number, color in enumerate(rng.choices(COLORS, k=4), 1)
    }
    pending = ["v1", "h2"]
    state = rolled(
        {id_: f"{color} {face}" for id_, (color, face) in dice.items()},
        phase="game.resolve",
        pending={"rerolls": pending},
    )
    margins = []
    for first, second in product(FACES[dice["v1"][0]], FACES[dice["h2"][0]]):
        now = dice | {"v1": (dice["v1"][0], first), "h2": (dice["h2"][0], second)}
        sides = [[die for id_, die in now.items() if id_[0] == letter] for letter in "vh"]
        margins.append(margin(*sides))
    win = Fraction(sum(m > 0 for m in margins), 36)
    tie = Fraction(sum(m == 0 for m in margins), 36)
    assert visitor_wins(state) == win + tie * engine_overtime(12, 1)


def test_declared_items_count_before_they_are_resolved() -> None:
    state = position(
        phase="game.whistle",
        teams={"1": {"gameplans": 1, "chemistry": ["t22", "t01"]}},
        game={
            "id": "s1g3",
            "dice": {
                "v1": {"color": "red", "face": "3"},
                "h1": {"color": "green", "face": "-"},
                "h2": {"color": "green", "face": "-"},
            },
        },
    )
    assert side_wins(state, "home") == 0
    source = {"kind": "chemistry", "card": "t22"}
    turned = RULESET.apply(state, event("AbilityUsed", "1", source=source, targets=["h1"]))
    assert turned.phase == "game.whistle"
    assert visitor_wins(turned) == engine_overtime(12, 1)
    plan = RULESET.apply(turned, event("GameplansSpent", "1", dice=["h2"]))
    assert plan.phase == "game.resolve"
    level = Fraction(2, 6) * engine_overtime(12, 1)
    assert visitor_wins(plan) == level


def test_a_side_that_has_assigned_has_no_x_left() -> None:
    dice = {"v1": "red 7", "v2": "grey X", "h1": "red 3", "h2": "grey X", "h3": "grey X"}
    state = rolled(dice, assigned={"home": True})
    assert visitor_wins(state) == 1
    assert visitor_wins(rolled(dice)) == engine_overtime(12, 1)


@pytest.mark.parametrize("seed", range(6))
def test_the_best_assignment_is_greedy(seed: int) -> None:
    """Greedy is as good as any: no other way to use the X's leaves the opponent less."""
    rng = Random(seed)
    attack = [(color, rng.choice(FACES[color])) for color in rng.choices(OFFENSE, k=5)]
    for x in range(6):
        points = sorted((VALUE.get(face, 0) for _, face in attack), reverse=True)
        assert best_left(attack, x) == sum(points[x:])


BIG = (
    ["blue", "blue", "red", "red", "green", "green", "orange", "black", "grey", "white", "purple"],
    ["blue", "red", "red", "green", "orange", "black", "black", "grey", "white", "white"],
)


def test_as_often_as_in_twenty_thousand_rolls() -> None:
    state, rng, rolls = before_the_roll(*BIG), Random(3), 20_000
    tie_value = float(engine_overtime(12, 1))
    won = 0.0
    for _ in range(rolls):
        visitor, home = ([(c, rng.choice(FACES[c])) for c in pool] for pool in BIG)
        points = greedy_margin(visitor, home)
        won += 1.0 if points > 0 else tie_value if points == 0 else 0.0
    chance = float(visitor_wins(state))
    assert 0.1 < chance < 0.9
    error = (chance * (1 - chance) / rolls) ** 0.5
    assert abs(won / rolls - chance) < 4 * error


def greedy_margin(visitor: Dice, home: Dice) -> int:
    totals = []
    for own, other in ((visitor, home), (home, visitor)):
        x = sum(face == "X" for _, face in other)
        attack = sorted((VALUE.get(f, 0) for c, f in own if c in OFFENSE), reverse=True)
        totals.append(sum(attack[x:]) + sum(VALUE.get(f, 0) for c, f in own if c not in OFFENSE))
    return totals[0] - totals[1]


def test_a_win_chance_adds_up_the_dice_of_each_side_once_a_round() -> None:
    stock = 12
    rounds = 1 + stock // 2 + 1  # the roll, and overtime until no orange die is left
    for seed in range(4):
        visitor, home = (Random(seed).sample(pool * 2, 13) for pool in BIG)
        state = before_the_roll(visitor, home)
        roll_odds.net.cache_clear()
        roll_odds.overtime.cache_clear()
        visitor_wins(state)
        added_up = roll_odds.net.cache_info().misses
        assert 2 < added_up <= 2 * rounds
        side_wins(state, "home")
        assert roll_odds.net.cache_info().misses == added_up


def test_every_side_of_a_game_adds_up() -> None:
    state = before_the_roll(*BIG)
    assert sum(side_wins(state, side) for side in SIDES) == 1
    swapped = before_the_roll(BIG[1], BIG[0])
    assert side_wins(swapped, "home") < 1
    game: Game | None = state.game
    assert game is not None
    opposite: Side = OTHER["visitor"]
    better = replace(game, bonus={**game.bonus, opposite: 90})
    assert side_wins(state, opposite, better) == 1
