"""House boxes: what the door refuses, and what a table may choose of them."""

from __future__ import annotations

import copy
from collections.abc import Callable
from typing import Any

import msgspec
import pytest

from projections.kit.box import refusals, sample
from projections.kit.common import GameCreated, Seated
from projections.rulesets.und1c1 import RULESET
from projections.rulesets.und1c1.board.line_ups import (
    default_eleven,
    laid_out,
    lowest_eleven,
    may_start_on,
)
from projections.rulesets.und1c1.box.check import check_box
from projections.rulesets.und1c1.components import Box
from projections.rulesets.und1c1.setup import Rulings
from tests.projections.rulesets.und1c1.desk import BOX, adjusted, new_game, note

Content = dict[str, Any]


def spoil(change: Callable[[Content], None]) -> Any:
    content = copy.deepcopy(dict(RULESET.sample_box))
    change(content)
    return refusals(RULESET, content)


def test_the_sample_box() -> None:
    assert refusals(RULESET, RULESET.sample_box) == {}
    assert check_box(BOX) == {}
    assert sample(RULESET).id.startswith("und1c1-sample@")
    for seat in ("a", "b"):
        assert sum(BOX.decks.of(seat).values()) == 51


def test_the_pitch_map_is_the_same_from_either_side() -> None:
    from projections.rulesets.und1c1.board.pitch import turned

    boxes = BOX.pitch.boxes
    assert {turned(at): box for at, box in boxes.items()} == boxes
    assert boxes["H14"].value == 4 and boxes["H13"].kind == "shot_header"
    assert boxes["E12"].kind == "shot" and boxes["D11"].kind == "cross"
    assert "D10" not in boxes and "E10" not in boxes


@pytest.mark.parametrize(
    ("field", "change"),
    [
        ("die_sides", lambda c: c.update(die_sides=1)),
        ("dice", lambda c: c["dice"].update(white="b")),
        ("pitch", lambda c: c["pitch"].update(columns=15)),
        ("pitch", lambda c: c["pitch"].update(goal_columns=[10, 7])),
        ("pitch", lambda c: c["pitch"]["side_columns"].update(left=[1, 5])),
        ("pitch", lambda c: c["pitch"]["start_lines"].update(red=2)),
        ("pitch", lambda c: c["pitch"]["kickoff_boxes"].update(a=["H8"])),
        ("pitch", lambda c: c["pitch"]["kickoff_boxes"].update(b=[])),
        ("pitch", lambda c: c["pitch"]["penalty_areas"]["a"].update(rows=[1, 8])),
        ("pitch", lambda c: c["pitch"]["boxes"].update(Q9={"kind": "cross"})),
        ("pitch", lambda c: c["pitch"]["boxes"].update(H9={"kind": "shot", "value": 5})),
        ("pitch", lambda c: c["pitch"]["boxes"].update(H9={"kind": "shot"})),
        ("pitch", lambda c: c["pitch"]["boxes"].update(A1={"kind": "cross", "value": 1})),
        ("rules", lambda c: c["rules"].update(actions=0)),
        ("teams", lambda c: c["teams"].pop() and c["teams"].pop() and c["teams"].pop()),
        ("teams", lambda c: c["teams"][0]["players"].pop()),
        ("teams", lambda c: c["teams"][1].update(id="larks")),
        ("teams", lambda c: c["teams"][0]["players"][1].update(number=1)),
        ("teams", lambda c: [p.update(role="red") for p in c["teams"][0]["players"]]),
        ("teams", lambda c: c["teams"][0]["players"][0].update(abilities=["flying"])),
        ("cards", lambda c: c["cards"]["flow"].update(id="flaw")),
        ("cards", lambda c: c["cards"]["flow"]["effect"].pop("at_least")),
        ("cards", lambda c: c["cards"]["burst"]["effect"].update(amount=0)),
        ("cards", lambda c: c["cards"]["burst"].update(lasts="roll")),
        ("cards", lambda c: c["cards"]["high-press"].update(lasts="turn")),
        ("decks", lambda c: c["decks"].update(a={"flow": 19})),
        ("decks", lambda c: c["decks"]["b"].update(catenaccio=2)),
    ],
)
def test_a_box_that_is_refused(field: str, change: Callable[[Content], None]) -> None:
    assert list(spoil(change)) == [field]


