"""The page that tells how to trust the service, and the certificate to download; both over plain HTTP too."""

from __future__ import annotations

import re
from html import escape
from pathlib import Path
from string import Template
from typing import TYPE_CHECKING, Final

from fastapi import APIRouter, Request, Response
from fastapi.responses import FileResponse, HTMLResponse

from service.api.headers import HEADERS

if TYPE_CHECKING:
    from service.lan.authority import Trust

HERE: Final = Path(__file__).parent
_HOST: Final = re.compile(r"[A-Za-z0-9.-]+|\[[0-9A-Fa-f:.]+\]")


def trust_router(trust: Trust, port: int) -> APIRouter:
    """Return the routes of the page.

    Args:
        trust: what is to be trusted.
        port: of the secure address.

    """
    router = APIRouter(prefix="/trust", include_in_schema=False)
    page = Template((HERE / "trust.html").read_text("utf-8"))

    @router.get("")
    def show(request: Request) -> HTMLResponse:
        """Tell how to trust the service; a phone that does already goes on to the secure address."""
        host = request.url.hostname or ""
        host = f"[{host}]" if ":" in host else host
        policy = HEADERS["Content-Security-Policy"]
        if _HOST.fullmatch(host):
            policy = policy.replace("connect-src 'self'", f"connect-src 'self' https://{host}:{port}")
        text = page.substitute(port=port, fingerprint=escape(trust.fingerprint))
        return HTMLResponse(text, headers={"Content-Security-Policy": policy})

    @router.get("/authority.crt")
    def certificate() -> Response:
        """Give the authority's certificate."""
        headers = {"Content-Disposition": 'attachment; filename="sikwu.crt"'}
        return Response(trust.authority, media_type="application/x-x509-ca-cert", headers=headers)

    @router.get("/trust.css")
    def style() -> FileResponse:
        return FileResponse(HERE / "trust.css")

    @router.get("/trust.js")
    def script() -> FileResponse:
        return FileResponse(HERE / "trust.js", media_type="text/javascript")

    return router
