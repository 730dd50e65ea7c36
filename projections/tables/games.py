"""What is derived of games, one table a kind of row."""

from __future__ import annotations

import sqlalchemy as sa

from projections.tables.schema import TEXT, metadata, of_words

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
    sa.Column("open", sa.Boolean, nullable=False, default=False),
    sa.Column("opens_at", TEXT),
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
of_words(summaries.c.names)
sa.Index(
    "summaries_waiting",
    summaries.c.opens_at,
    postgresql_where=summaries.c.opens_at.is_not(None),
    sqlite_where=sa.text("opens_at IS NOT NULL"),
)
"""One row a game, as of `version`; `names` is what a search looks in, in lower case.
`outcomes`: by side what the ruleset's `standings` makes of the game; null: it does not count (yet),
and `decided` is when that was stored which made it so. `open_illegal`: of the `illegal` findings
those that everybody may know of. `open`: it has ended for all, as `projections.games.endings` says,
so that everybody may know what is `secret` in it; never of a branch, which counts nowhere.
`opens_at`: when an end that waits for somebody to confirm it will be one for all. `teams`: by side
the team of the fixture.
`created_at`: that of the stream, so that an index has them in the order of lists.
"""

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
card can find it, so that nobody else is told until the game is `open`."""

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
    sa.Column("secret", sa.Boolean, nullable=False),
    sa.Index("figured_kind", "game", "kind"),
)
"""What the n-th fact of an event counts for in the figures of its ruleset; `kind` as
`projections.kit.figures.kind_of` has it. `secret`: any of the facts that it is made of is."""
