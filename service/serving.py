"""Starts the service: the addresses first, so that a port in use is one sentence, then networks and store."""

from __future__ import annotations

import asyncio
import io
import signal
import socket
from contextlib import ExitStack, contextmanager
from functools import partial
from ipaddress import ip_address
from typing import TYPE_CHECKING, Any, ClassVar

import segno
import uvicorn

from scoring.errors import SikwuError
from service import logs
from service.app import Services, create_app
from service.console import make_console
from service.lan.addresses import host_names, lan_addresses
from service.lan.authority import ensure

if TYPE_CHECKING:
    from collections.abc import Iterator
    from types import FrameType

    from fastapi import FastAPI
    from rich.console import Console

    from service.lan.authority import Trust
    from service.settings import Settings

EVERYWHERE = "0.0.0.0"  # noqa: S104  only where phones in the network are asked in
GRACE_SECONDS = 5
"""How long requests in progress may go on when the service is stopped."""


class AddressError(SikwuError):
    """The address cannot be listened at."""

    default_code: ClassVar[str] = "bad_address"


def serve(settings: Settings) -> None:
    """Serve until interrupted.

    Raises:
        AddressError: the address does not exist or is in use.
        AuthorityError: the certificates cannot be kept.
        WeightsError: the networks cannot be loaded.
        StoreError: the store cannot be opened.

    """
    logs.set_up(settings.log)
    console = make_console()
    with ExitStack() as open_sockets:
        plain = open_sockets.enter_context(listen(host_of(settings), settings.port))
        if not settings.lan:
            app = create_app(Services.open(settings))
            console.print(f"食糊 sikwu is at {_address('http', plain)}", "(stop with Ctrl-C)")
            _say_where(console, settings, app)
            run([(_config(app), plain)])
            return
        secure = open_sockets.enter_context(listen(host_of(settings), settings.tls_port))
        trust = ensure(settings.data / "authority", host_names(), lan_addresses())
        app = create_app(Services.open(settings), trust, secure.getsockname()[1])
        _welcome(console, trust, plain, secure)
        _say_where(console, settings, app)
        tls = _config(app, lifespan="off", ssl_certfile=trust.certificate, ssl_keyfile=trust.key)
        run([(_config(app), plain), (tls, secure)])


def host_of(settings: Settings) -> str:
    """Tell where to listen: at every address where phones are asked in, unless another one is set."""
    return EVERYWHERE if settings.lan and _is_loopback(settings.host) else settings.host


def _is_loopback(host: str) -> bool:
    try:
        return host == "localhost" or ip_address(host).is_loopback
    except ValueError:
        return False


def _address(scheme: str, listener: socket.socket, host: str | None = None) -> str:
    own, port = listener.getsockname()[:2]
    host = host or own
    return f"{scheme}://{f'[{host}]' if ':' in host else host}:{port}/"


def _say_where(console: Console, settings: Settings, app: FastAPI) -> None:
    say = partial(console.print, style="dim", soft_wrap=True)
    say(f"Hands and games are kept in {app.state.services.store.place}")
    say(f"Photos are kept only where somebody says so, in {settings.photos or settings.data / 'photos'}")


def _welcome(console: Console, trust: Trust, plain: socket.socket, secure: socket.socket) -> None:
    """Print where a phone finds the service: a code to scan, and the addresses."""
    say = partial(console.print, soft_wrap=True)
    own = plain.getsockname()[0]
    addresses = [str(address) for address in lan_addresses()] if own == EVERYWHERE else [own]
    if not addresses:
        console.print("This machine is in no network: join one, then start again.", style="yellow")
        addresses = ["127.0.0.1"]
    start = f"{_address('http', plain, addresses[0])}trust"
    console.print("食糊 sikwu: scan with a phone in the same network")
    console.print()
    code = io.StringIO()
    segno.make(start, error="m", micro=False).terminal(out=code, border=2, compact=True)
    console.print(code.getvalue(), soft_wrap=True)
    console.print()
    say(f"  {start}   the first time on a phone: how to trust this table")
    for address in addresses:
        say(f"  {_address('https', secure, address)}   with the live camera, once trusted")
        say(f"  {_address('http', plain, address)}   without: photos by the phone's camera app")
    say(f"Fingerprint of the certificate (SHA-256): {trust.fingerprint}", style="dim")
    if trust.fresh:
        console.print("The certificate was made just now: phones have to trust it once.", style="dim")
    console.print("Anybody in this network can use it. Stop with Ctrl-C.", style="dim")


def _config(app: FastAPI, **more: Any) -> uvicorn.Config:
    return uvicorn.Config(
        app, log_config=None, access_log=False, server_header=False, timeout_graceful_shutdown=GRACE_SECONDS, **more
    )


class _Server(uvicorn.Server):
    """A server that leaves signals to `run`."""

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        yield


def run(configs: list[tuple[uvicorn.Config, socket.socket]]) -> None:
    """Serve at every socket until interrupted. The first server begins before the others and ends after them.

    Raises:
        KeyboardInterrupt: it was interrupted, after everything has ended in order.

    """
    servers = [_Server(config) for config, _ in configs]
    received: list[int] = []

    def stop(number: int, _frame: FrameType | None) -> None:
        received.append(number)
        for server in servers:
            server.force_exit = server.force_exit or (server.should_exit and number == signal.SIGINT)
            server.should_exit = True

    async def all_of_them() -> None:
        first = asyncio.create_task(servers[0].serve([configs[0][1]]))
        while not servers[0].started and not first.done():  # noqa: ASYNC110  uvicorn gives no event to wait for
            await asyncio.sleep(0.01)
        rest = [server.serve([listener]) for server, (_, listener) in zip(servers[1:], configs[1:], strict=True)]
        await asyncio.gather(first, *rest)

    before = {number: signal.signal(number, stop) for number in (signal.SIGINT, signal.SIGTERM)}
    try:
        asyncio.run(all_of_them())
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
    if signal.SIGINT in received:
        raise KeyboardInterrupt


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