def test_a_team_that_cannot_fill_its_lines_is_refused() -> None:
    def all_on_the_left(content: Content) -> None:
        for player in content["teams"][0]["players"][1:]:
            player.update(role="red", sides=["left"])

    assert list(spoil(all_on_the_left)) == ["teams"]


def created(**changes: Any) -> GameCreated:
    seats = [Seated(seat="a", name="Ada"), Seated(seat="b", name="Bo")]
    return msgspec.structs.replace(GameCreated(ruleset="und1c1", seats=seats), **changes)


@pytest.mark.parametrize(
    ("changes", "field"),
    [
        ({"seats": [Seated(seat="a", name="Ada")]}, "seats"),
        ({"seats": [Seated(seat="a", name="Ada"), Seated(seat="c", name="Cy")]}, "seats"),
        ({"seats": [Seated(seat=s, name=s, team="wolves") for s in ("a", "b")]}, "seats"),
        ({"options": {"pile": 52}}, "options"),
    ],
)
def test_a_table_that_is_refused(changes: dict[str, Any], field: str) -> None:
    assert list(RULESET.admits(created(**changes), BOX)) == [field]


def test_a_table_that_is_admitted() -> None:
    assert RULESET.admits(created(), BOX) == {}
    assert RULESET.admits(created(options={"pile": 51}), BOX) == {}
    offered = RULESET.offers(BOX)
    assert [team["id"] for team in offered["teams"]] == ["larks", "ravens", "foxes", "pikes"]
    assert offered["options"]["pile"][-1] == 51


def test_defaults_are_filled_in_once() -> None:
    full = RULESET.complete(created(options={"pile": None}), BOX)
    assert [seat.team for seat in full.seats] == ["larks", "ravens"]
    assert full.options["pile"] == 20
    assert RULESET.complete(full, BOX) == full


def test_the_rulings_of_the_book_are_those_of_the_setup() -> None:
    assert set(RULESET.rulebook.rulings) == set(Rulings.__struct_fields__)
    for ruling in RULESET.rulebook.rulings.values():
        for value in ruling.values:
            new_game(rulings={ruling.key: value})


@pytest.mark.parametrize("seat", ["a", "b"])
def test_elevens_stand_where_they_may(seat: str) -> None:
    for team in BOX.teams:
        chips = {player.number: player for player in team.players}
        usual = default_eleven(BOX, team, seat)
        assert usual is not None
        for placed in (usual, lowest_eleven(BOX, team, seat)):
            assert len({number for number, _ in placed}) == len({at for _, at in placed}) == 11
            assert all(may_start_on(BOX, chips[n], seat, at) for n, at in placed)
        assert 18 in dict(lowest_eleven(BOX, team, seat, {18}))


def test_a_chip_makes_room_for_one_that_has_nowhere_else() -> None:
    team = BOX.teams[0]
    reds = [p for p in team.players if p.role == "red"][:2]
    crowd = [msgspec.structs.replace(reds[0], number=30 + n, sides=["left"]) for n in range(8)]
    either = msgspec.structs.replace(reds[1], number=20, sides=["left", "right"])
    placed = dict(laid_out(BOX, [either, *crowd], "a"))
    assert len(placed) == 9
    assert placed[20][0] in "MNOP"


def test_a_captain_outside_the_usual_eleven_is_lined_up() -> None:
    state = RULESET.apply(new_game(), note("a C 18"))
    line_up = next(o for o in RULESET.options(state, "all") if o.type == "LineupPlaced")
    assert "a18" in {placed["player"] for placed in line_up.data["players"]}


def test_other_elevens_line_up_after_a_goal() -> None:
    chips = {f"a{n}": {"at": at} for n, at in lowest_eleven(BOX, BOX.teams[0], "a", {18})}
    state = adjusted(new_game(), {"turn": {"phase": "lineup", "seat": "a"}, "players": chips})
    line_up = next(o for o in RULESET.options(state, "all") if o.type == "LineupPlaced")
    assert {placed["player"] for placed in line_up.data["players"]} == set(chips)


def test_eight_sided_dice() -> None:
    content = {**RULESET.sample_box, "die_sides": 8}
    box = msgspec.convert(content, Box)
    assert check_box(box) == {}
    state = RULESET.initial(RULESET.complete(_with_rulings(), box), box)
    assert state.setup.sides_of_die == 8


def _with_rulings() -> GameCreated:
    rulings = RULESET.rulebook.decided(None)
    return created(options={"policy": "record", "rulings": rulings, "abilities": True})
