"""Facts balance: rolls with points, chances with wins, tokens with dice."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator
from fractions import Fraction
from typing import Any

import pytest
from msgspec.structs import replace

from events.event import Event
from projections.kit.ruleset import Fact
from projections.rulesets.football_u import RULESET
from projections.rulesets.football_u.position.win_chances import visitor_wins
from projections.rulesets.football_u.state import State
from tests.projections.rulesets.football_u.desk import SAMPLE, event, position, recorded, simulated
from tests.projections.rulesets.football_u.test_other_boxes import at_table, other_box

each_game = pytest.mark.parametrize(("teams", "seed"), SAMPLE)


def all_facts(teams: int, seed: int) -> Iterator[tuple[Event, State, State, Fact]]:
    for one, before, after in simulated(teams, seed):
        for fact in RULESET.facts(before, one, after):
            yield one, before, after, fact


def of_kind(teams: int, seed: int, kind: str) -> list[Fact]:
    return [fact for _, _, _, fact in all_facts(teams, seed) if fact.kind == kind]


@each_game
def test_every_finished_game_is_a_match(teams: int, seed: int) -> None:
    last = simulated(teams, seed)[-1][2]
    matches = of_kind(teams, seed, "match")
    results = [result for past in last.history for result in past.results]
    finals = [r for r in last.season.results if r.kind == "final"]
    assert [m.data["game"] for m in matches] == [r.game for r in (*results, *finals)]
    assert [m.data["winner"] for m in matches] == [r.winner for r in (*results, *finals)]
    kickoffs = {k.data["game"]: k.expected for k in of_kind(teams, seed, "kickoff")}
    for match in matches:
        assert match.expected == pytest.approx(kickoffs[match.data["game"]])
        home = match.data["winner"] == match.data["home"]
        expected = match.expected or 0
        assert match.data["p_winner"] == pytest.approx(1 - expected if home else expected)


@each_game
def test_a_season_is_the_sum_of_its_matches(teams: int, seed: int) -> None:
    wins: dict[Any, float] = defaultdict(float)
    expected: dict[Any, float] = defaultdict(float)
    for match in of_kind(teams, seed, "match"):
        if match.data["kind"] == "final":
            continue
        for side in ("visitor", "home"):
            key = (match.data["season"], match.data[side])
            wins[key] += match.data["winner"] == match.data[side]
            chance = match.expected or 0
            expected[key] += chance if side == "visitor" else 1 - chance
    for season in of_kind(teams, seed, "season"):
        key = (season.data["season"], season.seat)
        assert season.value == wins[key]
        assert season.expected == pytest.approx(expected[key])
        assert season.data["luck"] == pytest.approx(wins[key] - expected[key])


@each_game
def test_points_are_rolled_less_what_was_denied(teams: int, seed: int) -> None:
    """In games without abilities, gameplans and overtime: rolled points less cancelled ones."""
    plain: dict[str, Counter[str]] = defaultdict(Counter)
    touched: set[str] = set()
    for _, _, _, fact in all_facts(teams, seed):
        game = fact.data.get("game")
        if game is None:
            continue
        if fact.kind in ("ability", "gameplan"):
            touched.add(game)
        elif fact.kind == "roll":
            plain[game][fact.data["team"]] += fact.data["points"]
            if fact.data["stage"] != "roll":
                touched.add(game)
        elif fact.kind == "cancel":
            plain[game][f"denied by {fact.data['team']}"] += fact.data["points"]
        elif fact.kind == "match" and game not in touched:
            for own, other in (("visitor", "home"), ("home", "visitor")):
                left = plain[game][fact.data[own]] - plain[game][f"denied by {fact.data[other]}"]
                assert left == fact.data["points"][own]


@each_game
def test_rolls_count_every_die(teams: int, seed: int) -> None:
    rolled = sum(
        len(one.data.dice) for one, _, _ in simulated(teams, seed) if one.type == "DiceRolled"
    )
    assert rolled == sum(fact.data["n"] for fact in of_kind(teams, seed, "roll"))


@each_game
def test_an_assignment_denies_what_its_cancelled_dice_show(teams: int, seed: int) -> None:
    for one, before, after in simulated(teams, seed):
        if one.type == "XAssigned":
            facts = RULESET.facts(before, one, after)
            (assign,) = (fact for fact in facts if fact.kind == "assign")
            hits = [
                f for f in facts if f.kind == "cancel" and f.data["team"] == assign.data["team"]
            ]
            assert sum(hit.data["points"] for hit in hits) == assign.data["denied"]
            assert assign.data["denied"] == assign.data["best"]


@each_game
def test_declarations_are_worth_what_they_change(teams: int, seed: int) -> None:
    """The items of a window add up to the change of the chances that they make together."""
    for one, before, after in simulated(teams, seed):
        if before.phase != "game.whistle" or after.phase != "game.resolve":
            continue
        game = before.game
        assert game is not None
        worth = sum(
            fact.data["dp"] * (1 if fact.data["team"] == game.visitor else -1)
            for fact in RULESET.facts(before, one, after)
            if fact.kind == "ability"
        )
        plans = any(item.source.kind == "gameplan" for item in game.declared)
        untouched = not game.declared and one.type == "DeclarationsClosed"
        if untouched:
            assert worth == 0
        elif not plans and one.type == "DeclarationsClosed":
            undeclared = visitor_wins(before, _undeclared(before))
            assert worth == pytest.approx(float(visitor_wins(after) - undeclared))


def _undeclared(state: State) -> Any:
    assert state.game is not None
    return replace(state.game, declared=())


@each_game
def test_weeks_add_up(teams: int, seed: int) -> None:
    """What a team's actions cost is how far its token came, less what was given back."""
    spent: Counter[Any] = Counter()
    for one, before, after, fact in all_facts(teams, seed):
        if fact.kind in ("recruit", "offseason-action"):
            spent[fact.data["season"], fact.seat] += fact.data["cost"]
        elif fact.kind == "ability" and fact.data["ability"] == "back2":
            assert one.type == "AbilityUsed"
            moved = week_of(before, one.seat) - week_of(after, one.seat)
            spent[before.season.number, one.seat] -= moved
    assert set(spent.values()) == {15}


