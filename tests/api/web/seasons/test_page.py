from __future__ import annotations

from api.web.seasons.page import AT_ONCE, parts, window
from projections.leagues.state import Fixture, Season


def season(*rounds: int, loose: int = 0) -> Season:
    """`rounds` says how many fixtures each round has."""
    numbers = [n for n, size in enumerate(rounds, 1) for _ in range(size)]
    found = [
        Fixture(id=f"f{n}", teams=("a", "b") if n % 2 else ("c", "d"), round=number)
        for n, number in enumerate([*numbers, *[None] * loose], 1)
    ]
    return Season(id="s", name="S", ruleset="und1c1", fixtures={one.id: one for one in found})


def test_a_short_season_is_shown_whole() -> None:
    found = window(parts(season(3, 3, loose=2), None), None, set())
    assert [part.heading for part in found.shown] == [
        "Round 1",
        "Round 2",
        "Without a round, 1 to 2",
    ]
    assert (found.before, found.after) == (None, None)


def test_a_long_season_opens_at_the_first_round_that_is_not_played() -> None:
    long = parts(season(*[25] * 6), None)
    played = {one.id for part in long[:2] for one in part.fixtures}
    found = window(long, None, played)
    assert [part.key for part in found.shown] == ["3", "4"]
    assert found.before and found.before.key == "2"
    assert found.after and found.after.key == "5"
    last = window(long, None, {one.id for part in long for one in part.fixtures})
    assert [part.key for part in last.shown] == ["6"]
    assert [part.key for part in window(long, "1", played).shown] == ["1", "2"]
    assert [part.key for part in window(long, "99", played).shown] == ["3", "4"]


def test_every_fixture_is_on_some_page() -> None:
    found = parts(season(70, 5, loose=2 * AT_ONCE + 1), None)
    seen: list[str] = []
    key: str | None = found[0].key
    while key is not None:
        page = window(found, key, set())
        seen += [one.id for part in page.shown for one in part.fixtures]
        key = page.after.key if page.after else None
    assert sorted(seen) == sorted(season(70, 5, loose=2 * AT_ONCE + 1).fixtures)


def test_one_team_s_fixtures() -> None:
    assert [one.id for part in parts(season(4), "a") for one in part.fixtures] == ["f1", "f3"]
