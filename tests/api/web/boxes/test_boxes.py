"""Boxes: as their owners proof-read them, and taken in from a file."""

from __future__ import annotations

import io
import json
import re
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from html import unescape
from typing import Any

import pytest

from api.web.boxes.cards import _shelf, cards
from api.web.boxes.catalogue import Section, catalogue
from api.web.boxes.pictures import pictures
from projections.kit import simulate
from projections.kit.box import sample
from projections.kit.find import rulesets
from tests.api.site import Site, read
from tests.api.web.forms import Visitor, text

ALL = list(rulesets().values())
IDS = [rules.id for rules in ALL]


def values(content: Any) -> Iterator[Any]:
    """Everything that a box says, the ids of its tables too."""
    if isinstance(content, dict):
        for key, value in content.items():
            yield from (key, *values(value))
    elif isinstance(content, list):
        for value in content:
            yield from values(value)
    elif content not in (None, "", True, False) or type(content) is int:
        yield content


def cells(section: Section) -> Iterator[Any]:
    for _, cell in section.facts:
        yield from cell
    for row in section.rows:
        for cell in row.cells:
            yield from cell
    for below in section.sections:
        yield from cells(below)


def headings(section: Section) -> Iterator[str]:
    yield section.title
    yield from section.columns
    yield from (label for label, _ in section.facts)
    for below in section.sections:
        yield from headings(below)


def plain(word: str) -> str:
    return word.replace("_", " ").strip().lower()


@pytest.mark.parametrize("rules", ALL, ids=IDS)
def test_everything_that_a_box_says_stands_on_its_page(rules: Any) -> None:
    whole = catalogue(rules.sample_box)
    shown = {plain(part.text) for part in cells(whole)}
    # An id may be named by the part that it leads to, a table by its heading.
    shown |= {part.anchor.rpartition(".")[2].lower() for part in cells(whole) if part.anchor}
    said = {word for heading in headings(whole) for word in plain(heading).split()}
    missing = {
        value
        for value in map(str, values(rules.sample_box))
        if plain(value) not in shown and not set(plain(value).split()) <= said
    }
    assert missing == set()


@pytest.mark.parametrize("rules", ALL, ids=IDS)
def test_links_of_a_box_lead_to_parts_of_its_page(site: Site, rules: Any) -> None:
    page = Visitor(site, None).get(f"/boxes/{sample(rules).id}")
    ids = re.findall(r' id="([^"]+)"', page)
    assert len(ids) == len(set(ids))
    assert set(re.findall(r'href="#([^"]+)"', page)) <= set(ids)


@pytest.mark.parametrize(
    ("ruleset", "titles"),
    [
        ("und1c1", ["UND1C1"]),
        ("wannabe-football", ["Wannabe Football"]),
        ("football-u", []),
        ("undaunted-2200", ["Obstacles and domes", "Open ground", "Custom squads"]),
    ],
)
def test_every_board_of_a_box_is_drawn_once(ruleset: str, titles: list[str]) -> None:
    assert [one.title for one in pictures(sample(rulesets()[ruleset]))] == titles


@pytest.mark.parametrize(
    ("ruleset", "marks"),
    [
        ("wannabe-football", [f">M{n:02}</span>" for n in range(1, 20)]),
        ("undaunted-2200", ["<b>Captain</b>", "<b>Foreman A</b>", "<li>Movement 2</li>"]),
        ("football-u", ["<b>Sonny Slinger</b>", "<b>walk-on</b>"]),
        ("und1c1", []),
    ],
)
def test_cards_are_drawn_once_each(ruleset: str, marks: list[str]) -> None:
    drawn = cards(sample(rulesets()[ruleset]))
    assert len(drawn) == len(set(drawn))
    assert bool(drawn) == bool(marks)
    for mark in marks:
        assert any(mark in face for face in drawn), mark
    assert not any("data-id" in face or "data-slot" in face or "is-" in face for face in drawn)


def test_numbers_are_summed_and_ids_are_names() -> None:
    deck = {"a": dict.fromkeys("abcdefghijkl", 2), "b": dict.fromkeys("abcdefghijkl", 1)}
    cards = {"a": {"name": "Ace", "unit": "x"}, "b": {"name": "Bolt", "unit": "y"}}
    whole = catalogue({"cards": cards, "decks": deck})
    turned = whole.sections[1]
    assert [part.text for part in turned.rows[0].cells[0]] == ["Ace"]
    assert turned.rows[0].cells[0][0].anchor == "part.cards.a"
    assert [cell[0].text for cell in turned.rows[-1].cells] == ["together", "24", "12"]


def altered(**changes: Any) -> dict[str, Any]:
    return {**rulesets()["und1c1"].sample_box, "name": "Attic find", "sample": False, **changes}


