"""How often whole tables, laid out at random, are read exactly; and that a wrong reading never stays silent."""

import numpy as np
import pytest

from tests.vision.scenes import draw_scene, read
from vision.layout import lay_out

COUNT = 80


@pytest.mark.parametrize(
    ("roll", "elevation", "noise", "across", "exact"),
    [
        (5, 60, 0.01, True, 0.99),
        (5, 40, 0.02, True, 0.97),
        (20, 60, 0.02, True, 0.95),
        # At more than some 24° boxes do not show that a tile lies across: a question, not a mistake.
        (45, 45, 0.02, False, 0.97),
        (180, 50, 0.02, False, 0.90),
    ],
)
def test_tables_are_read_exactly_and_never_silently_wrong(
    roll: float, elevation: float, noise: float, *, across: bool, exact: float
) -> None:
    random = np.random.default_rng(11)
    right = silent = 0
    for _ in range(COUNT):
        scene = draw_scene(random, across=across)
        boxes = scene.boxes(
            random, roll=random.uniform(-roll, roll), elevation=random.uniform(elevation, 90), noise=noise
        )
        layout = lay_out(boxes, scene.faces)
        if read(layout) == scene.truth():
            right += 1
        elif not layout.doubts:
            silent += 1
    assert right >= exact * COUNT
    assert silent == 0
