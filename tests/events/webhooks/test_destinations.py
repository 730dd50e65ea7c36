"""Where webhooks may go."""

from __future__ import annotations

from ipaddress import ip_address

import pytest

from events.webhooks.destinations import is_public, refusal

PUBLIC = [
    "93.184.216.34",
    "8.8.8.8",
    "2606:2800:220:1:248:1893:25c8:1946",
    "::ffff:8.8.8.8",
    "64:ff9b::808:808",
    "2002:808:808::1",
]

NOT_PUBLIC = [
    "127.0.0.1",
    "127.8.9.1",
    "0.0.0.0",
    "10.0.0.1",
    "172.16.0.1",
    "192.168.1.1",
    "169.254.169.254",
    "100.64.0.1",
    "192.0.0.8",
    "192.88.99.1",
    "192.0.2.1",
    "198.18.0.1",
    "198.51.100.7",
    "224.0.0.1",
    "240.0.0.1",
    "255.255.255.255",
    "::",
    "::1",
    "::10.0.0.1",
    "64:ff9b:1::a00:1",
    "fe80::1",
    "fe80::1%eth0",
    "fec0::1",
    "fc00::1",
    "ff02::1",
    "2001:db8::1",
    "::ffff:127.0.0.1",
    "::ffff:10.0.0.1",
    "64:ff9b::a00:1",
    "64:ff9b::7f00:1",
    "2002:7f00:1::",
    "2002:c0a8:101::1",
]


@pytest.mark.parametrize("address", PUBLIC)
def test_public_addresses(address: str) -> None:
    assert is_public(ip_address(address))


@pytest.mark.parametrize("address", NOT_PUBLIC)
def test_all_others(address: str) -> None:
    assert not is_public(ip_address(address))
    host = f"[{address}]" if ":" in address else address
    assert refusal(f"https://{host}/hook") is not None


@pytest.mark.parametrize(
    ("url", "said"),
    [
        ("https://example.com/hook?a=1", None),
        ("https://example.com:8443/hook", None),
        ("http://example.com/hook", "https://"),
        ("ftp://example.com/hook", "https://"),
        ("file:///etc/passwd", "https://"),
        ("https:///hook", "https://"),
        ("example.com/hook", "https://"),
        ("https://example.com:99999/", "no URL"),
        ("https://[::1/", "no URL"),
        ("https://user:word@example.com/", "password"),
        ("https://example.com/#part", "fragment"),
        ("https://localhost/hook", "no public host"),
        ("https://table.localhost./hook", "no public host"),
        ("https://printer.local/hook", "no public host"),
        ("https://exa mple.com/", "without spaces"),
        ("https://example.com/\r\nX: y", "without spaces"),
        ("https://bücher.example/", "ASCII"),
        ("https://example.com/" + "x" * 2000, "at most"),
    ],
)
def test_urls(url: str, said: str | None) -> None:
    reason = refusal(url)
    assert (reason is None) if said is None else (reason is not None and said in reason)


@pytest.mark.parametrize("url", ["http://127.0.0.1:8000/hook", "https://localhost/hook"])
def test_where_anything_is_allowed(url: str) -> None:
    assert refusal(url, anywhere=True) is None
    assert refusal("ftp://127.0.0.1/", anywhere=True) is not None
