from __future__ import annotations

import re
from xml.etree import ElementTree

import msgspec
import pytest

from projections.kit.drawing import svg
from projections.kit.drawing.scene import STATES, Card, Mark, Panel, Scene, Shape, TrackToken
from tests.projections.kit.drawing.scenes import DESIGNED, FAR, NEAR, designed, piece, small

NS = {"svg": "http://www.w3.org/2000/svg"}


@pytest.mark.parametrize("name", DESIGNED)
def test_a_picture_stands_alone(name: str) -> None:
    scene = designed(name)
    picture = svg.render(scene)
    root = ElementTree.fromstring(picture)
    assert root.get("role") == "img"
    assert root.findtext("svg:title", namespaces=NS) == scene.title
    assert "var(" not in picture
    assert "<style" not in picture
    assert "style=" not in picture
    for seat in scene.seats:
        assert seat.name in picture


@pytest.mark.parametrize("name", DESIGNED)
def test_a_page_gets_the_board_alone_in_its_own_colours(name: str) -> None:
    scene = designed(name)
    drawing = svg.render(scene, standalone=False)
    if scene.board is None:
        assert drawing == ""
    else:
        root = ElementTree.fromstring(drawing)
        assert root.get("class") == "board"
        assert root.get("aria-label") == scene.title
        assert "xmlns" not in drawing


def test_every_item_and_place_is_drawn_with_its_title() -> None:
    scene = designed("undaunted-2200")
    assert scene.board
    root = ElementTree.fromstring(svg.render(scene))
    titles = {node.text for node in root.iter(f"{{{NS['svg']}}}title")}
    for place in scene.board.places.values():
        assert place.title in titles
    for item in scene.board.items.values():
        assert any(title and title.startswith(item.title) for title in titles)


def test_names_are_escaped() -> None:
    scene = small({"p": piece(title='<b> & "q"', label="<&")})
    picture = svg.render(scene)
    assert "&lt;b&gt; &amp;" in picture
    assert "<b>" not in picture


def test_turning_mirrors_points_turns_facings_and_swaps_the_seats() -> None:
    scene = small({"p": piece(facing=90)})
    upright, turned = svg.render(scene), svg.render(scene, turned=True)
    assert 'transform="translate(50 50)"' in upright
    assert 'transform="translate(50 150)"' in turned
    assert 'data-facing="90"' in upright
    assert 'data-facing="270"' in turned
    assert upright.index("Ravens") < upright.index("Larks")
    assert turned.index("Larks") < turned.index("Ravens")


def test_a_board_that_is_not_turnable_stays() -> None:
    scene = designed("vocabulary")
    assert svg.render(scene, turned=True) == svg.render(scene)


@pytest.mark.parametrize("state", STATES)
def test_every_state_of_a_piece_has_a_drawing_without_colour(state: str) -> None:
    plain = svg.render(small({"p": piece(label="8")}))
    marked = svg.render(small({"p": piece(label="8", state=[state])}))
    colourless = [re.sub(r"#[0-9a-f]{6}", "", drawing) for drawing in (plain, marked)]
    without_class = [drawing.replace(f" is-{state}", "") for drawing in colourless]
    assert without_class[0] != without_class[1]


def test_what_is_unseen_shows_nothing_of_its_face() -> None:
    picture = svg.render(small({"p": piece(label="8", state=["unseen"])}))
    assert ">?<" in picture
    assert ">8<" not in picture


def test_no_arrow_hides_a_number() -> None:
    marks = [
        Mark(kind="tag", on="p", text="5 ≥ 4", why="last", title="a five is enough"),
        Mark(kind="line", through=["up", "down"], head=True, why="last", title="a move"),
    ]
    picture = svg.render(small({"p": piece(label="8")}, marks=marks))
    assert picture.index('class="way"') < picture.index('data-id="p"') < picture.index("5 ≥ 4")


def test_a_tag_stays_within_the_picture() -> None:
    tag = Mark(kind="tag", on="p", text="5+1 ≥ 4", why="last", title="a five is enough")
    picture = svg.render(small({"p": piece(size=20)}, marks=[tag]), standalone=False)
    found = re.search(r'class="tag" transform="translate\(([\d.]+) ([\d.]+)\)"', picture)
    assert found
    assert 14 <= float(found[2]) <= 186


def test_marks_on_what_is_not_there_are_left_out() -> None:
    marks = [
        Mark(kind="ring", on="nobody", why="last", title="?"),
        Mark(kind="area", places=["nowhere"], why="aid", title="?"),
        Mark(kind="line", through=["up", "nowhere"], why="last", title="?"),
    ]
    assert svg.render(small(marks=marks)) == svg.render(small())


def test_printed_letters_stay_upright_when_turned() -> None:
    scene = small()
    assert scene.board
    shapes = [
        Shape(text="NORTH", at=[50, 10], size=12),
        Shape(rect=[0, 0, 100, 100], fill="grass"),
        Shape(circle=[50, 50, 9], stroke="chalk"),
        Shape(line=[0, 0, 9, 9], stroke="chalk", dash=True),
        Shape(path="M0 0L9 9", stroke="chalk"),
    ]
    board = msgspec.structs.replace(scene.board, ground=shapes)
    drawing = svg.render(msgspec.structs.replace(scene, board=board), turned=True)
    root = ElementTree.fromstring(drawing)
    spun = root.find(".//svg:g[@transform='rotate(180 50 100)']", NS)
    assert spun is not None
    assert [node.tag.split("}")[1] for node in spun] == ["rect", "circle", "line", "path"]
    letters = root.find(".//svg:text[.='NORTH']", NS)
    assert letters is not None
    assert (letters.get("x"), letters.get("y")) == ("50", "190")


def test_a_scene_without_a_board_shows_the_panels_of_its_stage() -> None:
    picture = svg.render(designed("football-u-offseason"))
    for word in ("Hank Hitch", "WEEKS", "Lynx", "recruit, walk-on"):
        assert word in picture
    assert "Joe Default" not in picture


def test_a_boardless_scene_without_a_stage_shows_every_panel() -> None:
    panels = [
        Panel(
            id="hand",
            kind="cards",
            title="Hand",
            dock="tray",
            seat="a",
            cards=[Card(id="c", title="Sharp pass"), Card(id="hand.1", state=["unseen"])],
        ),
        Panel(
            id="weeks",
            kind="track",
            title="Weeks",
            dock="table",
            start=0,
            to=3,
            tokens=[TrackToken(id=f"t{n}", seat="a", at=1, title="week 1") for n in range(3)],
        ),
    ]
    scene = Scene(ruleset="small", title="No board.", seats=(NEAR, FAR), panels=panels)
    picture = svg.render(scene)
    assert "Sharp pass" in picture
    assert picture.count("<title>week 1</title>") == 3
