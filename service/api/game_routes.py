"""The routes of games: a table's running ledger."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import TYPE_CHECKING, Annotated, Any
from urllib.parse import quote

from fastapi import APIRouter, Body, Path, Query, Response
from fastapi.responses import JSONResponse

from service.api.game_answers import (
    game_answer,
    game_in_short,
    hands_answer,
    photos_named,
    photos_of,
    telling,
)
from service.api.game_schemas import (
    HAND_EXAMPLES,
    GameAnswer,
    GameChange,
    GamesAnswer,
    HandAddedAnswer,
    HandInFull,
    HandRequest,
    NewGame,
)
from service.api.given import Given, refusals, shipped
from service.games.export import to_csv
from service.games.history import Facts
from service.games.turns import Dealing
from service.store import StoreError

if TYPE_CHECKING:
    from service.api.game_schemas import Dealing as DealingRequest
    from service.services import Services
    from service.store.games import Game

router = APIRouter(prefix="/api/v1/games", tags=["games"])

GameId = Annotated[str, Path(min_length=8, max_length=64, pattern=r"^[\w-]+$", examples=["q3J9xB2kTz0f"])]
HandId = Annotated[int, Path(ge=1, le=2**63 - 1, examples=[1])]
Version = Annotated[
    int | None,
    Query(
        ge=1,
        le=2**31 - 1,
        examples=[3],
        description="The version of the game that was seen; refused if it has moved on.",
    ),
]
AskedHand = Annotated[HandRequest, Body(openapi_examples=HAND_EXAMPLES)]

SAME = "What an earlier request with the same key made."
CHANGES = refusals(400, 404, 409, 413, 415, 422, 503)


def _answer(services: Services, game: Game, *, in_full: bool = False) -> dict[str, Any]:
    return game_answer(game, services.store.photos.existing(photos_of(game)), in_full=in_full)


def _with_hand(services: Services, game: Game, hand: int, status: int = 200) -> JSONResponse:
    answer = _answer(services, game)
    mine = next((one for one in answer["hands"] if one["id"] == hand), None)
    return JSONResponse({"hand": mine, "game": answer}, status)


def _dealing(asked: DealingRequest) -> Dealing:
    return Dealing(asked.draw, asked.false_win, asked.rounds)


def _check_photos(services: Services, asked: HandRequest) -> None:
    """Refuse a hand that names a photo that is not kept."""
    named = photos_named(asked)
    missing = named - services.store.photos.existing(named)
    if missing:
        photo = min(missing)
        raise StoreError(f"There is no photo “{photo}”", code="photo_missing", id=photo)


@router.post(
    "",
    status_code=201,
    response_model=GameAnswer,
    responses={200: {"model": GameAnswer, "description": SAME}, **refusals(400, 413, 415, 422, 503)},
)
def begin(services: Given, asked: NewGame) -> JSONResponse:
    """Begin a game."""
    facts = Facts(asked.name, tuple(asked.players), shipped(asked.rules), dict(asked.set), _dealing(asked.dealing))
    game, new = services.store.games.begin(facts, asked.key)
    return JSONResponse(_answer(services, game), 201 if new else 200)


@router.get("", response_model=GamesAnswer, responses=refusals(422, 503))
def games(services: Given, limit: Annotated[int, Query(ge=1, le=500)] = 50) -> JSONResponse:
    """List the games, the latest changed first."""
    return JSONResponse({"games": [game_in_short(game) for game in services.store.games.latest(limit)]})


@router.get("/{game}", response_model=GameAnswer, responses=refusals(404, 422, 503))
def show(services: Given, game: GameId) -> JSONResponse:
    """Show a game with every hand, the running totals, and where the next hand stands."""
    return JSONResponse(_answer(services, services.store.games.get(game)))


@router.patch("/{game}", response_model=GameAnswer, responses=CHANGES)
def change(services: Given, game: GameId, asked: GameChange, version: Version = None) -> JSONResponse:
    """Change names, rules or dealing. With other rules every hand is counted anew."""

    def changed(facts: Facts) -> Facts:
        return replace(
            facts,
            name=facts.name if asked.name is None else asked.name,
            players=facts.players if asked.players is None else tuple(asked.players),
            rules=facts.rules if asked.rules is None else shipped(asked.rules),
            settings=facts.settings if asked.set is None else dict(asked.set),
            dealing=facts.dealing if asked.dealing is None else _dealing(asked.dealing),
        )

    return JSONResponse(_answer(services, services.store.games.change(game, changed, version)))


@router.delete("/{game}", status_code=204, responses=refusals(404, 422, 503))
def forget(services: Given, game: GameId) -> Response:
    """Forget a game with every hand and their photos."""
    services.store.photos.delete_all(services.store.games.delete(game))
    return Response(status_code=204)


@router.post(
    "/{game}/hands",
    status_code=201,
    response_model=HandAddedAnswer,
    responses={200: {"model": HandAddedAnswer, "description": SAME}, **CHANGES},
)
def add(services: Given, game: GameId, asked: AskedHand, version: Version = None) -> JSONResponse:
    """Add a hand: a win, several on one discard, a draw, or a false win."""
    _check_photos(services, asked)
    kept, hand, new = services.store.games.add(game, telling(asked), version)
    return _with_hand(services, kept, hand, 201 if new else 200)


@router.post("/{game}/preview", response_model=HandAddedAnswer, responses=CHANGES)
def preview(services: Given, game: GameId, asked: AskedHand) -> JSONResponse:
    """Tell what a hand would pay and where the game would stand; nothing is kept. The hand's id is 0."""
    _check_photos(services, asked)
    return _with_hand(services, services.store.games.preview(game, telling(asked)), 0)


