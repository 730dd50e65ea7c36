"""Generated requests to every operation that the OpenAPI document names: none is answered by a 5xx.

Half of them are as the document says, half are not; then follow walks from one to the next, each
with what the one before has made.
"""

from __future__ import annotations

import tempfile
from collections import Counter
from collections.abc import Iterator
from math import ceil
from typing import Any

import hypothesis
import schemathesis
from hypothesis.errors import Unsatisfiable
from hypothesis.stateful import run_state_machine_as_test
from schemathesis import GenerationMode

from api.app import create_app
from api.services import NAME
from api.settings import Settings
from projections.kit.find import rulesets
from scripts.bench import Row
from scripts.bench.games import drafts
from scripts.console import err
from scripts.storing import store_game

GAME = "final"
TOKEN = "an-admin-of-nothing-but-measurements"
ENDLESS = "/live"
STEPS = 10
"""Requests of a walk."""
HEADERS = {"Authorization": f"Bearer {TOKEN}"}


def rows(count: int) -> Iterator[Row]:
    """How many 5xx there were, of requests by themselves and of walks."""
    with tempfile.TemporaryDirectory(prefix="gametape-bench-") as folder:
        app = _app(folder)
        schema: Any = schemathesis.openapi.from_wsgi("/openapi.json", app)
        alone: Counter[int] = Counter()
        found = [result.ok() for result in schema.get_all_operations()]
        operations = [one for one in found if not one.path.endswith(ENDLESS)]
        for operation in operations:
            for mode in GenerationMode:
                _ask(operation, mode, ceil(count / len(operations) / 2), alone)
        yield _row("generated requests", alone)
        walked: Counter[int] = Counter()
        _walk(schema.exclude(path_regex=f"{ENDLESS}$"), ceil(count / 10 / STEPS), walked)
        yield _row("requests in walks", walked)


def _row(work: str, statuses: Counter[int]) -> Row:
    wrong = sum(number for status, number in statuses.items() if status >= 500)
    return Row(work=f"{statuses.total():,} {work}", unit="5xx", ours=wrong, bar=0, at_most=True)


def _app(folder: str) -> Any:
    settings = Settings(
        database=f"sqlite:///{folder}/gametape.db", synchronous="NORMAL", admin_token=TOKEN
    )
    app = create_app(settings)
    rules = next(iter(rulesets().values()))
    store_game(app.extensions[NAME], rules, GAME, drafts(rules, 1)[:20])
    return app


def _settings(examples: int, **more: Any) -> hypothesis.settings:
    return hypothesis.settings(
        max_examples=examples,
        deadline=None,
        derandomize=True,
        database=None,
        phases=[hypothesis.Phase.generate],
        suppress_health_check=list(hypothesis.HealthCheck),
        **more,
    )


def _ask(operation: Any, mode: GenerationMode, examples: int, statuses: Counter[int]) -> None:
    @_settings(examples)
    @hypothesis.given(case=operation.as_strategy(generation_mode=mode))
    def ask(case: Any) -> None:
        if "game" in (case.path_parameters or {}) and case.method != "DELETE":
            case.path_parameters["game"] = GAME
        _count(case, case.call(headers=HEADERS), statuses)

    try:
        ask()
    except Unsatisfiable:
        return  # nothing that is wrong can be said to it


def _walk(schema: Any, walks: int, statuses: Counter[int]) -> None:
    class Walk(schema.as_state_machine()):  # type: ignore[misc]
        def get_call_kwargs(self, case: Any) -> dict[str, Any]:
            return {"headers": HEADERS}

        def validate_response(self, response: Any, case: Any, **_: Any) -> None:
            _count(case, response, statuses)

    run_state_machine_as_test(Walk, settings=_settings(walks, stateful_step_count=STEPS))


def _count(case: Any, response: Any, statuses: Counter[int]) -> None:
    statuses[response.status_code] += 1
    if response.status_code >= 500:
        err.print(case.as_curl_command(), response.text, markup=False)
