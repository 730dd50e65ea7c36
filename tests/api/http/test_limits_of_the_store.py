"""What the store cannot take is refused at the door, alike on both databases."""

from __future__ import annotations

import json

import pytest
import sqlalchemy as sa

from tests.api.site import ADMIN, OPENING, Game, Site, event, read

BEYOND = [2**31, 2**53, 2**63, 2**64]


def test_a_full_disk_is_told_and_nothing_is_half_written(site: Site, game: Game) -> None:
    engine = site.services.engine
    engine.dispose()
    before = site.content()

    @sa.event.listens_for(engine, "connect")
    def _full(connection: object, _record: object) -> None:
        connection.execute("PRAGMA max_page_count = 1")  # type: ignore[attr-defined]

    engine.dispose()
    note = event("NoteAdded", None, text="x" * 4_000)
    told = [site.post(f"{game.path}/events", {"events": [note] * 50}, game.recorder)]
    told.append(site.post(f"{game.path}/events", {"events": [note] * 50}, ADMIN))

    for answer in told:
        assert (answer.status_code, read(answer)["type"]) == (507, "/problems/disk-full")
        assert "full" in read(answer)["detail"]
    assert site.content() == before
    sa.event.remove(engine, "connect", _full)
    engine.dispose()
    site.record(game, note)


@pytest.mark.parametrize("number", BEYOND)
def test_numbers_beyond_what_columns_hold_are_refused_alike(either_site: Site, number: int) -> None:
    site = either_site
    game = site.make(id="final")
    site.record(game, *OPENING)
    lines = site.get(f"{game.path}/export").get_data().splitlines()
    before = site.content()
    for n, field in ((0, "version"), (2, "schema"), (2, "version")):
        changed = [json.loads(line) for line in lines]
        changed[0]["game"] = "other"
        changed[n][field] = number
        content = b"\n".join(json.dumps(line).encode() for line in changed)
        kind = {"Content-Type": "application/x-ndjson"}
        answer = site.ask("POST", "/import", data=content, headers=kind)
        assert answer.status_code in (400, 422), (field, answer.text)
    note = {"events": [event("NoteAdded", None, text="so")], "expected_version": number}
    assert site.post(f"{game.path}/events", note).status_code in (400, 422)
    tagged = site.post(
        f"{game.path}/events", {"events": note["events"]}, headers={"If-Match": f'"{number}-a"'}
    )
    assert tagged.status_code == 409
    paths = [f"{game.path}/events?after={number}", f"{game.path}/events?limit={number}"]
    paths += [f"/events?after={number}", f"/games?page={number}", f"{game.path}?version={number}"]
    paths += [f"{game.path}/state?step={number}", f"{game.path}/timeline?after={number}"]
    for path in paths:
        assert site.get(path).status_code in (200, 404, 422), path
    assert site.content() == before
