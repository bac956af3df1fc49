"""How large a request may be. Refused before it is read where its size is declared, else while it streams in."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from starlette.datastructures import Headers
from starlette.exceptions import HTTPException

from service.api.errors import UPLOADS, response

if TYPE_CHECKING:
    from starlette.types import ASGIApp, Message, Receive, Scope, Send

JSON_BYTES: Final = 65_536
"""The largest body of a request without a photo, in bytes"""

FORM_BYTES: Final = 16_384
"""What the form around a photo may add to its bytes"""

GAME_BYTES: Final = 262_144
"""The largest body of a game's hand, which may carry the readings of three photos, in bytes"""

GAMES: Final = "/api/v1/games/"


class BodyLimit:
    """ASGI middleware: a body over the limit is answered 413 in the one error shape.

    Starlette's own limit answers in plain text where the size was declared, hence this one.

    Args:
        app: what it stands before.
        photo_bytes: the largest photo; a request that carries one may be larger by the form around it.

    """

    def __init__(self, app: ASGIApp, photo_bytes: int) -> None:
        self._app = app
        self._photo_bytes = photo_bytes

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:  # noqa: D102
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        limit = self._limit(scope["path"])
        message = f"The request is larger than {limit:,} bytes"
        declared = Headers(scope=scope).get("content-length", "0")
        if declared.isdecimal() and int(declared) > limit:
            await response(413, "too_large", message, {"limit": limit})(scope, receive, send)
            return
        taken = 0

        async def counted() -> Message:
            nonlocal taken
            part = await receive()
            taken += len(part.get("body", b""))
            if taken > limit:
                raise HTTPException(413, message)
            return part

        await self._app(scope, counted, send)

    def _limit(self, path: str) -> int:
        if path in UPLOADS:
            return self._photo_bytes + FORM_BYTES
        return GAME_BYTES if path.startswith(GAMES) else JSON_BYTES
