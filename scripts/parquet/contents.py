"""What the files hold, table by table. `python -m scripts.parquet.contents` writes COLUMNS.md."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import sqlalchemy as sa

from events.tables import events, streams
from projections import tables
from projections.statistics.contributions import Amounts
from scripts.parquet.columns import TYPES, Column, Table, column

DOCUMENT = Path(__file__).parent / "COLUMNS.md"

_SUMS = {
    "count": "facts",
    "valued": "facts with a value",
    "known": "facts with a value and an expectation",
    "value": "sum of the values",
    "expected": "sum of the expectations",
    "luck": "sum of value less expectation, over the known facts",
    "spread": "variance of `luck`, over the known facts that are tries",
}


def _events() -> Table:
    of = events.c
    return Table(
        "events",
        "An event of the log, of a game or a league, as it was recorded.",
        [
            column(of.position, "place in the whole log"),
            column(of.stream, "the game or league"),
            column(of.version, "place in its log, from 1 on"),
            column(of.id, "a UUID"),
            column(of.type, "what happened"),
            column(of.schema, "version of the payload's schema"),
            column(of.seat, "who did it; null: nobody, or everybody"),
            column(of.at, "when it happened, as told", kind="time"),
            column(of.recorded_at, "when it came in", kind="time"),
            column(of.recorded_by, "the token that recorded it"),
            column(of.hash, "of the chain up to here"),
            column(of.body, "the whole event; `data` in it is the payload", kind="json"),
        ],
        events,
        [of.position],
    )


def _games() -> Table:
    log, of = streams.c, tables.summaries.c
    return Table(
        "games",
        "A game. What is null from `ruleset` on was not judged yet.",
        [
            column(log.id, "the game", "game"),
            column(log.parent, "the game it branched off; null: none"),
            column(log.parent_step, "at that step"),
            column(log.visibility, "`public`, `unlisted` or `private`"),
            column(log.version, "version of its log"),
            column(log.created_at, "when it was made", kind="time"),
            column(log.updated_at, "when its last event came in", kind="time"),
            column(of.ruleset, "the ruleset"),
            column(of.checked_version, "up to which version it is judged: facts are known so far"),
            column(of.step, "steps in force at `judged_version`"),
            column(of.version, "of which version what follows is", "judged_version"),
            column(of.status, "as in the game's header"),
            column(of.grade, "how completely it was recorded"),
            column(of.score, "by side"),
            column(of.result, "null: none yet"),
            column(of.outcomes, "by side; null: it does not count, or not yet"),
            column(of.fixture, "the fixture it was played for; null: none"),
            column(of.teams, "by side the team of the fixture"),
            column(of.illegal, "findings of that severity"),
            column(of.unverifiable, "findings of that severity"),
        ],
        streams.outerjoin(tables.summaries, of.game == log.id),
        [log.id],
        log.kind == "game",
    )


def _of_games() -> Iterator[Table]:
    of = tables.sitting.c
    yield Table(
        "seats",
        "Who sits where in a game. Names as they were at the export.",
        [
            column(of.game, "the game"),
            column(of.seat, "the seat"),
            column(of.n, "its place in the order of seats"),
            column(of.side, "the side it plays for"),
            column(of.name, "who sits there"),
            column(of.team, "the team as named at the table; null: none"),
            column(of.person, "the person; null: not told"),
        ],
        tables.sitting,
        [of.game, of.n, of.seat],
    )
    of = tables.facts.c
    yield Table(
        "facts",
        "What a game's ruleset counts: a shot, a roll, a bid.",
        [
            *_of_event(tables.facts),
            column(of.n, "place among the facts of its event"),
            column(of.kind, "what was counted"),
            column(of.seat, "whose; null: the table's"),
            column(of.side, "the side"),
            column(of.piece, "the chip, unit or card; null: none"),
            column(of.person, "the person; null: not told"),
            column(of.value, "what it came to; null: not known"),
            column(of.expected, "what was to be expected; null: not known"),
            column(of.data, "whatever else is known of it"),
            column(of.secret, "whether only who sees a hidden card can know of it"),
            column(of.withdrawn_by, "the step that took it back: it counts nowhere; null: none"),
        ],
        tables.facts,
        [of.game, of.version, of.n],
    )
    of = tables.figured.c
    yield Table(
        "figures",
        "What a fact counts for in a figure of its ruleset.",
        [
            *_of_event(tables.figured),
            column(of.n, "the fact, as `n` of facts"),
            column(of.m, "place among the figures of the fact"),
            column(of.kind, "which figure, and which part of it"),
            column(of.seat, "whose; null: the table's"),
            column(of.value, "what it adds; null: not known"),
            column(of.expected, "what was to be expected; null: not known"),
        ],
        tables.figured,
        [of.game, of.version, of.n, of.m],
    )
    of = tables.findings.c
    yield Table(
        "findings",
        "What the referee found.",
        [
            *_of_event(tables.findings),
            column(of.n, "place among the findings of its event"),
            column(of.seat, "whose event it is"),
            column(of.rule, "the rule"),
            column(of.severity, "`illegal`, `unverifiable` or less"),
            column(of.message, "a sentence"),
            column(of.citation, "where it stands in the rulebook"),
            column(of.expected, "what the rules ask for; null: nothing to name"),
            column(of.got, "what was recorded; null: nothing to name"),
            column(of.secret, "whether only who sees a hidden card can know of it"),
        ],
        tables.findings,
        [of.game, of.version, of.n],
    )
    of = tables.rolls.c
    yield Table(
        "rolls",
        "A die that fell.",
        [
            *_of_event(tables.rolls),
            column(of.n, "place among the dice of its event"),
            column(of.seat, "who rolled; null: not told"),
            column(of.die, "which die"),
            column(of.faces, "all of its faces, each as likely", kind="json"),
            column(of.face, "the face that fell"),
            column(of.recorder, "the token that recorded it, and so the device"),
        ],
        tables.rolls,
        [of.game, of.version, of.n],
    )


def _of_event(table: sa.Table) -> list[Column]:
    return [
        column(table.c.game, "the game"),
        column(table.c.version, "the event, as in events"),
        column(table.c.step, "its step, after corrections"),
    ]


def _of_leagues() -> Iterator[Table]:
    of = tables.leagues.c
    yield Table(
        "leagues",
        "A league.",
        [
            column(of.league, "the league"),
            column(of.name, "what it is called"),
            column(of.ruleset, "what it plays; null: each season says"),
            column(of.version, "version of its log that this is of"),
        ],
        tables.leagues,
        [of.league],
    )
    of = tables.seasons.c
    yield Table(
        "seasons",
        "A season.",
        [
            column(of.season, "the season"),
            column(of.league, "its league"),
            column(of.n, "the how manieth of its league"),
            column(of.ruleset, "what is played"),
            column(of.name, "what it is called"),
            column(of.status, "`open` or `closed`"),
            column(of.settings, "points, tie-breakers and the like"),
            column(of.stale, "whether something changed since its rows of standings were made"),
        ],
        tables.seasons,
        [of.season],
    )
    of = tables.teams.c
    yield Table(
        "teams",
        "A team of a season.",
        [
            column(of.season, "the season"),
            column(of.team, "the team, which may play several seasons"),
            column(of.n, "place in the order of entry"),
            column(of.name, "what it is called"),
            column(of.people, "ids of its persons"),
            column(of.withdrawn, "null, or whether its results are `kept` or `annulled`"),
        ],
        tables.teams,
        [of.season, of.n, of.team],
    )
    of = tables.fixtures.c
    yield Table(
        "fixtures",
        "Who meets whom.",
        [
            column(of.fixture, "the fixture"),
            column(of.season, "the season"),
            column(of.league, "the league"),
            column(of.n, "place in the season"),
            column(of.round, "the round; null: none"),
            column(of.at, "when it is to be played; null: not told", kind="time"),
            column(of.teams, "ids of the teams, the home team first"),
            column(of.cancelled, "whether it is not played"),
            column(of.awarded, "the result that counts whatever was played; null: none"),
            column(of.awarded_at, "when that was told", kind="time"),
            column(of.game, "the game that counts; null: none yet"),
        ],
        tables.fixtures,
        [of.season, of.n, of.fixture],
    )
    of = tables.played.c
    yield Table(
        "results",
        "What a side did in a game of a season.",
        [
            column(of.game, "the game"),
            column(of.side, "the side"),
            column(of.season, "the season"),
            column(of.league, "the league"),
            column(of.fixture, "the fixture"),
            column(of.team, "the team that this side is"),
            column(of.counts, "false for all but one game of a fixture"),
            column(of.outcome, "what it came to; null: not over, or it does not count"),
        ],
        tables.played,
        [of.game, of.side],
    )


def _of_seasons() -> Iterator[Table]:
    of, row = tables.standings.c, tables.standings.c.row
    yield Table(
        "standings",
        "A line of a season's table.",
        [
            column(of.season, "the season"),
            column(of.n, "the line, 1 at the top"),
            column(of.team, "the team, or the person of a personal table"),
            column(row["name"].as_string(), "what it is called", "name", "text"),
            column(row["place"].as_integer(), "may be shared; null: annulled", "place", "whole"),
            column(row["played"].as_integer(), "games that count", "played", "whole"),
            column(row["points"].as_float(), "points", "points", "number"),
            column(row["outcomes"], "how often each outcome came", "outcomes", "json"),
            column(row["amounts"], "sums or means over what is known", "amounts", "json"),
            column(row["unknown"], "games of which an amount is not known", "unknown", "json"),
        ],
        tables.standings,
        [of.season, of.n],
    )
    of = tables.season_games.c
    yield Table(
        "season_games",
        "What a side of a game, or of a result without a game, adds to its season.",
        [
            column(of.season, "the season"),
            column(of.game, "the game, or the fixture that a result was entered for"),
            column(of.side, "the side"),
            column(of.team, "the team"),
            column(of.round, "the round; 0: of none"),
            column(of.began, "when it began", kind="time"),
            column(of.grade, "how completely it was recorded"),
            column(of.over, "whether it is over"),
            column(of.outcome, "null: none yet"),
            column(of.score, "the own first, as `1–1 (4–3)`; null: not known"),
            column(of.scored, "null: not known", kind="billionths"),
            column(of.expected, "what was to be expected; null: not known", kind="billionths"),
            column(of.luck, "null: not known", kind="billionths"),
            column(of.rarest, "the chance of its least likely success; null: none"),
            column(of.rarest_step, "where that happened"),
        ],
        tables.season_games,
        [of.season, of.game, of.side],
    )
    of = tables.season_totals.c
    counts = ("count", "valued", "known")
    yield Table(
        "season_sums",
        "A sum over the games of a season; `projections/statistics/contributions.py` has a table "
        "of the levels.",
        [
            column(of.season, "the season"),
            column(of.level, "what is summed up: `team`, `person`, `piece`, `round` and more"),
            column(of.team, 'whose; "": nobody\'s'),
            column(of.who, 'the person, piece, die, round or opponent; "": none'),
            column(of.kind, "kind of fact or figure"),
            column(of.games, "games that add to it"),
            *(
                column(of[name], _SUMS[name], kind=None if name in counts else "billionths")
                for name in Amounts.__struct_fields__
            ),
        ],
        tables.season_totals,
        [of.season, of.level, of.team, of.who, of.kind],
        of.games > 0,
    )


CONTENTS = (_events(), _games(), *_of_games(), *_of_leagues(), *_of_seasons())
"""Every file of an export, in the order in which they are written."""


def told() -> str:
    """COLUMNS.md: every file and column."""
    lines = [
        "# The Parquet files of `gametape export --parquet`",
        "",
        "Written by `python -m scripts.parquet.contents`; the descriptions stand in the files too.",
    ]
    for table in CONTENTS:
        lines += ["", f"## {table.name}.parquet", "", table.told, ""]
        lines += ["| column | type | what it is |", "| --- | --- | --- |"]
        lines += [f"| `{one.name}` | {TYPES[one.kind]} | {one.told} |" for one in table.columns]
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    DOCUMENT.write_text(told(), "utf-8")
