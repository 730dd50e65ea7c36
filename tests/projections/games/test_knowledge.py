"""What somebody may know of a game: he is told what follows from that, and nothing else."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from itertools import islice
from random import Random
from typing import Any

import pytest

from events.event import Draft
from projections.games.knowledge import Knowledge, judged
from projections.games.redaction import Redaction
from projections.games.tape import Tape, extend
from projections.kit import simulate
from projections.kit.box import sample
from projections.kit.find import rulesets
from projections.kit.ruleset import ALL, PUBLIC, Finding, Ruleset
from tests.projections.games.tapes import cut, plain, tape_of
from tests.projections.rulesets.test_walks import look, tables, walk

TABLES: dict[str, tuple[str, tuple[str, ...], dict[str, Any], int]] = {
    "wannabe": ("wannabe-football", ("1", "2"), {}, 200),
    "wannabe of four": ("wannabe-football", ("1", "2", "3", "4"), {}, 200),
    "wannabe with sides": ("wannabe-football", ("1", "2"), {"sides": {"1": "croatia"}}, 200),
    "und1c1": ("und1c1", ("a", "b"), {}, 150),
    "football": ("football-u", ("1", "2"), {}, 160),
    "football of three": ("football-u", ("1", "2", "3"), {}, 160),
    "undaunted": ("undaunted-2200", ("lfa", "breakers"), {}, 220),
    "undaunted squads": (
        "undaunted-2200",
        ("lfa", "breakers"),
        {"scenario": "sample-squads"},
        120,
    ),
    "undaunted of four": (
        "undaunted-2200",
        ("lfa-a", "lfa-b", "breakers-a", "breakers-b"),
        {},
        120,
    ),
}
"""Games that hide something: ruleset, seats, options, and how many steps are looked at."""

every_table = pytest.mark.parametrize("table", TABLES)


@cache
def tape(table: str, seed: int = 3) -> Tape:
    """A simulated game, cut where it is not over yet."""
    ruleset, seats, options, most = TABLES[table]
    rules, box = rulesets()[ruleset], sample(rulesets()[ruleset])
    created = simulate.creation(rules, box, seats, options)
    steps = list(islice(simulate.game(rules, box, created, seed), most))
    while rules.hiding(steps[-1][1]) is None:
        steps.pop()
    return tape_of(ruleset, [draft for draft, _ in steps])


def viewers(table: str) -> tuple[str, ...]:
    return (PUBLIC, *TABLES[table][1])


def moments(whole: Tape) -> Iterator[Tape]:
    """The tape at some of its steps, the last among them."""
    for steps in (*range(9, whole.steps, 41), whole.steps):
        yield cut(whole, steps)


@every_table
def test_what_one_knows_looks_as_the_ruleset_covers_it(table: str) -> None:
    """The state that follows from what a viewer knows is the true one with hidden cards covered."""
    rules = tape(table).rules
    for now in moments(tape(table)):
        for viewer in viewers(table):
            seen = Knowledge(now, viewer).now
            for step in {now.steps, now.steps // 2}:
                true, told = now.state(step), seen.state(step)
                assert unwindowed(rules.view(told, viewer)) == unwindowed(rules.view(true, viewer))


def unwindowed(view: Any) -> Any:
    """A view but for whether somebody may still declare something, and so who is due: in Football U
    the position itself goes on where a hand, perhaps a hidden one, has nothing to declare."""
    shown = plain(view)
    if shown["ruleset"] == "football-u" and shown["game"]:
        del shown["game"]["window"], shown["awaiting"], shown["turn"]
    if shown["ruleset"] == "undaunted-2200" and shown["turn"]["phase"] == "setup":
        del shown["awaiting"]
    return shown


@every_table
def test_nothing_is_against_the_rules_that_the_truth_allows(table: str) -> None:
    now = tape(table)
    true = [broken(now.rules.check(now.before(n), now.event(n))) for n in steps(now)]
    for viewer in viewers(table):
        for found, verdict in zip(true, Knowledge(now, viewer).verdicts(), strict=True):
            assert broken(verdict.findings) <= found, (viewer, now.event(verdict.step))


def steps(now: Tape) -> range:
    return range(1, now.steps + 1)


def broken(findings: Sequence[Finding]) -> set[str]:
    return {finding.rule for finding in findings if finding.severity == "illegal"}


@every_table
def test_another_hidden_card_changes_nothing_that_is_told(table: str) -> None:
    """With the cards that a viewer has not seen under other names he knows the very same tape."""
    now = tape(table)
    for viewer in viewers(table):
        seen = Knowledge(now, viewer).now
        other = tape_of(now.rules.id, [as_draft(event) for event in seen.events])
        assert other.events == seen.events
        assert [plain(e.data) for e in Knowledge(other, viewer).now.events] == [
            plain(e.data) for e in seen.events
        ]


def as_draft(event: Any) -> Draft:
    return Draft(type=event.type, seat=event.seat, data=plain(event.data))


@every_table
def test_an_event_more_is_taken_in_as_if_it_had_been_there_from_the_start(table: str) -> None:
    """And events that show what was hidden, so that earlier steps are folded anew."""
    whole = tape(table)
    for viewer in viewers(table)[:2]:
        growing = Redaction(viewer)
        for n in steps(whole):
            growing.grow(whole, n)
            if n % 23 == 0 or n == whole.steps:
                fresh = Redaction(viewer)
                fresh.grow(cut(whole, n), n)
                mine, new = growing.tape(cut(whole, n)), fresh.tape(cut(whole, n))
                assert (mine.events, mine.states) == (new.events, new.states)


def test_a_longer_tape_takes_over_what_is_known() -> None:
    whole = tape("wannabe")
    before = cut(whole, 60)
    seen = Knowledge(before, "2").now
    after = extend(before, whole.events[60:62])
    assert Knowledge(after, "2").now.states[:60] == seen.states
    assert all(map(is_same, Knowledge(after, "2").now.states[:60], seen.states))
    assert seen.steps == 60


def is_same(one: object, other: object) -> bool:
    return one is other


@every_table
def test_what_is_hidden_follows_from_what_the_ruleset_says_it_rests_on(table: str) -> None:
    whole = tape(table)
    rules, events = whole.rules, whole.events
    for before, after in zip(whole.states[20:], whole.states[21:], strict=False):
        if rules.hiding(before) == rules.hiding(after):
            for event in events[1::7]:
                assert rules.private(before, event) == rules.private(after, event)


def test_where_nothing_is_hidden_the_tape_itself_serves() -> None:
    now = tape("wannabe")
    assert Knowledge(now, ALL).now is now
    created = cut(now, 1)
    assert Knowledge(created, PUBLIC).now is created


def test_what_nobody_saw_is_not_hidden() -> None:
    drawn = Draft(type="CardsDrawn", seat="a", data={"deck": "a", "cards": [None]})
    now = tape_of("und1c1", [drawn], ("a", "b"))
    assert Knowledge(now, PUBLIC).now is now


def abandoned() -> Draft:
    return Draft(type="GameEnded", data={"reason": "abandoned"})


def test_an_end_that_is_not_for_all_opens_no_hand() -> None:
    now = tape("wannabe")
    over = extend(now, [simulate.as_event(now.rules, abandoned(), now.version + 1)])
    seen = Knowledge(over, PUBLIC).now
    view = plain(now.rules.view(seen.latest, PUBLIC))
    assert view["status"] == "abandoned"
    assert {card for hand in view["board"]["hands"].values() for card in hand["cards"]} == {None}


@every_table
def test_games_are_judged_alike_whenever_they_are_judged(table: str) -> None:
    whole = tape(table)
    at_once = list(judged(cut(whole, whole.steps)))
    bit_by_bit, growing = [], cut(whole, 1)
    bit_by_bit += judged(growing)
    for start in range(1, whole.steps, 17):
        growing = extend(growing, whole.events[start : start + 17])
        bit_by_bit += judged(growing, start + 1)
    assert bit_by_bit == at_once


SHOWN = {
    "turn": {"seat": "1", "phase": "play"},
    "hands": {"1": {"cards": ["P15"]}, "2": {"cards": ["P09"]}},
    "pitch": [{"card": "P05", "seat": "2"}],
}
LOGS: dict[str, tuple[str, Draft, Draft, str, str | None]] = {
    "a card that could be played": (
        "wannabe-football",
        Draft(type="TableAdjusted", data=SHOWN),
        Draft(type="PassCalled", seat="1", data={}),
        "1",
        "unverifiable",
    ),
    "a card drawn that the other holds": (
        "wannabe-football",
        Draft(type="TableAdjusted", data={**SHOWN, "turn": {"seat": "1", "phase": "draw"}}),
        Draft(type="CardsDrawn", seat="1", data={"deck": "player", "cards": ["P09"]}),
        "",
        None,
    ),
    "a coach whom two have": (
        "football-u",
        Draft(
            type="TableAdjusted",
            data={"phase": "setup.coaches", "teams": {"1": {"coach": {"card": "c5"}}}},
        ),
        Draft(type="CardsDrawn", seat="2", data={"deck": "coach", "cards": ["c5"]}),
        "",
        None,
    ),
    "a bid that is not in the hand": (
        "undaunted-2200",
        Draft(
            type="TableAdjusted",
            data={"set": {"/turn/phase": "bid", "/seats/lfa/hand": ["lfa-discord"]}},
        ),
        Draft(type="InitiativeBid", seat="lfa", data={"card": "lfa-captain"}),
        "lfa",
        None,
    ),
}
"""What is found, by whom besides those who see everything, and what others find instead."""


@pytest.mark.parametrize("log", LOGS)
def test_only_who_sees_the_card_finds_what_it_tells(log: str) -> None:
    ruleset, before, event, seat, instead = LOGS[log]
    seats = next(seats for seats in rulesets()[ruleset].seatings if len(seats) == 2)
    now = tape_of(ruleset, [before, event], seats)
    last = list(judged(now))[-1]
    assert [one.severity for one in last.findings] == ["illegal"]
    assert last.secret_findings == [0]
    for viewer in (PUBLIC, *seats):
        found = Knowledge(now, viewer).verdicts()[-1].findings
        if viewer == seat:
            assert found == last.findings
        else:
            assert [one.severity for one in found] == ([] if instead is None else [instead])


def test_the_chance_of_a_bid_is_counted_from_what_is_known() -> None:
    told = []
    for kept in ("lfa-captain", "lfa-discord"):
        hands = {
            "/turn/phase": "bid",
            "/seats/lfa/hand": ["lfa-captain", kept],
            "/seats/breakers/hand": ["brk-hacker"],
        }
        log = [
            Draft(type="TableAdjusted", data={"set": hands}),
            Draft(type="InitiativeBid", seat="breakers", data={"card": "brk-hacker"}),
            Draft(type="InitiativeBid", seat="lfa", data={"card": "lfa-captain"}),
        ]
        now = tape_of("undaunted-2200", log, ("lfa", "breakers"))
        views = [Knowledge(now, viewer).verdicts()[-1] for viewer in (PUBLIC, "breakers", ALL)]
        told.append([[f for f in v.facts if f.kind == "bid"] for v in views])
        assert all(facts for facts in told[-1])
    one, other = told
    assert one[:2] == other[:2]
    assert one[2] != other[2]


@pytest.mark.parametrize("rules", rulesets().values(), ids=rulesets())
def test_whatever_was_recorded_is_known_as_far_as_it_was_seen(rules: Ruleset[Any]) -> None:
    """Events that a table might record, legal or not: nothing raises."""
    for seed in range(10):
        seats, options = Random(seed).choice(tables(rules))
        created = simulate.creation(rules, sample(rules), seats, options)
        events = [event for _, event, _ in walk(rules, seed)]
        now = tape_of(rules.id, [created, *map(as_draft, events)])
        for viewer in (PUBLIC, *seats):
            seen = Knowledge(now, viewer)
            assert len(seen.verdicts()) == now.steps
            for n in (seen.now.steps // 2, seen.now.steps):
                look(rules, seen.now.before(n), seen.now.event(n), seen.now.state(n))
