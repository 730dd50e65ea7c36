"""What the rules say of each step of a tape: findings and facts."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import msgspec

from projections.games.tape import Tape
from projections.kit.ruleset import Fact, Finding


class Verdict(msgspec.Struct, frozen=True):
    """The findings and facts of one step; `version` is that of its event."""

    step: int
    version: int
    findings: Sequence[Finding]
    facts: Sequence[Fact]


def verdicts(tape: Tape, first: int = 1) -> Iterator[Verdict]:
    """Judges and counts the steps of a tape from `first` on."""
    rules = tape.rules
    for step in range(first, tape.steps + 1):
        event, before, after = tape.event(step), tape.before(step), tape.state(step)
        yield Verdict(
            step=step,
            version=event.version,
            findings=rules.check(before, event),
            facts=rules.facts(before, event, after),
        )
