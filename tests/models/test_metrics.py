from __future__ import annotations

import numpy as np
import pytest

from models.metrics import BACK, Tally, Tiles, average_precisions, expected_calibration_error, judged, match
from scoring.tiles import CODES


def row(codes: list[str], *, confidence: float = 1.0, shift: float = 0.0) -> Tiles:
    """Tiles of 30 × 40 px side by side from x = 100, y = 100."""
    boxes = np.array([[100 + 30 * i + shift, 100, 130 + 30 * i + shift, 140] for i in range(len(codes))], dtype=float)
    return Tiles(
        boxes.reshape(-1, 4),
        np.array([CODES.index(code) for code in codes], dtype=np.int64),
        np.full(len(codes), confidence),
    )


def joined(*tiles: Tiles) -> Tiles:
    return Tiles(
        np.concatenate([part.boxes for part in tiles]),
        np.concatenate([part.class_id for part in tiles]),
        np.concatenate([part.confidence for part in tiles]),
    )


def at(code: str, x: float, y: float) -> Tiles:
    """One tile of 30 × 40 px with its middle at x, y."""
    return Tiles(
        np.array([[x - 15, y - 20, x + 15, y + 20]], dtype=float), np.array([CODES.index(code)]), np.array([0.9])
    )


@pytest.mark.parametrize(("shift", "matched"), [(10.0, True), (10.1, False)])
def test_a_detection_matches_at_iou_one_half_and_not_below(shift: float, matched: bool) -> None:
    """Boxes of width 30 that lie 10 apart share 20 of 40: IoU exactly one half."""
    assert bool(match(row(["1m"], shift=shift), row(["1m"]))[0] >= 0) is matched


def test_a_label_is_matched_once_by_the_surest() -> None:
    found = joined(row(["1m"], confidence=0.5), row(["2m"], confidence=0.9, shift=1))
    assert match(found, row(["1m"])).tolist() == [-1, 0]


def test_everything_right_is_a_whole_photo() -> None:
    tally = Tally()
    assert tally.add(row(["1m", "2m", "3m"]), row(["1m", "2m", "3m"]))
    assert (tally.f1, tally.precision, tally.recall, tally.photos_right) == (1, 1, 1, 1)


def test_a_wrong_face_counts_against_precision_and_recall_and_is_named() -> None:
    tally = Tally()
    assert not tally.add(row(["1m", "2m", "9m"]), row(["1m", "2m", "3m"]))
    assert tally.f1 == pytest.approx(2 / 3)
    assert dict(tally.confusions) == {("3m", "9m"): 1}
    assert tally.located_share == 1


def test_a_missed_and_an_invented_tile_are_told_apart() -> None:
    tally = Tally()
    found = joined(row(["1m"]), at("9p", 145, 118))
    assert not tally.add(found, row(["1m", "2m", "3m"]))
    assert (tally.missed.total(), tally.invented.total()) == (1, 0)
    assert dict(tally.confusions) == {("2m", "9p"): 1}
    missed_only = Tally()
    missed_only.add(row(["1m", "2m"]), row(["1m", "2m", "3m"]))
    assert dict(missed_only.missed) == {"3m": 1}
    assert missed_only.precision == 1
    assert missed_only.recall == pytest.approx(2 / 3)
    invented = Tally()
    invented.add(joined(row(["1m", "2m", "3m"]), at("9p", 145, 98)), row(["1m", "2m", "3m"]))
    assert dict(invented.invented) == {"9p": 1}


def test_outside_the_labelled_row_a_detection_is_neither_right_nor_wrong() -> None:
    """Discards behind the hand carry no labels: half a tile (20 px) above the row is judged, farther is not."""
    labelled = row(["1m", "2m", "3m"])
    near, far = at("9p", 145, 100 - 19), at("9p", 145, 100 - 21)
    assert len(judged(joined(row(["1m", "2m", "3m"]), near), labelled)) == 4
    assert len(judged(joined(row(["1m", "2m", "3m"]), far), labelled)) == 3


def test_in_a_masked_region_only_what_lies_on_a_label_is_judged() -> None:
    """The mask covers 2m wholly and reaches over the tile above it, which nobody labelled."""
    labelled, unnamed = row(["1m", "2m", "3m"]), at("9p", 145, 100 - 19)
    found = joined(labelled, unnamed)
    mask = np.array([[130.0, 60.0, 160.0, 141.0]])
    assert len(judged(found, labelled, mask)) == 3
    assert len(judged(found, labelled, np.array([[130.0, 60.0, 160.0, 80.9]]))) == 4
    tally = Tally()
    assert tally.add(found, labelled, mask)
    assert not tally.add(found, labelled)
    assert average_precisions([found], [labelled], [mask])[0] == 1


def test_backs_are_judged_only_where_backs_are_labelled() -> None:
    assert len(judged(row(["back"]), row(["1m"]))) == 0
    assert len(judged(row(["back", "1m"]), row(["back", "1m"]))) == 2
    assert CODES[BACK] == "back"


def test_f1_by_face_counts_what_it_was_taken_for() -> None:
    tally = Tally()
    tally.add(row(["6p", "6p", "1m"]), row(["6p", "9p", "1m"]))
    assert tally.code_f1("6p") == pytest.approx(2 / 3)
    assert tally.code_f1("9p") == 0
    assert tally.code_f1("1m") == 1


def test_average_precision_of_perfect_detections_is_one() -> None:
    labelled = [row(["1m", "2m", "3m"]), row(["1m", "1m"])]
    assert average_precisions(labelled, labelled) == (1.0, 1.0)


def test_average_precision_falls_with_a_surer_mistake() -> None:
    """One right at 0.5 below one wrong at 0.9: precision at full recall is 1/2."""
    labelled = [row(["1m", "2m"])]
    found = [joined(row(["1m"], confidence=0.5), Tiles(row(["1m"], shift=30).boxes, np.array([0]), np.array([0.9])))]
    map50, _ = average_precisions(found, labelled)
    assert map50 == pytest.approx((0.5 + 0) / 2)


def test_loose_boxes_count_at_low_overlap_only() -> None:
    map50, map50_95 = average_precisions([row(["1m"], shift=5)], [row(["1m"])])
    assert map50 == 1
    assert map50_95 == pytest.approx(5 / 10)  # IoU 25/35 = 0.714 reaches 0.50, 0.55, 0.60, 0.65 and 0.70


def test_calibration_error_is_the_gap_between_claim_and_truth() -> None:
    assert expected_calibration_error([(1.0, True)] * 4) == 0
    assert expected_calibration_error([(0.8, True), (0.8, False)]) == pytest.approx(0.3)
    assert expected_calibration_error([]) == 0
