"""What a message says of an event that is out of place: what it is, and what comes next."""

from __future__ import annotations

from events.event import Event
from projections.kit.ruleset import Finding
from projections.rulesets.football_u.awaiting import awaiting
from projections.rulesets.football_u.position import words
from projections.rulesets.football_u.rulebook import RULES
from projections.rulesets.football_u.state import State

DOING = {
    "GameCreated": "Beginning a game",
    "DeckShuffled": "Shuffling the player deck",
    "PlayerRecruited": "Recruiting a player",
    "WalkOnAdded": "Adding a walk-on",
    "PlayerUpgraded": "Upgrading a player",
    "GameplanTaken": "Taking gameplans",
    "PlayerScouted": "Putting a player out",
    "OffseasonPassed": "Ending the offseason",
    "PlayersMoved": "Moving players",
    "AbilityUsed": "Using an ability",
    "DeclarationsClosed": "Declaring nothing more",
    "GameplansSpent": "Spending gameplans",
    "DiceRolled": "Rolling dice",
    "XAssigned": "Matching X's",
    "CoachRevealed": "Turning a coach over",
}
"""What is done, as people say it of one that comes out of time."""

DRAWING = {
    "coach": "Dealing a head coach",
    "player": "Drawing a player card",
    "chemistry": "Drawing for team chemistry",
}


def wrong_phase(state: State, event: Event) -> Finding:
    """The finding for an event that its phase does not take."""
    what = DRAWING[event.data.deck] if event.type == "CardsDrawn" else DOING[event.type]
    due = coming(state)
    message = f"{what} is not what comes next. {f'Now: {due}.' if due else 'The game is over.'}"
    return RULES.illegal("phase.wrong", message, due or None, what)


def coming(state: State) -> str:
    """What the table waits for, in words; empty when the game is over."""
    names = state.setup.names
    due = [
        f"{names[entry['seat']]} act, {entry['why']}"
        if entry["type"] == "PlayerRecruited"
        else entry["why"]
        for entry in awaiting(state)
    ]
    return "; or ".join(dict.fromkeys(due))


def not_seated(state: State, event: Event) -> Finding:
    """The finding for an event that names nobody, or somebody who does not sit here."""
    setup = state.setup
    seats = ", ".join(setup.names.values())
    if event.seat is None and event.type not in ("GameEnded", "OutcomeRuled"):
        what = DOING.get(event.type, "Drawing a card")
        message = f"{what} is done by a team: say whether by {' or '.join(setup.names.values())}."
    else:
        message = f"Only {words.everybody(setup)} play here: name one of them."
    return RULES.illegal("seat.unknown", message, seats, words.who(setup, event.seat))
