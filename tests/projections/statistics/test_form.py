"""Who beat whom, in the order of the games: last games, streaks, meetings; places by points."""

from __future__ import annotations

import pytest

from projections.statistics.form import Line, forms, meetings
from projections.statistics.rating import places
from projections.statistics.tables import Form

NAMES = {"ant": "Ants", "bee": "bees", "cat": "Cats"}
POINTS = {"win": 3, "shootout_win": 2, "shootout_loss": 1, "draw": 1, "loss": 0}


def lines(*games: str) -> list[Line]:
    """`ant win 2–1 bee loss 1–2`: a game, one side after the other."""
    found = []
    for n, game in enumerate(games):
        words = game.split()
        for team, outcome, score in zip(words[::3], words[1::3], words[2::3], strict=True):
            told = None if score == "?" else score
            found.append(Line(f"g{n}", team, outcome, POINTS[outcome], told))
    return found


def form(team: str, *games: str) -> Form:
    (found,) = (one for one in forms(lines(*games), NAMES) if one.team == team)
    return found


WON, LOST, DRAWN = "ant win 2–1 bee loss 1–2", "ant loss 0–1 bee win 1–0", "ant draw ? bee draw ?"
KICKS = "ant shootout_win 1–1 bee shootout_loss 1–1"


def test_last_games_and_what_is_said_of_them() -> None:
    ant = form("ant", LOST, WON, DRAWN, KICKS, WON, WON)
    assert ant.last == "WDWWW"
    assert ant.said == "won 2–1, drawn, won the shoot-out 1–1, won 2–1, won 2–1"
    bee = form("bee", LOST, WON, DRAWN, KICKS, WON, WON)
    assert (bee.last, bee.name) == ("LDLLL", "bees")
    assert bee.said.startswith("lost 1–2, drawn, lost the shoot-out 1–1")


@pytest.mark.parametrize(
    ("games", "winning", "unbeaten", "losing", "current"),
    [
        ([WON], 1, 1, 0, "won"),
        ([DRAWN], 0, 1, 0, "drawn"),
        ([LOST], 0, 0, 1, "lost"),
        ([WON, WON, LOST, WON], 2, 2, 1, "won"),
        ([WON, DRAWN, WON, WON], 2, 4, 0, "won 2 in a row"),
        ([LOST, DRAWN, LOST, LOST, LOST], 0, 1, 3, "lost 3 in a row"),
        ([DRAWN, DRAWN], 0, 2, 0, "drawn 2 in a row"),
        ([LOST, WON, DRAWN, LOST, WON], 1, 2, 1, "won"),
    ],
)
def test_streaks(games: list[str], winning: int, unbeaten: int, losing: int, current: str) -> None:
    ant = form("ant", *games)
    assert (ant.winning, ant.unbeaten, ant.losing) == (winning, unbeaten, losing)
    assert ant.current == current


def test_of_several_sides_the_best_has_won() -> None:
    games = ["ant win ? bee loss ? cat loss ?", "ant draw ? bee draw ? cat loss ?", "cat loss ?"]
    last = {one.team: one.last for one in forms(lines(*games), NAMES)}
    assert last == {"ant": "WD", "bee": "LD", "cat": "LLD"}


def test_teams_are_listed_by_their_names() -> None:
    unnamed = lines("cat win ? dog loss ?", "bee win ? ant loss ?")
    assert [one.name for one in forms(unnamed, NAMES)] == ["Ants", "bees", "Cats", "dog"]


def test_meetings() -> None:
    met = {
        ("bee", "ant"): {"loss": 2, "draw": 1, "shootout_loss": 1},
        ("ant", "bee"): {"draw": 1, "win": 2, "shootout_win": 1},
        ("ant", "dog"): {"win": 1},
    }
    first, other, last = meetings(met, POINTS.__getitem__, NAMES)
    assert (first.team, first.opponent, first.name, first.opponent_name) == (
        "ant",
        "bee",
        "Ants",
        "bees",
    )
    assert (first.games, first.points, first.opponent_points) == (4, 9, 2)
    assert first.outcomes == "2 win, 1 draw, 1 shootout win"
    assert (other.opponent, other.opponent_name, other.games) == ("dog", "dog", 1)
    assert (other.points, other.opponent_points) == (3, 0)
    assert (last.team, last.points, last.opponent_points) == ("bee", 2, 9)


@pytest.mark.parametrize(
    ("points", "wanted"),
    [([3, 0], [1, 2]), ([0, 3], [2, 1]), ([1, 1], [1, 1]), ([3, 1, 3, 0], [1, 3, 1, 4])],
)
def test_places(points: list[float], wanted: list[int]) -> None:
    assert places(points) == wanted
