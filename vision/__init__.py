"""A photo's pixels become tiles, and the tiles a hand: open, detect, look twice, lay out, read.

The names below are loaded when they are first used, so that one part (training takes the cut-outs alone) does not
need the libraries of all.
"""

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from vision.detections import Detections
    from vision.detector import Detector
    from vision.errors import PhotoError, WeightsError
    from vision.faces import FaceClassifier
    from vision.layout import Role
    from vision.overlay import draw_overlay, overlay_png
    from vision.photo import Photo, open_photo
    from vision.reading import Problem, Question, Reading, ReadTile, read_photo

__all__ = [
    "Detections",
    "Detector",
    "FaceClassifier",
    "Photo",
    "PhotoError",
    "Problem",
    "Question",
    "ReadTile",
    "Reading",
    "Role",
    "WeightsError",
    "draw_overlay",
    "open_photo",
    "overlay_png",
    "read_photo",
]

_HOMES = {
    "Detections": "detections",
    "Detector": "detector",
    "FaceClassifier": "faces",
    "Photo": "photo",
    "PhotoError": "errors",
    "Problem": "reading",
    "Question": "reading",
    "ReadTile": "reading",
    "Reading": "reading",
    "Role": "layout",
    "WeightsError": "errors",
    "draw_overlay": "overlay",
    "open_photo": "photo",
    "overlay_png": "overlay",
    "read_photo": "reading",
}


def __getattr__(name: str) -> object:
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"vision.{_HOMES[name]}"), name)
