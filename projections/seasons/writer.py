"""Keeps the sums of a season as its games are written, in the same transaction.

A game's part is kept beside the sums: what changes is added or taken away, whatever the order in
which games are judged or corrected. Rows are written in the order of their keys, so that two
workers never wait for each other in a circle.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import Any

import msgspec
import sqlalchemy as sa
from msgspec.structs import replace

from projections.kit.figures import FINDINGS, kind_of
from projections.kit.find import rulesets
from projections.kit.statistics import Statistics
from projections.leagues.payloads import ResultAwarded
from projections.leagues.results import Line, of_award, of_game, told
from projections.seasons import sql as statements
from projections.statistics import contributions
from projections.statistics.contributions import (
    Amounts,
    Group,
    Key,
    Parts,
    Played,
    Rolled,
    Sheet,
    entered,
)
from projections.tables import (
    AMOUNTS,
    fixtures,
    played,
    season_findings,
    season_games,
    season_parts,
    season_totals,
    seasons,
)


def recount_game(
    connection: sa.Connection, game: str, figures: Collection[str] | None = None
) -> None:
    """Brings the sums of the game's season up to the game, or takes it out of a season.

    Call it when the game, its fixture or its teams changed. Running it twice changes nothing.
    `figures`: the kinds of figures that alone can have changed, in a game that goes on; None: any.
    The others then need not be added up over the whole game.
    """
    if not _lock(connection, connection.scalars(statements.SEASONS, {"of": game})):
        return
    _recount(connection, game, _sheets(connection, game, figures), figures)


def recount_results(connection: sa.Connection, wanted: Sequence[str]) -> None:
    """Brings the sums up to what was entered for these fixtures without a game.

    Such a result counts as a game of which nothing but the result is known.
    """
    new = {entered(one.fixture): one for one in connection.execute(_without_a_game(wanted))}
    keys = [entered(fixture) for fixture in wanted]
    known = sa.select(season_games.c.game, season_games.c.season).where(
        season_games.c.game.in_(keys)
    )
    old = {(game, season) for game, season in connection.execute(known)}
    _lock(connection, {season for _, season in old} | {one.season for one in new.values()})
    for game in sorted({game for game, _ in old} | new.keys()):
        row = new.get(game)
        sheet = None if row is None else _entered_sheet(game, row)
        found = {} if sheet is None or row is None else _with_statistics(sheet, row.ruleset)
        _recount(connection, game, found)


def _without_a_game(wanted: Sequence[str]) -> sa.Select[Any]:
    """The fixtures with an entered result and no game that came to something."""
    come_out = sa.select(played.c.fixture).where(
        played.c.fixture.in_(wanted), played.c.counts, played.c.outcome.is_not(None)
    )
    return (
        sa.select(fixtures, seasons.c.ruleset)
        .join(seasons, seasons.c.season == fixtures.c.season)
        .where(fixtures.c.fixture.in_(wanted), fixtures.c.awarded.is_not(None))
        .where(sa.not_(fixtures.c.cancelled), fixtures.c.fixture.not_in(come_out))
    )


def _entered_sheet(game: str, row: sa.Row[Any]) -> Sheet:
    award = msgspec.convert(row.awarded, ResultAwarded)
    amounts = sorted({name for one in award.awards for name in one.amounts})
    scores = _scores(of_award(award, None, amounts).lines, row.ruleset)
    return Sheet(
        game=game,
        season=row.season,
        round=row.round or 0,
        began=row.at or row.awarded_at or "",
        grade="result",
        over=True,
        played=[
            Played(one.team, one.team, one.outcome, score=scores.get(one.team))
            for one in award.awards
        ],
        groups=[],
    )


def _with_statistics(sheet: Sheet, ruleset: str) -> Sheets:
    rules = rulesets().get(ruleset)
    return {} if rules is None else {sheet.season: (sheet, rules.statistics, ())}


def _recount(
    connection: sa.Connection, game: str, new: Sheets, figures: Collection[str] | None = None
) -> None:
    old = _old_parts(connection, game)
    for forget in (statements.FORGET_GAME, statements.FORGET_FINDINGS):
        connection.execute(forget, {"of": game})
    for season in sorted(old.keys() | new.keys()):
        after: Parts = {}
        if season in new:
            sheet, statistics, imbalances = new[season]
            after = contributions.parts(sheet, statistics)
            if figures is not None:
                after = {**contributions.other_figures(old.get(season, {}), figures), **after}
            connection.execute(statements.ADD_GAME, list(contributions.rows(sheet, statistics)))
            _write_findings(connection, sheet, imbalances)
        _write(connection, season, game, old.get(season, {}), after)


def _lock(connection: sa.Connection, wanted: Iterable[str]) -> bool:
    """Keeps others from counting in these seasons until the transaction ends; whether any is."""
    found = sorted(wanted)
    for season in found:
        _bump(connection, season, 0)
    return bool(found)


def _old_parts(connection: sa.Connection, game: str) -> dict[str, dict[Key, Amounts]]:
    found: dict[str, dict[Key, Amounts]] = {}
    for season, level, team, who, kind, *amounts in connection.execute(
        statements.OLD, {"of": game}
    ):
        found.setdefault(season, {})[Key(level, team, who, kind)] = Amounts(*amounts)
    return found


Sheets = Mapping[str, tuple[Sheet, Statistics, Sequence[Any]]]


def _sheets(connection: sa.Connection, game: str, figures: Collection[str] | None) -> Sheets:
    """The game's sheet by its season, with what does not balance; empty: it counts in none.

    Of figures it has the sums of these kinds; None: of all.
    """
    sides = connection.execute(statements.SIDES, {"of": game}).all()
    head = connection.execute(statements.HEAD, {"of": game}).first() if sides else None
    if head is None or head.ruleset not in rulesets():
        return {}
    # What its end alone tells of a game is told once it has ended for all.
    imbalances = head.imbalances if head.open else []
    seen = head.open and head.grade != "result" and not imbalances
    deserved = head.deserved if seen and head.deserved else {}
    statistics = rulesets()[head.ruleset].statistics
    rarest = _rarest(connection, game, statistics.chances)
    outcomes = {side.team: side.outcome for side in sides if side.outcome}
    scores = _scores(of_game("", game, outcomes).lines, head.ruleset)
    sheet = Sheet(
        game=game,
        season=sides[0].season,
        round=sides[0].round or 0,
        began=head.began,
        grade=head.grade,
        over=head.open,
        played=[
            Played(
                side.side,
                side.team,
                side.outcome and side.outcome["outcome"],
                deserved.get(side.side),
                rarest.get(side.side),
                scores.get(side.team),
            )
            for side in sides
        ],
        steps=head.step,
        groups=[
            *_groups(connection, game, head.open),
            *_figured(connection, game, head.open, statistics, figures),
            *_broken(connection, game, head.open),
        ],
        rolled=list(_rolled(connection, game)),
        balanced=not imbalances,
    )
    return {sheet.season: (sheet, statistics, imbalances)}


def _scores(lines: Sequence[Line], ruleset: str) -> Mapping[str, str]:
    """The score of each team from its own side, of those of which it is known."""
    rules = rulesets().get(ruleset)
    if rules is None:
        return {}
    names = rules.standings.score, rules.standings.decider
    found = {line.team: told(lines, line.team, *names).text for line in lines}
    return {team: text for team, text in found.items() if text}


def _rarest(
    connection: sa.Connection, game: str, kinds: Sequence[str]
) -> Mapping[str, tuple[float, int]]:
    """The chance and the step of each side's least likely success, of several the first.

    A ruling that annuls a success, or gives one, has no chance of its own.
    """
    if not kinds:
        return {}
    found: defaultdict[str, list[tuple[float, int]]] = defaultdict(list)
    query = connection.execute(statements.RAREST, {"of": game, "kinds": list(kinds)})
    for side, value, chance, step in query:
        if value > 0 and chance > 0:
            found[side].append((chance, step))
        elif value < 0 and found[side]:
            found[side].pop()
    return {side: min(successes) for side, successes in found.items() if successes}


def _groups(connection: sa.Connection, game: str, open_: bool) -> Iterator[Group]:
    """Sums of the facts; what is secret is left out until the game is open."""
    for row in connection.execute(statements.GROUPS, {"of": game, "open": open_}):
        kind, seat, side, piece, person, *amounts = row
        yield Group(kind, seat or "", side, piece, person, Amounts(*map(int, amounts)))


def _figured(
    connection: sa.Connection,
    game: str,
    open_: bool,
    statistics: Statistics,
    kinds: Collection[str] | None,
) -> Iterator[Group]:
    """Sums for the figures; of those that ask for the most or the least, that value."""
    wanted = statements.FIGURES if kinds is None else statements.FIGURES_OF
    named = {"of": game, "open": open_} | ({} if kinds is None else {"kinds": list(kinds)})
    for row in connection.execute(wanted, named):
        kind, seat, side, piece, person, *amounts, most, least = row
        found, measure = Amounts(*map(int, amounts)), contributions.extreme(statistics, kind)
        if measure is not None:
            found = replace(found, value=int({"most": most, "least": least}[measure]))
        yield Group(kind, seat or "", side, piece, person, found)


def _broken(connection: sa.Connection, game: str, open_: bool) -> Iterator[Group]:
    """How often each rule was broken, as far as everybody may know."""
    for rule, seat, side, person, count in connection.execute(
        statements.BROKEN, {"of": game, "open": open_}
    ):
        yield Group(kind_of(FINDINGS, rule), seat or "", side, None, person, Amounts(count=count))


def _rolled(connection: sa.Connection, game: str) -> Iterator[Rolled]:
    for row in connection.execute(statements.ROLLED, {"of": game}):
        yield Rolled(*row)


def _write_findings(connection: sa.Connection, sheet: Sheet, imbalances: Sequence[Any]) -> None:
    found = [
        {"game": sheet.game, "n": n, "season": sheet.season, "what": what}
        | {"counted": counted, "stated": stated}
        for n, (what, counted, stated) in enumerate(imbalances)
    ]
    if found:
        connection.execute(season_findings.insert(), found)


def _write(connection: sa.Connection, season: str, game: str, before: Parts, after: Parts) -> None:
    changed = contributions.difference(before, after)
    if not changed:
        return
    _bump(connection, season, 1)
    _forget(connection, season, game, [key for key, _, _ in changed if key in before])
    fresh = [
        _row(season, key, after[key]) | {"game": game} for key, _, _ in changed if key in after
    ]
    if fresh:
        connection.execute(statements.ADD_PARTS, fresh)
    connection.execute(
        statements.ADD_UP[connection.dialect.name],
        [_row(season, key, amounts) | {"games": games} for key, games, amounts in changed],
    )


def _row(season: str, key: Key, amounts: Amounts) -> dict[str, Any]:
    return {"season": season, **key._asdict(), **msgspec.structs.asdict(amounts)}


def _forget(connection: sa.Connection, season: str, game: str, keys: Sequence[Key]) -> None:
    if keys:
        names = [f"old_{name}" for name in statements.PART]
        old = [dict(zip(names, (game, season, *key), strict=True)) for key in keys]
        connection.execute(statements.FORGET_PARTS, old)


def _bump(connection: sa.Connection, season: str, by: int) -> None:
    """Numbers a change of a season; `by` 0 takes the row's lock alone."""
    row = {"season": season, "version": by, "rated": 0}
    connection.execute(statements.BUMP[connection.dialect.name], [row])


def recount_season(connection: sa.Connection, season: str) -> None:
    """Adds a season's sums up anew from the parts of its games; nobody counts in it meanwhile."""
    _bump(connection, season, 1)
    connection.execute(season_totals.delete().where(season_totals.c.season == season))
    keys = [season_parts.c[name] for name in ("season", *Key._fields)]
    amounts = [statements.summed(season_parts.c[name]).label(name) for name in AMOUNTS]
    added = (
        sa.select(*keys, sa.func.count().label("games"), *amounts)
        .where(season_parts.c.season == season)
        .group_by(*keys)
    )
    names = [*(key.name for key in keys), "games", *AMOUNTS]
    connection.execute(season_totals.insert().from_select(names, added))
