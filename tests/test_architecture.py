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


API = Path(__file__).parent.parent / "api"


def _api_modules(pattern: str) -> set[str]:
    """The modules of the API in whose text the pattern is."""
    return {
        path.relative_to(API).as_posix()
        for path in API.rglob("*.py")
        if re.search(pattern, path.read_text("utf-8"))
    }


def test_tokens_are_asked_by_access_alone() -> None:
    asking = {module.split("/")[0] for module in _api_modules(r"\.tokens\b(?!\.c\b)")}
    assert asking <= {"access", "services.py"}


def test_only_who_decides_what_is_known_has_the_true_game() -> None:
    """Whatever is told of a game comes from a look at it, whose tape hides what it must."""
    assert _api_modules(r"tapes\.(get|recorded|supposing)\b") <= {
        "access/issuing.py",  # which seats there are
        "access/permissions.py",  # whether it is over
        "access/seat_rights.py",  # whose events they are
        "append_cache.py",  # its rules and its policy
        "games/creation.py",  # a new one is entered
        "games/game_access.py",
        "games/recording.py",
    }
    assert _api_modules(r"\.games\.(findings|facts|totals)\b") <= {"games/serializers.py"}
