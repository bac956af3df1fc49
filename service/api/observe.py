"""Counts, times and logs every request, and answers a fault of ours. No photo, no name of one, no query is logged."""

from __future__ import annotations

import logging
import time
from typing import TYPE_CHECKING, Final

from service.api.errors import failed

if TYPE_CHECKING:
    from starlette.types import ASGIApp, Message, Receive, Scope, Send

    from service.api.metrics import Metrics

LOG: Final = logging.getLogger("sikwu.requests")
UNKNOWN: Final = "unknown"
"""The route of what matches none, so that nobody can make up endless ones."""


class Observe:
    """ASGI middleware.

    Args:
        app: what it stands before.
        metrics: what it counts in.

    """

    def __init__(self, app: ASGIApp, metrics: Metrics) -> None:
        self._app = app
        self._metrics = metrics

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:  # noqa: D102
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        start = time.perf_counter()
        status = 0

        async def noted(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
            await send(message)

        try:
            await self._app(scope, receive, noted)
        except Exception as error:
            answer = failed(scope, error)
            if status:  # it had begun to answer: the connection can only be cut
                raise
            await answer(scope, receive, noted)
        finally:
            self._note(scope, status, time.perf_counter() - start)

    def _note(self, scope: Scope, status: int, seconds: float) -> None:
        route = _route(scope)
        method = scope["method"] if scope["method"] in _METHODS else UNKNOWN
        self._metrics.requests.labels(method, route, str(status)).inc()
        self._metrics.request_seconds.labels(route).observe(seconds)
        LOG.info(
            "request",
            extra={"method": method, "route": route, "status": status, "milliseconds": round(1000 * seconds, 1)},
        )


_METHODS: Final = frozenset({"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"})


def _route(scope: Scope) -> str:
    """Give the route's pattern, which holds no part of the request."""
    path = getattr(scope.get("route"), "path", None)
    if isinstance(path, str):
        return path
    first = scope["path"].split("/")[1]
    return f"/{first}" if first in {"web", "faces"} else UNKNOWN
