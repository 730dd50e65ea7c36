"""The rules of this game with their citations, and its rulings (rules.toml)."""

from pathlib import Path

from projections.kit import rulebook

RULES = rulebook.load(Path(__file__).parent / "rules.toml", "wannabe-football")
