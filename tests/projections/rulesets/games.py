"""Given-when-then on rulesets: plays the events of a vector and reads what followed."""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

import msgspec

from events.corrections import CORRECTIONS, effective
from events.event import Event
from projections.kit import redact, replay
from projections.kit.box import components
from projections.kit.find import rulesets
from projections.kit.ruleset import ALL, Finding, Ruleset

TESTS = Path(__file__).parents[2]


def folder(ruleset: str) -> str:
    return ruleset.replace("-", "_")


def lines(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text("utf-8").splitlines() if line.strip()]


@cache
def examples(ruleset: str) -> tuple[dict[str, Any], ...]:
    """The spec's vectors and the project's own cases of a ruleset."""
    vectors = TESTS / "vectors" / f"{ruleset}.jsonl"
    cases = TESTS / "projections" / "rulesets" / folder(ruleset) / "cases.jsonl"
    return tuple(lines(vectors) + (lines(cases) if cases.exists() else []))


ALL_EXAMPLES = [(ruleset, example) for ruleset in rulesets() for example in examples(ruleset)]


@dataclass
class Played:
    """A game played at a desk: its states and the findings of each event."""

    rules: Ruleset[Any]
    states: list[Any] = field(default_factory=list)
    events: list[Event] = field(default_factory=list)
    findings: list[list[Finding]] = field(default_factory=list)

    @property
    def state(self) -> Any:
        return self.states[-1]

    def play(self, entry: dict[str, Any]) -> None:
        version = len(self.events) + 1
        data = dict(entry["data"])
        event = Event(version=version, type=entry["type"], seat=entry.get("seat"), data=data)
        before = self.state if self.states else None
        if before is None:
            data["box"] = "sample" if data.get("box") in (None, "sample") else data["box"]
            parts = components(self.rules, self.rules.sample_box)
            event = msgspec.structs.replace(event, data=replay.created(self.rules, event, parts))
            after = self.rules.initial(event.data, parts)
        else:
            event = replay.read(self.rules, event)
            after = self.rules.apply(before, event)
        self.events.append(event)
        self.findings.append(list(self.rules.check(before, event)))
        self.states.append(after)

    def view(self, viewer: str = ALL) -> Any:
        view = dict(self.rules.view(self.state, viewer))
        view |= {"version": len(self.events), "step": len(self.events)}
        return plain(view)


def plain(value: Any) -> Any:
    return json.loads(msgspec.json.encode(value))


def played(ruleset: str, events: list[dict[str, Any]]) -> Played:
    """The game after `events`, corrections among them carried out first."""
    game = Played(rulesets()[ruleset])
    for event in in_force(events):
        game.play(event)
    return game


def in_force(events: list[dict[str, Any]]) -> list[dict[str, Any]]:
    if not any(entry["type"] in CORRECTIONS for entry in events):
        return events
    recorded = [
        Event(version=v, type=e["type"], seat=e.get("seat"), data=e["data"])
        for v, e in enumerate(events, 1)
    ]
    return [
        {"type": event.type, "seat": event.seat, "data": redact.plain(event.data)}
        for event in effective(recorded).events
    ]


def point(document: Any, pointer: str) -> Any:
    """The value at a JSON pointer (RFC 6901); KeyError or IndexError when it is not there."""
    for token in pointer.split("/")[1:]:
        token = token.replace("~1", "/").replace("~0", "~")
        document = document[int(token)] if isinstance(document, list) else document[token]
    return document


def within(wanted: Any, found: Any) -> bool:
    """Whether `wanted` is a recursive subset of `found`; numbers within 1e-6, lists exactly."""
    if isinstance(wanted, dict):
        return isinstance(found, dict) and all(
            key in found and within(value, found[key]) for key, value in wanted.items()
        )
    if isinstance(wanted, list):
        return (
            isinstance(found, list)
            and len(wanted) == len(found)
            and all(map(within, wanted, found))
        )
    if isinstance(wanted, float) and isinstance(found, int | float):
        return abs(wanted - found) < 1e-6
    return type(wanted) is type(found) and bool(wanted == found)


def multiset(entries: list[dict[str, Any]], ruleset: str) -> Counter[tuple[int, str, str]]:
    return Counter((e["of"], e["rule"].removeprefix(f"{ruleset}."), e["severity"]) for e in entries)
