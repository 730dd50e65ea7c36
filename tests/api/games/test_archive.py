"""Export and import: byte for byte, or not at all."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from events.canonical import canonical, digest
from events.chain import START, link
from tests.api.site import ADMIN, DRAWN, OPENING, Game, Site, event, read

Lines = list[dict[str, Any]]


def exported(site: Site, game: Game, token: str = ADMIN) -> bytes:
    answer = site.get(f"{game.path}/export", token)
    assert answer.status_code == 200
    assert answer.mimetype == "application/x-ndjson"
    return answer.get_data()


def imported(site: Site, lines: bytes) -> Any:
    return site.ask("POST", "/import", data=lines, content_type="application/x-ndjson")


def parsed(content: bytes) -> Lines:
    return [json.loads(line) for line in content.splitlines()]


def written(lines: Lines) -> bytes:
    return b"".join(canonical(line) + b"\n" for line in lines)


def rehashed(lines: Lines) -> Lines:
    """The lines with hashes that fit what they say."""
    hash_ = START
    for told in lines[2:]:
        placed = ("version", "game", "hash")
        hash_ = link(hash_, digest(canonical({k: v for k, v in told.items() if k not in placed})))
        told["hash"] = hash_
    lines[0]["hash"] = hash_
    lines[0]["version"] = len(lines) - 2
    return lines


@pytest.fixture
def elsewhere(tmp_path: Path) -> Site:
    return Site(f"sqlite:///{tmp_path / 'elsewhere.db'}")


@pytest.fixture
def corrected(site: Site, game: Game) -> Game:
    amended = {"deck": "player", "cards": ["P03", "P14", "P27", "P35"]}
    site.record(game, DRAWN, event("EventAmended", None, target=2, data=amended))
    return game


def test_a_game_goes_to_another_installation_byte_for_byte(
    site: Site, corrected: Game, elsewhere: Site
) -> None:
    lines = exported(site, corrected)
    answer = imported(elsewhere, lines)
    assert answer.status_code == 201
    there = elsewhere.of(answer)
    assert exported(elsewhere, there) == lines
    assert exported(elsewhere, there, there.recorder) == lines
    for part in ("state", "events?view=effective", "timeline"):
        here = read(site.get(f"{corrected.path}/{part}"))
        assert read(elsewhere.get(f"{there.path}/{part}")) == here
    elsewhere.record(there, event("NoteAdded", None, text="it goes on"))


def test_what_is_there_already_is_left_as_it_is(site: Site, corrected: Game) -> None:
    lines = exported(site, corrected)
    site.record(corrected, event("NoteAdded", None, text="later"))
    before = site.content()
    assert imported(site, lines).status_code == 200
    assert site.content() == before


def test_a_box_comes_along(site: Site, elsewhere: Site) -> None:
    sample = read(site.get("/rulesets/wannabe-football"))["sample_box"]
    content = {**read(site.get(f"/boxes/{sample}"))["box"], "name": "Our own box"}
    box = read(site.post("/boxes", {"ruleset": "wannabe-football", "box": content}))
    game = site.make(box=box["id"])
    assert imported(elsewhere, exported(site, game)).status_code == 201
    assert read(elsewhere.get(f"/boxes/{box['id']}"))["hash"] == box["hash"]


def test_a_branch_follows_its_parent(site: Site, corrected: Game, elsewhere: Site) -> None:
    branch = site.of(site.post(f"{corrected.path}/branches", {"step": 4, "id": "what-if"}))
    site.record(branch, event("NoteAdded", None, text="what if"))
    lines = exported(site, branch)
    assert parsed(lines)[0]["parent"]["game"] == corrected.id
    early = imported(elsewhere, lines)
    assert early.status_code == 422
    assert corrected.id in read(early)["detail"]
    assert imported(elsewhere, exported(site, corrected)).status_code == 201
    assert imported(elsewhere, lines).status_code == 201
    state = f"/games/{branch.id}/state"
    assert read(elsewhere.get(state)) == read(site.get(state))


def test_other_events_are_a_conflict(site: Site, corrected: Game) -> None:
    lines = parsed(exported(site, corrected))
    lines[-1]["data"]["target"] = 3
    answer = imported(site, written(rehashed(lines)))
    assert answer.status_code == 409


def test_a_redacted_export_is_not_imported(site: Site, corrected: Game, elsewhere: Site) -> None:
    answer = imported(elsewhere, exported(site, corrected, corrected.spectator))
    assert answer.status_code == 422
    assert "redacted" in read(answer)["detail"]


def told(version: int) -> int:
    return version + 1


BROKEN: dict[str, tuple[Callable[[Lines], Any], int | None]] = {
    "a changed card": (lambda x: x[told(2)]["data"]["cards"].reverse(), 2),
    "a changed time": (lambda x: x[told(3)].update(at="2026-01-01T00:00:00.000Z"), 3),
    "a changed writer": (lambda x: x[told(3)].update(recorded_by="somebody"), 3),
    "a changed salt": (lambda x: x[told(2)].update(salt="0" * 32), 2),
    "a changed hash": (lambda x: x[told(4)].update(hash="0" * 64), 4),
    "a missing event": (lambda x: x.pop(told(3)), 3),
    "events in another order": (lambda x: x.insert(told(2), x.pop(told(3))), 2),
    "an event twice": (lambda x: x.append(x[-1]), 7),
    "a missing end": (lambda x: x.pop(), 5),
    "a header's hash": (lambda x: x[0].update(hash="0" * 64), 6),
    "a header's game": (lambda x: x[0].update(game="other"), 1),
    "a field more": (lambda x: x[told(2)].update(colour="red"), 2),
    "a field less": (lambda x: x[told(2)].pop("at"), 2),
    "another format": (lambda x: x[0].update(gametape=2), None),
    "no header": (lambda x: x.pop(0), None),
    "another box": (lambda x: x[1]["content"].update(name="Another box"), None),
    "a box that is none": (lambda x: x[1].update(content={}), None),
}


@pytest.mark.parametrize(("breaks", "version"), BROKEN.values(), ids=BROKEN)
def test_a_broken_export_is_refused(
    site: Site,
    corrected: Game,
    elsewhere: Site,
    breaks: Callable[[Lines], Any],
    version: int | None,
) -> None:
    lines = parsed(exported(site, corrected))
    breaks(lines)
    answer = imported(elsewhere, written(lines))
    assert answer.status_code == 422, answer.text
    assert read(answer).get("version") == version
    assert elsewhere.content() == [[], [], [], []]


UNREADABLE: dict[str, tuple[Callable[[Lines], Any], int]] = {
    "no creation": (lambda x: x[told(1)].update(type="NoteAdded", data={"text": "so"}), 1),
    "an unknown ruleset": (lambda x: x[told(1)]["data"].update(ruleset="chess"), 1),
    "unknown seats": (lambda x: x[told(1)]["data"]["seats"].pop(), 1),
    "an unknown type": (lambda x: x[told(4)].update(type="Teleported"), 4),
    "a payload of another type": (lambda x: x[told(4)].update(type="CardPlayed"), 4),
    "a second creation": (lambda x: x[told(4)].update(type="GameCreated"), 4),
    "a correction of the future": (lambda x: x[told(6)]["data"].update(target=9), 6),
    "a broken amendment": (lambda x: x[told(6)]["data"].update(data={}), 6),
}


@pytest.mark.parametrize(("changes", "version"), UNREADABLE.values(), ids=UNREADABLE)
def test_an_unbroken_export_that_no_rules_can_read_is_refused(
    site: Site,
    corrected: Game,
    elsewhere: Site,
    changes: Callable[[Lines], Any],
    version: int,
) -> None:
    lines = parsed(exported(site, corrected))
    changes(lines)
    answer = imported(elsewhere, written(rehashed(lines)))
    assert answer.status_code == 422, answer.text
    assert read(answer)["version"] == version
    assert elsewhere.content() == [[], [], [], []]


def test_an_empty_branch_can_be_exported(site: Site, game: Game, elsewhere: Site) -> None:
    branch = site.of(site.post(f"{game.path}/branches", {"step": 2}))
    assert imported(elsewhere, exported(site, game)).status_code == 201
    assert imported(elsewhere, exported(site, branch)).status_code == 201


def test_a_game_with_all_of_its_opening_is_exported_in_order(site: Site, game: Game) -> None:
    lines = parsed(exported(site, game))
    assert [one["version"] for one in lines[2:]] == [1, 2, 3, 4]
    assert [one["data"] for one in lines[3:]] == [one["data"] for one in OPENING]
    assert all("position" not in one for one in lines)
