"""Starts the service: the address first, so that a port in use is one sentence, then networks and store."""

from __future__ import annotations

import socket
from typing import TYPE_CHECKING, ClassVar

import uvicorn

from scoring.errors import SikwuError
from service.app import Services, create_app
from service.console import make_console

if TYPE_CHECKING:
    from service.settings import Settings


class AddressError(SikwuError):
    """The address cannot be listened at."""

    default_code: ClassVar[str] = "bad_address"


def serve(settings: Settings) -> None:
    """Serve until interrupted.

    Raises:
        AddressError: the address does not exist or is in use.
        WeightsError: the networks cannot be loaded.
        StoreError: the store cannot be opened.

    """
    with listen(settings.host, settings.port) as listener:
        app = create_app(Services.open(settings))
        host, port = listener.getsockname()[:2]
        shown = f"[{host}]" if ":" in host else host
        console = make_console()
        console.print(f"食糊 sikwu is at http://{shown}:{port}/", "(stop with Ctrl-C)")
        console.print(f"Hands are kept in {settings.data}", style="dim")
        config = uvicorn.Config(app, log_level="warning", server_header=False, timeout_graceful_shutdown=5)
        uvicorn.Server(config).run(sockets=[listener])


def listen(host: str, port: int) -> socket.socket:
    """Open the socket; connections wait in it until they are taken.

    Raises:
        AddressError: it cannot be opened.

    """
    try:
        family, kind, protocol, _, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
        listener = socket.socket(family, kind, protocol)
    except OSError as error:
        raise AddressError(f"“{host}” is no address to listen at: {error.strerror}") from None
    try:
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind(address)
        listener.listen(128)  # whoever follows the printed address at once waits, and is not refused
    except OSError as error:
        listener.close()
        raise AddressError(f"“{host}:{port}” cannot be listened at: {error.strerror}") from None
    return listener
