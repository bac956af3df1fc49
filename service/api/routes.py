"""The routes under ``/api/v1`` for photos to read, hands and rules."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Annotated, Any

from fastapi import APIRouter, File, Form, Path, Query, Request, Response, UploadFile
from fastapi.responses import JSONResponse

from service.answers import (
    compare_answer,
    explain_answer,
    possible_answer,
    price_answer,
    rule_set_answer,
    rules_answer,
    score_answer,
    score_win,
)
from service.api.given import Given, refusals, shipped
from service.api.photo_routes import kept_json, uploaded
from service.api.schemas import (
    CompareAnswer,
    ExplainAnswer,
    HandsAnswer,
    PossibleAnswer,
    PriceAnswer,
    PriceRequest,
    ReadAnswer,
    RulesAnswer,
    RuleSetAnswer,
    SavedHandAnswer,
    ScoreAnswer,
    WinRequest,
)

if TYPE_CHECKING:
    from service.services import Services

router = APIRouter(prefix="/api/v1")


@router.post(
    "/read",
    response_model=ReadAnswer,
    response_model_exclude_unset=True,
    responses=refusals(400, 413, 415, 422, 503),
    tags=["photos"],
)
async def read(
    request: Request,
    services: Given,
    photo: Annotated[UploadFile, File(description="A JPEG, PNG, WebP or HEIC; its content decides, not its name.")],
    keep: Annotated[bool, Form(description="Whether the person says that the photo be kept.")] = False,
) -> JSONResponse:
    """Find the tiles and the hand in a photo. The photo is kept only where ``keep`` says so."""
    data, name = await uploaded(services, photo)
    with_time = partial(_read, services, data, name, keep)
    answer, seconds = await services.pool.run(with_time)
    request.app.state.metrics.reading_seconds.observe(seconds)
    return JSONResponse(answer)


def _read(services: Services, data: bytes, name: str, keep: bool) -> tuple[dict[str, Any], float]:
    reading = services.reader.read(data, name)[1]
    answer = reading.to_json()
    if keep:
        answer["kept"] = kept_json(services, data, name)
    return answer, reading.seconds


def _scored(asked: WinRequest) -> dict[str, Any]:
    shipped(asked.rules)
    return score_answer(score_win(asked.hand, asked.win()))


@router.post("/score", response_model=ScoreAnswer, responses=refusals(400, 413, 415, 422), tags=["hands"])
def score(asked: WinRequest) -> JSONResponse:
    """Score a hand: faan, points, and who pays whom. A hand that is no win is an answer too, with its problems."""
    return JSONResponse(_scored(asked))


@router.post("/compare", response_model=CompareAnswer, responses=refusals(400, 413, 415, 422), tags=["hands"])
def compare(asked: WinRequest) -> JSONResponse:
    """Score the same hand under every rule set that ships, side by side; ``rules`` and ``set`` do not matter."""
    return JSONResponse(compare_answer(asked.hand, asked.win()))


@router.post("/explain", response_model=ExplainAnswer, responses=refusals(400, 413, 415, 422), tags=["hands"])
def explain(asked: WinRequest) -> JSONResponse:
    """Say in sentences why a hand is worth what it is, what did not count, and what would have been dearer."""
    shipped(asked.rules)
    return JSONResponse(explain_answer(asked.hand, asked.win()))


@router.post("/possible", response_model=PossibleAnswer, responses=refusals(400, 413, 415, 422), tags=["hands"])
def possible(asked: WinRequest) -> JSONResponse:
    """Tell for each event whether it may be chosen beside those that are, and if not, why."""
    shipped(asked.rules)
    return JSONResponse(possible_answer(asked.hand, asked.win()))


@router.post("/price", response_model=PriceAnswer, responses=refusals(400, 413, 415, 422), tags=["hands"])
def price(asked: PriceRequest) -> JSONResponse:
    """Tell what faan that were counted by hand are worth, and who pays whom."""
    shipped(asked.rules)
    return JSONResponse(price_answer(asked.faan, asked.win()))


@router.get("/rules", response_model=RulesAnswer, responses=refusals(), tags=["rules"])
def rules() -> JSONResponse:
    """List the rule sets that ship, and every pattern with its names."""
    return JSONResponse(rules_answer())


@router.get("/rules/{name}", response_model=RuleSetAnswer, responses=refusals(422), tags=["rules"])
def rule_set(name: Annotated[str, Path(examples=["hkma"])]) -> JSONResponse:
    """Show one rule set in full: every switch, its value, and what it decides."""
    return JSONResponse(rule_set_answer(shipped(name)))


@router.post(
    "/hands",
    status_code=201,
    response_model=SavedHandAnswer,
    responses=refusals(400, 413, 415, 422, 503),
    tags=["hands kept"],
)
def save_hand(services: Given, asked: WinRequest) -> JSONResponse:
    """Score a hand and keep it with its result. No photo is kept."""
    saved = services.store.save(asked.hand, asked.rules, asked.circumstances(), _scored(asked))
    return JSONResponse(saved.to_json(), 201)


@router.get("/hands", response_model=HandsAnswer, responses=refusals(422, 503), tags=["hands kept"])
def hands(services: Given, limit: Annotated[int, Query(ge=1, le=500)] = 50) -> JSONResponse:
    """List the hands kept, the latest first."""
    return JSONResponse({"hands": [saved.to_json() for saved in services.store.hands(limit)]})


@router.delete("/hands/{identity}", status_code=204, responses=refusals(404, 422, 503), tags=["hands kept"])
def forget_hand(services: Given, identity: Annotated[int, Path(ge=1, le=2**63 - 1, examples=[1])]) -> Response:
    """Forget a hand."""
    services.store.delete(identity)
    return Response(status_code=204)
