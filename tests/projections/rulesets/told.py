"""The worked examples told whole: what each event of them changes, and what is found and counted.

The examples themselves say what matters in them; here is the rest, as the program tells it. Where
a rule, a fact or a sentence changes on purpose, write it anew and read the difference:

    python -m tests.projections.rulesets.told
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from events.event import Draft
from projections.kit import redact
from projections.kit.diff import diff
from projections.kit.find import rulesets
from projections.kit.ruleset import ALL
from tests.projections.rulesets.games import TESTS, Played, examples, folder, plain, played

SHOWN = 6
"""Options of a position that are told whole; of the others their number."""


def file(ruleset: str) -> Path:
    """Where the examples of a ruleset are told."""
    return TESTS / "projections" / "rulesets" / folder(ruleset) / "told.jsonl"


def told(ruleset: str, example: dict[str, Any]) -> dict[str, Any]:
    """What each event of an example, but for those that set it up, leads to."""
    game = played(ruleset, [*example["given"], *example["when"]])
    first = max(1, min(len(example["given"]), len(game.events) - 1))
    return {
        "name": example["name"],
        "steps": [_step(game, n) for n in range(first, len(game.events))],
        "options": _options(game),
    }


def _step(game: Played, n: int) -> dict[str, Any]:
    rules, event, before, after = game.rules, game.events[n], game.states[n - 1], game.states[n]
    views = (plain(rules.view(state, ALL)) for state in (before, after))
    found = [[f.rule, f.severity, f.expected, f.got, f.message] for f in game.findings[n]]
    facts = [
        [f.kind, f.seat, f.piece, _short(f.value), _short(f.expected), f.data]
        for f in rules.facts(before, event, after)
    ]
    draft = Draft(type=event.type, seat=event.seat, data=redact.plain(event.data))
    step = {
        "line": rules.write(draft),
        "says": rules.text(before, event, after, ALL),
        "changes": [[one["op"], one["path"], one.get("value")] for one in plain(diff(*views))],
        "found": found,
        "facts": facts,
    }
    return {key: _rounded(plain(value)) for key, value in step.items() if value}


def _options(game: Played) -> dict[str, Any]:
    options = [plain(option.as_json()) for option in game.rules.options(game.state, ALL)]
    return {"number": len(options), "first": [_rounded(option) for option in options[:SHOWN]]}


def _rounded(value: Any) -> Any:
    """Floats to nine digits: the last ones are the processor's."""
    if isinstance(value, float):
        return round(value, 9)
    if isinstance(value, list):
        return [_rounded(one) for one in value]
    if isinstance(value, dict):
        return {key: _rounded(one) for key, one in value.items()}
    return value


def _short(value: float | None) -> float | None:
    return None if value is None else round(value, 9)


def main() -> None:
    """Writes what every example tells now."""
    for ruleset in rulesets():
        lines = [json.dumps(told(ruleset, one), ensure_ascii=False) for one in examples(ruleset)]
        file(ruleset).write_text("\n".join(lines) + "\n", "utf-8")


if __name__ == "__main__":
    main()
