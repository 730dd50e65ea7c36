from __future__ import annotations

import msgspec
import pytest

from projections.kit.diff import diff
from projections.kit.drawing.vocabulary import problems
from projections.kit.ruleset import ALL, PUBLIC
from projections.rulesets.wannabe_football import RULESET
from projections.rulesets.wannabe_football.drawing.card_faces import (
    multi_card,
    player_card,
    turned_card,
)
from tests.projections.rulesets.games import plain
from tests.projections.rulesets.wannabe_football.desk import (
    KINDS,
    event,
    game,
    opening,
    played,
    position,
)


@pytest.mark.parametrize("kind", range(len(KINDS)))
def test_every_scene_of_a_game_holds_the_vocabulary(kind: int) -> None:
    seats, _ = KINDS[kind]
    for step in game(kind, 2):
        for viewer in (ALL, PUBLIC, seats[-1]):
            scene = RULESET.show(step.after, viewer)
            marks = RULESET.trace(step.before, step.event, step.after, viewer)
            document = plain(msgspec.structs.replace(scene, marks=marks))
            assert problems(document) == []


@pytest.mark.parametrize("kind", range(len(KINDS)))
def test_options_name_things_of_the_scene(kind: int) -> None:
    for step in game(kind, 1):
        ids = set(every_id(plain(RULESET.show(step.after, ALL))))
        for option in RULESET.options(step.after, ALL):
            assert option.piece is None or option.piece in ids, option
            assert option.to is None or option.to in ids, option


def every_id(document: object) -> list[str]:
    if isinstance(document, dict):
        own = [document["id"]] if isinstance(document.get("id"), str) else []
        keyed = [key for part in ("places", "items") for key in as_dict(document.get(part))]
        return own + keyed + [i for value in document.values() for i in every_id(value)]
    if isinstance(document, list):
        return [i for value in document for i in every_id(value)]
    return []


def as_dict(value: object) -> dict[str, object]:
    return value if isinstance(value, dict) else {}


def test_what_never_changes_is_one_object() -> None:
    first, second = (RULESET.show(step.after, ALL) for step in game(0, 1)[10:12])
    assert first.board is not None
    assert second.board is not None
    assert first.board.places is second.board.places
    assert first.board.lines is second.board.lines
    assert not any("/places" in op["path"] for op in diff(first, second))


def test_the_ball_lies_where_the_restart_is() -> None:
    for kind, seat, place in (
        ("kick_off", "1", "centre"),
        ("after_goal", "2", "centre"),
        ("goal_kick", "2", "goal-area-2"),
        ("corner", "1", "corner-2"),
        ("woodwork", "2", "goal-line-1"),
        ("offside", "1", "goal-area-1"),
    ):
        restart = {"kind": kind, "seat": seat, "shot_ok": kind in ("corner", "woodwork")}
        board = RULESET.show(position(restart=restart), ALL).board
        assert board is not None
        assert board.items["ball"].at == place
        assert bool(board.items["ball"].badges) != restart["shot_ok"]
    spot = {"kind": "free_kick", "seat": "1", "shot_ok": True, "spot": "c2"}
    board = RULESET.show(position(restart=spot), ALL).board
    assert board is not None
    assert board.items["ball"].at == "c2"


def test_a_ball_that_is_nowhere_is_not_drawn() -> None:
    board = RULESET.show(opening(), ALL).board
    assert board is not None
    assert "ball" not in board.items


def test_the_last_three_cards_lie_as_arrows() -> None:
    pitch = [
        {"card": c, "seat": s} for c, s in (("P02", "2"), ("P08", "1"), ("P15", "2"), ("P14", "1"))
    ]
    board = RULESET.show(position(pitch=pitch), ALL).board
    assert board is not None
    ways = {id_: item.fade for id_, item in board.items.items() if item.kind == "line"}
    assert ways == {"way-P14": 0, "way-P15": 1, "way-P08": 2}
    assert board.items["way-P14"].icon == "star"
    assert list(board.items["way-P15"].through) == ["a2", "a1"]


def test_a_shot_points_at_the_goal() -> None:
    board = RULESET.show(position(pitch=[{"card": "P40", "seat": "2"}]), ALL).board
    assert board is not None
    assert list(board.items["way-P40"].through) == ["c1", "goal-1"]
    assert board.items["way-P40"].dash


def test_cards_that_may_be_played_are_raised_for_who_may_know() -> None:
    state = position(
        turn={"seat": "1", "phase": "play"}, hands={"1": {"cards": ["P01", "P25"]}}, ball="a2"
    )
    raised = {c.id for p in RULESET.show(state, "1").panels for c in p.cards if "raised" in c.state}
    assert raised == {"P25"}
    hidden = [c for p in RULESET.show(state, "2").panels for c in p.cards if p.seat == "1"]
    assert all(card.state == ("unseen",) for card in hidden)


def test_a_card_that_lies_twice_has_two_ids() -> None:
    state = position(
        turn={"seat": "1", "phase": "draw"}, pitch=[{"card": "P05", "seat": "2"}], deck=20
    )
    twice = played(state, event("CardsDrawn", "1", deck="player", cards=["P05"]))
    ids = [card.id for panel in RULESET.show(twice, ALL).panels for card in panel.cards]
    assert {"P05", "P05#2"} <= set(ids)


def test_a_used_section_and_a_cancelled_card_are_shown() -> None:
    state = position(
        choose={"sides": {"1": "france"}},
        turn={"seat": "1", "phase": "play"},
        hands={"1": {"cards": ["P29"]}, "2": {"cards": []}},
        pitch=[{"card": "P10", "seat": "2"}],
    )
    done = played(
        state,
        event("CardPlayed", "1", card="P29"),
        event("FoulSpotted", "2"),
        event("CardsDrawn", "2", deck="multi", cards=["M07"]),
    )
    (last,) = [p for p in RULESET.show(done, ALL).panels if p.id == "multi-last"]
    assert last.cards[0].used == 1
    assert last.cards[0].state == ("cancelled",)


def test_the_ball_can_be_laid_in_a_zone_and_nothing_else() -> None:
    state = position(restart={"kind": "corner", "seat": "1", "shot_ok": True})
    laid = RULESET.moved(state, "ball", "c2")
    assert laid is not None
    after = played(state, event("TableAdjusted", **laid))
    assert (after.ball, after.restart) == ("c2", None)
    assert RULESET.moved(state, "ball", "goal-1") is None
    assert RULESET.moved(state, "way-P14", "a1") is None


def test_every_card_can_be_drawn() -> None:
    setup = opening().setup
    for card in setup.player_cards.values():
        drawn, turned = player_card(card), turned_card(card)
        assert drawn.title == turned.title
        assert drawn.art != turned.art
    assert all(multi_card(card).lines for card in setup.multi_cards.values())
