"""What routes share: what the application was made with, and how errors are documented."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any, Final

from fastapi import Depends, Request

from scoring.errors import RulesError
from scoring.rules import NAMES
from service.api.schemas import ErrorAnswer

if TYPE_CHECKING:
    from service.services import Services


def services_of(request: Request) -> Services:
    """Return what the application was made with."""
    services: Services = request.app.state.services
    return services


Given = Annotated[Any, Depends(services_of)]
"""A `Services`; FastAPI must not look into it."""

_EXAMPLES: Final = {
    400: ("bad_request", "There was an error parsing the body"),
    404: ("game_missing", "There is no game “q3J9xB2kTz0f”"),
    405: ("method_not_allowed", "“/api/v1/score” does not take GET"),
    409: ("game_changed", "The game has moved on from version 3 to 4"),
    413: ("photo_too_large", "“hand.jpg” is larger than 25,000,000 bytes"),
    415: ("photo_unreadable", "“hand.jpg” is not a JPEG, PNG, WebP or HEIC photo"),
    422: ("bad_request", "“seat” cannot be 'X': Input should be 'E', 'S', 'W' or 'N'"),
    500: ("internal", "Something went wrong inside sikwu; its log says what"),
    503: ("busy", "9 photos are being read or waiting; try again in a moment"),
}


def refusals(*statuses: int) -> dict[int | str, dict[str, Any]]:
    """Document the errors of a route, each with an example."""
    documented: dict[int | str, dict[str, Any]] = {}
    for status in sorted({*statuses, 500}):
        code, message = _EXAMPLES[status]
        example = {"error": {"code": code, "message": message, "details": {}}}
        documented[status] = {"model": ErrorAnswer, "content": {"application/json": {"example": example}}}
        if status == 503:
            documented[status]["headers"] = {
                "Retry-After": {"description": "Seconds to wait.", "schema": {"type": "integer"}}
            }
    return documented


def shipped(name: str) -> str:
    """Return the name; what is no name of a rule set that ships is refused: a request must not open files."""
    if name.endswith(".toml"):
        raise RulesError(f"“{name}” is no rule set; there are {', '.join(NAMES)}", code="unknown_rules")
    return name
