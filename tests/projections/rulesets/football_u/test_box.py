"""Boxes that are refused, and who may sit down with one."""

from __future__ import annotations

import copy
from collections.abc import Callable
from typing import Any

import msgspec
import pytest

from projections.kit.box import components, refusals, sample
from projections.kit.common import GameCreated, Seated
from projections.kit.replay import completed
from projections.rulesets.football_u import RULESET
from projections.rulesets.football_u.box.sample import is_sample

Spoil = Callable[[dict[str, Any]], object]

SPOILED: list[tuple[str, Spoil]] = [
    ("players", lambda b: b["players"].pop("p52")),
    ("players", lambda b: b["players"]["p01"].update(id="p02")),
    ("players", lambda b: b["players"]["p01"]["base"].update(dice=["mauve"])),
    ("players", lambda b: b["players"]["p01"]["upgraded"].update(ability="none-such")),
    ("players", lambda b: b["players"]["p01"].update(position="K")),
    ("coaches", lambda b: b["coaches"].pop("c6")),
    ("coaches", lambda b: b["coaches"]["c1"]["default"].update(name="Jo")),
    ("coaches", lambda b: b["coaches"]["c1"]["hire"].update(overtime=["green", "pink"])),
    ("coaches", lambda b: b["coaches"]["c1"]["hire"].update(passive=[{"op": "reroll"}])),
    ("chemistry", lambda b: b["chemistry"].update(t01="none-such")),
    ("opponents", lambda b: b["opponents"]["o1a"].update(dice=["pink"])),
    ("spaces", lambda b: b["spaces"].pop()),
    ("spaces", lambda b: b["spaces"][0].update(region="moon")),
    ("slots", lambda b: b["slots"].pop()),
    ("slots", lambda b: b["slots"][0].update(id="RB")),
    ("teams", lambda b: b["teams"].pop("west")),
    ("teams", lambda b: b["teams"]["west"].update(region="moon")),
    ("teams", lambda b: b["teams"]["west"].update(walkon_slots=["K"])),
    ("dice", lambda b: b["dice"]["blue"].update(faces=["9"] * 6)),
    ("dice", lambda b: b["dice"]["blue"].update(faces=["X"] * 6)),
    ("strength", lambda b: b["strength"].update(offense=["blue", "red", "green"])),
    ("walkon", lambda b: b["walkon"].update(defense=["pink"])),
    ("abilities", lambda b: b["abilities"]["rr1"].update(when="HELMET")),
    ("abilities", lambda b: b["abilities"]["fg"]["effects"][0].update(face="9")),
    ("abilities", lambda b: b["abilities"]["kick3"]["effects"][0].update(count=1)),
    ("abilities", lambda b: b["abilities"]["boost"]["effects"][0].update(side="any")),
    (
        "abilities",
        lambda b: b["abilities"]["rr1"].update(effects=b["abilities"]["rr1"]["effects"] * 2),
    ),
    ("ai_overtime", lambda b: b.update(ai_overtime=["green", "pink"])),
    ("schedules", lambda b: b["schedules"]["2"]["1"]["games"].pop()),
    ("schedules", lambda b: b["schedules"]["2"]["1"]["games"][0].update(id="s1g9")),
    ("schedules", lambda b: b["schedules"]["2"]["1"]["games"][0].update(visitor="o9z")),
    ("schedules", lambda b: b["schedules"]["1"]["1"].update(bowl=None)),
    ("schedules", lambda b: b["schedules"]["4"]["1"]["games"][0].update(visitor="3", home="4")),
    ("schedules", lambda b: b["schedules"].update({"5": {}})),
    ("track", lambda b: b["track"].update(weeks=14)),
    ("name", lambda b: b.pop("name")),
]


@pytest.mark.parametrize(("field", "spoil"), SPOILED)
def test_a_spoiled_box_is_refused_at_its_field(field: str, spoil: Spoil) -> None:
    content = copy.deepcopy(dict(RULESET.sample_box))
    spoil(content)
    assert field in refusals(RULESET, content)


def test_the_sample_box_says_what_the_rulebook_fixes() -> None:
    box = RULESET.sample_box
    assert refusals(RULESET, box) == {}
    assert sum(dice["count"] for dice in box["dice"].values()) == 90
    assert box["coaches"]["c1"]["hire"]["name"] == "Kyle Savior"
    assert len({player["style"] for player in box["players"].values()}) == 8
    for player in box["players"].values():
        base, up = player["base"]["ability"], player["upgraded"]["ability"]
        assert player["potential"] == (base is not None and up is not None and base != up)


def created(*seats: tuple[str, str | None]) -> GameCreated:
    sitting = [Seated(seat=seat, name=f"Team {seat}", team=team) for seat, team in seats]
    return GameCreated(ruleset="football-u", seats=sitting)


def test_who_may_sit_down() -> None:
    box = components(RULESET, RULESET.sample_box)
    for seats in RULESET.seatings:
        data = completed(RULESET, created(*((seat, None) for seat in seats)), box)
        assert RULESET.admits(data, box) == {}
        assert completed(RULESET, data, box) == data
    for seats in (("1", "3"), ("2", "1"), ("0",), ("1", "2", "3", "4", "5")):
        data = completed(RULESET, created(*((seat, None) for seat in seats)), box)
        assert "seats" in RULESET.admits(data, box)
    assert "seats" in RULESET.admits(created(("1", "north"), ("2", "moon")), box)
    alone = msgspec.structs.replace(box, schedules={"2": box.schedules["2"]})
    assert "seats" in RULESET.admits(created(("1", "north")), alone)


def test_mats_are_filled_in_from_those_that_are_free() -> None:
    box = components(RULESET, RULESET.sample_box)
    data = completed(RULESET, created(("1", None), ("2", "north"), ("3", None)), box)
    assert [seated.team for seated in data.seats] == ["east", "north", "south"]
    assert [team["id"] for team in RULESET.offers(box)["teams"]] == list(box.teams)


def test_names_of_the_sample_box() -> None:
    assert is_sample(None) and is_sample("sample") and is_sample("football-u/sample")
    assert is_sample(sample(RULESET).id)
    assert not is_sample("my-box@0123456789ab")
