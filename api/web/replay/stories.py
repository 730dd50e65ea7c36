"""A game told from its first step to its last, kept as long as nothing of it changes."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Sequence
from threading import Lock

from msgspec import Struct

from api.games import serializers
from api.games.game_access import Seen
from api.schemas import Header
from api.web.replay.step_summaries import StepSummary, beats_of
from api.web.replay.timeline_picture import mini_tape
from api.web.sides import Side, headline, sides_of
from projections.kit.drawing.markup import Markup
from projections.kit.drawing.scene import Scene

_MOST_STEPS = 60_000
"""Steps kept in memory, of all games together."""


class Story(Struct, frozen=True):
    """A game as one viewer may read it: who plays, how it stands, every step."""

    header: Header
    name: str
    sides: Sequence[Side]
    scene: Scene
    summaries: Sequence[StepSummary]
    tape: Markup

    @property
    def title(self) -> str:
        """`Larks 2, Ravens 1`."""
        return headline(self.sides)

    @property
    def last(self) -> StepSummary:
        """The last step."""
        return self.summaries[-1]

    @property
    def live(self) -> bool:
        """Whether it is being played."""
        return self.header.status in ("setup", "playing")


class _Shelf:
    """Stories by game and tag, the least recently read goes first; safe for many threads."""

    def __init__(self) -> None:
        self._kept: OrderedDict[tuple[str, str], Story] = OrderedDict()
        self._steps = 0
        self._lock = Lock()
        self._gates: dict[tuple[str, str], Lock] = {}

    def get(self, key: tuple[str, str], tell: Callable[[], Story]) -> Story:
        """The story of that key. Of many who ask at once, when a game went on, one tells it."""
        with self._lock:
            gate = self._gates.setdefault(key, Lock())
        try:
            with gate:
                story = self._found(key)
                if story is None:
                    story = tell()
                    self._put(key, story)
                return story
        finally:
            with self._lock:
                self._gates.pop(key, None)

    def _found(self, key: tuple[str, str]) -> Story | None:
        with self._lock:
            found = self._kept.get(key)
            if found is not None:
                self._kept.move_to_end(key)
            return found

    def _put(self, key: tuple[str, str], story: Story) -> None:
        with self._lock:
            self._kept[key] = story
            self._steps += len(story.summaries)
            while self._steps > _MOST_STEPS and len(self._kept) > 1:
                _, oldest = self._kept.popitem(last=False)
                self._steps -= len(oldest.summaries)


_shelf = _Shelf()


def story(seen: Seen) -> Story:
    """The story of a game as it stands; told once for each version, verdict and viewer."""
    return _shelf.get((seen.stream.id, seen.tag), lambda: _told(seen))


def _told(seen: Seen) -> Story:
    header, rules = serializers.header(seen), seen.now.rules
    scene = serializers.scene(seen, seen.tape.steps)
    sides = sides_of(scene, rules.sides(seen.now.latest), header.score)
    summaries = beats_of(serializers.timeline(seen, 0, seen.now.steps).rows, sides)
    return Story(header, rules.name, sides, scene, summaries, mini_tape(summaries))
