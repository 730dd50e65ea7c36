"""What a game is in the tables: the rows that its tape and its verdicts make."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

import msgspec

from projections.games.endings import Opening
from projections.games.keyframes import EVERY
from projections.games.knowledge import Knowledge
from projections.games.tape import Tape
from projections.games.verdicts import Verdict
from projections.kit.find import code_version
from projections.kit.grade import Grade, grade
from projections.kit.replay import freeze
from projections.kit.ruleset import PUBLIC


def summary(tape: Tape, opening: Opening) -> dict[str, Any]:
    """The row of `summaries`: how the game stands as far as everybody may know."""
    told = tape if opening.open else Knowledge(tape, PUBLIC).now
    view = tape.rules.view(told.latest, PUBLIC)
    plain = msgspec.to_builtins
    graded = grade(tape.events)
    outcomes = plain(_outcomes(told, graded)) or None
    return {
        "game": tape.game,
        "ruleset": tape.rules.id,
        "version": tape.version,
        "step": tape.steps,
        "code": code_version(tape.rules.id),
        "status": view["status"],
        "open": opening.open,
        "opens_at": opening.opens_at,
        "grade": graded,
        "turn": plain(view["turn"]),
        "score": plain(view["score"]),
        "result": plain(view["result"]),
        "outcomes": outcomes,
        "fixture": tape.created.fixture,
        "teams": tape.created.teams,
        "decided": _decided(told) if outcomes else None,
        "names": _search_text(tape),
    }


def _outcomes(tape: Tape, graded: Grade) -> Mapping[str, Mapping[str, Any]]:
    """What each side came to; of a game of which the score alone was seen, as far as it tells."""
    standings = tape.rules.standings
    found = standings.outcomes(tape.latest)
    if graded != "result":
        return found
    unseen = dict.fromkeys(standings.of_events)
    return {side: {**amounts, **unseen} for side, amounts in found.items()}


def _decided(tape: Tape) -> str:
    """When the event was stored by which a game came to what counts of it."""
    step = tape.steps
    while step > 1 and tape.rules.standings.outcomes(tape.state(step - 1)):
        step -= 1
    return tape.event(step).recorded_at


def _search_text(tape: Tape) -> str:
    seats = tape.created.seats
    words = [tape.game, *(s.name for s in seats), *(s.team or "" for s in seats)]
    return " ".join(filter(None, words)).lower()


def seats(tape: Tape) -> list[dict[str, Any]]:
    """The rows of `sitting`."""
    sides = tape.rules.sides(tape.latest)
    return [
        {
            "game": tape.game,
            "seat": seat.seat,
            "n": n,
            "side": sides.get(seat.seat, seat.seat),
            "name": seat.name,
            "team": seat.team,
            "person": seat.person,
        }
        for n, seat in enumerate(tape.created.seats)
    ]


def found(tape: Tape, judged: Iterable[Verdict]) -> Iterator[dict[str, Any]]:
    """The rows of `findings` of what was judged."""
    for verdict in judged:
        for n, finding in enumerate(verdict.findings):
            yield {
                **msgspec.structs.asdict(finding),
                "secret": n in verdict.secret_findings,
                "seat": tape.event(verdict.step).seat,
                "game": tape.game,
                "version": verdict.version,
                "step": verdict.step,
                "n": n,
            }


def counted(tape: Tape, judged: Iterable[Verdict]) -> Iterator[dict[str, Any]]:
    """The rows of `facts` of what was judged."""
    sides = tape.rules.sides(tape.latest)
    people = {seat.seat: seat.person for seat in tape.created.seats}
    for verdict in judged:
        for n, fact in enumerate(verdict.facts):
            yield {
                "game": tape.game,
                "version": verdict.version,
                "step": verdict.step,
                "n": n,
                "kind": fact.kind,
                "seat": fact.seat,
                "side": sides.get(fact.seat or ""),
                "piece": fact.piece,
                "person": people.get(fact.seat or ""),
                "value": fact.value,
                "expected": fact.expected,
                "data": msgspec.to_builtins(fact.data),
                "secret": n in verdict.secret_facts,
                "withdrawn_by": None,
            }


def frames(tape: Tape, first: int) -> Iterator[dict[str, Any]]:
    """The rows of `keyframes` from the step `first` on."""
    start = -(-first // EVERY) * EVERY
    for step in range(start, tape.steps + 1, EVERY):
        yield {
            "game": tape.game,
            "step": step,
            "code": code_version(tape.rules.id),
            "state": freeze(tape.state(step)),
        }
