"""What a server is told by its environment."""

from __future__ import annotations

import os
import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from sqlalchemy import URL

MEGABYTE = 1_000_000


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings:
    """Where things are, and how much one caller may ask for."""

    database: str
    """`sqlite:///path` or `postgresql://...`."""
    replica: str | None = None
    """`postgresql://...` of a streaming replica, from which is read what may be read there."""
    synchronous: Literal["FULL", "NORMAL"] = "FULL"
    redis: str | None = None
    admin_token: str | None = None
    """A bearer token of role admin that is in no table."""
    address: str | None = None
    """The public address that links begin with; None: the one a request came to."""
    proxies: int = 0
    """Reverse proxies in front whose X-Forwarded headers are believed."""
    largest_body: int = 8 * MEGABYTE
    largest_import: int = 64 * MEGABYTE
    requests_per_minute: int = 3000
    """With one token; an admin's has no limit."""
    requests_per_minute_by_address: int = 600
    """Without a token."""
    most_watchers: int = 450
    """Live streams at once; each has a thread of the web server's."""
    watchers_by_address: int | None = 32
    """Live streams at once from one address; None: no fewer than of all."""
    access_log: bool = False
    """Whether the web server writes a line of JSON for each request to its output."""
    private_webhooks: bool = False
    """Whether webhooks may go to private addresses and over plain http."""
    wrong_tokens_per_minute: int = 60
    """From one address."""

    def __post_init__(self) -> None:
        """Raises ValueError, with the variable's name, for an admin's token that can be guessed,
        and for a replica of what is none's or of another kind of database.
        """
        if self.admin_token is not None and _is_weak(self.admin_token):
            raise ValueError(
                "GAMETAPE_ADMIN_TOKEN can be guessed: take a long random one, as this makes: "
                "python3 -c 'import secrets; print(secrets.token_urlsafe(32))'"
            )
        for url in (self.database, self.replica) if self.replica is not None else ():
            if not url.startswith(("postgresql:", "postgresql+psycopg:")):
                raise ValueError("GAMETAPE_REPLICA is for PostgreSQL: a replica's postgresql://….")

    @classmethod
    def from_environ(cls, environ: Mapping[str, str] = os.environ) -> Settings:
        """Reads the variables that begin with GAMETAPE_.

        Raises ValueError, with the variable's name, for a value that is none.
        """
        synchronous = environ.get("GAMETAPE_SYNCHRONOUS", "FULL").upper()
        if synchronous not in ("FULL", "NORMAL"):
            raise ValueError("GAMETAPE_SYNCHRONOUS is FULL or NORMAL.")
        return cls(
            database=environ.get("GAMETAPE_DATABASE") or _file_in(environ),
            replica=environ.get("GAMETAPE_REPLICA") or None,
            synchronous="NORMAL" if synchronous == "NORMAL" else "FULL",
            redis=environ.get("GAMETAPE_REDIS") or None,
            admin_token=environ.get("GAMETAPE_ADMIN_TOKEN") or None,
            address=environ.get("GAMETAPE_ADDRESS", "").rstrip("/") or None,
            access_log=environ.get("GAMETAPE_ACCESS_LOG") == "1",
            private_webhooks=environ.get("GAMETAPE_PRIVATE_WEBHOOKS") == "1",
            proxies=_count(environ, "GAMETAPE_PROXIES", 0),
            most_watchers=_count(environ, "GAMETAPE_WATCHERS", 450),
            watchers_by_address=_count(environ, "GAMETAPE_WATCHERS_BY_ADDRESS", 32),
            requests_per_minute=_count(environ, "GAMETAPE_REQUESTS_PER_MINUTE", 3000),
            requests_per_minute_by_address=_count(
                environ, "GAMETAPE_REQUESTS_PER_MINUTE_BY_ADDRESS", 600
            ),
        )


SHORTEST, OWN, DIFFERENT = 20, 12, 8
"""Characters of an admin's token: of all, beside known words, and how many different ones."""

_KNOWN = re.compile(
    "secret|password|passwort|passwd|admin|token|gametape|changeme|letmein|welcome|qwerty|qwertz"
    "|example|default|test|0123456789|1234567890|123456|abcdefgh|abcdef"
)


def _is_weak(token: str) -> bool:
    """Whether somebody could guess it: short, of few different characters, or of known words."""
    own = _KNOWN.sub("", token.lower())
    return len(token) < SHORTEST or len(own) < OWN or len(set(own)) < DIFFERENT


def _file_in(environ: Mapping[str, str]) -> str:
    folder = Path(environ.get("GAMETAPE_DATA") or "var").absolute()
    return URL.create("sqlite", database=str(folder / "gametape.db")).render_as_string()


def _count(environ: Mapping[str, str], name: str, default: int) -> int:
    text = environ.get(name) or str(default)
    if not text.isdecimal():
        raise ValueError(f"{name} is a whole number, not {text!r}.")
    return int(text)
