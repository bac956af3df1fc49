"""The application: API, page, drawings of the tiles, one shape of every error."""

from __future__ import annotations

from contextlib import asynccontextmanager
from importlib.metadata import version
from pathlib import Path
from typing import TYPE_CHECKING, Final

from fastapi import FastAPI
from fastapi.responses import FileResponse, JSONResponse
from starlette.staticfiles import StaticFiles

import datasets
from scoring.tiles import TILES
from service.api import errors, routes
from service.api.headers import SafeHeaders
from service.api.limits import BodyLimit
from service.api.schemas import Health
from service.services import Services

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

__all__ = ["Services", "create_app"]

WEB: Final = Path(__file__).with_name("web")
FACES: Final = Path(datasets.__file__).parent / "faces" / "svg"

FILE_FIELDS: Final = 4
"""Parts of a form beyond the photo that are looked at before it is refused."""


def create_app(services: Services) -> FastAPI:
    """Make the application; it closes ``services`` when it ends."""

    @asynccontextmanager
    async def lifespan(_: FastAPI) -> AsyncIterator[None]:
        yield
        services.close()

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
    errors.install(app)
    app.add_middleware(BodyLimit, photo_bytes=services.settings.max_photo_bytes)
    app.add_middleware(SafeHeaders)
    app.include_router(routes.router)

    @app.get("/healthz", response_model=Health, tags=["service"])
    def healthz() -> JSONResponse:
        """Tell that the service can answer."""
        return JSONResponse({"status": "ok", "version": app.version})

    @app.get("/faces/names.json", include_in_schema=False)
    def names() -> JSONResponse:
        """Give what a player calls each tile, by code."""
        return JSONResponse({tile.code: {"zh": tile.zh, "en": tile.en, "jyutping": tile.jyutping} for tile in TILES})

    @app.get("/", include_in_schema=False)
    def page() -> FileResponse:
        """Give the page."""
        return FileResponse(WEB / "index.html")

    @app.get("/docs", include_in_schema=False)
    def docs() -> FileResponse:
        """Describe the API, without anything from elsewhere."""
        return FileResponse(WEB / "docs.html")

    app.mount("/faces", StaticFiles(directory=FACES))
    app.mount("/web", StaticFiles(directory=WEB))
    return app
