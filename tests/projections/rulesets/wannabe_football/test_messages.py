"""Findings and texts are sentences in the table's words: names, never ids, letters or classes."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from itertools import pairwise
from random import Random
from typing import Any

import msgspec
import pytest

from events.event import Draft, Event
from projections.kit import simulate
from projections.kit.ruleset import ALL, Finding
from projections.kit.schema import errors_in
from projections.rulesets.wannabe_football import RULESET
from projections.rulesets.wannabe_football.position.words import DOING, OUTCOMES
from projections.rulesets.wannabe_football.state import State
from tests.projections.rulesets.games import examples
from tests.projections.rulesets.games import played as replayed
from tests.projections.rulesets.test_walks import pool_of, spoiled
from tests.projections.rulesets.wannabe_football.desk import (
    BOX,
    FOUR,
    KINDS,
    event,
    played,
    position,
)

PEOPLE = ("Ana", "Bo", "Cleo", "Dov")
STATES = {
    "setup",
    "bonus",
    "shootout",
    "off_target",
    "free_kick",
    *(word for word in OUTCOMES if "_" in word),
}
PARTS = ["_", "None", "True", "False", "null", r"\bphase\b", r"[{}\[\]@]", r"\b[abc][12]\b"]
FORBIDDEN = re.compile(
    "|".join([*RULESET.payloads, *PARTS, r"\bseat\b", *(rf"\b{w}\b" for w in STATES)])
)


@cache
def named_game(kind: int) -> tuple[tuple[Draft, State], ...]:
    """A simulated game of people with names."""
    seats, options = KINDS[kind]
    created = simulate.creation(RULESET, BOX, seats, options)
    sitting = [{**seat, "name": PEOPLE[n]} for n, seat in enumerate(created.data["seats"])]
    created = msgspec.structs.replace(created, data={**created.data, "seats": sitting})
    return tuple(simulate.game(RULESET, BOX, created, 4))


def spoiled_events(kind: int) -> Iterator[tuple[State, Event]]:
    """Events out of time, of others, of nobody, with other values: each on a state of a game."""
    rng = Random(kind)
    steps = named_game(kind)
    known, pool = pool_of(RULESET.id)
    types = sorted(set(RULESET.payloads) - {"GameCreated"})
    by_type = {type_: [d for d in known if d.type == type_] for type_ in types}
    for _, state in steps[::4]:
        for type_ in types:
            draft = rng.choice(by_type[type_] or [Draft(type=type_, data={})])
            data = spoiled(draft.data, rng, pool) if rng.random() < 0.5 else draft.data
            seat = rng.choice([draft.seat, draft.seat, *FOUR, "nobody", None])
            if isinstance(data, dict) and not errors_in(RULESET.payloads[type_], data):
                told = Draft(type=type_, seat=seat, data=data)
                yield state, simulate.as_event(RULESET, told, 9)


def sentence(said: str, *free: object) -> None:
    for words in free:
        said = said.replace(str(words).strip(), "#") if words else said
    assert not (found := FORBIDDEN.search(said)), (found, said)
    assert said[0].isupper() or said[0] in "#“", said
    assert said.endswith((".", "!", "?", "#")), said


@pytest.mark.parametrize("kind", range(len(KINDS)))
def test_no_message_says_what_only_the_program_knows(kind: int) -> None:
    for state, told in spoiled_events(kind):
        for finding in RULESET.check(state, told):
            sentence(finding.message)
            for value in (finding.expected, finding.got):
                if isinstance(value, str) and finding.rule != f"{RULESET.id}.game.seat":
                    assert not FORBIDDEN.search(value), (finding.rule, value)


@pytest.mark.parametrize("kind", range(len(KINDS)))
def test_no_sentence_says_what_only_the_program_knows(kind: int) -> None:
    for state, told in spoiled_events(kind):
        free = getattr(told.data, "text", None)
        sentence(RULESET.text(state, told, RULESET.apply(state, told), ALL), free)


@pytest.mark.parametrize("kind", range(len(KINDS)))
def test_every_sentence_of_a_game_is_the_tables(kind: int) -> None:
    steps = named_game(kind)
    for (_, before), (draft, after) in pairwise(steps):
        sentence(RULESET.text(before, simulate.as_event(RULESET, draft, 2), after, ALL))
        for entry in RULESET.view(after, ALL)["awaiting"]:
            assert not FORBIDDEN.search(entry["why"]), entry
        for option in RULESET.options(after, ALL):
            assert not FORBIDDEN.search(option.label), option


@pytest.mark.parametrize("example", examples(RULESET.id), ids=lambda e: e["name"])
def test_the_examples_are_told_in_the_tables_words(example: dict[str, Any]) -> None:
    game = replayed(RULESET.id, [*example["given"], *example["when"]])
    steps = zip(game.states, game.events[1:], game.states[1:], game.findings[1:], strict=False)
    for before, told, after, findings in steps:
        for finding in findings:
            sentence(finding.message)
        sentence(RULESET.text(before, told, after, ALL), getattr(told.data, "text", None))


EVERY: dict[str, dict[str, Any]] = {
    "GameCreated": {"ruleset": "wannabe-football", "seats": [{"seat": "1", "name": "Ana"}]},
    "KickOffDecided": {"starter": "1"},
    "CardsDrawn": {"deck": "player", "cards": [None]},
    "CardPlayed": {"card": "P01"},
    "CardsDiscarded": {"cards": ["P01"]},
    "CardStolen": {"from": "2"},
    "CardsExchanged": {"cards": ["P01"]},
    "DeckShuffled": {"deck": "multi"},
    "OutcomeRuled": {"outcome": "goal"},
    "NoteAdded": {"text": "A fine game."},
    "GameEnded": {"reason": "time"},
    "DiceRolled": {"dice": [{"die": "d6", "face": 1}]},
    "EventAmended": {"target": 2, "data": {}},
    "EventRetracted": {"target": 2},
    "EventInserted": {"after": 2, "type": "PassCalled", "data": {}, "seat": "1"},
}


@pytest.mark.parametrize("type_", RULESET.payloads)
def test_every_event_has_a_sentence(type_: str) -> None:
    state = position(turn={"seat": "1", "phase": "play"}, pitch=[{"card": "P10", "seat": "2"}])
    assert type_ in DOING
    for seat in ("1", "5", None):
        draft = Draft(type=type_, seat=seat, data=EVERY.get(type_, {}))
        told = simulate.as_event(RULESET, draft, 9)
        said = RULESET.text(state, told, played(state, told), ALL)
        sentence(said)
        assert "that this game does not have" not in said


def test_what_the_game_does_not_know_has_a_sentence() -> None:
    state = position(turn={"seat": "1", "phase": "play"})
    said = RULESET.text(state, Event(version=2, type="TableFlipped", seat="1"), state, ALL)
    assert said == "Something that this game does not have is recorded."


def ana_and_bo(**adjusted: Any) -> State:
    """A position of people with names."""
    return played(named_game(0)[0][1], event("TableAdjusted", **adjusted))


ANA_PLAYS = ana_and_bo(
    turn={"number": 9, "seat": "1", "phase": "play"},
    hands={"1": {"cards": ["P01", "P14", "P40"]}, "2": {"cards": ["P02"]}},
    pitch=[{"card": "P10", "seat": "2"}],
    deck=20,
)
REFILL = played(
    ANA_PLAYS,
    event("TableAdjusted", turn={"phase": "shot"}),
    event("CardsDrawn", "1", deck="multi", cards=["M12"]),
)


def found(state: State, type_: str, seat: str | None, **data: Any) -> Finding:
    (finding,) = RULESET.check(state, event(type_, seat, **data))
    return finding


@pytest.mark.parametrize(
    ("state", "told", "said"),
    [
        (
            ANA_PLAYS,
            ("PassCalled", "2"),
            "It is Ana's move, not Bo's: Ana plays a card or calls pass.",
        ),
        (ANA_PLAYS, ("PassCalled", None), "It is not said who did it: Ana or Bo."),
        (ANA_PLAYS, ("PassCalled", "5"), "Only Ana and Bo sit at this table: name one of them."),
        (
            ANA_PLAYS,
            ("TurnEnded", "1"),
            "Saying “your turn” is not what comes next: Ana plays a card or calls pass.",
        ),
        (
            REFILL,
            ("PassCalled", "2"),
            "Calling pass is not what comes next: Bo draws three cards and Ana draws one card.",
        ),
        (
            REFILL,
            ("CardPlayed", "1", "P01"),
            "It is Bo's move, not Ana's: Bo draws three cards and Ana draws one card.",
        ),
        (
            ANA_PLAYS,
            ("CardPlayed", "1", "P40"),
            "P40 starts in the far left, but for Ana the ball is in the own left.",
        ),
    ],
)
def test_who_is_named_and_what_is_missing(state: State, told: Any, said: str) -> None:
    type_, seat, *card = told
    data = {"card": card[0]} if card else {}
    assert found(state, type_, seat, **data).message == said


@pytest.mark.parametrize(
    ("cards", "said"),
    [
        ([None, "M01"], "Ana turns over a Multi Card unseen and M01, which decides nothing."),
        ([None, None], "Ana turns over two Multi Cards unseen."),
        ([None], "Ana turns over one Multi Card unseen."),
        ([], "Ana turns over no Multi Card."),
    ],
)
def test_a_multi_card_that_nobody_saw_is_called_just_that(
    cards: list[str | None], said: str
) -> None:
    told = event("CardsDrawn", "1", deck="multi", cards=cards)
    assert RULESET.text(ANA_PLAYS, told, played(ANA_PLAYS, told), ALL) == said
    star = played(ANA_PLAYS, event("CardPlayed", "1", card="P14"))
    waits = RULESET.text(star, told, played(star, told), ALL)
    assert waits == said.replace("which decides nothing", "the first one is still to be told")


def test_your_turn_is_told_as_what_it_is() -> None:
    after = played(ANA_PLAYS, event("CardPlayed", "1", card="P01"))
    told = event("TurnEnded", "1")
    assert RULESET.text(after, told, played(after, told), ALL) == "Ana says “your turn”."


def test_a_refill_with_the_card_for_the_turn_is_told_as_both() -> None:
    told = event("CardsDrawn", "2", deck="player", cards=[None] * 4)
    said = RULESET.text(REFILL, told, played(REFILL, told), ALL)
    assert said == "Bo refills and draws for the turn with four cards."


@pytest.mark.parametrize(
    ("seat", "count", "said"),
    [
        ("2", 3, "Bo refills with three cards."),
        ("1", 1, "Ana refills with one card."),
        ("1", 2, "Ana refills with two cards."),
    ],
)
def test_only_who_starts_draws_for_the_turn_with_the_refill(
    seat: str, count: int, said: str
) -> None:
    told = event("CardsDrawn", seat, deck="player", cards=[None] * count)
    assert RULESET.text(REFILL, told, played(REFILL, told), ALL) == said


def test_a_card_that_no_refill_needs_is_drawn() -> None:
    full = played(REFILL, event("CardsDrawn", "1", deck="player", cards=[None]))
    told = event("CardsDrawn", "1", deck="player", cards=[None])
    assert RULESET.text(full, told, played(full, told), ALL) == "Ana draws one card."


def test_a_yellow_card_that_nobody_has_does_not_stay() -> None:
    over = ana_and_bo(
        turn={"seat": "1"},
        hands={"1": {"cards": ["P01", "P14", "P27", "P35", "P40"]}},
        pending={"kind": "discard", "seat": "1", "reason": "limit", "count": 1},
    )
    said = found(over, "CardsDiscarded", "1", cards=["yellow"]).message
    assert said == "Ana has no yellow card to discard."
    booked = played(over, event("TableAdjusted", hands={"1": {"cards": [None] * 4, "red": 1}}))
    booked = played(
        booked,
        event(
            "TableAdjusted",
            pending={"kind": "discard", "seat": "1", "reason": "limit", "count": 1},
        ),
    )
    said = found(booked, "CardsDiscarded", "1", cards=["red"]).message
    assert said == "The red card stays in the hand."


def test_a_yellow_card_goes_once() -> None:
    over = ana_and_bo(
        turn={"seat": "1"},
        hands={"1": {"cards": ["P01", "P14", "P27", "P35", "P40"], "yellow": 1}},
        pending={"kind": "discard", "seat": "1", "reason": "limit", "count": 2},
    )
    said = found(over, "CardsDiscarded", "1", cards=["yellow", "yellow"]).message
    assert said == "Ana has no yellow card to discard."


@pytest.mark.parametrize(("yellow", "stay"), [(1, 1), (2, 0), (3, 0)])
def test_as_many_yellow_cards_go_as_there_are(yellow: int, stay: int) -> None:
    over = ana_and_bo(
        turn={"seat": "1"},
        hands={"1": {"cards": ["P01", "P14", "P27", "P35", "P40"], "yellow": yellow}},
        pending={"kind": "discard", "seat": "1", "reason": "limit", "count": 2},
    )
    told = event("CardsDiscarded", "1", cards=["yellow", "yellow"])
    assert len(RULESET.check(over, told)) == stay


def test_who_has_taken_a_card_is_not_told_that_there_was_no_dribble() -> None:
    said = found(ANA_PLAYS, "CardStolen", "1", from_="2").message
    assert said == "Ana has no card to take now: Ana plays a card or calls pass."


def test_of_four_the_extra_card_is_left_out_only_if_none_fits() -> None:
    for seats, why in ((("1", "2"), "the extra card may be left out"), (FOUR, "if no card fits")):
        star = position(
            seats,
            turn={"seat": "1", "phase": "continue"},
            pitch=[{"card": "P14", "seat": "1"}],
        )
        entries = RULESET.view(star, ALL)["awaiting"]
        assert [e["why"] for e in entries if e["type"] == "TurnEnded"] == [why]


def test_counts_are_words() -> None:
    refill = found(REFILL, "CardsDrawn", "1", deck="player", cards=[None] * 3)
    assert refill.message == "Ana refills with three cards, but needs one card."
    over = ana_and_bo(
        turn={"seat": "1"},
        hands={"1": {"cards": [None] * 6}},
        pending={"kind": "discard", "seat": "1", "reason": "limit", "count": 2},
    )
    discard = found(over, "CardsDiscarded", "1", cards=[None])
    assert discard.message == "Ana discards one card, two cards are due."


@pytest.mark.parametrize(("seat", "said"), [("1", "Ana concedes."), (None, "Somebody concedes.")])
def test_nobody_named_concedes_for_the_table(seat: str | None, said: str) -> None:
    told = event("GameEnded", seat, reason="concession")
    assert RULESET.text(ANA_PLAYS, told, played(ANA_PLAYS, told), ALL).startswith(said)
