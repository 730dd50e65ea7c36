"""The tables that can be dropped and rebuilt: of games, and of leagues and their seasons."""

from __future__ import annotations

import sqlalchemy as sa

from events.database import newer, writing
from projections.statistics.contributions import Amounts, Key

SCHEMA = 14
"""Raise it when a table changes: all of them are then dropped and filled again by the workers."""

metadata = sa.MetaData()

TEXT = sa.Text().with_variant(sa.Text(collation="C"), "postgresql")
"""In the order of characters, as SQLite has it, whatever the server's language.

The log's ids are so: an index in another order does not serve a comparison with them.
"""

AMOUNTS = Amounts.__struct_fields__
"""The columns of a sum."""

schema_version = sa.Table(
    "readmodel_schema", metadata, sa.Column("version", sa.Integer, primary_key=True)
)

set_aside = sa.Table(
    "set_aside",
    metadata,
    sa.Column("stream", sa.Text, primary_key=True),
    sa.Column("version", sa.Integer, nullable=False),
    sa.Column("reason", sa.Text, nullable=False),
)
"""The streams that cannot be read, as in `events.damage.Broken`."""

summaries = sa.Table(
    "summaries",
    metadata,
    sa.Column("game", TEXT, primary_key=True),
    sa.Column("ruleset", TEXT, nullable=False),
    sa.Column("version", sa.Integer, nullable=False),
    sa.Column("step", sa.Integer, nullable=False),
    sa.Column("checked_version", sa.Integer, nullable=False),
    sa.Column("code", TEXT, nullable=False),
    sa.Column("status", TEXT, nullable=False),
    sa.Column("grade", TEXT, nullable=False),
    sa.Column("turn", sa.JSON, nullable=False),
    sa.Column("score", sa.JSON, nullable=False),
    sa.Column("result", sa.JSON(none_as_null=True)),
    sa.Column("outcomes", sa.JSON(none_as_null=True)),
    sa.Column("fixture", TEXT, index=True),
    sa.Column("teams", sa.JSON(none_as_null=True)),
    sa.Column("decided", TEXT),
    sa.Column("illegal", sa.Integer, nullable=False, default=0),
    sa.Column("unverifiable", sa.Integer, nullable=False, default=0),
    sa.Column("open_illegal", sa.Integer, nullable=False, default=0),
    sa.Column("names", TEXT, nullable=False),
    sa.Column("created_at", TEXT),
    sa.Index("summaries_by_code", "ruleset", "code"),
    *(
        sa.Index(f"summaries_by_{name}", name, "created_at", "game")
        for name in ("ruleset", "status")
    ),
)
sa.Index(
    "summaries_not_judged",
    summaries.c.game,
    postgresql_where=summaries.c.checked_version == 0,
    sqlite_where=sa.text("checked_version = 0"),
)
"""One row a game, as of `version`; `names` is what a search looks in, in lower case.
`outcomes`: by side what the ruleset's `standings` makes of the game; null: it does not count (yet),
and `decided` is when that was stored which made it so. `open_illegal`: of the `illegal` findings
those that everybody may know of. `teams`: by side the team of the fixture.
`created_at`: that of the stream, so that an index has them in the order of lists.
"""

news = sa.Table(
    "news",
    metadata,
    sa.Column("stream", TEXT, primary_key=True),
    sa.Column("kind", TEXT, nullable=False),
)
"""Streams of which there may be more in the log than here; see `projections.news`."""

looked = sa.Table(
    "looked",
    metadata,
    sa.Column("id", sa.Integer, primary_key=True),
    sa.Column("position", sa.BigInteger, nullable=False),
    sa.Column("at", TEXT, nullable=False),
)
"""One row: up to where in the log `news` is, and when that was looked."""

sitting = sa.Table(
    "sitting",
    metadata,
    sa.Column("game", TEXT, primary_key=True),
    sa.Column("seat", TEXT, primary_key=True),
    sa.Column("n", sa.Integer, nullable=False),
    sa.Column("side", TEXT, nullable=False),
    sa.Column("name", TEXT, nullable=False),
    sa.Column("team", TEXT),
    sa.Column("person", TEXT, index=True),
)
"""Who sits where, `n` in seat order; for finding a person's games and a side's team."""

keyframes = sa.Table(
    "keyframes",
    metadata,
    sa.Column("game", TEXT, primary_key=True),
    sa.Column("step", sa.Integer, primary_key=True),
    sa.Column("code", TEXT, nullable=False),
    sa.Column("state", sa.LargeBinary, nullable=False),
)
"""States at some steps (kit.replay.freeze), so that a late step needs no fold from the start."""

