"""What the rules say of each step of a tape: findings and facts."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence

import msgspec

from projections.games.tape import Tape
from projections.kit.ruleset import Fact, Finding


class Verdict(msgspec.Struct, frozen=True):
    """The findings and facts of one step; `version` is that of its event.

    `secret_findings` and `secret_facts` are the places of those that only who sees a hidden card
    can come to.
    """

    step: int
    version: int
    findings: Sequence[Finding]
    facts: Sequence[Fact]
    secret_findings: Collection[int] = ()
    secret_facts: Collection[int] = ()


def verdict(tape: Tape, step: int) -> Verdict:
    """Judges and counts one step."""
    rules = tape.rules
    event, before, after = tape.event(step), tape.before(step), tape.state(step)
    return Verdict(
        step=step,
        version=event.version,
        findings=rules.check(before, event),
        facts=rules.facts(before, event, after),
    )


def verdicts(tape: Tape, first: int = 1) -> Iterator[Verdict]:
    """Judges and counts the steps of a tape from `first` on."""
    return (verdict(tape, step) for step in range(first, tape.steps + 1))
