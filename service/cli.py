"""The command ``sikwu``. Exit status: 0 answered, 1 not a win or below the minimum, 2 bad input in one line.

What a command needs is imported inside it, so that help is instant and scoring a written hand opens no network.
"""
# ruff: noqa: PLC0415

from __future__ import annotations

import io
import json
import os
import sys
from pathlib import Path  # noqa: TC003  typer reads the annotations
from typing import TYPE_CHECKING, Annotated, Any, Final, NoReturn

import typer
from typer import Argument, Option
from typer._click.exceptions import ClickException, NoArgsIsHelpError

from scoring.errors import SikwuError

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from service.answers import Win
    from service.reader import Reader
    from vision.photo import Photo
    from vision.reading import Reading

BAD_INPUT: Final = 2
INTERRUPTED: Final = 130

app = typer.Typer(
    help="食糊 sikwu: photograph a winning Hong Kong mahjong hand, get its faan and who pays whom.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)


class UsageError(SikwuError):
    """A command line that asks for nothing that can be done."""

    default_code = "bad_usage"


class OutputError(SikwuError):
    """A file that cannot be written."""

    default_code = "bad_output"


@app.command()
def read(
    photos: Annotated[list[str], Argument(metavar="PHOTO...", help="JPEG, PNG, WebP or HEIC.", show_default=False)],
    as_json: Annotated[bool, Option("--json", help="One JSON object per photo, a line each.")] = False,
    overlay: Annotated[Path | None, Option(metavar="OUT.png", help="Write the photo with what was found.")] = None,
) -> None:
    """Find the tiles and the hand in photos."""
    if overlay is not None and len(photos) > 1:
        raise UsageError(f"--overlay {overlay} takes one photo, not {len(photos)}")
    reader = _reader()
    failed = False
    for name in photos:
        try:
            photo, reading = reader.read(name)
            if overlay is not None:
                _write_overlay(photo, reading, overlay)
        except SikwuError as error:
            _complain(error.message)
            failed = True
            continue
        if as_json:
            _print_json(reading.to_json())
        else:
            from service.console import make_console, show_reading

            show_reading(make_console(), reading)
    if failed:
        raise typer.Exit(BAD_INPUT)


@app.command()
def score(  # noqa: PLR0917  typer's way to declare options
    photo: Annotated[str | None, Argument(metavar="[PHOTO]", help="A photo of the hand.", show_default=False)] = None,
    hand: Annotated[
        str | None, Option(metavar="NOTATION", help="The hand as text, such as “(CCC) 123m 45s 66s +3s |1f”.")
    ] = None,
    rules: Annotated[str, Option(metavar="NAME", help="A rule set (see sikwu rules) or a .toml file.")] = "guide",
    settings: Annotated[
        list[str] | None, Option("--set", metavar="KEY=VALUE", help="Change a switch of the rules; may be repeated.")
    ] = None,
    seat: Annotated[str, Option(metavar="SEAT", help="The winner's seat: E, S, W or N.")] = "E",
    round_: Annotated[str, Option("--round", metavar="WIND", help="The prevailing wind: E, S, W or N.")] = "E",
    dealer: Annotated[str, Option(metavar="SEAT", help="The dealer's seat.")] = "E",
    self_draw: Annotated[bool, Option("--self-draw", help="The winning tile came from the wall.")] = False,
    discarder: Annotated[
        str | None, Option("--from", metavar="SEAT", help="Who discarded the winning tile.", show_default=False)
    ] = None,
    events: Annotated[
        list[str] | None,
        Option(
            "--event",
            metavar="NAME",
            help="What was special; may be repeated: robbing_kong, last_tile, last_discard, after_kong, kong_on_kong,"
            " after_flower, heavenly, earthly, human.",
        ),
    ] = None,
    liable: Annotated[
        str | None, Option(metavar="SEAT", help="Who is liable (包牌), as the table agreed.", show_default=False)
    ] = None,
    base: Annotated[
        str | None, Option(metavar="AMOUNT", help="The stake: what one point is worth.", show_default=False)
    ] = None,
    as_json: Annotated[bool, Option("--json", help="The answer as JSON.")] = False,
    overlay: Annotated[Path | None, Option(metavar="OUT.png", help="Write the photo with what was found.")] = None,
) -> None:
    """Score a photo or a written hand: faan, points, and who pays whom."""
    from scoring.rules import parse_setting
    from service.answers import Status, Win, score_answer, score_win, status_of

    if (photo is None) == (hand is None):
        given = f"both “{photo}” and --hand “{hand}” were" if photo is not None else "neither was"
        raise UsageError(f"score takes a PHOTO or --hand NOTATION; {given} given")
    if overlay is not None and photo is None:
        raise UsageError(f"--overlay {overlay} needs a PHOTO")
    win = Win(
        rules=rules,
        settings=dict(parse_setting(text) for text in settings or ()),
        seat=seat,
        round=round_,
        dealer=dealer,
        self_draw=self_draw,
        discarder=discarder,
        events=tuple(events or ()),
        liable=liable,
        base=base,
    )
    _check(win)
    reading = None
    if photo is not None:
        opened, reading = _reader().read(photo)
        if overlay is not None:
            _write_overlay(opened, reading, overlay)
    result = score_win(reading.hand if reading is not None else hand or "", win)
    status = status_of(result)
    if as_json:
        _print_json(score_answer(result, reading.to_json() if reading is not None else None))
    elif status is not Status.IMPOSSIBLE or reading is not None:
        from service.console import make_console, show_score

        show_score(make_console(), result, reading)
    if status is Status.IMPOSSIBLE:
        from scoring.problems import Severity

        _complain(next(fault.message for fault in result.problems if fault.severity is Severity.ILLEGAL))
    raise typer.Exit(status)


def _check(win: Win) -> None:
    """Refuse wrong options before a photo is opened."""
    win.circumstances()
    win.rule_set()


@app.command()
def serve(
    host: Annotated[str | None, Option(help="The address to listen at; 127.0.0.1 if nothing else is set.")] = None,
    port: Annotated[int | None, Option(min=0, max=65_535, help="The port; 8000 if nothing else is set.")] = None,
    lan: Annotated[
        bool, Option("--lan", help="Let phones in the same network in: a code to scan, and a secure address.")
    ] = False,
    tls_port: Annotated[
        int | None, Option(min=0, max=65_535, help="With --lan: the port of the secure address; 8443 if not set.")
    ] = None,
) -> None:
    """Start the service with its page and its store."""
    from service.serving import serve as start
    from service.settings import Settings

    given: dict[str, Any] = {"host": host, "port": port, "lan": lan or None, "tls_port": tls_port}
    settings = Settings.load().model_copy(update={key: value for key, value in given.items() if value is not None})
    start(settings)


@app.command()
def batch(
    folder: Annotated[Path, Argument(metavar="FOLDER", help="Photos, also those in folders inside it.")],
    out: Annotated[Path, Option(metavar="FILE.jsonl", help="Where to write one JSON object a line.")],
    engine: Annotated[str, Option(help="local, or ray for many machines.")] = "local",
) -> None:
    """Read every photo of a folder into a file, a JSON line each."""
    from service.batch import read_folder

    failed = read_folder(folder, out, engine)
    if failed:
        raise typer.Exit(BAD_INPUT)


@app.command()
def rules(
    name: Annotated[str | None, Argument(metavar="[NAME]", help="Show this one in full.", show_default=False)] = None,
    as_json: Annotated[bool, Option("--json", help="The answer as JSON.")] = False,
) -> None:
    """List the rule sets, or show one in full."""
    from service.answers import rule_set_answer, rules_answer

    if as_json:
        _print_json(rules_answer() if name is None else rule_set_answer(name))
        return
    from service.console import make_console, show_rule_set, show_rule_sets

    if name is None:
        show_rule_sets(make_console())
    else:
        show_rule_set(make_console(), name)


_FORWARDED: Final = {"allow_extra_args": True, "ignore_unknown_options": True, "help_option_names": []}


@app.command(context_settings=_FORWARDED, rich_help_panel="Training")
def data(context: typer.Context) -> None:
    """Synthesise training scenes, count labels."""
    _train_side("data", context.args)


@app.command(context_settings=_FORWARDED, rich_help_panel="Training")
def train(context: typer.Context) -> None:
    """Train the networks."""
    _train_side("train", context.args)


@app.command(context_settings=_FORWARDED, rich_help_panel="Training")
def evaluate(context: typer.Context) -> None:
    """Measure how right the tiles are on labelled photos."""
    _train_side("evaluate", context.args)


@app.command(context_settings=_FORWARDED, rich_help_panel="Training")
def export(context: typer.Context) -> None:
    """Write the networks of a run as the files that ship."""
    _train_side("export", context.args)


def _train_side(name: str, arguments: Sequence[str]) -> None:
    """Hand a command line over to the training side: the one place where its commands are mounted."""
    from models import commands

    side = typer.Typer(add_completion=False, pretty_exceptions_enable=False)
    side.add_typer(commands.data_app, name="data")
    for command in (commands.train, commands.evaluate, commands.export):
        side.command()(command)
    status = typer.main.get_command(side).main([name, *arguments], prog_name="sikwu", standalone_mode=False)
    raise typer.Exit(int(status or 0))


def _reader() -> Reader:
    from service.reader import Reader
    from service.settings import Settings

    settings = Settings.load()
    return Reader.load(settings.weights, settings.threads)


def _write_overlay(photo: Photo, reading: Reading, path: Path) -> None:
    from vision.overlay import overlay_png

    picture = overlay_png(photo, reading)
    try:
        path.write_bytes(picture)
    except OSError as error:
        raise OutputError(f"“{path}” cannot be written: {error.strerror}") from None


def _print_json(answer: Mapping[str, Any]) -> None:
    print(json.dumps(answer, ensure_ascii=False))


def _complain(message: str) -> None:
    """Say what is wrong in one line on standard error."""
    print(f"sikwu: {' '.join(message.split())}", file=sys.stderr)


def run(arguments: Sequence[str]) -> int:
    """Run one command line and return its exit status."""
    try:
        status = typer.main.get_command(app).main(list(arguments), prog_name="sikwu", standalone_mode=False)
    except NoArgsIsHelpError:  # the help was shown
        return 0
    except ClickException as error:
        _complain(error.format_message())
        return BAD_INPUT
    except SikwuError as error:
        _complain(error.message)
        return BAD_INPUT
    except (KeyboardInterrupt, typer.Abort):
        return INTERRUPTED
    except BrokenPipeError:  # whoever reads the answer has seen enough
        sys.stdout = open(os.devnull, "w")  # noqa: SIM115, PTH123  so that the flush at exit cannot fail
        return 0
    return int(status or 0)


def main() -> NoReturn:
    """Be the command ``sikwu``: what it writes is UTF-8, whatever the locale."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(encoding="utf-8", errors="backslashreplace")
    sys.exit(run(sys.argv[1:]))
