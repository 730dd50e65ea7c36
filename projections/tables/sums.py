"""The sums of seasons, and what each game adds to them."""

from __future__ import annotations

import sqlalchemy as sa

from projections.statistics.contributions import Amounts, Key
from projections.tables.schema import TEXT, metadata

AMOUNTS = Amounts.__struct_fields__
"""The columns of a sum."""

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
