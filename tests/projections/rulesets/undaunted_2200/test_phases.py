"""A phase ends when nobody has anything to do in it any more, however that came about."""

from __future__ import annotations

from typing import Any

from events.event import Draft
from projections.kit.ruleset import ALL, PUBLIC
from projections.rulesets.undaunted_2200 import RULESET
from projections.rulesets.undaunted_2200.state import State
from tests.projections.rulesets.undaunted_2200.table import act, event, opening, placed

BIDDING: dict[str, Any] = {
    "/turn/phase": "bid",
    "/seats/lfa/hand": ["lfa-captain"],
    "/seats/breakers/hand": ["brk-hacker"],
}


def first(state: State) -> tuple[str, str | None]:
    return state.turn.phase, state.turn.seat


def test_forgotten_bids_end_the_bidding() -> None:
    state = act(placed(opening(), BIDDING), "TurnEnded", "breakers")
    assert first(state) == ("bid", None)
    assert first(act(state, "TurnEnded", "lfa")) == ("turn", "lfa")


def test_a_card_played_instead_of_a_bid_leaves_the_initiative_to_who_bid() -> None:
    state = act(placed(opening(), BIDDING), "InitiativeBid", "breakers", card="brk-hacker")
    state = act(state, "CardPlayed", "lfa", card="lfa-captain", as_="hunker")
    assert first(state) == ("turn", "breakers")
    assert state.seats["breakers"].discard == ("brk-hacker",)


def test_the_sentence_says_who_goes_first() -> None:
    before = act(placed(opening(), BIDDING), "TurnEnded", "breakers")
    told = event(Draft(type="TurnEnded", seat="lfa", data={}))
    said = RULESET.text(before, told, RULESET.apply(before, told), PUBLIC)
    assert said == "LFA ends the turn, one card unplayed. LFA goes first"


def test_a_phase_that_awaits_nobody_cannot_be_set() -> None:
    nothing = {"/turn/draws": {"lfa": 0}, "/seats/lfa/hand": [], "/seats/breakers/hand": []}
    for phase in ("setup", "draw", "bid"):
        state = placed(opening(), {"/turn/phase": phase, **nothing})
        assert RULESET.view(state, ALL)["awaiting"], phase
    chosen = {
        "/seats/lfa/chosen": ["lfa-bomber-b", "lfa-fighter-a"],
        "/seats/breakers/chosen": ["brk-bomber-a", "brk-fighter-b"],
    }
    assert placed(opening("sample-squads"), chosen).status == "playing"
