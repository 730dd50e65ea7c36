"""The rules and rulings of Wannabe Football, read from rules.toml."""

from __future__ import annotations

from pathlib import Path

from projections.kit import rulebook

RULES = rulebook.load(Path(__file__).parent / "rules.toml", "wannabe-football")
