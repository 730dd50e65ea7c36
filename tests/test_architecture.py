"""What import-linter cannot say: a ruleset stands on the kit alone, tokens are asked by access."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

import grimp
import pytest

from projections.kit.find import rulesets

PACKAGES = [f"projections.rulesets.{ruleset.replace('-', '_')}" for ruleset in rulesets()]


@cache
def _graph() -> grimp.ImportGraph:
    return grimp.build_graph("projections", "events")


def _within(module: str, package: str) -> bool:
    return module == package or module.startswith(f"{package}.")


def _imported_from_outside(package: str) -> set[str]:
    graph = _graph()
    inside = {package, *graph.find_descendants(package)}
    imported = set().union(*map(graph.find_modules_directly_imported_by, inside))
    return {module for module in imported if not _within(module, package)}


@pytest.mark.parametrize("package", PACKAGES)
def test_a_ruleset_imports_the_kit_and_the_event_alone(package: str) -> None:
    outside = _imported_from_outside(package)
    assert outside
    assert {m for m in outside if not _within(m, "projections.kit")} <= {"events.event"}


def test_the_kit_knows_no_ruleset() -> None:
    assert all(_within(module, "events") for module in _imported_from_outside("projections.kit")), (
        _imported_from_outside("projections.kit")
    )


@pytest.mark.parametrize("package", PACKAGES)
def test_a_ruleset_shows_one_name(package: str) -> None:
    module = __import__(package, fromlist=["RULESET"])
    assert module.RULESET.id == package.removeprefix("projections.rulesets.").replace("_", "-")
    assert getattr(module, "__all__", ["RULESET"]) == ["RULESET"]


def test_tokens_are_asked_by_access_alone() -> None:
    api = Path(__file__).parent.parent / "api"
    asking = {
        path.relative_to(api).parts[0]
        for path in api.rglob("*.py")
        if re.search(r"\.tokens\b(?!\.c\b)", path.read_text("utf-8"))
    }
    assert asking <= {"access", "services.py"}
