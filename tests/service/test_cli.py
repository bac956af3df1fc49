"""The command line: answers, exit status, and one line for everything that cannot be answered."""

from __future__ import annotations

import json
import os
import socket
import struct
import subprocess
import sys
import zlib
from functools import lru_cache
from typing import TYPE_CHECKING, Any

import pytest
from PIL import Image

from scoring.rules import NAMES
from service.cli import run
from tests.service.conftest import HAND

if TYPE_CHECKING:
    from pathlib import Path

WIN = "(CCC) 111m 777m 999m 8m +8m"

Capture = pytest.CaptureFixture[str]


def refused(capsys: Capture, *arguments: str) -> str:
    """Run a command line that must be refused: status 2, nothing answered, one line that is given back."""
    assert run(arguments) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.startswith("sikwu: ")
    assert err.count("\n") == 1
    assert err.endswith("\n")
    assert "Traceback" not in err
    return err


def answered(capsys: Capture, *arguments: str, status: int = 0) -> Any:
    """Run a command line with --json and give its answer."""
    assert run([*arguments, "--json"]) == status
    return json.loads(capsys.readouterr().out)


# ---- score a written hand ----


def test_a_written_hand_is_scored_as_the_contract_says(capsys: Capture) -> None:
    answer = answered(capsys, "score", "--hand", WIN, "--seat", "W", "--from", "N")
    assert answer["hand"] == HAND
    assert answer["rules"] == "guide"
    assert (answer["complete"], answer["legal"], answer["problems"]) == (True, True, [])
    assert [(line["id"], line["zh"], line["faan"]) for line in answer["patterns"]] == [
        ("half_flush", "混一色", 3),
        ("all_pungs", "對對糊", 3),
        ("dragon_pung", "三元牌", 1),
        ("no_flowers", "無花", 1),
    ]
    assert (answer["faan"], answer["paid_faan"], answer["limit"], answer["points"]) == (8, 8, False, 64)
    assert answer["payments"] == {"E": 0, "S": 0, "W": 64, "N": -64}
    assert "read" not in answer


def test_every_option_reaches_the_score(capsys: Capture) -> None:
    hand = "(EEE) (SSS) [9999m] 77p 7s7s +7p"
    options = ["--rules", "hkma", "--set", "cap=8", "--set", "faan.half_flush=4", "--seat", "S", "--round", "E"]
    options += ["--dealer", "S", "--self-draw"]
    answer = answered(
        capsys, "score", "--hand", hand, *options, "--event", "after_kong", "--liable", "N", "--base", "1/2"
    )
    ids = {line["id"] for line in answer["patterns"]}
    assert answer["rules"] == "hkma"
    assert {"seat_wind", "round_wind", "self_drawn", "after_kong"} <= ids
    assert answer["paid_faan"] <= 8
    payments = answer["payments"]
    assert sum(payments.values()) == 0
    assert {seat for seat, share in payments.items() if share < 0} == {"N"}
    assert payments["S"] == answer["points"] * 3 / 4, "three times half the points, at a base of a half"


def test_a_rule_set_file_of_the_table_is_taken(capsys: Capture, tmp_path: Path) -> None:
    rules = tmp_path / "ours.toml"
    rules.write_text('extends = "hkma"\ntitle = "Ours"\ncap = 8\n')
    answer = answered(capsys, "score", "--hand", WIN, "--from", "N", "--rules", str(rules))
    assert answer["paid_faan"] == 8