findings = sa.Table(
    "findings",
    metadata,
    sa.Column("game", TEXT, primary_key=True),
    sa.Column("version", sa.Integer, primary_key=True),
    sa.Column("n", sa.Integer, primary_key=True),
    sa.Column("step", sa.Integer, nullable=False),
    sa.Column("seat", TEXT),
    sa.Column("rule", TEXT, nullable=False),
    sa.Column("severity", TEXT, nullable=False),
    sa.Column("message", TEXT, nullable=False),
    sa.Column("citation", TEXT, nullable=False),
    sa.Column("expected", sa.JSON(none_as_null=True)),
    sa.Column("got", sa.JSON(none_as_null=True)),
    sa.Column("secret", sa.Boolean, nullable=False, default=False),
)
"""`seat`: whose event it is that the referee found something in. `secret`: only who sees a hidden
card can find it, so that nobody else is told while the game runs."""

facts = sa.Table(
    "facts",
    metadata,
    sa.Column("game", TEXT, primary_key=True),
    sa.Column("version", sa.Integer, primary_key=True),
    sa.Column("n", sa.Integer, primary_key=True),
    sa.Column("step", sa.Integer, nullable=False),
    sa.Column("kind", TEXT, nullable=False),
    sa.Column("seat", TEXT),
    sa.Column("side", TEXT),
    sa.Column("piece", TEXT),
    sa.Column("person", TEXT),
    sa.Column("value", sa.Float),
    sa.Column("expected", sa.Float),
    sa.Column("data", sa.JSON, nullable=False),
    sa.Column("secret", sa.Boolean, nullable=False, default=False),
    sa.Column("withdrawn_by", sa.Integer),
)
"""`secret`: as of a finding.
`withdrawn_by`: the step that took it back, so that it counts nowhere."""

totals = sa.Table(
    "totals",
    metadata,
    sa.Column("game", TEXT, primary_key=True),
    sa.Column("kind", TEXT, primary_key=True),
    sa.Column("seat", TEXT, primary_key=True),
    sa.Column("piece", TEXT, primary_key=True),
    sa.Column("count", sa.Integer, nullable=False),
    sa.Column("successes", sa.Float),
    sa.Column("expected", sa.Float),
    sa.Column("luck", sa.Float),
)
"""Sums of a game's facts by kind, seat and piece ("": the table; the sum of the seat). Null: of no
fact is it known."""

leagues = sa.Table(
    "leagues",
    metadata,
    sa.Column("league", TEXT, primary_key=True),
    sa.Column("name", TEXT, nullable=False),
    sa.Column("ruleset", TEXT),
    sa.Column("version", sa.Integer, nullable=False),
    sa.Column("maker", TEXT, nullable=False, index=True),
    sa.Column("sought", TEXT, nullable=False),
    sa.Index("leagues_by_name", "sought", "league"),
)
"""One row a league, as of `version` of its stream; `maker`: who recorded its creation; `sought`:
the name in lower case, by which leagues are listed and found."""

seasons = sa.Table(
    "seasons",
    metadata,
    sa.Column("season", TEXT, primary_key=True),
    sa.Column("league", TEXT, nullable=False, index=True),
    sa.Column("n", sa.Integer, nullable=False),
    sa.Column("ruleset", TEXT, nullable=False),
    sa.Column("name", TEXT, nullable=False),
    sa.Column("status", TEXT, nullable=False),
    sa.Column("settings", sa.JSON, nullable=False),
    sa.Column("lots", sa.JSON, nullable=False),
    sa.Column("stale", sa.Boolean, nullable=False),
)
sa.Index(
    "seasons_stale",
    seasons.c.season,
    postgresql_where=seasons.c.stale,
    sqlite_where=sa.text("stale = 1"),
)
"""`n`: the how manieth of its league; `status`: `open` or `closed`; `settings`, `lots`: as in
projections.leagues. `stale`: something of it has changed since `standings` was written."""

teams = sa.Table(
    "teams",
    metadata,
    sa.Column("season", TEXT, primary_key=True),
    sa.Column("team", TEXT, primary_key=True),
    sa.Column("n", sa.Integer, nullable=False),
    sa.Column("name", TEXT, nullable=False),
    sa.Column("former", sa.JSON, nullable=False, default=[]),
    sa.Column("people", sa.JSON, nullable=False),
    sa.Column("withdrawn", TEXT),
)
"""The teams of a season in the order of entry; a team may play several seasons of its league.
`former`: what it was called before. `people`: ids of persons. `withdrawn`: null, or whether its
results are `kept` or `annulled`."""

