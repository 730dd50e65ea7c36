"""The abilities that a side could use now, each with the card it is on."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from projections.rulesets.football_u.board.pieces import WALKON, Seat, Side
from projections.rulesets.football_u.components import Ability
from projections.rulesets.football_u.position import scene_ids
from projections.rulesets.football_u.position.game import player_of
from projections.rulesets.football_u.position.roster import entries
from projections.rulesets.football_u.setup import Setup
from projections.rulesets.football_u.state import Game, Source, State, Team


class Own(NamedTuple):
    """An ability that may be used; `piece` is the scene id of its card."""

    source: Source
    ability: Ability
    piece: str

    def used(self, targets: Sequence[str]) -> dict[str, Any]:
        """The data of an `AbilityUsed` with those targets, which are left out where none are."""
        source = {"kind": self.source.kind, "card": self.source.card}
        return {"source": source, "targets": list(targets)} if targets else {"source": source}


def own_sources(setup: Setup, seat: Seat, team: Team, when: str) -> Iterator[Own]:
    """The unused abilities of a team's named cards; equal chemistry cards once."""
    for entry in entries(team.roster):
        if entry.card != WALKON and not entry.used:
            ability = setup.ability(setup.card_side(entry).ability)
            yield from _timely(Source("player", entry.card), ability, entry.card, when)
    coach = team.coach
    if coach.card is not None and not coach.used:
        ability = setup.ability(setup.coach_side(coach).ability)
        yield from _timely(Source("coach", coach.card), ability, scene_ids.coach(seat), when)
    for card in dict.fromkeys(team.chemistry):
        if card is not None:
            ability = setup.ability(setup.box.chemistry.get(card))
            yield from _timely(Source("chemistry", card), ability, card, when)


def side_sources(state: State, game: Game, side: Side, when: str) -> Iterator[Own]:
    """The unused abilities of a side of a game: a team's own, or that of the AI's card."""
    setup, who = state.setup, player_of(game, side)
    if who in state.teams:
        yield from own_sources(setup, who, state.teams[who], when)
    elif game.ai_card is not None and not game.ai_used:
        player = setup.player(game.ai_card)
        ability = setup.ability(player.upgraded.ability) if player else None
        yield from _timely(Source("ai", game.ai_card), ability, game.ai_card, when)


def _timely(source: Source, ability: Ability | None, piece: str, when: str) -> Iterator[Own]:
    if ability is not None and ability.when == when:
        yield Own(source, ability, piece)
