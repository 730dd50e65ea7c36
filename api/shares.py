"""How much of something each address has, so that none takes what belongs to all."""

from __future__ import annotations

from ipaddress import IPv6Address, ip_address


def place(address: str) -> str:
    """Who counts as one: an IPv4 address, or the /64 network of an IPv6 one, which one person has.

    Anything else is its own place.
    """
    if ":" not in address:
        return address
    try:
        found = ip_address(address.partition("%")[0])
    except ValueError:
        return address
    if not isinstance(found, IPv6Address):
        return address
    return str(found.ipv4_mapped or IPv6Address(int(found) >> 64 << 64))


class Shares:
    """What each place holds of a thing, at most `each`."""

    def __init__(self, each: int) -> None:
        """Nobody holds anything yet."""
        self._each = each
        self._held: dict[str, int] = {}

    def has_room(self, place: str, amount: int = 1) -> bool:
        """Whether a place may take some more."""
        return self._held.get(place, 0) + amount <= self._each

    def take(self, place: str, amount: int = 1) -> bool:
        """Takes some more, where that is not too much."""
        if not self.has_room(place, amount):
            return False
        self._held[place] = self._held.get(place, 0) + amount
        return True

    def give_back(self, place: str, amount: int = 1) -> None:
        """Gives back what was taken."""
        held = self._held[place] - amount
        if held:
            self._held[place] = held
        else:
            del self._held[place]
