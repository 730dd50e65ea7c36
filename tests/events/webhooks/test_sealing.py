"""Webhooks' secrets in the database are of no use without the key beside it."""

from __future__ import annotations

import stat
from pathlib import Path

import pytest
from sqlalchemy import Engine, insert, select

from events import clock
from events.tables import webhooks
from events.webhooks.sealing import FILE, SEALED, NotOpened, Seal, seal_all, seal_of

SECRET = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"


def test_what_is_sealed_is_opened_for_its_webhook_alone(tmp_path: Path) -> None:
    seal = Seal(tmp_path / "data" / FILE)
    closed = seal.closed(SECRET, "one")
    assert closed.startswith(SEALED)
    assert SECRET not in closed
    assert seal.closed(SECRET, "one") != closed
    assert Seal(tmp_path / "data" / FILE).opened(closed, "one") == SECRET
    assert stat.S_IMODE((tmp_path / "data" / FILE).stat().st_mode) == 0o600
    changed = closed[:-8] + ("A" if closed[-8] != "A" else "B") + closed[-7:]
    for stored, owner in ((closed, "other"), (changed, "one"), (SEALED + "x", "one")):
        with pytest.raises(NotOpened, match="another key"):
            seal.opened(stored, owner)
    with pytest.raises(NotOpened, match="put the right file there"):
        Seal(tmp_path / "none" / FILE).opened(closed, "one")


def test_secrets_of_older_versions_are_sealed(sqlite_engine: Engine) -> None:
    row = {"id": "w", "url": "https://x", "events": "[]", "secret": SECRET, "role": "admin"}
    with sqlite_engine.begin() as connection:
        made = {"created_by": "admin", "created_at": clock.now()}
        connection.execute(insert(webhooks).values(**row, **made))
    for _ in range(2):
        seal_all(sqlite_engine)
        with sqlite_engine.connect() as connection:
            stored = connection.scalar(select(webhooks.c.secret))
        assert stored is not None
        assert seal_of(sqlite_engine).opened(stored, "w") == SECRET
    file = Path(sqlite_engine.url.database or "")
    content = b"".join(there.read_bytes() for there in file.parent.glob(f"{file.name}*"))
    assert SECRET.encode() not in content
