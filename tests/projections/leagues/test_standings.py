"""Small seasons made by hand whose tables were worked out by hand."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from projections.kit.find import rulesets
from projections.leagues.counting import counting, refusals
from projections.leagues.payloads import Award, ResultAwarded, Settings
from projections.leagues.results import Line, Result, of_award
from projections.leagues.standings import Contestant, Row, table

USUAL = Settings()


def season(
    ruleset: str,
    results: list[Result],
    *,
    settings: Settings = USUAL,
    lots: list[list[str]] | None = None,
    withdrawn: dict[str, str] | None = None,
) -> list[Row]:
    """The table of all teams that played, entered in the order of their ids, named alike."""
    teams = sorted({line.team for result in results for line in result.lines})
    gone = withdrawn or {}
    return table(
        [Contestant(team, team.title(), gone.get(team)) for team in teams],
        results,
        counting(rulesets()[ruleset].standings, settings),
        lots or [],
    )


def goals(home: str, own: int, others: int, away: str, how: str = "", **more: float) -> Result:
    """A game by its goals; `how`: `shootout_` where it went so far, won by home."""
    words = ("draw", "draw") if own == others and not how else ("win", "loss")
    words = words if own >= others else ("loss", "win")
    lines = [
        Line(
            team,
            how + word,
            {"goals": mine, "goal_difference": mine - theirs, "xg_difference": sign * xg}
            | {name: value for name, value in more.items() if name.startswith("fair")},
        )
        for team, word, mine, theirs, sign in (
            (home, words[0], own, others, 1),
            (away, words[1], others, own, -1),
        )
        for xg in (more.get("xg", 0.0),)
    ]
    return Result("fixture", lines)


def places(rows: list[Row]) -> list[tuple[int | None, str]]:
    return [(row.place, row.team) for row in rows]


def texts(rows: list[Row]) -> list[list[str]]:
    return [[tie.text for tie in row.ties] for row in rows]


def test_three_level_in_all_are_ranked_by_the_games_between_them() -> None:
    rows = season(
        "und1c1",
        [
            goals("ants", 2, 0, "bees"),
            goals("bees", 1, 0, "cats"),
            goals("cats", 1, 0, "ants"),
            goals("ants", 3, 2, "dogs"),
            goals("bees", 4, 1, "dogs"),
            goals("cats", 4, 2, "dogs"),
        ],
    )
    assert places(rows) == [(1, "ants"), (2, "cats"), (3, "bees"), (4, "dogs")]
    assert [(row.points, row.played, row.amounts["goals"]) for row in rows[:3]] == [(6, 3, 5)] * 3
    assert {row.amounts["goal_difference"] for row in rows[:3]} == {2}
    words = "goal difference in the games between them"
    assert texts(rows) == [
        [f"level with Cats on 6 points; ahead by {words}, +1 to 0"],
        [
            f"level with Ants on 6 points; behind by {words}, 0 to +1",
            f"level with Bees on 6 points; ahead by {words}, 0 to −1",
        ],
        [f"level with Cats on 6 points; behind by {words}, −1 to 0"],
        [],
    ]


def test_those_still_level_are_compared_among_themselves() -> None:
    results = [
        *(goals("cats", 1, 0, other) for other in ("ants", "bees")),
        *(goals("cats", 1, 0, "bees"), goals("ants", 1, 0, "cats"), goals("bees", 1, 0, "ants")),
        *(goals(winner, 1, 0, "dogs") for winner in ("ants", "ants", "bees", "bees")),
    ]
    rows = season("und1c1", results, settings=Settings(tie_breakers=["head_to_head", "name"]))
    # Between the three, Ants and Bees have 3 points each; between these two, Bees won.
    assert [row.points for row in rows] == [9, 9, 9, 0]
    assert places(rows) == [(1, "cats"), (2, "bees"), (3, "ants"), (4, "dogs")]
    points = "points in the games between them"
    assert rows[0].ties[0].text == f"level with Bees on 9 points; ahead by {points}, 9 to 3"
    assert rows[1].ties[1].text == f"level with Ants on 9 points; ahead by {points}, 3 to 0"


@pytest.mark.parametrize(
    ("results", "said"),
    [
        ([("ants", 2, 0), ("bees", 1, 0)], "ahead by goal difference, +2 to +1"),
        ([("ants", 3, 1), ("bees", 2, 0)], "ahead by goals, 3 to 2"),
        ([("ants", 2, 0, 1.25), ("bees", 2, 0, 0.5)], "ahead by xG difference, +1.25 to +0.5"),
        ([("ants", 2, 0), ("bees", 2, 0)], "and in all else; ahead by name"),
    ],
)
def test_each_row_names_what_decided(results: list[tuple[Any, ...]], said: str) -> None:
    played = []
    for result in results:
        team, own, others, *xg = result
        played.append(goals(team, own, others, "dogs", xg=xg[0] if xg else 0.0))
    rows = season("und1c1", played)
    assert rows[0].team == "ants"
    assert rows[0].ties[0].text.endswith(said)


def test_wannabe_football_counts_a_shoot_out_between_win_and_draw() -> None:
    rows = season(
        "wannabe-football",
        [
            goals("ants", 1, 1, "bees", "shootout_"),
            goals("bees", 2, 0, "cats"),
            goals("cats", 1, 1, "ants"),
            goals("cats", 3, 1, "dogs"),
        ],
    )
    assert [(row.team, row.points) for row in rows] == [
        *(("bees", 4), ("cats", 4), ("ants", 3), ("dogs", 0)),
    ]
    assert rows[0].ties[0].text == (
        "level with Cats on 4 points; ahead by goal difference, +2 to 0"
    )
    assert rows[2].outcomes == {"shootout_win": 1, "draw": 1}


def test_wannabe_football_puts_the_fairer_team_first() -> None:
    fair = goals("bees", 1, 0, "dogs", fair_play=-1), goals("ants", 1, 0, "dogs", fair_play=-3)
    rows = season("wannabe-football", list(fair))
    assert [row.team for row in rows[:2]] == ["bees", "ants"]
    assert rows[0].ties[0].by == "fair_play"


def vp(winner: str, loser: str, own: int, others: int, casualties: int = 0) -> Result:
    lines = [
        Line(
            team,
            word,
            {
                "vp_scored": mine,
                "vp_difference": mine - theirs,
                "casualty_difference": way * casualties,
            },
        )
        for team, word, mine, theirs, way in (
            (winner, "win", own, others, 1),
            (loser, "loss", others, own, -1),
        )
    ]
    return Result("fixture", lines)


def test_undaunted_breaks_ties_by_victory_points_casualties_and_lots() -> None:
    everybody = [vp("ants", "zeds", 7, 3, 2), vp("bees", "zeds", 7, 3, 4), vp("cats", "zeds", 8, 5)]
    rows = season("undaunted-2200", everybody)
    assert [row.team for row in rows] == ["bees", "ants", "cats", "zeds"]
    assert rows[0].ties[0].text == (
        "level with Ants on 3 points; ahead by casualty difference, +4 to +2"
    )
    assert rows[1].ties[1].text == "level with Cats on 3 points; ahead by VP difference, +4 to +3"
    level = [vp("ants", "zeds", 7, 3), vp("bees", "zeds", 7, 3)]
    undrawn = season("undaunted-2200", level)
    assert places(undrawn) == [(1, "ants"), (1, "bees"), (3, "zeds")]
    assert "lots may be drawn" in undrawn[0].ties[0].text
    drawn = season("undaunted-2200", level, lots=[["ants", "bees"], ["bees", "ants"]])
    assert places(drawn) == [(1, "bees"), (2, "ants"), (3, "zeds")]
    assert drawn[0].ties[0].text.endswith("ahead by lot")


def coaches(**halves: tuple[int, int, int, float, float]) -> Result:
    """team=(halves, titles, spaces, season wins, luck)."""
    rivals = 2 * (len(halves) - 1)
    return Result(
        "fixture",
        [
            Line(
                team,
                f"{share} of {rivals}",
                {"titles": title, "spaces": spaces, "season_wins": wins, "luck": luck},
            )
            for team, (share, title, spaces, wins, luck) in halves.items()
        ],
    )


def test_football_u_shares_ten_points_by_teams_beaten() -> None:
    rows = season(
        "football-u",
        [
            coaches(ants=(4, 1, 12, 3.0, 0.5), bees=(2, 0, 9, 2.0, 0.0), cats=(0, 0, 3, 1.0, -0.5)),
            coaches(ants=(0, 0, 6, 1.0, 0.0), bees=(2, 1, 11, 2.0, 0.5)),
        ],
    )
    assert [(row.team, row.points) for row in rows] == [("bees", 15), ("ants", 10), ("cats", 0)]
    assert rows[1].amounts["spaces"] == 9
    assert rows[1].amounts["titles"] == 1


@pytest.mark.parametrize(
    ("one", "other", "said"),
    [
        ((1, 0, 7, 2.0, 0.0), (1, 1, 7, 2.0, 0.0), "titles, 1 to 0"),
        ((1, 0, 7, 2.0, 0.0), (1, 0, 8, 2.0, 0.0), "spaces, 8 to 7"),
        ((1, 0, 7, 2.0, 0.0), (1, 0, 7, 2.5, 0.0), "season wins, 2.5 to 2"),
        ((1, 0, 7, 2.0, 0.25), (1, 0, 7, 2.0, -0.5), "luck, −0.5 to +0.25"),
    ],
)
def test_football_u_breaks_ties_in_this_order(
    one: tuple[int, int, int, float, float], other: tuple[int, int, int, float, float], said: str
) -> None:
    rows = season("football-u", [coaches(ants=one, bees=other)])
    assert [row.team for row in rows] == ["bees", "ants"]
    assert rows[0].ties[0].text.endswith(f"ahead by {said}")


def test_head_to_head_of_more_than_two_at_a_table() -> None:
    same = (7, 2.0, 0.0)
    rows = season(
        "football-u",
        [
            coaches(ants=(2, 0, *same), bees=(4, 0, *same), cats=(0, 0, *same)),
            coaches(ants=(2, 0, *same), dogs=(0, 0, *same)),
            coaches(bees=(1, 0, *same), dogs=(1, 0, *same)),
        ],
    )
    assert [(row.team, row.points) for row in rows[:2]] == [("bees", 15), ("ants", 15)]
    assert rows[0].ties[0].by == "head_to_head"


def test_an_annulled_team_stands_last_and_its_games_count_for_nobody() -> None:
    games = [goals("ants", 3, 0, "dogs"), goals("bees", 1, 0, "ants"), goals("dogs", 9, 0, "bees")]
    rows = season("und1c1", games, withdrawn={"dogs": "annulled"})
    assert places(rows) == [(1, "bees"), (2, "ants"), (None, "dogs")]
    assert [row.played for row in rows] == [1, 1, 0]
    kept = season("und1c1", games, withdrawn={"dogs": "kept"})
    assert places(kept) == [(1, "dogs"), (2, "ants"), (3, "bees")]
    assert kept[0].withdrawn == "kept"


def test_points_and_tie_breakers_of_a_season_override_the_ruleset() -> None:
    games = [goals("ants", 1, 1, "bees"), goals("bees", 0, 0, "cats"), goals("cats", 2, 0, "ants")]
    usual = season("und1c1", games)
    assert [(row.team, row.points) for row in usual] == [("cats", 4), ("bees", 2), ("ants", 1)]
    own = Settings(points={"win": 1, "draw": 2}, tie_breakers=["goals", "name"])
    rows = season("und1c1", games, settings=own)
    assert [(row.team, row.points) for row in rows] == [("bees", 4), ("cats", 3), ("ants", 2)]


@pytest.mark.parametrize(
    ("settings", "field"),
    [
        (Settings(points={"triumph": 4}), "points"),
        (Settings(tie_breakers=["goals", "beauty"]), "tie_breakers"),
        (Settings(tie_breakers=["goals", "goals"]), "tie_breakers"),
    ],
)
def test_settings_that_the_ruleset_cannot_follow_are_refused(
    settings: Settings, field: str
) -> None:
    assert list(refusals(rulesets()["und1c1"].standings, settings)) == [field]


@pytest.mark.parametrize("ruleset", sorted(rulesets()))
def test_what_a_ruleset_counts_by_default_may_be_set(ruleset: str) -> None:
    standings = rulesets()[ruleset].standings
    named = Settings(tie_breakers=list(standings.tie_breakers), points={})
    assert refusals(standings, named) == {}


def test_an_award_says_what_it_says_and_no_more() -> None:
    award = ResultAwarded(
        fixture="f1",
        awards=[
            Award(team="ants", outcome="win", amounts={"goals": 3}),
            Award(team="bees", outcome="loss", amounts={"goals": 0}),
        ],
    )
    result = of_award(award, None, ("goals", "goal_difference", "xg_difference"))
    assert [line.amounts for line in result.lines] == [
        {"goals": 3, "goal_difference": 3, "xg_difference": None},
        {"goals": 0, "goal_difference": -3, "xg_difference": None},
    ]
    rows = season("und1c1", [result])
    assert [row.amounts["xg_difference"] for row in rows] == [None, None]


@pytest.mark.parametrize("sure", [0.0, 1.5, -1.5])
def test_what_is_not_known_of_every_game_decides_nothing(sure: float) -> None:
    """Bees have one game of which the xG are known and one of which they are not."""
    known = goals("ants", 1, 0, "dogs", xg=sure), goals("bees", 1, 0, "dogs", xg=0.5)
    unknown = [goals(team, 2, 0, "dogs") for team in ("bees", "ants")]
    told = replace(
        unknown[0], lines=[replace(line, amounts=_without_xg(line)) for line in unknown[0].lines]
    )
    rows = season("und1c1", [*known, told, unknown[1]])
    assert places(rows) == [(1, "ants"), (2, "bees"), (3, "dogs")]
    assert (rows[0].amounts["xg_difference"], rows[1].amounts["xg_difference"]) == (sure, 0.5)
    assert [row.unknown for row in rows] == [{}, {"xg_difference": 1}, {"xg_difference": 1}]
    assert rows[0].ties[0].text == (
        "level with Bees on 6 points and in all else "
        "(xG difference not known of every game); ahead by name"
    )
    undrawn = Settings(tie_breakers=["xg_difference"])
    rows = season("und1c1", [*known, told, unknown[1]], settings=undrawn)
    assert places(rows) == [(1, "ants"), (1, "bees"), (3, "dogs")]
    assert rows[0].ties[0].by is None


def _without_xg(line: Line) -> dict[str, float | None]:
    return {**line.amounts, "xg_difference": None}


def test_the_order_of_entry_and_of_games_changes_nothing() -> None:
    games = [goals("ants", 1, 0, "bees"), goals("bees", 2, 1, "cats"), goals("cats", 1, 1, "ants")]
    there, back = season("und1c1", games), season("und1c1", games[::-1])
    assert there == back
    assert all(above.points >= below.points for above, below in pairwise(there))


@given(
    st.lists(
        st.tuples(
            st.permutations("abcd").map(lambda t: t[:2]), st.integers(0, 3), st.integers(0, 3)
        ),
        max_size=12,
    )
)
def test_a_plain_recount_comes_to_the_same_order(games: list[tuple[list[str], int, int]]) -> None:
    sums = {team: [0, 0, 0] for team in "abcd"}
    results = []
    for (home, away), own, others in games:
        results.append(goals(home, own, others, away))
        for team, mine, theirs in ((home, own, others), (away, others, own)):
            sums[team][0] += 3 if mine > theirs else int(mine == theirs)
            sums[team][1] += mine - theirs
            sums[team][2] += mine
    settings = Settings(tie_breakers=["goal_difference", "goals", "name"])
    counts = counting(rulesets()["und1c1"].standings, settings)
    rows = table([Contestant(team, team) for team in "dbca"], results, counts)
    expected = sorted(sums, key=lambda team: (*(-number for number in sums[team]), team))
    assert [row.team for row in rows] == expected
    assert [row.points for row in rows] == [sums[team][0] for team in expected]
    assert sum(row.played for row in rows) == 2 * len(games)


@given(
    st.lists(
        st.tuples(
            st.permutations("abcd").map(lambda t: t[:2]), st.integers(0, 1), st.integers(0, 1)
        ),
        max_size=9,
    ),
    st.permutations(
        ["head_to_head", "goals", "head_to_head_goal_difference", "-goals", "lots", "name"]
    ),
)
def test_any_order_of_tie_breakers_ranks_everybody_once(
    games: list[tuple[list[str], int, int]], ties: list[str]
) -> None:
    results = [goals(home, own, others, away) for (home, away), own, others in games]
    counts = counting(rulesets()["und1c1"].standings, Settings(tie_breakers=ties))
    rows = table([Contestant(team, team) for team in "abcd"], results, counts, [["d", "a"]])
    assert sorted(row.team for row in rows) == list("abcd")
    assert [row.place for row in rows] == [1, 2, 3, 4]
    for above, below in pairwise(rows):
        assert above.points >= below.points
        named = [tie.by for tie in above.ties if tie.other == below.team]
        assert named == [tie.by for tie in below.ties if tie.other == above.team]
        assert bool(named) == (above.points == below.points and bool(above.played or below.played))