@router.get("/{game}/hands/{hand}", response_model=HandInFull, responses=refusals(404, 422, 503))
def show_hand(services: Given, game: GameId, hand: HandId) -> JSONResponse:
    """Show a hand with its readings and corrections."""
    kept = services.store.games.get(game)
    photos = services.store.photos.existing(photos_of(kept))
    for one in hands_answer(kept, photos, in_full=True):
        if one["id"] == hand:
            return JSONResponse(one)
    raise StoreError(f"There is no hand {hand} in this game", code="hand_missing", id=hand)


@router.put("/{game}/hands/{hand}", response_model=HandAddedAnswer, responses=CHANGES)
def correct(services: Given, game: GameId, hand: HandId, asked: AskedHand, version: Version = None) -> JSONResponse:
    """Correct an earlier hand; its seats are those of its own place. What follows from it is counted anew."""
    _check_photos(services, asked)
    return _with_hand(services, services.store.games.correct(game, hand, telling(asked), version), hand)


@router.delete("/{game}/hands/{hand}", response_model=GameAnswer, responses=refusals(404, 409, 422, 503))
def remove(services: Given, game: GameId, hand: HandId, version: Version = None) -> JSONResponse:
    """Take a hand out of the game; what follows from it is counted anew."""
    return JSONResponse(_answer(services, services.store.games.remove(game, hand, version)))


@router.post("/{game}/undo", response_model=GameAnswer, responses=refusals(404, 409, 422, 503))
def undo(services: Given, game: GameId, version: Version = None) -> JSONResponse:
    """Take back the last change: a hand added, corrected or removed, or other rules."""
    return JSONResponse(_answer(services, services.store.games.undo(game, version)))


@router.post("/{game}/redo", response_model=GameAnswer, responses=refusals(404, 409, 422, 503))
def redo(services: Given, game: GameId, version: Version = None) -> JSONResponse:
    """Make the change again that was taken back last."""
    return JSONResponse(_answer(services, services.store.games.redo(game, version)))


def _attachment(game: Game, suffix: str) -> dict[str, str]:
    """Name the file that a browser saves."""
    name = game.told.facts.name or f"sikwu {game.started_at:%Y-%m-%d}"
    return {
        "Content-Disposition": f"attachment; filename=\"sikwu.{suffix}\"; filename*=UTF-8''{quote(name, '')}.{suffix}"
    }


@router.get(
    "/{game}/export.csv",
    response_class=Response,
    responses={200: {"content": {"text/csv": {}}}, **refusals(404, 422, 503)},
)
def export_csv(services: Given, game: GameId) -> Response:
    """Give the game as a table for a spreadsheet, a line per hand."""
    kept = services.store.games.get(game)
    text = to_csv(kept.told.facts.players, kept.played)
    return Response(text.encode(), media_type="text/csv; charset=utf-8", headers=_attachment(kept, "csv"))


@router.get(
    "/{game}/export.json",
    response_class=Response,
    responses={200: {"content": {"application/json": {}}}, **refusals(404, 422, 503)},
)
def export_json(services: Given, game: GameId) -> Response:
    """Give everything that is kept of the game, with readings and corrections."""
    kept = services.store.games.get(game)
    text = json.dumps(_answer(services, kept, in_full=True), ensure_ascii=False, indent=1)
    return Response(text.encode(), media_type="application/json", headers=_attachment(kept, "json"))
