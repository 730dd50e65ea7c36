"""What each effect of a card does, with cards that the sample box does not have."""

from __future__ import annotations

import copy
from typing import Any

import pytest

from projections.kit.box import components, refusals
from projections.rulesets.und1c1 import RULESET
from projections.rulesets.und1c1.components import Box
from projections.rulesets.und1c1.position.chips import has, reach
from projections.rulesets.und1c1.position.sums import chance
from projections.rulesets.und1c1.state import State
from tests.projections.rulesets.und1c1.desk import adjusted, note, played, position

KINDS = ("pass", "cross", "shot", "header", "save", "tackle", "tackled", "dribble", "dribbled")
GRANTED = ("rabbit", "gorilla", "tractor", "black_playmaker", "black_paw", "viper")


def card(id_: str, lasts: str, **effect: Any) -> dict[str, Any]:
    permanent = lasts == "game"
    return {
        "id": id_,
        "name": id_.capitalize(),
        "text": "",
        "category": "unique",
        "duration": "permanent" if permanent else "instantaneous",
        "when": "any",
        "lasts": lasts,
        "effect": effect,
    }


def house() -> Box:
    cards = [
        *(card(f"own-{on}", "roll", kind="roll_bonus", on=[on], amount=3) for on in KINDS),
        *(
            card(f"their-{on}", "roll", kind="roll_bonus", on=[on], amount=-2, whose="opponent")
            for on in KINDS
        ),
        *(card(f"grant-{what}", "turn", kind="grant_ability", grant=what) for what in GRANTED),
        card("grant-lasting", "game", kind="grant_ability", grant="rabbit"),
        card("two-more", "turn", kind="extra_action", amount=2),
        card("two-boxes", "turn", kind="extra_box", amount=2),
        card("boxes-lasting", "game", kind="extra_box", amount=1),
        card("win", "roll", kind="lucky_throw", on=[*KINDS], at_least=5, then="win"),
        card("again", "roll", kind="lucky_throw", on=[*KINDS], at_least=5, then="extra_action"),
        card("drill", "game", kind="roll_bonus", on=["pass"], amount=1),
        card("week", "turn", kind="roll_bonus", on=["pass"], amount=1),
        card("up", "turn", kind="unflip"),
        card("destroy", "turn", kind="destroy_permanent"),
        card("cancel", "roll", kind="cancel"),
        card("free", "turn", kind="free"),
        card("free-lasting", "game", kind="free"),
        {**card("his", "roll", kind="roll_bonus", on=["pass"], amount=2), "ability": "playmaker"},
    ]
    content = copy.deepcopy(dict(RULESET.sample_box))
    content["cards"] = {entry["id"]: entry for entry in cards}
    content["decks"] = {seat: dict.fromkeys(content["cards"], 2) for seat in ("a", "b")}
    assert refusals(RULESET, content) == {}
    box: Box = components(RULESET, content)
    return box


HOUSE = house()
CHIPS = "a6@H5 a8@G3 a11@H6 a9@H12 b5@I6 b2@C3/6"


def at_table(ball: str | None = "a6", chips: str = CHIPS) -> State:
    hand = [*HOUSE.cards]
    return adjusted(position(chips, ball, HOUSE), {"cards": {s: {"hand": hand} for s in "ab"}})


def rules_broken(state: State, line: str) -> list[str]:
    return sorted(f.rule.removeprefix("und1c1.") for f in RULESET.check(state, note(line)))


ATTEMPTS: dict[str, tuple[str, str, str, str]] = {
    "pass": (CHIPS, "a6", "a P 6>11", "a"),
    "cross": ("a6@A12 a9@H12 b5@I6 b4@A14", "a6", "a X 6>9", "a"),
    "shot": ("a6@H12 b5@I6", "a6", "a S 6", "a"),
    "save": ("a6@H12 b5@I6", "a6", "a S 6", "b"),
    "tackle": ("a6@H5 b5@H6", "b5", "a T 6x5", "a"),
    "tackled": ("a6@H5 b5@H6", "b5", "a T 6x5", "b"),
    "dribble": ("a6@H5 b5@H6", "a6", "a D 6x5", "a"),
    "dribbled": ("a6@H5 b5@H6", "a6", "a D 6x5", "b"),
}
"""How each kind of side of a roll comes about: position, ball, attempt, who is that side."""


