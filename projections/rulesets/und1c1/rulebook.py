"""The rules and rulings of UND1C1, read from rules.toml."""

from __future__ import annotations

from pathlib import Path

from projections.kit import rulebook

RULES = rulebook.load(Path(__file__).parent / "rules.toml", "und1c1")
