"""Which team of a fixture played which side of its game."""

from __future__ import annotations

from collections.abc import Mapping, Sequence


def teams_of_sides(
    sides: Mapping[str, Sequence[str]],
    teams: Mapping[str, str],
    former: Mapping[str, Sequence[str]] = {},
) -> Mapping[str, str]:
    """Side -> team. `sides`: the words that a side's seats go by, in seat order; `teams`: id ->
    name, home first; `former`: what they were called before.

    A side is the one team whose id or names it goes by; the others follow in order. A side for
    which no team is left, and a team for which no side is left, are left out.
    """
    called = {team: (team, name, *former.get(team, ())) for team, name in teams.items()}
    found = {side: named for side, words in sides.items() if (named := _named(words, called))}
    if len(set(found.values())) < len(found):
        found = {}
    left = (team for team in teams if team not in found.values())
    followed = {side: next(left, None) if side not in found else found[side] for side in sides}
    return {side: team for side, team in followed.items() if team is not None}


def _named(words: Sequence[str], called: Mapping[str, Sequence[str]]) -> str | None:
    said = {word.casefold() for word in words}
    named = [team for team, names in called.items() if {name.casefold() for name in names} & said]
    return named[0] if len(named) == 1 else None
