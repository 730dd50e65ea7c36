"""Tape, chart, move list and headline, made from the rows of a timeline."""

from __future__ import annotations

import re
from typing import Any

import msgspec
import pytest

from api.schemas import FindingDocument, TimelineRow
from api.web import words
from api.web.replay.chart import chart, courses
from api.web.replay.moves import blocks
from api.web.replay.page import AROUND, board_shape, replay_page, turn_starts
from api.web.replay.step_summaries import QUIET, StepSummary, beats_of
from api.web.replay.stories import Story
from api.web.replay.timeline_picture import mini_tape, tape
from api.web.sides import Side, headline, sides_of
from projections.kit.drawing.scene import Scene, SceneSeat
from tests.projections.kit.drawing.scenes import FAR, NEAR, designed

SEATS = (NEAR, FAR)
SIDES = sides_of(Scene(ruleset="x", title="x", seats=SEATS), {}, {"a": 1, "b": 0})


class Turn(msgspec.Struct, frozen=True):
    number: int
    seat: str | None


def row(
    step: int,
    *,
    seat: str | None = "a",
    type_: str = "Moved",
    turn: Any = None,
    score: Any = None,
    facts: tuple[dict[str, Any], ...] = (),
    severity: str | None = None,
) -> TimelineRow:
    found = FindingDocument(step, step, "x.y", severity, "So not.", "Rules", None, None)
    return TimelineRow(
        step=step,
        version=step,
        type=type_,
        seat=seat,
        at="2026-11-12T19:00:00.000Z",
        text=f"Step {step} happens.",
        notation=f"{seat} {step}",
        turn=turn or {"number": 1, "seat": "a"},
        score=score or {"a": 0, "b": 0},
        findings=[found] if severity else [],
        facts=list(facts),
    )


def shot(seat: str, value: int, expected: float | None) -> dict[str, Any]:
    return {"kind": "shot", "seat": seat, "value": value, "expected": expected}


GAME = beats_of(
    [
        row(1, seat=None, turn={"number": 0, "seat": None}),
        row(2, turn=Turn(1, "a")),
        row(3, type_="DiceRolled", turn=Turn(1, "a"), facts=(shot("a", 0, 0.4),)),
        row(4, turn=Turn(2, "b"), severity="unverifiable"),
        row(5, seat="b", turn=Turn(2, "b"), severity="illegal"),
        row(6, seat="b", turn=Turn(3, "a"), score={"a": 0, "b": 1}, facts=(shot("b", 1, 0.25),)),
        row(7, turn=Turn(3, "a"), score={"a": 0, "b": 1}, facts=(shot("b", 0, None),)),
    ],
    SIDES,
)


def test_what_chance_decided_stands_higher_than_book_keeping() -> None:
    heights = [summary.height for summary in GAME]
    assert heights[1] == QUIET
    assert heights[2] == pytest.approx(0.6)
    assert heights[5] == 1
    assert [summary.quiet for summary in GAME] == [True, True, False, True, True, False, True]


def test_a_score_belongs_to_the_side_that_rose() -> None:
    assert [summary.score for summary in GAME if summary.score] == ["0–1"]
    assert GAME[5].risen == SIDES[1]


def test_turns_open_where_number_or_seat_change() -> None:
    assert [summary.step for summary in GAME if summary.opens] == [2, 4, 6]
    assert turn_starts(GAME) == [1, 3, 5, 7]


def test_the_gravest_finding_marks_a_step() -> None:
    assert [summary.flaw for summary in GAME[3:5]] == ["unverifiable", "illegal"]


def test_moves_stand_in_the_turn_in_which_they_were_made() -> None:
    made = blocks(GAME, SEATS, 1, 7)
    assert [(block.title, [summary.step for summary in block.summaries]) for block in made] == [
        ("Before the first turn", [1, 2]),
        ("Turn 1, Larks", [3, 4]),
        ("Turn 2, Ravens", [5, 6]),
        ("Turn 3, Larks", [7]),
    ]
    assert [block.outcome for block in made] == ["", "", "0–1", ""]
    assert [b.step for block in blocks(GAME, SEATS, 4, 5) for b in block.summaries] == [4, 5]


def test_the_tape_has_a_stroke_a_step_flags_and_notches() -> None:
    drawn = tape(GAME, 3)
    strokes = re.findall(r'class="(?:stroke|quiet)" d="([^"]*)"', drawn)
    assert sum(path.count("M") for path in strokes) == len(GAME)
    assert ">0–1</text>" in drawn
    assert drawn.count('class="flaw"') == drawn.count('class="doubt"') == 1
    assert 'class="playhead" x="35.71%"' in drawn
    small = mini_tape(GAME)
    assert "playhead" not in small
    assert small.count('class="goal"') == 1


