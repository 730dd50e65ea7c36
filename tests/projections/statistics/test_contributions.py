"""What one small game adds to its season, sum by sum."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from projections.kit.figures import Figure, of_events
from projections.kit.statistics import Statistics
from projections.statistics.contributions import (
    UNIT,
    Amounts,
    Group,
    Key,
    Played,
    Rolled,
    Sheet,
    die_key,
    difference,
    in_billionths,
    other_figures,
    parts,
    rows,
    score_of,
)


def figure(kind: str, **more: Any) -> Figure:
    return Figure(title=kind, says=f"{kind}.", kinds=(kind,), unit="of them", **more)


STATISTICS = Statistics(
    luck=("pass", "shot"),
    mutual=True,
    chances=("shot",),
    figures={
        "longest": figure("chain", measure="most"),
        "shortest": figure("chain", measure="least"),
        "goals": figure("goal", measure="mean", per="game"),
        "ends": figure("end", per="season"),
        "events": of_events(),
    },
    own_piece=lambda _seat, piece: piece[1:],
)


def tries(count: int, value: float, expected: float, spread: float = 0) -> Amounts:
    sums = map(in_billionths, (value, expected, value - expected, spread))
    return Amounts(count, count, count, *sums)


def group(kind: str, side: str, amounts: Amounts, piece: str | None = None) -> Group:
    person = "p-ada" if side == "a" else None
    return Group(kind, side, side, piece, person, amounts)


def valued(value: float) -> Amounts:
    return Amounts(count=1, valued=1, value=in_billionths(value))


SHEET = Sheet(
    game="g",
    steps=40,
    season="s",
    round=7,
    began="2026-01-01",
    grade="full",
    over=True,
    played=[
        Played("a", "ant", "win", {"win": 0.75, "loss": 0.25}, (0.1, 12), "1–0"),
        Played("b", "bee", "loss", {"win": 0.25, "loss": 0.75}, None, "0–1"),
    ],
    groups=[
        group("shot", "a", tries(2, 1, 0.5, 0.375), "a9"),
        group("shot", "b", tries(1, 0, 0.25, 0.1875)),
        group("pass", "a", tries(3, 1, 1.5, 0.75)),
        group("figure:longest", "a", valued(3)),
        group("figure:longest", "a", valued(5), "a9"),
        group("figure:longest", "a", Amounts(count=1)),
        group("figure:shortest", "a", Amounts(count=1)),
        group("figure:shortest", "a", valued(3)),
        group("figure:shortest", "a", valued(5)),
        group("figure:goals", "a", valued(2)),
        group("figure:goals", "b", valued(1)),
        group("figure:ends", "a", valued(1)),
    ],
    rolled=[Rolled("a", "white", "[1, 2]", "1", "r", 3), Rolled(None, "black", "[1]", "1", "r", 2)],
)
"""Ada's ant beat bee: two shots and three passes against one shot."""


def found(sheet: Sheet, level: str) -> dict[tuple[str, str, str], Amounts]:
    return {
        (key.team, key.who, key.kind): amounts
        for key, amounts in parts(sheet, STATISTICS).items()
        if key.level == level
    }


def test_amounts_are_billionths() -> None:
    """Sums are kept from one version of the program to the next."""
    assert (UNIT, in_billionths(1.5), in_billionths(-1 / 3)) == (10**9, 1_500_000_000, -333_333_333)


OF_ANT = {
    "shot": tries(2, 1, 0.5, 0.375),
    "pass": tries(3, 1, 1.5, 0.75),
    "figure:longest": Amounts(count=3, valued=2, value=5 * UNIT),
    "figure:shortest": Amounts(count=3, valued=2, value=3 * UNIT),
}


def test_sums_of_teams_people_and_pieces() -> None:
    shot = tries(1, 0, 0.25, 0.1875)
    assert found(SHEET, "team") == {
        **{("ant", "", kind): amounts for kind, amounts in OF_ANT.items()},
        ("bee", "", "shot"): shot,
    }
    assert found(SHEET, "against") == {
        **{("bee", "", kind): amounts for kind, amounts in OF_ANT.items()},
        ("ant", "", "shot"): shot,
    }
    assert found(SHEET, "person") == {
        ("", "p-ada", kind): amounts for kind, amounts in OF_ANT.items()
    }
    assert found(SHEET, "piece") == {
        ("ant", "9", "shot"): OF_ANT["shot"],
        ("ant", "9", "figure:longest"): valued(5),
    }


def test_games_are_counted_by_the_value_of_which_one_counts() -> None:
    most, least = f"figure:longest={5 * UNIT}", f"figure:shortest={3 * UNIT}"
    for level, team, who in (("team", "ant", ""), ("against", "bee", ""), ("person", "", "p-ada")):
        assert found(SHEET, f"{level}-values") == {
            (team, who, most): valued(5),
            (team, who, least): valued(3),
        }
    assert found(SHEET, "piece-values") == {("ant", "9", most): valued(5)}
    unknown = replace(SHEET, groups=[group("figure:longest", "a", Amounts(count=2))])
    assert found(unknown, "team-values") == {}


def test_figures_of_the_season() -> None:
    coverage = {"grade:full": 1, "over": 1, "deserved": 1}
    assert found(SHEET, "season") == {
        **{("", "", kind): Amounts(count=count) for kind, count in coverage.items()},
        ("", "", "figure:ends"): valued(1),
        ("", "", "figure:goals"): valued(3),
        ("", "", "figure:events"): valued(40),
    }
    for other in (replace(SHEET, over=False), replace(SHEET, grade="result")):
        assert {kind for *_, kind in found(other, "season")} == {
            "figure:ends",
            "deserved",
            f"grade:{other.grade}",
            *(["over"] if other.over else []),
        }