def week_of(state: State, seat: str | None) -> int:
    return next(week for week, stack in state.stacks.items() if seat in stack)


@each_game
def test_there_is_one_title(teams: int, seed: int) -> None:
    (title,) = of_kind(teams, seed, "title")
    result = simulated(teams, seed)[-1][2].result
    assert result is not None
    assert title.data["reason"] == result.reason
    assert title.seat == result.winner


def test_a_gameplan_is_counted_when_its_die_has_fallen() -> None:
    state = position(
        phase="game.whistle",
        teams={"2": {"gameplans": 1}},
        game={
            "id": "s1g3",
            "dice": {"v1": {"color": "green", "face": "-"}, "h1": {"color": "orange", "face": "3"}},
        },
    )
    spent = event("GameplansSpent", "2", dice=["v1"])
    waiting = RULESET.apply(state, spent)
    assert [f.kind for f in RULESET.facts(state, spent, waiting)] == ["odds"]
    fallen = event("DiceRolled", "2", dice=[{"die": "v1", "face": "7"}])
    after = RULESET.apply(waiting, fallen)
    (plan,) = (f for f in RULESET.facts(waiting, fallen, after) if f.kind == "gameplan")
    level = Fraction(119242523172272905715869379, 238490541610172532400324608)
    worth = Fraction(1, 6) + Fraction(3, 6) * level
    assert plan.seat == "2"
    assert plan.value == 1
    assert plan.expected == pytest.approx(float(worth))
    assert {k: plan.data[k] for k in ("color", "before", "after", "live")} == {
        "color": "green",
        "before": "-",
        "after": "7",
        "live": True,
    }


def test_a_superseded_gameplan_is_worth_nothing() -> None:
    state = position(
        phase="game.whistle",
        teams={"2": {"gameplans": 1}, "1": {"chemistry": ["t24"]}},
        game={
            "id": "s1g3",
            "dice": {"v1": {"color": "green", "face": "3"}, "h1": {"color": "orange", "face": "-"}},
        },
    )
    state = recorded(state, event("GameplansSpent", "2", dice=["v1"]))
    source = {"kind": "chemistry", "card": "t24"}
    stuffed = event("AbilityUsed", "1", source=source, targets=["v1"])
    facts = RULESET.facts(state, stuffed, RULESET.apply(state, stuffed))
    plan = next(f for f in facts if f.kind == "gameplan")
    ability = next(f for f in facts if f.kind == "ability")
    assert (plan.data["live"], plan.data["after"], plan.value) == (False, None, 0)
    assert ability.data["live"] and ability.data["dp"] > 0.4


