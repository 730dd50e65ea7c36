"""Any payload that passes the door, on any state that the table can be set to, gives a state."""

from __future__ import annotations

from random import Random
from typing import Any, get_args

import msgspec
import pytest

from projections.kit import replay
from projections.kit.drawing.vocabulary import problems
from projections.kit.schema import errors_in
from projections.rulesets.und1c1 import RULESET
from projections.rulesets.und1c1.actions import PAYLOADS
from projections.rulesets.und1c1.board.pitch import BOXES
from projections.rulesets.und1c1.payloads.fields import PendingKind
from projections.rulesets.und1c1.state import STATUS_OF
from tests.projections.rulesets.und1c1.desk import as_event, new_game, plain

PLAYERS = [f"{seat}{n}" for seat in "ab" for n in (1, 2, 4, 6, 9, 10, 12, 18, 77)]
CARDS = [*RULESET.sample_box["cards"], "no-such-card"]
PHASES = [*STATUS_OF]
KINDS = [*get_args(PendingKind)]
SEATS = ["a", "b"]


class Writer:
    """Writes payloads that contradict everything but the schema."""

    def __init__(self, seed: int) -> None:
        self.rng = Random(seed)

    def one(self, values: list[Any]) -> Any:
        return self.rng.choice(values)

    def player(self) -> str:
        return str(self.one(PLAYERS))

    def box(self) -> str:
        return str(self.one(list(BOXES[80:150])))

    def maybe(self, value: Any) -> Any:
        return value if self.rng.random() < 0.6 else None

    def some(self, **fields: Any) -> dict[str, Any]:
        return {name: value for name, value in fields.items() if self.rng.random() < 0.4}

    def draft(self) -> tuple[str, str | None, dict[str, Any]]:
        kind = self.one([*PAYLOADS, "TableAdjusted", "DiceRolled", "OutcomeRuled"])
        seat = self.one(["a", "a", "b", "b", None, "zoe"])
        return kind, seat, self.data(kind)

    def data(self, kind: str) -> dict[str, Any]:
        write = getattr(self, f"_{kind}", None)
        return write() if write else self._plain(kind)

    def _plain(self, kind: str) -> dict[str, Any]:
        values: dict[str, Any] = {
            "player": self.player(),
            "opponent": self.player(),
            "receiver": self.player(),
            "taker": self.player(),
            "to": self.box(),
            "at": self.box(),
            "white": self.maybe(self.box()),
            "black": self.maybe(self.box()),
            "card": self.one(CARDS),
            "target": self.one(CARDS),
            "deck": self.one(SEATS),
            "text": "a word",
            "from": self.one(["hand", "play"]),
            "reason": self.one(["concession", "agreement", "time", "abandoned"]),
        }
        fields = msgspec.structs.fields(PAYLOADS[kind])
        return {f.encode_name: values[f.encode_name] for f in fields if f.encode_name in values}

    def _LineupPlaced(self) -> dict[str, Any]:  # noqa: N802
        places = [*BOXES[::17], "Ga", "Gb"]
        number = self.rng.randint(1, 12)
        return {
            "players": [{"player": self.player(), "at": self.one(places)} for _ in range(number)]
        }

    def _GroupMoved(self) -> dict[str, Any]:  # noqa: N802
        number = self.rng.randint(2, 4)
        return {"moves": [{"player": self.player(), "to": self.box()} for _ in range(number)]}

    def _DiceRolled(self) -> dict[str, Any]:  # noqa: N802
        dice = [{"die": self.one(["white", "black"]), "face": self.rng.randint(1, 9)}]
        return {"dice": dice + [{"die": "black", "face": 3}] * self.rng.randint(0, 1)}

    def _CardsDrawn(self) -> dict[str, Any]:  # noqa: N802
        cards = [self.maybe(self.one(CARDS)) for _ in range(self.rng.randint(1, 3))]
        return {"deck": self.one(SEATS), "cards": cards}

    def _CardDiscarded(self) -> dict[str, Any]:  # noqa: N802
        return {"card": self.maybe(self.one(CARDS)), "from": self.one(["hand", "play"])}

    def _OutcomeRuled(self) -> dict[str, Any]:  # noqa: N802
        words = ["a", "b", "success", "failure", "won", "lost", "goal", "saved", "void", "nonsense"]
        return {"outcome": self.one(words)}

    def _FreeMoveTaken(self) -> dict[str, Any]:  # noqa: N802
        return {"to": self.maybe(self.box())}

    def _TableAdjusted(self) -> dict[str, Any]:  # noqa: N802
        rng = self.rng
        turn = self.some(
            number=rng.randint(0, 9),
            seat=self.one(["a", "b", None]),
            phase=self.one(PHASES),
            actions_left=rng.randint(0, 4),
            must=self.one([None, "kickoff", "goalkeeper_pass"]),
            next_must=self.one([None, "kickoff", "goalkeeper_pass"]),
            tractor_used=self.one([True, False]),
            cards_played=self.some(a=rng.randint(0, 4), b=rng.randint(0, 4)),
        )
        players = {
            self.player(): self.one(
                [None, {"at": self.one([*BOXES[80:150], "Ga", "Gb"])}, {"at": "H8", "flipped": 5}]
            )
            for _ in range(rng.randint(0, 12))
        }
        pile = self.some(
            pile=rng.randint(0, 3),
            hand=[self.maybe(self.one(CARDS)) for _ in range(rng.randint(0, 6))],
            in_play=[self.one(CARDS) for _ in range(rng.randint(0, 3))],
            discard=[self.maybe(self.one(CARDS))],
        )
        effect = {
            "seat": self.one(SEATS),
            "card": self.one(CARDS),
            "player": self.maybe(self.player()),
            "lasts": self.one(["roll", "turn", "game"]),
            "until": self.one([None, 3, 9]),
        }
        return self.some(
            status=self.one(["setup", "playing", "ended", "abandoned"]),
            turn=turn,
            score=self.some(a=rng.randint(0, 3)),
            clear=rng.random() < 0.2,
            players=players,
            ball=self.one([None, self.player()]),
            padlocks=self.some(white=self.maybe(self.box()), black=self.maybe(self.box())),
            captains={self.one(SEATS): self.some(player=self.player(), rerolls_left=1)},
            cards={self.one(SEATS): pile},
            effects=[effect],
            pending=self.one([None, self._pending()]),
            final_turns_left=self.one([None, 0, 1, 2]),
            ready=self.some(a=self.one([True, False]), b=self.one([True, False])),
            result=self.one([None, {"winner": "a", "reason": "time"}]),
        )

    def _pending(self) -> dict[str, Any]:
        rng = self.rng
        return {
            "kind": self.one(KINDS),
            **self.some(
                by=self.one(["a", "b", None]),
                player=self.player(),
                opponent=self.player(),
                receiver=self.player(),
                target=rng.randint(-2, 9),
                modifiers={"a": rng.randint(-3, 5), "b": 0},
                rolls={"a": self.maybe(3), "b": self.maybe(7)},
                rerolled={"a": True},
                draws=rng.randint(0, 2),
                candidates=[self.player(), self.player()],
                range=rng.randint(1, 3),
                then=self.one(["actions", "end_turn"]),
                moves_left=rng.randint(1, 3),
                queue=self.one([[], ["a"], ["b", "a"]]),
            ),
        }


