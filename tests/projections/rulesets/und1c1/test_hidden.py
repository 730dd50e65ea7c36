"""Hidden cards: nobody reads more than he may while the game runs."""

from __future__ import annotations

from typing import Any

import pytest

from projections.kit.ruleset import Private
from projections.rulesets.und1c1 import RULESET
from tests.projections.rulesets.und1c1.desk import (
    adjusted,
    as_event,
    game,
    new_game,
    plain,
    position,
)


def told(step_index: int, viewer: str) -> str:
    """Everything that a viewer is told of one step of an open game, as one text."""
    step = game(6, "open", 8)[step_index]
    state = step.after
    parts = [
        RULESET.view(state, viewer)["cards"],
        RULESET.show(state, viewer),
        list(RULESET.trace(step.before, step.event, state, viewer)),
        RULESET.text(step.before, step.event, state, viewer),
        [without_deck(option.as_json()) for option in RULESET.options(state, viewer)],
    ]
    return str(plain(parts))


def without_deck(option: dict[str, Any]) -> dict[str, Any]:
    """A coach may read what is left of his own deck; the other deck has cards of the same name."""
    return option | {"choices": None} if option["type"] == "CardsDrawn" else option


@pytest.mark.parametrize("viewer", ["public", "a", "b"])
def test_no_hidden_card_is_told(viewer: str) -> None:
    steps = game(6, "open", 8)
    for index, step in enumerate(steps):
        if step.after.status == "ended":
            break
        text = told(index, viewer)
        cards = step.after.cards
        names = {id_: card.name for id_, card in step.after.setup.cards.items()}
        public = {*cards.a.in_play, *cards.a.discard, *cards.b.in_play, *cards.b.discard}
        own = set() if viewer == "public" else set(cards.of(viewer).hand)
        hidden = {c for s in ("a", "b") for c in cards.of(s).hand} - public - own
        for card in hidden:
            assert card is not None
            assert f"{card}'" not in text and f":{card}" not in text, (step.draft, card)
            assert names[card] not in text, (step.draft, card)


def test_both_hands_are_open_in_the_end() -> None:
    final = game(6, "open", 8)[-1].after
    for viewer in ("public", "a", "b"):
        cards = RULESET.view(final, viewer)["cards"]
        assert cards["a"]["hand"] == final.cards.a.hand
        assert cards["b"]["hand"] == final.cards.b.hand


def test_hands_of_a_running_game() -> None:
    state = adjusted(new_game(), {"cards": {"a": {"hand": ["flow", None]}}})
    hands = {v: RULESET.view(state, v)["cards"]["a"] for v in ("all", "a", "b", "public")}
    assert hands["all"]["hand"] == hands["a"]["hand"] == ("flow", None)
    assert hands["b"]["hand"] is None and hands["public"]["hand"] is None
    assert {hand["hand_count"] for hand in hands.values()} == {2}


def test_private_parts_of_events() -> None:
    state = new_game()
    drawn = as_event("CardsDrawn", "b", {"deck": "b", "cards": ["flow"]})
    assert RULESET.private(state, drawn) == [Private(("cards",), ("b",))]
    unseated = as_event("CardsDrawn", None, {"deck": "a", "cards": ["flow"]})
    assert RULESET.private(state, unseated) == [Private(("cards",), ("a",))]
    set_up = {"cards": {"a": {"hand": ["flow"]}, "b": {"pile": 3}}}
    table = as_event("TableAdjusted", None, set_up)
    assert RULESET.private(state, table) == [Private(("cards", "a", "hand"), ("a",))]
    move = as_event("PlayerMoved", "a", {"player": "a2", "to": "G8"})
    assert RULESET.private(state, move) == []
    assert RULESET.private(game(6, "open", 8)[-1].after, drawn) == []


def test_findings_on_a_drawn_card_do_not_name_it() -> None:
    state = adjusted(
        position("a6@G3 b7@H10", "a6"),
        {
            "turn": {"phase": "draw"},
            "cards": {"a": {"hand": ["high-press"], "discard": ["high-press"]}},
        },
    )
    for card in ("high-press", "no-such-card"):
        event = as_event("CardsDrawn", "a", {"deck": "a", "cards": [card]})
        for finding in RULESET.check(state, event):
            assert card not in str(plain(finding))


def test_an_unseen_hand_offers_one_discard() -> None:
    hand = ["flow", "burst", "physio", "no-look", "flow"]
    state = adjusted(
        position("a6@G3 b7@H10", "a6"),
        {"turn": {"phase": "draw"}, "cards": {"a": {"hand": hand}}},
    )
    shown = {v: [o.data["card"] for o in RULESET.options(state, v)] for v in ("a", "b", "public")}
    assert shown["a"] == ["flow", "burst", "physio", "no-look"]
    assert shown["b"] == shown["public"] == [None]


def test_who_sees_the_hand_reads_what_is_left_of_the_deck() -> None:
    drawing = {"turn": {"phase": "draw"}, "cards": {"a": {"hand": ["flow", "burst"], "pile": 9}}}
    state = adjusted(position("a6@G3 b7@H10", "a6"), drawing)
    deck = state.setup.box.decks.a
    for viewer, seen in (("all", True), ("a", True), ("b", False), ("public", False)):
        (draw,) = [o for o in RULESET.options(state, viewer) if o.type == "CardsDrawn"]
        left = [card for card in deck if deck[card] > ["flow", "burst"].count(card)]
        assert draw.choices == ({"cards": left} if seen else None), viewer
