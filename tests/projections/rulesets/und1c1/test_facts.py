"""Facts: what an event yields, with expectations, and that both coaches' lucks add to zero."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from projections.kit.ruleset import Fact
from projections.rulesets.und1c1 import RULESET
from projections.rulesets.und1c1.state import State
from tests.projections.rulesets.und1c1.desk import Step, adjusted, game, note, played, position

DEFENCES = {"tackle": "duel_defended", "dribble": "duel_defended", "shot": "save", "header": "save"}


def yielded(state: State, line: str, version: int = 90) -> list[Fact]:
    event = note(line, version)
    return list(RULESET.facts(state, event, RULESET.apply(state, event)))


def one(facts: list[Fact], kind: str) -> Fact:
    found = [fact for fact in facts if fact.kind == kind]
    assert len(found) == 1, facts
    return found[0]


def facts_of(steps: tuple[Step, ...]) -> list[Fact]:
    """The facts that count: those of a step that was withdrawn do not, but for its dice."""
    by_version: dict[int, list[Fact]] = {}
    for step in steps:
        found = list(RULESET.facts(step.before, step.event, step.after))
        for fact in found:
            if fact.kind == "withdrawn":
                gone = fact.data["version"]
                by_version[gone] = [f for f in by_version[gone] if f.kind == "die"]
        by_version[step.event.version] = found
    return [fact for found in by_version.values() for fact in found]


def test_a_pass() -> None:
    state = played(position("a6@G3 a11@M8 b7@L9 b9@N8 b5@H10", "a6"), "a P 6>11")
    fact = one(yielded(state, "a R w5"), "pass")
    assert (fact.seat, fact.piece, fact.value) == ("a", "a6", 1)
    assert fact.expected == pytest.approx(1 / 3)
    assert fact.data == {
        "turn": 5,
        "receiver": "a11",
        "quadrants": 3,
        "markers": 2,
        "target": 5,
        "modifier": 0,
        "from_goalkeeper": False,
    }


def test_a_failed_pass_and_its_interception() -> None:
    state = played(position("a6@G3 a2@G7 b7@H10", "a6"), "a P 6>2")
    facts = yielded(state, "a R w1")
    assert one(facts, "pass").value == 0
    intercepted = one(facts, "interception")
    assert (intercepted.seat, intercepted.piece, intercepted.value) == ("b", "b7", 1)


def test_an_interceptor_who_is_named() -> None:
    state = position("a6@G3 a11@M8 b7@L9 b9@N8", "a6")
    state = played(state, "a P 6>11")
    assert [f.kind for f in yielded(state, "a R w1")] == ["die", "pass"]
    facts = yielded(played(state, "a R w1"), "a I 9")
    assert one(facts, "interception").piece == "b9"


def test_a_shot_a_save_and_a_goal_with_its_assist() -> None:
    state = position("a8@G9 a9@H12 b5@C10 b4@J13", "a8")
    state = played(state, "a P 8>9", "a R w6", "a S 9")
    saved = yielded(state, "- R w1 k6")
    assert [f.kind for f in saved] == ["die", "die", "shot", "save"]
    assert one(saved, "save").value == 1
    facts = yielded(state, "- R w4 k4")
    shot = one(facts, "shot")
    assert shot.expected == pytest.approx(21 / 31)
    assert shot.data == {
        "turn": 5,
        "box": "H12",
        "spot": "H12",
        "value": 2,
        "inside": True,
        "front": False,
        "delta": 1,
        "goalkeeper": "b1",
    }
    assert one(facts, "save").expected == pytest.approx(10 / 31)
    goal = one(facts, "goal")
    assert (goal.seat, goal.piece, goal.data["assist"]) == ("a", "a9", "a8")
    assist = one(facts, "assist")
    assert (assist.seat, assist.piece, assist.data["scorer"]) == ("a", "a8", "a9")


def test_a_header_names_the_crosser() -> None:
    state = position("a7@N12 a9@H12 b5@G13 b4@I13", "a7")
    facts = yielded(played(state, "a X 7>9", "a R w6"), "- R w6 k1")
    assert one(facts, "header").data["crosser"] == "a7"
    assert one(facts, "goal").data["assist"] == "a7"


def test_a_goal_after_a_tackle_has_no_assist() -> None:
    state = position("a6@H12 b7@H13 b4@C13", "b7")
    state = played(state, "a T 6x7", "- R w6 k1", "a F =", "a S 6")
    assert one(yielded(state, "- R w6 k1"), "goal").data["assist"] is None


def test_a_duel_and_its_defence() -> None:
    state = played(position("a6@H7 b7@H8", "b7"), "a T 6x7", "- R w3 k3")
    assert [f.kind for f in yielded(position("a6@H7 b7@H8", "b7"), "a T 6x7")] == []
    facts = yielded(state, "- R w2 k3")
    tackle, defended = one(facts, "tackle"), one(facts, "duel_defended")
    loser = defended if tackle.value else tackle
    flipped = one(facts, "flipped")
    assert (flipped.seat, flipped.piece) == (loser.seat, loser.piece)
    assert (tackle.value, tackle.expected, tackle.data["draws"]) == (0, 0.5, 1)
    assert (defended.seat, defended.piece, defended.value) == ("b", "b7", 1)
    assert defended.data["of"] == "tackle" and defended.data["opponent"] == "a6"


def test_a_drawn_roll_yields_only_dice() -> None:
    state = played(position("a6@H7 b7@H8", "b7"), "a T 6x7")
    facts = yielded(state, "- R w3 k3")
    assert [(f.kind, f.seat, f.value, f.expected) for f in facts] == [
        ("die", "a", 3, 3.5),
        ("die", "b", 3, 3.5),
    ]


def test_a_die_that_was_not_awaited_counts_nowhere() -> None:
    state = played(position("a6@G3 a2@G7 b7@H10", "a6"), "a P 6>2")
    assert [f.seat for f in yielded(state, "- R w5 k2") if f.kind == "die"] == ["a"]


def test_movements() -> None:
    state = position("a6@G3 a2@G7 b7@H10", "a6")
    moved = one(yielded(state, "a M 2-G9"), "move")
    assert (moved.piece, moved.value) == ("a2", 2)
    assert moved.data == {"turn": 5, "kind2": "single", "boxes": 2, "gain": 2}
    group = [f for f in yielded(state, "a G 2-G8 6-G4") if f.kind == "move"]
    assert [(f.piece, f.data["kind2"], f.data["gain"]) for f in group] == [
        ("a2", "group", 1),
        ("a6", "group", 1),
    ]


def test_a_captain_takes_back_what_was_counted() -> None:
    state = played(position("a10@G3 a2@G7 b7@H10", "a10"), "a P 10>2")
    state = RULESET.apply(state, note("a R w1", 40))
    facts = yielded(state, "a RR")
    assert [f.kind for f in facts] == ["withdrawn", "reroll"]
    assert one(facts, "withdrawn").data["version"] == 40
    assert one(facts, "reroll").data["face"] == 1


def test_a_re_roll_before_the_answer_takes_nothing_back() -> None:
    state = played(position("a10@H7 b5@H8", "a10"), "a D 10x5", "a R w1")
    assert [f.kind for f in yielded(state, "a RR")] == ["reroll"]


def test_a_ruling_against_the_dice_takes_them_back() -> None:
    state = played(position("a6@G3 a2@G7 b7@H10", "a6"), "a P 6>2")
    state = RULESET.apply(state, note("a R w1", 40))
    facts = yielded(state, "- = success")
    assert [f.kind for f in facts] == ["withdrawn", "pass"]
    assert facts[1].value == 1
    assert [f.kind for f in yielded(state, "- = void")] == ["withdrawn"]


def test_the_end_of_a_turn() -> None:
    state = position("a6@G3 a2@G7 b7@H10", "a6")
    state = played(state, "a M 2-G9", "a P 6>2", "a R w6", "a # w:G10 k:H9")
    facts = yielded(state, "a + a ?")
    assert one(facts, "possession").seat == "a"
    ended = one(facts, "turn_end")
    assert (ended.seat, ended.value) == ("a", 2)
    assert ended.data == {"turn": 5, "actions_used": 2, "lost": False}


def test_a_turn_that_the_other_coach_ends() -> None:
    state = played(position("a6@G3 a2@G7 b7@H10", "a6"), "a M 2-G9")
    facts = yielded(state, "b M 7-H9")
    assert one(facts, "turn_end").data["actions_used"] == 1
    assert one(facts, "move").seat == "b"


def test_a_goal_in_the_last_turn_ends_it() -> None:
    state = adjusted(position("a9@H12 b5@C13", "a9"), {"final_turns_left": 1})
    facts = yielded(played(state, "a S 9"), "- R w6 k1")
    assert [f.kind for f in facts] == ["die", "die", "shot", "save", "goal", "turn_end"]


def test_turns_lost_and_cards_by_category() -> None:
    state = adjusted(position("a10@H10 a8@G9 b7@H11", "a10"), {"cards": {"a": {"hand": ["flow"]}}})
    card = one(yielded(state, "a ! flow"), "card_lucky_throw")
    assert (card.seat, card.piece, card.data["card"]) == ("a", None, "flow")
    failed = played(state, "a D 10x7", "- R w1 k6", "b F =", "a # w:H9 k:G10")
    facts = yielded(failed, "a + a ?")
    assert one(facts, "turn_lost").seat == one(facts, "turn_end").seat == "a"
    kept = yielded(played(state, "a # w:H9 k:G10"), "a + a ?")
    assert "turn_lost" not in {fact.kind for fact in kept}


@pytest.mark.parametrize(
    ("line", "fell"),
    [
        ("a R w1", [("white", 1, "a")]),
        ("b R k6", [("black", 6, "b")]),
        ("- R w1 k6", [("white", 1, "a"), ("black", 6, "b")]),
        ("- R k2", [("black", 2, "b")]),
        ("- R w7 k6", [("black", 6, "b")]),
        ("a P 6>2", []),
    ],
)
def test_the_dice_that_fell(line: str, fell: list[tuple[str, int, str]]) -> None:
    state = position("a6@G3 a2@G7 b7@H10", "a6")
    fallen = RULESET.statistics.dice(state, note(line))
    assert [(one.die, one.face, one.seat) for one in fallen] == fell
    assert all(one.faces == (1, 2, 3, 4, 5, 6) for one in fallen)
    assert not RULESET.statistics.dice(None, note(line))


def tried(kind: str, seat: str, expected: float | None = 0.5) -> Fact:
    return Fact(kind, seat, None, 1, expected, {})


def test_what_was_deserved() -> None:
    state = position("a6@G3 b7@H10", "a6")
    facts = [tried("shot", "a"), tried("header", "a"), tried("shot", "b"), tried("pass", "b")]
    deserved: Any = RULESET.statistics.deserved(state, facts)
    assert deserved == {
        "a": pytest.approx({"win": 1 / 2, "draw": 3 / 8, "loss": 1 / 8}),
        "b": pytest.approx({"win": 1 / 8, "draw": 3 / 8, "loss": 1 / 2}),
    }
    for seat in ("a", "b"):
        unknown = tried("header", seat, None)
        assert RULESET.statistics.deserved(state, [*facts, unknown]) is None


def test_sums_that_must_agree() -> None:
    state = adjusted(position("a6@G3 b7@H10", "a6"), {"score": {"a": 2, "b": 5}})
    facts = [
        *[tried("goal", "a")] * 3,
        *[tried("shot", "a"), tried("header", "a"), tried("save", "b"), tried("save", "a")],
        *[tried("tackle", "b"), tried("dribble", "b"), tried("duel_defended", "a")],
    ]
    found = {one.what: one for one in RULESET.statistics.accounts(state, facts)}
    assert {what: (one.counted, one.stated) for what, one in found.items()} == {
        "goals of Ada": (3, 2),
        "shots of Ada and what the goalkeeper faced": (2, 1),
        "duels of Ada and how they were answered": (0, 0),
        "goals of Bo": (0, 5),
        "shots of Bo and what the goalkeeper faced": (0, 1),
        "duels of Bo and how they were answered": (2, 1),
    }
    assert [one.balances for one in found.values()] == [False, False, True, False, False, False]


@pytest.mark.parametrize("cards", ["hidden", "open"])
@pytest.mark.parametrize("seed", [4, 7])
def test_facts_balance(seed: int, cards: Any) -> None:
    steps = game(seed, cards)
    facts = facts_of(steps)
    final = steps[-1].after

    for seat in ("a", "b"):
        goals = sum(f.kind == "goal" and f.seat == seat for f in facts)
        scored = sum(
            f.kind in ("shot", "header") and f.seat == seat and f.value == 1 for f in facts
        )
        assert goals == scored == final.score.of(seat)
        xg = sum(f.expected or 0 for f in facts if f.kind in ("shot", "header") and f.seat == seat)
        assert xg == pytest.approx(final.xg.of(seat))

    defended = Counter(f.data["of"] for f in facts if f.kind in set(DEFENCES.values()))
    attempted = Counter(f.kind for f in facts if f.kind in DEFENCES)
    assert defended == attempted
    paired = sum((f.value or 0) for f in facts if f.kind in {*DEFENCES, *DEFENCES.values()})
    assert paired == sum(attempted.values())
    duels = sum(attempted[kind] for kind in ("tackle", "dribble"))
    assert sum(f.kind == "flipped" for f in facts) == duels
    assert sum(f.kind == "turn_end" for f in facts) == final.turn.number
    dice = sum(len(s.event.data.dice) for s in steps if s.event.type == "DiceRolled")
    assert sum(f.kind == "die" for f in facts) == dice
