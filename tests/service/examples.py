"""What the service answers to a request of every kind: the examples in the API's description.

``python -m tests.service.examples`` writes them anew; a test holds them to what is answered.
"""

from __future__ import annotations

import json
import re
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from service.api.described import EXAMPLES
from service.api.schemas import EXAMPLE_HAND
from service.reader import Reader
from service.settings import Settings
from tests.service.conftest import application
from tests.service.web.conftest import hand_photo

if TYPE_CHECKING:
    from fastapi.testclient import TestClient

ID: Final = "q3J9xB2kTz0f"
MOMENT: Final = "2026-11-30T10:00:00Z"
DEPENDS: Final = frozenset({"POST /api/v1/read", "POST /api/v1/photos", "GET /api/v1/photos", "GET /metrics"})
"""Answers that depend on the weights, the codec or the moment; they have to be valid, not the same."""

_MOMENT: Final = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|\+00:00)")
_ID: Final = re.compile(r"(?<![\w-])[\w-]{16}(?![\w-])")


def answered(client: TestClient) -> dict[str, Any]:
    """Ask everything once, and give each answer by method and path."""
    found: dict[str, Any] = {}

    def ask(method: str, path: str, **more: Any) -> Any:
        answer = client.request(method, path.format(**places), **more)
        assert answer.is_success, (method, path, answer.text)
        kind = answer.headers.get("content-type", "").partition(";")[0]
        value = answer.json() if kind == "application/json" else answer.text if kind.startswith("text/") else None
        if value is not None:
            found[f"{method} {path}"] = steady(value, places)
        return value

    places: dict[str, Any] = {"name": "hkma"}
    picture = {"photo": ("hand.jpg", hand_photo(size=960), "image/jpeg")}
    hand = {"hand": EXAMPLE_HAND, "rules": "guide", "seat": "W", "round": "E", "from": "N"}
    ask("GET", "/healthz")
    ask("POST", "/api/v1/read", files=picture)
    for name in ("score", "compare", "explain", "possible", "hands"):
        ask("POST", f"/api/v1/{name}", json=hand)
    ask("POST", "/api/v1/price", json={"faan": 7, "rules": "cantonese", "seat": "W", "from": "N", "set": {"cap": 8}})
    ask("POST", "/api/v1/photos", files=picture)
    for name in ("rules", "rules/{name}", "hands", "photos"):
        ask("GET", f"/api/v1/{name}")
    own = {"name": "Our table", "rules": "hkma", "set": {"cap": 8, "minimum": 1}}
    places["identity"] = ask("POST", "/api/v1/house-rules", json=own)["id"]
    ask("GET", "/api/v1/house-rules")
    ask("GET", "/api/v1/house-rules/{identity}")
    ask("PUT", "/api/v1/house-rules/{identity}", json={**own, "set": {"cap": 10}})
    table = {"players": ["阿明", "Fong", "Mrs Wong", "Yan"], "rules": "guide", "name": "Friday"}
    places["game"] = ask("POST", "/api/v1/games", json=table)["id"]
    games = "/api/v1/games/{game}"
    won = {"kind": "win", "from": "N", "winners": [{"seat": "W", "hand": EXAMPLE_HAND}]}
    ask("POST", f"{games}/preview", json=won)
    places["hand"] = ask("POST", f"{games}/hands", json=won)["hand"]["id"]
    ask("GET", "/api/v1/games")
    ask("GET", games)
    ask("GET", f"{games}/hands/{{hand}}")
    ask("PUT", f"{games}/hands/{{hand}}", json={**won, "from": "S"})
    ask("GET", f"{games}/export.csv")
    ask("GET", f"{games}/export.json")
    ask("PATCH", games, json={"set": {"cap": 10}})
    ask("POST", f"{games}/undo")
    ask("POST", f"{games}/redo")
    ask("DELETE", f"{games}/hands/{{hand}}")
    return found


def steady(value: Any, places: dict[str, Any]) -> Any:
    """Return an answer without what differs from one time to the next: moments, names made up, seconds, versions."""
    if isinstance(value, dict):
        steadied = {key: steady(inner, places) for key, inner in value.items()}
        return {**steadied, **{key: fixed for key, fixed in (("seconds", 0.11), ("bytes", 123_456)) if key in value}}
    if isinstance(value, list):
        return [steady(inner, places) for inner in value]
    if not isinstance(value, str):
        return value
    return _ID.sub(lambda one: ID if re.search(r"\d|[A-Z]", one[0]) else one[0], _MOMENT.sub(MOMENT, value))


def main() -> None:
    """Write the examples."""
    with tempfile.TemporaryDirectory() as folder:
        settings = Settings(data=Path(folder), workers=1, queue=1)
        with application(settings, Reader.load(None, threads=1)) as client:
            examples = answered(client)
    EXAMPLES.write_text(json.dumps(examples, ensure_ascii=False, indent=1) + "\n", "utf-8")
    print(f"{len(examples)} examples in {EXAMPLES}")  # noqa: T201


if __name__ == "__main__":
    main()
