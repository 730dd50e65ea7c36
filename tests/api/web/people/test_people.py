"""The pages of people, as a browser without scripts gets them."""

from __future__ import annotations

import re

from projections.people import FORMER
from tests.api.people.test_people import enter, seat
from tests.api.site import OPENING, Site, event
from tests.api.web.forms import Visitor, text


def test_somebody_is_entered_and_found(site: Site) -> None:
    organizer = Visitor(site, site.token("organizer"))
    assert "Nobody yet" in organizer.get("/people")
    sent = organizer.send("/people", "/people", name="  <b>Ana</b> ")
    page = organizer.get(sent.headers["Location"])
    assert "<h1>&lt;b&gt;Ana&lt;/b&gt;</h1>" in page
    assert "No game yet" in page
    assert sent.headers["Location"] in organizer.get("/people?q=ana")
    assert "Nobody of that name" in organizer.get("/people?q=bo")
    refused = text(organizer.send("/people", "/people", 422, name=" "))
    assert "Nobody was entered" in refused


def test_a_page_shows_games_and_record(site: Site) -> None:
    ana = enter(site, "Ana Alm")
    game = seat(site, ana)
    site.record(game, *OPENING, event("GameEnded", None, reason="concession", winner="1"))
    site.judge(game)
    seat(site, ana, id="hidden", visibility="unlisted")
    page = Visitor(site, None).get(f"/people/{ana}")
    [(address, sides)] = re.findall(r'<th scope="row"><a href="(/games/[^"]*)">(.*?)</a>', page)
    assert address == "/games/final"
    assert re.sub("<[^>]*>", "", sides) == "Ana Alm 0 – Bo 0"
    assert '<span class="own">Ana Alm 0</span>' in sides
    assert '<td class="key">won</td>' in page
    assert re.findall(r'<td class="end[^"]*">(\d+)</td>', page) == ["1", "1", "0", "0"]
    assert "<form" not in page.split("<main")[1].split("</main>")[0]
    assert f'href="/people/{ana}">Ana Alm</a>' in Visitor(site, None).get("/games/final")


def test_a_name_is_changed_and_erased(site: Site) -> None:
    ana = enter(site, "Ana Alm")
    seat(site, ana)
    admin, path = Visitor(site), f"/people/{ana}"
    fields = {"csrf": admin.fields(path, path)["csrf"]}
    admin.post(path, {**fields, "name": "Ana Berg"})
    assert "<h1>Ana Berg</h1>" in admin.get(path)
    assert "Say that you are sure" in text(admin.post(path, {**fields, "do": "erase"}, 422))
    assert "<h1>Ana Berg</h1>" in admin.get(path)
    admin.post(path, {**fields, "do": "erase", "sure": "1"})
    page = admin.get(path)
    assert f"<h1>{FORMER}</h1>" in page
    assert "Erase" not in page
    assert "Ana" not in page + admin.get("/games/final") + admin.get("/people")
    assert "for good" in text(admin.post(path, {**fields, "name": "Ana"}, 409))


def test_who_may_not_change_people_cannot(site: Site) -> None:
    ana = enter(site, "Ana Alm")
    game = seat(site, ana)
    path = f"/people/{ana}"
    for token in (None, game.recorder):
        visitor = Visitor(site, token)
        shown = re.search(r'name="csrf" (?:content|value)="(\w+)"', visitor.get("/sign-in"))
        assert shown
        for target in ("/people", path):
            for fields in ({"name": "X"}, {"do": "erase", "sure": "1"}):
                visitor.post(target, {**fields, "csrf": shown[1]}, 403)
    Visitor(site).post(path, {"name": "X", "csrf": "guessed"}, 403)
    assert "<h1>Ana Alm</h1>" in Visitor(site, None).get(path)


def test_who_is_not_known_has_no_page(site: Site) -> None:
    bo = enter(site, "Bo")
    assert "There is no person" in Visitor(site, None).get(f"/people/{bo}", 404)
    assert "<h1>Bo</h1>" in Visitor(site).get(f"/people/{bo}")
