"""Hypothesis walks through each ruleset: legal moves, once-legal moves, spoiled values."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
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
    for before, event, after in walk(rules, seed):
        findings = rules.check(before, event)
        assert isinstance(after, rules.state), event
        assert replay.thaw(rules.state, replay.freeze(after), after.setup) == after, event
        assert all(f.citation and f.message for f in findings)
        if event.version % 6 == 0:
            look(rules, before, event, after)


@each_ruleset
@settings(
    max_examples=40, deadline=None, suppress_health_check=[HealthCheck.too_slow], derandomize=True
)
@given(seed=st.integers(0, 10_000))
def test_somebody_is_awaited_until_the_game_is_over(rules: Ruleset[Any], seed: int) -> None:
    for _, event, after in walk(rules, seed):
        assert_awaited(rules, event, after)


@each_ruleset
def test_somebody_is_awaited_when_some_events_are_left_out(rules: Ruleset[Any]) -> None:
    """What is forgotten again and again: whatever the table leaves out, it can go on."""
    for seating, options in tables(rules):
        created = simulate.creation(rules, sample(rules), seating, options)
        steps = islice(simulate.game(rules, sample(rules), created, 3), 1, LONG)
        game = [draft for draft, _ in steps]
        for left_out in sorted({draft.type for draft in game}):
            state = opening(rules, created)
            for version, draft in enumerate(game, 2):
                if draft.type != left_out:
                    event = simulate.as_event(rules, draft, version)
                    state = rules.apply(state, event)
                    assert_awaited(rules, event, state)


LONG = 120
"""Events of a game that are looked at."""


def tables(rules: Ruleset[Any]) -> list[tuple[tuple[str, ...], dict[str, Any]]]:
    """Every seating with the defaults, and every other choice that an example's table made."""
    found: list[tuple[tuple[str, ...], dict[str, Any]]] = [(s, {}) for s in rules.seatings]
    for name, example in ALL_EXAMPLES:
        data = [*example["given"], *example["when"]][0]["data"]
        options = {
            k: v
            for k, v in data.get("options", {}).items()
            if k in rules.settings.__struct_fields__
        }
        seats = tuple(seated["seat"] for seated in data["seats"])
        if name == rules.id and (seats, options) not in found:
            found.append((seats, options))
    return found


def assert_awaited(rules: Ruleset[Any], event: Any, after: Any) -> None:
    view = rules.view(after, ALL)
    assert view["awaiting"] or view["status"] in ("ended", "abandoned"), event


def opening(rules: Ruleset[Any], created: Draft) -> Any:
    parts = components(rules, sample(rules).content)
    return rules.initial(simulate.as_event(rules, created, 1).data, parts)


def walk(rules: Ruleset[Any], seed: int) -> Iterator[tuple[Any, Any, Any]]:
    """Events that a table might record, legal or not: each with the states around it."""
    rng = Random(seed)
    seating, options = rng.choice(tables(rules))
    state = opening(rules, simulate.creation(rules, sample(rules), seating, options))
    known, pool = pool_of(rules.id)
    players = rules.simulate(state, Random(seed))
    for version in range(2, 60):
        draft = next_draft(rules, state, rng, known, pool, players)
        if draft is None or draft.type in CORRECTIONS:
            continue
        if errors_in(rules.payloads[draft.type], draft.data):
            continue
        event = simulate.as_event(rules, draft, version)
        after = rules.apply(state, event)
        yield state, event, after
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
