"""A photo's pixels become tiles, and the tiles a hand: open, detect, look twice, lay out, read."""

from vision.detections import Detections
from vision.detector import Detector
from vision.errors import PhotoError, WeightsError
from vision.faces import FaceClassifier
from vision.layout import Role
from vision.overlay import draw_overlay
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
    "read_photo",
]