@pytest.mark.parametrize("on", ATTEMPTS)
def test_a_bonus_counts_for_its_kind_of_roll_and_side_alone(on: str) -> None:
    chips, ball, line, side = ATTEMPTS[on]
    state = at_table(ball, chips)
    roll = played(state, line).roll
    assert roll is not None
    other = "b" if side == "a" else "a"
    for kind in KINDS:
        for card_, by, amount in ((f"own-{kind}", side, 3), (f"their-{kind}", other, -2)):
            after = played(state, f"{by} ! {card_}", line).roll
            assert after is not None
            gained = after.modifiers.of(side) - roll.modifiers.of(side)
            assert gained == (amount if kind == on else 0), (card_, by)
            if on not in ("pass", "cross"):
                assert after.modifiers.of(other) - roll.modifiers.of(other) == 0


def test_a_bonus_for_headers() -> None:
    chips, ball, line, _ = ATTEMPTS["cross"]
    header = played(at_table(ball, chips), "a ! own-header", line, "a R w6")
    plain = played(at_table(ball, chips), line, "a R w6")
    assert header.roll is not None and plain.roll is not None and header.roll.kind == "header"
    assert header.roll.modifiers.a - plain.roll.modifiers.a == 3


def test_a_bonus_for_one_roll_is_gone_after_it_and_not_before() -> None:
    state = played(at_table(), "a ! own-pass")
    drawn = played(state, "a M 8-G4")
    assert [e.card for e in drawn.effects] == ["own-pass"]
    assert played(drawn, "a P 6>11", "a R w6").effects == ()


def closed(state: State) -> State:
    """The state after both coaches ended a turn."""
    ends = ("a # w:H4 k:G6", "a + a ?", "b # w:I7 k:J7", "b + b ?")
    pile: dict[str, Any] = {seat: {"hand": []} for seat in "ab"}
    return played(adjusted(state, {"cards": pile}), *ends)


def test_effects_of_a_turn_end_with_it_and_permanent_ones_stay() -> None:
    state = played(at_table(), "a ! week", "a ! drill", "a ! own-shot")
    assert [e.until for e in state.effects] == [5, None, 5]
    after = closed(state)
    assert after.turn.number == 7
    assert [e.card for e in after.effects] == ["drill"]
    roll = played(after, "a P 6>11").roll
    assert roll is not None and roll.modifiers.a == 1
    same = played(at_table(), "a ! week")
    ended = played(adjusted(same, {"cards": {"a": {"hand": []}}}), "a # w:H4 k:G6", "a + a ?")
    assert ended.turn.number == 6 and ended.effects == ()


def test_more_actions() -> None:
    state = at_table()
    assert played(state, "a ! two-more").turn.actions_left == 5
    assert played(state, "b ! two-more").turn.actions_left == 3


def test_more_boxes() -> None:
    state = at_table("a11")
    assert rules_broken(state, "a M 8-G7") == ["move.too-far"]
    further = played(state, "a ! two-boxes 8")
    assert rules_broken(further, "a M 8-G7") == []
    assert rules_broken(further, "a M 8-G8") == ["move.too-far"]
    assert (reach(further, "a8"), reach(further, "a6"), reach(further, "a11")) == (4, 2, 1)
    assert reach(played(state, "a ! boxes-lasting 11"), "a11") == 2
    assert {"G7"} <= {
        o.to for o in RULESET.options(further, "all") if o.type == "PlayerMoved" and o.piece == "a8"
    }
    assert reach(closed(further), "a8") == 2
    assert rules_broken(state, "a ! two-boxes") == ["cards.target"]


def test_a_granted_ability_is_that_players_while_it_lasts() -> None:
    state = at_table()
    for what in GRANTED:
        granted = played(state, f"a ! grant-{what} 11")
        assert has(granted, "a11", what) and not has(granted, "a6", what)
        assert not has(closed(granted), "a11", what)
    lasting = closed(played(state, "a ! grant-lasting 11"))
    assert has(lasting, "a11", "rabbit")
    gone = played(lasting, "a / play grant-lasting")
    assert not has(gone, "a11", "rabbit") and gone.effects == ()
    assert rules_broken(state, "a ! grant-rabbit") == ["cards.target"]


