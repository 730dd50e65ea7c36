"""Hands open when a game has ended for all, not when one side says so."""

from __future__ import annotations

import json
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from events import clock
from projections.kit import simulate
from projections.kit.box import sample
from projections.kit.find import rulesets
from tests.api.site import ADMIN, DRAWN, HANDS, OPENING, Game, Site, event, read
from tests.api.web.forms import Visitor, text

RULES = rulesets()["wannabe-football"]
ENDED = event("GameEnded", "1", reason="concession")
CONFIRMED = {"result": "confirmed"}


class Table:
    """A game that the recorders of two seats record, each his own."""

    def __init__(self, site: Site, game: Game) -> None:
        self.site, self.game = site, game
        self.seat = {s: site.token("recorder", game=game.id, seat=s) for s in ("1", "2")}

    def sees_all(self, token: str | None) -> bool:
        told = self.site.get(f"{self.game.path}/events", token).text
        shown = self.site.get(f"{self.game.path}/state?step=4", token).text
        return all(card in told and card in shown for card in HANDS["1"] + HANDS["2"])

    def open_to(self) -> list[str]:
        callers = {"1": self.seat["1"], "2": self.seat["2"], "public": self.game.spectator}
        return [who for who, token in callers.items() if self.sees_all(token)]

    def header(self, token: str = ADMIN) -> Any:
        return read(self.site.get(self.game.path, token))

    def confirm(self, token: str) -> Any:
        return self.site.post(f"{self.game.path}/confirmations", CONFIRMED, token)


@pytest.fixture
def table(site: Site, game: Game) -> Table:
    return Table(site, game)


ALL = ["1", "2", "public"]

ENDS: dict[str, list[dict[str, Any]]] = {
    "posted": [ENDED],
    "abandoned": [event("GameEnded", "1", reason="abandoned")],
    "inserted": [event("EventInserted", "1", after=4, **ENDED)],
    "amended": [
        event("NoteAdded", "1", text="x"),
        event("EventInserted", "1", after=5, **ENDED),
        event("EventAmended", "1", target=6, data={"reason": "time"}),
    ],
    "laid so": [event("TableAdjusted", "1", status="ended")],
    "and talked": [ENDED, event("NoteAdded", "1", text="that was it")],
    "taken back and again": [ENDED, event("EventRetracted", "1", target=5), ENDED],
}


@pytest.mark.parametrize("events", ENDS.values(), ids=ENDS)
def test_an_end_of_one_side_alone_opens_nothing(table: Table, events: list[dict[str, Any]]) -> None:
    table.site.record(table.game, *events, token=table.seat["1"])
    assert table.open_to() == []
    for part in ("export", "timeline", "replay", "board.svg", "state?step=2"):
        answer = table.site.get(f"{table.game.path}/{part}", table.seat["1"])
        told = answer.text.splitlines()
        told = told[:1] + told[2:] if part == "export" else told
        assert not [card for card in HANDS["2"] if any(card in line for line in told)], part
    waiting = table.header()["unconfirmed"]
    assert waiting["by"] == "1"
    assert table.header(table.seat["2"])["unconfirmed"] == waiting


def test_another_side_confirms_it(table: Table) -> None:
    table.site.record(table.game, ENDED, token=table.seat["1"])
    before = table.site.get(table.game.path, table.game.spectator).headers["ETag"]
    assert table.confirm(table.game.spectator).status_code == 403
    refused = table.confirm(table.seat["1"])
    assert refused.status_code == 403
    assert "another side" in read(refused)["detail"]
    assert table.open_to() == []
    assert table.confirm(table.seat["2"]).status_code == 200
    assert table.open_to() == ALL
    assert table.header()["unconfirmed"] is None
    after = table.site.get(table.game.path, table.game.spectator).headers["ETag"]
    assert after != before


@pytest.mark.parametrize("who", ["admin", "organizer", "recorder"])
def test_who_records_the_whole_game_confirms_it(site: Site, who: str) -> None:
    organizer = site.token("organizer")
    game = site.make(organizer, id="theirs")
    site.record(game, *OPENING)
    table = Table(site, game)
    site.record(game, ENDED, token=table.seat["1"])
    tokens = {"admin": ADMIN, "organizer": organizer, "recorder": game.recorder}
    assert table.confirm(tokens[who]).status_code == 200
    assert table.open_to() == ALL


def test_an_end_that_the_other_side_records_too_is_one(table: Table) -> None:
    table.site.record(table.game, ENDED, token=table.seat["1"])
    table.site.record(table.game, event("NoteAdded", "2", text="what?"), token=table.seat["2"])
    assert table.open_to() == []
    table.site.record(table.game, {**ENDED, "seat": "2"}, token=table.seat["2"])
    assert table.open_to() == ALL