@pytest.mark.parametrize(
    ("hand", "code"),
    [
        ("123m 456m 789m 123p 5s +6s", "not_complete"),
        ("123m 456m 789m +5s", "too_few_tiles"),
        ("(123m) (456m) (789p) 99s 78s +9s", "below_minimum"),
    ],
)
def test_no_win_and_too_few_faan_are_status_1_and_the_answer_says_which(capsys: Capture, hand: str, code: str) -> None:
    answer = answered(capsys, "score", "--hand", hand, "--seat", "S", "--from", "E", status=1)
    assert code in [problem["code"] for problem in answer["problems"]]
    assert answer["legal"] is False
    assert answer["payments"] is None
    assert run(["score", "--hand", hand, "--seat", "S", "--from", "E"]) == 1
    out, err = capsys.readouterr()
    assert ("Below the minimum" if code == "below_minimum" else "Not a win") in out
    assert next(problem["message"] for problem in answer["problems"] if problem["code"] == code) in " ".join(
        out.split()
    )
    assert err == ""


@pytest.mark.parametrize(
    ("arguments", "quoted"),
    [
        (["--hand", "123x"], "“123x”"),
        (["--hand", "(123m 45s"], "“)”"),
        (["--hand", "1" * 2000 + "m"], "too long"),
        (["--hand", "11111m 456m 789m 23p +4p"], "“1m” is there 5 times"),
        (["--hand", WIN, "--rules", "hkmaa"], "“hkmaa”"),
        (["--hand", WIN, "--rules", "nowhere.toml"], "“nowhere.toml”"),
        (["--hand", WIN, "--set", "faan.ful_flush=6"], "“faan.ful_flush”"),
        (["--hand", WIN, "--set", "cap"], "“cap”"),
        (["--hand", WIN, "--set", "cap=high"], "“high”"),
        (["--hand", WIN, "--base", "lots"], "“lots”"),
        (["--hand", WIN, "--base", "0"], "“0”"),
        (["--hand", WIN, "--base", "1" * 2000], "too long"),
        (["--hand", WIN, "--base", "1e999999999"], "“1e999999999”"),
        (["--hand", WIN, "--seat", "X"], "“X”"),
        (["--hand", WIN, "--round", "east"], "“east”"),
        (["--hand", WIN, "--from", "Q"], "“Q”"),
        (["--hand", WIN, "--liable", "Q"], "“Q”"),
        (["--hand", WIN, "--event", "lucky"], "“lucky”"),
        (["--hand", WIN, "--seat", "E", "--from", "E"], "“E”"),
        (["--hand", WIN, "--self-draw", "--from", "S"], "“S”"),
        (["--hand", WIN, "--self-draw", "--event", "last_discard"], "“last_discard”"),
        (["--hand", WIN, "--from", "S", "--event", "heavenly"], "“heavenly”"),
        (["--hand"], "--hand"),
        (["--hand", WIN, "--colour"], "--colour"),
        ([], "PHOTO"),
        (["a.jpg", "--hand", WIN], "a.jpg"),
        (["a.jpg", "b.jpg"], "b.jpg"),
        (["--hand", WIN, "--overlay", "o.png"], "o.png"),
        (["nowhere.jpg"], "nowhere.jpg"),
    ],
)
def test_bad_input_of_score_is_one_line_that_quotes_it(capsys: Capture, arguments: list[str], quoted: str) -> None:
    assert quoted in refused(capsys, "score", *arguments)


def test_with_json_an_impossible_hand_is_answered_too(capsys: Capture) -> None:
    answer = answered(capsys, "score", "--hand", "11111m 456m 789m 23p +4p", status=2)
    assert next(problem["code"] for problem in answer["problems"]) == "five_of_a_face"


def test_a_person_reads_faan_with_chinese_and_english_names_and_payments_by_seat(capsys: Capture) -> None:
    assert run(["score", "--hand", WIN, "--seat", "W", "--from", "N", "--rules", "hkma", "--set", "cap=6"]) == 0
    out = capsys.readouterr().out
    for words in (
        "( 中 中 中 )",
        "混一色",
        "Half flush",
        "wan6 jat1 sik1",
        "8 番 faan, paid as 6 (封頂 the cap of “hkma”)",
        "西  West",
        "食糊 wins",
        "出銃 discarded",
        "HKMA tournament",
    ):
        assert words in out
    assert all(len(line) <= 80 for line in out.splitlines())


