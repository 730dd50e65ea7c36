"""Reads a ruleset's rules.toml: rule ids with title and citation, and the rulings."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from projections.kit.finding import Finding


@dataclass(frozen=True, slots=True)
class Rule:
    """One rule that the referee checks. `id` carries the ruleset's prefix."""

    id: str
    title: str
    citation: str
    reading: str = ""


@dataclass(frozen=True, slots=True)
class Ruling:
    """A decision where the rulebook is silent; `values` are the default and the alternatives."""

    key: str
    question: str
    default: Any
    alternatives: tuple[Any, ...]
    why: str = ""

    @property
    def values(self) -> tuple[Any, ...]:
        """Every admissible value, the default first."""
        return (self.default, *self.alternatives)


@dataclass(frozen=True, slots=True)
class Rulebook:
    """The rules and rulings of one ruleset, keyed by their ids without the prefix."""

    prefix: str
    rules: Mapping[str, Rule]
    rulings: Mapping[str, Ruling]

    def illegal(
        self,
        rule: str,
        message: str,
        expected: str | float | None = None,
        got: str | float | None = None,
    ) -> Finding:
        """A finding that contradicts the rulebook. Raises KeyError for an unknown rule."""
        known = self.rules[rule]
        return Finding(known.id, "illegal", message, known.citation, expected, got)

    def unverifiable(
        self,
        rule: str,
        message: str,
        expected: str | float | None = None,
        got: str | float | None = None,
    ) -> Finding:
        """A finding that says too little was recorded to judge. Raises KeyError likewise."""
        known = self.rules[rule]
        return Finding(known.id, "unverifiable", message, known.citation, expected, got)

    def decided(self, chosen: Mapping[str, Any] | None) -> dict[str, Any]:
        """Every ruling with the value in force: the default unless chosen otherwise."""
        chosen = chosen or {}
        return {key: chosen.get(key, ruling.default) for key, ruling in self.rulings.items()}

    def refusals(self, chosen: Mapping[str, Any]) -> dict[str, list[str]]:
        """Messages by key for rulings that do not exist or do not admit the value."""
        errors: dict[str, list[str]] = {}
        for key, value in chosen.items():
            ruling = self.rulings.get(key)
            if ruling is None:
                errors[key] = [f"There is no ruling {key}; there are {', '.join(self.rulings)}."]
            elif not any(value == v and type(value) is type(v) for v in ruling.values):
                errors[key] = [f"Must be one of {', '.join(map(str, ruling.values))}."]
        return errors


def load(path: Path, prefix: str) -> Rulebook:
    """Reads `[rules."<id>"]` (title, citation, reading?) and `[rulings.<key>]`.

    A ruling has question, default, alternatives and why?.
    """
    document = tomllib.loads(path.read_text(encoding="utf-8"))
    rules = {
        key: Rule(f"{prefix}.{key}", entry["title"], entry["citation"], entry.get("reading", ""))
        for key, entry in document["rules"].items()
    }
    rulings = {
        key: Ruling(
            key,
            entry["question"],
            entry["default"],
            tuple(entry["alternatives"]),
            entry.get("why", ""),
        )
        for key, entry in document.get("rulings", {}).items()
    }
    return Rulebook(prefix, rules, rulings)
