from __future__ import annotations

import re
from collections.abc import Iterator
from html import unescape
from xml.etree import ElementTree

import pytest

from api.web import plots
from api.web.plots import Mark, Series
from projections.kit.box import components
from projections.kit.find import rulesets
from tests.api import seasons
from tests.api.seasons import SEASON
from tests.api.site import ADMIN, Game, Site, read

PAGE = f"/seasons/{SEASON}/statistics"


def page(site: Site, path: str, token: str | None = ADMIN) -> str:
    answer = site.get(path, token, at_root=True)
    assert answer.status_code == 200, answer.text
    return answer.text


def links(text: str) -> Iterator[str]:
    for address in re.findall(r'href="([^"]+)"', text):
        yield unescape(address)


def test_the_dashboard_shows_what_the_tables_say(told: Site) -> None:
    text = page(told, PAGE)
    for heading in ("Luck", "Leaders", "The dice", "Ratings", "From the almanac"):
        assert heading in text
    for row in read(told.get(f"/seasons/{SEASON}/luck"))["rows"]:
        assert f"{row['luck']:+.1f}".replace("-", "−") in text
    for die in read(told.get(f"/seasons/{SEASON}/dice"))["rows"]:
        assert die["fairness"]["says"] in unescape(text)
    assert "of 3 games fully recorded" in text
    luck = "Passes, crosses, shots, headers and duels: what came off beyond the chances, less"
    assert luck in text


def test_every_game_says_in_words_what_its_luck_is_made_of() -> None:
    said = {ruleset.statistics.lucky for ruleset in rulesets().values()}
    assert len(said) == len(rulesets()) and not any("_" in one for one in said)


def test_plots_bring_neither_scripts_nor_styles_and_say_what_they_show(told: Site) -> None:
    text = page(told, PAGE)
    plots = re.findall(r'<svg[^>]*class="plot".*?</svg>', text, re.DOTALL)
    assert len(plots) == 5  # points, luck, goals, and two dice
    for plot in plots:
        assert not re.search(r"<style|<script|style=|Pygal|<desc", plot)
        assert re.search(r'role="group" aria-label="[^"]+"', plot)
        assert re.search(r"<title>[^<]+</title>", plot)


def test_a_legend_shows_what_is_drawn_and_lines_differ_without_colour() -> None:
    series = [Series(f"Team {n}", (Mark(1.0), Mark(float(n)))) for n in range(6)]
    drawn = plots.lines("Points", ["1", "2"], series)
    every = ElementTree.fromstring(drawn).findall(".//{*}g")
    shapes = {
        (one.get("class", "").split()[1], dot.get("class"))
        for one in every
        if "series" in one.get("class", "")
        for dot in one.findall(".//{*}path")
        if "dot" in dot.get("class", "")
    }
    assert shapes == {(f"serie-{n}", f"dot shape-{n}") for n in range(6)}
    legend = drawn[drawn.index('class="legends"') :]
    assert legend.count('class="line reactive') == 6
    assert "<circle" not in drawn and " id=" not in drawn and "<rect" not in legend
    bars = plots.rows("Scored", ["A"], [series[0], Series("expected", (Mark(2.0),), "dashed")])
    assert re.findall(r'class="series serie-(\d) color-\d( dashed)?"><rect', bars[-700:]) == [
        *(("0", ""), ("1", " dashed")),
    ]


def test_every_address_leads_somewhere_and_every_number_to_its_events(told: Site) -> None:
    pages = [PAGE, f"{PAGE}?stat=duels&of=person&by=recorder", f"/seasons/{SEASON}/teams/ant"]
    found = {link for path in pages for link in links(page(told, path)) if link.startswith("/")}
    lists = {link for link in found if "/events?" in link}
    assert len(lists) > 30
    for link in sorted(found - lists) + sorted(lists)[::6]:
        path = link.partition("#")[0]
        if path != f"/seasons/{SEASON}" and not path.startswith("/static"):
            assert told.get(path, at_root=True).status_code == 200, path


def test_a_number_opens_the_events_it_is_made_of(told: Site) -> None:
    rows = read(told.get(f"/seasons/{SEASON}/statistics?team=ant"))["rows"]
    (shots,) = [row for row in rows if row["kind"] == "tackle"]
    text = page(told, f"/seasons/{SEASON}/events?kind=tackle&team=ant")
    assert f"{shots['count']} event" in text
    steps = re.findall(r'href="/games/([a-z0-9-]+)/(\d+)"', text)
    assert len(steps) == min(shots["count"], 20)
    game, step = steps[0]
    timeline = read(told.get(f"/games/{game}/timeline?after={int(step) - 1}&limit=1"))["rows"]
    assert any(fact["kind"] == "tackle" for fact in timeline[0]["facts"])
    assert timeline[0]["text"] in unescape(text)


def test_the_rolls_of_a_face_are_listed(told: Site) -> None:
    (face,) = [
        face
        for die in read(told.get(f"/seasons/{SEASON}/dice"))["rows"]
        for face in die["fairness"]["faces"]
        if (die["die"], face["face"]) == ("white", "2")
    ]
    text = page(told, f"/seasons/{SEASON}/events?die=white&face=2")
    assert f"{face['count']} event" in text


