"""Records events on the record page by taps alone, and counts the taps.

It knows no game: it looks for the option that the event is, and for the way to it on the page.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from playwright.sync_api import Locator, Page, expect

from events.event import Draft
from projections.kit import box, simulate
from projections.kit.find import rulesets
from projections.kit.ruleset import ALL, Ruleset
from tests.api.web.games import Served
from tests.projections.rulesets.games import plain

Json = dict[str, Any]

UNPICKED = ":not([aria-pressed=true])"


def recordable(ruleset: str, seed: int) -> Iterator[tuple[Draft, Any]]:
    """A simulated game, each event with the state after it; all can be told by options.

    A duel's dice that fell together are told one after the other, as their options are.
    """
    rules = rulesets()[ruleset]
    sample = box.sample(rules)
    created = simulate.creation(rules, sample)
    game = simulate.game(rules, sample, created, seed)
    draft, state = next(game)
    yield draft, state
    for draft, _ in game:
        for part in _parts(rules, state, draft):
            state = rules.apply(state, simulate.as_event(rules, part, 2))
            yield part, state


def _parts(rules: Ruleset[Any], state: Any, draft: Draft) -> list[Draft]:
    options = [plain(option.as_json()) for option in rules.options(state, ALL)]
    if draft.type != "DiceRolled" or any(_tells(option, draft) for option in options):
        return [draft]
    dice = {die["die"]: die for die in plain(draft.data)["dice"]}
    rolls = [option for option in options if option["type"] == "DiceRolled"]
    return [
        Draft(
            type="DiceRolled",
            seat=roll["seat"],
            data={**roll["data"], "dice": [dice[die["die"]] for die in roll["data"]["dice"]]},
        )
        for roll in rolls
    ]


def _tells(option: Json, draft: Draft) -> bool:
    """Whether the event is this option, completed within its faces and choices."""
    if (option["type"], option["seat"]) != (draft.type, draft.seat):
        return False
    data, told = plain(draft.data), option["data"]
    if option.get("faces"):
        return [die["die"] for die in data["dice"]] == [die["die"] for die in told["dice"]]
    open_ = set(option.get("choices") or ())
    return all(key in open_ or data.get(key) == told.get(key) for key in {*data, *told})


@dataclass
class Taps:
    """A hand at the record page of a game. `effort` has the taps of each event."""

    page: Page
    served: Served
    game: str
    effort: list[tuple[Draft, int]] = field(default_factory=list)
    taps: int = 0

    def record(self, drafts: Sequence[Draft]) -> None:
        """Records the events, each when the page shows the one before."""
        for draft in drafts:
            self._wait(self.tell(draft) + 1)
            self.effort.append((draft, self.taps))

    def tell(self, draft: Draft) -> int:
        """Tells one event, and does not wait until it is stored. The version before it."""
        tape = self.served.site.services.tapes.get(self.game)
        assert tape is not None
        self.taps = 0
        options = [plain(o.as_json()) for o in tape.rules.options(tape.latest, ALL)]
        self._tell(options, draft)
        return tape.version

    def _wait(self, version: int) -> None:
        expect(self.page.locator("[data-recorder]")).to_have_attribute("data-version", str(version))

    def _tell(self, options: list[Json], draft: Draft) -> None:
        data = plain(draft.data)
        fitting = [option for option in options if _tells(option, draft)]
        assert fitting, f"no option tells {draft}"
        # Where a field may be exchanged, the option that has its value already is meant.
        option = min(fitting, key=lambda one: _differing(one, data))
        changed = [key for key in option.get("choices") or () if key not in _open(option)]
        if any(option["data"].get(key) != data.get(key) for key in changed):
            self._press(self.page.get_by_label(f"Another choice than: {option['label']}"))
            return self._choose(option, data, changed)
        self._reach(option, options)
        if option.get("faces"):
            return self._roll(option, data)
        return self._choose(option, data, _open(option))

    def _reach(self, option: Json, options: list[Json]) -> None:
        asked = self.page.locator("[data-asked]")
        if asked.count() and asked.inner_text() == option["label"]:
            return None
        row = self._row(option)
        if row.count():
            return self._press(row)
        if option.get("piece") and self._thing(option["piece"]):
            if self._found_by_tapping(option, options):
                return None
            row = self._row(option)
            if row.count():
                return self._press(row)
        self._press(self.page.locator("[data-sheet] .option.all"))
        return self._press(self._row(option))

    def _found_by_tapping(self, option: Json, options: list[Json]) -> bool:
        """Taps the piece and where it leads to; whether that can only mean this option."""
        self._tap(option["piece"])
        own = [one for one in options if one.get("piece") == option["piece"]]
        if all(not one.get("to") for one in own):
            return len(own) == 1
        if not option.get("to") or not self._thing(option["to"]):
            return False
        self._tap(option["to"])
        return len([one for one in own if one.get("to") == option["to"]]) == 1

    def _row(self, option: Json) -> Locator:
        seat = f"[data-seat={json.dumps(option['seat'])}]" if option["seat"] else ""
        named = self.page.locator(f"[data-sheet] .option:not(.all){seat}")
        return named.filter(has=self.page.get_by_text(option["label"], exact=True)).first

    def _thing(self, thing: str) -> bool:
        return self._located(thing).count() > 0

    def _located(self, thing: str) -> Locator:
        quoted = json.dumps(thing)
        return self.page.locator(f"[data-hit={quoted}], .card[data-id={quoted}]").first

    def _tap(self, thing: str) -> None:
        found = self._located(thing)
        # In the middle, where the bar at the foot does not cover it.
        found.evaluate("thing => thing.scrollIntoView({block: 'center', behavior: 'instant'})")
        at = found.bounding_box()
        assert at is not None
        self.page.mouse.click(at["x"] + at["width"] / 2, at["y"] + at["height"] / 2)
        self.taps += 1

    def _press(self, button: Locator) -> None:
        button.click()
        self.taps += 1

    def _roll(self, option: Json, data: Json) -> None:
        faces = [json.dumps(str(die["face"])) for die in data["dice"]]
        lines = self.page.locator(".die-line")
        if not lines.count():
            for face in faces:
                self._press(self.page.locator(f".dicepad [data-face={face}]"))
            return
        rest = self.page.locator("[data-rest]")
        spared = json.dumps(rest.get_attribute("data-rest")) if rest.count() else None
        for n, face in enumerate(faces):
            if face != spared:
                self._press(lines.nth(n).locator(f"[data-face={face}]"))
        if spared in faces:
            self._press(rest)

    def _choose(self, option: Json, data: Json, fields: list[str]) -> None:
        for key in fields:
            told = data.get(key)
            values = told if isinstance(told, list) else [told]
            for value in values:
                if value is None and isinstance(told, list):
                    break
                shown = json.dumps(json.dumps(value))
                self._press(self.page.locator(f".picks [data-value={shown}]{UNPICKED}").first)
            count = option.get("count") or len(option["data"].get(key) or [None])
            if isinstance(told, list) and sum(v is not None for v in told) < count:
                self._press(self.page.locator("[data-enough]"))


def _open(option: Json) -> list[str]:
    """The fields that only the table can fill, as the page sees them."""

    def untold(value: Any) -> bool:
        return value is None or value == [] or (isinstance(value, list) and None in value)

    found = [key for key in option.get("choices") or () if untold(option["data"].get(key))]
    if not found and not option.get("choices") and untold(option["data"].get("cards", 0)):
        return ["cards"]
    return found


def _differing(option: Json, data: Json) -> int:
    return sum(option["data"].get(key) != data.get(key) for key in option.get("choices") or ())


def as_stored(draft: Draft) -> Json:
    """The event as `stored` tells it."""
    return {"type": draft.type, "seat": draft.seat, "data": plain(draft.data)}


def tellable(played: Sequence[tuple[Draft, Any]], rules: Ruleset[Any], first: int) -> bool:
    """Whether each event from index `first` on is an option of the state before it."""
    return all(
        any(_tells(plain(o.as_json()), draft) for o in rules.options(played[index - 1][1], ALL))
        for index, (draft, _) in enumerate(played)
        if index >= first
    )


def with_dice(effort: Sequence[tuple[Draft, int]]) -> list[int]:
    """The taps of each event, those of the dice that it needs with it."""
    found: list[int] = []
    for draft, taps in effort:
        if draft.type == "DiceRolled" and found:
            found[-1] += taps
        else:
            found.append(taps)
    return found
