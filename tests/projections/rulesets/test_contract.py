"""Promises that hold for every ruleset that is found."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import cache
from itertools import islice
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from events.event import Draft
from projections.kit import box as boxes
from projections.kit import redact, replay, simulate
from projections.kit.diff import diff
from projections.kit.find import rulesets
from projections.kit.notation import terse
from projections.kit.ruleset import ALL, PUBLIC, Ruleset
from projections.kit.schema import errors_in, schema_of
from tests.projections.rulesets.games import examples, folder, plain, played

PROJECTIONS = Path(boxes.__file__).parent.parent / "rulesets"
RULESETS = list(rulesets().values())
each_ruleset = pytest.mark.parametrize("rules", RULESETS, ids=[r.id for r in RULESETS])


@cache
def a_game(ruleset: str, seating: int, seed: int) -> tuple[tuple[Draft, Any], ...]:
    rules = rulesets()[ruleset]
    box = boxes.sample(rules)
    created = simulate.creation(rules, box, rules.seatings[seating])
    return tuple(simulate.game(rules, box, created, seed))


def games(rules: Ruleset[Any]) -> Iterator[tuple[tuple[Draft, Any], ...]]:
    for seating in range(len(rules.seatings)):
        yield a_game(rules.id, seating, 11)


@each_ruleset
def test_the_sample_box_is_admitted(rules: Ruleset[Any]) -> None:
    assert boxes.refusals(rules, rules.sample_box) == {}
    assert boxes.sample(rules).sample


@each_ruleset
def test_every_payload_has_a_schema(rules: Ruleset[Any]) -> None:
    assert "TableAdjusted" in rules.payloads
    for payload in rules.payloads.values():
        schema_of(payload)
        assert errors_in(payload, {"no such field": 1})["no such field"] == ["Unknown field."]


@each_ruleset
def test_a_figure_is_a_share_or_has_a_unit(rules: Ruleset[Any]) -> None:
    for name, figure in rules.statistics.figures.items():
        assert figure.percent == (not figure.unit), name
        assert not figure.percent or figure.measure in ("mean", "share", "ratio"), name


@each_ruleset
def test_rules_are_cited_and_cited_rules_exist(rules: Ruleset[Any]) -> None:
    cited = set()
    for path in (PROJECTIONS / folder(rules.id)).rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                cited.add(node.value)
    unused = [rule for rule in rules.rulebook.rules if rule not in cited]
    assert not unused
    assert all(rule.citation and rule.title for rule in rules.rulebook.rules.values())


@each_ruleset
def test_every_rule_has_an_example_that_breaks_it(rules: Ruleset[Any]) -> None:
    broken = {
        entry["rule"].removeprefix(f"{rules.id}.")
        for example in examples(rules.id)
        for entry in example["then"]["findings"]
    }
    assert not set(rules.rulebook.rules) - broken


def rulings_of(example: dict[str, Any]) -> dict[str, Any]:
    created = [*example["given"], *example["when"]][0]["data"]
    return dict(created.get("options", {}).get("rulings", {}))


@each_ruleset
def test_every_alternative_of_a_ruling_has_an_example(rules: Ruleset[Any]) -> None:
    chosen = {
        (key, value) for example in examples(rules.id) for key, value in rulings_of(example).items()
    }
    missing = [
        (ruling.key, value)
        for ruling in rules.rulebook.rulings.values()
        for value in ruling.alternatives
        if (ruling.key, value) not in chosen
    ]
    assert not missing


@each_ruleset
def test_simulated_games_end_and_are_never_empty(rules: Ruleset[Any]) -> None:
    for game in games(rules):
        last = game[-1][1]
        view = rules.view(last, ALL)
        assert view["status"] == "ended"
        assert view["awaiting"] in ([], ())
        assert len(game) > 20


@each_ruleset
def test_the_same_seed_plays_the_same_game(rules: Ruleset[Any]) -> None:
    box = boxes.sample(rules)
    created = simulate.creation(rules, box)
    once, twice = ([draft for draft, _ in simulate.game(rules, box, created, 5)] for _ in range(2))
    assert once == twice


@each_ruleset
def test_simulated_payloads_pass_the_door(rules: Ruleset[Any]) -> None:
    for game in games(rules):
        for draft, _ in game:
            assert errors_in(rules.payloads[draft.type], draft.data) == {}, draft


@each_ruleset
def test_a_state_can_be_stored_and_goes_on_the_same(rules: Ruleset[Any]) -> None:
    for game in games(rules):
        for index in range(0, len(game) - 1, 13):
            state = game[index][1]
            thawed = replay.thaw(rules.state, replay.freeze(state), state.setup)
            assert thawed == state
            event = simulate.as_event(rules, game[index + 1][0], index + 2)
            assert rules.apply(thawed, event) == game[index + 1][1]


@each_ruleset
def test_notation_says_every_event_of_a_game(rules: Ruleset[Any]) -> None:
    for game in games(rules):
        for draft, _ in game:
            line = rules.write(draft)
            assert "\n" not in line
            said = rules.read(line)
            assert (said.type, said.seat, said.data) == (draft.type, draft.seat, draft.data), line


@each_ruleset
def test_an_event_that_was_read_has_no_longer_line_than_its_draft(rules: Ruleset[Any]) -> None:
    for game in games(rules):
        for version, (draft, _) in enumerate(game[1:], 2):
            event = simulate.as_event(rules, draft, version)
            data = terse(rules.payloads[event.type], redact.plain(event.data))
            again = Draft(type=event.type, seat=event.seat, data=data)
            line = rules.write(again)
            assert len(line) <= len(rules.write(draft))
            assert simulate.as_event(rules, rules.read(line), version) == event


@each_ruleset
def test_listed_options_are_never_illegal(rules: Ruleset[Any]) -> None:
    for game in games(rules):
        for index in range(0, len(game), 7):
            assert_options_legal(rules, game[index][1], index, 12)


RULED = [
    (rules, ruling.key, value)
    for rules in RULESETS
    for ruling in rules.rulebook.rulings.values()
    for value in ruling.alternatives
]


@pytest.mark.parametrize(
    ("rules", "key", "value"), RULED, ids=[f"{r.id}-{key}-{value}" for r, key, value in RULED]
)
def test_options_are_never_illegal_under_a_ruling(
    rules: Ruleset[Any], key: str, value: Any
) -> None:
    """In the examples of the ruling, where it matters, and in the beginning of a game."""
    for example in examples(rules.id):
        if rulings_of(example).get(key) == value:
            game = played(rules.id, [*example["given"], *example["when"]])
            for index, state in enumerate(game.states):
                assert_options_legal(rules, state, index, MOST_OPTIONS)
    box, seating = boxes.sample(rules), rules.seatings[-1]
    created = simulate.creation(rules, box, seating, {"rulings": {key: value}})
    begun = islice(simulate.game(rules, box, created, 11), 0, 150, 9)
    for index, (_, state) in enumerate(begun):
        assert_options_legal(rules, state, index, 12)


MOST_OPTIONS = 300


def assert_options_legal(rules: Ruleset[Any], state: Any, seed: int, most: int) -> None:
    """`most` of the options, picked by `seed`."""
    options = list(rules.options(state, ALL))
    for option in Random(seed).sample(options, min(most, len(options))):
        assert all((option.choices or {}).values()), option
        draft = Draft(type=option.type, seat=option.seat, data=_filled(option))
        findings = rules.check(state, simulate.as_event(rules, draft, seed + 2))
        illegal = {f.rule for f in findings if f.severity == "illegal"}
        assert not illegal, (draft, illegal)


def _filled(option: Any) -> dict[str, Any]:
    data = msgspec.to_builtins(option.data)
    if option.faces:
        for die, faces in zip(data["dice"], option.faces, strict=True):
            die["face"] = faces[0]
    for name, values in (option.choices or {}).items():
        if name not in data or data[name] in (None, []):
            data[name] = list(values[: option.count]) if option.count else values[0]
    return data


@each_ruleset
def test_a_winner_who_does_not_sit_here_is_not_taken(rules: Ruleset[Any]) -> None:
    """Refused at the door, or reported and without effect: never taken without a word."""
    for game in games(rules):
        state = game[len(game) // 2][1]
        draft = Draft(type="GameEnded", data={"reason": "agreement", "winner": "nobody"})
        if errors_in(rules.payloads["GameEnded"], draft.data):
            continue
        event = simulate.as_event(rules, draft, 2)
        (finding,) = rules.check(state, event)
        assert finding.severity == "illegal"
        assert rules.apply(state, event) == state
        for seat in rules.view(state, ALL)["score"]:
            event = simulate.as_event(rules, replace(draft, data=draft.data | {"winner": seat}), 2)
            assert not rules.check(state, event)
            assert rules.view(rules.apply(state, event), ALL)["status"] == "ended"


@each_ruleset
def test_texts_scenes_facts_and_patches_of_a_game(rules: Ruleset[Any]) -> None:
    for game in games(rules):
        before: Any = None
        scene: Any = None
        for version, (draft, state) in enumerate(game, 1):
            event = simulate.as_event(rules, draft, version)
            for viewer in (ALL, PUBLIC, *rules.seatings[0]):
                text = rules.text(before, event, state, viewer)
                assert text.strip() == text and text, draft
            for fact in rules.facts(before, event, state):
                plain(fact)
            if version % 5 == 0:
                after = rules.show(state, ALL)
                rules.trace(before, event, state, ALL)
                if scene is not None:
                    assert patched(plain(scene), plain(diff(scene, after))) == plain(after)
                scene = after
            before = state


def patched(document: Any, patch: Any) -> Any:
    import jsonpatch

    return jsonpatch.apply_patch(document, patch)


@each_ruleset
def test_a_vector_replays_to_the_same_state(rules: Ruleset[Any]) -> None:
    for example in examples(rules.id)[:10]:
        events = [*example["given"], *example["when"]]
        assert plain(played(rules.id, events).view()) == plain(played(rules.id, events).view())
