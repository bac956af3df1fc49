"""Melds: what tiles form, at the edge of each rule."""

from __future__ import annotations

import pytest

from scoring.hand import Meld, MeldKind
from scoring.notation import parse


@pytest.mark.parametrize(
    ("text", "kind"),
    [("234p", MeldKind.CHOW), ("EEE", MeldKind.PUNG), ("9999s", MeldKind.KONG), ("ESW", None), ("CFP", None)]
    + [(text, None) for text in ("12m", "1234m", "89m1p", "1f2f3f", "1f1f1f", "135m", "112m", "11112m")],
)
def test_what_tiles_form(text: str, kind: MeldKind | None) -> None:
    assert Meld(parse(text).concealed).kind is kind
