"""Folding recorded games of every ruleset, beside python-chess and pokerkit."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from projections.kit.find import rulesets
from projections.kit.replay import fold
from projections.kit.ruleset import Ruleset
from scripts.bench import Row, others
from scripts.bench.games import Recorded, games
from scripts.bench.rounds import Work, rates

EVENTS = 3_000
"""Events that a contender folds in a round, at least."""

TIMES_POKER = 5.0


def rows() -> Iterator[Row]:
    """For each ruleset: unchecked, checked, and checked against poker."""
    chess = others.Chess()
    for rules in rulesets().values():
        recorded = games(rules, EVENTS)
        found = rates(
            {
                "unchecked": _unchecked(rules, recorded),
                "checked": _checked(rules, recorded),
                "chess unchecked": chess.unchecked,
                "chess checked": chess.checked,
                "poker": others.poker,
            }
        )
        unchecked, checked = found["unchecked"], found["checked"]
        push, checked_push = found["chess unchecked"], found["chess checked"]
        fold_, judged = f"fold, {rules.id}", f"fold and check, {rules.id}"
        yield _row(fold_, unchecked, push, "python-chess push", 1)
        yield _row(judged, checked, checked_push, "python-chess is_legal and push", 1)
        yield _row(judged, checked, found["poker"], "pokerkit", TIMES_POKER)


def _row(work: str, ours: float, theirs: float, rival: str, bar: float) -> Row:
    return Row(work=work, unit="events/s", ours=ours, theirs=theirs, rival=rival, bar=bar)


def _unchecked(rules: Ruleset[Any], recorded: Sequence[Recorded]) -> Work:
    def work() -> int:
        for game in recorded:
            fold(rules, game.start, game.events)
        return sum(len(game.events) for game in recorded)

    return work


def _checked(rules: Ruleset[Any], recorded: Sequence[Recorded]) -> Work:
    check, apply = rules.check, rules.apply

    def work() -> int:
        for game in recorded:
            state = game.start
            for event in game.events:
                check(state, event)
                state = apply(state, event)
        return sum(len(game.events) for game in recorded)

    return work