fixtures = sa.Table(
    "fixtures",
    metadata,
    sa.Column("fixture", TEXT, primary_key=True),
    sa.Column("season", TEXT, nullable=False, index=True),
    sa.Column("league", TEXT, nullable=False, index=True),
    sa.Column("n", sa.Integer, nullable=False),
    sa.Column("round", sa.Integer),
    sa.Column("at", TEXT),
    sa.Column("teams", sa.JSON, nullable=False),
    sa.Column("cancelled", sa.Boolean, nullable=False),
    sa.Column("awarded", sa.JSON(none_as_null=True)),
    sa.Column("awarded_at", TEXT),
    sa.Column("chosen", TEXT),
    sa.Column("game", TEXT),
)
"""Who meets whom: `teams` lists their ids, the home team first. `awarded`: the data of the
ResultAwarded that counts whatever was played, told at `awarded_at`. `game`: the game that counts
for the fixture, which is the one that the organizer has `chosen`, if any."""

played = sa.Table(
    "played",
    metadata,
    sa.Column("game", TEXT, primary_key=True),
    sa.Column("side", TEXT, primary_key=True),
    sa.Column("season", TEXT, nullable=False, index=True),
    sa.Column("league", TEXT, nullable=False),
    sa.Column("fixture", TEXT, nullable=False, index=True),
    sa.Column("team", TEXT, nullable=False),
    sa.Column("counts", sa.Boolean, nullable=False),
    sa.Column("outcome", sa.JSON(none_as_null=True)),
)
"""Which team played which side in which game of a season.

A game belongs to a season by the `fixture` of its GameCreated; what-if branches do not, nor games
of another ruleset. A game says which team each side is; of one that does not, a side is the team
that it is named after (the id or a name of a team as the `team` or `name` of its seats), else they
follow the order of the fixture, home first.
`outcome`: what `standings.outcomes` of the ruleset gives for the side; null: the game has not ended
or does not count. `counts`: false for all but one game of a fixture (its `game`: the one chosen,
else the first that came to an outcome, else the latest); statistics of a season leave the others
out. An award changes the table and nothing here: what was played was played.
"""

standings = sa.Table(
    "standings",
    metadata,
    sa.Column("season", TEXT, primary_key=True),
    sa.Column("team", TEXT, primary_key=True),
    sa.Column("n", sa.Integer, nullable=False),
    sa.Column("row", sa.JSON, nullable=False),
)
"""A season's table, `n` from the top; `row` as projections.leagues.standings has it. Read it by
`projections.seasons.kept_standings`, which makes it anew when the season is `stale`."""

rolls = sa.Table(
    "rolls",
    metadata,
    sa.Column("game", TEXT, primary_key=True),
    sa.Column("version", sa.Integer, primary_key=True),
    sa.Column("n", sa.Integer, primary_key=True),
    sa.Column("step", sa.Integer, nullable=False),
    sa.Column("seat", TEXT),
    sa.Column("die", TEXT, nullable=False),
    sa.Column("faces", TEXT, nullable=False),
    sa.Column("face", TEXT, nullable=False),
    sa.Column("recorder", TEXT, nullable=False),
)
"""Every die that fell; `faces`: all it has, each as likely, as a JSON array of texts. `recorder`:
whose token, and so which device, recorded it."""

figured = sa.Table(
    "figured",
    metadata,
    sa.Column("game", TEXT, primary_key=True),
    sa.Column("version", sa.Integer, primary_key=True),
    sa.Column("n", sa.Integer, primary_key=True),
    sa.Column("m", sa.Integer, primary_key=True),
    sa.Column("step", sa.Integer, nullable=False),
    sa.Column("kind", TEXT, nullable=False),
    sa.Column("seat", TEXT),
    sa.Column("value", sa.Float),
    sa.Column("expected", sa.Float),
    sa.Index("figured_kind", "game", "kind"),
)
"""What the n-th fact of an event counts for in the figures of its ruleset; `kind` as
`projections.kit.figures.kind_of` has it."""

season_games = sa.Table(
    "season_games",
    metadata,
    sa.Column("season", TEXT, primary_key=True),
    sa.Column("game", TEXT, primary_key=True, index=True),
    sa.Column("side", TEXT, primary_key=True),
    sa.Column("team", TEXT, nullable=False),
    sa.Column("round", sa.Integer, nullable=False),
    sa.Column("began", TEXT, nullable=False),
    sa.Column("grade", TEXT, nullable=False),
    sa.Column("over", sa.Boolean, nullable=False),
    sa.Column("outcome", TEXT),
    sa.Column("score", TEXT),
    sa.Column("scored", sa.BigInteger),
    sa.Column("expected", sa.BigInteger),
    sa.Column("luck", sa.BigInteger),
    sa.Column("rarest", sa.Float),
    sa.Column("rarest_step", sa.Integer),
    sa.Index("season_games_of", "season", "team", "began"),
    sa.Index("season_games_in_order", "season", "began", "game"),
    *(
        sa.Index(f"season_games_{name}", "season", name)
        for name in ("round", "scored", "luck", "rarest")
    ),
)
"""One row for each side of a game that counts in a season, and of a result that was entered for a
fixture without a game (see `projections.statistics.contributions.entered`). `round` 0: of none.
`score`: as `1–1 (4–3)`, the own first and that of a shoot-out behind; null: not known.
`scored`, `expected` and `luck` in billionths, null: not known. `rarest`: the chance of its least
likely success, and where it happened."""

