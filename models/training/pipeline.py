"""From nothing to the weights that ship: draw training sets, train detector and classifier, export, check.

Every step leaves its result in the run's folder and is skipped when that is there, so a run that was cut off goes on
where it stopped. The same steps run at any scale.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import cv2
import numpy as np
import torch
from torch import nn
from ultralytics import YOLO

from datasets.hand_set import HandRecipe, write_hand_set
from datasets.snapshots import SnapshotError, shared_folder
from datasets.training_set import Recipe, write_training_set
from models.training.classifier import cut_training_tiles, face_network, train_classifier
from models.training.corners import corner_network, cut_training_corners, train_corners
from models.training.detector import average_checkpoints, train_detector
from models.training.drawn_tiles import draw_training_tiles
from models.training.export import (
    check_classifier,
    check_corners,
    check_detector,
    check_surroundings,
    export_classifier,
    export_corners,
    export_detector,
    export_surroundings,
    write_checksums,
)
from models.training.surroundings import (
    Boxes,
    cut_training_surroundings,
    surroundings_network,
    train_surroundings,
)
from models.training.warm_start import warm_start
from scoring.errors import SikwuError
from scoring.tiles import CODES
from vision.corners import CornerFinder
from vision.detector import SIDE, Detector
from vision.letterbox import Letterbox

if TYPE_CHECKING:
    from pathlib import Path

Say = Callable[[str], None]

AVERAGED: Final = "detector-averaged.pt"

_SMALL: Final = {"classifier.pt": face_network, "corners.pt": corner_network, "surroundings.pt": surroundings_network}
"""Checkpoints of the small networks, and what builds them."""


class RunError(SikwuError):
    """A folder that is no finished training run."""

    default_code = "run_unfinished"


@dataclass(frozen=True, slots=True)
class Stage:
    """One stretch of detector training on one training set.

    Attributes:
        pictures: size of the set.
        tables: photos of whole tables with a hand beside them.
        size: pixels of a picture's side; small ones first, for an epoch of them takes less than half the time.
        epochs: passes.
        batch: pictures a step.
        learning_rate: at the start of the stage.
        final_share: share of it left at the end.

    """

    pictures: int
    size: int
    epochs: int
    batch: int
    learning_rate: float
    final_share: float
    tables: int = 0


@dataclass(frozen=True, slots=True)
class Plan:
    """What to train. The default is what the model card tells of the weights that ship, in one go.

    Attributes:
        stages: the detector's, one after another.
        real_share: share of pictures made from labelled photos.
        walls: share of the others that show walls on a crowded table.
        surroundings_epochs: passes over what the detector proposes.
        corner_epochs: passes over the cut-outs of synthesised scenes.
        classifier_epochs: passes over all cut-outs.
        drawn_tiles: designs of single tiles drawn for the classifier, eight poses each.
        validation: pictures of held-out tile sets.
        processes: for drawing pictures.
        seed: of everything.

    """

    stages: tuple[Stage, ...] = (
        Stage(pictures=7_200, size=416, epochs=2, batch=8, learning_rate=0.0015, final_share=0.25),
        Stage(pictures=9_000, size=640, epochs=1, batch=8, learning_rate=0.0009, final_share=0.5),
        Stage(pictures=14_000, size=640, epochs=1, batch=8, learning_rate=0.0008, final_share=0.03, tables=2_000),
    )
    real_share: float = 0.5
    walls: float = 0.2
    surroundings_epochs: int = 3
    corner_epochs: int = 3
    classifier_epochs: int = 3
    drawn_tiles: int = 20_000
    validation: int = 64
    processes: int = 2
    seed: int = 1


MINIATURE: Final = Plan(
    stages=(Stage(pictures=6, size=160, epochs=1, batch=4, learning_rate=0.001, final_share=0.5, tables=2),),
    real_share=0.0,  # the corner network learns from synthesised scenes alone, and eight pictures are few
    surroundings_epochs=1,
    corner_epochs=1,
    classifier_epochs=1,
    drawn_tiles=2,
    validation=4,
    processes=1,
)
"""The same steps at a scale that a test can run."""


def run_plan(folder: Path, plan: Plan, *, wheel: Path | None = None, say: Say = print) -> Path:
    """Carry out a plan, going on where an earlier call stopped.

    Args:
        folder: of this run.
        plan: what to do.
        wheel: the file of the package ``mahjong-detector`` 0.0.6 for a warm start; random weights without it.
        say: told of each step.

    Returns:
        The folder of the exported weights with their checksums.

    Raises:
        RunError: when the folder holds the run of another plan.
        models.training.warm_start.WarmStartError: when the wheel is not that package.
        models.training.export.ParityError: when an export differs from its checkpoint.

    """
    validation = _training_set(
        folder / "validation", Recipe(plan.validation, plan.stages[-1].size, 0.0, plan.seed, held_out=True), plan, say
    )
    checkpoint = folder / "start.pt"
    sets: list[Path] = []
    for number, stage in enumerate(plan.stages):
        recipe = Recipe(stage.pictures, stage.size, plan.real_share, plan.seed + number, walls=plan.walls)
        drawn = [_training_set(folder / f"set-{number}", recipe, plan, say)]
        if stage.tables:
            tables = HandRecipe(stage.tables, stage.size, plan.seed + number)
            drawn.append(_training_set(folder / f"tables-{number}", tables, plan, say))
        sets += drawn
        if not checkpoint.is_file():
            say("warm start" if wheel else "random start")
            _start(wheel, sets[0], checkpoint)
        data = folder / f"data-{number}.yaml"
        data.write_text(_data_yaml(drawn, validation), encoding="utf-8")
        say(f"detector, stage {number + 1} of {len(plan.stages)}")
        checkpoint = train_detector(
            checkpoint,
            data,
            folder / f"detector-{number}",
            epochs=stage.epochs,
            image_size=stage.size,
            batch=stage.batch,
            learning_rate=stage.learning_rate,
            final_share=stage.final_share,
        )
    if len(plan.stages) > 1:
        # The last stage only settles what the one before it learnt: their mean errs less than either.
        earlier, last = (folder / f"detector-{len(plan.stages) - back}/weights/last.pt" for back in (2, 1))
        average_checkpoints(earlier, last, folder / AVERAGED)
    _train_surroundings(folder, sets, plan, say)
    _train_corners(folder, sets, plan, say)
    _train_classifier(folder, sets, plan, say)
    weights = folder / "weights"
    overlap = export_run(folder, weights)
    say(f"exports agree with their checkpoints (least IoU {overlap:.4f})")
    return weights


def export_run(folder: Path, out: Path) -> float:
    """Export the networks of a finished run and check them on its validation pictures.

    Args:
        folder: of the run.
        out: where the weights and their checksums go.

    Returns:
        The least IoU of a box of the exported detector with the checkpoint's.

    Raises:
        RunError: when the run is not finished.
        models.training.export.ParityError: when an export differs from its checkpoint.

    """
    checkpoints = _detectors(folder)
    if not checkpoints or not all((folder / name).is_file() for name in _SMALL):
        raise RunError(f"{str(folder)!r} holds no finished run.")
    network, corners, surroundings = (_trained(build(), folder / name) for name, build in _SMALL.items())
    export_detector(checkpoints[-1], out)
    export_corners(corners, out)
    export_surroundings(surroundings, out)
    export_classifier(network, out)
    write_checksums(out)
    validation = folder / "validation"
    pictures = sorted((validation / "images").iterdir())[:8]
    blobs = [_blob(path) for path in pictures]
    outlines, _ = cut_training_corners(pictures, np.random.default_rng(0))
    check_corners(corners, out, (outlines / 255).astype(np.float32))
    boxes = cut_training_surroundings(validation, np.random.default_rng(0), Detector.load(out), most=8)
    check_surroundings(surroundings, out, (boxes.cuts / 255).astype(np.float32))
    tiles, _ = cut_training_tiles(validation, np.random.default_rng(0), CornerFinder.load(out), most=8)
    check_classifier(network, out, (tiles / 255).astype(np.float32))
    return check_detector(checkpoints[-1], out, blobs)


def _training_set(folder: Path, recipe: Recipe | HandRecipe, plan: Plan, say: Say) -> Path:
    finished = folder / "finished"
    if finished.is_file() and not finished.read_text(encoding="utf-8").startswith(f"{recipe}\n"):
        raise RunError(f"{str(folder)!r} holds another training set than this plan's; start in a new folder.")
    if not finished.is_file():
        pictures = recipe.pictures if isinstance(recipe, Recipe) else recipe.scenes
        say(f"drawing {pictures} pictures of {recipe.size} px into {folder}")
        if isinstance(recipe, Recipe):
            tiles = sum(write_training_set(folder, recipe, processes=plan.processes))
        else:
            tiles = sum(len(truth.class_id) for truth in write_hand_set(folder, recipe, processes=plan.processes))
        finished.write_text(f"{recipe}\n{tiles} tiles\n", encoding="utf-8")
    return folder


def _data_yaml(training: list[Path], validation: Path) -> str:
    from datasets.formats.yolo import data_yaml  # noqa: PLC0415

    root = validation.resolve().parent
    return data_yaml(root, train=[f"{one.name}/images" for one in training], val=f"{validation.name}/images")


def _start(wheel: Path | None, pictures: Path, checkpoint: Path) -> None:
    if wheel is None:
        model = YOLO("yolo11n.yaml")
        from ultralytics.nn.tasks import DetectionModel  # noqa: PLC0415

        model.model = DetectionModel("yolo11n.yaml", nc=len(CODES), verbose=False)
        model.model.names = dict(enumerate(CODES))
    else:
        shown = [cv2.imread(str(path)) for path in sorted((pictures / "images").iterdir())[:48]]
        stacked = np.stack([picture[..., ::-1] for picture in shown if picture is not None])
        batch = torch.from_numpy(stacked.transpose(0, 3, 1, 2).astype(np.float32) / 255)
        model = warm_start(wheel, list(batch.split(16)))
    model.save(str(checkpoint))


def _detectors(folder: Path) -> list[Path]:
    """List a run's checkpoints of the detector, the one that ships last."""
    checkpoints = sorted(folder.glob("detector-*/weights/last.pt"), key=lambda path: int(path.parts[-3].split("-")[1]))
    return [*checkpoints, folder / AVERAGED] if (folder / AVERAGED).is_file() else checkpoints


