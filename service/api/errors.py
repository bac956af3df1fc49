"""The one shape of every error, ``{"error": {"code", "message", "details"}}``, whatever raised it."""

from __future__ import annotations

import logging
from http import HTTPStatus
from typing import TYPE_CHECKING, Any, Final

from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse
from sqlalchemy.exc import OperationalError
from starlette.exceptions import HTTPException

from scoring.errors import SikwuError
from service.pool import BusyError

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from fastapi import FastAPI, Request
    from starlette.types import Scope

LOG: Final = logging.getLogger("sikwu")

UPLOADS: Final = frozenset({"/api/v1/read", "/api/v1/photos"})
"""Where photos are sent to."""

RETRY_AFTER: Final = 1
"""Seconds after which a refused request is worth another try: about what a waiting photo takes."""

STATUS: Final[Mapping[str, HTTPStatus]] = {
    "busy": HTTPStatus.SERVICE_UNAVAILABLE,
    "game_changed": HTTPStatus.CONFLICT,
    "game_missing": HTTPStatus.NOT_FOUND,
    "hand_missing": HTTPStatus.NOT_FOUND,
    "house_rules_missing": HTTPStatus.NOT_FOUND,
    "later_hand": HTTPStatus.CONFLICT,
    "nothing_to_redo": HTTPStatus.CONFLICT,
    "nothing_to_undo": HTTPStatus.CONFLICT,
    "photo_missing": HTTPStatus.NOT_FOUND,
    "photo_too_large": HTTPStatus.CONTENT_TOO_LARGE
    if hasattr(HTTPStatus, "CONTENT_TOO_LARGE")
    else HTTPStatus.REQUEST_ENTITY_TOO_LARGE,
    "photo_unreadable": HTTPStatus.UNSUPPORTED_MEDIA_TYPE,
    "store_unusable": HTTPStatus.INTERNAL_SERVER_ERROR,
    "weights_missing": HTTPStatus.INTERNAL_SERVER_ERROR,
    "weights_checksum": HTTPStatus.INTERNAL_SERVER_ERROR,
    "weights_unfit": HTTPStatus.INTERNAL_SERVER_ERROR,
}
"""The status of a refusal by its code; every other one is 422, input that was understood and cannot be answered."""

_CODES: Final[Mapping[int, str]] = {
    400: "bad_request",
    404: "not_found",
    405: "method_not_allowed",
    413: "too_large",
    415: "unsupported_media_type",
    422: "bad_request",
    500: "internal",
}


def error_json(code: str, message: str, details: Mapping[str, Any] | None = None) -> dict[str, Any]:
    """Return an error as the API, and nothing else, writes it."""
    return {"error": {"code": code, "message": message, "details": dict(details or {})}}


def response(
    status: int,
    code: str,
    message: str,
    details: Mapping[str, Any] | None = None,
    headers: Mapping[str, str] | None = None,
) -> JSONResponse:
    """Return an error as a response."""
    return JSONResponse(error_json(code, message, details), status, headers)


def install(app: FastAPI) -> None:
    """Make every error of an application have the one shape."""
    app.add_exception_handler(SikwuError, _refused)
    app.add_exception_handler(RequestValidationError, _invalid)
    app.add_exception_handler(HTTPException, _http)
    app.add_exception_handler(OperationalError, _store_busy)


async def _refused(request: Request, error: Exception) -> JSONResponse:
    assert isinstance(error, SikwuError)
    request.app.state.metrics.refused.labels(error.code).inc()
    status = STATUS.get(error.code, HTTPStatus.UNPROCESSABLE_ENTITY)
    headers = {"Retry-After": str(RETRY_AFTER)} if isinstance(error, BusyError) else None
    return response(status, error.code, error.message, error.details, headers)


async def _invalid(request: Request, error: Exception) -> JSONResponse:
    """Answer what FastAPI found wrong with a request: the wrong kind of body 415, else 422 with each fault's place."""
    assert isinstance(error, RequestValidationError)
    faults = error.errors()
    kind = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    wanted = "multipart/form-data" if request.url.path in UPLOADS else "application/json"
    if faults[0]["loc"][0] == "body" and kind != wanted:
        sent = f"“{kind}”" if kind else "a body without a content type"
        return response(415, _CODES[415], f"{request.url.path} takes {wanted}, not {sent}")
    return response(422, _CODES[422], sentence(faults), {"faults": [_fault(fault) for fault in faults]})


def sentence(faults: Sequence[Mapping[str, Any]]) -> str:
    """Say the first fault in one sentence that quotes the input."""
    first = _fault(faults[0])
    if faults[0]["type"] == "json_invalid":
        return f"The body is no JSON: {faults[0]['ctx']['error']} at character {first['where']}"
    if faults[0]["type"] == "missing":
        return f"“{first['where'] or 'body'}” is missing"
    if faults[0]["type"] == "extra_forbidden":
        return f"“{first['where']}” is no field of this request"
    return f"“{first['where']}” cannot be {first['input']}: {first['message']}"


def _fault(fault: Mapping[str, Any]) -> dict[str, str]:
    text = repr(fault.get("input"))
    return {
        "where": ".".join(str(part) for part in fault["loc"][1:]),
        "message": str(fault["msg"]),
        "input": text if len(text) <= 80 else f"{text[:80]}…",
    }


async def _http(request: Request, error: Exception) -> JSONResponse:
    assert isinstance(error, HTTPException)
    path = request.url.path
    message = {
        404: f"There is nothing at “{path}”",
        405: f"“{path}” does not take {request.method}",
    }.get(error.status_code, str(error.detail))
    code = _CODES.get(error.status_code, f"http_{error.status_code}")
    return response(error.status_code, code, message, headers=error.headers)


async def _store_busy(request: Request, error: Exception) -> JSONResponse:
    """Answer a database that is locked for too long or out of reach; the log has its own words."""
    LOG.error("the store does not answer", extra={"path": request.url.path}, exc_info=error)
    return response(
        503, "store_busy", "The store does not answer; try again in a moment", headers={"Retry-After": str(RETRY_AFTER)}
    )


def failed(scope: Scope, error: Exception) -> JSONResponse:
    """Answer a fault of ours: the log has the whole of it, the answer nothing of the inside."""
    LOG.error("a request failed", extra={"method": scope["method"], "path": scope["path"]}, exc_info=error)
    return response(500, _CODES[500], "Something went wrong inside sikwu; its log says what")
