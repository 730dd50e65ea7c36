"""Why a well-formed append is not done."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

Expected = int | Literal["no_stream", "stream_exists", "any"]
"""The version a stream must have for an append; `any`: whatever it is, if it is at all."""


SEEN_BY = ("private", "unlisted", "public")
"""Who may see a stream, from few to all."""


def narrower(one: str, other: str) -> str:
    """Of two visibilities that by which fewer see."""
    return min(one, other, key=SEEN_BY.index)


class Parent(Struct, frozen=True):
    """Where a branch leaves another stream: its version then, and the step kept of it."""

    stream: str
    version: int
    step: int


class WrongVersion(Exception):
    """The stream is not at the expected version. `version` is the present one, 0: no stream."""

    def __init__(self, stream: str, version: int, expected: Expected) -> None:
        """Takes the stream, its present version and the expected one."""
        super().__init__(f"{stream} is at version {version}, expected: {expected}")
        self.stream, self.version, self.expected = stream, version, expected


class IdReused(Exception):
    """The ids in `known` are stored in the stream with other content."""

    def __init__(self, known: list[str]) -> None:
        """Takes the reused ids."""
        super().__init__(f"stored with other content: {', '.join(known)}")
        self.known = known


class PartlyKnown(Exception):
    """Of the batch only the ids in `known` are stored already."""

    def __init__(self, known: list[str]) -> None:
        """Takes the known ids."""
        super().__init__(f"only a part of the batch is stored: {', '.join(known)}")
        self.known = known


class Deleted(Exception):
    """The stream was deleted, perhaps a moment ago."""

    def __init__(self, stream: str) -> None:
        """Takes the stream."""
        super().__init__(f"{stream} was deleted")
        self.stream = stream


class SeenByMore(Exception):
    """A branch was to be seen by more than the game it left."""

    def __init__(self, parent: str, visibility: str) -> None:
        """Takes the id of the parent and who may see it."""
        super().__init__(
            f"A branch is seen by no more than the game it left, and {parent} is {visibility}."
        )


class UnknownParent(Exception):
    """A branch was to leave a stream at a version that it does not have."""

    def __init__(self, parent: Parent) -> None:
        """Takes the parent that was named."""
        super().__init__(f"{parent.stream} has no version {parent.version}")
        self.parent = parent
