"""The boxes that this installation knows: stored content, and the rulesets' samples."""

from __future__ import annotations

from typing import Any

import msgspec
import sqlalchemy as sa
from sqlalchemy.dialects import postgresql, sqlite

from events.canonical import canonical
from events.clock import now
from events.database import writing
from events.shelf import Shelf
from events.tables import boxes
from projections.kit.box import Box, sample
from projections.kit.find import rulesets

BUDGET = 32_000_000
"""Bytes of the boxes held in memory."""

UNFOLDED = 8
"""How many times as large a box is as its text."""


class Boxes:
    """Immutable component catalogues by id. Those used last are kept in memory."""

    def __init__(self, engine: sa.Engine) -> None:
        """Reads and writes the table `boxes` of `engine`."""
        self._engine = engine
        self._samples = {box.id: box for box in map(sample, rulesets().values())}
        self._kept: Shelf[str, Box] = Shelf(BUDGET)

    def get(self, box_id: str) -> Box | None:
        """The box of that id; samples need not be stored."""
        known = self._samples.get(box_id) or self._kept.get(box_id)
        if known is None:
            with self._engine.connect() as connection:
                row = connection.execute(sa.select(boxes).where(boxes.c.id == box_id)).first()
            if row is None:
                return None
            known = _box(row)
            self._kept.put(box_id, known, UNFOLDED * len(row.content))
        return known

    def resolve(self, ruleset: str, alias: str | None) -> Box | None:
        """The box that a game names: an id, or None, `sample`, `<ruleset>/sample`."""
        if alias in (None, "sample", f"{ruleset}/sample"):
            return sample(rulesets()[ruleset])
        box = self.get(alias or "")
        return box if box is not None and box.ruleset == ruleset else None

    def add(self, box: Box) -> bool:
        """Stores a box; the same content twice is one box. Returns whether it was new."""
        if self.get(box.id) is not None:
            return False
        content = canonical(box.content).decode()
        row = {**msgspec.structs.asdict(box), "content": content, "created_at": now()}
        with writing(self._engine) as connection:
            insert = postgresql.insert if self._engine.name == "postgresql" else sqlite.insert
            connection.execute(insert(boxes).values(row).on_conflict_do_nothing())
        return True

    def list(self, ruleset: str | None = None) -> list[Box]:
        """Every box, samples first, then by name."""
        query = sa.select(boxes)
        with self._engine.connect() as connection:
            stored = [_box(row) for row in connection.execute(query)]
        everything = {box.id: box for box in [*map(sample, rulesets().values()), *stored]}
        wanted = (b for b in everything.values() if ruleset in (None, b.ruleset))
        return sorted(wanted, key=lambda b: (not b.sample, b.ruleset, b.name, b.id))


def _box(row: Any) -> Box:
    told = {name: getattr(row, name) for name in Box.__struct_fields__}
    return Box(**{**told, "content": msgspec.json.decode(row.content)})
