"""What others may not see while the game runs: hands, bids, casualties, choices, adjustments."""

from __future__ import annotations

import json
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from events.event import Draft, Event
from projections.kit.redact import visible
from projections.kit.ruleset import ALL, PUBLIC
from projections.rulesets.undaunted_2200 import RULESET
from projections.rulesets.undaunted_2200.setup import FOUR, TWO
from projections.rulesets.undaunted_2200.state import State
from tests.projections.rulesets.undaunted_2200.table import (
    adjusted,
    event,
    game,
    opening,
    placed,
)


def bidding(**more: Any) -> State:
    hands = {"seats__lfa__hand": ["lfa-captain"], "seats__breakers__hand": ["brk-hacker"]}
    return adjusted(opening(), turn__phase="bid", **hands, **more)


def bid(seat: str, card: str, version: int) -> Event:
    return event(Draft(type="InitiativeBid", seat=seat, data={"card": card}), version)


def seen(state: State, told: Event, viewer: str) -> Any:
    return msgspec.to_builtins(visible(RULESET, state, told, viewer, lambda _: None))


def view(state: State, viewer: str) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(msgspec.json.encode(RULESET.view(state, viewer)))
    return found


def test_a_bid_is_secret_until_all_are_in() -> None:
    first, second = bid("lfa", "lfa-captain", 7), bid("breakers", "brk-hacker", 8)
    state = RULESET.apply(bidding(), first)
    assert seen(state, first, "breakers") == {"card": None}
    assert seen(state, first, PUBLIC) == {"card": None}
    assert seen(state, first, "lfa") == {"card": "lfa-captain"}
    assert view(state, "breakers")["turn"]["bids"] == {"lfa": None}
    assert view(state, "lfa")["turn"]["bids"] == {"lfa": "lfa-captain"}
    state = RULESET.apply(state, second)
    for told in (first, second):
        assert seen(state, told, PUBLIC) == {"card": told.data.card}


def test_an_earlier_bid_of_the_same_card_stays_open() -> None:
    first, second = bid("lfa", "lfa-captain", 7), bid("breakers", "brk-hacker", 8)
    state = RULESET.apply(RULESET.apply(bidding(), first), second)
    state = adjusted(
        state,
        turn__phase="bid",
        seats__lfa__hand=["lfa-captain"],
        seats__breakers__hand=["brk-hacker"],
    )
    again = bid("lfa", "lfa-captain", 12)
    state = RULESET.apply(state, again)
    assert seen(state, first, PUBLIC) == {"card": "lfa-captain"}
    assert seen(state, again, PUBLIC) == {"card": None}


def test_a_bid_that_a_correction_took_back_was_never_turned_up() -> None:
    taken_back = bid("lfa", "lfa-captain", 7)
    assert seen(bidding(), taken_back, PUBLIC) == {"card": None}
    assert seen(bidding(), taken_back, "lfa") == {"card": "lfa-captain"}


def test_a_bid_out_of_time_is_open() -> None:
    late = bid("lfa", "lfa-captain", 7)
    playing = adjusted(opening(), turn__phase="turn", seats__lfa__hand=["lfa-captain"])
    assert seen(RULESET.apply(playing, late), late, PUBLIC) == {"card": "lfa-captain"}


@pytest.mark.parametrize(("seats", "owner", "other"), [(TWO, *TWO), (FOUR, "lfa-a", "lfa-b")])
def test_hands_and_unseen_cards_are_their_owners(
    seats: tuple[str, ...], owner: str, other: str
) -> None:
    state = opening(seats=seats)
    drawn = ["lfa-captain", "lfa-discord", "lfa-fighter-a"]
    told = event(Draft(type="CardsDrawn", seat=owner, data={"deck": owner, "cards": drawn}))
    state = RULESET.apply(state, told)
    assert view(state, owner)["seats"][owner]["hand"] == drawn
    covered = view(state, other)["seats"][owner]
    assert covered["hand"] == [None] * 3
    assert set(covered["deck"]["unseen"]) == {None}
    assert seen(state, told, other) == {"deck": owner, "cards": [None] * 3}
    assert seen(state, told, owner)["cards"] == drawn
    assert "Captain" not in RULESET.text(state, told, state, other)
    assert "Captain" in RULESET.text(state, told, state, owner)


