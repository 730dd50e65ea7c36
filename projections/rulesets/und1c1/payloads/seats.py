"""The two coaches, and a value for each of them."""

from __future__ import annotations

from typing import Generic, Literal, TypeVar

import msgspec

Seat = str
"""`a`, who attacks upwards, or `b`."""

AnySeat = Literal["a", "b"]
"""A seat where only the two of this table are admitted."""

SEATS: tuple[Seat, Seat] = ("a", "b")
OTHER: dict[Seat, Seat] = {"a": "b", "b": "a"}

T = TypeVar("T")


class BySeat(msgspec.Struct, Generic[T], frozen=True, gc=False):
    """A value for either coach."""

    a: T
    b: T

    def of(self, seat: Seat) -> T:
        """The value of `seat`."""
        return self.a if seat == "a" else self.b

    def but(self, seat: Seat, value: T) -> BySeat[T]:
        """The same with `value` for `seat`."""
        return BySeat(value, self.b) if seat == "a" else BySeat(self.a, value)


def seated(seat: str | None) -> Seat | None:
    """`seat` when it is one of the two at this table, else None."""
    return seat if seat == "a" or seat == "b" else None
