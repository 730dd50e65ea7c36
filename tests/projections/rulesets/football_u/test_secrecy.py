"""What a viewer may not know is in no view, sentence, mark, scene, option, finding or event."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec
import pytest

from projections.kit.redact import visible
from projections.kit.ruleset import PUBLIC
from projections.rulesets.football_u import RULESET
from projections.rulesets.football_u.state import State
from tests.projections.rulesets.football_u.desk import (
    SAMPLE,
    begun,
    event,
    position,
    recorded,
    simulated,
)


def text_of(value: Any) -> str:
    return msgspec.json.encode(value).decode()


def secrets(state: State, viewer: str) -> Iterator[str]:
    """Ids of cards that the viewer may not know in a running game."""
    for seat, team in state.teams.items():
        if seat != viewer:
            yield from (card for card in team.chemistry if card is not None)
            if team.coach.side == "default" and team.coach.card is not None:
                yield team.coach.card


def is_in(card: str, document: str) -> bool:
    return f'"{card}"' in document or f" {card}" in document


@pytest.mark.parametrize(("teams", "seed"), SAMPLE)
def test_nothing_hidden_is_served(teams: int, seed: int) -> None:
    for number, (one, before, after) in enumerate(simulated(teams, seed)):
        if after.status == "ended" or number % 3:
            continue
        for viewer in (PUBLIC, "1"):
            hidden = set(secrets(after, viewer))
            scene = RULESET.show(after, viewer)
            options = [o.as_json() for o in RULESET.options(after, viewer) if not o.choices]
            served = [
                text_of(RULESET.view(after, viewer)),
                text_of(scene),
                text_of(RULESET.trace(before, one, after, viewer)),
                text_of(options),
                RULESET.text(before, one, after, viewer),
            ]
            for card in hidden:
                assert not any(is_in(card, document) for document in served), (card, one)
            names = {after.setup.card_name(card) for card in hidden}
            if one.type == "CardsDrawn" and one.seat != viewer:
                assert not any(name in served[-1] for name in names)


def test_a_choice_of_cards_does_not_tell_what_others_hold() -> None:
    state = position(
        phase="offseason.draw", owed={"1": 1}, teams={"2": {"chemistry": ["t09", None]}}
    )
    for viewer, free in (("all", 24), ("2", 24), ("1", 25), (PUBLIC, 25)):
        (option,) = RULESET.options(state, viewer)
        assert option.choices is not None
        assert len(option.choices["cards"]) == free
        assert ("t09" in option.choices["cards"]) == (viewer in ("1", PUBLIC))


@pytest.mark.parametrize(("teams", "seed"), SAMPLE)
def test_drawn_cards_are_private_while_they_are_held(teams: int, seed: int) -> None:
    steps = simulated(teams, seed)
    for one, _, after in steps:
        if one.type != "CardsDrawn":
            continue
        shown = visible(RULESET, after, one, PUBLIC, lambda _: None)
        if one.data.deck == "player":
            assert shown is one.data
        elif after.status != "ended":
            assert shown["cards"] == [None] * len(one.data.cards)
            assert visible(RULESET, after, one, one.seat or "", lambda _: None) is one.data
        assert visible(RULESET, steps[-1][2], one, PUBLIC, lambda _: None) is one.data


def test_a_used_card_and_a_hired_coach_are_known() -> None:
    draw = event("CardsDrawn", "1", deck="chemistry", cards=["t01", "t18"])
    state = position(phase="offseason.draw", board={"stacks": {"5": ["2", "1"]}}, owed={"1": 2})
    held = RULESET.apply(state, draw)
    paths = [(p.path, p.seats) for p in RULESET.private(held, draw)]
    assert paths == [(("cards", 0), ("1",)), (("cards", 1), ("1",))]
    source = {"kind": "chemistry", "card": "t01"}
    used = recorded(held, event("AbilityUsed", "1", source=source))
    assert [p.path for p in RULESET.private(used, draw)] == [("cards", 1)]
    revealed = event("CoachRevealed", "1", coach="c5")
    default = position(phase="offseason.actions", teams={"1": {"coach": {"card": "c5"}}})
    hired = position(
        phase="offseason.actions", teams={"1": {"coach": {"card": "c5", "side": "hire"}}}
    )
    assert [p.path for p in RULESET.private(default, revealed)] == [("coach",)]
    assert RULESET.private(hired, revealed) == []


def test_an_adjustment_hides_its_hands_and_coaches() -> None:
    adjusted = event(
        "TableAdjusted",
        phase="offseason.actions",
        teams={"1": {"chemistry": ["t01", None], "coach": {"card": "c5"}, "gameplans": 2}},
    )
    state = RULESET.apply(begun(2), adjusted)
    paths = {p.path: p.seats for p in RULESET.private(state, adjusted)}
    assert paths == {
        ("teams", "1", "chemistry", 0): ("1",),
        ("teams", "1", "coach", "card"): ("1",),
    }
    shown = visible(RULESET, state, adjusted, PUBLIC, lambda _: None)
    assert shown["teams"]["1"]["chemistry"] == [None, None]
    assert shown["teams"]["1"]["coach"]["card"] is None


def test_open_hands_hide_nothing() -> None:
    draw = event("CardsDrawn", "1", deck="chemistry", cards=["t01"])
    state = position(2, {"chemistry_cards": "open"}, phase="offseason.draw", owed={"1": 1})
    after = RULESET.apply(state, draw)
    assert RULESET.private(after, draw) == []
    assert RULESET.view(after, PUBLIC)["teams"]["1"]["chemistry"] == ("t01",)


def test_what_is_not_in_force_was_never_shown() -> None:
    draw = event("CardsDrawn", "1", deck="chemistry", cards=["t01", None])
    revealed = event("CoachRevealed", "1", coach="c5")
    hired = position(
        phase="offseason.actions", teams={"1": {"coach": {"card": "c5", "side": "hire"}}}
    )
    assert [(p.path, p.seats) for p in RULESET.private(hired, draw)] == []
    assert RULESET.unshown is not None
    assert [(p.path, p.seats) for p in RULESET.unshown(hired, draw)] == [(("cards", 0), ("1",))]
    assert [p.path for p in RULESET.unshown(hired, revealed)] == [("coach",)]
    over = RULESET.apply(hired, event("GameEnded", reason="time"))
    assert list(RULESET.unshown(over, draw)) == list(RULESET.unshown(over, revealed)) == []
