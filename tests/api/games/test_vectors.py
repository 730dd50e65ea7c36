"""Every worked example of every ruleset, recorded and read over HTTP."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from projections.kit.find import rulesets
from tests.api.site import Game, Site, read
from tests.projections.rulesets.games import TESTS, lines, multiset, point, within

VECTORS = [
    pytest.param(ruleset, example, id=f"{ruleset}: {example['name']}")
    for ruleset in rulesets()
    for example in lines(TESTS / "vectors" / f"{ruleset}.jsonl")
]
ON_POSTGRES = VECTORS[::20]
"""The database is the store's business; here a few examples are enough to see that it works."""


@pytest.fixture(scope="module")
def shared(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    site = Site(f"sqlite:///{tmp_path_factory.mktemp('vectors') / 'gametape.db'}")
    yield site
    site.services.engine.dispose()


@pytest.mark.parametrize(("ruleset", "example"), VECTORS)
def test_over_http(shared: Site, ruleset: str, example: dict[str, Any]) -> None:
    played(shared, ruleset, example)


@pytest.mark.parametrize(("ruleset", "example"), ON_POSTGRES)
def test_over_http_on_postgres(
    postgres_url: str, tmp_path: Path, ruleset: str, example: dict[str, Any]
) -> None:
    site = Site(postgres_url)
    played(site, ruleset, example)
    site.services.engine.dispose()


def played(site: Site, ruleset: str, example: dict[str, Any]) -> None:
    first, *further = [*example["given"], *example["when"]]
    game = site.make(**first["data"])
    if further:
        site.record(game, *further)
    site.judge(game)

    then, judged_from = example["then"], len(example["given"]) + 1
    holds(site, game, then)
    findings = read(site.get(f"{game.path}/findings"))["findings"]
    found = [
        {"of": one["version"] - judged_from, "rule": one["rule"], "severity": one["severity"]}
        for one in findings
        if one["version"] >= judged_from
    ]
    assert multiset(found, ruleset) == multiset(then["findings"], ruleset)


def holds(site: Site, game: Game, then: dict[str, Any]) -> None:
    state = read(site.get(f"{game.path}/state"))
    for pointer, value in then.get("state", {}).items():
        assert point(state, pointer) == value, pointer
    for pointer, chance in then.get("probability", {}).items():
        assert point(state, pointer) == pytest.approx(chance, abs=1e-9), pointer
    options = read(site.get(f"{game.path}/options"))["options"]
    for wanted in then.get("options_include", []):
        assert any(within(wanted, option) for option in options), wanted
