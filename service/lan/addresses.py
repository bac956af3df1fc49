"""By which addresses and names other machines in the same network reach this one."""

from __future__ import annotations

import re
import socket
from contextlib import suppress
from ipaddress import IPv4Address
from typing import Final

_TOWARDS: Final = ("10.255.255.255", "192.168.255.255", "172.31.255.255", "224.0.0.251", "192.0.2.1")
"""Where a connection is thought of: private networks, the local link, and anywhere. Nothing is sent."""

_HOST_NAME: Final = re.compile(r"[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?(\.[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?)*")


def lan_addresses() -> list[IPv4Address]:
    """Return this machine's IPv4 addresses that are not the loopback, the likeliest first."""
    found: list[IPv4Address] = []
    for target in _TOWARDS:
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
            try:
                probe.connect((target, 9))  # of a datagram socket: only chooses the own address
                found.append(IPv4Address(probe.getsockname()[0]))
            except OSError:
                continue
    with suppress(OSError):
        found += [IPv4Address(entry[4][0]) for entry in socket.getaddrinfo(socket.gethostname(), None, socket.AF_INET)]
    usable = [address for address in found if not (address.is_loopback or address.is_unspecified)]
    return list(dict.fromkeys(usable))


def host_names() -> list[str]:
    """Return what this machine is called, also by its network; names that no certificate may bear are left out.

    >>> "localhost" in host_names()
    True

    """
    own = socket.gethostname().lower().rstrip(".")
    names = ["localhost"]
    if _HOST_NAME.fullmatch(own) and own != "localhost":
        names += [own] if "." in own else [own, f"{own}.local"]
    return names
