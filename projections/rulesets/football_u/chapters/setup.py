"""Chapter "Setup", and the cards that are drawn later: checks and options."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any

from events.event import Event
from projections.kit.common import GameCreated
from projections.kit.ruleset import Finding, Option, Viewer
from projections.rulesets.football_u.actions import CardsDrawn, CoachRevealed
from projections.rulesets.football_u.awaiting import deal_size
from projections.rulesets.football_u.board.pieces import Seat, Side
from projections.rulesets.football_u.box.sample import SAMPLE_BOX, is_sample
from projections.rulesets.football_u.chapters.acting import check_actor
from projections.rulesets.football_u.creation import SEATINGS
from projections.rulesets.football_u.position import words
from projections.rulesets.football_u.position.game import ai_side
from projections.rulesets.football_u.position.roster import player_cards
from projections.rulesets.football_u.preconditions import seat_of
from projections.rulesets.football_u.rulebook import RULES
from projections.rulesets.football_u.state import State
from projections.rulesets.football_u.view import sees_coach, sees_hand

Findings = Iterator[Finding]


# --- GameCreated ---


def check_creation(created: GameCreated) -> Findings:
    """Who sits down, and on which mats. Mats of other boxes than the sample are not known here."""
    seats = tuple(seated.seat for seated in created.seats)
    if seats not in SEATINGS:
        yield RULES.illegal(
            "setup.seats",
            "One to four teams play, counted through from the first player on.",
            "1 to 4",
            ", ".join(seats),
        )
    mats = [seated.team for seated in created.seats]
    twice = next((mat for mat in mats if mats.count(mat) > 1), None)
    if twice is not None:
        taken = (twice or "").capitalize()
        message = f"Two teams have the mat {taken}: give one of them another."
        yield RULES.illegal("setup.team", message, None, taken)
    elif is_sample(created.box):
        known = SAMPLE_BOX["teams"]
        for mat in mats:
            if mat not in known:
                there = words.listed(mat.capitalize() for mat in known)
                message = f"The box has no mat “{mat}”: it has {there}."
                yield RULES.illegal("setup.team", message, there, mat)
                return


# --- CardsDrawn ---


def check_cards(state: State, event: Event) -> Findings:
    """The cards of any deck."""
    data: CardsDrawn = event.data
    yield from _CHECK_DECK[data.deck](state, event, data)


def _check_coach(state: State, event: Event, data: CardsDrawn) -> Findings:
    seat = seat_of(event)
    if len(data.cards) != 1:
        message = f"{state.setup.names[seat]} are dealt one head coach, not {len(data.cards)}."
        yield RULES.illegal("setup.coach-count", message, 1, len(data.cards))
    if seat in state.dealt:
        message = f"{state.setup.names[seat]} have a head coach already: correct that deal instead."
        yield RULES.illegal("setup.coach-twice", message)
    for card in data.cards:
        if card is not None and (taken := list(_coach_taken(state, seat, card))):
            yield from taken
            break
    yield from _unknown(data.cards, state.setup.box.coaches)


def _coach_taken(state: State, seat: Seat, card: str) -> Findings:
    """`setup.coach-taken`: two teams were dealt the same coach."""
    for other, team in state.teams.items():
        if other != seat and team.coach.card == card:
            yield RULES.illegal(
                "setup.coach-taken",
                f"{words.capital(state.setup.card_name(card))} coaches {state.setup.names[other]}:"
                " one of the two is another coach.",
                state.setup.names[other],
                state.setup.names[seat],
            )
            return


def _check_player(state: State, event: Event, data: CardsDrawn) -> Findings:
    game = state.game
    if game is None:
        want = deal_size(state)
        if len(data.cards) != want:
            message = f"{want} players are dealt, one to each open space, not {len(data.cards)}."
            yield RULES.illegal("deal.count", message, want, len(data.cards))
    else:
        if len(data.cards) != 1:
            yield _miscounted(state, event.seat, 1, len(data.cards))
        side: Side = ai_side(state.setup, game) or "visitor"
        yield from check_actor(game, side, event.seat, state)
    yield from _elsewhere(state, data.cards, player_cards(state))
    yield from _unknown(data.cards, state.setup.box.players)


def _miscounted(state: State, seat: Seat | None, want: int, got: int) -> Finding:
    due = words.many(want, "card")
    message = f"{words.capital(due)} is drawn, not {got}."
    if seat is not None:
        message = f"{state.setup.names[seat]} draw {due}, not {got}."
    return RULES.illegal("draw.count", message, want, got)


def _check_chemistry(state: State, event: Event, data: CardsDrawn) -> Findings:
    seat = seat_of(event)
    debt = state.owed[seat]
    if debt == 0:
        message = f"{state.setup.names[seat]} draw, but no recruit of theirs matched a playstyle."
        yield RULES.illegal("draw.not-owed", message, 0, len(data.cards))
    elif len(data.cards) != debt:
        yield _miscounted(state, seat, debt, len(data.cards))
    held = {card for team in state.teams.values() for card in team.chemistry if card is not None}
    yield from _elsewhere(state, data.cards, held)
    yield from _unknown(data.cards, state.setup.box.chemistry)


_CHECK_DECK: Mapping[str, Callable[[State, Event, CardsDrawn], Findings]] = {
    "coach": _check_coach,
    "player": _check_player,
    "chemistry": _check_chemistry,
}


def _elsewhere(state: State, cards: Iterable[str | None], out_of_deck: set[str]) -> Findings:
    """`draw.elsewhere`: a named card was not in the deck, or is named twice."""
    drawn: set[str] = set()
    for card in cards:
        if card is None:
            continue
        if card in out_of_deck or card in drawn:
            yield elsewhere(state, card)
            return
        drawn.add(card)


def elsewhere(state: State, card: str) -> Finding:
    """The finding for a card that was not in its deck."""
    name = state.setup.card_name(card)
    return RULES.illegal(
        "draw.elsewhere",
        f"{words.capital(name)} was not in the deck any more: look which card it was.",
        None,
        name,
    )


def _unknown(cards: Iterable[str | None], known: Mapping[str, Any]) -> Findings:
    """`card.unknown`: a named card that the box has not."""
    for card in cards:
        if card is not None and card not in known:
            yield unknown(card)
            return


def unknown(card: str) -> Finding:
    """The finding for a card that the box does not have."""
    return RULES.unverifiable(
        "card.unknown",
        f"The box has no card “{card}”: choose one of its cards.",
        None,
        card,
    )


# --- CoachRevealed ---


def check_coach_revealed(state: State, event: Event) -> Findings:
    """The coach who is turned over."""
    data: CoachRevealed = event.data
    seat = seat_of(event)
    coach = state.teams[seat].coach
    names = state.setup.names
    if data.coach is None:
        return
    if coach.card is not None and coach.card != data.coach:
        dealt, named = (state.setup.card_name(card) for card in (coach.card, data.coach))
        yield RULES.illegal(
            "coach.other",
            f"{names[seat]} were dealt {dealt}, not {named}.",
            dealt,
            named,
        )
    yield from _coach_taken(state, seat, data.coach)
    yield from _unknown((data.coach,), state.setup.box.coaches)


# --- options ---


def options(state: State, viewer: Viewer) -> list[Option]:
    """The draws, the shuffle and the new hires that the table waits for."""
    find = _OPTIONS.get(state.phase)
    return find(state, viewer) if find else []


def _coach_options(state: State, viewer: Viewer) -> list[Option]:
    names = state.setup.names
    return [
        Option(
            "CardsDrawn",
            seat,
            {"deck": "coach", "cards": [None]},
            f"{names[seat]} are dealt a head coach",
            choices={"cards": _free_coaches(state, viewer)},
            count=1,
        )
        for seat in state.setup.seats
        if seat not in state.dealt
    ]


def _free_coaches(state: State, viewer: Viewer) -> list[str]:
    """The coaches who are with nobody, as far as the viewer may know."""
    taken = {t.coach.card for s, t in state.teams.items() if sees_coach(state, viewer, s)}
    return [card for card in state.setup.box.coaches if card not in taken]


def _shuffle_option(_: State, __: Viewer) -> list[Option]:
    return [Option("DeckShuffled", None, {"deck": "player"}, "The player deck is shuffled")]


def _deal_option(state: State, _: Viewer) -> list[Option]:
    count = deal_size(state)
    return [
        Option(
            "CardsDrawn",
            None,
            {"deck": "player", "cards": [None] * count},
            f"{count} players are dealt to the board",
            choices={"cards": player_deck_cards(state)},
            count=count,
        )
    ]


def player_deck_cards(state: State) -> list[str]:
    """The player cards that are nowhere else."""
    out_of_deck = player_cards(state)
    return [card for card in state.setup.box.players if card not in out_of_deck]


def _ai_card_option(state: State, _: Viewer) -> list[Option]:
    game = state.game
    side = ai_side(state.setup, game) if game is not None else None
    if game is None or side is None:
        return []
    who = state.setup.name(game.visitor if side == "visitor" else game.home)
    return [
        Option(
            "CardsDrawn",
            game.controller[side],
            {"deck": "player", "cards": [None]},
            f"A player card is drawn for {who}",
            choices={"cards": player_deck_cards(state)},
            count=1,
            more={"side": side},
        )
    ]


def _chemistry_options(state: State, viewer: Viewer) -> list[Option]:
    seen = {
        card
        for seat, team in state.teams.items()
        if sees_hand(state, viewer, seat)
        for card in team.chemistry
    }
    free = [card for card in state.setup.box.chemistry if card not in seen]
    return [
        Option(
            "CardsDrawn",
            seat,
            {"deck": "chemistry", "cards": [None] * debt},
            f"{state.setup.names[seat]} draw {debt} for team chemistry",
            choices={"cards": free},
            count=debt,
        )
        for seat, debt in state.owed.items()
        if debt
    ]


def _hire_options(state: State, viewer: Viewer) -> list[Option]:
    free = _free_coaches(state, viewer)
    return [
        Option(
            "CoachRevealed",
            seat,
            {"coach": free[0]},
            f"{state.setup.names[seat]} turn over their head coach card",
            piece=f"coach-{seat}",
            choices={"coach": free},
        )
        for seat in state.season.hired
        if state.teams[seat].coach.card is None and free
    ]


_OPTIONS: Mapping[str, Callable[[State, Viewer], list[Option]]] = {
    "setup.coaches": _coach_options,
    "offseason.shuffle": _shuffle_option,
    "offseason.deal": _deal_option,
    "offseason.draw": _chemistry_options,
    "game.ai-card": _ai_card_option,
    "season.coaches": _hire_options,
}
