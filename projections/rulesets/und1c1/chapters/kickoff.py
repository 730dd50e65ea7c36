"""Chapter "Kick-Off!": the first action of a turn that begins with one."""

from __future__ import annotations

from collections.abc import Iterator

from projections.kit.ruleset import Finding, Option
from projections.rulesets.und1c1.actions import KickOffTaken
from projections.rulesets.und1c1.board.pitch import LINE, own_line
from projections.rulesets.und1c1.payloads.seats import Seat
from projections.rulesets.und1c1.position.chips import is_goalkeeper, named, outfield
from projections.rulesets.und1c1.position.receiving import cannot_receive
from projections.rulesets.und1c1.position.words import side_name
from projections.rulesets.und1c1.preconditions import acting, spending
from projections.rulesets.und1c1.rulebook import RULES
from projections.rulesets.und1c1.state import PlayerId, State


def check_kick_off(state: State, data: KickOffTaken, seat: Seat) -> list[Finding]:
    """The taker, an outfield player, is put on a free kick-off box and plays to a teammate."""
    taker, receiver = data.taker, data.receiver
    found = acting(state, "KickOffTaken", taker)
    boxes = state.setup.box.pitch.kickoff_boxes.of(seat)
    if data.at not in boxes:
        message = f"{side_name(state, seat)} takes the kick-off from {' or '.join(boxes)}."
        found.append(RULES.illegal("kickoff.box", message, ", ".join(boxes), data.at))
    if is_taken(state, taker, data.at):
        found.append(RULES.illegal("kickoff.occupied", f"{data.at} is taken.", None, data.at))
    if is_goalkeeper(state, taker):
        message = f"{named(state, taker)} is a goalkeeper, who cannot kick off."
        found.append(RULES.illegal("kickoff.taker-goalkeeper", message, None, taker))
    if receiver == taker or receiver[0] != seat:
        message = f"The kick-off goes to a teammate, not to {named(state, receiver)}."
        found.append(RULES.illegal("kickoff.receiver-not-teammate", message, seat, receiver[0]))
    elif is_goalkeeper(state, receiver):
        message = f"{named(state, receiver)} is a goalkeeper, and goalkeepers receive no passes."
        found.append(RULES.illegal("kickoff.receiver-goalkeeper", message, None, receiver))
    elif cannot_receive(state, receiver):
        message = f"{named(state, receiver)} is flipped."
        found.append(RULES.illegal("kickoff.receiver-flipped", message, None, receiver))
    return found


def is_taken(state: State, taker: PlayerId, box: str) -> bool:
    """Whether another chip than the taker's, or a padlock, is on that box."""
    if box in (state.padlocks.white, state.padlocks.black):
        return True
    groups = (state.chips.a, state.chips.b)
    return any(c.at == box and p != taker for group in groups for p, c in group.items())


def kick_off_options(state: State, seat: Seat) -> Iterator[Option]:
    """One KickOffTaken per free kick-off box, upright taker and upright receiver.

    Takers are the chips in the green line; all outfield chips when none stands there.
    """
    if spending(state, "KickOffTaken", ""):
        return
    upright = [(player, chip) for player, chip in outfield(state, seat) if chip.flipped is None]
    ahead = [p for p, chip in upright if chip.at in LINE and own_line(seat, chip.at) == 3]
    receivers = [p for p, _ in outfield(state, seat) if not cannot_receive(state, p.id)]
    for at in state.setup.box.pitch.kickoff_boxes.of(seat):
        for taker in ahead or [player for player, _ in upright]:
            if is_taken(state, taker.id, at):
                continue
            for receiver in receivers:
                if receiver is not taker:
                    yield Option(
                        "KickOffTaken",
                        seat,
                        {"taker": taker.id, "at": at, "receiver": receiver.id},
                        f"#{taker.number} at {at} plays to #{receiver.number}",
                        piece=taker.id,
                        to=receiver.id,
                    )
