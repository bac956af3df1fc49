"""The training side of the command line: ``sikwu data``, ``train``, ``evaluate``, ``export``."""

from __future__ import annotations

import os
from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from rich.console import Console
from rich.progress import track

from datasets.formats import yolo
from datasets.hand_set import HandRecipe, write_hand_set
from datasets.training_set import Recipe, write_training_set
from scoring.errors import SikwuError
from scoring.tiles import CODES

if TYPE_CHECKING:
    from types import ModuleType

data_app = typer.Typer(help="Training data: synthesise scenes, count labels.", no_args_is_help=True)


class TrainingMissingError(SikwuError):
    """The training environment is not installed."""

    default_code = "training_missing"


@data_app.command()
def synth(
    folder: Annotated[Path, typer.Argument(help="Where to write images/, labels/, corners/ and data.yaml.")],
    pictures: Annotated[int, typer.Option(min=1, help="How many.")] = 100,
    size: Annotated[int, typer.Option(min=64, max=4096, help="Pixels of each square picture's side.")] = 640,
    real_share: Annotated[float, typer.Option(min=0, max=1, help="Share made from labelled photos, if any.")] = 0.5,
    seed: Annotated[int, typer.Option(min=0, help="The same seed draws the same pictures.")] = 0,
    held_out: Annotated[bool, typer.Option("--held-out", help="Use the tile sets kept for validation.")] = False,
    detail: Annotated[
        float, typer.Option(min=0.25, max=8, help="Pixels of a tile beside those in a picture of 640 pixels.")
    ] = 1.0,
    processes: Annotated[int, typer.Option(min=1, help="Processes that draw side by side.")] = os.cpu_count() or 1,
) -> None:
    """Draw a training set that ultralytics takes: synthesised scenes and, where there are any, collages of photos."""
    recipe = Recipe(pictures, size, real_share, seed, held_out, detail)
    tiles = sum(track(write_training_set(folder, recipe, processes=processes), "drawing", total=pictures))
    typer.echo(f"{pictures} pictures with {tiles} tiles in {folder}")


@data_app.command()
def hands(
    folder: Annotated[
        Path, typer.Argument(help="Where to write pictures, labels, masks, corners, hands.csv, scenes.jsonl.")
    ],
    scenes: Annotated[int, typer.Option(min=1, help="How many.")] = 100,
    size: Annotated[int, typer.Option(min=320, max=4096, help="Pixels of each square picture's side.")] = 1280,
    seed: Annotated[int, typer.Option(min=0, help="The same seed draws the same tables.")] = 0,
    held_out: Annotated[bool, typer.Option("--held-out", help="Use the tile sets kept for validation.")] = False,
    pictures: Annotated[bool, typer.Option(help="Draw the photos, or write what is true alone.")] = True,
    processes: Annotated[int, typer.Option(min=1, help="Processes that draw side by side.")] = os.cpu_count() or 1,
) -> None:
    """Photograph whole tables of which the hand is known: exposed, concealed, kongs, winning tile, bonus tiles."""
    recipe = HandRecipe(scenes, size, seed, held_out, pictures)
    for _ in track(write_hand_set(folder, recipe, processes=processes), "drawing", total=scenes):
        pass
    typer.echo(f"{scenes} tables with their hands in {folder}")


@data_app.command()
def stats(folder: Annotated[Path, typer.Argument(help="A folder with labels/.")]) -> None:
    """Count the labelled tiles of a folder by face."""
    files = sorted((folder / "labels").glob("*.txt"))
    if not files:
        raise yolo.LabelError(f"There are no label files in {str(folder / 'labels')!r}.", code="labels_missing")
    counts: Counter[str] = Counter()
    for file in files:
        counts.update(yolo.read(file).codes)
    typer.echo(f"{len(files)} pictures, {counts.total()} tiles")
    for code in CODES:
        typer.echo(f"{code:<5}{counts[code]:7}")


