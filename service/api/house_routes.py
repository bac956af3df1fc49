"""The routes of the rule sets that tables keep as their own."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Path, Response
from fastapi.responses import JSONResponse

from service.api.game_schemas import HouseRules, HouseRulesAnswer, HouseRulesList
from service.api.given import Given, refusals, shipped
from service.games.turns import Dealing
from service.store.house_rules import TableRules

router = APIRouter(prefix="/api/v1/house-rules", tags=["house rules"])

RulesId = Annotated[int, Path(ge=1, le=2**63 - 1, description="Of the rule set, as it was answered.", examples=[1])]


def _own(asked: HouseRules) -> TableRules:
    dealing = Dealing(asked.dealing.draw, asked.dealing.false_win, asked.dealing.rounds)
    return TableRules(asked.name, shipped(asked.rules), dict(asked.set), dealing)


@router.post("", status_code=201, response_model=HouseRulesAnswer, responses=refusals(400, 413, 415, 422, 503))
def keep(services: Given, asked: HouseRules) -> JSONResponse:
    """Keep a table's own rules: a rule set that ships, with switches changed."""
    return JSONResponse(services.store.house_rules.save(_own(asked)).to_json(), 201)


@router.get("", response_model=HouseRulesList, responses=refusals(503))
def list_all(services: Given) -> JSONResponse:
    """List them by name."""
    return JSONResponse({"house_rules": [kept.to_json() for kept in services.store.house_rules.all()]})


@router.get("/{identity}", response_model=HouseRulesAnswer, responses=refusals(404, 422, 503))
def show(services: Given, identity: RulesId) -> JSONResponse:
    """Show one."""
    return JSONResponse(services.store.house_rules.get(identity).to_json())


@router.put("/{identity}", response_model=HouseRulesAnswer, responses=refusals(400, 404, 413, 415, 422, 503))
def change(services: Given, identity: RulesId, asked: HouseRules) -> JSONResponse:
    """Put other rules in their place; games that began with them keep theirs."""
    return JSONResponse(services.store.house_rules.save(_own(asked), identity).to_json())


@router.delete("/{identity}", status_code=204, responses=refusals(404, 422, 503))
def forget(services: Given, identity: RulesId) -> Response:
    """Forget them; games that began with them keep theirs."""
    services.store.house_rules.delete(identity)
    return Response(status_code=204)