def test_dice() -> None:
    assert found(SHEET, "die") == {
        ("ant", die_key("white", "[1, 2]", "r"), "1"): Amounts(count=3),
        ("", die_key("black", "[1]", "r"), "1"): Amounts(count=2),
    }


def test_the_course_of_a_season() -> None:
    """Luck is mutual: that of the opponents' shot counts against it."""
    luck = {"ant": 250_000_000, "bee": -250_000_000}
    lucky = {t: Amounts(count=1, known=1, luck=n, spread=1_312_500_000) for t, n in luck.items()}
    score = {"ant": tries(1, 1, 0.5), "bee": tries(1, 0, 0.25)}
    once, outcome = Amounts(count=1), {"ant": "win", "bee": "loss"}
    teams = ("ant", "bee")
    assert found(SHEET, "round") == {
        **{(team, "000007", "luck"): lucky[team] for team in teams},
        **{(team, "000007", "score"): score[team] for team in teams},
    }
    assert found(SHEET, "points") == {
        (team, "000007", f"outcome:{outcome[team]}"): once for team in teams
    }
    assert found(SHEET, "meeting") == {
        ("ant", "bee", "outcome:win"): once,
        ("bee", "ant", "outcome:loss"): once,
    }
    deserved = {"ant": {"win": 0.75, "loss": 0.25}, "bee": {"win": 0.25, "loss": 0.75}}
    assert found(SHEET, "season-long") == {
        **{(team, "", "luck"): lucky[team] for team in teams},
        **{(team, "", "score"): score[team] for team in teams},
        ("ant", "", "conceded"): score["bee"],
        ("bee", "", "conceded"): score["ant"],
        **{(team, "", f"outcome:{outcome[team]}"): once for team in teams},
        **{(team, "", f"earned:{outcome[team]}"): once for team in teams},
        **{
            (team, "", f"deserved:{what}"): Amounts(count=1, value=in_billionths(chance))
            for team in teams
            for what, chance in deserved[team].items()
        },
    }


@pytest.mark.parametrize(
    ("changed", "luck", "scored"),
    [
        ({}, 250_000_000, UNIT),
        ({"grade": "result"}, None, None),
        ({"balanced": False}, 250_000_000, None),
        ({"groups": []}, None, 0),
        ({"groups": [group("shot", "a", Amounts(count=1, valued=1, value=UNIT))]}, None, None),
        ({"groups": [group("shot", "b", tries(1, 0, 0.25))]}, 250_000_000, 0),
        ({"groups": [group("shot", "a", tries(1, 1, 0.25))]}, 750_000_000, UNIT),
    ],
)
def test_what_is_known_of_a_score(
    changed: dict[str, Any], luck: int | None, scored: int | None
) -> None:
    sheet = replace(SHEET, **changed)
    score = score_of(sheet, STATISTICS, "a")
    assert (score.luck, score.scored) == (luck, scored)
    assert (score.expected is None) == (scored is None)
    course = found(sheet, "round")
    assert (("ant", "000007", "luck") in course) == (luck is not None)
    assert (("ant", "000007", "score") in course) == (scored is not None)


def test_the_rows_of_a_game() -> None:
    ant, bee = rows(SHEET, STATISTICS)
    assert (ant["team"], ant["outcome"], ant["score"], ant["round"]) == ("ant", "win", "1–0", 7)
    assert (ant["scored"], ant["expected"], ant["luck"]) == (UNIT, UNIT // 2, UNIT // 4)
    assert (ant["rarest"], ant["rarest_step"]) == (0.1, 12)
    assert (bee["rarest"], bee["rarest_step"]) == (None, None)


def test_what_changes_when_a_game_is_counted_anew() -> None:
    before = parts(SHEET, STATISTICS)
    fewer = replace(SHEET, groups=SHEET.groups[1:])
    changes = {
        key: (games, amounts)
        for key, games, amounts in difference(before, parts(fewer, STATISTICS))
    }
    gone = Key("team", "ant", "", "shot")
    assert changes[gone] == (-1, Amounts().minus(OF_ANT["shot"]))
    assert Key("team", "ant", "", "pass") not in changes
    assert difference(before, before) == []
    (added, *_) = difference({}, {gone: OF_ANT["shot"]})
    assert added == (gone, 1, OF_ANT["shot"])


def test_other_figures() -> None:
    kept = other_figures(parts(SHEET, STATISTICS), {"figure:longest", "figure:goals"})
    assert {key.kind.partition("=")[0] for key in kept} == {
        "figure:shortest",
        "figure:ends",
        "figure:events",
    }
    assert any(key.level == "team-values" for key in kept)


@pytest.mark.parametrize("name", ["longest", "shortest"])
def test_what_is_not_known_is_neither_the_most_nor_the_least(name: str) -> None:
    unknown = Amounts(count=1)
    for groups in ([valued(3), unknown], [unknown, valued(3)]):
        told = [group(f"figure:{name}", "a", amounts) for amounts in groups]
        found = parts(replace(SHEET, groups=told), STATISTICS)
        of_team = found[Key("team", "ant", "", f"figure:{name}")]
        assert of_team == Amounts(count=2, valued=1, value=3 * UNIT)


def test_where_a_ruleset_counts_no_chances_no_score_by_them_is_known() -> None:
    found = score_of(SHEET, Statistics(luck=("pass",)), "a")
    assert (found.scored, found.expected) == (None, None)
