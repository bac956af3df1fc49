"""Counts how much less often a hand is read right in spite of each doubt: ``python -m models.doubts FOLDER…``.

The folders hold tables of which the hands are known (``sikwu data hands``), of tile sets kept for validation. Their
true boxes are read, some of them misread (`models.true_boxes`), or with ``--photos`` their photos. The factors, by
which a reading's confidence is lowered, are fitted so that of the hands with each doubt as many are right as their
confidences add up to. They are those of `vision.confidence.SURE_OF`.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Final

import numpy as np

from models.hands import evaluate_boxes, evaluate_photos
from models.metrics import expected_calibration_error
from scoring.errors import SikwuError
from vision.confidence import SURE_OF
from vision.detector import Detector
from vision.faces import FaceClassifier

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from models.hands import HandOutcome

ROUNDS: Final = 50
"""So often every factor is set anew, given the others."""

LEAST: Final = 0.02
"""No doubt makes a hand less likely than this: hundreds of hands would be needed to tell."""

FEW: Final = 8
"""Fewer hands than this tell nothing of a doubt."""


def fit(outcomes: Sequence[HandOutcome]) -> dict[str, float]:
    """Fit the factor of each doubt that at least `FEW` of the readings have.

    Iterative scaling: where hands with a doubt are right more or less often than said, its factor is made so much
    larger or smaller, at most to 1 and at least to `LEAST`; again and again, for some hands have several.
    """
    chances = np.array([outcome.reading.chance for outcome in outcomes])
    exact = np.array([outcome.exact for outcome in outcomes])
    having = {
        doubt: np.array([doubt in outcome.reading.doubts for outcome in outcomes], bool) for doubt in sorted(SURE_OF)
    }
    factors = {doubt: 1.0 for doubt, which in having.items() if which.sum() >= FEW}
    for _ in range(ROUNDS):
        for doubt in factors:
            others = np.ones(len(outcomes))
            for other, factor in factors.items():
                others[having[other] & (other != doubt)] *= factor
            which = having[doubt]
            said = float((chances[which] * others[which]).sum())
            factors[doubt] = float(np.clip(exact[which].sum() / max(said, 1e-9), LEAST, 1.0))
    return factors


def table(outcomes: Sequence[HandOutcome]) -> Iterator[str]:
    """One line for each doubt: hands that have it, how sure their tiles alone are, how many are right, its factor."""
    factors = fit(outcomes)
    yield "doubt            hands   tiles   right  factor    now"
    without = [outcome for outcome in outcomes if not outcome.reading.doubts]
    yield _line("none", without, None, None)
    for doubt, now in SURE_OF.items():
        some = [outcome for outcome in outcomes if doubt in outcome.reading.doubts]
        yield _line(doubt, some, factors.get(doubt), now)
    errors = []
    for by in (factors, SURE_OF):
        claims = [
            (outcome.reading.chance * _product(outcome.reading.doubts, by), outcome.exact) for outcome in outcomes
        ]
        errors.append(expected_calibration_error(claims, bins=10))
    yield f"calibration error  {errors[0]:.3f} with these factors, {errors[1]:.3f} with those now"


def _product(doubts: Sequence[str], factors: dict[str, float]) -> float:
    return float(np.prod([factors.get(doubt, SURE_OF[doubt]) for doubt in doubts]))


def _line(doubt: str, some: Sequence[HandOutcome], factor: float | None, now: float | None) -> str:
    if not some:
        return f"{doubt:<15}{0:7}"
    said = float(np.mean([outcome.reading.chance for outcome in some]))
    right = float(np.mean([outcome.exact for outcome in some]))
    told = "" if now is None else f"  {'few' if factor is None else format(factor, '.2f'):>6}  {now:5.2f}"
    return f"{doubt:<15}{len(some):7}  {said:6.3f}  {right:6.3f}{told}"


def main(arguments: list[str] | None = None) -> int:
    """Fit and print; 0 if that could be done, 2 on bad input."""
    parser = argparse.ArgumentParser(prog="python -m models.doubts", description=__doc__.splitlines()[0])
    parser.add_argument("folders", type=Path, nargs="+", help="tables of which the hands are known")
    parser.add_argument("--photos", action="store_true", help="read the photos, not the true boxes")
    parser.add_argument("--weights", type=Path, help="folder of other weights than those that ship")
    options = parser.parse_args(arguments)
    outcomes: list[HandOutcome] = []
    try:
        if options.photos:
            networks = Detector.load(options.weights), FaceClassifier.load(options.weights)
        for folder in options.folders:
            outcomes += evaluate_photos(folder, *networks) if options.photos else evaluate_boxes(folder)
    except SikwuError as error:
        sys.stderr.write(f"{error}\n")
        return 2
    sys.stdout.writelines(f"{line}\n" for line in table(outcomes))
    return 0


if __name__ == "__main__":
    sys.exit(main())
