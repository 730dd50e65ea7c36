"""Chapter "Game Preparation": line-ups, captains and their re-rolls, whose die is whose."""

from __future__ import annotations

from collections.abc import Iterator

from projections.kit.ruleset import Finding, Option
from projections.rulesets.und1c1.actions import CaptainChosen, DiceRolled, LineupPlaced
from projections.rulesets.und1c1.board.line_ups import (
    DEFAULT_CAPTAIN,
    Placing,
    default_eleven,
    lowest_eleven,
    side_of,
    start_line,
)
from projections.rulesets.und1c1.board.pitch import GOAL, GOALS
from projections.rulesets.und1c1.components import LINES_OF
from projections.rulesets.und1c1.obeying.rolls import reroll, rerollable, whose_die
from projections.rulesets.und1c1.payloads.seats import OTHER, SEATS, Seat
from projections.rulesets.und1c1.position.chips import chips_of, named
from projections.rulesets.und1c1.position.sums import (
    awaited_seats,
    chance,
    lowest_face,
    side_of_roll,
)
from projections.rulesets.und1c1.position.words import counted, listed, side_name
from projections.rulesets.und1c1.rulebook import RULES
from projections.rulesets.und1c1.setup import Player
from projections.rulesets.und1c1.state import PlayerId, State


def check_line_up(state: State, data: LineupPlaced, seat: Seat) -> list[Finding]:
    """Eleven players, the goalkeeper in goal, the others within their lines and sides."""
    players = state.setup.players
    places = {placed.player: placed.at for placed in data.players}
    found = []
    if len(places) != 11 or len(data.players) != 11:
        message = f"A team has eleven players, not {len(places)}."
        found.append(RULES.illegal("lineup.count", message, 11, len(places)))
    found += _goal(state, places, seat)
    for player, at in places.items():
        if not players[player].is_goalkeeper:
            found += _misplaced(state, players[player], at, seat)
    boxes = [at for at in places.values() if at not in GOALS]
    twice = next((box for box in boxes if boxes.count(box) > 1), None)
    if twice is not None:
        number = boxes.count(twice)
        message = f"{counted(number, 'player').capitalize()} on {twice}: one box is for one player."
        found.append(RULES.illegal("lineup.occupied", message, 1, number))
    found += _changed(state, places, seat)
    captain = state.captains.of(seat).player
    own = captain in state.setup.squads[seat]
    if state.turn.phase == "setup" and captain is not None and own and captain not in places:
        found.append(_no_captain(state, captain))
    return found


def _goal(state: State, places: dict[PlayerId, str], seat: Seat) -> list[Finding]:
    keepers = [player for player in places if state.setup.players[player].is_goalkeeper]
    in_goals = [player for player, at in places.items() if at in GOALS]
    if len(keepers) == 1 and in_goals == keepers and places[keepers[0]] == GOAL[seat]:
        return []
    message = "One goalkeeper stands in the own goal, and nobody else stands in a goal."
    got = ", ".join(in_goals) or None
    return [RULES.illegal("lineup.goalkeeper", message, ", ".join(keepers) or None, got)]


def _misplaced(state: State, player: Player, at: str, seat: Seat) -> Iterator[Finding]:
    box = state.setup.box
    lines = LINES_OF[player.chip.role]
    line = None if at in GOALS else start_line(box, seat, at)
    if line not in lines:
        message = f"{named(state, player.id)} belongs in the {' or '.join(lines)} line."
        yield RULES.illegal("lineup.line", message, " or ".join(lines), line or at)
    if at not in GOALS and (side := side_of(box, seat, at)) not in player.chip.sides:
        sides = " or ".join(player.chip.sides)
        message = f"{named(state, player.id)} belongs on the {sides}."
        yield RULES.illegal("lineup.side", message, sides, side)


def _changed(state: State, places: dict[PlayerId, str], seat: Seat) -> list[Finding]:
    if set(chips_of(state, seat)) == set(places):
        return []
    before = _same_again(state, seat)
    if before is None:
        return []
    new = ", ".join(sorted(set(places) - before)) or None
    gone = ", ".join(sorted(before - set(places))) or None
    others = listed([named(state, player) for player in sorted(before - set(places))])
    message = f"The eleven may not change after a goal: {others} played until now."
    return [RULES.illegal("lineup.changed-eleven", message, gone, new)]


def _same_again(state: State, seat: Seat) -> set[PlayerId] | None:
    """The eleven that lines up again after a goal; None where it may be another.

    Chips on the pitch that are no eleven, as a correction may leave them, bind nobody.
    """
    if state.turn.phase != "lineup" or state.setup.rulings.substitutions == "yes":
        return None
    squad = state.setup.squads[seat]
    before = set(chips_of(state, seat))
    again = lowest_eleven(
        state.setup.box, state.setup.teams[seat], seat, {squad[p].number for p in before}
    )
    return before if {f"{seat}{number}" for number, _ in again} == before else None


def check_captain(state: State, data: CaptainChosen, seat: Seat) -> list[Finding]:
    """The captain is one of the eleven, where these are placed already."""
    chips = chips_of(state, seat)
    return [_no_captain(state, data.player)] if chips and data.player not in chips else []


def _no_captain(state: State, captain: PlayerId) -> Finding:
    message = f"The captain {named(state, captain)} is not on the pitch."
    return RULES.illegal("captain.not-in-eleven", message, None, captain)


