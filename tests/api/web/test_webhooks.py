"""The pages of webhooks, as a browser without scripts gets them."""

from __future__ import annotations

import re

from tests.api.site import OPENING, Site, read
from tests.api.test_webhooks import CONCEDED, OUT_OF_TURN, URL, listen, record
from tests.api.web.forms import Visitor, text

SECRET = re.compile(r'id="secret"[^>]* value="(whsec_[^"]+)"')


def test_a_webhook_is_made_and_its_secret_shown_once(site: Site) -> None:
    organizer = Visitor(site, site.token("organizer"))
    assert "None yet" in organizer.get("/webhooks")
    fields = organizer.fields("/webhooks", "/webhooks")
    assert fields["events"]
    made = text(organizer.post("/webhooks", {**fields, "url": URL}, 200))
    assert SECRET.search(made)
    again = organizer.get("/webhooks")
    assert not SECRET.search(again)
    assert f"<b>{URL}</b>" in again
    assert len(read(site.get("/webhooks"))) == 1


def test_what_is_refused_is_said_and_kept(site: Site) -> None:
    admin = Visitor(site)
    csrf = admin.fields("/webhooks", "/webhooks")["csrf"]
    for given, said in (
        ({"url": "http://10.0.0.1/", "events": "finding"}, "begins with https://"),
        ({"url": URL}, "events"),
        ({"url": URL, "events": "rain"}, "events"),
        ({"url": URL, "events": "finding", "league": "none"}, "There is no league none"),
    ):
        page = text(admin.post("/webhooks", {**given, "csrf": csrf}, 422))
        assert said in page
        assert f'value="{given["url"]}"' in page
    assert read(site.get("/webhooks")) == []


def test_the_log_shows_deliveries_and_the_end_ends_it(site: Site) -> None:
    webhook = listen(site)
    game = site.make(id="final")
    record(site, game, *OPENING, OUT_OF_TURN, CONCEDED)
    admin, path = Visitor(site), f"/webhooks/{webhook}"
    page = admin.get(path)
    assert "Two deliveries" in page
    assert page.count("<em>waiting</em>") == 2
    assert '"winner": "1"' in page
    admin.send(path, f"{path}/end")
    assert "no webhook" in admin.get(path, 404)
    assert read(site.get("/webhooks")) == []


def test_webhooks_are_for_organizers_and_each_for_its_own(site: Site) -> None:
    webhook = listen(site)
    game = site.make(id="final")
    for token in (None, game.recorder, game.spectator):
        assert "sign in as one" in Visitor(site, token).get("/webhooks", 403)
        assert "Webhooks" not in Visitor(site, token).get("/games")
    organizer = Visitor(site, site.token("organizer"))
    assert "None yet" in organizer.get("/webhooks")
    organizer.get(f"/webhooks/{webhook}", 404)
    csrf = organizer.fields("/webhooks", "/webhooks")["csrf"]
    organizer.post(f"/webhooks/{webhook}/end", {"csrf": csrf}, 404)
    organizer.post("/webhooks", {"url": URL, "events": "finding", "csrf": "guessed"}, 403)
    assert [one["id"] for one in read(site.get("/webhooks"))] == [webhook]
    assert ">Webhooks</a>" in organizer.get("/games")
