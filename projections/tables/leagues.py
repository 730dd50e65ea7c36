"""What is derived of leagues: their seasons, teams, fixtures and tables."""

from __future__ import annotations

import sqlalchemy as sa

from projections.tables.schema import TEXT, metadata, of_words

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
of_words(leagues.c.sought)
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

members = sa.Table(
    "members",
    metadata,
    sa.Column("season", TEXT, primary_key=True),
    sa.Column("team", TEXT, primary_key=True),
    sa.Column("person", TEXT, primary_key=True, index=True),
)
"""The people of `teams`, for finding the teams of a person."""

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
