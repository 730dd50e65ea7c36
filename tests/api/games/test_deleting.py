"""A game that was deleted: nothing of it is left but ids and hashes."""

from __future__ import annotations

from pathlib import Path

import pytest
from sqlalchemy import text
from sqlalchemy.exc import DBAPIError

from events.event import Draft
from events.keeping.verification import verify_all
from events.store import EventStore
from projections.seasons import kept_standings
from tests.api.club import club
from tests.api.site import ADMIN, CREATION, HANDS, OPENING, Game, Site, event, read

NAMES = ("Ana", "Bo", *HANDS["1"], "a telling note")


def deletable(site: Site, token: str = ADMIN) -> Game:
    game = site.make(token, id="final", visibility="public")
    site.record(game, *OPENING, event("NoteAdded", None, text="a telling note"))
    site.judge(game)
    return game


def test_who_may_delete_a_game(site: Site) -> None:
    organizer = site.token("organizer")
    game = deletable(site, organizer)
    for token in (None, game.spectator, game.recorder, site.token("organizer")):
        assert site.delete(game.path, token).status_code in (401, 403)
    assert site.get(game.path, None).status_code == 200
    assert site.delete(game.path, organizer).status_code == 204


def test_nothing_of_it_is_left_and_the_chain_still_holds(either_site: Site) -> None:
    site = either_site
    game = deletable(site)
    other = site.make(id="other")
    site.record(other, *OPENING)
    branch = site.of(site.post(f"{game.path}/branches", {"step": 4, "id": "what-if"}))
    site.record(branch, event("NoteAdded", None, text="a telling note"))
    before = site.services.store.follow()
    assert site.delete(game.path).status_code == 204
    after = site.services.store.follow()
    kept = [(e.position, e.stream, e.version, e.id, e.hash) for e in before]
    assert [(e.position, e.stream, e.version, e.id, e.hash) for e in after] == kept
    gone = [e for e in after if e.stream in ("final", "what-if")]
    assert {e.type for e in gone} == {"Deleted"}
    assert not [name for name in NAMES if name in repr(gone)]
    assert list(verify_all(site.services.store)) == []
    for path in (game.path, f"{game.path}/export", branch.path):
        assert site.get(path).status_code == 410, path
        assert site.get(path, None).status_code == 404, path
    assert site.get(game.path, game.recorder).status_code == 401
    assert [one["id"] for one in read(site.get("/games"))] == ["other"]
    assert site.get(other.path).status_code == 200


def test_it_leaves_the_files(site: Site, sqlite_url: str) -> None:
    game = deletable(site)
    assert site.delete(game.path).status_code == 204
    file = Path(sqlite_url.removeprefix("sqlite:///"))
    content = b"".join(there.read_bytes() for there in file.parent.glob(f"{file.name}*"))
    assert b"a telling note" not in content


def test_it_does_not_come_back(site: Site) -> None:
    game = deletable(site)
    lines = site.get(f"{game.path}/export").get_data()
    site.delete(game.path)
    more = {"data": lines, "content_type": "application/x-ndjson"}
    assert site.ask("POST", "/import", **more).status_code == 409
    assert site.post("/games", {**CREATION, "id": "final"}).status_code == 409
    note = {"events": [event("NoteAdded", text="x")]}
    assert site.post(f"{game.path}/events", note).status_code in (404, 410)


def test_no_other_event_is_ever_changed(store: EventStore) -> None:
    store.append("final", [Draft(type="GameCreated", data={})], recorded_by="a")
    for change in ("type = 'Deleted'", "body = '{}'", "hash = 'x'"):
        with pytest.raises(DBAPIError), store.engine.begin() as connection:
            connection.execute(text(f"UPDATE events SET {change}"))


def test_a_league_goes_on_without_it(site: Site) -> None:
    league = club(site)
    league.play("autumn-1-1", 2, 1)
    kept_standings.refresh(site.services.engine, "autumn")
    first = league.rows()
    again = league.play("autumn-2-1", 5, 0)
    kept_standings.refresh(site.services.engine, "autumn")
    assert league.rows() != first
    assert site.delete(again.path, league.token).status_code == 204
    kept_standings.refresh(site.services.engine, "autumn")
    assert league.rows() == first
    shown = {one["id"]: one["games"] for one in league.get("/seasons/autumn/fixtures")}
    assert shown["autumn-2-1"] == []


@pytest.mark.parametrize("type_", ["NoteAdded", "EventRetracted"])
def test_another_process_records_no_more(site: Site, type_: str) -> None:
    """It has just recorded there, and knows the rules and the head of the game by heart."""
    game = deletable(site)
    note = event("NoteAdded", None, text="so")
    site.record(game, note, token=ADMIN)
    url = site.services.engine.url.render_as_string(hide_password=False)
    other = Site(url)
    assert other.delete(game.path).status_code == 204
    before = site.services.store.follow()
    entry = note if type_ == "NoteAdded" else event(type_, None, target=2)
    for token, statuses in ((ADMIN, (410,)), (game.recorder, (401, 404))):
        answer = site.post(f"{game.path}/events", {"events": [entry]}, token)
        assert answer.status_code in statuses
    assert site.services.store.follow() == before
    other.services.engine.dispose()
