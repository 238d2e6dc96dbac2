"""From where a connection comes, so that one machine cannot take all the room there is."""

from __future__ import annotations

from collections.abc import Collection
from ipaddress import IPv4Address, IPv6Address, IPv6Network, ip_address

_NETWORK = 64
"""Bits. Whoever has an address of IPv6 has a whole network of so many, and counts as one."""

HERE = frozenset({"127.0.0.1", "::1"})
"""Where our own mail server is, if it is on this machine: it brings everybody's mail."""


def peer_of(peername: object, trusted: Collection[str] = ()) -> str:
    """Return what the connections of one machine have in common; "" for one that may have any number.

    Args:
        peername: as a socket tells it: an address and a port, and more of IPv6; no pair for a UNIX
            socket.
        trusted: addresses of our own mail servers; names among them tell nothing here.
    """
    if not isinstance(peername, (tuple, list)) or not peername:
        return ""
    try:
        address = _plain(ip_address(str(peername[0])))
    except ValueError:
        return str(peername[0])
    if str(address) in HERE or address in _addresses(trusted):
        return ""
    if isinstance(address, IPv6Address):
        return str(IPv6Network((int(address), _NETWORK), strict=False))
    return str(address)


def _plain(address: IPv4Address | IPv6Address) -> IPv4Address | IPv6Address:
    """Return an address without its interface, and one of IPv4 as such where IPv6 carries it."""
    if isinstance(address, IPv4Address):
        return address
    return address.ipv4_mapped or IPv6Address(int(address))


def _addresses(names: Collection[str]) -> frozenset[IPv4Address | IPv6Address]:
    found = set()
    for name in names:
        try:
            found.add(_plain(ip_address(name)))
        except ValueError:
            continue
    return frozenset(found)
