"""The rules and rulings of Undaunted 2200, read from rules.toml."""

from __future__ import annotations

from pathlib import Path

from projections.kit import rulebook

ID = "undaunted-2200"

RULES = rulebook.load(Path(__file__).parent / "rules.toml", ID)
