"""Client addresses: what counts as one client, and which addresses are trusted."""

from __future__ import annotations

from functools import lru_cache
from ipaddress import IPv4Network, IPv6Address, IPv6Network, ip_address, ip_network


@lru_cache(maxsize=4096)
def network_of(address: str) -> str:
    """What limits are counted by: an IPv4 address, or the /64 network of an IPv6 address.

    A subscriber gets a whole /64 network, so that single IPv6 addresses are as good as unlimited.
    """
    try:
        known = ip_address(address)
    except ValueError:
        return address
    if isinstance(known, IPv6Address):
        if known.ipv4_mapped is not None:
            return str(known.ipv4_mapped)
        return str(IPv6Network((int(known) >> 64 << 64, 64)))
    return address


def is_loopback(address: str) -> bool:
    """Whether an address is this machine's own; false if it is not an address."""
    try:
        known = ip_address(address)
    except ValueError:
        return False
    mapped = known.ipv4_mapped if isinstance(known, IPv6Address) else None
    return (mapped or known).is_loopback


class Networks:
    """A set of addresses and networks, such as the trusted proxies."""

    def __init__(self, named: tuple[str, ...]) -> None:
        self._literal = frozenset(named)
        self._networks: list[IPv4Network | IPv6Network] = []
        for name in named:
            try:
                self._networks.append(ip_network(name, strict=False))
            except ValueError:
                continue  # a host name, compared literally

    def __contains__(self, address: object) -> bool:
        if not self._literal or not isinstance(address, str):
            return False
        if address in self._literal or "*" in self._literal:
            return True
        try:
            known = ip_address(address)
        except ValueError:
            return False
        return any(known in network for network in self._networks)
