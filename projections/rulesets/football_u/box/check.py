"""What is wrong with a box that the types of its parts cannot say."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import chain, combinations

from msgspec import Struct

from projections.kit.ruleset import Errors
from projections.rulesets.football_u.components import Ability, Box, CoachSide, Effect, SeasonPlan

COUNTS = {"players": 52, "coaches": 6, "chemistry": 25, "opponents": 10}
"""Cards in the box (rulebook: Components); an opponent card has two faces."""

FIELDS: Mapping[str, frozenset[str]] = {
    "add_dice": frozenset({"side", "dice"}),
    "remove_die": frozenset({"side", "kind", "count"}),
    "shift_die": frozenset({"side", "kind", "steps", "count"}),
    "reroll": frozenset({"side", "kind", "count"}),
    "set_face": frozenset({"side", "kind", "face", "count"}),
    "cancel": frozenset({"side", "kind", "count"}),
    "add_points": frozenset({"side", "points"}),
    "time_back": frozenset({"weeks"}),
    "gain_gameplans": frozenset({"count"}),
    "draw_chemistry": frozenset({"count"}),
    "free_upgrade": frozenset({"kind"}),
    "discount": frozenset({"on", "weeks"}),
    "keep_upgrades": frozenset(),
    "keep_gameplans": frozenset(),
    "recruit_discount": frozenset({"weeks", "positions"}),
    "text": frozenset(),
}
"""The fields that an effect has, by its op."""

WHEN: Mapping[str, frozenset[str]] = {
    "OFFSEASON": frozenset(
        {"time_back", "gain_gameplans", "draw_chemistry", "free_upgrade", "discount", "text"}
    ),
    "HELMET": frozenset({"add_dice", "remove_die", "shift_die", "add_points", "text"}),
    "WHISTLE": frozenset({"add_dice", "reroll", "set_face", "cancel", "add_points", "text"}),
    "passive": frozenset({"keep_upgrades", "keep_gameplans", "recruit_discount"}),
}
"""The ops that an ability may have, by the time it is used."""

TARGETED = frozenset({"remove_die", "shift_die", "reroll", "set_face", "cancel", "free_upgrade"})
"""The ops that take targets."""

ON_DICE = frozenset({"reroll", "set_face", "cancel"})
"""The ops whose targets are dice on the table."""


def check_box(box: Box) -> Errors:
    """Everything that is wrong with a box, messages keyed by field; empty: nothing."""
    checks: Mapping[str, Callable[[Box], Iterable[str]]] = {
        **{field: _counted(field) for field in COUNTS},
        "spaces": _spaces,
        "slots": _slots,
        "teams": _teams,
        "dice": _dice,
        "strength": _strength,
        "walkon": lambda b: _colors(b, (*b.walkon.offense, *b.walkon.defense)),
        "abilities": _abilities,
        "ai_overtime": lambda b: _colors(b, b.ai_overtime),
        "schedules": _schedules,
    }
    errors = {field: list(check(box)) for field, check in checks.items()}
    for field in ("players", "coaches", "chemistry", "opponents"):
        errors[field] += _CARDS[field](box)
    return {field: messages for field, messages in errors.items() if messages}


def _counted(field: str) -> Callable[[Box], Iterator[str]]:
    def check(box: Box) -> Iterator[str]:
        got = len(getattr(box, field))
        if got != COUNTS[field]:
            yield f"There are {COUNTS[field]} in the box, not {got}."

    return check


def _ids(cards: Mapping[str, Struct]) -> Iterator[str]:
    for key, card in cards.items():
        if getattr(card, "id", key) != key:
            yield f"{key} has the id {getattr(card, 'id', key)}."


def _colors(box: Box, dice: Iterable[str]) -> Iterator[str]:
    for color in dict.fromkeys(dice):
        if color not in box.dice:
            yield f"There are no {color} dice."


def _spaces(box: Box) -> Iterator[str]:
    if len({space.id for space in box.spaces}) != 12 or len(box.spaces) != 12:
        yield "There are twelve spaces with different ids."
    for space in box.spaces:
        if space.region not in box.regions and space.region != box.portal:
            yield f"{space.id} lies in no region."


def _slots(box: Box) -> Iterator[str]:
    positions = {position for slot in box.slots for position in slot.accepts}
    if len({slot.id for slot in box.slots}) != len(box.slots):
        yield "Two slots have the same id."
    if positions != {"QB", "RB", "WR", "DL", "LB", "DB"}:
        yield "Together the slots accept QB, RB, WR, DL, LB and DB."


def _teams(box: Box) -> Iterator[str]:
    yield from _ids(box.teams)
    if len(box.teams) < 4:
        yield "There are four mats."
    slots = {slot.id for slot in box.slots}
    for mat in box.teams.values():
        if mat.region not in box.regions:
            yield f"{mat.id} has no home region."
        if not slots.issuperset(mat.walkon_slots):
            yield f"{mat.id} has a walk-on space that is no slot."


def _dice(box: Box) -> Iterator[str]:
    for color, dice in box.dice.items():
        for face in dict.fromkeys(dice.faces):
            if face not in box.faces:
                yield f"The face {face} of the {color} dice is not described."
            elif dice.side == "offense" and box.faces[face].cancels:
                yield f"{color} dice are offense dice and show no X."


def _strength(box: Box) -> Iterator[str]:
    for side in ("offense", "defense"):
        listed = sorted(getattr(box.strength, side))
        if listed != sorted(color for color, dice in box.dice.items() if dice.side == side):
            yield f"Every {side} colour is listed once."


def _players(box: Box) -> Iterator[str]:
    yield from _ids(box.players)
    positions = {position for slot in box.slots for position in slot.accepts}
    for player in box.players.values():
        if player.position not in positions:
            yield f"{player.id} has no slot to play in."
        for side in (player.base, player.upgraded):
            yield from _colors(box, side.dice)
            yield from _known(box, player.id, side.ability)


def _known(box: Box, card: str, ability: str | None) -> Iterator[str]:
    if ability is not None and ability not in box.abilities:
        yield f"The ability {ability} of {card} is not described."


def _coaches(box: Box) -> Iterator[str]:
    yield from _ids(box.coaches)
    if len({_printed(coach.default) for coach in box.coaches.values()}) > 1:
        yield "The Joe Default sides are all alike."
    for coach in box.coaches.values():
        for side in (coach.default, coach.hire):
            yield from _colors(box, side.overtime)
            yield from _known(box, coach.id, side.ability)
            yield from chain.from_iterable(_effect(e, "passive", coach.id) for e in side.passive)


def _printed(side: CoachSide) -> str:
    return repr(side)


def _chemistry(box: Box) -> Iterator[str]:
    for card, ability in box.chemistry.items():
        yield from _known(box, card, ability)


def _opponents(box: Box) -> Iterator[str]:
    yield from _ids(box.opponents)
    for opponent in box.opponents.values():
        yield from _colors(box, opponent.dice)


_CARDS: Mapping[str, Callable[[Box], Iterator[str]]] = {
    "players": _players,
    "coaches": _coaches,
    "chemistry": _chemistry,
    "opponents": _opponents,
}


def _abilities(box: Box) -> Iterator[str]:
    yield from _ids(box.abilities)
    for ability in box.abilities.values():
        yield from _ability(box, ability)


def _ability(box: Box, ability: Ability) -> Iterator[str]:
    if sum(effect.op in TARGETED for effect in ability.effects) > 1:
        yield f"{ability.id} has more than one effect with targets."
    for effect in ability.effects:
        yield from _effect(effect, ability.when, ability.id)
        yield from _colors(box, effect.dice or ())
        if effect.face is not None and effect.face not in box.faces:
            yield f"The face {effect.face} of {ability.id} is not described."


def _effect(effect: Effect, when: str, owner: str) -> Iterator[str]:
    if effect.op not in WHEN[when]:
        yield f"{owner}: {effect.op} is no {when} effect."
    given = {
        name
        for name in effect.__struct_fields__
        if name != "op" and getattr(effect, name) is not None
    }
    if given != FIELDS[effect.op]:
        yield f"{owner}: {effect.op} has {', '.join(sorted(FIELDS[effect.op])) or 'no fields'}."
    if effect.side == "any" and effect.op not in ON_DICE:
        yield f"{owner}: only dice on the table may be anybody's."


def _schedules(box: Box) -> Iterator[str]:
    for teams, seasons in box.schedules.items():
        if teams not in ("1", "2", "3", "4") or list(seasons) != ["1", "2", "3"]:
            yield f"{teams}: one to four teams play the seasons 1, 2 and 3."
            continue
        seats = [str(number) for number in range(1, int(teams) + 1)]
        for season, plan in seasons.items():
            for message in _season(box, seats, season, plan):
                yield f"{teams} teams, season {season}: {message}"


def _season(box: Box, seats: Sequence[str], season: str, plan: SeasonPlan) -> Iterator[str]:
    bowl = [plan.bowl] if plan.bowl else []
    if bool(bowl) != (len(seats) == 1) or any(game.id != f"s{season}bowl" for game in bowl):
        yield f"a bowl game s{season}bowl is named for one team only."
    if [game.id for game in plan.games] != [
        f"s{season}g{number}" for number in range(1, len(plan.games) + 1)
    ]:
        yield f"the games are s{season}g1, s{season}g2 and so on."
    pairs = [{game.visitor, game.home} for game in plan.games]
    for pair in pairs + [{game.visitor, game.home} for game in bowl]:
        strangers = pair.difference(seats, box.opponents)
        if strangers or not pair.intersection(seats) or len(pair) != 2:
            yield f"{' and '.join(sorted(pair))} cannot play each other."
    for seat in seats:
        if sum(seat in pair for pair in pairs) != 3:
            yield f"team {seat} plays three games."
    for first, second in combinations(seats, 2):
        if pairs.count({first, second}) != 1:
            yield f"teams {first} and {second} meet once."
