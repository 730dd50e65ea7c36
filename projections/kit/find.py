"""Finds the rulesets: every folder of rulesets/ whose package has RULESET."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from hashlib import sha256
from importlib import import_module
from pathlib import Path
from typing import Any

from projections.kit.ruleset import Ruleset

_RULESETS = Path(__file__).parent.parent / "rulesets"


@cache
def rulesets() -> Mapping[str, Ruleset[Any]]:
    """Every ruleset by its id, in the order of ids."""
    found = [ruleset for folder in _folders() if (ruleset := _ruleset(folder)) is not None]
    return {ruleset.id: ruleset for ruleset in sorted(found, key=lambda r: r.id)}


@cache
def code_version(ruleset: str) -> str:
    """12 hex digits that change whenever the code or data of a ruleset or of the kit changes.

    Raises KeyError for an unknown ruleset.
    """
    folders = {r.id: f for f in _folders() if (r := _ruleset(f)) is not None}
    content = sha256()
    for folder in (folders[ruleset], Path(__file__).parent):
        for path in sorted(folder.rglob("*")):
            if path.suffix in {".py", ".toml", ".json"}:
                content.update(path.read_bytes())
    return content.hexdigest()[:12]


def _folders() -> list[Path]:
    return sorted(p.parent for p in _RULESETS.glob("*/rules.toml"))


def _ruleset(folder: Path) -> Ruleset[Any] | None:
    return getattr(import_module(f"projections.rulesets.{folder.name}"), "RULESET", None)
