"""A tape in words: a line, a row or a terminal page for each step."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import msgspec
from rich.console import Group, RenderableType
from rich.text import Text

from events.event import Draft
from projections.games.tape import Tape
from projections.kit.notation import terse
from projections.kit.ruleset import ALL, Finding

_STYLES = {"illegal": "bold red", "unverifiable": "yellow"}


class Telling:
    """Tells the steps of one tape as somebody sees them who sees everything."""

    def __init__(self, tape: Tape) -> None:
        """Tells `tape`."""
        self._tape = tape
        self.steps = tape.steps

    def row(self, step: int) -> dict[str, Any]:
        """What there is to say of a step, as JSON values."""
        event, view = self._tape.event(step), self._view(step)
        return {
            "step": step,
            "version": event.version,
            "type": event.type,
            "seat": event.seat,
            "turn": msgspec.to_builtins(view["turn"]),
            "score": msgspec.to_builtins(view["score"]),
            "notation": self._notation(step),
            "text": self._sentence(step),
            "findings": [msgspec.to_builtins(finding) for finding in self._findings(step)],
        }

    def line(self, step: int) -> str:
        """One line: step, score-sheet line, sentence, findings."""
        parts = [f"{step:>5}  {self._notation(step):<24}  {self._sentence(step)}"]
        parts += [f"[{f.severity} {f.rule}: {f.message}]" for f in self._findings(step)]
        return "  ".join(parts)

    def page(self, step: int) -> RenderableType:
        """A screen: head, score, the step's sentence and findings, what is awaited."""
        tape, view = self._tape, self._view(step)
        sides = ", ".join(f"{s.seat} {s.name}" for s in tape.created.seats)
        lines = [
            Text(f"{tape.rules.name}: {tape.game}", style="bold"),
            Text(sides, style="dim"),
            Text(f"Step {step} of {tape.steps}   {_turn(view)}   {_score(view)}\n"),
            Text(self._notation(step), style="cyan"),
            Text(f"{self._sentence(step)}\n"),
            *self._marks(step),
            *_awaited(view),
        ]
        return Group(*lines)

    def next_turn(self, step: int) -> int:
        """The first step of the next turn, or the last step."""
        turn = self._turn(step)
        later = range(step + 1, self.steps + 1)
        return next((number for number in later if self._turn(number) != turn), self.steps)

    def previous_turn(self, step: int) -> int:
        """The first step of this turn, or where that is this one, of the turn before."""
        step = max(step - 1, 1)
        while step > 1 and self._turn(step - 1) == self._turn(step):
            step -= 1
        return step

    def _view(self, step: int) -> Mapping[str, Any]:
        return self._tape.rules.view(self._tape.state(step), ALL)

    def _turn(self, step: int) -> Any:
        turn = msgspec.to_builtins(self._view(step)["turn"])
        return (turn["number"], turn["seat"])

    def _notation(self, step: int) -> str:
        event = self._tape.event(step)
        data, rules = msgspec.to_builtins(event.data), self._tape.rules
        if event.type != "GameCreated":
            data = terse(rules.payloads[event.type], data)
        return rules.write(Draft(type=event.type, seat=event.seat, data=data))

    def _sentence(self, step: int) -> str:
        tape = self._tape
        return tape.rules.text(tape.before(step), tape.event(step), tape.state(step), ALL)

    def _findings(self, step: int) -> Sequence[Finding]:
        return self._tape.rules.check(self._tape.before(step), self._tape.event(step))

    def _marks(self, step: int) -> Iterator[Text]:
        for finding in self._findings(step):
            mark = f"{finding.severity}: {finding.message} ({finding.citation})"
            yield Text(mark, style=_STYLES[finding.severity])


def _turn(view: Mapping[str, Any]) -> str:
    turn = msgspec.to_builtins(view["turn"])
    seat = f", {turn['seat']}" if turn.get("seat") else ""
    return f"turn {turn['number']}{seat}, {turn['phase']}"


def _score(view: Mapping[str, Any]) -> str:
    score = msgspec.to_builtins(view["score"])
    return " : ".join(f"{side} {points}" for side, points in score.items())


def _awaited(view: Mapping[str, Any]) -> Iterator[Text]:
    result = msgspec.to_builtins(view["result"])
    if result is not None:
        winner = result.get("winner")
        yield Text(f"{winner or 'Nobody'} wins: {result.get('reason')}", style="bold green")
    for entry in msgspec.to_builtins(view["awaiting"]):
        chance = entry.get("probability")
        odds = "" if chance is None else f" ({chance:.0%})"
        yield Text(f"{entry.get('seat') or 'anybody'}: {entry['why']}{odds}", style="green")
