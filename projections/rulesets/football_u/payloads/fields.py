"""The ids, numbers and words that payloads have in their fields."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta

CardId = Annotated[str, Meta(min_length=1, max_length=40)]
SlotId = Annotated[str, Meta(min_length=1, max_length=40)]
SpaceId = Annotated[str, Meta(min_length=1, max_length=40)]
DieId = Annotated[str, Meta(min_length=1, max_length=40)]
GameId = Annotated[str, Meta(min_length=1, max_length=40)]
Color = Annotated[str, Meta(min_length=1, max_length=40)]
FaceId = Annotated[str, Meta(min_length=1, max_length=40)]
Weeks = Annotated[int, Meta(ge=0)]
Count = Annotated[int, Meta(ge=0, le=1000)]
Amount = Annotated[int, Meta(ge=-1000, le=1000)]
Side = Literal["visitor", "home"]
Stacking = Literal["top", "under"]
Pool = Annotated[tuple[Color, ...], Meta(max_length=30)]

Phase = Literal[
    "setup.coaches",
    "offseason.shuffle",
    "offseason.deal",
    "offseason.actions",
    "offseason.draw",
    "game.start",
    "game.ai-card",
    "game.helmet",
    "game.roll",
    "game.whistle",
    "game.resolve",
    "game.assign",
    "season.coaches",
    "over",
]
