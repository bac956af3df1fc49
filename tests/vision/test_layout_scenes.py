"""How often whole tables, laid out at random, are read exactly; and that a wrong reading never stays silent."""

import numpy as np
import pytest

from tests.vision.scenes import draw_scene, read
from vision.layout import lay_out

COUNT = 80


@pytest.mark.parametrize(
    ("roll", "elevation", "noise", "exact"),
    [(5, 60, 0.01, 0.99), (5, 40, 0.02, 0.97), (20, 60, 0.02, 0.95), (45, 45, 0.02, 0.95), (180, 50, 0.02, 0.90)],
)
def test_tables_are_read_exactly_and_never_silently_wrong(
    roll: float, elevation: float, noise: float, exact: float
) -> None:
    random = np.random.default_rng(11)
    right = silent = 0
    for _ in range(COUNT):
        scene = draw_scene(random)
        boxes, corners = scene.seen(
            random, roll=random.uniform(-roll, roll), elevation=random.uniform(elevation, 90), noise=noise
        )
        layout = lay_out(boxes, scene.faces, corners)
        if read(layout) == scene.truth():
            right += 1
        elif not layout.doubts:
            silent += 1
    assert right >= exact * COUNT
    assert silent == 0
