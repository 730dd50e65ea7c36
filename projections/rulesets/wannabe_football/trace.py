"""DRAWS: the marks of the last event, and the check that is due."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Literal

from events.event import Event
from projections.kit.drawing.scene import Mark
from projections.kit.ruleset import Viewer
from projections.rulesets.wannabe_football.drawing.pitch import goal
from projections.rulesets.wannabe_football.position.odds import chance_of
from projections.rulesets.wannabe_football.position.words import OUTCOMES, percent
from projections.rulesets.wannabe_football.setup import RIVAL, Seat, Setup
from projections.rulesets.wannabe_football.state import (
    MULTI_CHECKS,
    PitchCard,
    Resolved,
    State,
    top_card,
)
from projections.rulesets.wannabe_football.text import text
from projections.rulesets.wannabe_football.view import seen_by

_GOOD = frozenset({"star", "goal", "free_kick", "yellow", "red", "penalty", "corner"})


def trace(before: State | None, event: Event, after: State, viewer: Viewer) -> Sequence[Mark]:
    """The marks of an event: what moved, what a Multi Card decided, what is pending."""
    return list(_marks(before, event, after, viewer))


def _marks(before: State | None, event: Event, after: State, viewer: Viewer) -> Iterator[Mark]:
    if before is None:
        return
    title = text(before, event, after, viewer)
    last = after.multi.last
    if last is not None and last is not before.multi.last:
        yield from _decided(before, last, title)
    elif after.pitch and after.pitch[-1:] != before.pitch[-1:]:
        yield from _card_laid(after, after.pitch[-1], title)
    elif event.seat in after.setup.team and event.type != "NoteAdded":
        for thing in _concerned(event, seen_by(after, viewer), event.seat):
            yield Mark(kind="ring", why="last", tone="last", on=thing, title=title)
    yield from _pending(after)


def _concerned(event: Event, seen: State, seat: Seat) -> list[str]:
    """The cards that moved, as far as the viewer sees them; else the hand of who acted."""
    if event.type == "CardStolen":
        cards, held = [event.data.card], seen.hands[seat].cards
    elif event.type in ("CardsDrawn", "CardsDiscarded"):
        cards, held = event.data.cards, seen.hands[seat].cards
    else:
        return [f"hand-{seat}"]
    places = {*held, *seen.discards}
    return [card for card in cards if card and card in places] or [f"hand-{seat}"]


def _card_laid(state: State, entry: PitchCard, title: str) -> Iterator[Mark]:
    yield Mark(kind="ring", why="last", tone="last", on=f"way-{entry.card}", title=title)
    if state.setup.kinds[entry.card] != "shot":
        yield Mark(kind="ring", why="last", tone="last", on="ball", title="the ball is here")


def _decided(before: State, last: Resolved, title: str) -> Iterator[Mark]:
    """What a Multi Card decided: the card, and the shot or the tackle it was about."""
    shown = last.card or "multi-last.0"
    yield Mark(kind="ring", why="last", tone="last", on=shown, title=title)
    tone: Literal["good", "bad"] = "good" if last.outcome in _GOOD else "bad"
    yield Mark(kind="tag", why="last", tone=tone, on=shown, text=_short(last.outcome), title=title)
    if last.check in ("shot", "penalty"):
        yield _shot_line(before.setup, before, last.seat, "last", tone, title)


def _short(outcome: str) -> str:
    return OUTCOMES[outcome].removeprefix("off the ")[:9]


def _pending(state: State) -> Iterator[Mark]:
    """A check that is due, with its chance."""
    check = state.pending
    if not isinstance(check, MULTI_CHECKS):
        return
    chance = percent(chance_of(state, check.kind))
    title = f"{check.kind}, {chance}"
    if check.kind in ("shot", "penalty"):
        yield _shot_line(state.setup, state, check.seat, "pending", "quiet", title)
    pile = "multi.top" if state.multi.deck else "multi"
    yield Mark(kind="tag", why="pending", tone="quiet", on=pile, text=chance, title=title)


def _shot_line(
    setup: Setup,
    state: State,
    seat: Seat,
    why: Literal["last", "pending"],
    tone: Literal["good", "bad", "quiet"],
    title: str,
) -> Mark:
    top = top_card(state)
    start = state.ball or (setup.starts[top.seat][top.card] if top else "centre")
    return Mark(
        kind="line",
        why=why,
        tone=tone,
        title=title,
        seat=seat,
        through=(start, goal(RIVAL[setup.team[seat]])),
        head=True,
        dash=why == "pending",
    )