def train(
    folder: Annotated[Path, typer.Argument(help="Folder of the run; a run that was cut off goes on.")],
    wheel: Annotated[
        Path | None, typer.Option(help="File of the package mahjong-detector 0.0.6: a warm start.")
    ] = None,
    miniature: Annotated[bool, typer.Option("--miniature", help="All steps at the scale of a test.")] = False,
) -> None:
    """Train detector and classifier from nothing to ONNX, going on where an earlier run stopped."""
    pipeline = _pipeline()
    plan = pipeline.MINIATURE if miniature else pipeline.Plan()
    weights = pipeline.run_plan(folder, plan, wheel=wheel, say=typer.echo)
    typer.echo(f"weights in {weights}")


def evaluate(
    folder: Annotated[Path, typer.Argument(help="A folder with images/ and labels/, or images/ and tiles.json.")],
    weights: Annotated[Path | None, typer.Option(help="Folder of other weights than those that ship.")] = None,
    classes: Annotated[bool, typer.Option("--classes", help="Also a line for each face.")] = False,
    worst: Annotated[Path | None, typer.Option(help="Write a picture of the photos with most mistakes.")] = None,
    detector_only: Annotated[bool, typer.Option("--detector-only", help="Without the second look.")] = False,
    upright: Annotated[
        bool, typer.Option("--upright", help="Second look at upright boxes, not at straightened faces.")
    ] = False,
    as_labelled: Annotated[
        bool, typer.Option("--as-labelled", help="Labels as they stand, without our corrections of them.")
    ] = False,
    turn: Annotated[float, typer.Option(min=-360, max=360, help="Degrees by which each photo is turned first.")] = 0.0,
    hands_: Annotated[bool, typer.Option("--hands", help="Measure hands, where they are known.")] = False,
    true_boxes: Annotated[
        bool, typer.Option("--true-boxes", help="With --hands: true tiles, 2 % of them misread, instead of photos.")
    ] = False,
    draws: Annotated[
        int, typer.Option(min=1, help="With --true-boxes: how often the misread tiles of each hand are drawn.")
    ] = 1,
) -> None:
    """Measure how right the tiles are on labelled photos, or with --hands whole hands."""
    out = Console(highlight=False)
    if hands_:
        from models.hand_commands import measure_hands  # noqa: PLC0415  # opens onnxruntime, as below

        drawn = draws if true_boxes else 0
        for line in measure_hands(folder, weights, worst=worst, detector_only=detector_only, draws=drawn):
            out.print(line, markup=False, soft_wrap=True)
        return
    from models import evaluate as evaluation  # noqa: PLC0415  # opens onnxruntime, which no other command needs
    from vision.detector import Detector  # noqa: PLC0415
    from vision.faces import FaceClassifier  # noqa: PLC0415

    detector = Detector.load(weights)
    classifier = None if detector_only else FaceClassifier.load(weights, straight=not upright)
    if (folder / "tiles.json").is_file():
        tally = evaluation.evaluate_lists(folder, detector, classifier)
        lines = [*evaluation.tally_summary(tally), *(evaluation.class_table(tally) if classes else ())]
    else:
        measured = evaluation.evaluate(folder, detector, classifier, corrected=not as_labelled, turn=turn)
        lines = [*evaluation.summary(measured), *(evaluation.class_table(measured.tally) if classes else ())]
        if worst is not None:
            evaluation.contact_sheet(measured, worst)
    for line in lines:
        out.print(line, markup=False)


def export(
    folder: Annotated[Path, typer.Argument(help="Folder of a finished run.")],
    out: Annotated[Path, typer.Option(help="Where detector.onnx, classifier.onnx and SHA256SUMS go.")],
) -> None:
    """Write the ONNX files of a run and check them against their checkpoints."""
    overlap = _pipeline().export_run(folder, out)
    typer.echo(f"weights in {out}; they agree with their checkpoints (least IoU {overlap:.4f})")


def _pipeline() -> ModuleType:
    try:
        from models.training import pipeline  # noqa: PLC0415  # imports torch
    except ModuleNotFoundError as missing:
        raise TrainingMissingError(
            f"Training needs {missing.name!r}, which is not installed here; `make train-environment` installs it."
        ) from None
    return pipeline
