"""Words, findings and sums: what the referee noted, at the steps where it now stands."""

from __future__ import annotations

import jsonpatch
import pytest

from projections.kit import simulate
from projections.kit.box import sample
from projections.kit.find import rulesets
from tests.api.site import DRAWN, Game, Site, event, read

ILLEGAL = event("CardPlayed", "2", card="P02")


def test_nothing_is_known_above_the_checked_version(site: Site, game: Game) -> None:
    site.record(game, ILLEGAL)
    assert read(site.get(f"{game.path}/findings")) == {
        "checked_version": 0,
        "version": 5,
        "findings": [],
    }
    site.judge(game)
    site.record(game, ILLEGAL)
    document = read(site.get(f"{game.path}/findings"))
    assert (document["checked_version"], document["version"]) == (5, 6)
    assert {finding["version"] for finding in document["findings"]} == {5}
    header = read(site.get(game.path))
    assert header["findings"]["illegal"] == len(document["findings"])
    assert header["checked_version"] == 5


def test_findings_stand_where_their_events_stand_now(site: Site, game: Game) -> None:
    site.record(game, ILLEGAL)
    site.judge(game)
    before = read(site.get(f"{game.path}/findings"))["findings"][0]
    assert (before["version"], before["step"]) == (5, 5)
    note = {"type": "NoteAdded", "data": {"text": "forgotten"}}
    site.record(game, event("EventInserted", None, after=2, **note))
    moved = read(site.get(f"{game.path}/findings"))["findings"][0]
    assert (moved["version"], moved["step"]) == (5, 6)
    site.judge(game)
    assert read(site.get(f"{game.path}/findings"))["findings"][0] == moved
    site.record(game, event("EventRetracted", None, target=5))
    assert read(site.get(f"{game.path}/findings"))["findings"] == []


def test_the_timeline_tells_every_step(site: Site, game: Game) -> None:
    site.record(game, ILLEGAL, DRAWN)
    site.judge(game)
    timeline = read(site.get(f"{game.path}/timeline"))
    assert (timeline["version"], timeline["checked_version"], timeline["step"]) == (6, 6, 6)
    rows = timeline["rows"]
    assert [row["step"] for row in rows] == [1, 2, 3, 4, 5, 6]
    assert rows[4]["findings"] == read(site.get(f"{game.path}/findings"))["findings"]
    assert rows[5]["notation"] == "1+P20"
    assert all(row["text"] and row["text"][0].isupper() for row in rows)
    for row in rows:
        state = read(site.get(f"{game.path}/state?step={row['step']}"))
        assert (row["turn"], row["score"]) == (state["turn"], state["score"])
    part = read(site.get(f"{game.path}/timeline?after=2&limit=2"))
    assert part["rows"] == rows[2:4]


@pytest.mark.parametrize("of", ["state", "scene"])
def test_a_replay_gives_each_step(site: Site, game: Game, of: str) -> None:
    site.record(game, DRAWN, event("CardPlayed", "1", card="P20"))
    replay = read(site.get(f"{game.path}/replay?of={of}"))
    assert (replay["from"], replay["to"], len(replay["patches"])) == (1, 6, 5)
    document = replay[of]
    for step, patch in enumerate([[], *replay["patches"]], 1):
        document = jsonpatch.apply_patch(document, patch)
        alone = read(site.get(f"{game.path}/replay?of={of}&from={step}&to={step}"))
        assert alone[of] == document
        if of == "state":
            assert read(site.get(f"{game.path}/state?step={step}")) == document
    part = read(site.get(f"{game.path}/replay?of={of}&from=3&to=4"))
    assert part["patches"] == replay["patches"][2:3]


@pytest.fixture(scope="module", params=list(rulesets()))
def finished(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> tuple[Site, Game]:
    """A whole simulated game of each ruleset, judged."""
    rules = rulesets()[request.param]
    site = Site(f"sqlite:///{tmp_path_factory.mktemp('finished') / 'gametape.db'}")
    created = simulate.creation(rules, sample(rules))
    played = simulate.game(rules, sample(rules), created, seed=3)
    drafts = [draft for draft, _ in played][1:]
    game = site.make(**{**created.data, "box": "sample"})
    for first in range(0, len(drafts), 500):
        entries = [event(d.type, d.seat, **d.data) for d in drafts[first : first + 500]]
        site.record(game, *entries)
    site.judge(game)
    return site, game


def test_sums_are_those_of_the_facts_told(finished: tuple[Site, Game]) -> None:
    site, game = finished
    facts = []
    after = 0
    while rows := read(site.get(f"{game.path}/timeline?after={after}&limit=5000"))["rows"]:
        facts += [fact for row in rows for fact in row["facts"]]
        after = rows[-1]["step"]
    document = read(site.get(f"{game.path}/statistics"))
    assert document["version"] == document["checked_version"]
    assert document["rows"]
    withdrawn = any(fact["kind"] == "withdrawn" for fact in facts)
    for row in document["rows"]:
        assert set(row) == {
            "kind", "seat", "piece", "count", "successes", "expected", "luck"
        }  # fmt: skip
        if row["piece"] is None and not withdrawn:
            same = [f for f in facts if (f["kind"], f["seat"]) == (row["kind"], row["seat"])]
            known = [f for f in same if f["value"] is not None and f["expected"] is not None]
            assert row["count"] == len(same)
            luck = sum(f["value"] - f["expected"] for f in known) if known else None
            assert row["luck"] == (None if luck is None else pytest.approx(luck))


def test_a_finished_game_is_shown_in_every_way(finished: tuple[Site, Game]) -> None:
    site, game = finished
    header = read(site.get(game.path))
    assert header["status"] == "ended"
    assert header["result"]["reason"]
    assert read(site.get(f"{game.path}/options"))["options"] == []
    steps = sorted({1, 2, header["step"] // 3, header["step"] // 2, header["step"]})
    for viewer in ("all", "public", header["seats"][0]["seat"]):
        for step in steps:
            for part in ("state", "options", "board.svg"):
                answer = site.get(f"{game.path}/{part}?step={step}&seat={viewer}")
                assert answer.status_code == 200
        for of in ("state", "scene"):
            assert site.get(f"{game.path}/replay?of={of}&seat={viewer}").status_code == 200


def test_what_is_taken_back_is_named_by_its_present_step(site: Site) -> None:
    """A forgotten event moves all later steps by one, of the fact and of what it takes back."""
    rules = rulesets()["und1c1"]
    created = simulate.creation(rules, sample(rules))
    drafts = [draft for draft, _ in simulate.game(rules, sample(rules), created, seed=2)][1:100]
    game = site.make(**{**created.data, "box": "sample"})
    site.record(game, *(event(d.type, d.seat, **d.data) for d in drafts))

    def told() -> list[tuple[int, int]]:
        site.judge(game)
        rows = read(site.get(f"{game.path}/timeline?limit=500"))["rows"]
        facts = ((row["step"], fact) for row in rows for fact in row["facts"])
        return [(step, fact["step"]) for step, fact in facts if fact["kind"] == "withdrawn"]

    before = told()
    assert before
    forgotten = {"after": 2, "type": "NoteAdded", "data": {"text": "so far so good"}}
    site.record(game, event("EventInserted", None, **forgotten))
    assert told() == [(step + 1, gone + 1) for step, gone in before]
