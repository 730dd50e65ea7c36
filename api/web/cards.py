"""A game as lists show it: who, how it stands, its tape."""

from __future__ import annotations

from collections import OrderedDict
from threading import Lock

from msgspec import Struct

from api import documents
from api.look import Seen
from api.queries import LARGEST_LIMIT
from api.shapes import Header, TimelineRow
from api.web.beats import beats_of
from api.web.sides import Side, headline, sides_of
from api.web.tape import mini_tape
from projections.kit.markup import Markup
from projections.kit.scene import Scene

_KEPT = 512


class Card(Struct, frozen=True):
    """One game in a list. `last` is its last step in words, `tape` its signature."""

    header: Header
    name: str
    title: str
    sides: list[Side]
    scene: Scene
    last: TimelineRow
    tape: Markup

    @property
    def live(self) -> bool:
        """Whether it is being played."""
        return self.header.status in ("setup", "playing")


_cards: OrderedDict[tuple[str, str], Card] = OrderedDict()
_lock = Lock()


def card(seen: Seen) -> Card:
    """The game's card, made once for each state of the game and its verdicts."""
    key = (seen.stream.id, seen.tag)
    with _lock:
        known = _cards.get(key)
        if known is not None:
            _cards.move_to_end(key)
            return known
    made = _made(seen)
    with _lock:
        _cards[key] = made
        while len(_cards) > _KEPT:
            _cards.popitem(last=False)
    return made


def _made(seen: Seen) -> Card:
    header = documents.header(seen)
    scene = documents.scene(seen, seen.tape.steps)
    allies = seen.tape.rules.sides(seen.tape.latest)
    sides = sides_of(scene, allies, header.score)
    rows = documents.timeline(seen, 0, LARGEST_LIMIT).rows
    return Card(
        header=header,
        name=seen.tape.rules.name,
        title=headline(sides),
        sides=sides,
        scene=scene,
        last=rows[-1],
        tape=mini_tape(beats_of(rows, sides)),
    )