def test_adjustments_are_covered_where_the_view_is() -> None:
    pointers = {
        "/seats/lfa/hand": ["lfa-captain"],
        "/seats/lfa": {"casualties": ["lfa-fighter-a"], "play": []},
        "/seats": {"lfa": {"deck": {"count": 2, "unseen": ["lfa-discord", "lfa-discord"]}}},
        "/seats/breakers/deck": ["brk-discord"],
        "/seats/breakers/deck/count": 1,
        "/turn/bids/lfa": "lfa-captain",
        "/turn": {"bids": {"lfa": "lfa-captain"}},
        "/board/units/lfa-fighter-a/at": "0,0",
        "nowhere": 1,
    }
    told = event(Draft(type="TableAdjusted", data={"set": pointers}))
    state = bidding()
    assert seen(state, told, PUBLIC)["set"] == {
        "/seats/lfa/hand": [None],
        "/seats/lfa": {"casualties": [None], "play": []},
        "/seats": {"lfa": {"deck": {"count": 2, "unseen": [None, None]}}},
        "/seats/breakers/deck": [None],
        "/seats/breakers/deck/count": 1,
        "/turn/bids/lfa": None,
        "/turn": {"bids": {"lfa": None}},
        "/board/units/lfa-fighter-a/at": "0,0",
        "nowhere": 1,
    }
    mine = seen(state, told, "lfa")["set"]
    assert mine["/seats/lfa/hand"] == ["lfa-captain"]
    assert mine["/seats/breakers/deck"] == [None]


def test_choices_are_secret_until_all_are_made() -> None:
    state = opening("sample-squads")
    told = event(
        Draft(type="SquadChosen", seat="lfa", data={"squad": "A", "units": ["lfa-fighter-a"]})
    )
    after = RULESET.apply(state, told)
    assert seen(after, told, "breakers") == {"squad": "A", "units": [None]}
    assert view(after, "breakers")["seats"]["lfa"]["chosen"] == []
    assert view(after, "lfa")["seats"]["lfa"]["chosen"] == ["lfa-fighter-a"]
    assert "Fighter" not in RULESET.text(state, told, after, "breakers")
    assert "Fighter" in RULESET.text(state, told, after, "lfa")


def test_nothing_is_hidden_once_the_game_is_over() -> None:
    first = bid("lfa", "lfa-captain", 7)
    state = RULESET.apply(bidding(), first)
    state = RULESET.apply(state, event(Draft(type="GameEnded", data={"reason": "time"}), 8))
    assert seen(state, first, PUBLIC) == {"card": "lfa-captain"}
    assert view(state, PUBLIC) == view(state, ALL)


@pytest.mark.parametrize("seats", [TWO, FOUR])
def test_nothing_of_another_hand_is_shown_anywhere(seats: tuple[str, ...]) -> None:
    """A hand whose cards are put under other names shows the same to everybody else."""
    for told, state in game("sample-domes", seats, 1)[1::37]:
        if state.status != "playing":
            continue
        owner, other = seats[0], seats[-1]
        covered = placed(
            state,
            {
                f"/seats/{owner}/hand": [None] * len(state.seats[owner].hand),
                f"/seats/{owner}/deck/unseen": [None] * len(state.seats[owner].deck.unseen),
                f"/seats/{owner}/casualties": [None] * len(state.seats[owner].casualties),
            },
        )
        for show in (RULESET.view, RULESET.show, RULESET.options):
            plain = msgspec.json.encode(_json(show(state, other)))
            assert plain == msgspec.json.encode(_json(show(covered, other))), told


def _json(shown: Any) -> Any:
    return [option.as_json() for option in shown] if isinstance(shown, list) else shown


def test_what_is_not_in_force_was_never_turned_up() -> None:
    told = bid("lfa", "lfa-captain", 7)
    squad = Draft(type="SquadChosen", seat="lfa", data={"squad": "A", "units": ["lfa-fighter-a"]})
    laid = Draft(type="TableAdjusted", data={"set": {"/turn/bids/lfa": "lfa-captain"}})
    state = replace(bidding(), turn=replace(bidding().turn, phase="turns"))
    assert RULESET.unshown is not None
    for one in (told, event(squad), event(laid)):
        assert not RULESET.private(state, one)
        assert [part.seats for part in RULESET.unshown(state, one)] == [("lfa",)]
    over = RULESET.apply(state, event(Draft(type="GameEnded", data={"reason": "time"}), 8))
    assert not RULESET.unshown(over, told)
