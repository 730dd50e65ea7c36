"""What the referee says is said in the table's words: no ids, class names or seats' letters."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from random import Random
from typing import Any

import msgspec
import pytest

from events.corrections import CORRECTIONS
from events.event import Draft
from projections.kit import box as boxes
from projections.kit import simulate
from projections.kit.ruleset import ALL
from projections.kit.schema import errors_in
from projections.rulesets.undaunted_2200 import RULESET
from projections.rulesets.undaunted_2200.setup import FOUR, TWO
from projections.rulesets.undaunted_2200.state import State
from tests.projections.rulesets.test_walks import pool_of, spoiled
from tests.projections.rulesets.undaunted_2200.table import TABLES, act, judged, opening, placed

PEOPLE = ("Ana", "Bo", "Cleo", "Dov")

IDS = {*RULESET.sample_box["units"], *RULESET.sample_box["cards"], *FOUR, "lfa", "breakers"}
PARTS = ["_", "null", "None", r"\bphase\b", r"[{}\[\]/@]", r"\b[a-z]+(?:-[a-z0-9]+)*-[0-9ab]\b"]
FORBIDDEN = re.compile("|".join([*RULESET.payloads, *PARTS, *(rf"\b{id_}\b" for id_ in IDS)]))


@cache
def named_game(scenario: str, seats: tuple[str, ...]) -> tuple[tuple[Draft, State], ...]:
    """A simulated game of people with names."""
    box = boxes.sample(RULESET)
    created = simulate.creation(RULESET, box, seats, {"scenario": scenario})
    sitting = [{**seat, "name": PEOPLE[n]} for n, seat in enumerate(created.data["seats"])]
    created = msgspec.structs.replace(created, data={**created.data, "seats": sitting})
    return tuple(simulate.game(RULESET, box, created, 4))


def spoiled_events(scenario: str, seats: tuple[str, ...]) -> Iterator[tuple[State, Draft]]:
    """Events out of time, of others, of nobody, with other values: each on a state of a game."""
    rng = Random(7)
    steps = named_game(scenario, seats)
    known, pool = pool_of(RULESET.id)
    types = sorted({draft.type for draft, _ in steps[1:]} | {"DeckShuffled", "TableAdjusted"})
    by_type = {
        t: [d for d, _ in steps if d.type == t] or [d for d in known if d.type == t] for t in types
    }
    for at in range(0, len(steps), 6):
        state = steps[at][1]
        for type_ in types:
            draft = rng.choice(by_type[type_])
            data = spoiled(draft.data, rng, pool) if rng.random() < 0.5 else draft.data
            seat = rng.choice([draft.seat, draft.seat, *seats, "nobody", None])
            yield state, Draft(type=type_, seat=seat, data=data if isinstance(data, dict) else {})
        for draft in rng.sample(known, 6):
            yield state, draft


@pytest.mark.parametrize(("scenario", "seats"), TABLES)
def test_no_message_says_what_only_the_program_knows(scenario: str, seats: tuple[str, ...]) -> None:
    found: dict[str, str] = {}
    for state, draft in spoiled_events(scenario, seats):
        payload = RULESET.payloads.get(draft.type)
        if payload is None or errors_in(payload, draft.data):
            continue
        free = {str(draft.data.get(name)) for name in ("why", "reason")}
        for finding in RULESET.check(state, simulate.as_event(RULESET, draft, 9)):
            for said in (finding.message,):
                told = said if not any(said.endswith(words) for words in free) else ""
                if FORBIDDEN.search(told):
                    found[finding.rule] = said
                assert told[:1] in ("", told[:1].upper()), said
    assert not found


@pytest.mark.parametrize(("scenario", "seats"), TABLES)
def test_no_sentence_says_what_only_the_program_knows(
    scenario: str, seats: tuple[str, ...]
) -> None:
    found: dict[str, str] = {}
    for state, draft in spoiled_events(scenario, seats):
        payload = RULESET.payloads.get(draft.type)
        if payload is None or errors_in(payload, draft.data) or draft.type in CORRECTIONS:
            continue
        told = simulate.as_event(RULESET, draft, 9)
        said = RULESET.text(state, told, RULESET.apply(state, told), ALL)
        for words in (draft.data.get(name) for name in ("why", "reason", "text")):
            said = said.replace(str(words).strip(), "") if words else said
        if FORBIDDEN.search(said):
            found[draft.type] = said
    assert not found


def test_what_comes_next_is_said_with_who_does_it() -> None:
    (finding,) = judged(opening(), "DiceRolled", "lfa", dice=[{"die": "d10", "face": 1}])
    assert finding.message == (
        "Rolling dice is not what comes next. Now: LFA draws four cards. "
        "Or: Breakers draws four cards."
    )


def test_a_turn_is_its_players() -> None:
    state = placed(opening(), {"/turn/phase": "turn", "/turn/seat": "breakers"})
    (finding,) = judged(state, "TurnEnded", "nobody")
    assert finding.message == ("Somebody who does not sit here acts, but it is Breakers' turn.")


def test_who_can_be_jammed_is_said_by_name() -> None:
    state = opening("sample-plain", FOUR)
    state = placed(
        state,
        {"/turn/phase": "turn", "/turn/seat": "lfa-a", "/seats/lfa-a/hand": ["lfa-comms-officer"]},
    )
    (finding,) = judged(
        state, "CardPlayed", "lfa-a", card="lfa-comms-officer", as_="action", action="jam"
    )
    assert finding.message == "JAM needs an opponent: BREAKERS-A or BREAKERS-B."


@pytest.mark.parametrize(
    ("outcome", "words"),
    [
        ("initiative:breakers", "that Breakers goes first"),
        ("win:lfa", "that LFA wins"),
        ("success", "a hit"),
        ("failure", "a miss"),
        ("skip", "that the rest of the card is left"),
        ("success:lfa", "an outcome of its own"),
        ("win:nobody", "an outcome of its own"),
    ],
)
def test_a_ruling_of_the_table_is_said_in_words(outcome: str, words: str) -> None:
    (finding,) = judged(opening(), "OutcomeRuled", None, outcome=outcome)
    assert finding.message == f"The table ruled {words}."


@pytest.mark.parametrize(
    ("pointer", "words"),
    [
        ("/seats/lfa/hand", "LFA's hand"),
        ("/seats/breakers/side", "Breakers' cards"),
        ("/sides/lfa/vp_supply", "what LFA shares"),
        ("/board/units/brk-fighter-a/at", "Fighter A"),
        ("/board/objectives/o1/value", "o1"),
        ("/turn/seat", "the turn"),
        ("/moon", "a place that there is not"),
        ("/sides/nobody/goal", "a place that there is not"),
    ],
)
def test_what_cannot_be_set_is_said_in_words(pointer: str, words: str) -> None:
    (finding,) = judged(opening(), "TableAdjusted", None, set={pointer: {"x": 1}})
    assert (
        finding.message == f"Nothing can be set like that: {words}. Set it to what can lie there."
    )


def test_a_winner_sits_at_the_table() -> None:
    ends = RULESET.payloads["GameEnded"]
    for winner in ("nobody", "lfa-a", "a", ""):
        assert errors_in(ends, {"reason": "agreement", "winner": winner}), winner
    for seats in (TWO, FOUR):
        over = act(opening(seats=seats), "GameEnded", None, reason="agreement", winner="breakers")
        assert over.result is not None and over.result.winner in over.setup.seats_of


def test_a_die_of_another_box_is_found() -> None:
    (finding,) = dice("d6", 3)
    assert finding.rule == "undaunted-2200.dice.face"
    assert finding.message == "This box has no d6: roll its d10, with the faces 1 to 10."


def test_a_printed_zero_is_entered_as_the_highest_face() -> None:
    (finding,) = dice("d10", 0)
    assert finding.message == "A printed 0 is entered as 10: the faces are 1 to 10."
    (finding,) = dice("d10", 11)
    assert finding.message == "No die shows 11: the faces are 1 to 10."
    assert dice("d10", 10) == []


def dice(die: str, face: int) -> list[Any]:
    hand = {"/turn/phase": "turn", "/seats/lfa/hand": ["lfa-comms-officer"]}
    state = placed(opening(), hand)
    card = "lfa-comms-officer"
    state = act(state, "CardPlayed", "lfa", card=card, as_="action", action="hack-2-both")
    state = act(state, "TargetChosen", "lfa", target="brk-transport-b")
    return judged(
        state, "DiceRolled", "lfa", dice=[{"die": "d10", "face": 1}, {"die": die, "face": face}]
    )
