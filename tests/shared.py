"""Labelled photos and real faces beside the checkout: tests that need them skip, with a reason, where they lack."""

from __future__ import annotations

import pytest

from datasets.snapshots import shared_folder

PHOTOS = shared_folder() / "photos"
FACES = shared_folder() / "faces"


def needs(folder: str) -> pytest.MarkDecorator:
    """Skip unless the folder of the snapshot exists."""
    path = shared_folder() / folder
    return pytest.mark.skipif(not path.is_dir(), reason=f"needs the labelled pictures in {path}")