def test_the_near_side_is_up_and_the_far_side_down() -> None:
    assert "v-" in tape(GAME[1:2], 1)
    assert "v-" not in tape(GAME[4:5], 1).split('class="strokes"')[1].split("</svg>")[0]


def test_the_chart_tells_score_and_expected_score() -> None:
    told = {(course.side.name, course.expected): course.last for course in courses(GAME, SIDES)}
    assert told == {
        ("Larks", False): 0,
        ("Larks", True): 0.4,
        ("Ravens", False): 1,
        ("Ravens", True): 0.25,
    }
    drawn = chart(GAME, SIDES, 3, "/games/x")
    assert 'href="/games/x/6"' in drawn
    assert "Ravens 1 / 0.25" in drawn


def test_successes_that_leave_the_score_are_no_chances() -> None:
    hits = beats_of([row(1), row(2, facts=(shot("a", 1, 0.5),))], SIDES)
    assert [course.expected for course in courses(hits, SIDES)] == [False, False]
    assert "expected" not in chart(hits, SIDES, 1, "")


def test_a_score_may_fall_and_begin_below_zero() -> None:
    summaries = beats_of([row(1, score={"a": 2, "b": -1}), row(2, score={"a": 1, "b": -1})], SIDES)
    assert summaries[1].risen is None
    assert summaries[1].score == "1–-1"
    assert "NaN" not in chart(summaries, SIDES, 1, "")


def test_a_game_of_one_step_is_drawn() -> None:
    first = beats_of([row(1)], SIDES)
    assert tape(first, 1).count("M0.5") == 1
    assert "Larks 0" in chart(first, SIDES, 1, "")


def four() -> list[Side]:
    seats = [
        SceneSeat(id=str(n), name=name, slot=slot, mark=name[0], side="near")
        for n, (name, slot) in enumerate(
            (("Herons", 1), ("Swifts", 2), ("Herons", 1), ("Swifts", 2))
        )
    ]
    allies = {"0": "h", "1": "s", "2": "h", "3": "s"}
    return sides_of(Scene(ruleset="x", title="x", seats=seats), allies, {"h": 2, "s": 1})


def test_allies_are_one_side_whose_score_may_bear_its_own_name() -> None:
    assert headline(four()) == "Herons 2, Swifts 1"
    assert [side.keys for side in four()] == [("h", "0", "2"), ("s", "1", "3")]


def test_without_a_score_or_with_many_sides_the_names_stand_alone() -> None:
    scene = designed("football-u-offseason")
    assert headline(sides_of(scene, {}, {"1": 3})) == "Lynx, Elks, Moose, Pumas"
    assert (
        headline(sides_of(Scene(ruleset="x", title="x", seats=SEATS), {}, None)) == "Larks, Ravens"
    )


def test_the_layout_follows_the_shape_of_the_board() -> None:
    shapes = {name: board_shape(designed(name)) for name in ("wannabe-football", "undaunted-2200")}
    assert shapes == {"wannabe-football": "tall", "undaunted-2200": "broad"}
    assert board_shape(designed("football-u-offseason")) == "boardless"


def test_of_a_very_long_game_the_moves_around_the_step_are_listed() -> None:
    count = 2 * AROUND + 500
    summaries: list[StepSummary] = beats_of([row(step) for step in range(1, count + 1)], SIDES)
    scene = designed("und1c1")

    class Header:
        id = "long"

    story = Story(Header(), "x", SIDES, scene, summaries, mini_tape(summaries))  # type: ignore[arg-type]
    page = replay_page(story, scene, AROUND + 100)
    listed = [summary.step for block in page["blocks"] for summary in block.summaries]
    assert listed == list(range(100, 2 * AROUND + 101))
    assert (page["earlier"], page["later"]) == (99, 2 * AROUND + 101)
    assert (replay_page(story, scene, 1)["earlier"], replay_page(story, scene, count)["later"]) == (
        None,
        None,
    )


@pytest.mark.parametrize(
    ("said", "text"),
    [
        (words.count(1, "finding"), "1 finding"),
        (words.count(0, "finding"), "no findings"),
        (words.count_in_words(4, "finding"), "Four findings"),
        (words.count_in_words(40, "finding"), "40 findings"),
        (words.short_date("2026-11-12T19:00:00.000Z"), "Thu 12 Nov"),
        (words.long_date("2026-11-02T19:00:00.000Z"), "Mon 2 Nov 2026"),
        (words.plain(None), "–"),
        (words.plain(True), "yes"),
        (words.plain(2.5), "2.5"),
        (words.plain("two"), "two"),
    ],
)
def test_words(said: str, text: str) -> None:
    assert said == text
