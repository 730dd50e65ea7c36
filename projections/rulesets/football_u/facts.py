"""COUNTS: what an event adds to the statistics, with its exact expectation."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import pairwise
from typing import Any

from events.event import Event
from projections.kit.ruleset import Fact
from projections.rulesets.football_u.actions import AbilityUsed, CardsDrawn, PlayerRecruited
from projections.rulesets.football_u.board.pieces import LAST_WEEK, Seat
from projections.rulesets.football_u.chapters.declarations import in_time
from projections.rulesets.football_u.counting import games
from projections.rulesets.football_u.counting.expected_wins import wins_expected
from projections.rulesets.football_u.position import prices
from projections.rulesets.football_u.position.abilities import use_of
from projections.rulesets.football_u.position.roster import matching
from projections.rulesets.football_u.position.tie_breaks import rank
from projections.rulesets.football_u.position.time_track import week
from projections.rulesets.football_u.position.win_chances import at_kickoff
from projections.rulesets.football_u.preconditions import refusal, seat_of
from projections.rulesets.football_u.state import Game, Result, State
from projections.rulesets.football_u.table import trail

Facts = Iterator[Fact]


def facts(before: State | None, event: Event, after: State) -> Sequence[Fact]:
    """The facts that an event yields; none for one that changes nothing."""
    if before is None or before is after:
        return ()
    found: list[Fact] = []
    count = _COUNTS.get(event.type)
    if count is not None and refusal(before, event) is None:
        found += count(before, event)
    for step, next_ in pairwise(trail(before, event)):
        if next_.by_event:
            found += games.of_event(step.state, event, next_.state)
        found += games.of_step(step.state, event, next_.state)
        found += _season_facts(step.state, next_.state)
    found += games.odds(before, after)
    if after.result is not None and after.result != before.result:
        found.append(_title(after))
    return found


# --- offseason ---


def _recruit(state: State, event: Event) -> Facts:
    data: PlayerRecruited = event.data
    seat, card, setup = seat_of(event), data.card, state.setup
    space = prices.board_space(state, seat, data)
    player = setup.player(card)
    priced = player is not None and space is not None
    cost = prices.weeks_moved(state, event)
    yield Fact(
        "recruit",
        seat,
        card,
        value=cost,
        data={
            "season": state.season.number,
            "card": card,
            "slot": data.slot,
            "week": week(state.stacks, seat),
            "cost": cost,
            "discount": player.cost - prices.recruit(state, seat, card, space)
            if player is not None and priced
            else None,
            "region": setup.space_region.get(space) if space is not None else None,
            "match": matching(setup, state.teams[seat], card),
        },
    )


def _action(name: str) -> Callable[[State, Event], Facts]:
    def count(state: State, event: Event) -> Facts:
        seat = seat_of(event)
        here = week(state.stacks, seat)
        passing = event.type == "OffseasonPassed"
        cost = LAST_WEEK - here if passing else prices.weeks_moved(state, event)
        yield Fact(
            "offseason-action",
            seat,
            getattr(event.data, "card", None) if name == "upgrade" else None,
            value=cost,
            data={
                "season": state.season.number,
                "action": name,
                "week": here,
                "cost": cost,
            },
        )

    return count


def _drawn(state: State, event: Event) -> Facts:
    data: CardsDrawn = event.data
    if data.deck == "chemistry":
        yield Fact(
            "chemistry",
            event.seat,
            value=len(data.cards),
            data={"cards": list(data.cards)},
        )


def _ability(state: State, event: Event) -> Facts:
    """OFFSEASON abilities at once; those of games are counted where they take effect."""
    data: AbilityUsed = event.data
    use = use_of(state, event)
    if state.game is None and use.available and use.ability is not None:
        yield Fact(
            "ability",
            use.who,
            data.source.card,
            data={
                "game": None,
                "source": data.source.kind,
                "ability": use.ability.id,
                "live": in_time(state, use.ability),
                "dp": None,
            },
        )


_COUNTS: Mapping[str, Callable[[State, Event], Facts]] = {
    "PlayerRecruited": _recruit,
    "WalkOnAdded": _action("walkon"),
    "PlayerUpgraded": _action("upgrade"),
    "GameplanTaken": _action("gameplan"),
    "PlayerScouted": _action("scout"),
    "OffseasonPassed": _action("pass"),
    "CardsDrawn": _drawn,
    "AbilityUsed": _ability,
}


# --- seasons and the whole game ---


def _season_facts(state: State, after: State) -> Facts:
    """A finished game, and a finished season."""
    if len(after.season.results) > len(state.season.results):
        yield from _match(state, after)
    if len(after.history) > len(state.history):
        yield from (_season(state, after, seat) for seat in after.setup.seats)


def _match(state: State, after: State) -> Facts:
    result, game = after.season.results[-1], state.game
    if game is None or result.game != game.id:
        return
    visitor = _kickoff_chance(state, game)
    won = result.winner == result.visitor
    winner = None if visitor is None else visitor if won else 1 - visitor
    yield Fact(
        "match",
        value=float(won),
        expected=visitor,
        data={
            "game": result.game,
            "season": state.season.number,
            "kind": result.kind,
            "visitor": result.visitor,
            "home": result.home,
            "points": result.points,
            "regulation": result.regulation,
            "ot": result.ot,
            "winner": result.winner,
            "p_winner": winner,
            "upset": None if winner is None else winner < 0.5,
            "ai": next((state.setup.name(who) for who in _opponents(state, result)), None),
        },
    )


def _opponents(state: State, result: Result) -> Iterator[str]:
    """The AI opponents of a finished game."""
    return (who for who in (result.visitor, result.home) if who not in state.setup.names)


def _kickoff_chance(state: State, game: Game) -> float | None:
    """The visitor's chance just before the first roll of a game; None: that was not seen."""
    kickoff = next((k for k in state.kickoffs if k.game == game.id), None)
    return None if kickoff is None else float(at_kickoff(state.setup, kickoff))


def _season(state: State, after: State, seat: Seat) -> Fact:
    past = after.history[-1]
    expected = wins_expected(after, past, seat)
    wins = past.wins[seat]
    bowl = after.season.bowl
    return Fact(
        "season",
        seat,
        value=wins,
        expected=expected,
        data={
            "season": past.season,
            "wins": wins,
            "wins_expected": expected,
            "luck": None if expected is None else wins - expected,
            "moved": past.moved[seat],
            "position": after.ranking[seat],
            "rank": rank(after, seat),
            "hired": seat in after.season.hired and after.phase == "season.coaches",
            "bowl": bowl is not None and seat in (bowl.visitor, bowl.home),
        },
    )


def _title(state: State) -> Fact:
    result = state.result
    winners: Sequence[Any] = ()
    if result is not None:
        winners = result.winners or ((result.winner,) if result.winner is not None else ())
    return Fact(
        "title",
        winners[0] if len(winners) == 1 else None,
        value=1.0 if winners else 0.0,
        data={
            "winners": list(winners),
            "reason": result.reason if result is not None else None,
            "positions": state.ranking,
        },
    )