def _trained(network: nn.Sequential, checkpoint: Path) -> nn.Sequential:
    network.load_state_dict(torch.load(checkpoint, map_location="cpu", weights_only=True))
    return network


def _train_surroundings(folder: Path, sets: list[Path], plan: Plan, say: Say) -> None:
    """Train and export the network that looks around doubtful boxes, unless an earlier call finished it."""
    path = folder / "surroundings.pt"
    if path.is_file():
        return
    detector = Detector(export_detector(_detectors(folder)[-1], folder / "exported").read_bytes())
    rng = np.random.default_rng(plan.seed)
    boxes = Boxes.joined([cut_training_surroundings(training, rng, detector) for training in sets])
    say(f"surroundings of {len(boxes.kinds)} boxes")
    for epoch, loss, trained in train_surroundings(boxes, epochs=plan.surroundings_epochs, seed=plan.seed):
        say(f"surroundings, epoch {epoch + 1} of {plan.surroundings_epochs}: loss {loss:.4f}")
        torch.save(trained.state_dict(), path.with_suffix(".part"))
    path.with_suffix(".part").rename(path)


def _train_corners(folder: Path, sets: list[Path], plan: Plan, say: Say) -> None:
    """Train and export the network that finds corners, unless an earlier call finished it."""
    path = folder / "corners.pt"
    if path.is_file():
        return
    pictures = [picture for training in sets for picture in sorted((training / "images").iterdir())]
    tiles, corners = cut_training_corners(pictures, np.random.default_rng(plan.seed))
    say(f"corners on {len(tiles)} cut-outs")
    for epoch, loss, trained in train_corners(tiles, corners, epochs=plan.corner_epochs, seed=plan.seed):
        say(f"corners, epoch {epoch + 1} of {plan.corner_epochs}: loss {loss:.4f}")
        torch.save(trained.state_dict(), path.with_suffix(".part"))
    path.with_suffix(".part").rename(path)