season_parts = sa.Table(
    "season_parts",
    metadata,
    sa.Column("game", TEXT, primary_key=True),
    sa.Column("season", TEXT, primary_key=True),
    *(sa.Column(name, TEXT, primary_key=True) for name in Key._fields),
    *(sa.Column(name, sa.BigInteger, nullable=False) for name in AMOUNTS),
    sa.Index("season_parts_of", "season", *Key._fields),
)
"""What a game adds to `season_totals`."""

season_totals = sa.Table(
    "season_totals",
    metadata,
    sa.Column("season", TEXT, primary_key=True),
    *(sa.Column(name, TEXT, primary_key=True) for name in Key._fields),
    sa.Column("games", sa.BigInteger, nullable=False),
    *(sa.Column(name, sa.BigInteger, nullable=False) for name in AMOUNTS),
    sa.Index("season_totals_of", "who", "level"),
)
"""A season's sums over its games; `projections.statistics.contributions` says what the levels are.

All but the counts are whole billionths, so that sums do not depend on the order of the games and
what a correction takes away is what was added. A row with no games counts nothing.
"""

season_findings = sa.Table(
    "season_findings",
    metadata,
    sa.Column("game", TEXT, primary_key=True),
    sa.Column("n", sa.Integer, primary_key=True),
    sa.Column("season", TEXT, nullable=False, index=True),
    sa.Column("what", TEXT, nullable=False),
    sa.Column("counted", sa.Float, nullable=False),
    sa.Column("stated", sa.Float, nullable=False),
)
"""Sums of a game that should agree and do not."""

game_worth = sa.Table(
    "game_worth",
    metadata,
    sa.Column("game", TEXT, primary_key=True),
    sa.Column("began", TEXT, nullable=False),
    sa.Column("box", TEXT),
    sa.Column("deserved", sa.JSON(none_as_null=True)),
    sa.Column("imbalances", sa.JSON, nullable=False),
)
"""What only a game's tape tells a season: its time, its box, what each side's chances were worth
(null: not over, or not known), and the accounts that do not balance."""

season_heads = sa.Table(
    "season_heads",
    metadata,
    sa.Column("season", TEXT, primary_key=True),
    sa.Column("version", sa.BigInteger, nullable=False),
    sa.Column("rated", sa.BigInteger, nullable=False),
)
"""How often the sums of a season changed, and as of which change its ratings are."""

ratings = sa.Table(
    "ratings",
    metadata,
    sa.Column("season", TEXT, primary_key=True),
    sa.Column("of", TEXT, primary_key=True),
    sa.Column("n", sa.Integer, primary_key=True),
    sa.Column("who", TEXT, primary_key=True),
    sa.Column("game", TEXT, nullable=False),
    sa.Column("place", sa.Integer, nullable=False),
    sa.Column("mu", sa.Float, nullable=False),
    sa.Column("sigma", sa.Float, nullable=False),
    sa.Index("ratings_of", "season", "of", "who", "n"),
)
"""The rating of a `team` or `person` after the n-th rated game of a season; `place`: 1 the winner.
Read them by `projections.seasons.ratings`, which brings them up to date."""


def prepare(engine: sa.Engine) -> None:
    """Makes the tables, or makes them anew when they are of an older SCHEMA; safe to repeat.

    Raises Unusable where a newer program made them: they stay.
    """
    with writing(engine) as connection:
        if connection.dialect.name == "postgresql":
            connection.execute(sa.text("SELECT pg_advisory_xact_lock(hashtext('readmodel'))"))
        schema_version.create(connection, checkfirst=True)
        found = connection.execute(sa.select(schema_version.c.version)).scalar()
        if found is not None and found > SCHEMA:
            raise newer(f"what is derived is of schema {found}, and this one knows {SCHEMA}")
        if found != SCHEMA:
            metadata.drop_all(connection)
            metadata.create_all(connection)
            connection.execute(schema_version.insert().values(version=SCHEMA))
