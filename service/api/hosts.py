"""Answers only who asks for this machine: a page from elsewhere whose name was bent to our address gets nothing.

Such a page (DNS rebinding) is of the same origin to a browser, and would read games and photos. An address, which is
what phones use, cannot be bent; of names, only this machine's own are answered and those that the settings add.
"""

from __future__ import annotations

from ipaddress import ip_address
from typing import TYPE_CHECKING

from starlette.datastructures import Headers

from service.api.errors import response

if TYPE_CHECKING:
    from collections.abc import Collection

    from starlette.types import ASGIApp, Receive, Scope, Send


class KnownHosts:
    """ASGI middleware.

    Args:
        app: what it stands before.
        names: host names that are answered beside addresses, in lower case.

    """

    def __init__(self, app: ASGIApp, names: Collection[str]) -> None:
        self._app = app
        self._names = frozenset(names)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:  # noqa: D102
        if scope["type"] == "http":
            host = host_of(Headers(scope=scope).get("host", ""))
            if not (host in self._names or _is_address(host)):
                message = f"“{host[:80]}” is no name of this service; SIKWU_NAMES adds one"
                await response(421, "unknown_host", message)(scope, receive, send)
                return
        await self._app(scope, receive, send)


def host_of(header: str) -> str:
    """Give the host of a ``Host`` header, without port and brackets.

    >>> host_of("192.168.1.5:8000"), host_of("[fe80::1]:8000"), host_of("Table.local")
    ('192.168.1.5', 'fe80::1', 'table.local')

    """
    if header.startswith("["):
        return header[1:].partition("]")[0].lower()
    return header.rpartition(":")[0].lower() if ":" in header else header.lower()


def _is_address(host: str) -> bool:
    try:
        ip_address(host)
    except ValueError:
        return False
    return True
