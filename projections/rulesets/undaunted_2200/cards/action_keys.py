"""Action keys: `attack-2-air`, `bolster-2-a`, `manoeuvre`, read into their parts."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Literal

import msgspec

from projections.rulesets.undaunted_2200.payloads.fields import Squad

Arrow = Literal["air", "ground", "both", "either"]
CombatType = Literal["attack", "shock"]

COMBAT: dict[str, CombatType] = {
    "attack": "attack",
    "shock": "shock",
    "dual-attack": "attack",
    "trident-attack": "attack",
    "blast": "shock",
    "focused-blast": "shock",
    "hack": "shock",
    "remote-fire": "attack",
    "strike": "attack",
}
"""Combat actions -> their type; each has dice and an arrow."""

ARROWS: dict[Arrow, str] = {
    "air": "air",
    "ground": "ground",
    "both": "air and ground",
    "either": "air or ground",
}
BLASTS = ("blast", "focused-blast")
COUNTED = ("bolster", "inspire", "command", "move")
SQUAD_BOUND = ("bolster", "inspire", "support")
PLAIN = (
    "manoeuvre",
    "assault",
    "control",
    "disembark",
    "dropship",
    "pilot",
    "support",
    "coordinate",
    "jam",
    "scan",
)
CARGO = ("disembark", "dropship", "pilot")
"""Actions that stand on cargo displays."""

FOR_TEAMMATE = ("bolster", "command", "support", "scan")
"""Actions that a commander may use on a teammate. Source: Changes to Actions."""

_WITH_ARROW = re.compile(
    rf"({'|'.join(sorted(COMBAT, key=len, reverse=True))})-([1-9][0-9]?)-(air|ground|both|either)"
)
_COUNTED = re.compile(rf"({'|'.join(COUNTED)})-([1-9][0-9]?)(?:-([ab]))?")
_PLAIN = re.compile(rf"({'|'.join(PLAIN)})(?:-([ab]))?")


class Action(msgspec.Struct, frozen=True):
    """An action of a card: `x` dice, spaces or cards; `squad` A or B where it is bound to one."""

    key: str
    name: str
    x: int = 0
    arrow: Arrow | None = None
    squad: Squad | None = None

    @property
    def combat(self) -> CombatType | None:
        """Attack or shock; None for an action without combat."""
        return COMBAT.get(self.name)

    @property
    def words(self) -> str:
        """The action as the cards print it: `Attack 3 air`, `Bolster 2 (squad A)`."""
        parts = [self.name.replace("-", " ").capitalize()]
        if self.x:
            parts.append(str(self.x))
        if self.arrow and self.name not in BLASTS:
            parts.append(ARROWS[self.arrow])
        if self.squad:
            parts.append(f"(squad {self.squad})")
        return " ".join(parts)

    def admits(self, class_: str) -> bool:
        """Whether the arrow admits a target of that class; a blast's arrow is only a picture."""
        return self.name in BLASTS or self.arrow not in ("air", "ground") or self.arrow == class_


@lru_cache(maxsize=4096)
def action(key: str) -> Action | None:
    """The parts of an action key; None: there is no such action."""
    if key.startswith("special-"):
        return Action(key, "special")
    if found := _WITH_ARROW.fullmatch(key):
        return Action(key, found[1], int(found[2]), found[3])  # type: ignore[arg-type]
    if (found := _COUNTED.fullmatch(key)) and (not found[3] or found[1] in SQUAD_BOUND):
        return Action(key, found[1], int(found[2]), None, _squad(found[3]))
    if (found := _PLAIN.fullmatch(key)) and (not found[2] or found[1] in SQUAD_BOUND):
        return Action(key, found[1], 0, None, _squad(found[2]))
    return None


def words(key: str | None) -> str:
    """An action key in words; null is a move alone."""
    if key is None:
        return "its movement"
    known = action(key)
    return known.words if known else "an action that there is not"


def _squad(letter: str | None) -> Squad | None:
    return None if letter is None else "A" if letter == "a" else "B"
