"""The benchmark: it measures both sides, says what it measured, and its exit status holds the bar."""

import json
import sys

import numpy as np
import pytest

from models import bench
from tests.vision import tiny_networks
from tests.vision.pictures import encoded, quarters
from vision.detector import Detector
from vision.faces import FaceClassifier
from vision.photo import open_photo
from vision.surroundings import Surroundings


def test_both_sides_and_every_step_are_measured() -> None:
    output = tiny_networks.raw_output(np.array([[100.0, 100, 130, 140]]), np.full((1, 43), 0.02))
    detector = Detector(tiny_networks.detector(output), threads=1)
    around = Surroundings(tiny_networks.surroundings({"nothing": (0, 0, 0), "back": (0, 200, 0), "face": (200, 0, 0)}))
    classifier = FaceClassifier(tiny_networks.classifier({"C": (200, 0, 0)}), surroundings=around, threads=1)
    medians = bench.bench(encoded(quarters(640, 480), "JPEG"), detector, classifier, rounds=2)
    steps = {
        "open",
        "letterbox",
        "network",
        "boxes",
        "surroundings",
        "corners",
        "layout",
        "second look",
        "hand",
        "faan",
    }
    assert set(medians) == {"bare network", "first look", "both looks", "whole", "tiles"} | steps
    assert medians["tiles"] == 1
    assert min(medians.values()) > 0
    assert medians["whole"] > medians["first look"] > medians["bare network"]


def test_the_report_gives_the_ratio() -> None:
    medians = {"bare network": 50.0, "first look": 60.0, "both looks": 70.0, "whole": 75.0, "tiles": 14.0}
    lines = bench.report(medians, 2_100_000, 1)
    assert lines[0] == "photo of 2.1 MB, 14 tiles found, 1 thread, medians"
    assert lines[-4:] == [
        "detection, both looks, costs 1.40 times the bare network; the bar is 2.5",
        "scoring costs 1.50 times the bare network; the bar is 1.6",
        "scoring costs 1.07 times detection, both looks; the bar is 1.15",
        "scoring costs 1.25 times the first look alone",
    ]


@pytest.mark.parametrize(
    ("measured", "status"),
    [
        ((80.0, 70.0, 600.0), 0),
        ((80.1, 70.0, 600.0), 1),
        ((69.0, 60.0, 600.0), 0),
        ((69.1, 60.0, 600.0), 1),
        ((69.0, 60.0, 600.1), 1),
    ],
)
def test_the_exit_status_at_each_bar_and_one_over(
    measured: tuple[float, float, float],
    status: int,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    whole, detection, memory = measured
    medians = {"bare network": 50.0, "first look": 40.0, "both looks": detection, "whole": whole, "tiles": 1.0}
    monkeypatch.setattr(bench, "bench", lambda *_: medians)
    monkeypatch.setattr(bench, "bench_photo", lambda: b"")
    monkeypatch.setattr(bench, "peak_memory", lambda _: memory)
    monkeypatch.setattr("models.bench.Detector.load", lambda *_, **__: None)
    monkeypatch.setattr("models.bench.FaceClassifier.load", lambda *_, **__: None)
    assert bench.main([]) == status
    assert "the bar is 1.6" in capsys.readouterr().out


def test_missing_weights_are_one_line_and_status_two(
    tmp_path_factory: pytest.TempPathFactory, capsys: pytest.CaptureFixture[str]
) -> None:
    assert bench.main(["--weights", str(tmp_path_factory.mktemp("empty"))]) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    assert captured.err.count("\n") == 1


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux tells the peak of a process made by a large one")
def test_the_memory_is_that_of_a_process_that_read_the_photo() -> None:
    """Python with its libraries and the networks takes some hundred megabytes, whatever this process holds."""
    assert 50 < bench.peak_memory(encoded(quarters(640, 480), "JPEG")) < bench.MEMORY_BAR


def test_what_is_timed_as_the_whole_is_the_answer_with_the_reading() -> None:
    """The last stretch, from the hand to faan and payments as text, is in it."""
    output = tiny_networks.raw_output(np.array([[100.0, 100, 130, 140]]), np.full((1, 43), 0.02))
    detector = Detector(tiny_networks.detector(output), threads=1)
    classifier = FaceClassifier(tiny_networks.classifier({"C": (200, 0, 0)}), threads=1)
    photo = open_photo(encoded(quarters(640, 480), "JPEG"), "a.jpg")
    answer = json.loads(bench.scored(photo, detector, classifier))
    assert answer["read"]["photo"] == "a.jpg"
    assert {"hand", "rules", "faan", "payments"} <= set(answer)
    looked = bench.both_looks(photo, detector, classifier, np.arange(1))
    assert looked.codes == ["C"]