def test_a_confirmation_is_of_what_had_been_recorded(table: Table) -> None:
    table.site.record(table.game, ENDED, token=table.seat["1"])
    table.confirm(table.seat["2"])
    table.site.record(table.game, event("EventRetracted", "1", target=5), token=table.seat["1"])
    assert table.open_to() == []
    table.site.record(table.game, ENDED, token=table.seat["1"])
    assert table.open_to() == []


def test_there_is_nothing_to_confirm_in_a_game_that_goes_on(table: Table) -> None:
    answer = table.confirm(table.seat["2"])
    assert answer.status_code == 422
    assert "not over" in read(answer)["errors"]["result"][0]


def test_a_day_confirms_it(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    table.site.record(table.game, ENDED, token=table.seat["1"])
    opens_at = table.header()["unconfirmed"]["opens_at"]
    day = clock.stamp(datetime.now(UTC) + timedelta(days=1))
    assert abs(datetime.fromisoformat(opens_at) - datetime.fromisoformat(day)).seconds < 60
    monkeypatch.setattr("projections.games.endings.clock.now", lambda: day)
    assert table.open_to() == ALL


def test_the_end_of_a_game_with_one_recorder_opens_all_at_once(table: Table) -> None:
    table.site.record(table.game, {**ENDED, "seat": None})
    assert table.open_to() == ALL
    assert table.header()["unconfirmed"] is None


class TestByPlay:
    """The last event of a game that ends by the rules."""

    @pytest.fixture(scope="class")
    def told(self) -> list[dict[str, Any]]:
        created = simulate.creation(RULES, sample(RULES))
        played = list(simulate.game(RULES, sample(RULES), created, seed=11))
        entries = [event(draft.type, draft.seat, **draft.data) for draft, _ in played[1:]]
        while entries[-1]["seat"] is None or entries[-1]["type"] == "GameEnded":
            entries.pop()
        return entries

    def test_of_both_sides_is_an_end(self, site: Site, told: list[dict[str, Any]]) -> None:
        table = Table(site, site.make())
        for entry in told:
            token = table.game.recorder if entry["seat"] is None else table.seat[entry["seat"]]
            site.record(table.game, entry, token=token)
        assert read(site.get(table.game.path))["status"] == "ended"
        assert table.header()["unconfirmed"] is None
        hands = read(site.get(f"{table.game.path}/state?step=20", table.game.spectator))
        assert None not in hands["board"]["hands"]["1"]["cards"]

    def test_of_one_seat_alone_is_none(self, site: Site, told: list[dict[str, Any]]) -> None:
        table = Table(site, site.make())
        last = told[-1]
        *before, note = *told[:-1], event("NoteAdded", last["seat"], text="mine")
        site.record(table.game, note, token=table.seat[last["seat"]])
        site.record(table.game, *before)
        site.record(table.game, last, token=table.seat[last["seat"]])
        assert table.header()["unconfirmed"]["by"] == last["seat"]
        seen = read(site.get(f"{table.game.path}/state?step=20", table.game.spectator))
        assert seen["board"]["hands"]["1"]["cards"][0] is None


def test_hands_that_were_open_are_marked_for_ever(table: Table) -> None:
    site, game = table.site, table.game
    site.record(game, {**ENDED, "seat": None})
    site.judge(game)
    assert table.header()["opened"] is None
    site.record(game, event("EventRetracted", None, target=5))
    site.judge(game)
    site.record(game, DRAWN)
    site.judge(game)
    assert table.header()["opened"] == 5
    listed = read(site.get("/games"))
    assert [one["opened"] for one in listed] == [5]
    page = site.get(f"/games/{game.id}", game.recorder, at_root=True).text
    assert "Hands were open from step 5; play went on after that." in page


def test_hands_that_were_not_open_are_not_marked(table: Table) -> None:
    site, game = table.site, table.game
    site.record(game, ENDED, token=table.seat["1"])
    site.record(game, event("EventRetracted", "1", target=5), token=table.seat["1"])
    site.judge(game)
    assert table.header()["opened"] is None


def test_the_pages_say_what_is_waited_for(table: Table) -> None:
    site, game = table.site, table.game
    site.record(game, ENDED, token=table.seat["1"])
    for path in (f"/games/{game.id}", f"/games/{game.id}/record"):
        asked = {token: site.get(path, token, at_root=True).text for token in table.seat.values()}
        mine, theirs = asked[table.seat["1"]], asked[table.seat["2"]]
        assert "Confirm the end" in theirs
        assert "Confirm the end" not in mine
        assert "until Bo" in mine


def test_an_end_is_disputed_and_confirmed_on_the_page(table: Table) -> None:
    site, page = table.site, f"/games/{table.game.id}"
    site.record(table.game, ENDED, token=table.seat["1"])
    ana, bo, all_ = (Visitor(site, one) for one in (*table.seat.values(), table.game.recorder))
    confirm, dispute = f"{page}/confirm-end", f"{page}/dispute-end"
    fields = bo.fields(page, confirm)
    bo.post(dispute, {**fields, "note": " I had one card left. "})
    for visitor in (ana, bo, all_):
        shown = visitor.get(page)
        assert "Bo does not agree with how the game ended: “I had one card left.”" in shown
        assert "or until <time" not in shown
        assert (confirm in shown, dispute in shown) == (True, visitor is bo)
        assert ("Confirm the end" in shown) == (visitor is not ana)
    assert "records all of it corrects it" in text(
        all_.post(dispute, fields | csrf(all_, page), 403)
    )
    all_.send(page, confirm)
    assert "does not agree" not in bo.get(page)
    bo.post(dispute, {"csrf": "guessed"}, 403)


def csrf(visitor: Visitor, page: str) -> dict[str, str]:
    return {"csrf": visitor.fields(page, f"{page}/confirm-end")["csrf"]}


def imported(site: Site, lines: str) -> Any:
    return site.ask("POST", "/import", data=lines, content_type="application/x-ndjson")


def test_the_mark_of_open_hands_goes_with_an_export(table: Table, tmp_path: Path) -> None:
    site, game = table.site, table.game
    unmarked = site.get(f"{game.path}/export").text
    assert "opened" not in json.loads(unmarked.splitlines()[0])
    site.record(game, {**ENDED, "seat": None})
    site.record(game, event("EventRetracted", None, target=5))
    exported = site.get(f"{game.path}/export").text
    (mark,) = json.loads(exported.splitlines()[0])["opened"]
    assert (mark["version"], mark["step"]) == (6, 5)
    other = Site(f"sqlite:///{tmp_path / 'other.db'}")
    for status in (201, 200):
        answer = imported(other, exported)
        assert answer.status_code == status, answer.text
    other.judge(game)
    assert read(other.get(game.path))["opened"] == 5
    assert other.get(f"{game.path}/export").text == exported
    beyond = exported.replace('"step":5,"version":6', '"step":5,"version":7', 1)
    assert beyond != exported
    assert imported(site, beyond).status_code == 422
    other.services.engine.dispose()


DISPUTED = {"result": "disputed", "note": "I had one card left."}


def say(table: Table, token: str, body: dict[str, Any]) -> int:
    return table.site.post(f"{table.game.path}/confirmations", body, token).status_code


def test_a_side_disputes_an_end_and_says_why(table: Table) -> None:
    assert table.header()["confirmed"] == {"1": None, "2": None}
    assert say(table, table.seat["2"], DISPUTED) == 422  # it is not over
    table.site.record(table.game, ENDED, token=table.seat["1"])
    before = table.site.get(table.game.path).headers["ETag"]
    assert say(table, table.seat["2"], DISPUTED) == 200
    header = table.header()
    assert header["disputed"]["2"]["note"] == DISPUTED["note"]
    assert header["confirmed"]["1"] is not None
    assert header["confirmed"]["2"] is None
    assert table.site.get(table.game.path).headers["ETag"] != before
    assert table.open_to() == []


def test_a_disputed_end_does_not_count_by_itself(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    table.site.record(table.game, ENDED, token=table.seat["1"])
    say(table, table.seat["2"], DISPUTED)
    later = clock.stamp(datetime.now(UTC) + timedelta(days=2))
    monkeypatch.setattr("projections.games.endings.clock.now", lambda: later)
    assert table.open_to() == []
    assert say(table, table.game.recorder, {"result": "confirmed"}) == 200
    assert table.open_to() == ALL
    assert table.header()["disputed"] == {}


def test_a_dispute_after_hands_are_open_closes_none(table: Table) -> None:
    table.site.record(table.game, ENDED, token=table.seat["1"])
    table.confirm(table.seat["2"])
    assert say(table, table.seat["2"], DISPUTED) == 200
    assert table.open_to() == ALL
    assert set(table.header()["disputed"]) == {"2"}


def test_the_last_word_of_a_side_counts(table: Table) -> None:
    table.site.record(table.game, ENDED, token=table.seat["1"])
    say(table, table.seat["2"], DISPUTED)
    assert table.confirm(table.seat["2"]).status_code == 200
    header = table.header()
    assert header["disputed"] == {}
    assert header["confirmed"]["2"] is not None


def test_only_another_side_disputes(table: Table) -> None:
    table.site.record(table.game, ENDED, token=table.seat["1"])
    for token in (table.seat["1"], table.game.spectator, table.game.recorder, ADMIN):
        assert say(table, token, DISPUTED) == 403
    assert say(table, table.seat["2"], {"result": "confirmed", "note": "x"}) == 422
    assert say(table, table.seat["2"], {"result": "lost"}) == 422
    assert table.header()["disputed"] == {}


def test_a_dispute_is_of_the_end_that_there_was(table: Table) -> None:
    table.site.record(table.game, ENDED, token=table.seat["1"])
    say(table, table.seat["2"], DISPUTED)
    table.site.record(table.game, event("EventRetracted", "1", target=5), token=table.seat["1"])
    assert table.header()["disputed"] == {}
    table.site.record(table.game, ENDED, token=table.seat["1"])
    assert table.header()["disputed"] == {}
