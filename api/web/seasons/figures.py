"""The figures of a season as pages show them: a line a figure or part, a column a team."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from math import ceil
from typing import NamedTuple

from projections.kit.figures import Figure, Per, kind_of
from projections.seasons import figures
from projections.seasons.context import Season
from projections.seasons.figures import Asked
from projections.statistics.tables import Figured

MOST_PARTS = 12
"""Parts without names of their own that are listed, the largest ones."""

SHADES = 5
"""Steps of shading on a board."""

Columns = Sequence[tuple[str, str]]
"""What a line has cells for: key and heading."""


class Cell(NamedTuple):
    """A number, what was expected beside it, and the events it is made of."""

    text: str
    expected: str
    row: Figured


class Line(NamedTuple):
    """A figure or a part of it, for each column; None: nothing of it was recorded."""

    part: str | None
    cells: Sequence[Cell | None]


class Square(NamedTuple):
    """A place on a board, how much fell there, of what facts, and how dark it is, of SHADES."""

    called: str
    text: str
    kind: str
    shade: int


class Shown(NamedTuple):
    """A figure: its lines, and the board where its parts lie on one; there they need names to be
    told in lines as well. `more`: parts that are in the file alone."""

    name: str
    figure: Figure
    lines: Sequence[Line]
    more: int
    board: Sequence[Sequence[Square]]


Column = Callable[[Figured], str]
"""The key of the column that a row belongs to."""

OWN, THEIRS = "own", "opponents"

ALONE: Columns = ((OWN, "Number"),)
BOTH: Columns = ((OWN, "Own"), (THEIRS, "Opponents"))


ALL = ("", "All teams")


def of_teams(season: Season, teams: Columns) -> list[Shown]:
    """The figures of some teams beside each other and those of all, which are on the boards."""
    some = figures.figures(season, "team", Asked(teams=[team for team, _ in teams]))
    everybody = [row for row in figures.figures(season, "season") if _per(season, row) == "team"]
    shown = _shown(season, [*some, *everybody], [*teams, ALL], lambda row: row.team or "")
    return _with_boards(season, shown, everybody)


def of_team(season: Season, team: str) -> list[Shown]:
    """A team's figures beside those of its opponents; on boards its own."""
    asked = Asked(teams=[team])
    own = list(figures.figures(season, "team", asked))
    theirs = figures.figures(season, "against", asked)
    shown = _shown(season, [*own, *theirs], BOTH, lambda row: THEIRS if row.against else OWN)
    return _with_boards(season, shown, own)


def of_person(season: Season, person: str) -> list[Shown]:
    """A person's figures; what only two sides together have is left out."""
    rows = figures.figures(season, "person", Asked(person=person))
    known = [row for row in rows if row.amount is not None]
    return _with_boards(season, _shown(season, known, ALONE, lambda _: OWN), known)


def of_season(season: Season) -> list[Shown]:
    """The figures of the season as a whole."""
    rows = figures.figures(season, "season")
    whole = [row for row in rows if _per(season, row) != "team"]
    return _shown(season, whole, ALONE, lambda _: OWN)


def _per(season: Season, row: Figured) -> Per:
    return season.rules.statistics.figures[row.figure].per


def _with_boards(season: Season, shown: Iterable[Shown], rows: Iterable[Figured]) -> list[Shown]:
    """The figures with what these rows put on boards."""
    boards = {name: _board(name, one, mine) for name, one, mine in _by_figure(season, rows)}
    return [one._replace(board=boards.get(one.name, ())) for one in shown]


def _shown(
    season: Season, rows: Iterable[Figured], columns: Columns, column: Column
) -> list[Shown]:
    found = []
    for name, figure, mine in _by_figure(season, rows):
        parts = _parts(figure, mine)
        listed = parts if figure.labels else _largest(parts, mine)
        lines = _lines(figure, listed, mine, columns, column)
        found.append(Shown(name, figure, lines, len(parts) - len(listed), ()))
    return found


def _by_figure(
    season: Season, rows: Iterable[Figured]
) -> Iterator[tuple[str, Figure, list[Figured]]]:
    found: dict[str, list[Figured]] = {}
    for row in rows:
        found.setdefault(row.figure, []).append(row)
    for name, figure in season.rules.statistics.figures.items():
        if name in found:
            yield name, figure, found[name]


Parts = Sequence[tuple[str | None, str | None]]
"""Label and name of the parts that have lines."""


def _parts(figure: Figure, rows: Iterable[Figured]) -> Parts:
    if figure.board and not figure.labels:
        return []
    found = {(row.label, row.part) for row in rows}
    return sorted(found, key=lambda part: figure.order(part[0] or ""))


def _largest(parts: Parts, rows: Iterable[Figured]) -> Parts:
    """Of many parts those that most was counted of, most first."""
    if len(parts) <= MOST_PARTS:
        return parts
    count: Counter[str | None] = Counter()
    for row in rows:
        count[row.label] += row.count
    return sorted(parts, key=lambda part: -count[part[0]])[:MOST_PARTS]


def _lines(
    figure: Figure, parts: Parts, rows: Iterable[Figured], columns: Columns, column: Column
) -> list[Line]:
    at = {(row.label, column(row)): row for row in rows}
    return [
        Line(part, [_cell(figure, at.get((label, key))) for key, _ in columns])
        for label, part in parts
    ]


def _cell(figure: Figure, row: Figured | None) -> Cell | None:
    return None if row is None else Cell(said(figure, row.amount), _expected(figure, row), row)


def said(figure: Figure, amount: float | None) -> str:
    """An amount in words: a share in hundredths, what is counted as a whole number."""
    if amount is None:
        return "–"
    if figure.percent:
        return f"{100 * amount:.0f} %"
    if figure.measure in ("mean", "ratio"):
        return f"{amount:.2f}".replace("-", "−")
    decimals = 0 if amount == int(amount) else 1 if abs(amount) >= 1 else 2
    return f"{amount:.{decimals}f}".replace("-", "−")


def _expected(figure: Figure, row: Figured) -> str:
    """What was expected of a sum or a mean; "": that is not known, or says nothing."""
    if row.expected is None or row.known < row.count:
        return ""
    if figure.measure == "value":
        return f"{row.expected:.1f}"
    return said(figure, row.expected / row.known) if figure.measure == "mean" else ""


def _board(name: str, figure: Figure, rows: Iterable[Figured]) -> list[list[Square]]:
    """How much of a figure fell where, of all rows together."""
    fell: defaultdict[str, float] = defaultdict(float)
    for row in rows if figure.board else ():
        fell[row.label or ""] += row.amount or 0
    most = max(fell.values(), default=0)
    return [
        [
            Square(
                figure.called(label),
                said(figure, fell[label]) if fell[label] else "",
                kind_of(name, label),
                ceil(SHADES * fell[label] / most) if most > 0 else 0,
            )
            for label in line
        ]
        for line in figure.board
    ]


def kind(row: Figured) -> str:
    """The kind of the facts that a row is made of."""
    return kind_of(row.figure, row.label or "")


GLOBALS = {
    "figure_kind": kind,
    "figures_of_person": of_person,
    "figures_of_season": of_season,
    "figures_of_team": of_team,
    "figures_of_teams": of_teams,
}
"""What the templates call."""
