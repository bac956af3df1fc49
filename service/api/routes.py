"""The routes under ``/api/v1``."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Annotated, Any

from fastapi import APIRouter, Depends, File, Path, Query, Request, Response, UploadFile
from fastapi.responses import JSONResponse

from scoring.errors import RulesError
from scoring.rules import NAMES
from service.answers import rule_set_answer, rules_answer, score_answer, score_win
from service.api.schemas import (
    ErrorAnswer,
    HandsAnswer,
    ReadAnswer,
    RulesAnswer,
    RuleSetAnswer,
    SavedHandAnswer,
    ScoreAnswer,
    WinRequest,
)
from vision.errors import PhotoError

if TYPE_CHECKING:
    from service.services import Services


def services_of(request: Request) -> Services:
    """Return what the application was made with."""
    services: Services = request.app.state.services
    return services


Given = Annotated[Any, Depends(services_of)]


def refusals(*statuses: int) -> dict[int | str, dict[str, Any]]:
    """Document the errors of a route."""
    return {status: {"model": ErrorAnswer} for status in (*statuses, 500)}


router = APIRouter(prefix="/api/v1")


@router.post("/read", response_model=ReadAnswer, responses=refusals(413, 415, 422, 503), tags=["photos"])
async def read(
    services: Given,
    photo: Annotated[UploadFile, File(description="A JPEG, PNG, WebP or HEIC; its content decides, not its name.")],
) -> JSONResponse:
    """Find the tiles and the hand in a photo. The photo is not kept."""
    name = (photo.filename or "photo").replace("\\", "/").rsplit("/", 1)[-1][:200] or "photo"
    limit = services.settings.max_photo_bytes
    data = await photo.read(limit + 1)
    if len(data) > limit:
        raise PhotoError(f"“{name}” is larger than {limit:,} bytes", code="photo_too_large", photo=name, limit=limit)
    answer = await services.pool.run(partial(_read, services, data, name))
    return JSONResponse(answer)


def _read(services: Services, data: bytes, name: str) -> dict[str, Any]:
    return services.reader.read(data, name)[1].to_json()


def _scored(asked: WinRequest) -> dict[str, Any]:
    _shipped(asked.rules)
    return score_answer(score_win(asked.hand, asked.win()))


def _shipped(name: str) -> None:
    """Refuse what is no name of a rule set that ships: a request must not open files."""
    if name.endswith(".toml"):
        raise RulesError(f"“{name}” is no rule set; there are {', '.join(NAMES)}", code="unknown_rules")


@router.post("/score", response_model=ScoreAnswer, responses=refusals(413, 415, 422), tags=["hands"])
def score(asked: WinRequest) -> JSONResponse:
    """Score a hand: faan, points, and who pays whom. A hand that is no win is an answer too, with its problems."""
    return JSONResponse(_scored(asked))


@router.get("/rules", response_model=RulesAnswer, responses=refusals(), tags=["rules"])
def rules() -> JSONResponse:
    """List the rule sets that ship, and every pattern with its names."""
    return JSONResponse(rules_answer())


@router.get("/rules/{name}", response_model=RuleSetAnswer, responses=refusals(422), tags=["rules"])
def rule_set(name: str) -> JSONResponse:
    """Show one rule set in full: every switch, its value, and what it decides."""
    _shipped(name)
    return JSONResponse(rule_set_answer(name))


@router.post(
    "/hands", status_code=201, response_model=SavedHandAnswer, responses=refusals(413, 415, 422), tags=["hands kept"]
)
def save_hand(services: Given, asked: WinRequest) -> JSONResponse:
    """Score a hand and keep it with its result. No photo is kept."""
    saved = services.store.save(asked.hand, asked.rules, asked.circumstances(), _scored(asked))
    return JSONResponse(saved.to_json(), 201)


@router.get("/hands", response_model=HandsAnswer, responses=refusals(422), tags=["hands kept"])
def hands(services: Given, limit: Annotated[int, Query(ge=1, le=500)] = 50) -> JSONResponse:
    """List the hands kept, the latest first."""
    return JSONResponse({"hands": [saved.to_json() for saved in services.store.hands(limit)]})


@router.delete("/hands/{identity}", status_code=204, responses=refusals(404, 422), tags=["hands kept"])
def forget_hand(services: Given, identity: Annotated[int, Path(ge=1, le=2**63 - 1)]) -> Response:
    """Forget a hand."""
    services.store.delete(identity)
    return Response(status_code=204)
