"""The page's files: every word in one table in two languages, nothing from elsewhere, no name without its thing."""

from __future__ import annotations

import re
from pathlib import Path

import service
from scoring.circumstances import Event
from vision.layout import Doubt, Role

WEB = Path(service.__file__).with_name("web")
SCRIPTS = sorted(WEB.glob("*.js"))
PAGES = sorted(WEB.glob("*.html"))


def strings() -> dict[str, tuple[str, str]]:
    table = (WEB / "strings.js").read_text("utf-8").partition("const STRINGS = {")[2].partition("\n};")[0]
    entries = re.findall(r'^\s*(\w+): \[\s*"(.*?)",\s*"(.*?)",?\s*\],', table, re.MULTILINE | re.DOTALL)
    assert len(entries) == len(re.findall(r"^  \w+: \[", table, re.MULTILINE)), (
        "every entry is an English and a Chinese text"
    )
    return {key: (english, chinese) for key, english, chinese in entries}


def test_every_string_that_is_used_stands_in_the_table() -> None:
    used: set[str] = set()
    for script in SCRIPTS:
        used |= set(re.findall(r'\bt\("(\w+)"', script.read_text("utf-8")))
    for page in PAGES:
        used |= set(re.findall(r'data-(?:text|label)="(\w+)"', page.read_text("utf-8")))
    assert used - set(strings()) == set()


def test_every_role_question_and_event_has_words() -> None:
    needed = {*(role.value for role in Role if role is not Role.IGNORED), *(doubt.value for doubt in Doubt)}
    needed |= {"uncertain_tile", *(event.value for event in Event), *"ESWN"}
    assert needed - set(strings()) == set()


def test_both_languages_fill_in_the_same_values_and_chinese_is_chinese() -> None:
    for key, (english, chinese) in strings().items():
        assert set(re.findall(r"\{\w+\}", english)) == set(re.findall(r"\{\w+\}", chinese)), key
        assert re.search(r"[\u4e00-\u9fff]", chinese), key


def test_every_string_is_used() -> None:
    scripts = "".join(script.read_text("utf-8") for script in SCRIPTS if script.name != "strings.js")
    text = scripts + "".join(page.read_text("utf-8") for page in PAGES)
    spoken_of = {*(role.value for role in Role), *(doubt.value for doubt in Doubt), *(event.value for event in Event)}
    unused = [key for key in strings() if key not in spoken_of | {*"ESWN"} and not re.search(rf"\b{key}\b", text)]
    assert unused == []


def test_every_file_that_is_named_exists_and_none_lies_elsewhere() -> None:
    for path in (*SCRIPTS, *PAGES, *WEB.glob("*.css")):
        text = path.read_text("utf-8")
        for name in re.findall(r'["(]/web/([\w.-]+)["\s)]', text):
            assert (WEB / name).is_file(), f"{path.name} names {name}"
        elsewhere = set(re.findall(r"https?://[\w./]+", text)) - {"http://www.w3.org/2000/svg"}
        assert elsewhere == set(), path.name


def test_every_element_that_a_script_asks_for_stands_in_a_page() -> None:
    identities = {name for page in PAGES for name in re.findall(r'\bid="([\w-]+)"', page.read_text("utf-8"))}
    for script in SCRIPTS:
        asked = set(re.findall(r'byId\("([\w-]+)"\)', script.read_text("utf-8")))
        assert asked <= identities, script.name
