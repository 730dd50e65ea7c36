"""The ids, numbers and words that payloads have in their fields."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta

CardId = Annotated[str, Meta(pattern="^[A-Z]{1,3}[0-9]{1,4}$")]
"""A card's printed id; whether the box has such a card is the referee's business."""

Discarded = Annotated[str, Meta(pattern="^([A-Z]{1,3}[0-9]{1,4}|yellow|red)$")]
"""A Player Card's id, or a Referee Card by its colour."""

YELLOW = "yellow"
RED = "red"
Count = Annotated[int, Meta(ge=0, le=1000)]
Phase = Literal[
    "setup",
    "draw",
    "play",
    "star",
    "continue",
    "steal",
    "bonus",
    "shot",
    "whistle",
    "penalty",
    "discard",
    "exchange",
    "refill",
    "shootout",
    "over",
]
Status = Literal["setup", "playing", "ended", "abandoned"]
CheckKind = Literal["star", "shot", "penalty", "shootout"]
Reason = Literal["limit", "yellow", "red", "steal"]
RestartKind = Literal[
    "kick_off",
    "after_goal",
    "goal_kick",
    "corner",
    "woodwork",
    "free_kick",
    "offside",
    "out_of_bounds",
]