GREENS: dict[str, Any] = {
    "v1": {"color": "green", "face": "3"},
    "v2": {"color": "green", "face": "3"},
    "h1": {"color": "orange", "face": "3"},
}


def item(side: str, kind: str, card: str, op: str, die: str) -> dict[str, Any]:
    return {"side": side, "source": {"kind": kind, "card": card}, "op": op, "die": die}


@pytest.mark.parametrize("stuffed", [[], ["v1"], ["v2"], ["v1", "v2"]])
def test_an_ability_lives_as_long_as_one_of_its_items_does(stuffed: list[str]) -> None:
    """Whichever of its dice the other side's items take from it."""
    declared = [item("visitor", "chemistry", "t18", "reroll", die) for die in ("v1", "v2")]
    declared += [item("home", "chemistry", "t24", "cancel", die) for die in stuffed]
    given = {"id": "s1g3", "dice": GREENS, "declared": declared, "window": {"home": "open"}}
    state = position(phase="game.whistle", teams={"1": {"gameplans": 1}}, game=given)
    one = event("DeclarationsClosed", "1")
    facts = RULESET.facts(state, one, recorded(state, one))
    live = {fact.piece: fact.data["live"] for fact in facts if fact.kind == "ability"}
    assert live == {"t18": len(stuffed) < 2} | ({"t24": True} if stuffed else {})
    adjusted = event(
        "TableAdjusted", phase="game.resolve", game={**given, "id": "s1g4", "declared": []}
    )
    facts = RULESET.facts(state, adjusted, recorded(state, adjusted))
    assert not [fact for fact in facts if fact.kind == "ability"]


@pytest.mark.parametrize(
    ("kind", "card", "ability"),
    [
        ("player", "p01", ""),
        ("player", "p03", "td"),
        ("player", "p12", "rr1"),
        ("player", "p50", "stuff"),
        ("coach", "c2", "kick3"),
        ("coach", "c9", ""),
        ("chemistry", "t18", "rr2"),
        ("chemistry", "t99", ""),
        ("ai", "p27", "td"),
        ("ai", "?", ""),
    ],
)
def test_the_ability_of_a_declaration_is_that_on_its_card(
    kind: str, card: str, ability: str
) -> None:
    """The side that shows of players and coaches, the upgraded one of an opponent's."""
    content = other_box()
    content["coaches"]["c2"]["hire"]["ability"] = "kick3"
    mats = {"QB": ["p01"], "RB": ["p12"], "DB": ["p50+"]}
    teams = {
        "1": {"roster": mats, "coach": {"card": "c1"}, "gameplans": 1},
        "2": {"roster": {"QB": ["p03+*"]}, "coach": {"card": "c2", "side": "hire", "used": True}},
    }
    declared = [item("visitor", kind, card, "reroll", "v1")]
    given = {"id": "s1g3", "dice": GREENS, "declared": declared}
    state = at_table(content, phase="game.whistle", teams=teams, game=given)
    one = event("DeclarationsClosed", "1")
    facts = RULESET.facts(state, one, recorded(state, one))
    assert [(f.piece, f.data["ability"]) for f in facts if f.kind == "ability"] == [(card, ability)]


def test_chemistry_cards_are_a_fact_of_their_team() -> None:
    state = position(phase="offseason.draw", owed={"1": 1})
    draw = event("CardsDrawn", "1", deck="chemistry", cards=["t01"])
    (fact,) = RULESET.facts(state, draw, RULESET.apply(state, draw))
    assert (fact.kind, fact.seat, fact.data["cards"]) == ("chemistry", "1", ["t01"])


def test_what_changes_nothing_yields_nothing() -> None:
    state = position(phase="offseason.actions")
    for one in (event("DeclarationsClosed", "1"), event("NoteAdded", None, text="a")):
        assert RULESET.facts(state, one, RULESET.apply(state, one)) == ()