def test_games_that_one_may_not_see_are_not_in_the_lists(site: Site, played: list[Game]) -> None:
    for game in played:
        site.patch(game.path, {"visibility": "private"})
    assert "no events" in page(site, f"/seasons/{SEASON}/events?kind=tackle", None)
    for path in (PAGE, f"/seasons/{SEASON}/teams/ant"):
        assert not re.search(r'href="/games/game-', page(site, path, None))
        assert 'href="/games/game-' in page(site, path)


def test_a_season_without_games_says_what_is_missing(site: Site) -> None:
    seasons.open_season(site, "undaunted-2200")
    text = page(site, PAGE)
    assert "A line needs two rounds with results." in text
    assert "Of no game is it known what its chances were worth." in text
    assert "Nothing is counted yet." in text
    page(site, f"/seasons/{SEASON}/teams/ant")
    for path in (f"/seasons/{SEASON}/teams/nobody", "/seasons/nosuch/statistics"):
        assert site.get(path, at_root=True).status_code == 404


def test_the_page_of_a_season_shows_its_statistics_in_short(told: Site) -> None:
    text = page(told, f"/seasons/{SEASON}", None)
    for heading in ("Standings", "Points round by round", "Leaders", "Luck", "The dice"):
        assert f"<h2>{heading}</h2>" in text
    assert f'href="{PAGE}"' in text


@pytest.mark.usefixtures("played")
def test_the_page_of_a_person_shows_what_he_did_in_each_season(site: Site) -> None:
    rows = read(site.get(f"/seasons/{SEASON}/statistics?level=person"))["rows"]
    coaches = seasons.coaches(site)
    assert {row["person"] for row in rows} == set(coaches.values())
    ana = coaches["ant"]
    (tackles,) = [row for row in rows if (row["person"], row["kind"]) == (ana, "tackle")]
    text = page(site, f"/people/{ana}")
    (address,) = [link for link in links(text) if f"kind=tackle&person={ana}" in link]
    assert f">{tackles['count']}</a>" in text
    assert f"{tackles['count']} event" in page(site, address)
    site.patch(f"/leagues/{seasons.LEAGUE}", {"visibility": "private"})
    assert "kind=tackle" not in page(site, f"/people/{ana}", None)


def test_the_page_of_a_league_shows_its_seasons_beside_each_other(told: Site) -> None:
    text = page(told, f"/leagues/{seasons.LEAGUE}")
    rows = read(told.get(f"/seasons/{SEASON}/luck"))["rows"]
    scored = sum(row["scored"] for row in rows) / 3
    assert f'<td class="end">{scored:.2f}</td>' in text
    assert f'href="{PAGE}"' in text


def test_what_is_scored_a_game_rests_on_the_games_of_which_it_is_known(site: Site) -> None:
    seasons.open_season(site, "und1c1")
    first, second, _ = seasons.fixtures(site)
    seasons.play(site, first, 1)
    before = page(site, f"/leagues/{seasons.LEAGUE}")
    seasons.enter(site, second, "win", "loss")
    after = page(site, f"/leagues/{seasons.LEAGUE}")
    numbers = re.compile(r'<td class="end">(\d+\.\d\d)</td>')
    assert numbers.findall(before) == numbers.findall(after) != []


def deserved_cells(text: str) -> list[list[str]]:
    section = text.split('id="deserved"')[1].split("</section>")[0]
    rows = section.split("<tbody>")[1].split("</tbody>")[0].split("<tr>")[1:]
    return [re.findall(r"<td[^>]*>(?:<span[^>]*>)?([^<]*)", row) for row in rows]


def test_what_is_over_is_the_difference_of_the_two_columns_beside_it(site: Site) -> None:
    """Ant and Bee have played; the game of Cat is entered and counts in the table alone."""
    seasons.open_season(site, "und1c1")
    first, second, third = seasons.fixtures(site)
    seasons.play(site, first, 1)
    seasons.enter(site, second, "win", "loss")
    seasons.enter(site, third, "loss", "win")
    rows = {row["team"]: row for row in read(site.get(f"/seasons/{SEASON}/deserved"))["rows"]}
    cells = deserved_cells(page(site, PAGE))
    known = [row for row in cells if row[2] != "–"]
    assert len(known) == len(rows) == 2
    for _, games, points, deserved, over, _ in known:
        shown = float(over.replace("−", "-"))
        assert shown == pytest.approx(float(points) - float(deserved))
        assert games == "1"
    assert {float(row[2]) for row in known} == {row["points"] for row in rows.values()}


@pytest.mark.parametrize(
    ("ruleset", "piece", "name"),
    [
        ("und1c1", "9", "No. 9"),
        ("wannabe-football", "P05", "Pass, own box to far left (P05)"),
        ("football-u", "p01", "Cal Overton"),
        ("football-u", "c1", "Kyle Savior"),
        ("football-u", "t20", "Pressure"),
        ("football-u", "t99", None),
        ("undaunted-2200", "lfa-artillery", "LFA Artillery"),
        ("undaunted-2200", "brk-sky-shot-b", "Breakers Sky-shot B"),
    ],
)
def test_pieces_are_called_as_people_call_them(ruleset: str, piece: str, name: str | None) -> None:
    rules = rulesets()[ruleset]
    box = components(rules, rules.sample_box)
    assert rules.statistics.piece_name(box, piece) == name