def check_dice(state: State, seat: str | None, data: DiceRolled) -> list[Finding]:
    """Dice that are awaited, of the right coach, with faces they have."""
    awaited = [] if state.roll is None else list(awaited_seats(state.roll))
    unawaited = []
    for index in range(len(data.dice)):
        whose = whose_die(state, seat, data, index)
        if whose in awaited:
            awaited.remove(whose)
        else:
            unawaited.append(whose)
    if unawaited:
        return [_not_awaited(state, who) for who in unawaited]
    if seat is not None and seat not in OTHER:
        return [_not_awaited(state, seat)]
    found = []
    sides = state.setup.sides_of_die
    for die in data.dice:
        if die.face > sides:
            message = f"A die has {sides} sides and no {die.face}."
            found.append(RULES.illegal("dice.face", message, sides, die.face))
    if len(data.dice) == 1 and seat is not None and state.setup.dice[seat] != data.dice[0].die:
        right = state.setup.dice[seat]
        message = f"{side_name(state, seat)} rolls the {right} die."
        found.append(RULES.illegal("dice.wrong-die", message, right, data.dice[0].die))
    return found


def _not_awaited(state: State, seat: str) -> Finding:
    whose = f"of {side_name(state, seat)}" if seat in OTHER else "of anybody else"
    message = f"No die {whose} is awaited."
    return RULES.illegal("dice.not-awaited", message, None, seat)


def check_reroll(state: State, seat: Seat) -> list[Finding]:
    """The captain's re-roll: of a roll of his own, twice a game, once a roll."""
    lying = rerollable(state, seat)
    if lying is None:
        message = f"{side_name(state, seat)} has no die to roll again."
        return [RULES.illegal("captain.no-roll", message, None, seat)]
    before, roll = lying
    found = []
    whose = side_name(state, seat)
    captain = before.captains.of(seat)
    if captain.rerolls_left == 0:
        number = state.setup.numbers.rerolls
        message = f"All {number} re-rolls of {whose} are used."
        found.append(RULES.illegal("captain.none-left", message, "1 or more", 0))
    _, roller = side_of_roll(roll, seat)
    only_his = state.setup.rulings.captain_reroll == "captain_only"
    if only_his and (roller is None or roller != captain.player):
        message = f"The re-roll belongs to the rolls of the captain of {whose}."
        found.append(RULES.illegal("captain.not-captain", message, captain.player, roller))
    if roll.rerolled.of(seat):
        message = f"{whose} has repeated this roll: only the first roll can be repeated."
        found.append(RULES.illegal("captain.second-reroll", message, 1, 2))
    return found


def line_up_option(state: State, seat: Seat) -> Option:
    """The usual eleven, or after a goal the same eleven, put in the kick-off position."""
    placed = _eleven(state, seat)
    data = {"players": [{"player": f"{seat}{n}", "at": at} for n, at in placed]}
    label = f"{state.setup.names[seat]}: line up"
    return Option("LineupPlaced", seat, data, label, weight=1.0)


def _eleven(state: State, seat: Seat) -> list[Placing]:
    box, team, squad = state.setup.box, state.setup.teams[seat], state.setup.squads[seat]
    usual = default_eleven(box, team, seat)
    numbers = {number for number, _ in usual or ()}
    if state.turn.phase == "lineup":
        first = {squad[player].number for player in chips_of(state, seat)}
        fits = numbers == first
    else:
        captain = squad.get(state.captains.of(seat).player or "")
        first = set() if captain is None else {captain.number}
        fits = numbers >= first
    return usual if usual is not None and fits else lowest_eleven(box, team, seat, first)


def setup_options(state: State) -> Iterator[Option]:
    """Line-ups and captains of those who are not ready."""
    for seat in SEATS:
        if state.ready.of(seat):
            continue
        yield line_up_option(state, seat)
        for player in state.setup.squads[seat].values():
            if state.turn.phase == "setup" and player.id in chips_of(state, seat):
                data = {"player": player.id}
                label = f"#{player.number} {player.name} is captain"
                weight = 0.5 if player.number == DEFAULT_CAPTAIN else 0.0
                yield Option("CaptainChosen", seat, data, label, piece=player.id, weight=weight)


def dice_options(state: State) -> Iterator[Option]:
    """One DiceRolled per die that is awaited."""
    roll = state.roll
    if roll is None:
        return
    p = chance(state, roll)
    sides = state.setup.sides_of_die
    for seat in awaited_seats(roll):
        die = state.setup.dice[seat]
        yield Option(
            "DiceRolled",
            seat,
            {"dice": [{"die": die, "face": 1}]},
            f"{state.setup.names[seat]}: roll the {die} die",
            target=lowest_face(roll),
            probability=p if seat == roll.first else 1 - p,
            faces=[list(range(1, sides + 1))],
            weight=1.0,
        )


def reroll_options(state: State) -> Iterator[Option]:
    """The captain's re-rolls that nothing forbids, with the chance after them."""
    for seat in SEATS:
        if check_reroll(state, seat):
            continue
        again = reroll(state, seat)
        if again.roll is None:
            continue
        p = chance(again, again.roll)
        yield Option(
            "CaptainRerolled",
            seat,
            {},
            f"{state.setup.names[seat]}: captain's re-roll",
            probability=p if seat == again.roll.first else 1 - p,
        )
