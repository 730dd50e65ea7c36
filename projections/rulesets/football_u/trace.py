"""DRAWS: the marks of the last event, and what is being resolved."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence

from events.event import Event
from projections.kit.drawing.scene import Card, Mark, Scene
from projections.kit.ruleset import Viewer
from projections.rulesets.football_u import actions as a
from projections.rulesets.football_u.board.pieces import Seat
from projections.rulesets.football_u.position import scene_ids
from projections.rulesets.football_u.show import show
from projections.rulesets.football_u.state import State
from projections.rulesets.football_u.text import text


def trace(before: State | None, event: Event, after: State, viewer: Viewer) -> Sequence[Mark]:
    """Rings on the cards, dice and tokens that the event was about, as far as they are drawn."""
    if before is None:
        return ()
    find = _RINGS.get(event.type)
    named = list(dict.fromkeys(find(before, event, after))) if find else []
    pending = _pending(after)
    if not named and not pending:
        return ()
    drawn = ids(show(after, viewer))
    said = text(before, event, after, viewer)
    last = [
        Mark(kind="ring", on=id_, tone="last", why="last", title=said)
        for id_ in named
        if id_ in drawn
    ]
    waiting = [
        Mark(kind="ring", on=id_, tone="quiet", why="pending", title="something was declared on it")
        for id_ in pending
        if id_ in drawn and id_ not in named
    ]
    return last + waiting


def _pending(state: State) -> list[str]:
    """Dice that something was declared on that is not resolved yet."""
    game = state.game
    if game is None or state.phase != "game.whistle":
        return []
    return list(dict.fromkeys(item.die for item in game.declared if item.die is not None))


def ids(scene: Scene) -> set[str]:
    """The ids of everything in a scene that a ring may lie on."""
    found = set(scene.board.items) if scene.board is not None else set()
    for panel in scene.panels:
        found.update(token.id for token in panel.tokens)
        found.update(item.id for item in panel.items)
        found.update(_cards(panel.cards))
    return found


def _cards(cards: Sequence[Card]) -> Iterator[str]:
    for card in cards:
        yield card.id
        yield from _cards(card.under)


# --- what an event is about ---

Found = Iterator[str]


def _own(seat: Seat | None) -> Found:
    if seat is not None:
        yield scene_ids.token(seat)


def _drawn(before: State, event: Event, after: State) -> Found:
    data: a.CardsDrawn = event.data
    if data.deck == "coach" and event.seat is not None:
        yield scene_ids.coach(event.seat)
    elif data.deck == "chemistry" and event.seat in after.teams:
        yield from _hand(before, after, event.seat or "")
    elif before.game is None:
        yield from (scene_ids.space(after, space) for space in after.setup.dealt_spaces)
    elif after.game is not None:
        yield after.game.ai_card or "ai-card.0"
        yield "ai-card.0"


def _hand(before: State, after: State, seat: Seat) -> Found:
    """The places of the cards that are new in a hand; their names where they are known."""
    hand = after.teams[seat].chemistry
    for place in range(len(before.teams[seat].chemistry), len(hand)):
        yield f"{scene_ids.hand(seat)}.{place}"
        card = hand[place]
        if card is not None:
            yield card


def _recruited(_: State, event: Event, __: State) -> Found:
    data: a.PlayerRecruited = event.data
    yield data.card
    yield from _own(event.seat)


def _walkon(_: State, event: Event, after: State) -> Found:
    data: a.WalkOnAdded = event.data
    team = after.teams.get(event.seat or "")
    if team is not None and team.roster.get(data.slot):
        yield scene_ids.slot(event.seat or "", data.slot, team.roster)
    yield from _own(event.seat)


def _upgraded(_: State, event: Event, __: State) -> Found:
    data: a.PlayerUpgraded = event.data
    yield data.card
    yield from _own(event.seat)


def _gameplan(_: State, event: Event, __: State) -> Found:
    if event.seat is not None:
        yield scene_ids.plans(event.seat)
    yield from _own(event.seat)


def _scouted(_: State, event: Event, after: State) -> Found:
    data: a.PlayerScouted = event.data
    yield scene_ids.space(after, data.space)
    yield from _own(event.seat)


def _passed(_: State, event: Event, __: State) -> Found:
    yield from _own(event.seat)


def _moved(_: State, event: Event, __: State) -> Found:
    data: a.PlayersMoved = event.data
    yield from (move.card for move in data.moves)


def _revealed(_: State, event: Event, __: State) -> Found:
    if event.seat is not None:
        yield scene_ids.coach(event.seat)


def _ability(_: State, event: Event, __: State) -> Found:
    data: a.AbilityUsed = event.data
    if data.source.kind == "coach" and event.seat is not None:
        yield scene_ids.coach(event.seat)
    else:
        yield data.source.card
    yield from data.targets


def _plans(_: State, event: Event, __: State) -> Found:
    data: a.GameplansSpent = event.data
    yield from data.dice
    if event.seat is not None:
        yield scene_ids.plans(event.seat)


def _rolled(before: State, _: Event, after: State) -> Found:
    """Every die that is new or shows another face; where the game is over, its result."""
    game, now = before.game, after.game
    if game is None:
        return
    if now is None or now.id != game.id:
        yield f"fixture-{game.id}"
        return
    yield from (id_ for id_, die in now.dice.items() if game.dice.get(id_) != die)


_RINGS: Mapping[str, Callable[[State, Event, State], Found]] = {
    "CardsDrawn": _drawn,
    "CoachRevealed": _revealed,
    "PlayerRecruited": _recruited,
    "WalkOnAdded": _walkon,
    "PlayerUpgraded": _upgraded,
    "GameplanTaken": _gameplan,
    "PlayerScouted": _scouted,
    "OffseasonPassed": _passed,
    "PlayersMoved": _moved,
    "AbilityUsed": _ability,
    "DeclarationsClosed": _rolled,
    "GameplansSpent": _plans,
    "DiceRolled": _rolled,
    "XAssigned": _rolled,
    "OutcomeRuled": _rolled,
}
