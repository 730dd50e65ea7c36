"""The sample box that comes with the ruleset, made up for this project."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from events.canonical import canonical, digest
from projections.kit.box import load_sample

SAMPLE_BOX: Any = load_sample(Path(__file__).parent)
_HASH = digest(canonical(SAMPLE_BOX))[:12]


def is_sample(box: str | None) -> bool:
    """Whether a box id or alias of a GameCreated names the sample box."""
    return box in (None, "sample", "football-u/sample") or str(box).endswith(f"@{_HASH}")
