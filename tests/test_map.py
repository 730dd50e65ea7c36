"""The README's map and its table "where is ...?", held to the folders and the code."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
README = (ROOT / "README.md").read_text("utf-8")
TOP = ("events", "projections", "workers", "api", "gametape", "scripts")
RULESETS = "projections/rulesets"
MODULES = (".py", ".js")
MOST = 20
"""Modules in a folder that a reader takes in at once."""

ROW = re.compile(r"^\| .+ \| (.*`.+`.*) \|$", re.MULTILINE)
NAMED = re.compile(r"`(?P<name>[#\w]+)` in `(?P<path>[\w./-]+)`|`(?P<twin>[\w./-]+\.\w+)`")


def _mapped() -> set[str]:
    """The folders of the map, a game's as `<game>`."""
    block = README.split("## The map", 1)[1].split("```", 2)[1]
    found, above = set(), {}
    for line in block.splitlines():
        if entry := re.match(r"^( *)([\w<>]+)/ ", line):
            depth = len(entry[1])
            within = [name for level, name in above.items() if level < depth]
            above = {level: name for level, name in above.items() if level < depth}
            above[depth] = entry[2]
            found.add("/".join([*within, entry[2]]))
    return found


def _folders() -> dict[str, list[Path]]:
    """Every folder with code or pages in it, a game's as `<game>`, and its modules."""
    found: dict[str, list[Path]] = {}
    for path in (p for top in TOP for p in (ROOT / top).rglob("*") if p.is_file()):
        folder = path.parent.relative_to(ROOT).as_posix()
        if "__pycache__" not in folder:
            modules = found.setdefault(folder, [])
            modules += [path] if path.suffix in MODULES and path.stem != "__init__" else []
    return found


def _as_mapped(folder: str) -> str:
    return re.sub(rf"^{RULESETS}/\w+", f"{RULESETS}/<game>", folder)


def _told_with_another(folder: str) -> bool:
    """Folders of data, which the line of the folder above tells."""
    return bool(
        re.match(r"scripts/environment/|events/migrations/|api/http/|api/web/templates/", folder)
    )


def test_the_map_names_each_folder_and_no_other() -> None:
    there = {_as_mapped(folder) for folder in _folders() if not _told_with_another(folder)}
    mapped = {folder for folder in _mapped() if folder.split("/")[0] in TOP}
    assert mapped == there


@pytest.mark.parametrize("folder", sorted(_folders()))
def test_no_folder_is_a_heap(folder: str) -> None:
    modules = _folders()[folder]
    assert len(modules) <= MOST, sorted(path.name for path in modules)


def test_what_is_asked_for_is_where_the_table_says() -> None:
    answers = list(ROW.findall(README.split("where is ...?", 1)[1].split("\n## ", 1)[0]))
    assert len(answers) >= 12
    for answer in answers:
        for found in NAMED.finditer(answer):
            path = ROOT / (found["path"] or found["twin"])
            name = found["name"] or "thing"
            defined = rf"^\s*(?:export )?(?:async )?(?:def |function |class )?{name}(?:\(| = \(|:)"
            assert re.search(defined, path.read_text("utf-8"), re.MULTILINE), answer
