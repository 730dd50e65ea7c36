"""Whole simulated games: nothing illegal in them, nothing lost, and every spoiled one is caught."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any

import msgspec
import pytest

from events.event import Draft
from projections.kit import replay, simulate
from projections.rulesets.und1c1 import RULESET
from projections.rulesets.und1c1 import simulate as coaches
from projections.rulesets.und1c1.board.pitch import BOXES, GOALS
from projections.rulesets.und1c1.payloads.seats import OTHER, SEATS
from projections.rulesets.und1c1.state import State
from tests.projections.rulesets.und1c1.desk import Step, adjusted, game, new_game, position, steps

SEEDS = range(12)


def conserved(state: State, pile: int) -> None:
    """Nothing appears or vanishes at the table."""
    for seat in SEATS:
        assert len(state.chips.of(seat)) == 11
        cards = state.cards.of(seat)
        assert cards.pile + len(cards.hand) + len(cards.in_play) + len(cards.discard) == pile
        shown = Counter(filter(None, (*cards.hand, *cards.in_play, *cards.discard)))
        assert shown <= Counter(state.setup.box.decks.of(seat))
    assert state.ball is None or state.ball in {**state.chips.a, **state.chips.b}
    places = [chip.at for seat in SEATS for chip in state.chips.of(seat).values()]
    locks = [box for box in (state.padlocks.white, state.padlocks.black) if box is not None]
    if state.turn.phase != "lineup":
        taken = Counter([*places, *locks])
        assert max(taken.values()) == 1, taken.most_common(1)
    assert sum(place in GOALS for place in places) == 2
    assert set(locks) <= set(BOXES)
    assert state.turn.actions_left >= 0


def follows_the_ball(played: list[Step]) -> None:
    """The ball is off the pitch only before a kick-off and after a goal."""
    for step in played:
        if step.after.ball is None and step.after.status == "playing":
            waiting = step.after.turn
            assert "kickoff" in (waiting.must, waiting.next_must), step.draft


def kicks_off_after_goals(played: list[Step]) -> None:
    for index, step in enumerate(played):
        if step.after.score != step.before.score and step.after.status == "playing":
            rest = [later.draft.type for later in played[index + 1 :]]
            if rest[:1] == ["CaptainRerolled"]:
                continue
            expected = ["LineupPlaced", "LineupPlaced", "PadlocksPlaced"]
            assert rest[:3] == expected
            plays = [t for t in rest[3:] if t not in ("CardsDrawn", "CardDiscarded", "CardPlayed")]
            assert plays[0] == "KickOffTaken"


@pytest.mark.parametrize("cards", ["hidden", "open"])
@pytest.mark.parametrize("seed", SEEDS)
def test_a_game_is_legal_and_conserves_everything(seed: int, cards: Any) -> None:
    played = list(steps(seed, cards, pile=8))
    for step in played:
        assert not step.findings, (step.draft, step.findings)
        if step.after.status != "setup":
            conserved(step.after, 8)
    follows_the_ball(played)
    kicks_off_after_goals(played)
    final = played[-1].after
    assert final.status == "ended" and final.turn.number == 18
    again = replay.fold(RULESET, new_game(pile=8), [step.event for step in played])
    assert replay.freeze(again) == replay.freeze(final)


DUEL_INTO_FIVE = "a6@E12 a7@F12 a8@E13 a9@E14 a10@I11 b7@I12"
"""The swap of this duel would put a fifth of a into the penalty area of b."""


def test_a_player_leaves_an_area_that_is_too_full_before_anything_else() -> None:
    state = position(DUEL_INTO_FIVE.replace("I11", "I13"), "a10")
    for seed in range(20):
        draft = coaches.simulate(state, Random(seed))(state)
        assert draft is not None and draft.type == "PlayerMoved"
        assert draft.data["to"] not in state.setup.area_boxes["b"]


def test_no_duel_is_played_whose_swap_makes_five() -> None:
    state = position(DUEL_INTO_FIVE, "a10")
    for carrier in ("a10", "b7"):
        duel = adjusted(state, {"ball": carrier})
        drafts = [coaches.simulate(duel, Random(seed))(duel) for seed in range(60)]
        assert not {"TackleAttempted", "DribbleAttempted"} & {d.type for d in drafts if d}


def test_a_full_game_has_forty_two_turns() -> None:
    played = game(1)
    assert played[-1].after.turn.number == 42
    assert 200 < len(played) < 1200


def test_pile_of_two_gives_six_turns() -> None:
    assert game(2, "hidden", 2)[-1].after.turn.number == 6


def test_simulated_games_bring_every_event_about() -> None:
    types = {step.draft.type for seed in SEEDS for step in game(seed, "open", 20)}
    rare = {"OutcomeRuled", "DeckShuffled", "NoteAdded", "TableAdjusted", "GameEnded"}
    corrections = {"EventAmended", "EventRetracted", "EventInserted", "GameCreated"}
    assert set(RULESET.payloads) - types <= rare | corrections


def test_any_option_of_any_step_is_legal() -> None:
    """The phases bring options of every kind; completed by `choices` they stay legal."""
    for seed in (1, 2):
        for step in game(seed, "open", 6)[::2]:
            for option in RULESET.options(step.after, "all"):
                datas = [dict(option.data)]
                for field, values in (option.choices or {}).items():
                    told = [[value] for value in values] if option.count else values
                    datas += [{**option.data, field: value} for value in told]
                for data in datas:
                    draft = Draft(type=option.type, seat=option.seat, data=data)
                    event = simulate.as_event(RULESET, draft, 9)
                    illegal = {
                        f.rule for f in RULESET.check(step.after, event) if f.severity == "illegal"
                    }
                    assert not illegal, (draft, illegal)


def test_what_is_legal_was_an_option() -> None:
    """An unlisted move, pass or duel of the turn breaks a rule."""
    rng = Random(3)
    for step in game(3, "hidden", 8):
        state = step.after
        seat = state.turn.seat
        if state.turn.phase != "actions" or seat is None:
            continue
        listed = {str(sorted(o.data.items())) for o in RULESET.options(state, "all")}
        own, theirs = list(state.chips.of(seat)), list(state.chips.of(OTHER[seat]))
        for _ in range(20):
            player = rng.choice(own)
            data, type_ = rng.choice(
                [
                    ({"player": player, "to": rng.choice(BOXES)}, "PlayerMoved"),
                    ({"player": player, "receiver": rng.choice(own)}, "PassAttempted"),
                    ({"player": player, "opponent": rng.choice(theirs)}, "TackleAttempted"),
                    ({"player": player, "opponent": rng.choice(theirs)}, "DribbleAttempted"),
                    ({"player": player, "receiver": rng.choice(own)}, "CrossAttempted"),
                    ({"player": player}, "ShotAttempted"),
                ]
            )
            event = simulate.as_event(RULESET, Draft(type=type_, seat=seat, data=data), 9)
            legal = not RULESET.check(state, event)
            assert legal == (str(sorted(data.items())) in listed) or _other_type(state, data, type_)


def _other_type(state: State, data: dict[str, Any], type_: str) -> bool:
    """The same players may be named by an option of another type (pass and cross, two duels)."""
    types = {o.type for o in RULESET.options(state, "all") if dict(o.data) == data}
    return bool(types) and type_ not in types


REPEATABLE = {"LineupPlaced", "CaptainChosen", "CardPlayed", "CardDiscarded"}
"""In set-up these may be done again, and a hand may hold another copy of a card."""


@pytest.mark.parametrize("seed", range(4))
def test_a_repeated_event_is_caught(seed: int) -> None:
    for step in game(seed, "open", 8):
        drawn = step.after.roll is not None and step.after.roll.draws > 0
        if step.draft.type in REPEATABLE or drawn:
            continue
        assert RULESET.check(step.after, step.event), step.draft


@pytest.mark.parametrize("seed", range(4))
def test_an_event_of_the_other_coach_is_caught(seed: int) -> None:
    for step in game(seed, "hidden", 8):
        if step.draft.type == "CaptainRerolled":
            continue
        roll = step.before.roll
        duel = roll is not None and roll.kind not in ("pass", "cross")
        if step.draft.seat is None or (step.draft.type == "DiceRolled" and duel):
            continue
        swapped = msgspec.structs.replace(step.event, seat=OTHER[step.draft.seat])
        assert RULESET.check(step.before, swapped), step.draft


@pytest.mark.parametrize("missing", ["DiceRolled", "PadlocksPlaced", "CardsDrawn", "FreeMoveTaken"])
def test_a_missing_event_is_caught_at_the_next(missing: str) -> None:
    for seed in range(4):
        played = game(seed, "hidden", 8)
        for index, step in enumerate(played[:-1]):
            following = played[index + 1]
            if step.draft.type != missing or following.draft.type == missing:
                continue
            if missing == "PadlocksPlaced" and following.before.turn.phase != "draw":
                continue
            assert RULESET.check(step.before, following.event), (step.draft, following.draft)


@pytest.mark.parametrize(
    ("type_", "field"),
    [
        ("PlayerMoved", "to"),
        ("PassAttempted", "receiver"),
        ("TackleAttempted", "opponent"),
        ("DribbleAttempted", "opponent"),
        ("PadlocksPlaced", "white"),
        ("KickOffTaken", "at"),
        ("FreeMoveTaken", "to"),
    ],
)
def test_a_spoiled_event_is_caught(type_: str, field: str) -> None:
    """The far corner, or a player of the own side, in place of what was right."""
    for seed in range(4):
        for step in game(seed, "hidden", 8):
            if step.draft.type != type_:
                continue
            if field in ("to", "white", "at"):
                wrong = "A14" if step.draft.data[field] != "A14" else "P1"
            else:
                wrong = step.draft.data["player"]
            data = {**step.draft.data, field: wrong}
            spoiled = Draft(type=type_, seat=step.draft.seat, data=data)
            event = simulate.as_event(RULESET, spoiled, 9)
            assert RULESET.check(step.before, event), spoiled
