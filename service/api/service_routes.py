"""The routes of the service itself: health, numbers, the app's page, and what the tiles are called."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from fastapi import APIRouter, Request, Response
from fastapi.responses import FileResponse, JSONResponse

import datasets
from scoring.tiles import TILES
from service.api.given import refusals
from service.api.metrics import CONTENT_TYPE
from service.api.schemas import Health

WEB: Final = Path(__file__).resolve().parents[1] / "web"
FACES: Final = Path(datasets.__file__).parent / "faces" / "svg"

router = APIRouter()


@router.get("/healthz", response_model=Health, responses=refusals(), tags=["service"])
def healthz(request: Request) -> JSONResponse:
    """Tell that the service can answer."""
    return JSONResponse({"status": "ok", "version": request.app.version})


@router.get(
    "/metrics",
    response_class=Response,
    responses={200: {"content": {"text/plain": {}}}, **refusals()},
    tags=["service"],
)
def metrics(request: Request) -> Response:
    """Give the service's numbers in the text format of Prometheus."""
    return Response(request.app.state.metrics.text(), media_type=CONTENT_TYPE)


@router.get("/faces/names.json", include_in_schema=False)
def names() -> JSONResponse:
    """Give what a player calls each tile, by code."""
    return JSONResponse({tile.code: {"zh": tile.zh, "en": tile.en, "jyutping": tile.jyutping} for tile in TILES})


@router.get("/", include_in_schema=False)
def page() -> FileResponse:
    """Give the page."""
    return FileResponse(WEB / "index.html")


@router.get("/docs", include_in_schema=False)
def docs() -> FileResponse:
    """Describe the API, without anything from elsewhere."""
    return FileResponse(WEB / "docs.html")


@router.get("/sw.js", include_in_schema=False)
def worker() -> FileResponse:
    """Give the app's service worker, which may serve only what lies below its own address."""
    return FileResponse(WEB / "sw.js", media_type="text/javascript")
