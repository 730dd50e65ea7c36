"""Beginning a game: by three taps, or with everything chosen, and without scripts."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from api.access.sessions import TOKENS
from projections.kit.find import rulesets
from tests.api.site import ADMIN, Site, read
from tests.api.web.forms import Visitor, text
from tests.api.web.games import Served

ALL = list(rulesets())

CHOSEN: dict[str, dict[str, str]] = {
    "und1c1": {
        "name-a": "Ana's Foxes",
        "team-a": "foxes",
        "option.pile": "7",
        "option.abilities": "false",
        "ruling.closest": '"euclidean"',
        "policy": "enforce",
        "visibility": "public",
    },
    "football-u": {"players": "2", "team-1": "west", "ruling.overrun": '"stop-at-15"'},
    "wannabe-football": {"option.sides.2": '"croatia"', "ruling.yellow": '"permanent"'},
    "undaunted-2200": {"option.scenario": '"sample-domes"', "visibility": "private"},
}


@pytest.fixture
def organizer(site: Site) -> Visitor:
    return Visitor(site, site.token("organizer"))


def made(site: Site, answer: Any) -> dict[str, Any]:
    """The header of the game to whose table an answer leads."""
    game = re.fullmatch(r"/games/([^/]+)/record", answer.headers["Location"])
    assert game
    header: dict[str, Any] = read(site.get(f"/games/{game[1]}"))
    return header


@pytest.mark.parametrize("ruleset", ALL)
def test_the_form_as_it_stands_makes_the_game_of_all_defaults(
    site: Site, organizer: Visitor, ruleset: str
) -> None:
    path = f"/new/{ruleset}"
    assert f'href="{path}"' in organizer.get("/new")
    header = made(site, organizer.send(path, path))
    seats = [{"seat": seat["seat"], "name": seat["name"]} for seat in header["seats"]]
    plain = read(site.post("/games", {"ruleset": ruleset, "seats": seats}))
    for key in ("ruleset", "box", "seats", "options", "visibility", "edition"):
        assert header[key] == plain[key]


@pytest.mark.parametrize("ruleset", ALL)
def test_what_is_chosen_is_what_the_game_has(site: Site, organizer: Visitor, ruleset: str) -> None:
    path = f"/new/{ruleset}"
    header = made(site, organizer.send(path, path, **CHOSEN[ruleset]))
    got = {f"name-{s['seat']}": s["name"] for s in header["seats"]}
    got |= {f"team-{s['seat']}": s["team"] for s in header["seats"]}
    options, rulings = header["options"], header["options"]["rulings"]
    for field, value in CHOSEN[ruleset].items():
        kind, _, key = field.partition(".")
        match kind:
            case "option":
                name, _, seat = key.partition(".")
                found = options[name][seat] if seat else options[name]
                assert found == {"false": False, "7": 7}.get(value, value.strip('"'))
            case "ruling":
                assert rulings[key] == value.strip('"')
            case "policy":
                assert options["policy"] == value
            case "visibility":
                assert header["visibility"] == value
            case "players":
                assert len(header["seats"]) == int(value)
            case _:
                assert got[field] == value


def test_the_maker_may_record_the_game(site: Site, organizer: Visitor) -> None:
    answer = organizer.send("/new/und1c1", "/new/und1c1")
    assert "data-notation" in organizer.get(answer.headers["Location"])


def test_many_games_do_not_sign_their_maker_out(site: Site, organizer: Visitor) -> None:
    path = "/new/wannabe-football"
    fields = organizer.fields(path, path)
    for _ in range(TOKENS + 1):
        organizer.post(path, fields)
    assert '"you">organizer<' in organizer.get("/")


def test_rulings_are_explained_in_words(organizer: Visitor) -> None:
    for rules in rulesets().values():
        page = organizer.get(f"/new/{rules.id}")
        for ruling in rules.rulebook.rulings.values():
            part = page[page.index(f'name="ruling.{ruling.key}"') :]
            assert part.count(f'name="ruling.{ruling.key}"') == len(ruling.values)
        assert page.count("<small>usual</small>") == len(rules.rulebook.rulings)


def test_scenarios_have_the_names_that_the_box_gives_them(organizer: Visitor) -> None:
    assert ">Open ground</option>" in organizer.get("/new/undaunted-2200")


def test_a_side_called_as_a_team_of_the_box_is_that_team(organizer: Visitor) -> None:
    fields = organizer.fields("/new/und1c1?name-a=Pikes", "/new/und1c1")
    assert (fields["name-a"], fields["team-a"], fields["team-b"]) == ("Pikes", "pikes", "ravens")


def test_another_number_of_seats_keeps_what_was_filled_in(organizer: Visitor) -> None:
    path = "/new/wannabe-football"
    fields = organizer.fields(path, path) | {"name-1": "Larks", "players": "4", "do": "again"}
    page = text(organizer.post(path, fields, 200))
    assert 'value="Larks"' in page
    assert page.count("<legend>Seat ") == 4


def test_what_the_rules_refuse_is_said_and_nothing_is_made(site: Site, organizer: Visitor) -> None:
    path = "/new/und1c1"
    fields = organizer.fields(path, path) | {"option.pile": "999", "name-b": "Kites"}
    before = site.content()
    page = text(organizer.post(path, fields, 422))
    assert "The smaller deck has 51 cards." in page
    assert 'value="Kites"' in page
    assert site.content() == before


def test_people_are_offered_and_sit_down(site: Site, organizer: Visitor) -> None:
    path = "/new/wannabe-football"
    assert "Who plays" not in organizer.get(path)
    ids = [read(site.post("/people", {"name": name}))["id"] for name in ("Ana", "Bo", "Bo")]
    page = organizer.get(path)
    assert '<option value="Ana">' in page
    assert '<option value="Bo">' not in page
    chosen = {"person-1": "Ana", "person-2": f"Bo · {ids[2][-4:]}", "name-2": "Larks"}
    header = made(site, organizer.send(path, path, **chosen))
    assert [seat["person"] for seat in header["seats"]] == [ids[0], ids[2]]
    assert header["seats"][1]["name"] == "Larks"
    assert f'value="Bo · {ids[1][-4:]}"' in organizer.get(f"{path}?person-1={ids[1]}")
    # The log itself holds no name of hers: it can be erased.
    first = read(site.get(f"/games/{header['id']}/events"))["events"][0]
    assert first["data"]["seats"][0]["name"] == ""
    before = site.content()
    refused = organizer.send(path, path, 422, **{"person-1": "Cy"})
    assert "nobody called Cy" in text(refused)
    assert site.content() == before


def test_unknown_boxes_and_games_are_said(organizer: Visitor) -> None:
    assert "no box chess@1" in organizer.get("/new/und1c1?box=chess@1", 404)
    assert "There is no game chess" in organizer.get("/new/chess", 404)


def test_strangers_and_other_sites_begin_no_game(site: Site) -> None:
    stranger = Visitor(site, None)
    assert "Sign in as an organizer" in stranger.get("/new/und1c1", 403)
    owner = Visitor(site)
    before = site.content()
    assert "reload it" in text(owner.post("/new/und1c1", {"csrf": "wrong"}, 403))
    assert site.content() == before


def test_three_taps_lead_from_home_to_the_table(page: Page, served: Served) -> None:
    page.goto("/sign-in")
    page.get_by_label("Token").fill(ADMIN)
    page.get_by_role("button", name="Sign in").click()
    page.get_by_role("link", name="Record a game").click()
    page.get_by_role("link", name="Football U", exact=True).click()
    page.get_by_role("button", name="To the table").click()
    expect(page.locator("[data-recorder]")).to_be_visible()


def test_the_form_is_filled_in_by_keyboard_alone(page: Page, served: Served) -> None:
    page.goto("/sign-in")
    page.get_by_label("Token").fill(ADMIN)
    page.keyboard.press("Enter")
    expect(page.locator(".you")).to_have_text("admin")
    page.goto("/new/wannabe-football")
    page.locator("#players").focus()
    page.keyboard.press("4")
    expect(page.get_by_role("group", name="Seat 4")).to_be_visible()
    page.locator("#players").focus()
    page.keyboard.press("Tab")
    page.keyboard.type("Larks")
    page.keyboard.press("Enter")
    expect(page.locator(".record [data-line]")).to_contain_text("Larks")
    game = page.url.split("/")[-2]
    assert len(read(served.site.get(f"/games/{game}"))["seats"]) == 4
