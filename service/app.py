"""The application: API, page, drawings of the tiles, one shape of every error."""

from __future__ import annotations

import asyncio
import logging
import mimetypes
from contextlib import asynccontextmanager
from importlib.metadata import version
from typing import TYPE_CHECKING, Final

from fastapi import FastAPI
from starlette.middleware.gzip import GZipMiddleware
from starlette.staticfiles import StaticFiles

from service.api import errors, game_routes, house_routes, photo_routes, routes, service_routes
from service.api.described import describe
from service.api.headers import SafeHeaders
from service.api.hosts import KnownHosts
from service.api.limits import BodyLimit
from service.api.metrics import Metrics
from service.api.observe import Observe
from service.api.service_routes import FACES, WEB
from service.lan.addresses import host_names
from service.lan.trust import trust_router
from service.services import Services

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

    from service.lan.authority import Trust

__all__ = ["Services", "create_app"]

LOG: Final = logging.getLogger("sikwu")

# What a machine's own table of types may lack or have wrong.
for suffix, kind in {
    ".js": "text/javascript",
    ".css": "text/css",
    ".svg": "image/svg+xml",
    ".webmanifest": "application/manifest+json",
}.items():
    mimetypes.add_type(kind, suffix)

FILE_FIELDS: Final = 4
"""Parts of a form beyond the photo that are looked at before it is refused."""


def create_app(services: Services, trust: Trust | None = None, secure_port: int = 0) -> FastAPI:
    """Make the application; it closes ``services`` when it ends.

    Args:
        services: what it works with.
        trust: what phones in the network may trust; None where it is not served to them.
        secure_port: the port that is served with TLS, with ``trust``.

    """

    @asynccontextmanager
    async def lifespan(_: FastAPI) -> AsyncIterator[None]:
        sweeping = asyncio.create_task(_sweep(services))
        yield
        sweeping.cancel()
        services.close()

    settings = services.settings
    app = FastAPI(
        title="sikwu",
        summary="A photo of a winning Hong Kong mahjong hand becomes its faan and who pays whom.",
        version=version("sikwu"),
        license_info={"name": "AGPL-3.0-or-later", "identifier": "AGPL-3.0-or-later"},
        lifespan=lifespan,
        docs_url=None,
        redoc_url=None,
        form_limits={"max_files": 1, "max_fields": FILE_FIELDS},
    )
    app.state.services = services
    app.state.metrics = Metrics(services.pool, app.version)
    errors.install(app)
    app.add_middleware(BodyLimit, photo_bytes=settings.max_photo_bytes)
    app.add_middleware(GZipMiddleware, compresslevel=6)
    app.add_middleware(Observe, metrics=app.state.metrics)
    app.add_middleware(KnownHosts, names=[*host_names(), *settings.names.lower().replace(",", " ").split()])
    app.add_middleware(SafeHeaders)
    for router in (routes, photo_routes, game_routes, house_routes, service_routes):
        app.include_router(router.router)
    if trust is not None:
        app.include_router(trust_router(trust, secure_port))
    describe(app)
    app.mount("/faces", StaticFiles(directory=FACES))
    app.mount("/web", StaticFiles(directory=WEB))
    return app


SWEEP_SECONDS: Final = 3600
"""How often photos that have been kept long enough are looked for."""


async def _sweep(services: Services) -> None:
    """Delete photos that have been kept long enough, at the start and every hour."""
    while True:
        try:
            count = await asyncio.to_thread(services.store.photos.sweep)
            LOG.info("photos swept", extra={"deleted": count})
        except Exception:
            LOG.exception("photos cannot be swept")
        await asyncio.sleep(SWEEP_SECONDS)
