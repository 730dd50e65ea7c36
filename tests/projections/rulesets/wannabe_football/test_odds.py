from __future__ import annotations

from fractions import Fraction
from itertools import combinations, permutations

import pytest

from projections.rulesets.wannabe_football.position.odds import (
    answer,
    chance_of,
    chances,
    star_then_shot,
    unknown_multi_cards,
    unknown_player_cards,
)
from projections.rulesets.wannabe_football.state import State, fits
from tests.projections.rulesets.wannabe_football.desk import event, played, position

M = [f"M{n:02d}" for n in range(1, 20)]


def on_a_star(**multi: object) -> State:
    return position(
        turn={"seat": "1", "phase": "star"}, pitch=[{"card": "P14", "seat": "1"}], multi=multi
    )


def test_a_full_deck_has_the_chances_of_the_box() -> None:
    state = on_a_star()
    assert chances(state, "star") == {"star": 9 / 19, "faded": 8 / 19, "offside": 2 / 19}
    assert chances(state, "shot")["goal"] == 7 / 19
    assert chance_of(state, "whistle") == pytest.approx(11 / 19)
    assert chance_of(state, "penalty") == 14 / 19
    assert sum(chances(state, "whistle").values()) == pytest.approx(1)


def test_known_discards_and_goals_are_out() -> None:
    state = on_a_star(discards=["M01", None], kept={"1": ["M04"]})
    assert {card.id for card in unknown_multi_cards(state)} == set(M) - {"M01", "M04"}


def test_with_an_empty_deck_the_discards_are_back_but_no_goal_is() -> None:
    state = on_a_star(deck=0, discards=["M01", "M17"], kept={"1": ["M04"]})
    assert {card.id for card in unknown_multi_cards(state)} == set(M) - {"M04"}


def test_with_every_card_kept_there_is_no_chance() -> None:
    state = on_a_star(kept={"1": M}, deck=0)
    assert chances(state, "star") == {}
    assert chance_of(state, "star") == 0.0
    assert star_then_shot(state) == 0.0


def test_a_card_drawn_unseen_is_as_likely_any() -> None:
    state = on_a_star(discards=["M01"], deck=1)
    waiting = played(state, event("CardsDrawn", "1", deck="multi", cards=[None]))
    assert waiting.multi.deck == 0
    assert chances(waiting, "star") == chances(state, "star")


def test_a_penalty_read_as_a_shot() -> None:
    state = position(choose={"rulings": {"penalty": "as_shot"}})
    assert chances(state, "penalty") == chances(state, "shot")
    assert chances(state, "shootout") == {"goal": 7 / 19, "miss": 12 / 19}


@pytest.mark.parametrize("gone", [(), ("M01", "M05", "M12"), tuple(M[:17])])
def test_star_then_shot_is_what_counting_all_pairs_gives(gone: tuple[str, ...]) -> None:
    state = on_a_star(discards=list(gone))
    cards = unknown_multi_cards(state)
    pairs = list(permutations(cards, 2))
    wanted = Fraction(sum(a.star == "star" and b.shot == "goal" for a, b in pairs), len(pairs))
    assert star_then_shot(state) == pytest.approx(float(wanted))


def test_star_then_shot_of_the_sample_box() -> None:
    assert star_then_shot(on_a_star()) == pytest.approx(0.172515, abs=1e-6)


def test_star_then_shot_with_one_card_left() -> None:
    a_star = on_a_star(deck=1, discards=[card for card in M if card != "M12"])
    assert star_then_shot(a_star) == pytest.approx(7 / 19)
    no_star = on_a_star(deck=1, discards=[card for card in M if card != "M05"])
    assert star_then_shot(no_star) == 0.0


@pytest.mark.parametrize(("card", "chance"), [("M01", 1.0), ("M12", 0.0), ("M05", 0.0)])
def test_star_then_shot_with_a_single_card_in_the_game(card: str, chance: float) -> None:
    """It comes back for the shot."""
    kept = {"1": [other for other in M if other != card]}
    state = on_a_star(kept=kept, deck=0, discards=[card])
    assert star_then_shot(state) == chance


def test_star_then_shot_when_every_card_comes_back() -> None:
    state = position(
        choose={"rulings": {"multi_deck": "every_draw"}},
        turn={"seat": "1", "phase": "star"},
        multi={"kept": {"1": ["M04"]}},
    )
    assert star_then_shot(state) == pytest.approx(8 / 18 * 6 / 18)


@pytest.mark.parametrize("unseen", [0, 1, 2])
def test_an_answer_is_what_counting_all_hands_gives(unseen: int) -> None:
    state = position(
        turn={"seat": "2", "phase": "play"},
        hands={"1": {"cards": ["P01", "P02"]}, "2": {"cards": [None] * unseen}},
        pitch=[{"card": "P05", "seat": "1"}],
        discards=[f"P{n:02d}" for n in range(11, 36)],
    )
    unknown = unknown_player_cards(state)
    hands = list(combinations(unknown, unseen))
    wanted = Fraction(sum(any(fits(state, "2", c) for c in hand) for hand in hands), len(hands))
    assert answer(state, "2", unknown, unseen) == pytest.approx(float(wanted))


def test_an_answer_needs_a_ball_and_cards() -> None:
    state = position(turn={"seat": "2", "phase": "play"}, ball=None)
    assert answer(state, "2", ["P01"], 1) is None
    assert answer(position(ball="a1"), "2", ["P01"], 2) is None


def test_the_hand_of_five_of_the_sample_box() -> None:
    state = position(turn={"seat": "1", "phase": "play"}, ball="b1")
    chance = answer(state, "1", unknown_player_cards(state), 5)
    assert chance == pytest.approx(0.63, abs=0.005)
