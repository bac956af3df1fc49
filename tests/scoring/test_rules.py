"""Rule sets as data: ten ship, a table's own file extends one, every fault names the key and the nearest known one."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, Any

import pytest

from scoring.errors import RulesError
from scoring.patterns import BY_ID
from scoring.rules import NAMES, SWITCHES, load_rules, parse_setting, settings_of, with_settings
from scoring.switches import PER_PATTERN, schema

if TYPE_CHECKING:
    from pathlib import Path

CONTRACT = {
    "guide": (3, 13, "half_spicy", "discarder_pays_all", Fraction(1, 2), 1),
    "hkma": (3, 10, "hundred_base", "discarder_pays_all", Fraction(1, 2), 1),
    "cantonese": (3, 13, "half_spicy", "discarder_pays_all", Fraction(1, 2), 1),
    "wikipedia": (3, None, "full_spicy", "discarder_pays_all", Fraction(1, 2), 1),
    "casual": (3, 13, "full_spicy", "discarder_double", Fraction(1), 1),
    "cosmopolitan": (3, 13, "half_spicy", "accompany", Fraction(1, 2), 1),
    "hkos": (3, 13, "half_spicy", "discarder_double", Fraction(2), 1),
    "chart": (3, 13, "full_spicy", "discarder_pays_all", Fraction(1, 2), 1),
    "tilebuddy": (3, 13, "half_spicy", "discarder_double", Fraction(1), 2),
    "card": (3, 13, "half_spicy", "discarder_pays_all", Fraction(1, 2), 1),
}


@pytest.mark.parametrize("name", NAMES)
def test_the_rule_sets_that_ship(name: str) -> None:
    rules = load_rules(name)
    payment = rules.payment
    facts = (rules.minimum, rules.cap, rules.ladder.name, payment.discard, payment.self_draw, int(payment.dealer))
    assert facts == CONTRACT[name]
    assert (rules.name, repr(rules)) == (name, f"<RuleSet {name}>")
    assert rules.title
    assert rules.source


def test_each_rule_set_is_loaded_once() -> None:
    assert load_rules("hkma") is load_rules("hkma")
    assert load_rules("hkma", {}) is load_rules("hkma")


def test_the_guide_decides_every_switch_and_every_pattern() -> None:
    values = {setting.switch.key: setting.value for setting in settings_of(load_rules("guide"))}
    assert set(values) == set(SWITCHES)
    assert {key for key in values if key.startswith("faan.")} == {f"faan.{name}" for name in BY_ID}
    assert values["faan.human_hand"] == 0
    assert values["payment.self_draw"] == 0.5


def test_every_switch_is_explained() -> None:
    assert len({switch.key for switch in schema()}) == len(schema())
    for switch in SWITCHES.values():
        assert len(switch.explanation) > 20
        assert bool(switch.choices) is (switch.kind in {"choice", "texts"})


@pytest.mark.parametrize("name", NAMES)
def test_what_is_listed_loads_to_the_same_rules(name: str) -> None:
    rules = load_rules(name)
    again = with_settings(load_rules("guide"), {item.switch.key: item.value for item in settings_of(rules)})
    assert settings_of(again) == settings_of(rules)


@pytest.mark.parametrize(
    ("key", "text", "value"),
    [
        ("minimum", "0", 0),
        ("cap", "none", "none"),
        ("cap", "8", 8),
        ("base", "0.25", 0.25),
        ("base", "1/3", "1/3"),
        ("faan.full_flush", "limit", "limit"),
        ("bonus_counts_to_minimum", "off", False),
        ("bonus_counts_to_minimum", "TRUE", True),
        ("payment.discard", "half", "half"),
        ("limit.hands", "all_honours, special", ["all_honours", "special"]),
        ("limit.hands", "[]", []),
        ("contains.mixed_orphans", "", []),
        ("liability.paos", "fourth_meld", ["fourth_meld"]),
        ("ladder.points", "1, 0.5", [1, 0.5]),
        ("ladder.buckets", "3:124, 7:188", [[3, 124], [7, 188]]),
        ("ladder.buckets", "[[3, 124], [7, 188.5]]", [[3, 124], [7, 188.5]]),
        ("ladder.points", "[1, 0.5]", [1, 0.5]),
        ("liability.paos", '["fourth_meld", "ninth_tile"]', ["fourth_meld", "ninth_tile"]),
        ("limit.hands", "[all_honours, special]", ["all_honours", "special"]),
        ("base", "1e3", 1000),
        ("base", "1_000", 1000),
        ("base", "1000000000000", 10**12),
    ],
)
def test_set_takes_the_text_of_any_switch(key: str, text: str, value: object) -> None:
    rules = load_rules("guide", {key: text})
    assert {setting.switch.key: setting.value for setting in settings_of(rules)}[key] == value


@pytest.mark.parametrize(
    ("key", "value"),
    [("base", 0.5), ("base", Fraction(1, 2)), ("bonus_counts_to_minimum", True), ("ladder.buckets", [[3, 1]])],
)
def test_settings_take_the_values_of_toml_too(key: str, value: object) -> None:
    assert load_rules("guide", {key: value}).name == "guide"


@pytest.mark.parametrize(
    ("key", "value", "says"),
    [
        ("faan.ful_flush", 6, "the nearest one is “faan.full_flush”"),
        ("payment.selfdraw", 1, "the nearest one is “payment.self_draw”"),
        ("???", 1, "“???” is no switch of a rule set"),
        ("minimum", "three", "“three” is no value for minimum: it takes a whole number from 0 to 13"),
        ("minimum", 14, "“14” is no value for minimum"),
        ("minimum", True, "“true” is no value for minimum"),
        ("minimum", 2.5, "is no value for minimum"),
        ("cap", 0, "“0” is no value for cap: it takes a whole number from 1 to 99, or “none”"),
        ("faan.full_flush", "big", "or “limit”"),
        ("base", 0, "“0” is no value for base"),
        ("base", "-1", "“-1” is no value for base"),
        ("base", "1/0", "“1/0” is no value for base"),
        ("base", True, "“true” is no value for base"),
        ("payment.dealer", 0, "“0” is no value for payment.dealer"),
        ("bonus_counts_to_minimum", "perhaps", "it takes true or false"),
        ("payment.discard", "halv", "the nearest one is “half”"),
        ("payment.discard", "zzz", "it takes one of discarder_pays_all"),
        ("limit.hands", ["al_honours"], "the nearest one is “all_honours”"),
        ("limit.hands", ["zzzzz"], "it takes a list of pattern ids or groups"),
        ("limit.hands", 3, "“3” is no value for limit.hands"),
        ("liability.paos", ["zzz"], "is no value for liability.paos"),
        ("ladder.points", ["x"], "it takes a list of numbers"),
        ("ladder.buckets", [[7, 1], [3, 2]], "a rising list"),
        ("ladder.buckets", [[3]], "is no value for ladder.buckets"),
        ("faan", 3, "“faan” is no switch of a rule set; the nearest one is “faan.all_chows”"),
        ("full_flush", 6, "the nearest one is “faan.full_flush”"),
        ("base", 0, "it takes a number above 0"),
        ("base", "1000000000001", "“1000000000001” is no value for base"),
        ("base", "1e1000000000", "“1e1000000000” is no value for base"),
        ("base", "1e-1000000000", "“1e-1000000000” is no value for base"),
        ("base", "9" * 5000, f"“{'9' * 60}…” is no value for base"),
        ("minimum", "9" * 5000, "is no value for minimum"),
        ("base", "nan", "“nan” is no value for base"),
        ("ladder.points", "[" * 5000, "is no value for ladder.points"),
        ("ladder.name", "points", "ladder.name = points needs values in ladder.points"),
        ("ladder.name", "buckets", "ladder.name = buckets needs values in ladder.buckets"),
    ],
)
def test_a_wrong_key_or_value_is_named_with_what_it_takes(key: str, value: object, says: str) -> None:
    with pytest.raises(RulesError) as caught:
        load_rules("guide", {key: value})
    assert says in caught.value.message


@pytest.mark.parametrize(
    ("name", "says"),
    [("gide", "the nearest one is “guide”"), ("zzz", "there are guide, hkma"), ("", "there are guide")],
)
def test_an_unknown_rule_set_is_named_with_the_nearest(name: str, says: str) -> None:
    with pytest.raises(RulesError, match=says) as caught:
        load_rules(name)
    assert caught.value.code == "unknown_rules"


def test_a_tables_own_file_starts_from_one_that_ships(tmp_path: Path) -> None:
    file = tmp_path / "ours.toml"
    file.write_text('extends = "hkma"\ntitle = "Ours"\ncap = 8\n[faan]\nfull_flush = 6\n', encoding="utf-8")
    rules = load_rules(file, {"minimum": 1})
    assert (rules.title, rules.cap, rules.minimum, rules.faan["full_flush"]) == ("Ours", 8, 1, 6)
    assert rules.ladder.name == "hundred_base"


def test_a_file_that_extends_nothing_starts_from_the_guide_and_a_file_may_extend_a_file(tmp_path: Path) -> None:
    (tmp_path / "a.toml").write_text("cap = 7\n", encoding="utf-8")
    (tmp_path / "b.toml").write_text('extends = "a.toml"\nminimum = 2\n', encoding="utf-8")
    rules = load_rules(str(tmp_path / "b.toml"))
    assert (rules.cap, rules.minimum) == (7, 2)


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("cap = ", "is no TOML"),
        ('extends = "hkmaa"', "the nearest one is “hkma”"),
        ("extends = 3", "“3” after extends"),
        ('extends = "self.toml"', "extends itself"),
        ("[faan]\nful_flush = 6", "the nearest one is “faan.full_flush”"),
        ('extends = "missing.toml"', "cannot be read"),
        ('extends = "../{folder}/self.toml"', "extends itself"),
        ('extends = "nothing\\u0000.toml"', "cannot be read"),
        ("base = inf", "“inf” is no value for base"),
        ("base = 1e999999999", "“1e999999999” is no value for base"),
        ("minimum = 3.5", "“3.5” is no value for minimum"),
        ("minimum = 1979-05-27", "“1979-05-27” is no value for minimum"),
        ("title = 5", "“5” after title in “.*” is no text"),
        ("source = {{a = 1}}", "after source in “.*” is no text"),
        ("[[faan]]\nfull_flush = 6", "“faan” is no switch"),
        ("limit = " + "[" * 5000, "is no TOML"),
    ],
)
def test_a_fault_in_a_file_is_one_sentence(tmp_path: Path, text: str, says: str) -> None:
    file = tmp_path / "self.toml"
    file.write_text(text.format(folder=tmp_path.name), encoding="utf-8")
    with pytest.raises(RulesError, match=says):
        load_rules(file)


def test_decimals_of_a_file_are_exact_and_a_byte_order_mark_does_not_matter(tmp_path: Path) -> None:
    file = tmp_path / "x.toml"
    file.write_text("base = 0.1\n[ladder]\nname = 'points'\npoints = [0.3, 1]\n", encoding="utf-8-sig")
    rules = load_rules(file)
    assert (rules.base, rules.ladder.points) == (Fraction(1, 10), (Fraction(3, 10), Fraction(1)))


def test_a_file_that_is_no_text_cannot_be_read(tmp_path: Path) -> None:
    file = tmp_path / "x.toml"
    file.write_bytes(b"\xff\xfe\x00")
    with pytest.raises(RulesError, match="cannot be read"):
        load_rules(file)


@pytest.mark.parametrize("text", ["cap", "=8", ""])
def test_a_setting_needs_a_key_and_an_equals_sign(text: str) -> None:
    with pytest.raises(RulesError, match="write KEY=VALUE"):
        parse_setting(text)


def test_settings_are_shown_as_json_can_hold_them() -> None:
    def plain(value: Any) -> bool:
        return isinstance(value, (int, float, str, bool)) or (isinstance(value, list) and all(map(plain, value)))

    for name in NAMES:
        assert all(plain(setting.value) for setting in settings_of(load_rules(name)))


def test_keys_per_pattern_are_those_of_the_schema() -> None:
    assert {switch.key for switch in schema()} >= PER_PATTERN
