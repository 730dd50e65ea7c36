"""What is changed, and which tests hold it."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parent.parent.parent
RULES = "projections/rulesets"
AREAS = {
    "judging": ("chapters", "rules.py", "preconditions.py"),
    "obeying": ("obeying", "table.py"),
    "odds": ("position",),
    "facts": ("facts.py", "counting", "statistics.py", "standings.py"),
    "notation": ("notation.py",),
}
"""What of a ruleset is changed."""

OTHERS = {
    "leagues": ("projections/leagues", ("tests/projections/leagues", "tests/projections/seasons")),
    "statistics": (
        "projections/statistics",
        ("tests/projections/statistics", "tests/projections/seasons", "tests/api/leagues"),
    ),
    "events": ("events", ("tests/events",)),
}
"""Folder of what is changed, and its tests."""


@dataclass(frozen=True)
class Site:
    """A place in a module and what is changed there."""

    area: str
    file: Path
    n: int
    line: int
    function: str
    change: str

    @property
    def module(self) -> str:
        return ".".join(self.file.relative_to(ROOT).with_suffix("").parts)


@dataclass(frozen=True)
class Subject:
    """Modules with their area, and the tests that hold them."""

    name: str
    modules: tuple[tuple[str, Path], ...]
    tests: tuple[str, ...]

    def is_held_by(self, test: str) -> bool:
        """Whether a test is about it: of those that hold for every ruleset, the ruleset's own."""
        if self.name in OTHERS or f"{self.tests[0]}/" in test:
            return True
        shared, case = test.count("/") == RULES.count("/") + 2, test.partition("[")[2]
        return shared and (not case or self.name.replace("_", "-") in case)


def subject(name: str) -> Subject:
    """A ruleset's folder, or one of OTHERS."""
    if name in OTHERS:
        folder, tests = OTHERS[name]
        files = sorted((ROOT / folder).rglob("*.py"))
        return Subject(name, tuple((name, f) for f in files if "migrations" not in f.parts), tests)
    folder = f"{RULES}/{name}"
    modules = [
        (area, file)
        for area, parts in AREAS.items()
        for part in parts
        for file in _files(ROOT / folder / part)
    ]
    tests = f"tests/{folder}", f"tests/{RULES}"
    return Subject(name, tuple(modules), tests)


def _files(place: Path) -> list[Path]:
    return sorted(place.rglob("*.py")) if place.is_dir() else [place] * place.is_file()
