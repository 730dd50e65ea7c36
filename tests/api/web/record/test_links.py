"""Links of a game: made as QR codes, shown once, told apart, ended."""

from __future__ import annotations

import re
from collections.abc import Iterator
from html import unescape

import pytest
import segno

from tests.api.site import ADMIN, DRAWN, Game, Site, event, read
from tests.api.web.forms import Visitor, text


def made(visitor: Visitor, game: Game, kind: str, name: str = "") -> str:
    """The page after a link was made."""
    path = f"/games/{game.id}/links"
    return unescape(text(visitor.send(path, path, 200, kind=kind, name=name)))


def link_in(page: str) -> str:
    found = re.search(r'id="link"[^>]* value="([^"]+)"', page)
    assert found
    return found[1]


def modules(path: str) -> Iterator[tuple[int, int]]:
    """The dark modules that a path of strokes draws: column and row."""
    x = y = 0.0
    for command, numbers in re.findall(r"([Mmh])([^Mmh]+)", path):
        parts = [float(n) for n in numbers.split()]
        if command == "h":
            yield from ((int(x) + n, int(y)) for n in range(int(parts[0])))
            x += parts[0]
        elif command == "m":
            x, y = x + parts[0], y + parts[1]
        else:
            x, y = parts


def test_a_code_opens_the_game_and_is_shown_once(site: Site, game: Game) -> None:
    recorder = Visitor(site, game.recorder)
    page = made(recorder, game, "spectator", "Ana's phone")
    assert "· Ana's phone<" in page
    link = link_in(page)
    address, token = link.split("#")
    assert address == f"http://localhost/games/{game.id}"
    assert token not in unescape(recorder.get(f"/games/{game.id}/links"))
    other = Visitor(site, None)
    other.get(f"/games/{game.id}", 404)
    other.client.post("/api/v1/session", json={"token": token})
    other.get(f"/games/{game.id}")


def test_the_code_says_the_link(site: Site, game: Game) -> None:
    page = made(Visitor(site, game.recorder), game, "recorder")
    strokes = re.search(r'class="qr".*?<path stroke="#000" d="([^"]+)"', page, re.DOTALL)
    assert strokes
    dark = set(modules(strokes[1]))
    expected = segno.make(link_in(page), error="m", micro=False).matrix
    assert dark == {
        (x + 4, y + 4) for y, row in enumerate(expected) for x, one in enumerate(row) if one
    }


def test_a_link_of_a_seat_records_that_seat_only(site: Site, game: Game) -> None:
    link = link_in(made(Visitor(site, game.recorder), game, "recorder 1"))
    address, token = link.split("#")
    assert address.endswith(f"/games/{game.id}/record")
    site.record(game, DRAWN, token=token)
    other = {"events": [event("CardPlayed", "2", card="P02")]}
    assert site.post(f"{game.path}/events", other, token).status_code == 403


def test_who_records_a_seat_makes_links_for_it_and_to_watch(site: Site, game: Game) -> None:
    token = site.token("recorder", game=game.id, seat="1")
    recorder = Visitor(site, token)
    page = recorder.get(f"/games/{game.id}/links")
    assert re.findall(r'name="kind" value="([^"]*)"', page) == ["spectator", "recorder 1"]
    csrf = recorder.fields(f"/games/{game.id}/links", f"/games/{game.id}/links")["csrf"]
    before = site.content()
    for kind in ("recorder", "recorder 2", "admin", ""):
        recorder.post(f"/games/{game.id}/links", {"csrf": csrf, "kind": kind}, 403)
    assert site.content() == before


@pytest.mark.parametrize("who", ["spectator", "stranger"])
def test_who_does_not_record_makes_no_links(site: Site, game: Game, who: str) -> None:
    site.patch(game.path, {"visibility": "public"})
    visitor = Visitor(site, game.spectator if who == "spectator" else None)
    assert "made by those who record it" in visitor.get(f"/games/{game.id}/links", 403)
    assert "/links" not in visitor.get(f"/games/{game.id}")


def test_a_link_is_ended_and_opens_nothing_any_more(site: Site, game: Game) -> None:
    recorder = Visitor(site, game.recorder)
    token = link_in(made(recorder, game, "spectator", "The stranger")).split("#")[1]
    page = recorder.get(f"/games/{game.id}/links")
    end = re.search(r'The stranger.*?action="([^"]+/end)"', page, re.DOTALL)
    assert end
    recorder.send(f"/games/{game.id}/links", end[1])
    assert site.get(game.path, token).status_code == 401
    assert "The stranger" not in recorder.get(f"/games/{game.id}/links")


def test_a_link_of_another_game_is_not_ended_here(site: Site, game: Game) -> None:
    other = site.make(id="other")
    (token, *_) = read(site.get("/tokens?game=other", ADMIN))
    recorder = Visitor(site, game.recorder)
    csrf = recorder.fields(f"/games/{game.id}/links", f"/games/{game.id}/links")["csrf"]
    recorder.post(f"/games/{game.id}/links/{token['id']}/end", {"csrf": csrf}, 404)
    assert site.get(other.path, other.spectator).status_code == 200


def test_who_may_see_a_game_is_changed_on_its_page(site: Site, game: Game) -> None:
    path, action = f"/games/{game.id}/links", f"/games/{game.id}/visibility"
    stranger = Visitor(site, None)
    for visibility, status in (("public", 200), ("private", 404)):
        Visitor(site, game.recorder).send(path, action, visibility=visibility)
        stranger.get(f"/games/{game.id}", status)
    Visitor(site, game.recorder).send(path, action, 422, visibility="nobody")
    seat = Visitor(site, site.token("recorder", game=game.id, seat="1"))
    assert "Who may see it" not in seat.get(path)
    csrf = seat.fields(path, path)["csrf"]
    seat.post(action, {"csrf": csrf, "visibility": "public"}, 403)
    assert read(site.get(game.path))["visibility"] == "private"


def test_an_address_that_phones_cannot_open_is_said(site: Site, game: Game) -> None:
    assert "Other phones cannot open" in made(Visitor(site, game.recorder), game, "spectator")