def test_what_granted_abilities_do() -> None:
    state = at_table()
    rabbit = played(state, "a ! grant-rabbit 11")
    assert (reach(state, "a11"), reach(rabbit, "a11")) == (2, 3)
    won = played(at_table("b5", "a11@H5 b5@H6"), "a ! grant-rabbit 11", "a T 11x5", "- R w6 k1")
    assert won.free_move is not None and won.free_move.range == 2
    assert rules_broken(state, "a Z 11-H7") == ["tractor.ability"]
    assert rules_broken(played(state, "a ! grant-tractor 11"), "a Z 11-H7") == []
    walled = adjusted(state, {"padlocks": {"white": "H7"}})
    assert rules_broken(walled, "a M 11-H7") == ["move.padlock"]
    gorilla = played(walled, "a ! grant-gorilla 11")
    assert rules_broken(gorilla, "a M 11-H7") == []
    assert played(gorilla, "a M 11-H7").padlocks.white is None
    passing = played(state, "a ! grant-black_playmaker 6", "a P 6>11").roll
    assert passing is not None and passing.modifiers.a == 2
    shooting = at_table("a6", "a6@H12 b5@I6")
    plain = played(shooting, "a S 6").roll
    viper = played(shooting, "a ! grant-viper 6", "a S 6").roll
    paw = played(shooting, "b ! grant-black_paw 1", "a S 6").roll
    assert plain is not None and viper is not None and paw is not None
    assert viper.modifiers.a == plain.modifiers.a + 1
    assert paw.modifiers.b == plain.modifiers.b == 2, "the printed black paw is as good"


@pytest.mark.parametrize(("face", "won"), [(1, False), (4, False), (5, True), (6, True)])
def test_a_lucky_throw_wins_from_its_face_on_alone(face: int, won: bool) -> None:
    far = at_table("a6", "a6@A1 a11@P12 b5@P11 b2@C12")
    plain = played(far, "a P 6>11")
    assert plain.roll is not None and chance(plain, plain.roll) == 0
    lucky = played(far, "a ! win", "a P 6>11")
    assert lucky.roll is not None and chance(lucky, lucky.roll) == pytest.approx(2 / 6)
    assert (played(lucky, f"a R w{face}").ball == "a11") is won


def test_a_lucky_throw_in_a_duel() -> None:
    state = played(at_table("b5", "a6@H5 b5@H6"), "a ! win", "a ! their-tackled")
    state = adjusted(state, {"effects": [{"seat": "a", "card": "win", "until": 5}]})
    tackle = played(state, "a T 6x5")
    assert played(tackle, "- R w5 k6").ball == "a6"
    assert played(tackle, "- R w4 k6").ball == "b5"
    both = played(state, "b ! win", "a T 6x5")
    assert played(both, "- R w5 k6").ball == "b5"
    assert both.roll is not None and chance(both, both.roll) == pytest.approx(0.5)


@pytest.mark.parametrize(("face", "left"), [(4, 2), (5, 3), (6, 3)])
def test_a_lucky_throw_gives_an_action(face: int, left: int) -> None:
    after = played(at_table(), "a ! again", "a P 6>11", f"a R w{face}")
    assert (after.ball, after.turn.actions_left) == ("a11", left)
    assert after.effects == ()


def test_a_lucky_throw_gives_no_action_to_who_has_no_turn_or_loses_it() -> None:
    chips, ball, line, _ = ATTEMPTS["tackle"]
    theirs = played(at_table(ball, chips), "b ! again", line, "- R w1 k6")
    assert theirs.turn.actions_left == 2
    lost = played(at_table("a6", "a6@H5 b5@H6"), "a ! again", "a D 6x5", "- R w5 k6")
    assert lost.turn.lost and lost.turn.actions_left == 2


def test_a_flipped_player_is_turned_up() -> None:
    state = at_table()
    assert played(state, "b ! up 2").chips.b["b2"].flipped is None
    other = 'a {CardPlayed} {"card":"up","player":"b2"}'
    assert played(state, other).chips.b["b2"].flipped == 6


def test_a_permanent_card_is_destroyed() -> None:
    state = played(at_table(), "b ! drill")
    after = played(state, "a ! destroy @drill")
    assert after.cards.b.in_play == () and after.effects == ()
    assert after.cards.b.discard == ("drill",)
    assert played(state, "a ! destroy @week").effects == state.effects