def _corner_finder(folder: Path) -> CornerFinder:
    """The corner network of a run, in the form that ships: what it finds is what the classifier has to live with."""
    network = _trained(corner_network(), folder / "corners.pt")
    return CornerFinder(export_corners(network, folder / "exported").read_bytes())


def _train_classifier(folder: Path, sets: list[Path], plan: Plan, say: Say) -> None:
    """Train the face classifier, unless an earlier call finished it."""
    path = folder / "classifier.pt"
    if path.is_file():
        return
    rng = np.random.default_rng(plan.seed)
    finder = _corner_finder(folder)
    cuts = [cut_training_tiles(training, rng, finder) for training in sets]
    photos = shared_folder() / "photos" / "train"
    if plan.real_share > 0 and photos.is_dir():
        cuts.append(cut_training_tiles(photos, rng, finder, copies=3))
    cuts.append(draw_training_tiles(rng, plan.drawn_tiles, poses=8))
    tiles, class_id = (np.concatenate(parts) for parts in zip(*cuts, strict=True))
    say(f"classifier on {len(tiles)} cut-outs")
    for epoch, loss, trained in train_classifier(tiles, class_id, epochs=plan.classifier_epochs, seed=plan.seed):
        say(f"classifier, epoch {epoch + 1} of {plan.classifier_epochs}: loss {loss:.3f}")
        torch.save(trained.state_dict(), path.with_suffix(".part"))
    path.with_suffix(".part").rename(path)


def _blob(path: Path) -> np.ndarray[tuple[int, ...], np.dtype[np.float32]]:
    pixels = cv2.imread(str(path))
    if pixels is None:
        raise SnapshotError(f"The picture {path.name!r} cannot be read.")
    rgb = np.asarray(cv2.cvtColor(pixels, cv2.COLOR_BGR2RGB), dtype=np.uint8)
    return Letterbox.fit(rgb.shape[1], rgb.shape[0], SIDE).blob(rgb)
