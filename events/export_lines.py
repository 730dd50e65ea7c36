"""The lines of an export: its header, its box and an envelope for each event."""

from __future__ import annotations

from typing import Annotated, Any

from msgspec import UNSET, Meta, Struct, UnsetType

from events import body, clock
from events.batch import LARGEST, STREAM_ID
from events.canonical import digest
from events.drafts import LONGEST_SEAT, LONGEST_TYPE, SALT, UUID
from events.event import Event

Count = Annotated[int, Meta(ge=0, le=LARGEST)]
Hash = Annotated[str, Meta(pattern=r"^[0-9a-f]{64}\Z")]
StreamId = Annotated[str, Meta(pattern=rf"^{STREAM_ID.pattern}\Z")]
Name = Annotated[str, Meta(min_length=1, max_length=200)]


class Fork(Struct, frozen=True, forbid_unknown_fields=True):
    """Where a branch left its parent, and the parent's hash there."""

    game: str
    version: Annotated[int, Meta(ge=1, le=LARGEST)]
    step: Count
    hash: Hash


class Opened(Struct, frozen=True, forbid_unknown_fields=True):
    """A mark that stands beside the log: the game went on at `version` after its hands had been
    open, from `step` on."""

    at: str
    step: Count
    version: Annotated[int, Meta(ge=1, le=LARGEST)]

    def __post_init__(self) -> None:
        """Raises ValueError for a time that is not as the log writes it."""
        if clock.utc(self.at) != self.at:
            raise ValueError(f"{self.at} is not in UTC with milliseconds")


class Header(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The first line: which stream, how far, and the hash of its last event.

    `opened` is there for a game with such marks.
    """

    gametape: int
    game: StreamId | UnsetType = UNSET
    league: StreamId | UnsetType = UNSET
    version: Count
    hash: Hash
    opened: list[Opened] | UnsetType = UNSET
    redacted: bool
    parent: Fork | None = None


class Box(Struct, frozen=True, forbid_unknown_fields=True):
    """The second line: the component box that the game was played with."""

    box: str | None
    content: Any


class Envelope(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """An event as it was recorded, all but its position."""

    at: str
    data: dict[str, Any]
    game: str | UnsetType = UNSET
    hash: Hash
    id: Annotated[str, Meta(pattern=rf"^{UUID.pattern}\Z")]
    league: str | UnsetType = UNSET
    recorded_at: str
    recorded_by: Name
    salt: Annotated[str, Meta(pattern=rf"^{SALT.pattern}\Z")] | UnsetType = UNSET
    schema: Annotated[int, Meta(ge=1, le=LARGEST)]
    seat: Annotated[str, Meta(max_length=LONGEST_SEAT)] | None
    type: Annotated[str, Meta(min_length=1, max_length=LONGEST_TYPE)]
    version: Count

    def __post_init__(self) -> None:
        """Raises ValueError for a time that is not as the log writes it."""
        for time in (self.at, self.recorded_at):
            if clock.utc(time) != time:
                raise ValueError(f"{time} is not in UTC with milliseconds")


class Redacted(Envelope, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """An event of which less is shown: its digest stands in place of its salt."""

    digest: Hash


def envelope(event: Event, kind: str, shown: Any) -> Envelope:
    """A stored event of a stream of `kind`, with the data that the reader may see.

    That is `event.data` itself where nothing is hidden.
    """
    told = body.told(event)
    fields: dict[str, Any] = {name: getattr(told, name) for name in told.__struct_fields__}
    fields |= {kind: event.stream, "version": event.version, "hash": event.hash, "data": shown}
    if shown is event.data:
        return Envelope(**fields)
    hidden = digest(body.write(told))
    return Redacted(**{**fields, "salt": UNSET}, digest=hidden)
