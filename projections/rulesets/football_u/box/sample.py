"""The sample box that comes with the ruleset, made up for this project."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from projections.kit.box import hash_of, load_sample

SAMPLE_BOX: Any = load_sample(Path(__file__).parents[1])
_HASH = hash_of(SAMPLE_BOX)[:12]


def is_sample(box: str | None) -> bool:
    """Whether a box id or alias of a GameCreated names the sample box."""
    return box in (None, "sample", "football-u/sample") or str(box).endswith(f"@{_HASH}")
