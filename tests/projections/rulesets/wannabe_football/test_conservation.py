from __future__ import annotations

import pytest

from projections.kit.ruleset import ALL
from projections.rulesets.wannabe_football import RULESET
from projections.rulesets.wannabe_football.components import MULTI_CARDS, PLAYER_CARDS
from projections.rulesets.wannabe_football.obeying.multi_deck import waiting
from projections.rulesets.wannabe_football.state import State
from tests.projections.rulesets.wannabe_football.desk import (
    Step,
    event,
    games,
    opening,
    played,
    position,
)


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


def multi_cards_of(state: State) -> int:
    multi = state.multi
    lying = multi.deck + len(multi.discards) + sum(map(len, multi.kept.values()))
    return lying + waiting(state.pending)


UNSEEN = event("CardsDrawn", "1", deck="multi", cards=[None])
WAITS = {
    "a star": [event("CardPlayed", "1", card="P14"), UNSEEN],
    "a shot": [event("CardPlayed", "1", card="P40"), UNSEEN],
    "a tackle": [
        event("CardPlayed", "1", card="P31"),
        event("FoulSpotted", "2"),
        event("CardsDrawn", "2", deck="multi", cards=[None]),
    ],
    "a star behind a tackle": [
        event("CardPlayed", "1", card="P33"),
        UNSEEN,
        event("FoulSpotted", "2"),
    ],
    "a star and the tackle before it": [
        event("CardPlayed", "1", card="P33"),
        UNSEEN,
        event("FoulSpotted", "2"),
        event("CardsDrawn", "2", deck="multi", cards=[None]),
    ],
}
"""How Multi Cards that nobody saw wait for their outcome to be told."""
ENDS = {
    "another card": [event("CardPlayed", "2", card="P02")],
    "a pass": [event("PassCalled", "2")],
    "a free shot": [event("ShotTaken", "1")],
    "the end of the game": [event("GameEnded", reason="time")],
    "a foul": [event("OutcomeRuled", outcome="red")],
    "an overruled foul": [
        event("OutcomeRuled", outcome="none"),
        event("OutcomeRuled", outcome="free_kick"),
    ],
    "another phase": [event("TableAdjusted", turn={"seat": "2", "phase": "draw"})],
    "something else that waits": [
        event("TableAdjusted", pending={"kind": "steal", "seat": "1"}),
    ],
    "a drawn card that waits": [
        event("TableAdjusted", pending={"kind": "shot", "seat": "1", "drawn": True}),
    ],
    "the cards as they lie": [event("TableAdjusted", multi={"discards": ["M01"]})],
}


@pytest.mark.parametrize("ends", ENDS)
@pytest.mark.parametrize("waits", WAITS)
def test_a_multi_card_that_nobody_saw_is_not_lost(waits: str, ends: str) -> None:
    state = position(
        turn={"seat": "1", "phase": "play"},
        hands={"1": {"cards": [None] * 4}, "2": {"cards": [None] * 4}},
        pitch=[{"card": "P10", "seat": "2"}],
        deck=20,
    )
    for entry in (*WAITS[waits], *ENDS[ends]):
        state = played(state, entry)
        assert multi_cards_of(state) == MULTI_CARDS, entry


def test_a_multi_card_that_decides_nothing_any_more_lies_in_the_discards() -> None:
    state = position(turn={"seat": "1", "phase": "star"}, pitch=[{"card": "P14", "seat": "1"}])
    after = played(state, UNSEEN, event("PassCalled", "2"))
    assert (after.multi.deck, after.multi.discards) == (18, (None,))


def test_a_hand_that_is_set_after_a_forgotten_discard_leaves_the_deck_alone() -> None:
    held = ["P01", "P02", "P03", "P04", "P09"]
    state = position(
        turn={"seat": "2", "phase": "draw"},
        hands={"1": {"cards": held}, "2": {"cards": [None] * 4}},
        pitch=[{"card": "P10", "seat": "1"}],
        deck=20,
        discards=["P11"] + [None] * 10,
    )
    known = played(state, event("TableAdjusted", hands={"1": {"cards": held[:4]}}))
    assert (known.deck, known.discards) == (20, ("P11", *(None,) * 10, "P09"))
    another = played(state, event("TableAdjusted", hands={"1": {"cards": [*held[:3], "P08"]}}))
    assert (another.deck, another.discards[-1]) == (20, None)
    unseen = played(state, event("TableAdjusted", hands={"2": {"cards": [None] * 2}}))
    assert (unseen.deck, unseen.discards[-2:]) == (20, (None, None))
    cleared = played(state, event("TableAdjusted", pitch=[]))
    assert (cleared.deck, cleared.discards[-1]) == (20, "P10")
    told = played(state, event("TableAdjusted", hands={"1": {"cards": held[:4]}}, deck=21))
    assert (told.deck, len(told.discards)) == (21, 11)
    drawn = played(state, event("TableAdjusted", hands={"1": {"cards": [*held, None]}}))
    assert (drawn.deck, len(drawn.discards)) == (19, 11)


def test_a_deal_that_is_put_right_takes_a_card_back_into_the_deck() -> None:
    dealt = event("CardsDrawn", "1", deck="player", cards=[None] * 5)
    right = event("TableAdjusted", hands={"1": {"cards": [None] * 4}})
    state = played(opening(), dealt, right)
    assert (state.deck, state.discards) == (37, ())