# ---- photos ----


def bad_photos(folder: Path, photo: Path) -> dict[str, tuple[Path, str]]:
    """Photos that cannot be opened, with words of the sentence that says so."""
    files = {
        "text": (b"not a photo at all", "is not a JPEG, PNG, WebP or HEIC"),
        "empty": (b"", "is empty"),
        "truncated": (photo.read_bytes()[: photo.stat().st_size // 2], "cut short"),
        "huge": (huge_png(), "20000 × 20000"),
    }
    found = {}
    for name, (data, words) in files.items():
        path = folder / f"{name}.jpg"
        path.write_bytes(data)
        found[name] = (path, words)
    found["missing"] = (folder / "nowhere.jpg", "no file")
    found["folder"] = (folder, "is a folder")
    return found


@lru_cache
def huge_png() -> bytes:
    """A sound PNG of 20,000 × 20,000 black pixels: 50 kilobytes that become 400 megabytes."""

    def chunk(kind: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    squeeze = zlib.compressobj(9)
    row = bytes(1 + 20_000 // 8)
    pixels = b"".join(squeeze.compress(row * 100) for _ in range(200)) + squeeze.flush()
    header = struct.pack(">IIBBBBB", 20_000, 20_000, 1, 0, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + chunk(b"IDAT", pixels) + chunk(b"IEND", b"")


@pytest.mark.parametrize("fault", ["text", "empty", "truncated", "huge", "missing", "folder"])
@pytest.mark.parametrize("command", ["read", "score"])
def test_a_photo_that_cannot_be_opened_is_one_line_that_names_it(
    capsys: Capture, tmp_path: Path, photo: Path, command: str, fault: str
) -> None:
    path, words = bad_photos(tmp_path, photo)[fault]
    line = refused(capsys, command, str(path))
    assert words in line
    assert str(path) in line


def test_a_photo_is_read_as_the_contract_says(capsys: Capture, photo: Path) -> None:
    answer = answered(capsys, "read", str(photo))
    assert set(answer) == {
        "photo", "width", "height", "seconds", "tiles", "hand", "confidence", "questions", "problems",
    }  # fmt: skip
    assert (answer["photo"], answer["width"], answer["height"]) == (str(photo), 1280, 1280)
    assert answer["hand"] == HAND
    assert len(answer["tiles"]) == 14
    tile = answer["tiles"][0]
    assert set(tile) == {"code", "confidence", "box", "role", "group", "alternatives"}
    assert [tile["role"] for tile in answer["tiles"]].count("winning") == 1


def test_a_photo_is_scored_with_its_reading_beside(capsys: Capture, photo: Path) -> None:
    answer = answered(capsys, "score", str(photo), "--seat", "W", "--from", "N")
    written = answered(capsys, "score", "--hand", HAND, "--seat", "W", "--from", "N")
    read = answer.pop("read")
    assert answer == written
    assert read["hand"] == HAND


def test_several_photos_are_a_line_each_and_a_bad_one_loses_none(
    capsys: Capture, photo: Path, empty_table: Path, tmp_path: Path
) -> None:
    bad = tmp_path / "bad.jpg"
    bad.write_text("no photo")
    assert run(["read", str(photo), str(bad), str(empty_table), "--json"]) == 2
    out, err = capsys.readouterr()
    assert [json.loads(line)["photo"] for line in out.splitlines()] == [str(photo), str(empty_table)]
    assert err.count("\n") == 1
    assert str(bad) in err


def test_a_photo_without_a_tile_is_read_as_none_and_scored_as_no_win(capsys: Capture, empty_table: Path) -> None:
    answer = answered(capsys, "read", str(empty_table))
    assert (answer["tiles"], answer["hand"]) == ([], "")
    assert [problem["code"] for problem in answer["problems"]] == ["no_tiles"]
    assert run(["read", str(empty_table)]) == 0
    assert "No mahjong tile was found" in capsys.readouterr().out
    assert answered(capsys, "score", str(empty_table), status=1)["legal"] is False
    assert run(["score", str(empty_table)]) == 1
    out = capsys.readouterr().out
    assert out.count("No mahjong tile was found") == 1
    assert "Not a win" in out


@pytest.mark.parametrize("command", ["read", "score"])
def test_the_overlay_is_a_picture_of_the_photo(capsys: Capture, photo: Path, tmp_path: Path, command: str) -> None:
    out = tmp_path / "overlay.png"
    assert run([command, str(photo), "--overlay", str(out), "--json"]) in {0, 1}
    capsys.readouterr()
    with Image.open(out) as picture:
        assert picture.format == "PNG"
        assert picture.width >= 1280


def test_an_overlay_that_cannot_be_written_is_one_line(capsys: Capture, photo: Path, tmp_path: Path) -> None:
    assert "nowhere" in refused(capsys, "read", str(photo), "--overlay", str(tmp_path / "nowhere" / "o.png"))


def test_an_overlay_is_for_one_photo(capsys: Capture) -> None:
    assert "2" in refused(capsys, "read", "a.jpg", "b.jpg", "--overlay", "o.png")


def test_missing_and_changed_weights_are_one_line(
    capsys: Capture, photo: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SIKWU_WEIGHTS", str(tmp_path))
    assert str(tmp_path) in refused(capsys, "read", str(photo))
    (tmp_path / "detector.onnx").write_bytes(b"changed")
    (tmp_path / "SHA256SUMS").write_text(f"{'0' * 64}  detector.onnx\n")
    assert "checksum" in refused(capsys, "read", str(photo))


# ---- rules, batch, training, help ----


def test_rule_sets_are_listed_and_shown_in_full(capsys: Capture) -> None:
    assert run(["rules"]) == 0
    listed = capsys.readouterr().out
    assert all(name in listed for name in NAMES)
    assert run(["rules", "hkma"]) == 0
    shown = capsys.readouterr().out
    assert "cap = 10" in shown
    assert "faan.full_flush = 7   清一色 Full flush" in shown
    assert [rules["name"] for rules in answered(capsys, "rules")["rules"]] == list(NAMES)
    settings = {item["key"]: item["value"] for item in answered(capsys, "rules", "hkma")["settings"]}
    assert settings["cap"] == 10
    assert "“hkmaa”" in refused(capsys, "rules", "hkmaa")


def test_a_batch_reads_a_folder_in_order_and_keeps_the_faults(capsys: Capture, photo: Path, tmp_path: Path) -> None:
    folder = tmp_path / "photos"
    (folder / "more").mkdir(parents=True)
    (folder / "b.JPG").write_bytes(photo.read_bytes())
    (folder / "more" / "c.jpg").write_text("no photo")
    (folder / "notes.txt").write_text("not looked at")
    out = tmp_path / "out.jsonl"
    assert run(["batch", str(folder), "--out", str(out)]) == 2
    first, second = (json.loads(line) for line in out.read_text("utf-8").splitlines())
    assert (first["photo"], first["hand"]) == (str(folder / "b.JPG"), HAND)
    assert second["photo"] == str(folder / "more" / "c.jpg")
    assert second["error"]["code"] == "photo_unreadable"
    assert "c.jpg" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("arguments", "quoted"),
    [
        (["nowhere", "--out", "o.jsonl"], "nowhere"),
        ([".", "--out", "o.jsonl", "--engine", "abacus"], "“abacus”"),
        ([".", "--out", "o.jsonl", "--engine", "ray"], "“ray” is not installed"),
        (["."], "--out"),
    ],
)
def test_bad_input_of_batch_is_one_line(
    capsys: Capture, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, arguments: list[str], quoted: str
) -> None:
    monkeypatch.chdir(tmp_path)
    assert quoted in refused(capsys, "batch", *arguments)


def test_a_folder_without_photos_is_one_line(capsys: Capture, tmp_path: Path) -> None:
    assert str(tmp_path) in refused(capsys, "batch", str(tmp_path), "--out", str(tmp_path / "o.jsonl"))


@pytest.mark.parametrize("command", ["train", "export"])
def test_without_the_training_environment_one_sentence_tells_how_to_get_it(
    capsys: Capture, tmp_path: Path, command: str
) -> None:
    arguments = [command, str(tmp_path)] + (["--out", str(tmp_path)] if command == "export" else [])
    assert "make train-environment" in refused(capsys, *arguments)


def test_the_training_side_answers_bad_input_in_one_line_too(capsys: Capture, tmp_path: Path) -> None:
    assert "folder" in refused(capsys, "train")
    assert "--nonsense" in refused(capsys, "evaluate", ".", "--nonsense")
    assert str(tmp_path) in refused(capsys, "data", "stats", str(tmp_path))


@pytest.mark.parametrize(
    "arguments",
    [[], ["--help"], ["data"], *([name, "--help"] for name in ("read", "score", "serve", "batch", "rules", "train"))],
)
def test_help_is_shown_and_is_no_fault(capsys: Capture, arguments: list[str]) -> None:
    assert run(arguments) == 0
    out, err = capsys.readouterr()
    assert "Usage: sikwu" in out
    assert err == ""


@pytest.mark.parametrize("arguments", [["nope"], ["--nope"], ["read"], ["serve", "--port", "abc"], ["rules", "a", "b"]])
def test_wrong_usage_is_one_line(capsys: Capture, arguments: list[str]) -> None:
    refused(capsys, *arguments)


def test_a_wrong_setting_is_one_line(capsys: Capture, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SIKWU_PORT", "eighty")
    assert "SIKWU_PORT=eighty" in refused(capsys, "serve")


def test_a_port_in_use_is_one_line(capsys: Capture) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = str(taken.getsockname()[1])
        assert port in refused(capsys, "serve", "--port", port)


# ---- the command as it is installed ----


def installed(*arguments: str, environment: dict[str, str] | None = None) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "service", *arguments],
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=False,
        timeout=120,
        env={**os.environ, **(environment or {})},
    )


def test_the_installed_command_answers_in_utf_8_whatever_the_locale() -> None:
    done = installed("score", "--hand", WIN, "--from", "S", "--json", environment={"LC_ALL": "C", "PYTHONUTF8": "0"})
    assert done.returncode == 0
    assert json.loads(done.stdout)["patterns"][0]["zh"] == "混一色"
    assert done.stderr == ""


LOADED = """
import sys
from service.cli import run
run(sys.argv[1:])
print(*sorted({name.partition(".")[0] for name in sys.modules}), file=sys.stderr)
"""


@pytest.mark.parametrize(
    ("arguments", "unloaded"),
    [
        (["--help"], {"numpy", "cv2", "onnxruntime", "PIL", "fastapi", "sqlalchemy", "uvicorn", "models", "torch"}),
        (["score", "--hand", WIN], {"numpy", "cv2", "onnxruntime", "PIL", "fastapi", "sqlalchemy", "models", "torch"}),
        (["read", "nowhere.jpg"], {"fastapi", "sqlalchemy", "uvicorn", "models", "datasets", "torch", "ultralytics"}),
    ],
)
def test_a_command_loads_only_what_it_needs(arguments: list[str], unloaded: set[str]) -> None:
    done = subprocess.run(
        [sys.executable, "-c", LOADED, *arguments], capture_output=True, text=True, check=True, timeout=120
    )
    assert set(done.stderr.split()) & unloaded == set()


def test_a_reader_that_goes_away_is_no_traceback() -> None:
    command = f"{sys.executable} -m service rules hkma | head -n 1"
    done = subprocess.run(command, shell=True, capture_output=True, text=True, check=False, timeout=120)  # noqa: S602
    assert done.stderr == ""
