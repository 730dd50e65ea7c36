from __future__ import annotations

import re

import msgspec
import pytest

from projections.kit.redact import plain, visible
from projections.kit.ruleset import PUBLIC
from projections.rulesets.wannabe_football import RULESET
from projections.rulesets.wannabe_football.state import State
from tests.projections.rulesets.wannabe_football.desk import (
    FOUR,
    KINDS,
    TWO,
    Step,
    event,
    game,
    played,
    position,
)


def hidden_cards(state: State, viewer: str) -> set[str]:
    """The cards of hands that a viewer may not see, as long as the game runs."""
    return {
        card
        for seat, hand in state.hands.items()
        if seat != viewer
        for card in hand.cards
        if card is not None
    }


def said(value: object) -> set[str]:
    return set(re.findall(r"P\d\d", msgspec.json.encode(value).decode()))


@pytest.mark.parametrize("kind", range(len(KINDS)))
def test_nothing_tells_a_hidden_card(kind: int) -> None:
    seats, _ = KINDS[kind]
    for step in game(kind, 1):
        if step.before is None or step.after.status == "ended":
            continue
        for viewer in (PUBLIC, *seats):
            look(step, viewer)


def look(step: Step, viewer: str) -> None:
    assert step.before is not None
    hidden = hidden_cards(step.after, viewer)
    latest = step.after
    if step.event.type == "CardStolen" and viewer in (step.event.seat, step.event.data.victim):
        hidden -= {step.event.data.card}
    assert not hidden & said(RULESET.view(latest, viewer))
    assert not hidden & said(RULESET.show(latest, viewer))
    assert not hidden & said(RULESET.trace(step.before, step.event, latest, viewer))
    assert not hidden & said(RULESET.text(step.before, step.event, latest, viewer))
    assert not hidden & said(visible(RULESET, latest, step.event, viewer, lambda _: None))
    for option in RULESET.options(latest, viewer):
        if option.type == "CardsDrawn":
            # Whatever the viewer does not know may be drawn, from the deck or as it seems to him.
            assert hidden <= set((option.choices or {})["cards"]) or option.data["deck"] == "multi"
        elif not option.more or not option.more.get("unseen"):
            assert not hidden & said(option.as_json()), option


def test_an_unseen_option_lists_what_the_viewer_does_not_know() -> None:
    state = position(
        turn={"seat": "1", "phase": "play"},
        hands={"1": {"cards": ["P05", "P06"]}, "2": {"cards": ["P13"]}},
        ball="b1",
        discards=["P11"],
    )
    (mine,) = [o for o in RULESET.options(state, PUBLIC) if o.type == "CardPlayed"]
    assert mine.choices is not None
    assert {"P05", "P06", "P13"} < set(mine.choices["card"])
    assert "P11" not in mine.choices["card"]


def test_the_teammate_sees_no_hand_either() -> None:
    state = position(FOUR, turn={"seat": "1", "phase": "draw"}, hands={"1": {"cards": ["P01"]}})
    assert RULESET.view(state, "3")["board"]["hands"]["1"].cards == (None,)
    assert RULESET.view(state, "1")["board"]["hands"]["1"].cards == ("P01",)


def test_what_of_an_event_is_private() -> None:
    two = position(TWO, turn={"seat": "1", "phase": "draw"})
    four = position(FOUR, turn={"seat": "1", "phase": "draw"})
    steal = event("CardStolen", "1", from_="2", card="P01")
    adjusted = event("TableAdjusted", hands={"2": {"cards": ["P01"]}, "1": {"yellow": 1}})
    draw = event("CardsDrawn", "1", deck="player", cards=["P01"])
    assert RULESET.private(two, steal) == []
    assert [p.seats for p in RULESET.private(four, steal)] == [("1", "2")]
    assert [(p.path, p.seats) for p in RULESET.private(two, adjusted)] == [
        (("hands", "2", "cards"), ("2",))
    ]
    assert [p.seats for p in RULESET.private(two, draw)] == [("1",)]
    assert RULESET.private(two, event("CardsDrawn", "1", deck="multi", cards=["M01"])) == []


def test_after_the_end_nothing_is_hidden() -> None:
    state = position(TWO, turn={"seat": "1", "phase": "draw"}, hands={"1": {"cards": ["P01"]}})
    over = played(state, event("GameEnded", reason="abandoned"))
    assert RULESET.view(over, PUBLIC)["board"]["hands"]["1"].cards == ("P01",)
    assert RULESET.private(over, event("CardsDrawn", "1", deck="player", cards=["P01"])) == []


@pytest.mark.parametrize("card", ["P14", "P16"])
@pytest.mark.parametrize(("seats", "saw"), [(TWO, {PUBLIC, *TWO}), (FOUR, {"1", "2"})])
def test_which_card_was_not_taken_is_told_to_who_saw_it(
    seats: tuple[str, ...], saw: set[str], card: str
) -> None:
    """Of four the taker keeps it; of two it goes to the discards. P16 lies on the pitch."""
    state = position(
        seats,
        turn={"seat": "1", "phase": "steal"},
        hands={"2": {"cards": ["P02"]}},
        pitch=[{"card": "P16", "seat": "1"}],
    )
    stolen = event("CardStolen", "1", from_="2", card=card)
    rule = "card" if card == "P16" else "steal"
    for viewer in (PUBLIC, *seats):
        seen = plain(visible(RULESET, state, stolen, viewer, lambda _: None))
        told = RULESET.check(state, event("CardStolen", "1", from_="2", card=seen["card"]))
        assert [f.rule.split(".")[1] for f in told] == ([rule] if viewer in saw else [])
