"""Where webhooks may go: to hosts in the public internet and nowhere else."""

from __future__ import annotations

from contextlib import suppress
from ipaddress import IPv4Address, IPv6Address, ip_address, ip_network
from urllib.parse import urlsplit

LONGEST_URL = 2_000

_TRANSLATED = ip_network("64:ff9b::/96")
"""IPv6 addresses that a gateway turns into the IPv4 address in their last 32 bits."""

_UNICAST = ip_network("2000::/3")
_ASIDE = (ip_network("192.0.0.0/24"), ip_network("192.88.99.0/24"))
"""Set aside for protocols, though Python counts some of them among the public ones."""

Address = IPv4Address | IPv6Address


def refusal(url: str, *, anywhere: bool = False) -> str | None:
    """Why nothing will ever be sent to this URL, as a sentence; None: it may be tried.

    `anywhere` allows plain http and private addresses. A name is not looked up yet.
    """
    if len(url) > LONGEST_URL or any(c <= " " or c == "\x7f" for c in url) or not url.isascii():
        return f"A URL has at most {LONGEST_URL} characters, all ASCII, without spaces."
    try:
        parts, port = urlsplit(url), urlsplit(url).port
    except ValueError:
        return "This is no URL."
    schemes = ("https", "http") if anywhere else ("https",)
    if parts.scheme not in schemes or not parts.hostname or port == 0:
        return f"A webhook's URL begins with {' or '.join(f'{s}://' for s in schemes)} and a host."
    if parts.username is not None or parts.password is not None or "#" in url:
        return "A webhook's URL holds no user, password or fragment."
    with suppress(ValueError):
        if not anywhere and not is_public(ip_address(parts.hostname)):
            return f"{parts.hostname} is no public address."
    if not anywhere and parts.hostname.rstrip(".").rpartition(".")[2] in ("localhost", "local"):
        return f"{parts.hostname} is no public host."
    return None


def is_public(address: Address) -> bool:
    """Whether an address, and any other inside it, lies in the public internet."""
    if isinstance(address, IPv4Address):
        aside = any(address in network for network in _ASIDE)
        return address.is_global and not address.is_multicast and not aside
    if address.ipv4_mapped is not None:
        return is_public(address.ipv4_mapped)
    if address in _TRANSLATED:
        return is_public(IPv4Address(int(address) & 0xFFFFFFFF))
    if address.sixtofour is not None:  # Python's own lists differ from release to release here
        return is_public(address.sixtofour)
    if not all(is_public(one) for one in address.teredo or ()):
        return False
    return address in _UNICAST and address.is_global
