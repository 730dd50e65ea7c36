"""Any step of a long game, and the replay of a whole one in a single answer."""

from __future__ import annotations

import gzip
import tempfile
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

from api.app import create_app
from api.services import NAME, Services
from api.settings import Settings
from projections.games.keyframes import Keyframes
from projections.games.tape import Tapes
from projections.kit.find import rulesets
from projections.kit.ruleset import Ruleset
from scripts.bench import Row
from scripts.bench.games import long_game
from scripts.bench.rounds import seconds
from scripts.storing import store_game
from workers.referee import referee

LENGTHS = (600, 10_000)
LOOKS = 12
"""Steps that are looked at in each game, at random."""

SLOWEST = 10.0
"""Milliseconds."""
LARGEST = 150.0
"""Kilobytes, compressed."""

_TOKEN = "an-admin-of-nothing-but-measurements"


def rows() -> Iterator[Row]:
    """For each ruleset: the slowest of some steps, and the size of a replay."""
    for rules in rulesets().values():
        with tempfile.TemporaryDirectory(prefix="gametape-bench-") as folder:
            yield from _of(rules, Path(folder))


def _of(rules: Ruleset[Any], folder: Path) -> Iterator[Row]:
    database = f"sqlite:///{folder / 'bench.db'}"
    app = create_app(Settings(database=database, admin_token=_TOKEN))
    here: Services = app.extensions[NAME]
    for length in LENGTHS:
        game = f"bench-{length}"
        store_game(here, rules, game, long_game(rules, length))
        referee(here.store, here.tapes, here.games, game)
        slowest = max(_looks(here, game, length))
        work = f"state at any step of {length:,}, {rules.id}"
        yield Row(work=work, unit="ms", ours=slowest * 1000, bar=SLOWEST, at_most=True)
    client = app.test_client()
    for document in ("state", "scene"):
        path = f"/api/v1/games/bench-{LENGTHS[0]}/replay?of={document}"
        answer = client.get(path, headers={"Authorization": f"Bearer {_TOKEN}"})
        assert answer.status_code == 200, answer.text
        work = f"replay of {LENGTHS[0]} steps ({document}), {rules.id}"
        yield Row(work=work, unit="kB", ours=_kilobytes(answer), bar=LARGEST, at_most=True)
    here.engine.dispose()


def _looks(here: Services, game: str, length: int) -> Iterator[float]:
    """Seconds until a step is there for somebody who has not looked at the game before."""
    random = Random(length)
    for step in (length, *(random.randint(1, length) for _ in range(LOOKS - 1))):

        def look(step: int = step) -> None:
            tape = Tapes(here.store, here.boxes, Keyframes(here.engine)).get(game)
            assert tape is not None
            tape.state(step)

        yield seconds(look)


def _kilobytes(answer: Any) -> float:
    compressed = answer.headers.get("Content-Encoding") == "gzip"
    return len(answer.data if compressed else gzip.compress(answer.data, 6)) / 1000