def upload(organizer: Visitor, content: bytes, status: int, **fields: str) -> str:
    form = organizer.fields("/boxes/new", "/boxes/new") | {"ruleset": "und1c1", **fields}
    answer = organizer.post(
        "/boxes/new", {**form, "file": (io.BytesIO(content), "box.json")}, status
    )
    return text(answer) or answer.headers["Location"]


@pytest.fixture
def organizer(site: Site) -> Visitor:
    return Visitor(site, site.token("organizer"))


def test_a_file_becomes_a_box_that_games_can_be_begun_with(site: Site, organizer: Visitor) -> None:
    upload(organizer, json.dumps(altered()).encode(), 303)
    boxes = read(site.get("/boxes?ruleset=und1c1"))
    (box,) = (one for one in boxes if one["name"] == "Attic find")
    assert "Attic find" in organizer.get("/boxes")
    page = organizer.get(f"/boxes/{box['id']}")
    assert unescape(page).count(f"/new/und1c1?box={box['id']}") == 1
    answer = organizer.send(f"/new/und1c1?box={box['id']}", "/new/und1c1")
    game = answer.headers["Location"].split("/")[2]
    assert read(site.get(f"/games/{game}"))["box"] == box["id"]
    for path in (f"/games/{game}", f"/games/{game}/sheet"):
        assert f'href="/boxes/{box["id"]}"' in organizer.get(path)
    again = organizer.client.get(f"/boxes/{box['id']}.json")
    assert json.loads(text(again)) == altered()


def test_the_text_of_a_box_can_be_pasted(site: Site, organizer: Visitor) -> None:
    fields = organizer.fields("/boxes/new", "/boxes/new")
    sent = {**fields, "ruleset": "und1c1", "text": json.dumps(altered())}
    where = organizer.post("/boxes/new", sent).headers["Location"]
    assert "Attic find" in organizer.get(where)


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b"", "Choose the file of a box"),
        (b"[]", "one JSON object"),
        (b'{"name":\n oops}', "at line 2, column 2"),
        (json.dumps(altered(die_sides="six")).encode(), "<code>box.die_sides</code> Not a valid"),
        (
            json.dumps(altered(cards={"odd one": {}})).encode(),
            "<code>box.cards.odd one.name</code> Missing data",
        ),
    ],
)
def test_what_is_wrong_with_a_box_is_said_with_its_place(
    site: Site, organizer: Visitor, content: bytes, said: str
) -> None:
    before = site.content()
    page = unescape(upload(organizer, content, 422))
    assert said in page
    assert "Nothing was stored" in page
    assert site.content() == before


def test_only_who_makes_games_adds_boxes_and_only_from_our_page(site: Site) -> None:
    stranger = Visitor(site, None)
    assert "Add a box" not in stranger.get("/boxes")
    stranger.get("/boxes/new", 403)
    sent = {"csrf": "x", "file": (io.BytesIO(json.dumps(altered()).encode()), "box.json")}
    Visitor(site).post("/boxes/new", sent, 403)
    assert len(read(site.get("/boxes?ruleset=und1c1"))) == 1


def test_a_file_that_is_too_large_is_said(sqlite_url: str) -> None:
    small = Site(sqlite_url, largest_body=20_000)
    visitor = Visitor(small)
    for path in ("/boxes/new", "/import"):
        fields = visitor.fields(path, path)
        sent = {**fields, "file": (io.BytesIO(b"x" * 30_000), "large.json")}
        assert "at most 0.02 MB" in text(visitor.post(path, sent, 413))


def test_a_box_that_is_not_there_is_said(site: Site) -> None:
    assert "There is no box" in Visitor(site, None).get("/boxes/none@0123456789ab", 404)


@pytest.mark.parametrize("rules", ALL, ids=IDS)
def test_the_page_of_a_box_plays_no_games(
    site: Site, rules: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(simulate, "game", None)
    page = Visitor(site, None).get(f"/boxes/{sample(rules).id}")
    assert f'href="/boxes/{sample(rules).id}/faces"' in page


def test_many_who_ask_for_card_faces_have_games_played_once(
    site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    box = sample(rulesets()["wannabe-football"])
    once = len(cards(box))
    seeds: list[int] = []
    play = simulate.game

    def counted(rules: Any, box: Any, creation: Any, seed: int) -> Any:
        seeds.append(seed)
        return play(rules, box, creation, seed)

    monkeypatch.setattr(simulate, "game", counted)
    _shelf.forget(box.id)
    with ThreadPoolExecutor(4) as pool:
        asked = [pool.submit(Visitor(site, None).get, f"/boxes/{box.id}/faces") for _ in range(4)]
        pages = [page.result() for page in asked]
    assert {page.count('<li class="card') for page in pages} == {once}
    assert seeds
    assert len(seeds) == len(set(seeds))