@pytest.mark.parametrize("seed", range(25))
def test_nothing_that_passes_the_door_breaks_the_table(seed: int) -> None:
    writer = Writer(seed)
    state = new_game()
    for version in range(2, 60):
        kind, seat, data = writer.draft()
        if kind in ("GameCreated", "EventAmended", "EventRetracted", "EventInserted"):
            continue
        assert errors_in(PAYLOADS[kind], data) == {}, (kind, data)
        event = as_event(kind, seat, data, version)
        RULESET.check(state, event)
        after = RULESET.apply(state, event)
        assert replay.thaw(RULESET.state, replay.freeze(after), after.setup) == after
        view = RULESET.view(after, "all")
        assert (view["awaiting"] == []) == (view["turn"].phase == "over"), (kind, data)
        assert after.status in ("ended", "abandoned") or view["turn"].phase != "over"
        for viewer in ("all", "public", "a"):
            assert RULESET.text(state, event, after, viewer)
            scene = plain(RULESET.show(after, viewer))
            scene["marks"] = plain(list(RULESET.trace(state, event, after, viewer)))
            if version % 6 == 0:
                assert problems(scene) == [], (kind, data)
            RULESET.options(after, viewer)
        RULESET.facts(state, event, after)
        RULESET.private(after, event)
        state = after
