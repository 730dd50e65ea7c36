"""Words for numbers, lists and names, as sentences and scenes say them."""

from __future__ import annotations

from collections.abc import Sequence

from projections.rulesets.und1c1.position.sums import Part
from projections.rulesets.und1c1.state import PlayerId, State

_NUMBERS = (
    "no",
    "one",
    "two",
    "three",
    "four",
    "five",
    "six",
    "seven",
    "eight",
    "nine",
    "ten",
    "eleven",
    "twelve",
)


def number(n: int) -> str:
    """A number in words up to twelve."""
    return _NUMBERS[n] if 0 <= n < len(_NUMBERS) else str(n)


def counted(n: int, noun: str) -> str:
    """`two markers`, `one marker`, `no markers`."""
    return f"{number(n)} {noun}{'' if n == 1 else 's'}"


def signed(n: int) -> str:
    """`+2`, `−1`, `0` with a minus sign."""
    return f"+{n}" if n > 0 else str(n).replace("-", "−")


def listed(parts: Sequence[str]) -> str:
    """`a, b and c`."""
    return parts[0] if len(parts) == 1 else f"{', '.join(parts[:-1])} and {parts[-1]}"


def summands(parts: Sequence[Part]) -> str:
    """`box +2, viper +1`."""
    return ", ".join(f"{what} {signed(n)}" for what, n in parts)


def player_name(state: State, player: PlayerId | None) -> str:
    """A player's printed name; where both coaches play one team, with the coach's."""
    if player is None:
        return "nobody"
    known, whose = state.setup.players.get(player), side_name(state, player[0])
    if known is None:
        return f"#{player[1:]} of {whose}"
    teams = state.setup.teams
    return f"{known.name} ({whose})" if teams["a"] is teams["b"] else known.name


def side_name(state: State, seat: str | None) -> str:
    """The name of a coach's side; who sits elsewhere is somebody else."""
    return state.setup.names.get(seat, "Somebody else") if seat else "The table"


def card_name(state: State, card: str | None) -> str:
    """A card's printed name; what the catalogue does not have as it was said."""
    if card is None:
        return "a card"
    known = state.setup.cards.get(card)
    return f"“{card}”" if known is None else known.name


def score_line(state: State) -> str:
    """`Larks 2, Ravens 1`."""
    return ", ".join(f"{side_name(state, s)} {state.score.of(s)}" for s in ("a", "b"))


def place_name(place: str) -> str:
    """A box by its id, a goal in words."""
    return "the goal" if place in ("Ga", "Gb") else place
