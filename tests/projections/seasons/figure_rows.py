"""The figures of a small season, asked for in few words."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from events.event import Draft
from projections.seasons import context, figures, writer
from projections.seasons.context import Season
from projections.statistics.tables import Figured
from tests.projections.games.tapes import Table
from tests.projections.seasons import seasons


def play(table: Table, game: str, drafts: Iterable[Draft], sides: Mapping[str, str]) -> None:
    """Records a game for a fixture of its own."""
    seasons.fixture(table, game, sides)
    table.record(game, seasons.for_fixture(list(drafts), game, sides))
    judged(table, game)


def judged(table: Table, game: str) -> None:
    seasons.judge(table, game)
    seasons.result(table, game)
    with table.engine.begin() as connection:
        writer.recount_game(connection, game)


def correct(table: Table, game: str, type_: str, target: int, **data: Any) -> None:
    table.record(game, [Draft(type=type_, data={"target": target, **data})])
    judged(table, game)


def season(table: Table) -> Season:
    found = context.opened(table.engine, seasons.SEASON)
    assert found is not None
    return found


def rows(table: Table, figure: str, level: figures.Level = "team") -> list[Figured]:
    return list(figures.figures(season(table), level, figures.Asked(figure=figure)))


def rows_of_all(table: Table) -> list[Figured]:
    return list(figures.figures(season(table), "season"))


def of(table: Table, figure: str, who: str = "ant", level: figures.Level = "team") -> Any:
    """A figure's amount, or those of its parts by label."""
    mine = [row for row in rows(table, figure, level) if who in (row.team, row.person)]
    if mine and mine[0].label is not None:
        return {row.label: row.amount for row in mine}
    return mine[0].amount if mine else None


def draft(type_: str, seat: str | None = None, **data: Any) -> Draft:
    if "from_" in data:
        data["from"] = data.pop("from_")
    return Draft(type=type_, seat=seat, data=data)
