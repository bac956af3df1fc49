"""The API's description, with what the service really answered once to every route beside what it may answer."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from fastapi import FastAPI

EXAMPLES: Final = Path(__file__).with_name("examples.json")
"""By method and path; written by ``python -m tests.service.examples``, held to what is answered by its test."""


def describe(app: FastAPI) -> None:
    """Let the application show examples of its answers at ``/openapi.json``."""
    plain = app.openapi

    def openapi() -> dict[str, Any]:
        fresh = app.openapi_schema is None
        description = plain()
        if fresh:
            _add_examples(description, json.loads(EXAMPLES.read_text("utf-8")))
        return description

    app.openapi = openapi  # type: ignore[method-assign]  # the way that FastAPI documents


def _add_examples(description: dict[str, Any], examples: dict[str, Any]) -> None:
    for path, methods in description["paths"].items():
        for method, route in methods.items():
            for status, answer in route["responses"].items():
                example = examples.get(f"{method.upper()} {path}")
                if status.startswith("2") and example is not None:
                    for content in answer.get("content", {}).values():
                        content["example"] = example
