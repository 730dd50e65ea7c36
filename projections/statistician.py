"""Keeps the sums of a season as its games are written, in the same transaction.

A game's part is kept beside the sums: what changes is added or taken away, whatever the order in
which games are judged or corrected. Rows are written in the order of their keys, so that two
workers never wait for each other in a circle.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

import msgspec
import sqlalchemy as sa
from sqlalchemy.dialects import postgresql, sqlite

from projections.kit.fact import Fact
from projections.kit.find import rulesets
from projections.kit.statistics import Chances
from projections.readmodel import (
    AMOUNTS,
    facts,
    fixtures,
    game_worth,
    played,
    rolls,
    season_findings,
    season_games,
    season_heads,
    season_parts,
    season_totals,
    sitting,
    summaries,
)
from projections.statistics import sums
from projections.statistics.sums import Amounts, Group, Key, Parts, Played, Rolled, Sheet
from projections.tape import Tape

_OVER = ("ended", "abandoned")


def note(connection: sa.Connection, tape: Tape, first: int) -> None:
    """Writes down what only the tape tells: the dice from step `first` on, and what a game that
    has ended was worth. The game's facts are there already."""
    connection.execute(rolls.delete().where(rolls.c.game == tape.game, rolls.c.step >= first))
    if fallen := list(_rolls(tape, first)):
        connection.execute(rolls.insert(), fallen)
    connection.execute(game_worth.delete().where(game_worth.c.game == tape.game))
    connection.execute(game_worth.insert().values(_worth(connection, tape)))


def _rolls(tape: Tape, first: int) -> Iterator[dict[str, Any]]:
    for step in range(max(first, 2), tape.steps + 1):
        event = tape.event(step)
        for n, die in enumerate(tape.rules.statistics.dice(tape.before(step), event)):
            yield {
                "game": tape.game,
                "version": event.version,
                "n": n,
                "step": step,
                "seat": die.seat or event.seat,
                "die": die.die,
                "faces": msgspec.json.encode([str(face) for face in die.faces]).decode(),
                "face": str(die.face),
                "recorder": event.recorded_by,
            }


def _worth(connection: sa.Connection, tape: Tape) -> dict[str, Any]:
    deserved: Mapping[str, Chances] | None = None
    imbalances: list[list[Any]] = []
    if tape.ended:
        counted, statistics = _facts(connection, tape.game), tape.rules.statistics
        deserved = statistics.deserved(tape.latest, counted)
        imbalances = [
            [account.what, account.counted, account.stated]
            for account in statistics.accounts(tape.latest, counted)
            if not account.balances
        ]
    began = tape.event(1).at
    return {
        "game": tape.game,
        "began": began,
        "deserved": deserved and {side: dict(chances) for side, chances in deserved.items()},
        "imbalances": imbalances,
    }


def _facts(connection: sa.Connection, game: str) -> list[Fact]:
    query = (
        sa.select(facts)
        .where(facts.c.game == game, facts.c.withdrawn_by.is_(None), facts.c.kind != "withdrawn")
        .order_by(facts.c.step, facts.c.version, facts.c.n)
    )
    return [
        Fact(row.kind, row.seat, row.piece, row.value, row.expected, row.data)
        for row in connection.execute(query)
    ]


def count(connection: sa.Connection, game: str) -> None:
    """Brings the sums of the game's season up to the game, or takes it out of a season.

    Call it when the game, its fixture or its teams changed. Running it twice changes nothing.
    """
    if not _lock(connection, game):
        return
    old, new = _old_parts(connection, game), _sheets(connection, game)
    connection.execute(season_games.delete().where(season_games.c.game == game))
    connection.execute(season_findings.delete().where(season_findings.c.game == game))
    for season in sorted(old.keys() | new.keys()):
        after: Parts = {}
        if season in new:
            sheet, statistics = new[season]
            after = sums.parts(sheet, statistics)
            connection.execute(season_games.insert(), list(sums.rows(sheet, statistics)))
            _write_findings(connection, sheet)
        _write(connection, season, game, old.get(season, {}), after)


