"""What the pages of a person and of a league show of seasons' statistics."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from api.http.problems import Problem
from api.leagues.season_access import SeasonView, season_view
from api.services import services
from api.web import plots
from api.web.plots import Mark, Series
from api.web.seasons.dashboards import rating_plot, table_address
from projections.kit.drawing.markup import Markup
from projections.seasons import ratings, statistics


def seasons_of(person: str) -> list[dict[str, Any]]:
    """A person's sums and rating in each season that the present caller may see."""
    known = statistics.seasons_of(services().engine, person)
    return [
        {
            "season": view.season,
            "totals": list(statistics.totals(view.season, "person", person=person)),
            "rating_plot": rating_plot(view, list(ratings.history(view.season, "person", person))),
        }
        for view in _views(known)
    ]


def seasons_in_short(seasons: Iterable[str]) -> list[dict[str, Any]]:
    """What the games of a league's seasons rest on and came to, for those with games."""
    found = []
    for view in _views(seasons):
        rests_on = statistics.coverage(view.season)
        if rests_on.games:
            luck = statistics.luck(view.season)
            # Two sides make a game; what is not known of a side is left out, not counted as none.
            games = sum(row.scored_games for row in luck) / 2
            found.append(
                {
                    "season": view.season,
                    "rests_on": rests_on,
                    "scored": sum(row.scored or 0 for row in luck) / games if games else None,
                    "expected": sum(row.expected or 0 for row in luck) / games if games else None,
                }
            )
    return found


def seasons_plot(rows: list[dict[str, Any]]) -> Markup | None:
    """What was scored a game, season by season, beside what the chances were worth."""
    known = [row for row in rows if row["scored"] is not None]
    if len(known) < 2:
        return None

    def series(name: str, field: str, style: str = "") -> Series:
        marks = [
            Mark(
                row[field],
                f"{row['season'].name}, {name}: {row[field]:.2f} a game",
                f"/seasons/{row['season'].id}/statistics",
            )
            for row in known
        ]
        return Series(name, tuple(marks), style)

    labels = [row["season"].name for row in known]
    both = [series("scored", "scored"), series("expected", "expected", "dashed")]
    return plots.bars("Scored and expected a game", labels, both)


def _views(seasons: Iterable[str]) -> Iterator[SeasonView]:
    for season in seasons:
        try:
            yield season_view(season)
        except Problem:
            continue


GLOBALS = {
    "seasons_in_short": seasons_in_short,
    "seasons_of": seasons_of,
    "seasons_plot": seasons_plot,
    "table_address": table_address,
}
"""What the templates call."""
