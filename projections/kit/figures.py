"""Figures: what a ruleset makes of its facts by what is in them, as data."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal, NamedTuple

import msgspec

from projections.kit.fact import Fact
from projections.kit.rulebook import Rulebook

PREFIX = "figure:"
"""What the kind of a figure's sums begins with."""

Measured = Literal["count", "value", "mean", "ratio", "luck", "share", "most", "least"]
"""How many; the sum of values; value a try; the values divided by what was expected, or by what
else stands there; the sum of value - expected; the own number among that of both sides; the largest
and the smallest value."""

EXTREMES: Mapping[str, Callable[[int, int], int]] = {"most": max, "least": min}
"""The measures of which one value counts, and which of two."""

Per = Literal["team", "season", "game"]
"""Whom a figure is of: each team and person; the season, whoever did it; the season, the sum of
each of its finished games being one try."""

NO_LABEL = "none"
"""The label of a fact whose field is null."""


class Tally(msgspec.Struct, frozen=True):
    """What a fact counts for in a figure: in which part of it, for which seat, and how much."""

    seat: str | None
    label: str = ""
    value: float | None = None
    expected: float | None = None


Counts = Callable[[Fact], Iterable[Tally]]

Of = str | Callable[[Fact], Any]
"""A field of a fact's data, or what is found in a fact otherwise."""


def each(
    *,
    where: Of | None = None,
    seat: Of | None = None,
    by: Of | None = None,
    value: Of | None = None,
    expected: Of | None = None,
) -> Counts:
    """One tally for every fact in which `where` is found to be true.

    Left out: every fact; its own seat and value; no parts; the expectation of its own value, none
    of another one. A value or an expectation that is not there is not known.
    """
    own = its_expectation if value is None else nothing

    def count(fact: Fact) -> Iterator[Tally]:
        if where is None or found(fact, where):
            yield Tally(
                seat=fact.seat if seat is None else found(fact, seat),
                label="" if by is None else label_of(found(fact, by)),
                value=fact.value if value is None else number(found(fact, value)),
                expected=number(found(fact, own if expected is None else expected)),
            )

    return count


def found(fact: Fact, of: Of) -> Any:
    """What a fact has in a field of its data, or otherwise; None: nothing."""
    return fact.data.get(of) if isinstance(of, str) else of(fact)


def nothing(_fact: Fact) -> None:
    """No expectation: that of a fact is not one of what is counted."""


def its_expectation(fact: Fact) -> float | None:
    """The expectation of a fact, for figures that add expectations up."""
    return fact.expected


def label_of(part: Any) -> str:
    """The part of a figure that a field's value stands for."""
    return NO_LABEL if part is None else str(part)


def number(amount: Any) -> float | None:
    """An amount in a fact's data; true is one."""
    return None if amount is None else float(amount)


@dataclass(frozen=True, slots=True, kw_only=True)
class Figure:
    """A number of a season, made of facts of some kinds.

    `says` defines it in a sentence. Without `kinds` it counts the events of a game. `labels`: the
    parts of it in their order and what they are called; others come after them under their own
    name. `board`: the labels as they lie on the table, seen by the side whose numbers they are.
    `recalls`: kinds of facts that `looks_back` is given, those up to the one that it counts, with
    the same value in the field `of_same` of their data.
    """

    title: str
    says: str
    kinds: Sequence[str]
    counts: Counts = field(default_factory=each)
    measure: Measured = "count"
    unit: str = ""
    per: Per = "team"
    labels: Mapping[str, str] = field(default_factory=dict)
    board: Sequence[Sequence[str]] = ()
    recalls: Sequence[str] = ()
    of_same: str = ""
    looks_back: Callable[[Fact, Sequence[Fact]], Iterable[Tally]] | None = None

    @property
    def percent(self) -> bool:
        """Whether it is a share: what has no unit is one."""
        return not self.unit

    def called(self, label: str) -> str:
        """What a part of it is called."""
        return self.labels.get(label, label.replace("_", " "))

    def order(self, label: str) -> tuple[int, str]:
        """What its parts are sorted by."""
        named = list(self.labels)
        return (named.index(label) if label in self.labels else len(named), label)


FINDINGS = "findings"
"""The figure of what the referee found, in every ruleset; its parts are rules."""


def of_findings(rulebook: Rulebook) -> Figure:
    """How often the referee found each rule of a rulebook broken."""
    return Figure(
        title="Findings of the referee",
        says="How often the referee found a rule broken by an event of this side, by rule; what "
        "could not be judged does not count.",
        kinds=("finding",),
        unit="findings",
        labels={rule.id: rule.title for rule in rulebook.rules.values()},
    )


def of_events() -> Figure:
    """How many events a game has."""
    return Figure(
        title="Events a game",
        says="Recorded events that stand, for each finished game.",
        kinds=(),
        measure="mean",
        unit="events",
        per="game",
    )


def kind_of(figure: str, label: str = "") -> str:
    """The kind under which a figure's part is summed."""
    return f"{PREFIX}{figure}:{label}" if label else f"{PREFIX}{figure}"


def figure_of(kind: str) -> tuple[str, str]:
    """The figure and the part of it that a kind stands for."""
    figure, _, label = kind.removeprefix(PREFIX).partition(":")
    return figure, label


class Recalled(NamedTuple):
    """An earlier fact; `secret`: only who sees a hidden card can come to it."""

    fact: Fact
    secret: bool


def tallies(
    figures: Mapping[str, Figure], fact: Fact, recall: Callable[[Sequence[str]], Sequence[Recalled]]
) -> Iterator[tuple[str, Tally, bool]]:
    """All that a fact counts for: kinds of sums, each with its tally, and whether any of the other
    facts that it is made of is secret.

    `recall` gives the facts of some kinds up to that one.
    """
    for name, figure in figures.items():
        if fact.kind not in figure.kinds:
            continue
        if figure.looks_back is None:
            counted, secret = figure.counts(fact), False
        else:
            same = figure.of_same
            parts = [p for p in recall(figure.recalls) if p.fact.data[same] == fact.data[same]]
            counted = figure.looks_back(fact, [part.fact for part in parts])
            secret = any(part.secret for part in parts)
        for tally in counted:
            yield kind_of(name, tally.label), tally, secret
