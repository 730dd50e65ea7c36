"""The sample box that comes with the ruleset, made up for this project."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from projections.kit.box import load_sample

SAMPLE_BOX: Any = load_sample(Path(__file__).parents[1])
