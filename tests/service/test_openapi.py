"""The API as its own description promises: made-up requests to every route, and no answer beyond what is documented."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest
import schemathesis
from hypothesis import HealthCheck, settings
from schemathesis.checks import not_a_server_error
from schemathesis.python.asgi import get_client
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_headers_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from service.api.described import EXAMPLES
from service.api.schemas import ErrorAnswer, ReadAnswer
from service.app import create_app
from service.pool import Pool
from service.services import Services
from service.settings import Settings
from tests.service.conftest import made
from tests.service.examples import DEPENDS, answered

if TYPE_CHECKING:
    from collections.abc import Iterator

    from service.reader import Reader

CHECKS = [
    not_a_server_error,
    content_type_conformance,
    status_code_conformance,
    response_schema_conformance,
    response_headers_conformance,
]

NOTHING: Any = None
DESCRIPTION = create_app(Services(Settings(), NOTHING, Pool(1, 0), NOTHING)).openapi()
"""Made without networks and store, which the description does not depend on."""

schema = schemathesis.openapi.from_dict(DESCRIPTION)


@pytest.fixture(scope="session")
def running(tmp_path_factory: pytest.TempPathFactory, reader: Reader) -> Iterator[Any]:
    """A client of an application that stays up for all requests."""
    app: Any = made(Settings(data=tmp_path_factory.mktemp("described"), max_photo_bytes=100_000), reader)

    async def staying(scope: dict[str, Any], receive: Any, send: Any) -> None:
        """Keep starts and ends from the application: schemathesis would end it after each test."""
        if scope["type"] != "lifespan":
            await app(scope, receive, send)
            return
        for kind in ("startup", "shutdown"):
            await receive()
            await send({"type": f"lifespan.{kind}.complete"})

    with get_client(staying) as client:
        yield client
    app.state.services.close()


@schema.parametrize()
@settings(max_examples=5, suppress_health_check=list(HealthCheck), derandomize=True)
def test_every_answer_is_as_documented(case: Any, running: Any) -> None:
    response = case.call(base_url="http://localhost", session=running)
    case.validate_response(response, checks=CHECKS)
    if response.status_code >= 400:
        ErrorAnswer.model_validate(response.json())


def test_every_route_has_examples_of_what_it_takes_and_answers() -> None:
    bare = []
    for path, methods in DESCRIPTION["paths"].items():
        for method, route in methods.items():
            places = route.get("parameters", [])
            without = [place["name"] for place in places if not {"examples", "default"} & {*place, *place["schema"]}]
            bare += [f"{name} of {method} {path}" for name in without]
            for status, answer in route["responses"].items():
                for kind, content in answer.get("content", {}).items():
                    if kind == "application/json" and not {"example", "examples"} & set(content):
                        bare.append(f"{status} of {method} {path}")
            for kind, body in route.get("requestBody", {}).get("content", {}).items():
                reference = body["schema"].get("$ref", "").rpartition("/")[2]
                shown = "examples" in body or DESCRIPTION["components"]["schemas"].get(reference, {}).get("examples")
                if kind == "application/json" and not shown:
                    bare.append(f"{method} {path}")
    assert bare == []


def test_the_examples_are_what_the_service_answers(client: Any) -> None:
    kept, now = json.loads(EXAMPLES.read_text("utf-8")), answered(client)
    assert set(kept) == set(now)
    for name in set(now) - DEPENDS:
        assert kept[name] == now[name], f"{name}: python -m tests.service.examples writes it anew"
    ReadAnswer.model_validate(kept["POST /api/v1/read"])
