"""Where a rule just holds or just does not: the last cube, the last card, another stage."""

from __future__ import annotations

from typing import Any

import pytest

from events.event import Draft
from projections.kit.notation import NotationError
from projections.kit.ruleset import ALL
from projections.rulesets.undaunted_2200 import RULESET
from projections.rulesets.undaunted_2200.components import Choice
from projections.rulesets.undaunted_2200.obeying.squads import fills
from projections.rulesets.undaunted_2200.obeying.turns import winner
from projections.rulesets.undaunted_2200.state import State
from tests.projections.rulesets.undaunted_2200.table import act, event, judged, opening, placed
from tests.projections.rulesets.undaunted_2200.test_rules import HIT, after, found, table

EMPTY_DECK = {"/seats/breakers/deck": {"count": 0, "unseen": []}}


def due(stage: str, **pointers: Any) -> State:
    """A hit on the Breakers' transport with a unit aboard, at one stage of it."""
    casualty = {"unit": "brk-transport-a", "seat": "breakers", "stage": stage}
    counters = {
        "/board/units/brk-transport-a": {"at": "0,0", "facing": 0},
        "/board/units/brk-sky-shot-a": {"at": "0,0", "carried_by": "brk-transport-a"},
    }
    pending = {**HIT["/pending"], "casualty": casualty}
    return placed(opening(), {**HIT, "/pending": pending, **counters, **pointers})


def test_a_hit_is_answered_at_its_stage() -> None:
    taken = {"from_": "none"}
    card, carried = due("card"), due("carried")
    assert card.pending is not None and carried.pending is not None
    assert act(carried, "CasualtyTaken", "breakers", **taken) == carried
    assert act(card, "CarriedUnitHit", "lfa", unit="brk-sky-shot-a") == card
    assert act(card, "CasualtyTaken", "breakers", **taken) != card
    assert act(carried, "CarriedUnitHit", "lfa", unit="brk-sky-shot-a") != carried


def test_a_casualty_of_an_empty_deck_leaves_it_empty() -> None:
    state = placed(opening(), {**HIT, **EMPTY_DECK})
    lost = after(state, "breakers: lose deck brk-fighter-a")
    assert lost.seats["breakers"].deck.count == 0
    assert dict.fromkeys(lost.seats["breakers"].casualties) == {"brk-fighter-a": None}


@pytest.mark.parametrize("outcome", ["success", "failure"])
def test_no_roll_is_ruled_that_nobody_waits_for(outcome: str) -> None:
    for state in (due("card"), table("lfa: lfa-captain ! bolster-2"), table()):
        assert act(state, "OutcomeRuled", outcome=outcome) == state


@pytest.mark.parametrize("phase", ["draw", "turn"])
def test_nobody_is_ruled_to_go_first_but_over_the_bids(phase: str) -> None:
    state = placed(opening(), {"/turn/phase": phase, "/initiative": "lfa"})
    assert act(state, "OutcomeRuled", outcome="initiative:breakers") == state


@pytest.mark.parametrize(
    ("discard", "rules"), [([], []), (["lfa-captain"], ["draw.shuffle-early"])]
)
def test_a_deck_with_cards_is_not_shuffled_with_a_discard_pile(
    discard: list[str], rules: list[str]
) -> None:
    state = placed(opening(), {"/turn": {"phase": "draw"}, "/seats/lfa/discard": discard})
    judging = judged(state, "DeckShuffled", "lfa", deck="lfa")
    assert [one.rule.removeprefix("undaunted-2200.") for one in judging] == rules


@pytest.mark.parametrize(("supply", "cubes"), [(0, 0), (1, 1), (9, 2)])
def test_an_objective_holds_no_more_cubes_than_there_are(supply: int, cubes: int) -> None:
    state = table(
        lfa_ground_shot_a={"at": "0,0"},
        pointers={"/sides/lfa/vp_supply": supply, "/board/objectives/o1": {"value": 2}},
    )
    state = after(state, "lfa: lfa-ground-shot-a ! control")
    assert (state.objectives["o1"].owner, state.objectives["o1"].cubes) == ("lfa", cubes)
    assert state.sides["lfa"].vp_supply == max(0, supply - 2)


@pytest.mark.parametrize(
    ("bids", "first"),
    [
        ({"lfa": "lfa-discord", "breakers": "brk-discord"}, "lfa"),
        ({"lfa": "nobody", "breakers": "brk-discord"}, "breakers"),
        ({"lfa": "lfa-discord", "breakers": "nobody"}, "lfa"),
        ({"lfa": "nobody", "breakers": "nobody"}, "lfa"),
        ({"breakers": "nobody"}, "breakers"),
        ({"breakers": "brk-discord"}, "breakers"),
        ({"lfa": "nobody"}, "lfa"),
        ({}, "lfa"),
    ],
)
def test_a_card_that_there_is_not_bids_nothing(bids: dict[str, str], first: str) -> None:
    """Less than a Discord, more than no bid at all."""
    assert winner(placed(opening(), {"/initiative": "lfa"}), bids) == first