def test_a_card_is_cancelled() -> None:
    state = played(at_table(), "a ! drill", "a ! own-pass", "a ! week")
    assert [e.card for e in played(state, "b ! cancel @own-pass").effects] == ["drill", "week"]
    assert len(played(state, "b ! cancel @drill").effects) == 3, "a permanent is no such card"
    rolling = played(state, "a P 6>11", "b ! cancel @own-pass").roll
    assert rolling is not None and rolling.modifiers.a == 2 and rolling.responded


@pytest.mark.parametrize("first", ["a", "b"])
def test_the_same_card_of_the_other_coach_stays(first: str) -> None:
    second = "b" if first == "a" else "a"
    waiting = played(at_table(), f"{first} ! own-pass", f"{second} ! own-pass")
    lasting = played(at_table(), f"{first} ! drill", f"{second} ! drill")
    for state, by, line in (
        (waiting, second, "! cancel @own-pass"),
        (waiting, first, "! cancel @own-pass"),
        (lasting, second, "! destroy @drill"),
        (lasting, first, "! destroy @drill"),
    ):
        assert [e.seat for e in played(state, f"{by} {line}").effects] == [by]
    for seat in (first, second):
        left = played(lasting, f"{seat} / play drill").effects
        assert [e.seat for e in left] == [second if seat == first else first]


def test_a_free_card_changes_nothing() -> None:
    state = at_table()
    after = played(state, "a ! free")
    assert (after.effects, after.chips, after.turn.actions_left) == ((), state.chips, 3)
    assert rules_broken(state, "a ! free") == ["cards.free-text"]


def test_a_permanent_free_card_lies_there_until_it_is_taken_away() -> None:
    state = played(at_table(), "a ! free-lasting")
    assert [(e.card, e.until) for e in state.effects] == [("free-lasting", None)]
    assert state.cards.a.in_play == ("free-lasting",)
    assert played(state, "b ! destroy @free-lasting").effects == ()


def test_a_card_of_one_player_counts_when_he_rolls() -> None:
    state = played(at_table("a8"), "a ! his 8")
    with_it, without = played(state, "a P 8>6").roll, played(at_table("a8"), "a P 8>6").roll
    assert with_it is not None and without is not None
    assert with_it.modifiers.a - without.modifiers.a == 2
    other = played(adjusted(state, {"ball": "a6"}), "a P 6>11").roll
    assert other is not None and other.modifiers.a == 0
    assert rules_broken(at_table(), "a ! his 6") == ["cards.ability"]


def test_each_coach_repositions_with_three_movements() -> None:
    saved = played(at_table("a6", "a6@H12 a8@G5 b5@I6"), "a S 6", "- R w1 k6")
    for seat, moves in (("b", ("5-I5", "5-I4", "5-I3")), ("a", ("8-G6", "8-G7", "8-G8"))):
        for number, move in enumerate(moves):
            assert saved.reposition is not None
            assert (saved.reposition.by, saved.reposition.moves_left) == (seat, 3 - number)
            saved = played(saved, f"{seat} M {move}")
    assert saved.turn.phase == "end_turn" and saved.reposition is None


def test_permanents_that_are_taken_out_of_play_end_those_of_the_other_coach_stay() -> None:
    table = adjusted(
        position("a6@G3 b7@H10", "a6"),
        {"cards": {seat: {"in_play": ["passing-drills"]} for seat in ("a", "b")}},
    )
    assert [effect.seat for effect in table.effects] == ["a", "b"]
    table = adjusted(table, {"cards": {"a": {"in_play": ["high-press"]}}})
    assert [(effect.seat, effect.card) for effect in table.effects] == [
        ("b", "passing-drills"),
        ("a", "high-press"),
    ]


def test_a_shot_keeps_its_goalkeeper_when_something_else_is_set() -> None:
    shooting = played(at_table("a6", "a6@H12 a8@G5 b5@I6"), "a S 6")
    assert shooting.roll is not None and shooting.roll.opponent == "b1"
    still = adjusted(shooting, {"players": {"a8": {"at": "G6"}}})
    assert still.roll is not None and still.roll.opponent == "b1"
    alone = adjusted(shooting, {"players": {"b1": None}})
    assert alone.roll is not None and alone.roll.opponent is None
