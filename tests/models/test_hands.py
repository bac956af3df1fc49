"""Whole hands measured: what is exact, which parts are wrong, what a truthful person's answers make of them."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np
import pytest

from datasets.hand_set import HandRecipe, read_truths, write_hand_set
from datasets.synthesis.table_scenes import Truth, draw_table
from models.answering import Place, answered, hand_of
from models.hand_commands import measure_hands
from models.hand_sheet import hand_sheet
from models.hand_truth import TrueHand, faults, is_exact, is_settled, touches
from models.hands import Counts, HandOutcome, evaluate_boxes, judge
from models.true_boxes import SWAPPED, confusions, detections_of
from scoring import notation
from scoring.tiles import CODES
from vision.layout import Role
from vision.reading import Question, Reading, ReadTile

if TYPE_CHECKING:
    from pathlib import Path


@dataclass(frozen=True)
class Tile:
    """A tile of a test. Code and role, or None where it is not there, or was not found."""

    true: tuple[str, str] | None
    read: tuple[str, str] | None
    group: int


def laid(text: str) -> list[Tile]:
    """The tiles of a hand, concealed first, read as they are."""
    hand = notation.parse(text)
    tiles = [(face.code, "concealed", 100) for face in hand.concealed]
    for number, meld in enumerate(hand.melds):
        role = "exposed" if meld.exposed else "concealed_kong"
        tiles += [(face.code, role, number) for face in meld.tiles]
    if hand.winning is not None:
        tiles.append((hand.winning.code, "winning", 101))
    tiles += [(face.code, "bonus", 102) for face in hand.bonus]
    return [Tile((code, role), (code, role), group) for code, role, group in tiles]


def case(
    tiles: list[Tile], truth: str, *questions: Question, unknown: tuple[str, ...] = (), winning_known: bool = True
) -> HandOutcome:
    """Judge a reading; tile ``i`` of the table lies at x = 100 i."""
    boxes = [(100.0 * place, 0.0, 100.0 * place + 80, 100.0) for place in range(len(tiles))]
    read = tuple(
        ReadTile(tile.read[0], 0.9, box, Role(tile.read[1]), None if tile.read[1] == "ignored" else tile.group)
        for tile, box in zip(tiles, boxes, strict=True)
        if tile.read is not None
    )
    hand = hand_of([Place(item.code, item.role, item.group) for item in read])
    there = [(box, tile.true) for tile, box in zip(tiles, boxes, strict=True) if tile.true is not None]
    known = TrueHand(
        notation.parse(truth),
        frozenset(unknown),
        winning_known,
        ("test",),
        np.array([box for box, _ in there]),
        tuple(code for _, (code, _) in there),
        tuple(role for _, (_, role) in there),
    )
    return judge(None, Reading("test.jpg", 2000, 200, read, hand, 0.5, questions), known)


def changed(tiles: list[Tile], place: int, code: str | None = None, role: str | None = None) -> list[Tile]:
    """The tiles with one of them read otherwise."""
    was = tiles[place].read
    assert was is not None
    return [
        *tiles[:place],
        replace(tiles[place], read=(code or was[0], role or was[1])),
        *tiles[place + 1 :],
    ]


HAND = "(123m) 456p 789s EE 5s5s +5s |1f"


def kinds(outcome: HandOutcome) -> list[str]:
    return [fault.kind for fault in outcome.faults]


def test_what_is_read_right_is_exact_settled_and_asks_nothing() -> None:
    outcome = case(laid(HAND), HAND)
    assert outcome.exact
    assert outcome.settled
    assert not outcome.silent
    assert kinds(outcome) == []


def test_the_order_of_melds_does_not_count_but_who_sees_them_does() -> None:
    truth = case(laid("(123m) (CCC) 456p 78s 99s +6s"), "(CCC) (123m) 456p 78s 99s +6s").truth
    assert is_exact(notation.parse("(123m) (CCC) 456p 78s 99s +6s"), truth)
    assert not is_exact(notation.parse("(123m) CCC 456p 78s 99s +6s"), truth)
    kong = case(laid("[CCCC] 456p 789p 78s 99s +6s"), "[CCCC] 456p 789p 78s 99s +6s").truth
    assert not is_exact(notation.parse("(CCCC) 456p 789p 78s 99s +6s"), kong)


def test_a_wrong_face_without_a_question_is_a_silent_error() -> None:
    outcome = case(changed(laid(HAND), 0, "7p"), HAND)
    assert kinds(outcome) == ["face"]
    assert outcome.silent


@pytest.mark.parametrize(
    ("place", "code", "role", "counted"),
    [(0, "7p", None, (1, 0)), (-1, "2f", None, (1, 1)), (-1, "7p", None, (1, 0)), (0, None, "ignored", (0, 0))],
    ids=["a face", "a bonus tile", "a bonus tile for none", "a tile left out"],
)
def test_hands_that_are_laid_out_right_are_told_by_what_is_misread(
    place: int, code: str | None, role: str | None, counted: tuple[int, int]
) -> None:
    tiles = laid(HAND)
    counts = Counts.of([case(tiles, HAND), case(changed(tiles, place % len(tiles), code, role), HAND)])
    assert (counts.misread, counts.misread_bonus) == counted
    assert counts.exact == 1


def test_where_no_hand_was_read_nothing_is_silent() -> None:
    """The reading says that there is none."""
    tiles = [replace(tile, read=None) for tile in laid(HAND)]
    outcome = case(tiles, HAND)
    assert not outcome.exact
    assert not outcome.silent
    assert Counts.of([outcome]).partly == 0


def test_a_question_about_another_tile_does_not_touch_it() -> None:
    question = Question("uncertain_tile", (1,), ("5p", "6p"))
    outcome = case(changed(laid(HAND), 0, "7p"), HAND, question)
    assert outcome.silent
    assert not outcome.settled


def test_an_answer_sets_a_face_right() -> None:
    question = Question("uncertain_tile", (0,), ("7p", "4p"))
    outcome = case(changed(laid(HAND), 0, "7p"), HAND, question)
    assert not outcome.exact
    assert not outcome.silent
    assert outcome.settled


def test_an_answer_that_is_not_offered_cannot_be_given() -> None:
    """The question touches the wrong tile, so the error is not silent; but the hand stays wrong."""
    question = Question("uncertain_tile", (0,), ("7p", "8p"))
    outcome = case(changed(laid(HAND), 0, "7p"), HAND, question)
    assert not outcome.silent
    assert not outcome.settled


def test_two_wrong_tiles_with_one_question_are_wrong_in_a_part_nobody_asks_for() -> None:
    question = Question("uncertain_tile", (0,), ("7p", "4p"))
    outcome = case(changed(changed(laid(HAND), 0, "7p"), 1, "6p"), HAND, question)
    assert outcome.unasked == 1
    assert not outcome.silent
    counts = Counts.of([outcome])
    assert (counts.exact, counts.settled, counts.silent, counts.partly) == (0, 0, 0, 1)


def test_a_bonus_tile_taken_for_one_in_hand_becomes_one_by_its_name() -> None:
    tiles = laid(HAND)
    place = next(place for place, tile in enumerate(tiles) if tile.true == ("1f", "bonus"))
    question = Question("uncertain_tile", (place,), ("1s", "1f"))
    assert case(changed(tiles, place, "1s", "concealed"), HAND, question).settled


@pytest.mark.parametrize("asked", [False, True])
def test_a_tile_that_was_not_found_is_missing_until_the_number_is_in_doubt(asked: bool) -> None:
    tiles = laid(HAND)
    tiles[3] = replace(tiles[3], read=None)
    outcome = case(tiles, HAND, *([Question("tile_count")] if asked else []))
    assert kinds(outcome) == ["missing"]
    assert outcome.silent != asked
    assert not outcome.settled  # no answer brings the tile back: another photo does


def test_a_bonus_tile_that_was_not_found_does_not_show_in_the_number_of_tiles() -> None:
    tiles = laid(HAND)
    place = next(place for place, tile in enumerate(tiles) if tile.true == ("1f", "bonus"))
    tiles[place] = replace(tiles[place], read=None)
    outcome = case(tiles, HAND, Question("tile_count"))
    assert kinds(outcome) == ["bonus"]
    assert outcome.silent


def test_a_discard_taken_into_the_hand_is_extra() -> None:
    tiles = [*laid(HAND), Tile(("9m", "ignored"), ("9m", "concealed"), 100)]
    assert kinds(case(tiles, HAND)) == ["extra"]


@pytest.mark.parametrize(("options", "settled"), [((), True), (("4p", "7p"), True), (("7p",), False)])
def test_a_hidden_tile_is_named_where_it_is_offered(options: tuple[str, ...], settled: bool) -> None:
    tiles = laid("123m 456p 789s EE 5s5s +5s")
    place = next(place for place, tile in enumerate(tiles) if tile.true == ("4p", "concealed"))
    tiles[place] = replace(tiles[place], read=None)
    outcome = case(tiles, "123m 456p 789s EE 5s5s +5s", Question("hidden_tile", (), options))
    assert not outcome.silent
    assert outcome.settled == settled


@pytest.mark.parametrize("belongs", [False, True])
def test_tiles_that_are_none_of_the_hand_are_dropped_and_others_kept(belongs: bool) -> None:
    text = "(123m) 456p 789s EE 5s5s +5s"
    tiles = laid(text)
    place = next(place for place, tile in enumerate(tiles) if tile.group == 0)
    if not belongs:
        tiles.append(Tile(("9m", "ignored"), ("9m", "concealed"), 100))
        place = len(tiles) - 1
    outcome = case(tiles, text, Question("extra_tile", (place,), ("keep", "drop")))
    assert outcome.exact == belongs
    assert outcome.settled


@pytest.mark.parametrize(
    ("code", "group", "settled"),
    [
        ("1f", 102, True),  # a bonus tile goes beside the hand
        ("E", 100, True),
        ("5s", 101, False),  # nobody has said that it won
        ("2m", 0, False),  # nor that it makes an exposed meld
    ],
)
def test_a_tile_left_out_is_taken_in_where_the_app_puts_it(code: str, group: int, *, settled: bool) -> None:
    tiles = laid(HAND)
    place = next(
        place for place, tile in enumerate(tiles) if tile.group == group and tile.true and tile.true[0] == code
    )
    outcome = case(changed(tiles, place, role="ignored"), HAND, Question("extra_tile", (place,), ("keep", "drop")))
    assert not outcome.exact
    assert not outcome.silent
    assert outcome.settled == settled


def test_a_hidden_tile_is_not_taken_in_where_the_hand_has_its_tiles_already() -> None:
    """As in the app: a tile that was kept has made the hand whole."""
    tiles = laid(HAND)
    place = next(place for place, tile in enumerate(tiles) if tile.true == ("E", "concealed"))
    keep, hidden = Question("extra_tile", (place,), ("keep", "drop")), Question("hidden_tile", (), ("E",))
    assert case(changed(tiles, place, role="ignored"), HAND, keep, hidden).settled
    assert not case(changed(tiles, place, role="ignored"), HAND, hidden, keep).settled


def test_a_person_sees_which_tile_is_hidden_even_where_another_is_misread() -> None:
    tiles = changed(laid(HAND), 0, "7p")
    place = next(place for place, tile in enumerate(tiles) if tile.true == ("E", "concealed"))
    tiles[place] = replace(tiles[place], read=None)
    questions = Question("hidden_tile", ()), Question("uncertain_tile", (0,), ("7p", "4p"))
    assert case(tiles, HAND, *questions).settled


def test_melds_that_lie_in_the_hand_are_laid_open_one_by_one_and_the_one_that_won_is_not() -> None:
    """A kong is taken out where the number of tiles says so."""
    truth = "(123m) (4444p) (EEE) 78s CC +9s"
    tiles = laid(truth)
    opened = [place for place, tile in enumerate(tiles) if tile.group in {0, 1, 2}]
    won = [place for place, tile in enumerate(tiles) if tile.read and tile.read[0] in {"7s", "8s", "9s"}]
    for place in opened:
        tiles = changed(tiles, place, role="concealed")
    question = Question("exposed_melds", (*opened, *won), ("exposed", "concealed"))
    assert case(tiles, truth, question).settled


def test_what_lies_beside_and_is_ignored_does_not_matter() -> None:
    tiles = [*laid(HAND), Tile(("9m", "ignored"), ("8m", "ignored"), 0), Tile(None, ("1m", "ignored"), 0)]
    assert case(tiles, HAND).exact


def test_a_winning_tile_that_nothing_marks_must_not_be_named() -> None:
    marked = laid("456p 789s 123m EE 5s5s +5s")
    whole = "456p 789s 123m EE 5s5s +5s"
    place = len(marked) - 1
    unmarked = [replace(marked[place], true=("5s", "concealed"))]
    outcome = case([*marked[:place], *unmarked], whole, unknown=("winning_tile",))
    assert kinds(outcome) == ["winning"]
    right = changed([*marked[:place], *unmarked], place, role="concealed")
    assert case(right, whole, unknown=("winning_tile",)).exact
    assert not case(right, whole, unknown=("winning_tile",)).settled
    question = Question("winning_tile", (), ("4p", "5s"))
    assert case(right, whole, question, unknown=("winning_tile",)).settled
    elsewhere = Question("winning_tile", (), ("4p", "E"))
    assert not case(right, whole, elsewhere, unknown=("winning_tile",)).settled


def test_labels_that_do_not_know_the_winning_tile_do_not_judge_it() -> None:
    marked = laid("456p 789s 123m EE 5s5s +5s")
    outcome = case(marked, "123m 456p 789s EE 555s", winning_known=False)
    assert outcome.exact
    assert outcome.settled


def kong_of_backs() -> list[Tile]:
    tiles = [tile for tile in laid("[9999m] 123p 456p 78s EE +6s") if tile.group != 0]
    return [*tiles, *(Tile(("back", "concealed_kong"), ("back", "concealed_kong"), 0) for _ in range(4))]


def test_a_kong_of_which_only_backs_are_seen_must_be_asked_for() -> None:
    truth = "[9999m] 123p 456p 78s EE +6s"
    unasked = case(kong_of_backs(), truth, unknown=("kong_tile",))
    assert unasked.exact
    assert unasked.silent
    kong = tuple(range(len(kong_of_backs()) - 4, len(kong_of_backs())))
    asked = case(kong_of_backs(), truth, Question("kong_tile", kong), unknown=("kong_tile",))
    assert asked.exact
    assert not asked.silent
    assert asked.settled


def test_a_kong_of_which_a_back_was_taken_for_a_face_is_named_all_at_once() -> None:
    truth = "[9999m] 123p 456p 78s EE +6s"
    tiles = kong_of_backs()
    place = len(tiles) - 2
    tiles[place] = replace(tiles[place], read=("P", "concealed_kong"))
    outcome = case(tiles, truth, Question("uncertain_tile", (place,)), unknown=("kong_tile",))
    assert not outcome.silent
    assert outcome.settled
    assert not case(tiles, truth, Question("uncertain_tile", (place,), ("P", "back")), unknown=("kong_tile",)).settled


def test_melds_that_may_be_exposed_are_right_either_way_until_answered() -> None:
    truth = "123m 456p 789s EEE CC"
    sorted_ = laid(truth)
    read = [
        replace(tile, read=(tile.read[0], "exposed"), group=place // 3) if tile.read and place < 12 else tile
        for place, tile in enumerate(sorted_)
    ]
    unknown = ("exposed_melds",)
    assert case(read, truth, unknown=unknown).exact
    assert not case(read, truth, unknown=unknown).settled
    question = Question("exposed_melds", tuple(range(12)), ("exposed", "concealed"))
    assert case(read, truth, question, unknown=unknown).settled
    assert kinds(case(read, truth))[0] == "role"
    # Who has said which tile won does not take it back by saying that the melds were in hand.
    won = Question("winning_tile", tuple(range(14)), ("3m", "C"))
    assert case(laid(truth), "12m 456p 789s EEE CC +3m", won, question, unknown=("winning_tile", *unknown)).settled


def test_a_kong_taken_for_an_exposed_one_is_put_right() -> None:
    truth = "[CCCC] 456p 789p 78s 99s +6s"
    tiles = laid(truth)
    kong = tuple(place for place, tile in enumerate(tiles) if tile.group == 0)
    for place in kong:
        tiles = changed(tiles, place, role="exposed")
    question = Question("kong", kong, ("exposed", "concealed_kong"))
    outcome = case(tiles, truth, question)
    assert set(kinds(outcome)) == {"role"}
    assert not outcome.silent
    assert outcome.settled


def test_a_doubt_about_the_whole_photo_touches_every_part() -> None:
    outcome = case(changed(laid(HAND), 0, "7p"), HAND)
    assert touches(Question("blurred"), outcome.faults[0])
    assert not touches(Question("winning_tile"), outcome.faults[0])


@pytest.mark.parametrize("seed", range(12))
def test_faults_are_found_exactly_where_a_hand_is_not_exact(seed: int) -> None:
    """Any change of a reading that changes the hand is found, and none is found without one."""
    rng = np.random.default_rng(seed)
    tiles = laid(HAND)
    for _ in range(int(rng.integers(0, 3))):
        code = str(rng.choice(CODES[:34]))
        tiles = changed(tiles, int(rng.integers(len(tiles))), code, str(rng.choice(["concealed", "ignored"])))
    outcome = case(tiles, HAND)
    assert bool(outcome.faults) == (not is_exact(outcome.reading.hand, outcome.truth))
    if outcome.exact:
        assert is_settled(outcome.reading.hand, outcome.truth)


def test_photos_with_labels_alone_are_judged_by_faces() -> None:
    hand = notation.parse("123m 456p 789s EE 555s")
    codes = [face.code for face in hand.tiles]
    boxes = np.array([(100.0 * place, 0.0, 100.0 * place + 80, 100.0) for place in range(14)])
    truth = TrueHand.of_label(hand, boxes, codes, ())
    tiles = laid("123m 456p 789s EE 555s")
    read = case(tiles, "123m 456p 789s EE 555s").reading
    assert not faults(read, truth)
    wrong = case(changed(tiles, 2, "4m"), "123m 456p 789s EE 555s").reading
    assert [fault.kind for fault in faults(wrong, truth)] == ["face"]
    asked = replace(wrong, questions=(Question("uncertain_tile", (2,), ("4m", "3m")),))
    assert is_settled(answered(asked, truth), truth)


# ---- true boxes ----


def scenes(count: int) -> list[Truth]:
    return [draw_table(np.random.default_rng([8, index])).truth() for index in range(count)]


def test_every_face_has_another_for_a_confusion() -> None:
    table = confusions()
    assert list(table) == list(CODES)
    assert all(other in CODES and other != code for code, other in table.items())


def test_true_boxes_are_swapped_as_often_as_said_and_doubt_is_honest() -> None:
    rng = np.random.default_rng(0)
    wrong = tiles = 0
    doubts: list[tuple[float, bool]] = []
    for truth in scenes(60) * 6:
        found = detections_of(truth, rng)
        np.testing.assert_allclose(found.boxes, truth.boxes, rtol=1e-6)
        right = found.class_id == truth.class_id
        for true, claim in zip(truth.class_id[~right], found.class_id[~right], strict=True):
            assert confusions()[CODES[true]] == CODES[claim]
        top = found.probabilities.max(axis=1)
        assert (top[~right] < 0.75).all()
        wrong, tiles = wrong + int((~right).sum()), tiles + len(right)
        doubts += [(float(p), bool(r)) for p, r in zip(top, right, strict=True) if p < 0.9]
    assert wrong / tiles == pytest.approx(SWAPPED, rel=0.2)
    mean = np.mean([p for p, _ in doubts])
    assert np.mean([r for _, r in doubts]) == pytest.approx(mean, abs=0.06)


def test_hands_of_true_boxes_are_measured_and_told(tmp_path: Path) -> None:
    list(write_hand_set(tmp_path, HandRecipe(12, seed=4, pictures=False)))
    outcomes = list(evaluate_boxes(tmp_path))
    assert [outcome.reading.photo for outcome in outcomes] == list(read_truths(tmp_path))
    counts = Counts.of(outcomes)
    assert counts.photos == 12
    assert counts.exact >= 4  # most hands are read right from true boxes
    lines = list(measure_hands(tmp_path, None, worst=tmp_path / "worst.png", detector_only=False, draws=1))
    text = "\n".join(lines)
    assert f"{counts.exact}/12" in text
    assert "silent errors" in text
    for kind in outcomes[0].truth.kinds:
        assert kind in text
    assert (tmp_path / "worst.png").is_file() == (counts.exact < 12 or counts.silent > 0)


def test_misread_tiles_of_true_boxes_are_drawn_as_often_as_asked(tmp_path: Path) -> None:
    """Each draw misreads other tiles; the first is that of a single one."""
    list(write_hand_set(tmp_path, HandRecipe(6, seed=4, pictures=False)))
    exact = sum(Counts.of(evaluate_boxes(tmp_path, seed=seed)).exact for seed in range(3))
    assert any(
        f"{exact}/18" in line for line in measure_hands(tmp_path, None, worst=None, detector_only=False, draws=3)
    )


def test_the_sheet_shows_what_is_wrong_and_is_not_written_where_nothing_is(tmp_path: Path) -> None:
    hand_sheet([case(laid(HAND), HAND)], tmp_path / "none.png")
    assert not (tmp_path / "none.png").exists()
    hand_sheet([case(changed(laid(HAND), 0, "7p"), HAND)], tmp_path / "one.png")
    assert (tmp_path / "one.png").stat().st_size > 10_000
