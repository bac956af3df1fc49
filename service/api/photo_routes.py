"""The routes of photos that a person chose to keep."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Annotated, Any

from fastapi import APIRouter, File, Path, Query, Response, UploadFile
from fastapi.responses import JSONResponse

from service.api.given import Given, refusals
from service.api.schemas import PhotoAnswer, PhotosAnswer
from service.reader import reencoded
from service.store.tables import shown
from vision.errors import PhotoError

if TYPE_CHECKING:
    from service.services import Services
    from service.store.photos import KeptPhoto

router = APIRouter(prefix="/api/v1/photos", tags=["photos kept"])

PhotoId = Annotated[str, Path(min_length=8, max_length=64, pattern=r"^[\w-]+$", examples=["q3J9xB2kTz0f"])]


async def uploaded(services: Services, photo: UploadFile) -> tuple[bytes, str]:
    """Return an upload's bytes, and its name without any folder.

    Raises:
        PhotoError: it is larger than the settings allow.

    """
    name = (photo.filename or "photo").replace("\\", "/").rsplit("/", 1)[-1][:200] or "photo"
    limit = services.settings.max_photo_bytes
    data = await photo.read(limit + 1)
    if len(data) > limit:
        raise PhotoError(f"“{name}” is larger than {limit:,} bytes", code="photo_too_large", photo=name, limit=limit)
    return data, name


def kept_json(services: Services, data: bytes, name: str) -> dict[str, Any]:
    """Keep a photo's pixels and return what the API says of it. To be run in the pool.

    Raises:
        PhotoError: it cannot be opened.
        StoreError: it cannot be written.

    """
    return photo_json(services.store.photos.keep(*reencoded(data, name)))


def photo_json(kept: KeptPhoto) -> dict[str, Any]:
    """Return what the API says of a photo that is kept."""
    return {
        "id": kept.id,
        "url": f"/api/v1/photos/{kept.id}",
        "kept_at": shown(kept.kept_at),
        "kept_until": None if kept.kept_until is None else shown(kept.kept_until),
        "width": kept.width,
        "height": kept.height,
        "bytes": kept.size,
    }


@router.post("", status_code=201, response_model=PhotoAnswer, responses=refusals(400, 413, 415, 422, 503))
async def keep(
    services: Given, photo: Annotated[UploadFile, File(description="A JPEG, PNG, WebP or HEIC.")]
) -> JSONResponse:
    """Keep a photo: its pixels, upright, and nothing of where and with what it was taken."""
    data, name = await uploaded(services, photo)
    return JSONResponse(await services.pool.run(partial(kept_json, services, data, name)), 201)


@router.get("", response_model=PhotosAnswer, responses=refusals(422, 503))
def photos(services: Given, limit: Annotated[int, Query(ge=1, le=500)] = 50) -> JSONResponse:
    """List the photos kept, the latest first."""
    return JSONResponse({"photos": [photo_json(kept) for kept in services.store.photos.latest(limit)]})


@router.get(
    "/{identity}",
    response_class=Response,
    responses={200: {"content": {"image/jpeg": {}}}, **refusals(404, 422, 503)},
)
def photo(services: Given, identity: PhotoId) -> Response:
    """Give a photo."""
    headers = {"Cache-Control": "private, no-cache"}
    return Response(services.store.photos.get(identity), media_type="image/jpeg", headers=headers)


@router.delete("/{identity}", status_code=204, responses=refusals(404, 422, 503))
def forget(services: Given, identity: PhotoId) -> Response:
    """Forget a photo. Hands that name it stay, without it."""
    services.store.photos.delete(identity)
    return Response(status_code=204)