def test_no_id_of_a_piece_is_shown(site: Site) -> None:
    seasons.open_season(site, "undaunted-2200")
    seasons.play(site, seasons.fixtures(site)[0], 1)
    rows = read(site.get(f"/seasons/{SEASON}/leaders?stat=hits"))["rows"]
    assert rows
    texts = [page(site, path) for path in (PAGE, f"/seasons/{SEASON}/events?kind=shot")]
    for row in rows:
        assert row["piece"] not in row["name"]
        for text in texts:
            assert row["piece"] not in re.sub(r'(href|xlink:href)="[^"]*"', "", text)
    named = page(site, f"/seasons/{SEASON}/events?kind=shot&piece={rows[0]['piece']}")
    assert rows[0]["name"].partition(" ")[2] in named.split("<h1>")[1].split("</h1>")[0]


@pytest.mark.parametrize("ruleset", ["und1c1", "wannabe-football"])
def test_the_page_of_a_luck_number_adds_up_to_it(site: Site, ruleset: str) -> None:
    seasons.play_all(site, ruleset)
    seasons.enter(site, seasons.fixtures(site)[0], "win", "loss")
    for row in read(site.get(f"/seasons/{SEASON}/luck"))["rows"]:
        address = f"/seasons/{SEASON}/events?luck=1&team={row['team']}"
        assert address in unescape(page(site, PAGE))
        total, number, pages = 0.0, 1, 1
        while number <= pages:
            text = page(site, f"{address}&page={number}")
            body = text.split("<tbody>")[1].split("</tbody>")[0]
            cells = re.findall(r'<td class="end">([+−]?[\d.]+)</td></tr>', body)
            assert cells
            total += sum(float(cell.replace("−", "-")) for cell in cells)
            pages = int((re.findall(r"page \d+ of (\d+)", text) or ["1"])[0])
            number += 1
        # Each is shown to a hundredth.
        assert total == pytest.approx(row["luck"], abs=0.005 * 20 * pages)
        said = f"{row['luck']:+.2f}".replace("-", "−")
        assert f"luck <b>{said}</b>" in text
        assert f"Over all games of the season it is {said}." in text
    assert site.get(f"/seasons/{SEASON}/events?luck=1", at_root=True).status_code == 404


def test_an_amount_is_shown_as_it_is(told: Site) -> None:
    filters = told.app.jinja_env.filters
    assert [filters["exact"](value) for value in (0.5, 0.502, 10 / 3, 4.0, None)] == [
        *("0.5", "0.5", "3.33", "4", "–"),
    ]


@pytest.mark.parametrize("ruleset", rulesets())
def test_each_ruleset_has_dashboards(site: Site, ruleset: str) -> None:
    """One game of it, and every page and every table of the season."""
    seasons.open_season(site, ruleset)
    pair = next((seats for seats in rulesets()[ruleset].seatings if len(seats) == 2), None)
    game = seasons.play(site, seasons.fixtures(site)[0], 1, seats=pair)
    text = page(site, PAGE)
    assert "1 game fully recorded" in text or "of 1 game fully" in text
    boards = rulesets()[ruleset].statistics.leaders
    assert any(board.title in text for board in boards.values())
    for stat in boards:
        answer = site.get(f"/seasons/{SEASON}/leaders?stat={stat}")
        assert answer.status_code == 200, stat
    page(site, f"/seasons/{SEASON}/teams/ant")
    assert read(site.get(f"/seasons/{SEASON}/findings"))["rows"] == []
    assert all(row["agrees"] for row in read(site.get(f"/seasons/{SEASON}/balance"))["rows"])
    kinds = {row["kind"] for row in read(site.get(f"{game.path}/statistics"))["rows"]}
    assert f"/games/{game.id}/" in page(site, f"/seasons/{SEASON}/events?kind={min(kinds)}")


def test_what_is_hidden_in_a_running_game_is_in_no_list(site: Site) -> None:
    seasons.open_season(site, "football-u")
    game = seasons.play(site, seasons.fixtures(site)[0], 1, 100, ("1", "2"))
    facts = [row for row in site.services.games.facts(game.id) if row["secret"]]
    assert {row["kind"] for row in facts} == {"chemistry"}
    assert "no events" in page(site, f"/seasons/{SEASON}/events?kind=chemistry")
    assert "no events" in page(site, f"/seasons/{SEASON}/events?kind=figure:chemistry-drawn")
    figures = read(site.get(f"/seasons/{SEASON}/figures"))["rows"]
    assert "chemistry-drawn" not in {row["figure"] for row in figures}
    assert "weeks" in {row["figure"] for row in figures}
    assert "no events" not in page(site, f"/seasons/{SEASON}/events?kind=recruit")
