"""One photo, three ways in: the command line, the API and the app read the same hand, however the photo is stored."""

from __future__ import annotations

import io
import json
import subprocess
import sys
from typing import TYPE_CHECKING, Any, Final

import httpx2
import pytest
from PIL import Image

from tests.service.web.conftest import WIN, hand_photo
from tests.service.web.walk import STORED, choose_photo

if TYPE_CHECKING:
    from pathlib import Path

ZONES: Final = ("exposed", "concealed", "winning", "bonus")


def stored(orientation: int) -> bytes:
    """The hand's photo as a phone stores it that was held this way."""
    with Image.open(io.BytesIO(hand_photo())) as upright:
        turn = STORED[orientation]
        picture = upright.transpose(turn) if turn is not None else upright.copy()
    exif = Image.Exif()
    exif[0x0112] = orientation
    buffer = io.BytesIO()
    picture.save(buffer, "JPEG", quality=92, exif=exif)
    return buffer.getvalue()


def by_zone(reading: dict[str, Any]) -> dict[str, list[str]]:
    return {zone: sorted(tile["code"] for tile in reading["tiles"] if tile["role"] == zone) for zone in ZONES}


@pytest.mark.parametrize("orientation", STORED)
def test_command_line_api_and_app_read_the_same_hand(page: Any, address: str, orientation: int, tmp_path: Path) -> None:
    photo = tmp_path / "hand.jpg"
    photo.write_bytes(stored(orientation))

    command = [sys.executable, "-m", "service", "read", str(photo), "--json"]
    said = json.loads(subprocess.run(command, check=True, capture_output=True, text=True, timeout=120).stdout)
    assert said["hand"] == WIN

    answer = httpx2.post(f"{address}api/v1/read", files={"photo": photo.read_bytes()}, timeout=60).json()
    assert answer["hand"] == WIN
    assert by_zone(answer) == by_zone(said)
    assert [tile["box"] for tile in answer["tiles"]] == [tile["box"] for tile in said["tiles"]]

    choose_photo(page, photo)
    shown = {
        zone: sorted(
            page.locator(f".zone[data-zone={zone}] .piece-button").evaluate_all(
                "all => all.map(one => one.dataset.code)"
            )
        )
        for zone in ZONES
    }
    assert shown == by_zone(said)
