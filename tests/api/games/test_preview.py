"""What recording something would mean: previews append nothing, moves are told as events."""

from __future__ import annotations

import pytest

from tests.api.site import DRAWN, HANDS, OPENING, Game, Site, event, read

COIN = len(OPENING) + 1


def amended(target: int, **data: object) -> dict[str, object]:
    return event("EventAmended", None, target=target, data=data)


def test_a_preview_tells_each_step_that_changes_and_appends_nothing(site: Site, game: Game) -> None:
    site.record(game, DRAWN)
    before = site.content()
    answer = site.post(f"{game.path}/preview", {"events": [amended(COIN, starter="2")]})
    assert answer.status_code == 200
    told = read(answer)
    assert (told["version"], told["step"]) == (COIN + 1, COIN + 1)
    coin, drawn = told["changes"]
    assert coin["before"]["text"] == "The coin falls for Ana, who kicks off."
    assert coin["after"]["text"] == "The coin falls for Bo, who kicks off."
    assert drawn["before"]["findings"] == [] != drawn["after"]["findings"]
    assert told["changed"] == 2
    assert site.content() == before


def test_a_step_that_is_gone_and_one_that_is_new(site: Site, game: Game) -> None:
    batch = [
        event("EventRetracted", None, target=COIN),
        event("EventInserted", None, after=COIN, type="NoteAdded", data={"text": "Again."}),
    ]
    changes = read(site.post(f"{game.path}/preview", {"events": batch}))["changes"]
    assert [(c["version"], c["before"] is None, c["after"] is None) for c in changes] == [
        (COIN, False, True),
        (COIN + 2, True, False),
    ]


def test_a_preview_says_what_an_enforced_game_would_refuse(site: Site) -> None:
    game = site.make(options={"policy": "enforce"})
    site.record(game, *OPENING)
    wrong = event("CardPlayed", "2", card="P02")
    told = read(site.post(f"{game.path}/preview", {"events": [wrong]}))
    assert {finding["severity"] for finding in told["refused"]} == {"illegal"}
    assert told["refused"][0]["citation"]
    assert told["changed"] == 1


def test_a_preview_is_refused_as_recording_would_be(site: Site, game: Game) -> None:
    path = f"{game.path}/preview"
    assert site.post(path, {"events": [amended(99, starter="2")]}).status_code == 422
    assert site.post(path, {"events": [amended(COIN, starter=3)]}).status_code == 422
    assert site.post(path, {"events": [DRAWN]}, game.spectator).status_code == 403
    seat = site.token("recorder", game=game.id, seat="2")
    assert site.post(path, {"events": [DRAWN]}, seat).status_code == 403


def test_a_seats_preview_names_no_card_of_the_other(site: Site, game: Game) -> None:
    site.record(game, DRAWN)
    seat = site.token("recorder", game=game.id, seat="2")
    own = {"deck": "player", "cards": ["P03", *HANDS["2"][1:]]}
    answer = site.post(f"{game.path}/preview", {"events": [amended(3, **own)]}, seat)
    assert answer.status_code == 200, answer.text
    assert "P03" in answer.text
    assert not any(card in answer.text for card in (*HANDS["1"], "P20"))


def test_a_thing_that_is_moved_is_told_as_an_adjustment(site: Site, game: Game) -> None:
    answer = site.post(f"{game.path}/moved", {"item": "ball", "to": "b2"})
    assert answer.status_code == 200
    told = read(answer)
    assert (told["type"], told["seat"], told["data"]["ball"]) == ("TableAdjusted", None, "b2")
    site.record(game, told)


@pytest.mark.parametrize(
    ("body", "status"),
    [
        ({"item": "ball", "to": "nowhere"}, 422),
        ({"item": "deck.top", "to": "b2"}, 422),
        ({"item": "ball"}, 422),
        ({"item": "ball", "to": "b2", "by": "hand"}, 422),
    ],
)
def test_what_cannot_be_moved(site: Site, game: Game, body: object, status: int) -> None:
    assert site.post(f"{game.path}/moved", body).status_code == status


def test_only_whoever_records_asks_what_a_move_means(site: Site, game: Game) -> None:
    body = {"item": "ball", "to": "b2"}
    assert site.post(f"{game.path}/moved", body, game.spectator).status_code == 403
    assert site.post(f"{game.path}/moved", body, None).status_code == 401


def test_options_tell_their_lines_when_asked(site: Site, game: Game) -> None:
    site.record(game, DRAWN)
    plain = read(site.get(f"{game.path}/options"))["options"]
    assert not any("line" in option for option in plain)
    lined = read(site.get(f"{game.path}/options?lines=true"))["options"]
    assert [option["line"] for option in lined if option["type"] == "CardPlayed"] == [
        f"1>{option['data']['card']}" for option in plain if option["type"] == "CardPlayed"
    ]
    assert site.get(f"{game.path}/options?lines=perhaps").status_code == 422


def test_an_option_that_is_not_complete_has_no_line(site: Site) -> None:
    game = site.make()
    options = read(site.get(f"{game.path}/options?lines=true"))["options"]
    assert options and not any("line" in o for o in options if o["type"] == "KickOffDecided")