def _lock(connection: sa.Connection, game: str) -> bool:
    """Keeps others from counting in the seasons of a game until the transaction ends.

    False: the game is in none.
    """
    found = sa.union(
        sa.select(played.c.season).where(played.c.game == game),
        sa.select(season_parts.c.season).where(season_parts.c.game == game),
    )
    wanted = sorted(connection.scalars(found))
    for season in wanted:
        _bump(connection, season, 0)
    return bool(wanted)


def _old_parts(connection: sa.Connection, game: str) -> dict[str, dict[Key, Amounts]]:
    found: dict[str, dict[Key, Amounts]] = {}
    for row in connection.execute(sa.select(season_parts).where(season_parts.c.game == game)):
        key = Key(row.level, row.team, row.who, row.kind)
        found.setdefault(row.season, {})[key] = Amounts(*(getattr(row, name) for name in AMOUNTS))
    return found


def _sheets(connection: sa.Connection, game: str) -> dict[str, tuple[Sheet, Any]]:
    """The game's sheet by its season; empty for a game that counts in none."""
    sides = connection.execute(
        sa.select(played, fixtures.c.round)
        .join_from(played, fixtures, fixtures.c.fixture == played.c.fixture, isouter=True)
        .where(played.c.game == game, played.c.counts)
        .order_by(played.c.side)
    ).all()
    head = connection.execute(
        sa.select(summaries.c.ruleset, summaries.c.grade, summaries.c.status, game_worth)
        .join_from(summaries, game_worth, game_worth.c.game == summaries.c.game)
        .where(summaries.c.game == game)
    ).first()
    if not sides or head is None or head.ruleset not in rulesets():
        return {}
    over = head.status in _OVER
    # Where sums do not agree something was not seen, perhaps a chance.
    told = head.grade != "result" and not head.imbalances
    deserved = head.deserved if told and head.deserved else {}
    statistics = rulesets()[head.ruleset].statistics
    rarest = _rarest(connection, game, statistics.chances)
    sheet = Sheet(
        game=game,
        season=sides[0].season,
        round=sides[0].round or 0,
        began=head.began,
        grade=head.grade,
        over=over,
        played=[
            Played(
                side.side,
                side.team,
                side.outcome and side.outcome["outcome"],
                deserved.get(side.side),
                rarest.get(side.side),
            )
            for side in sides
        ],
        groups=list(_groups(connection, game, over)),
        rolled=list(_rolled(connection, game)),
    )
    return {sheet.season: (sheet, statistics)}


def _rarest(
    connection: sa.Connection, game: str, kinds: Sequence[str]
) -> Mapping[str, tuple[float, int]]:
    """The chance and the step of each side's least likely success, of several the first."""
    query = (
        sa.select(facts.c.side, facts.c.expected, facts.c.step)
        .where(facts.c.game == game, facts.c.kind.in_(kinds), facts.c.withdrawn_by.is_(None))
        .where(facts.c.value == 1, facts.c.expected.is_not(None), facts.c.side.is_not(None))
        .where(facts.c.private.is_(None))
        .order_by(facts.c.expected.desc(), facts.c.step.desc())
    )
    return {side: (chance, step) for side, chance, step in connection.execute(query)}


def _groups(connection: sa.Connection, game: str, over: bool) -> Iterator[Group]:
    """Sums of the facts; what is private while the game runs is left out until it is over."""
    keys = (facts.c.kind, facts.c.seat, facts.c.side, facts.c.piece, facts.c.person)
    value, expected = (_billionths(facts.c[name]) for name in ("value", "expected"))
    known = sa.and_(facts.c.value.is_not(None), facts.c.expected.is_not(None))
    tries = sa.and_(known, facts.c.value.in_((0, 1)), facts.c.expected.between(0, 1))
    chance = facts.c.expected
    query = sa.select(
        *keys,
        sa.func.count().label("count"),
        sa.func.count(facts.c.value).label("valued"),
        _total(known, 1),
        _total(facts.c.value.is_not(None), value),
        _total(facts.c.expected.is_not(None), expected),
        _total(known, value - expected),
        _total(tries, _billionths(chance * (1 - chance))),
    ).where(facts.c.game == game, facts.c.withdrawn_by.is_(None), facts.c.kind != "withdrawn")
    if not over:
        query = query.where(facts.c.private.is_(None))
    for row in connection.execute(query.group_by(*keys)):
        amounts = Amounts(*(int(number) for number in row[len(keys) :]))
        yield Group(row.kind, row.seat or "", row.side, row.piece, row.person, amounts)


