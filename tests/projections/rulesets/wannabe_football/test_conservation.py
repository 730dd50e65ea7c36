from __future__ import annotations

import pytest

from projections.kit.ruleset import ALL
from projections.rulesets.wannabe_football import RULESET
from projections.rulesets.wannabe_football.components import MULTI_CARDS, PLAYER_CARDS
from projections.rulesets.wannabe_football.state import State
from tests.projections.rulesets.wannabe_football.desk import Step, games


@pytest.mark.parametrize("game", games(), ids=lambda g: f"{len(g)} events")
def test_no_card_is_made_or_lost(game: tuple[Step, ...]) -> None:
    for step in game:
        state = step.after
        hands = sum(len(hand.cards) for hand in state.hands.values())
        assert state.deck + hands + len(state.pitch) + len(state.discards) == PLAYER_CARDS
        kept = sum(map(len, state.multi.kept.values()))
        assert state.multi.deck + len(state.multi.discards) + kept == MULTI_CARDS
        assert kept == sum(state.score.values())
        assert_known_once(state)


def assert_known_once(state: State) -> None:
    seen = [card for hand in state.hands.values() for card in hand.cards]
    seen += [entry.card for entry in state.pitch] + list(state.discards)
    assert len(seen) == len(set(seen))


@pytest.mark.parametrize("game", games(1), ids=lambda g: f"{len(g)} events")
def test_cards_are_shown_in_order(game: tuple[Step, ...]) -> None:
    for step in game:
        board = RULESET.view(step.after, ALL)["board"]
        hands = [hand.cards for hand in board["hands"].values()]
        for cards in (*hands, board["discards"], board["multi"].discards):
            assert list(cards) == sorted(cards)


@pytest.mark.parametrize("game", games(1), ids=lambda g: f"{len(g)} events")
def test_hands_are_within_bounds_when_a_turn_starts(game: tuple[Step, ...]) -> None:
    for step in game:
        for hand in step.after.hands.values():
            assert hand.count == len(hand.cards) + hand.yellow + hand.red
            if step.after.turn.phase == "draw":
                assert hand.count <= 4


@pytest.mark.parametrize("game", games(1), ids=lambda g: f"{len(g)} events")
def test_turns_go_round_between_the_teams(game: tuple[Step, ...]) -> None:
    for step in game:
        if step.before is None or step.before.turn.seat is None or step.after.turn.seat is None:
            continue
        if step.after.turn.phase == "shootout":
            continue
        before, after = step.before.turn.seat, step.after.turn.seat
        assert after in (before, step.after.setup.following[before])
