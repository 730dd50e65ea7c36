"""Speed side by side with others: what is measured, and against which bar."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """One line of the table. With `theirs` the bar is a ratio, else a bound on `ours`."""

    work: str
    unit: str
    ours: float
    bar: float
    theirs: float | None = None
    rival: str = ""
    at_most: bool = False
    """Whether less is better: seconds and bytes."""

    @property
    def ratio(self) -> float | None:
        """How many times as much as theirs."""
        return None if self.theirs is None else self.ours / self.theirs

    @property
    def met(self) -> bool:
        """Whether the bar is reached."""
        reached = self.ours if self.ratio is None else self.ratio
        return reached <= self.bar if self.at_most else reached >= self.bar
