"""Draws what is not on the field: tracks, the recruiting board, mats, hands, the schedule."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from msgspec.structs import replace

from projections.kit.drawing.scene import Card, Counter, Line, Needs, Panel, Part, Stop, TrackToken
from projections.kit.ruleset import Viewer
from projections.rulesets.football_u.board.pieces import LAST_WEEK, SIDES, UNSEEN, Seat
from projections.rulesets.football_u.chapters.offseason import affordable
from projections.rulesets.football_u.drawing import cards
from projections.rulesets.football_u.drawing.cards import Ids, made
from projections.rulesets.football_u.obeying.seasons import bowl_id, fixtures
from projections.rulesets.football_u.position import prices, scene_ids, words
from projections.rulesets.football_u.position.game import player_of
from projections.rulesets.football_u.position.roster import (
    chemistry_deck,
    gameplan_supply,
    player_deck,
    walkon_supply,
)
from projections.rulesets.football_u.position.tie_breaks import rank
from projections.rulesets.football_u.position.time_track import active_team
from projections.rulesets.football_u.setup import Setup
from projections.rulesets.football_u.state import Declared, Game, Result, State
from projections.rulesets.football_u.view import sees_coach, sees_hand

GAMES_A_SEASON = 4
"""Most wins of a season: three games and the bowl."""


def prompt(awaited: Sequence[Mapping[str, Any]]) -> Panel:
    """What the table waits for."""
    first = awaited[0] if awaited else None
    why = "; ".join(entry["why"] for entry in awaited) or "the game is over"
    chance = first.get("probability") if first else None
    return Panel(
        id="prompt",
        kind="prompt",
        dock="table",
        title="Awaited",
        seats=tuple(dict.fromkeys(e["seat"] for e in awaited if e["seat"] is not None)),
        text=f"{why[0].upper()}{why[1:]}",
        type=first["type"] if first else None,
        needs=Needs(chance=chance) if chance is not None else None,
    )


# --- tracks ---


def ranking(state: State) -> Panel:
    """The National Ranking track."""
    track = state.setup.box.ranking
    stops = (
        Stop(at=0, label="unranked"),
        Stop(at=track.spaces + 1 - track.solo_target, label=f"Top {track.solo_target}"),
        Stop(at=track.spaces, label="#1", tone="last"),
    )
    tokens = [
        TrackToken(
            id=f"rank-{seat}",
            seat=seat,
            at=state.ranking[seat],
            title=f"{state.setup.names[seat]}, {words.ordinal_rank(rank(state, seat))}",
            order=order,
        )
        for order, seat in enumerate(state.setup.seats)
    ]
    return Panel(
        id="ranking",
        kind="track",
        dock="stage",
        title="National ranking",
        start=0,
        to=track.spaces,
        stops=stops,
        tokens=tokens,
    )


def weeks(state: State) -> Panel:
    """The time track with its stacks."""
    active = active_team(state.stacks)
    tokens = [
        TrackToken(
            id=scene_ids.token(seat),
            seat=seat,
            at=week,
            order=order,
            title=f"{state.setup.names[seat]}, week {week}{', to act' if seat == active else ''}",
        )
        for week, stack in sorted(state.stacks.items())
        for order, seat in enumerate(stack)
    ]
    stops = tuple(Stop(at=week, label=str(week)) for week in (0, 5, 10, LAST_WEEK))
    return Panel(
        id="weeks",
        kind="track",
        dock="stage",
        title="Weeks",
        start=0,
        to=LAST_WEEK,
        stops=stops,
        tokens=tokens,
    )


# --- the recruiting board ---


def rack(state: State, viewer: Viewer, ids: Ids) -> Panel:
    """The recruiting board, with the prices of the viewer or of the active team."""
    seat = viewer if viewer in state.teams else active_team(state.stacks)
    drawn = [_space(state, space, card, seat, ids) for space, card in state.spaces.items()]
    return Panel(
        id="rack",
        kind="cards",
        layout="slots",
        dock="stage",
        title="Recruiting board",
        cards=drawn,
    )


def _space(state: State, space: str, card: str | None, seat: Seat | None, ids: Ids) -> Card:
    setup = state.setup
    if card is None:
        id_ = ids.take(scene_ids.space(state, space))
        return cards.vacant(setup, id_, f"{space}, empty", space)
    if card == UNSEEN:
        return cards.unseen(setup, ids.take(scene_ids.space(state, space)))
    player = setup.player(card)
    if player is None or seat is None:
        price = words.weeks(player.cost) if player else "?"
        return cards.on_board(setup, ids.take(card), card, space, price, raised=False)
    cost = prices.recruit(state, seat, card, space)
    price = f"{cost} wk" if cost == player.cost else f"{cost} wk, not {player.cost}"
    raised = state.phase == "offseason.actions" and affordable(state, seat, cost)
    return cards.on_board(setup, ids.take(card), card, space, price, raised=raised)


def supply(state: State) -> Panel:
    """What lies ready beside the board."""
    counted = (
        (scene_ids.WALKON_SUPPLY, "walk-ons", walkon_supply(state)),
        (scene_ids.GAMEPLAN_SUPPLY, "gameplans", gameplan_supply(state)),
        ("player-deck", "player deck", player_deck(state)),
        ("chemistry-deck", "chemistry deck", chemistry_deck(state)),
    )
    items = tuple(Counter(id=id_, label=label, value=value) for id_, label, value in counted)
    return Panel(id="supply", kind="counters", dock="table", title="Supply", items=items)


# --- a team ---


def team(state: State, viewer: Viewer, seat: Seat, ids: Ids) -> Iterator[Panel]:
    """The bar and the mat of a team."""
    setup, owner = state.setup, state.teams[seat]
    yield Panel(
        id=f"bar-{seat}",
        kind="counters",
        seat=seat,
        dock="bar",
        title=owner.name,
        items=(
            Counter(id=f"wins-{seat}", label="wins", value=state.wins[seat], of=GAMES_A_SEASON),
            Counter(id=scene_ids.plans(seat), label="gameplans", value=owner.gameplans),
            Counter(id=f"chem-{seat}", label="chemistry", value=len(owner.chemistry)),
        ),
    )
    known = owner.coach.card if sees_coach(state, viewer, seat) else None
    shown = owner.coach if owner.coach.side == "hire" else _unnamed(owner.coach)
    slots = [_slot(setup, seat, slot, stack, ids) for slot, stack in owner.roster.items()]
    yield Panel(
        id=f"mat-{seat}",
        kind="cards",
        layout="slots",
        seat=seat,
        dock="tray",
        title="Mat",
        cards=[*slots, cards.coach(setup, seat, shown, known)],
    )


def _unnamed(coach: Any) -> Any:
    return replace(coach, card=None)


def _slot(setup: Setup, seat: Seat, slot: str, stack: Any, ids: Ids) -> Card:
    if stack:
        return cards.on_mat(setup, seat, slot, stack, ids)
    return cards.vacant(setup, ids.take(scene_ids.vacant(seat, slot)), f"{slot}, empty", slot)


def hand(state: State, viewer: Viewer, seat: Seat, ids: Ids) -> Panel:
    """A team's chemistry cards, or their backs."""
    setup, owner, panel = state.setup, state.teams[seat], scene_ids.hand(seat)
    open_ = sees_hand(state, viewer, seat)
    drawn = [
        cards.chemistry(setup, ids.take(card), card)
        if open_ and card is not None
        else cards.unseen(setup, f"{panel}.{place}")
        for place, card in enumerate(owner.chemistry)
    ]
    return Panel(
        id=panel,
        kind="cards",
        layout="hand",
        seat=seat,
        dock="tray",
        title="Team chemistry",
        count=len(owner.chemistry),
        cards=drawn,
    )


