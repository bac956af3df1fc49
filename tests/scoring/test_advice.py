"""Advise: every tile that wins, what each is worth, how many are left."""

from __future__ import annotations

import pytest

from scoring import CircumstanceError, Circumstances, HandError, advise, load_rules, parse, tile


def test_every_tile_that_wins_with_its_price_and_how_many_are_left() -> None:
    waits = advise(parse("(CCC) 123m 456m 23m 99m"), Circumstances(self_draw=True), seen=[tile("4m"), tile("1m")])
    assert [(wait.tile.code, wait.left, wait.result.faan) for wait in waits] == [
        ("7m", 4, 6),
        ("1m", 2, 6),
        ("4m", 2, 6),
    ]


def test_a_tile_that_is_all_seen_is_still_named() -> None:
    waits = advise(parse("(CCC) 123m 456p 789s 5s"), seen=[tile("5s")] * 3)
    assert [(wait.tile.code, wait.left) for wait in waits] == [("5s", 0)]


def test_thirteen_orphans_wait_for_thirteen_tiles_and_nine_gates_for_nine() -> None:
    assert len(advise(parse("19m 19p 19s ESWNCFP"))) == 13
    assert len(advise(parse("1112345678999s"), Circumstances.from_text(seat="S", discarder="E"))) == 9


def test_the_dearest_wait_comes_first() -> None:
    waits = advise(parse("111m 444p 777s 99s CC"), rules=load_rules("guide"))
    assert [wait.tile.code for wait in waits] == ["C", "9s"]


def test_a_hand_that_waits_for_nothing_has_no_waits() -> None:
    assert advise(parse("159m 159p 159s ESWN")) == ()


@pytest.mark.parametrize("text", ["123m 456p 789s CC 555s", "123m 456p 789s CC 5s +5s", "123m"])
def test_a_hand_that_is_not_short_of_one_tile_is_refused(text: str) -> None:
    with pytest.raises(HandError, match="not short of exactly one tile") as caught:
        advise(parse(text))
    assert caught.value.code == "not_short_of_one"


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("(135m) 1112345678m", "not_a_meld"),
        ("11111m 12345678p", "five_of_a_face"),
        ("123456789m 123p 1f", "bonus_in_hand"),
        ("123456789m 1234p |1f1f", "duplicate_bonus"),
    ],
)
def test_a_hand_that_cannot_be_is_refused_and_does_not_just_wait_for_nothing(text: str, code: str) -> None:
    with pytest.raises(HandError) as caught:
        advise(parse(text))
    assert caught.value.code == code


def test_circumstances_that_contradict_each_other_are_refused() -> None:
    win = Circumstances.from_text(self_draw=True, events=["robbing_kong"])
    with pytest.raises(CircumstanceError, match="not self-drawn") as caught:
        advise(parse("123456789m 123p 5s"), win)
    assert caught.value.code == "robbing_kong_self_drawn"


def test_seven_flowers_do_not_make_every_tile_a_wait() -> None:
    waits = advise(parse("123456789m 123p 5s |1f2f3f4f1g2g3g"))
    assert [wait.tile.code for wait in waits] == ["5s"]
