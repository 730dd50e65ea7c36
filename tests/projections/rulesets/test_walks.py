"""Hypothesis walks through each ruleset: legal moves, once-legal moves, spoiled values."""

from __future__ import annotations

from random import Random
from typing import Any

import msgspec
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from events.corrections import CORRECTIONS
from events.event import Draft
from projections.kit import replay, simulate
from projections.kit.box import components, sample
from projections.kit.find import rulesets
from projections.kit.ruleset import ALL, PUBLIC, Ruleset
from projections.kit.schema import errors_in
from tests.projections.rulesets.games import ALL_EXAMPLES, plain

RULESETS = list(rulesets().values())
each_ruleset = pytest.mark.parametrize("rules", RULESETS, ids=[r.id for r in RULESETS])


def spoiled(value: Any, rng: Random, pool: list[Any]) -> Any:
    """The value with one leaf replaced by another value of the game."""
    if isinstance(value, dict) and value:
        key = rng.choice(sorted(value))
        return {**value, key: spoiled(value[key], rng, pool)}
    if isinstance(value, list) and value and rng.random() < 0.8:
        at = rng.randrange(len(value))
        return [*value[:at], spoiled(value[at], rng, pool), *value[at + 1 :]]
    return rng.choice(pool)


def leaves(value: Any) -> list[Any]:
    if isinstance(value, dict):
        return [leaf for item in value.values() for leaf in leaves(item)]
    if isinstance(value, list):
        return [leaf for item in value for leaf in leaves(item)]
    return [value]


def pool_of(ruleset: str) -> tuple[list[Draft], list[Any]]:
    drafts, values = [], [None, 0, 1, 7, "nobody", "", [], {}]
    for name, example in ALL_EXAMPLES:
        if name == ruleset:
            for entry in [*example["given"][1:], *example["when"]]:
                drafts.append(Draft(type=entry["type"], seat=entry.get("seat"), data=entry["data"]))
                values += leaves(entry["data"])
    return drafts, values


@each_ruleset
@settings(
    max_examples=40, deadline=None, suppress_health_check=[HealthCheck.too_slow], derandomize=True
)
@given(seed=st.integers(0, 10_000))
def test_any_event_on_any_state_gives_a_state(rules: Ruleset[Any], seed: int) -> None:
    rng = Random(seed)
    box = sample(rules)
    created = simulate.creation(rules, box, rng.choice(list(rules.seatings)))
    parts = components(rules, box.content)
    state: Any = rules.initial(simulate.as_event(rules, created, 1).data, parts)
    known, pool = pool_of(rules.id)
    players = rules.simulate(state, Random(seed))
    for version in range(2, 60):
        draft = next_draft(rules, state, rng, known, pool, players)
        if draft is None or draft.type in CORRECTIONS:
            continue
        if errors_in(rules.payloads[draft.type], draft.data):
            continue
        event = simulate.as_event(rules, draft, version)
        findings = rules.check(state, event)
        after = rules.apply(state, event)
        assert isinstance(after, rules.state), draft
        assert replay.thaw(rules.state, replay.freeze(after), after.setup) == after, draft
        assert all(f.citation and f.message for f in findings)
        if version % 6 == 0:
            look(rules, state, event, after)
        state = after


def next_draft(
    rules: Ruleset[Any], state: Any, rng: Random, known: list[Draft], pool: list[Any], players: Any
) -> Draft | None:
    dice = rng.random()
    if dice < 0.45:
        options = rules.options(state, ALL)
        if not options:
            return None
        option = rng.choice(list(options))
        return Draft(type=option.type, seat=option.seat, data=plain(option.data))
    draft = rng.choice(known)
    if dice < 0.7:
        return draft
    data = spoiled(draft.data, rng, pool)
    seat = rng.choice([draft.seat, None, "nobody", *rules.seatings[0]])
    return Draft(type=draft.type, seat=seat, data=data if isinstance(data, dict) else draft.data)


def look(rules: Ruleset[Any], before: Any, event: Any, after: Any) -> None:
    for viewer in (ALL, PUBLIC, rules.seatings[0][0]):
        msgspec.json.encode(rules.view(after, viewer))
        msgspec.json.encode(rules.show(after, viewer))
        msgspec.json.encode(list(rules.trace(before, event, after, viewer)))
        assert rules.text(before, event, after, viewer)
        for option in rules.options(after, viewer):
            msgspec.json.encode(option.as_json())
    for fact in rules.facts(before, event, after):
        msgspec.json.encode(fact)
    rules.private(after, event)