# --- a game and the season ---


def odds(state: State, game: Game, visitor: float) -> Panel:
    """Who wins the game under way."""
    chances = (visitor, 1 - visitor)
    parts = tuple(
        Part(
            seat=player_of(game, side), value=chance, label=state.setup.name(player_of(game, side))
        )
        for side, chance in zip(SIDES, chances, strict=True)
    )
    return Panel(id="odds", kind="share", dock="stage", title="Chance to win", parts=parts)


def ai_card(setup: Setup, game: Game, card: str, ids: Ids) -> Panel:
    """The card that serves an AI opponent."""
    drawn = (
        cards.unseen(setup, "ai-card.0")
        if card == UNSEEN
        else cards.for_ai(setup, ids.take(card), card, used=game.ai_used)
    )
    return Panel(
        id="ai-card", kind="cards", layout="row", dock="table", title="AI card", cards=(drawn,)
    )


def declared(state: State, game: Game) -> Panel:
    """What was declared after the roll; superseded items say so."""
    items = tuple(
        Line(
            id=f"declared-{number}",
            text=_item(state.setup, game, item),
            seat=player_of(game, item.side),
            note=None if item.live else "superseded",
        )
        for number, item in enumerate(game.declared, 1)
    )
    return Panel(id="declared", kind="list", dock="table", title="Declared", items=items)


def _item(setup: Setup, game: Game, item: Declared) -> str:
    die = words.whose_die(setup, game, item.die or "")
    to = words.side_name(setup, game, item.to or item.side)
    what = {
        "reroll": f"re-rolls {die}",
        "set_face": f"turns {die} to {words.face(setup, item.face or '')}",
        "cancel": f"cancels {die}",
        "add_points": f"adds {words.points(item.points or 0)} to {to}",
        "add_dice": f"adds {words.dice(item.dice or ())} to {to}",
    }[item.op]
    card = setup.card_name(item.source.card) if item.source.card else "a gameplan"
    return f"{setup.name(player_of(game, item.side))}: {card} {what}"


def schedule(state: State) -> Panel:
    """The games of the season: results, the present one, those to come."""
    season, name = state.season, state.setup.name
    results = {result.game: result for result in season.results}
    bowl = season.bowl or state.setup.bowls.get(season.number)
    games = [(game.id, game.visitor, game.home) for game in fixtures(state)]
    if bowl is not None:
        games.append((bowl_id(season.number), bowl.visitor, bowl.home))
    now = state.game
    if now is not None and now.id not in {id_ for id_, _, _ in games}:
        games.append((now.id, now.visitor, now.home))
    lines = [
        _played(state, results[id_])
        if id_ in results
        else Line(
            id=f"fixture-{id_}",
            text=f"{name(visitor)} at {name(home)}",
            note="now" if now is not None and now.id == id_ else None,
        )
        for id_, visitor, home in games
    ]
    title = f"Season {season.number}"
    return Panel(id="schedule", kind="list", dock="table", title=title, items=lines)


def _played(state: State, result: Result) -> Line:
    setup = state.setup

    def make() -> Line:
        visitor, home = setup.name(result.visitor), setup.name(result.home)
        points = result.points
        return Line(
            id=f"fixture-{result.game}",
            text=f"{visitor} {points['visitor']} – {points['home']} {home}",
            seat=result.winner if result.winner in setup.names else None,
            note=f"overtime {result.ot}" if result.ot else None,
        )

    key = (result.game, tuple(result.points.values()), result.winner, result.ot, result.visitor)
    return made(setup, ("played", *key), make)