def test_a_game_that_ends_over_the_bids_discards_them() -> None:
    hands = {"/seats/lfa/hand": ["lfa-discord"], "/seats/breakers/hand": ["brk-discord"]}
    state = placed(opening(), {"/turn": {"phase": "bid"}, "/seats/lfa/discard": [], **hands})
    state = after(state, "lfa: bid lfa-discord")
    assert state.turn.bids == {"lfa": "lfa-discord"} and state.face_down
    over = act(state, "GameEnded", reason="time")
    assert over.turn.bids == {} and over.status == "ended"
    assert (over.face_down, over.revealed) == ((), state.revealed + state.face_down)
    supply = state.sides["lfa"].discord_supply
    kept = over.seats["lfa"].discard.count("lfa-discord")
    assert over.sides["lfa"].discord_supply + kept == supply + 1


@pytest.mark.parametrize(
    ("units", "filled"),
    [(["a", "b"], True), (["a"], False), (["a", "a"], False), (["a", "c"], False), ([], False)],
)
def test_a_squad_is_chosen_of_those_that_are_offered(units: list[str], filled: bool) -> None:
    assert fills(Choice(from_=["a", "b"], pick=2), units) == filled


HUNKER = {"command-hunker": "forbidden"}


@pytest.mark.parametrize(
    ("rulings", "card", "rules"),
    [
        (HUNKER, "nobody", ["card.discord", "card.not-in-hand"]),
        (HUNKER, "lfa-captain", ["card.discord"]),
        (HUNKER, "lfa-fighter-a", []),
        ({}, "lfa-captain", []),
        ({}, "nobody", ["card.not-in-hand"]),
    ],
)
def test_who_may_hunker_under_a_ruling(
    rulings: dict[str, str], card: str, rules: list[str]
) -> None:
    assert found(table(rulings=rulings), f"lfa: {card} _") == rules


@pytest.mark.parametrize(
    ("seat", "owner", "mover", "casualty", "fits"),
    [
        ("lfa", "breakers", "lfa-fighter-a", "breakers", True),
        ("lfa", "lfa", "lfa-fighter-a", "lfa", True),
        ("nobody", "lfa", "lfa-fighter-a", "lfa", False),
        ("lfa", "nobody", "lfa-fighter-a", "lfa", False),
        ("lfa", "lfa", "nobody", "lfa", False),
        ("lfa", "lfa", "lfa-fighter-a", "nobody", False),
    ],
)
def test_a_card_being_resolved_is_set_with_seats_and_units_that_there_are(
    seat: str, owner: str, mover: str, casualty: str, fits: bool
) -> None:
    pending = {
        **HIT["/pending"],
        "seat": seat,
        "owner": owner,
        "move": {"unit": mover, "max": 1, "kind": "air"},
        "casualty": {"unit": "brk-fighter-a", "seat": casualty, "stage": "card"},
    }
    state = opening()
    one = event(Draft(type="TableAdjusted", data={"set": {"/pending": pending}}))
    assert (not RULESET.check(state, one)) == fits
    assert (RULESET.apply(state, one).pending is not None) == fits


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ('"lfa" lfa-captain ! bolster-2', "Expected a seat, a colon"),
        ("lfa:", "Expected a seat, a colon"),
        ("lfa:   ", "Expected a seat, a colon"),
        (": lfa-captain _", "Expected a seat, a colon"),
        ("lfa:x", "Expected a card and what it is played for"),
        ("lfa: mv lfa-fighter-a |X", "Expected a space, cargo or"),
        ("lfa: mv lfa-fighter-a |", "Expected a space, cargo or"),
        ("lfa: mv lfa-fighter-a nowhere", "Expected a space, cargo or"),
    ],
)
def test_a_line_that_cannot_be_read_is_told(line: str, says: str) -> None:
    with pytest.raises(NotationError, match=says):
        RULESET.read(line)


@pytest.mark.parametrize(
    "line", ["lfa: lfa-captain _", '"lfa": lfa-captain _', "lfa:lfa-captain _"]
)
def test_a_seat_is_written_in_several_ways(line: str) -> None:
    draft = RULESET.read(line)
    assert (draft.seat, draft.data) == ("lfa", {"card": "lfa-captain", "as": "hunker"})


MUST = {"waive": "must"}


def holding(*lines: str, supply: list[str] | None = None, **units: dict[str, Any]) -> State:
    """After those lines of a turn under the ruling that nothing declared is waived."""
    hand = [line.split()[1] for line in lines if "!" in line]
    pointers: dict[str, Any] = {"/seats/lfa/hand": hand}
    pointers |= {} if supply is None else {"/seats/lfa/supply": supply}
    return table(*lines, rulings=MUST, pointers=pointers, **units)


