"""Whole simulated games, each played, judged and, if wanted, read back from its files."""

from __future__ import annotations

import multiprocessing
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any

import msgspec

from events.event import Draft
from projections.kit.box import sample
from projections.kit.find import rulesets
from projections.kit.ruleset import ALL, Ruleset, Seat
from scripts.coming_back import differences
from scripts.simulation import judge, play, spoil

WORTH_A_PROCESS = 10
"""Games from which on a further process is quicker than the time that it takes to start."""

Kind = tuple[str, str]
"""A rule's id and the severity of its findings."""


@dataclass(frozen=True, slots=True)
class Order:
    """A game to be played: ruleset, seats, options, seed.

    `careless`: some of its events are recorded wrongly; `check`: it is read back from its files.
    """

    ruleset: str
    seats: tuple[Seat, ...]
    options: Mapping[str, Any]
    seed: int
    careless: bool = False
    check: bool = False


@dataclass(frozen=True, slots=True)
class Report:
    """What came of a game.

    `examples`: for each kind of finding the first, with its step. `caught`: whether a spoiled game
    has a finding that the right one has not; None where nothing was spoiled. `differences`:
    sentences, one for each way in which the game came back as another.
    """

    seed: int
    events: int
    turns: int
    ending: str
    findings: Counter[Kind]
    examples: Mapping[Kind, str]
    caught: bool | None
    differences: Sequence[str]


def drafts_of(order: Order) -> list[Draft]:
    """The log of a game as it was recorded, carelessly or not."""
    rules = rulesets()[order.ruleset]
    drafts = play(rules, sample(rules), order.seed, order.seats, order.options)
    return spoil(rules, drafts, Random(order.seed)) if order.careless else drafts


def referee(order: Order) -> Report:
    """Plays and judges one game."""
    rules = rulesets()[order.ruleset]
    played = play(rules, sample(rules), order.seed, order.seats, order.options)
    drafts = spoil(rules, played, Random(order.seed)) if order.careless else played
    found: Counter[Kind] = Counter()
    examples: dict[Kind, str] = {}
    state: Any = None
    for step in judge(rules, sample(rules), drafts):
        state = step.after
        for finding in step.findings:
            kind = (finding.rule, str(finding.severity))
            found[kind] += 1
            examples.setdefault(kind, f"step {step.number}: {finding.message}")
    view = rules.view(state, ALL)
    return Report(
        seed=order.seed,
        events=len(drafts),
        turns=msgspec.to_builtins(view["turn"])["number"],
        ending=_ending(msgspec.to_builtins(view["result"])),
        findings=found,
        examples=examples,
        caught=None if drafts == played else bool(found - _found(rules, played)),
        differences=differences(rules, sample(rules), drafts, state) if order.check else (),
    )


def _found(rules: Ruleset[Any], drafts: Sequence[Draft]) -> Counter[Kind]:
    steps = judge(rules, sample(rules), drafts)
    return Counter((f.rule, str(f.severity)) for step in steps for f in step.findings)


def _ending(result: Mapping[str, Any] | None) -> str:
    if result is None:
        return "not ended"
    winners = result.get("winners") or [result.get("winner") or "nobody"]
    return f"{' and '.join(winners)} ({result['reason']})"


def refereed(orders: Sequence[Order], processes: int) -> Iterator[Report]:
    """The reports in order, from up to that many processes."""
    processes = min(processes, len(orders) // WORTH_A_PROCESS)
    if processes < 2:
        yield from map(referee, orders)
        return
    with multiprocessing.get_context("spawn").Pool(processes) as pool:
        yield from pool.imap(referee, orders)
