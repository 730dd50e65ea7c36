"""What is stored and is not what was recorded: where, and in which words."""

from __future__ import annotations

from msgspec import MsgspecError, Struct

from events import body
from events.body import Body, content_digest
from events.canonical import digest
from events.chain import link

NO_EVENT = "its body is no event"
WRONG_HASH = "its hash does not follow from the event before it"
MISSING = "this version is missing"
OTHER_DATA = "its data is not what its type says"


class Broken(Struct, frozen=True):
    """The first place in a stream where the log is not what was recorded, and why.

    `reason` is a clause that tells nothing of what is recorded there; `version` 0: the stream's own
    row. `position`: that of the event, where it is known.
    """

    stream: str
    version: int
    reason: str
    position: int | None = None

    def __str__(self) -> str:
        """One line for a list."""
        place = f", version {self.version}" if self.version else ""
        return f"{self.stream}{place}: {self.reason}."


class Unreadable(Exception):
    """A stream cannot be read, and is set aside until it is mended; others are as they were."""

    def __init__(self, stream: str, version: int, reason: str) -> None:
        """As in Broken."""
        self.broken = Broken(stream, version, reason)
        super().__init__(
            f"{stream} is damaged and set aside (version {version}: {reason}). "
            "It comes back by itself once the database is mended: gametape restore FILE --only "
            f"{stream} puts it back from a backup."
        )


def body_of(stream: str, version: int, text: object) -> Body:
    """The body of a stored event. Raises Unreadable for text that is none."""
    try:
        return body.read(text)  # type: ignore[arg-type]
    except (MsgspecError, TypeError, UnicodeError):
        raise Unreadable(stream, version, NO_EVENT) from None


def proven(
    stream: str, version: int, before: str, text: object, hash: object, *, gone: bool = False
) -> None:
    """Raises Unreadable where `hash` is not that of `text` after an event with hash `before`.

    `gone`: it was deleted, and may stand for what it was.
    """
    if not isinstance(text, str):
        raise Unreadable(stream, version, NO_EVENT)
    if hash != link(before, content_digest(text) if gone else digest(text.encode())):
        raise Unreadable(stream, version, WRONG_HASH)