def _billionths(column: sa.ColumnElement[Any]) -> sa.ColumnElement[int]:
    return sa.cast(sa.func.round(column * sums.UNIT), sa.BigInteger)


def _total(where: sa.ColumnElement[bool], amount: Any) -> sa.ColumnElement[int]:
    total = sa.func.sum(sa.case((where, amount), else_=0))
    return sa.cast(sa.func.coalesce(total, 0), sa.BigInteger)


def _rolled(connection: sa.Connection, game: str) -> Iterator[Rolled]:
    seat = sa.and_(sitting.c.game == rolls.c.game, sitting.c.seat == rolls.c.seat)
    keys = (sitting.c.side, rolls.c.die, rolls.c.faces, rolls.c.face, rolls.c.recorder)
    query = (
        sa.select(*keys, sa.func.count().label("count"))
        .join_from(rolls, sitting, seat, isouter=True)
        .where(rolls.c.game == game)
        .group_by(*keys)
    )
    for row in connection.execute(query):
        yield Rolled(*row)


def _write_findings(connection: sa.Connection, sheet: Sheet) -> None:
    query = sa.select(game_worth.c.imbalances).where(game_worth.c.game == sheet.game)
    found = [
        {"game": sheet.game, "n": n, "season": sheet.season, "what": what}
        | {"counted": counted, "stated": stated}
        for n, (what, counted, stated) in enumerate(connection.scalar(query) or ())
    ]
    if found:
        connection.execute(season_findings.insert(), found)


def _write(connection: sa.Connection, season: str, game: str, before: Parts, after: Parts) -> None:
    changed = sums.difference(before, after)
    if not changed:
        return
    _bump(connection, season, 1)
    _forget(connection, season, game, [key for key, _, _ in changed if key in before])
    fresh = [
        _row(season, key, after[key]) | {"game": game} for key, _, _ in changed if key in after
    ]
    if fresh:
        connection.execute(season_parts.insert(), fresh)
    add = _upsert(connection, season_totals, ("games", *AMOUNTS))
    connection.execute(
        add, [_row(season, key, amounts) | {"games": games} for key, games, amounts in changed]
    )


def _row(season: str, key: Key, amounts: Amounts) -> dict[str, Any]:
    return {"season": season, **key._asdict(), **msgspec.structs.asdict(amounts)}


def _forget(connection: sa.Connection, season: str, game: str, keys: Sequence[Key]) -> None:
    names = ("game", "season", *Key._fields)
    here = [season_parts.c[name] == sa.bindparam(f"old_{name}") for name in names]
    if keys:
        old = [
            dict(zip((f"old_{n}" for n in names), (game, season, *k), strict=True)) for k in keys
        ]
        connection.execute(season_parts.delete().where(*here), old)


def _upsert(connection: sa.Connection, table: sa.Table, names: Iterable[str]) -> Any:
    """An insert that adds the named amounts to a row that is there already."""
    postgres = connection.dialect.name == "postgresql"
    insert = (postgresql if postgres else sqlite).insert(table)
    more = {name: table.c[name] + insert.excluded[name] for name in names}
    return insert.on_conflict_do_update(index_elements=list(table.primary_key), set_=more)


def _bump(connection: sa.Connection, season: str, by: int) -> None:
    """Numbers a change of a season; `by` 0 takes the row's lock alone."""
    add = _upsert(connection, season_heads, ("version",))
    connection.execute(add, [{"season": season, "version": by, "rated": 0}])


def recount(connection: sa.Connection, season: str) -> None:
    """Adds a season's sums up anew from the parts of its games."""
    connection.execute(season_totals.delete().where(season_totals.c.season == season))
    keys = [season_parts.c[name] for name in ("season", "level", "team", "who", "kind")]
    amounts = [
        sa.cast(sa.func.sum(season_parts.c[name]), sa.BigInteger).label(name) for name in AMOUNTS
    ]
    added = (
        sa.select(*keys, sa.func.count().label("games"), *amounts)
        .where(season_parts.c.season == season)
        .group_by(*keys)
    )
    names = [*(key.name for key in keys), "games", *AMOUNTS]
    connection.execute(season_totals.insert().from_select(names, added))
    _bump(connection, season, 1)