@pytest.mark.parametrize(
    ("state", "rules"),
    [
        pytest.param(holding("lfa: lfa-captain ! bolster-2"), [], id="up to two cards"),
        pytest.param(
            holding("lfa: lfa-quartermaster ! support"), ["action.unfinished"], id="one card"
        ),
        pytest.param(
            holding("lfa: lfa-quartermaster ! support", supply=[]), [], id="no card to take"
        ),
        pytest.param(holding("lfa: lfa-sky-shot-a ! dropship"), [], id="after a dropship"),
    ],
)
def test_what_must_be_done_where_nothing_is_waived(state: State, rules: list[str]) -> None:
    assert state.pending is not None and state.pending.choose is not None
    assert found(state, "lfa: done") == rules


def test_a_trident_takes_no_target_twice_on_whatever_line() -> None:
    """Off its lines no line is used up, but the target is."""
    beside = {"at": "-1,2", "facing": 0}
    begun = ("lfa: lfa-bomber-b ! trident-attack-2-either", "lfa: > brk-fighter-a")
    state = holding(*begun, "lfa: d10 1 1", brk_fighter_a=beside)
    assert found(state, "lfa: > brk-fighter-a") == ["combat.firing-line", "combat.trident-line"]


def test_of_a_trident_the_first_attack_is_compulsory() -> None:
    state = holding("lfa: lfa-bomber-b ! trident-attack-2-either", "lfa: mv lfa-bomber-b -1,0")
    assert found(state, "lfa: done") == ["action.unfinished"]


SUPPLY = ["lfa-captain", "lfa-fighter-a", "lfa-fighter-b", "lfa-lieutenant-a", "lfa-lieutenant-b"]


@pytest.mark.parametrize(
    ("line", "most", "cards"),
    [
        ("lfa: lfa-captain ! bolster-2", 2, SUPPLY),
        ("lfa: lfa-lieutenant-a ! bolster-2-a", 2, ["lfa-fighter-a", "lfa-lieutenant-a"]),
        ("lfa: lfa-quartermaster ! support", 1, ["lfa-fighter-a", "lfa-fighter-b"]),
    ],
)
def test_the_cards_that_may_be_taken_are_offered(line: str, most: int, cards: list[str]) -> None:
    state = table(line, pointers={"/seats/lfa/supply": SUPPLY})
    options = [o for o in RULESET.options(state, ALL) if o.type == "CardsChosen"]
    assert sorted({card for option in options for card in option.data["cards"]}) == cards
    assert max(len(option.data["cards"]) for option in options) == most


@pytest.mark.parametrize(
    ("card", "action"),
    [
        ("lfa-artillery", "remote-fire-3-either"),
        ("lfa-artillery", "strike-3-either"),
        ("lfa-comms-officer", "hack-2-both"),
    ],
)
def test_an_offered_target_needs_what_its_roll_needs(card: str, action: str) -> None:
    state = placed(
        opening("sample-domes"),
        {
            "/turn/phase": "turn",
            "/turn/seat": "lfa",
            "/seats/lfa/hand": [card],
            "/board/units/lfa-fighter-b": {"at": "1,0", "facing": 5},
            "/board/units/brk-fighter-b": {"at": "2,-2", "facing": 0},
        },
    )
    state = after(state, f"lfa: {card} ! {action}")
    offers = [o for o in RULESET.options(state, ALL) if o.type == "TargetChosen"]
    assert offers and any(offer.target != state.objects["debris-1"].defence for offer in offers)
    for offer in offers:
        draft = Draft(type=offer.type, seat=offer.seat, data=offer.data)
        due = RULESET.view(RULESET.apply(state, event(draft)), ALL)["awaiting"][0]
        assert (due["target"], due["probability"]) == (offer.target, offer.probability), offer.data


HACK = {"key": "hack-2-both", "type": "shock", "dice": 2, "left": 1, "used": [], "lines": []}
HACK |= {"class": None, "source": None, "queue": None, "space": None}


@pytest.mark.parametrize("key", ["move-2", "bolster-1", "nothing", "attack-2-ground"])
def test_what_is_due_beside_a_follow_up_stays_due(key: str) -> None:
    """Only the table can set both; but for another attack nothing takes it away."""
    pending = {"seat": "lfa", "card": "lfa-captain", "unit": None, "action": "dropship"}
    pending |= {"owner": "lfa", "combat": HACK, "choose": {"what": "follow-up"}}
    state = after(table(pointers={"/pending": pending}), f"lfa: then {key}")
    assert state.pending is not None and state.pending.combat is not None
    assert state.pending.combat.key == (key if key == "attack-2-ground" else "hack-2-both")
    chosen = state.pending.choose
    assert (chosen and chosen.what) == ("bolster" if key == "bolster-1" else None)


def test_control_is_offered_before_what_else_may_follow() -> None:
    state = table("lfa: lfa-sky-shot-a ! dropship", lfa_transport_a={"at": "0,0", "facing": 0})
    follows = [o for o in RULESET.options(state, ALL) if o.type == "ActionChosen"]
    weights = {option.data["action"]: option.weight for option in follows}
    control = weights.pop("control")
    assert weights and max(weights.values()) < control
