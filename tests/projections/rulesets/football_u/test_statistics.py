"""What a game is worth beside its table: the dice that fell, names of pieces, points."""

from __future__ import annotations

from fractions import Fraction

from projections.kit.statistics import Fallen
from projections.rulesets.football_u import RULESET
from projections.rulesets.football_u.standings import MOST_RIVALS
from tests.projections.rulesets.football_u.desk import begun, event, position, rolled

STATISTICS = RULESET.statistics


def test_the_dice_that_fell_are_known_by_colour() -> None:
    state = rolled({"v1": "red 7", "v2": "grey X", "h1": "blue 3"})
    faces = state.setup.faces
    first, again = faces["red"][0], faces["blue"][-1]
    dice = [{"die": "red", "face": first}, {"die": "h1", "face": again}]
    assert list(STATISTICS.dice(state, event("DiceRolled", "1", dice=dice))) == [
        Fallen("red", first, tuple(faces["red"])),
        Fallen("blue", again, tuple(faces["blue"])),
    ]
    assert list(STATISTICS.dice(position(), event("DiceRolled", "1", dice=dice[:1]))) == [
        Fallen("red", first, tuple(faces["red"]))
    ]


def test_a_die_or_a_face_that_there_is_not_did_not_fall() -> None:
    state = rolled({"v1": "red 7", "v2": "grey X"})
    strange = [{"die": "pink", "face": "1"}, {"die": "red", "face": "99"}]
    assert list(STATISTICS.dice(state, event("DiceRolled", "1", dice=strange))) == []
    assert list(STATISTICS.dice(state, event("NoteAdded", "1", text="a die fell"))) == []
    assert list(STATISTICS.dice(None, event("DiceRolled", "1", dice=strange))) == []


def test_a_piece_is_called_what_its_card_says() -> None:
    box = begun(2).setup.box
    names = {
        **{card: player.name for card, player in box.players.items()},
        **{card: coach.hire.name for card, coach in box.coaches.items()},
        **{card: box.abilities[ability].name for card, ability in box.chemistry.items()},
    }
    assert {piece: STATISTICS.piece_name(box, piece) for piece in names} == names
    assert STATISTICS.piece_name(box, "nothing") is None


def test_ten_points_are_shared_out_by_the_rivals_that_were_beaten() -> None:
    points = RULESET.standings.points
    expected = {
        f"{halves} of {2 * rivals}": Fraction(10 * halves, 2 * rivals)
        for rivals in (1, 2, 3)
        for halves in range(2 * rivals + 1)
    }
    assert max(int(seats[-1]) for seats in RULESET.seatings) - 1 == MOST_RIVALS
    assert {outcome: Fraction(worth).limit_denominator(6) for outcome, worth in points.items()} == (
        expected
    )
