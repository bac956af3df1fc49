"""The app's files: every word in two languages, nothing from elsewhere, no name without its thing."""

from __future__ import annotations

import ast
import json
import re
from pathlib import Path
from typing import Final

import pytest

import service
from scoring.circumstances import Event
from scoring.patterns import PATTERNS
from scoring.problems import Code
from scoring.rules import NAMES, SWITCHES
from scoring.switches import PAOS, schema
from tests.service.web import vendored
from vision.layout import Doubt, Role

WEB: Final = Path(service.__file__).with_name("web")
OWN: Final = sorted(path for path in WEB.rglob("*.js") if "vendor" not in path.parts)
PAGES: Final = sorted(WEB.glob("*.html"))
APP: Final = [path for path in OWN if path.name not in {"docs.js", "dom.js", "sw.js"}]
CHINESE: Final = re.compile(r"[\u4e00-\u9fff]")


def pairs(name: str) -> dict[str, tuple[str, str]]:
    text = (WEB / "words" / f"{name}.js").read_text("utf-8")
    found = re.findall(r'^  (\w+): \[\s*("(?:[^"\\]|\\.)*"),\s*("(?:[^"\\]|\\.)*"),?\s*\],?$', text, re.MULTILINE)
    assert len(found) == len(re.findall(r"^  \w+: \[", text, re.MULTILINE)), f"{name}: every entry is two texts"
    return {key: (ast.literal_eval(english), ast.literal_eval(chinese)) for key, english, chinese in found}


def chinese(name: str) -> dict[str, str]:
    text = (WEB / "words" / f"{name}.js").read_text("utf-8")
    return {key.strip('"'): value for key, value in re.findall(r'^  ("?[\w.]+"?): "(.+)",$', text, re.MULTILINE)}


WORDS: Final = {**pairs("app"), **pairs("hand"), **pairs("table")}


def test_no_word_stands_in_two_tables() -> None:
    assert len(WORDS) == sum(len(pairs(name)) for name in ("app", "hand", "table"))


def test_every_word_that_is_used_stands_in_a_table() -> None:
    used = {key for path in APP for key in re.findall(r'\bt\("(\w+)"', path.read_text("utf-8"))}
    assert used - set(WORDS) == set()


def test_every_word_that_depends_on_a_name_is_there_for_every_name() -> None:
    needed = {*"ESWN", *(event.value for event in Event), "uncertain_tile", *(doubt.value for doubt in Doubt)}
    needed |= {role.value for role in Role if role is not Role.IGNORED}
    needed |= {f"pao_{pao}" for pao in (*PAOS, "agreed")} | {f"rules_{name}" for name in NAMES}
    needed |= {f"about_{name}" for name in NAMES} | {f"group_{pattern.group.value}" for pattern in PATTERNS}
    needed |= {f"choice_{choice}" for switch in SWITCHES.values() for choice in switch.choices}
    needed |= {f"section_{key.partition('.')[0]}" for key in SWITCHES if "." in key}
    needed |= {f"why_{why}" for why in ("contained", "absorbed", "limit", "flowers", "dearer")}
    assert needed - set(WORDS) == set()


def test_every_pattern_problem_and_switch_is_said_in_chinese() -> None:
    assert set(chinese("patterns")) == {pattern.id for pattern in PATTERNS}
    assert set(chinese("problems")) == {code.value for code in Code}
    assert set(chinese("switches")) == {switch.key for switch in schema()}


def test_both_languages_fill_in_the_same_values_and_chinese_is_chinese() -> None:
    names = {"rules_tilebuddy", "rules_hkos"}  # names of programs and groups
    for key, (english, said) in WORDS.items():
        assert set(re.findall(r"\{\w+\}", english)) == set(re.findall(r"\{\w+\}", said)), key
        assert CHINESE.search(said) or key in names, key


def test_every_word_is_used() -> None:
    text = "".join(path.read_text("utf-8") for path in APP if "words" not in path.parts)
    prefixes = tuple(re.findall(r"`(\w+_)\$\{", text)) + tuple(re.findall(r'named\([^`\n]*?"(\w+_)"\)', text))
    spoken_of = {*"ESWN", *(role.value for role in Role), *(doubt.value for doubt in Doubt)}
    spoken_of |= {"uncertain_tile", *(event.value for event in Event)}
    unused = [
        key
        for key in WORDS
        if key not in spoken_of and not key.startswith(prefixes) and not re.search(rf'["`]{key}["`]', text)
    ]
    assert unused == []


def test_every_file_that_is_named_exists_and_none_lies_elsewhere() -> None:
    for path in (*OWN, *PAGES, *WEB.rglob("*.css"), WEB / "manifest.webmanifest"):
        text = path.read_text("utf-8")
        for name in re.findall(r'["(]/web/([\w./-]+)["\s)]', text):
            assert (WEB / name).is_file(), f"{path.name} names {name}"
        for name in re.findall(r'\bfrom "(\.[\w./-]+)"', text):
            assert (path.parent / name).is_file(), f"{path.name} imports {name}"
        elsewhere = set(re.findall(r"https?://[\w./]+", text)) - {"http://www.w3.org/2000/svg"}
        assert elsewhere == set(), path.name


def test_the_worker_keeps_exactly_the_files_of_the_app() -> None:
    listed = re.findall(r'^  "(/[^"]*)",$', (WEB / "sw.js").read_text("utf-8"), re.MULTILINE)
    kinds = {".js", ".css", ".svg", ".webmanifest"}
    aside = {"sw.js", "docs.js", "docs.html", "docs.css", "dom.js"}
    files = {
        f"/web/{path.relative_to(WEB).as_posix()}"
        for path in WEB.rglob("*")
        if path.suffix in kinds and path.name not in aside
    }
    assert sorted(listed) == sorted(files | {"/"})


def test_modules_are_small_and_import_no_cycle() -> None:
    imports = {
        path: [(path.parent / name).resolve() for name in re.findall(r'\bfrom "(\.[\w./-]+)"', path.read_text("utf-8"))]
        for path in OWN
    }
    for path in (*OWN, *WEB.rglob("*.css")):
        assert len(path.read_text("utf-8").splitlines()) < 400, path.name

    def reach(path: Path, trail: tuple[Path, ...]) -> None:
        assert path not in trail, " → ".join(one.name for one in (*trail, path))
        for other in imports.get(path, []):
            reach(other, (*trail, path))

    reach(WEB / "main.js", ())


def test_the_app_can_be_installed() -> None:
    manifest = json.loads((WEB / "manifest.webmanifest").read_text("utf-8"))
    assert manifest["display"] == "standalone"
    assert {icon["sizes"] for icon in manifest["icons"]} >= {"192x192", "512x512"}
    assert any(icon["purpose"] == "maskable" for icon in manifest["icons"])
    assert 'rel="manifest"' in (WEB / "index.html").read_text("utf-8")


@pytest.mark.skipif(not vendored.NODE_MODULES.is_dir(), reason="npm has not installed what is compared")
def test_the_libraries_are_as_they_were_published() -> None:
    for path, (package, name) in vendored.SCRIPTS.items():
        text = vendored.published(package, name)
        assert path.read_text("utf-8") == (vendored.as_vendored(text) if path.parent == vendored.WEB else text), name


def test_every_library_keeps_its_licence_and_the_lock_names_no_host() -> None:
    for path in vendored.LICENCES:
        assert "icen" in path.read_text("utf-8")
    lock = json.loads((vendored.ROOT / "package-lock.json").read_text("utf-8"))
    assert all("resolved" not in package for package in lock["packages"].values())
