"""Checking what was read: renaming, moving, adding, taking out, and questions one at a time; the faan follow."""

from __future__ import annotations

import base64
import io
from typing import TYPE_CHECKING, Any

import pytest
from PIL import Image

from tests.service.web.walk import STORED, choose_photo, go, press, write_hand

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

sync_api = pytest.importorskip("playwright.sync_api", reason="needs playwright, which is not installed")
expect = sync_api.expect


def box(index: int) -> list[float]:
    return [100.0 + 60 * index, 300.0, 155.0 + 60 * index, 375.0]


def found(code: str, index: int, role: str = "concealed", **more: Any) -> dict[str, Any]:
    tile = {"code": code, "confidence": 0.99, "box": box(index), "role": role, "group": 0, "alternatives": []}
    return {**tile, **more}


def reading(**changes: Any) -> dict[str, Any]:
    """What the service would answer to a photo of 123m 456m 789m 234p 5s +5s, in which the 3p is read as a 2p."""
    codes = ["1m", "2m", "3m", "4m", "5m", "6m", "7m", "8m", "9m", "2p", "2p", "4p", "5s"]
    tiles = [found(code, index) for index, code in enumerate(codes)]
    tiles[10].update(confidence=0.55, alternatives=[["3p", 0.3], ["8p", 0.1]])
    tiles.append(found("5s", 14, "winning", group=1))
    return {
        "photo": "photo.jpg", "width": 1280, "height": 960, "seconds": 0.2, "tiles": tiles,
        "hand": "123456789m 224p 5s +5s", "confidence": 0.5,
        "questions": [{"kind": "uncertain_tile", "tiles": [10], "options": ["2p", "3p", "8p"]}],
        "problems": [], **changes,
    }  # fmt: skip


@pytest.fixture
def answered(page: Any) -> Callable[[dict[str, Any]], Any]:
    """The app with the service's answer to a photo put in its mouth: faults in reading cannot be ordered."""

    def answer(found_: dict[str, Any]) -> Any:
        page.route("**/api/v1/read", lambda route: route.fulfill(json=found_))
        return page

    return answer


def code_of(page: Any, zone: str) -> list[str]:
    codes: list[str] = page.locator(f".zone[data-zone={zone}] .piece-button").evaluate_all(
        "all => all.map(one => one.dataset.code)"
    )
    return codes


def test_a_wrong_tile_is_put_right_by_its_question(answered: Callable[..., Any], photo: Path) -> None:
    page = answered(reading())
    choose_photo(page, photo)
    expect(page.locator(".worth")).to_contain_text("not yet a hand")
    expect(page.locator(".photo rect.doubt")).to_have_count(1)
    expect(page.locator(".need .answers canvas.piece")).to_be_visible()
    page.locator(".need").get_by_role("button", name="3 of dots").click()
    expect(page.locator(".need")).to_have_count(0)
    expect(page.locator(".worth b")).to_have_text("3")  # all chows, concealed, no flowers
    expect(page.locator(".photo rect.doubt")).to_have_count(0)


def test_a_tap_offers_the_next_likeliest_faces_first_then_all_42(answered: Callable[..., Any], photo: Path) -> None:
    page = answered(reading(questions=[]))
    choose_photo(page, photo)
    page.locator(".piece-button[data-code='2p']").nth(1).click()
    sheet = page.locator("dialog.sheet")
    assert sheet.locator(".candidates .face").evaluate_all("all => all.map(one => one.ariaLabel)") == [
        "3 of dots",
        "8 of dots",
    ]
    expect(sheet.locator(".palette .face")).to_have_count(42)
    sheet.locator(".candidates .face").first.click()
    expect(sheet).to_have_count(0)
    expect(page.locator(".worth b")).to_have_text("3")


def test_no_reading_is_called_sure(answered: Callable[..., Any], photo: Path) -> None:
    page = answered(reading(questions=[], confidence=0.9996))
    choose_photo(page, photo)
    expect(page.locator(".facts")).to_contain_text("99 % sure")


def test_a_flower_named_in_the_hand_goes_beside_it(answered: Callable[..., Any], photo: Path) -> None:
    page = answered(reading(questions=[]))
    choose_photo(page, photo)
    page.locator(".piece-button[data-code='2p']").first.click()
    page.locator(".palette").get_by_role("button", name="Spring").click()
    assert code_of(page, "bonus") == ["1g"]
    expect(page.locator(".count")).to_contain_text("1 still missing")


def test_tiles_are_added_and_taken_out(answered: Callable[..., Any], photo: Path) -> None:
    page = answered(reading(questions=[]))
    choose_photo(page, photo)
    page.locator(".piece-button[data-code='2p']").first.click()
    press(page, "Take it out")
    page.get_by_role("button", name="Add a tile: concealed").click()
    page.locator(".palette").get_by_role("button", name="3 of dots").click()
    expect(page.locator(".worth b")).to_have_text("3")
    page.get_by_role("button", name="Add a tile: flowers").click()
    page.locator(".palette").get_by_role("button", name="Plum blossom").click()
    assert code_of(page, "bonus") == ["1f"]
    expect(page.locator(".need")).to_contain_text("2 faan")  # no longer without flowers: below the minimum


def test_every_kind_of_question_is_asked_one_at_a_time(answered: Callable[..., Any], photo: Path) -> None:
    tiles = [found(code, index, "exposed", group=0) for index, code in enumerate(["C", "C", "C"])]
    tiles += [found("back", 4, "concealed_kong", group=1), found("back", 5, "concealed_kong", group=1)]
    tiles += [found("back", 6, "concealed_kong", group=1), found("back", 7, "concealed_kong", group=1)]
    tiles += [found(code, 8 + index, group=2) for index, code in enumerate(["1m", "2m", "3m", "7m", "8m", "9m"])]
    tiles += [found("5s", 15, group=2), found("5s", 16, group=2), found("9p", 17, "ignored", group=None)]
    asked = [
        {"kind": "kong_tile", "tiles": [3, 4, 5, 6], "options": []},
        {"kind": "winning_tile", "tiles": [7, 8, 9, 10, 11, 12, 13, 14], "options": ["1m", "5s"]},
        {"kind": "exposed_melds", "tiles": [0, 1, 2], "options": ["exposed", "concealed"]},
        {"kind": "extra_tile", "tiles": [15], "options": ["keep", "drop"]},
        {"kind": "something_new", "tiles": [0], "options": []},
    ]
    page = answered(reading(tiles=tiles, questions=asked, hand="(CCC) 123m 789m 55s"))
    choose_photo(page, photo)
    need = page.locator(".need")
    expect(need).to_have_count(1)
    expect(need).to_contain_text("1/5")
    need.get_by_role("button", name="Another").click()
    page.locator(".palette").get_by_role("button", name="9 of bamboo").click()
    expect(need).to_contain_text("Which tile completed the hand?")
    need.get_by_role("button", name="5 of bamboo").click()
    assert code_of(page, "winning") == ["5s"]
    press(page, "concealed")
    assert code_of(page, "exposed") == ["9s"] * 4
    press(page, "It does not")
    press(page, "It is right")
    expect(page.locator(".worth b")).to_have_text("2")
    expect(need).to_contain_text("2 faan")  # no question any more, but the service's own word: below the minimum


def test_melds_read_as_concealed_are_laid_open_on_a_word(answered: Callable[..., Any], photo: Path) -> None:
    codes = ["1m", "2m", "3m", "4p", "5p", "6p", "7s", "8s", "9s", "E", "E", "E", "C", "C"]
    tiles = [found(code, place) for place, code in enumerate(codes)]
    asked = [
        {"kind": "winning_tile", "tiles": list(range(14)), "options": ["9s", "C"]},
        {"kind": "exposed_melds", "tiles": list(range(12)), "options": ["exposed", "concealed"]},
    ]
    page = answered(reading(tiles=tiles, questions=asked, hand="123m 456p 789s EEE CC"))
    choose_photo(page, photo)
    page.locator(".need").get_by_role("button", name="9 of bamboo").click()
    press(page, "exposed")
    assert code_of(page, "exposed") == ["1m", "2m", "3m", "4p", "5p", "6p", "E", "E", "E"]
    assert code_of(page, "winning") == ["9s"]  # what it has completed was in hand
    assert sorted(code_of(page, "concealed")) == ["7s", "8s", "C", "C"]


def one_missing(**question: Any) -> dict[str, Any]:
    """A hand of which the 3p between 2p and 4p was not found."""
    tiles = [tile for place, tile in enumerate(reading()["tiles"]) if place != 10]
    return reading(tiles=tiles, questions=[{"kind": "hidden_tile", "options": [], **question}])


def test_a_tile_that_was_not_found_is_named_and_joins_the_hand(answered: Callable[..., Any], photo: Path) -> None:
    page = answered(one_missing(tiles=[9, 10], options=["3p", "6p"]))
    choose_photo(page, photo)
    need = page.locator(".need")
    expect(need).to_contain_text("13 of 14 tiles were found")
    expect(need).to_contain_text("between these two")
    piece = need.locator("canvas.piece")
    expect(piece).to_be_visible()
    assert piece.evaluate("one => one.width > one.height")  # both neighbours, and the room between them
    need.get_by_role("button", name="3 of dots").click()
    expect(page.locator(".need")).to_have_count(0)
    expect(page.locator(".worth b")).to_have_text("3")
    assert code_of(page, "concealed").count("3p") == 1
    assert code_of(page, "winning") == ["5s"]


def test_any_face_may_be_the_tile_that_was_not_found(answered: Callable[..., Any], photo: Path) -> None:
    page = answered(one_missing(tiles=[]))
    choose_photo(page, photo)
    need = page.locator(".need")
    expect(need).to_contain_text("Which one is missing?")
    expect(need.locator("canvas.piece")).to_have_count(0)
    need.get_by_role("button", name="Any face").click()
    page.locator(".palette").get_by_role("button", name="3 of dots").click()
    expect(page.locator(".need")).to_have_count(0)
    expect(page.locator(".worth b")).to_have_text("3")


@pytest.mark.parametrize(("answer", "left"), [("It belongs", ["8p"]), ("It does not", [])])
def test_a_tile_that_may_be_none_of_the_hand_is_kept_or_dropped(
    answered: Callable[..., Any], photo: Path, answer: str, left: list[str]
) -> None:
    tiles = [*reading()["tiles"], found("8p", 16)]
    asked = [{"kind": "extra_tile", "tiles": [14], "options": ["keep", "drop"]}]
    page = answered(reading(tiles=tiles, questions=asked))
    choose_photo(page, photo)
    expect(page.locator(".need")).to_contain_text("Does this tile belong to the hand?")
    expect(page.locator(".photo rect.doubt")).to_have_count(1)
    press(page, answer)
    expect(page.get_by_text("Does this tile belong")).to_have_count(0)
    assert [code for code in code_of(page, "concealed") if code == "8p"] == left


@pytest.mark.parametrize(
    ("kind", "words"), [("cut", "cut off"), ("blurred", "blurred"), ("dark", "dark"), ("mirrored", "mirrored")]
)
def test_a_fault_of_the_photo_is_said_and_another_one_offered(
    answered: Callable[..., Any], photo: Path, kind: str, words: str
) -> None:
    page = answered(reading(questions=[{"kind": kind, "tiles": [0], "options": []}]))
    choose_photo(page, photo)
    expect(page.locator(".need")).to_contain_text(words)
    press(page, "It is right")
    expect(page.get_by_text(words)).to_have_count(0)
    page.wait_for_timeout(500)  # a browser finishes what it began to save; give a busy one the time to begin
    page.reload()
    page.wait_for_selector(".check .hand")
    expect(page.get_by_text(words)).to_have_count(0)  # the answer outlives a reload
    page.get_by_role("button", name="New photo").click()
    page.wait_for_selector(".snap")


def test_a_meld_is_laid_open_taken_back_and_a_kong_turned(page: Any) -> None:
    write_hand(page, "[9999m] CCC 123m 456p 5s +5s")
    expect(page.locator(".worth b")).to_have_text("2")
    page.locator(".piece-button[data-code=C]").first.click()
    press(page, "Lay these open")
    assert sorted(code_of(page, "exposed")) == ["9m"] * 4 + ["C"] * 3
    page.locator(".piece-button[data-code=C]").first.click()
    press(page, "Meld back into the hand")
    assert code_of(page, "exposed") == ["9m"] * 4
    page.locator(".piece-button[data-code='9m']").first.click()
    press(page, "Exposed kong")
    expect(page.locator(".group.exposed")).to_have_count(1)


def centre(page: Any, selector: str) -> tuple[float, float]:
    # The page draws the hand anew when the service answers: then what was found a moment ago is not there.
    for _ in range(50):
        place = page.locator(selector).first.bounding_box()
        if place is not None:
            break
        page.wait_for_timeout(50)
    assert place is not None, selector
    return place["x"] + place["width"] / 2, place["y"] + place["height"] / 2


def test_a_tile_is_dragged_with_the_mouse_from_part_to_part(phone: Callable[..., Any]) -> None:
    page = phone(is_mobile=False, has_touch=False)
    write_hand(page, "123m 456m 789m 234p 5s +5s")
    page.locator(".hand").scroll_into_view_if_needed()
    page.mouse.move(*centre(page, ".piece-button[data-code='9m']"))
    page.mouse.down()
    page.mouse.move(100, 300, steps=4)
    expect(page.locator(".ghost")).to_be_visible()
    page.mouse.move(*centre(page, ".zone[data-zone=exposed]"), steps=4)
    page.mouse.up()
    assert code_of(page, "exposed") == ["9m"]
    expect(page.locator("dialog")).to_have_count(0)
    expect(page.locator(".worth")).to_contain_text("not yet a hand")  # the service has laid the hand anew
    page.mouse.move(*centre(page, ".piece-button[data-code='4p']"))
    page.mouse.down()
    page.mouse.move(120, 320, steps=4)
    page.mouse.move(*centre(page, ".zone[data-zone=winning]"), steps=4)
    page.mouse.up()
    assert code_of(page, "winning") == ["4p"]
    assert code_of(page, "concealed").count("5s") == 2


def test_a_finger_drags_after_resting_and_swipes_before(page: Any) -> None:
    write_hand(page, "123m 456m 789m 234p 5s +5s")
    page.locator(".hand").scroll_into_view_if_needed()
    client = page.context.new_cdp_session(page)

    def touch(kind: str, *places: tuple[float, float]) -> None:
        points = [{"x": x, "y": y} for x, y in places]
        client.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})

    start = centre(page, ".piece-button[data-code='9m']")
    touch("touchStart", start)
    page.wait_for_selector(".ghost")
    goal = centre(page, ".zone[data-zone=exposed]")
    touch("touchMove", (start[0] - 10, start[1] - 10))
    touch("touchMove", goal)
    touch("touchEnd")
    expect(page.locator(".zone[data-zone=exposed] .piece-button")).to_have_count(1)


def test_the_answers_to_the_hand_model_are_exact(page: Any) -> None:
    text = "(CCC) [9999m] 45s 66s +3s |1f3g"
    assert page.evaluate(
        """async (text) => {
          const hand = await import("/web/hand.js");
          const begun = hand.fromText(text);
          const code = (from, code) => hand.pieces(from).find((one) => one.code === code).key;
          const kong = begun.melds[1].key;
          return [
            hand.toText(begun),
            hand.toText(hand.renamed(begun, code(begun, "9m"), "8m")),
            hand.toText(hand.moved(begun, code(begun, "3s"), "concealed")),
            hand.toText(hand.moved(begun, code(begun, "4s"), "winning")),
            hand.toText(hand.turned(begun, kong, { role: "exposed" })),
            hand.toText(hand.takenBack(begun, begun.melds[0].key)),
            hand.toText(hand.renamed(begun, code(begun, "1f"), "P")),
            hand.toText(hand.added(hand.fromText("123m456m789m234p5s"), "concealed", "5s")),
            hand.feedsOf(hand.turned(begun, begun.melds[0].key, { feeder: "N" })),
            hand.counted(begun),
          ];
        }""",
        text,
    ) == [
        "(CCC) [9m9m9m9m] 4s5s6s6s +3s |1f3g",
        "(CCC) [8m8m8m8m] 4s5s6s6s +3s |1f3g",
        "(CCC) [9m9m9m9m] 4s5s6s6s3s |1f3g",
        "(CCC) [9m9m9m9m] 5s6s6s3s +4s |1f3g",
        "(CCC) (9m9m9m9m) 4s5s6s6s +3s |1f3g",
        "[9m9m9m9m] 4s5s6s6sCCC +3s |1f3g",
        "(CCC) [9m9m9m9m] 4s5s6s6sP +3s |3g",
        "1m2m3m4m5m6m7m8m9m2p3p4p5s +5s",
        ["N", None],
        {"have": 12, "wanted": 15},
    ]


def test_a_refused_photo_says_so_in_the_language_chosen(phone: Callable[..., Any], tmp_path: Path) -> None:
    path = tmp_path / "notes.jpg"
    path.write_text("no photo")
    for locale, words in (("en-GB", "no photo that can be read"), ("zh-HK", "唔係讀到嘅相")):
        page = phone(locale=locale)
        page.set_input_files("label.side-key input[type=file]", str(path))
        expect(page.locator(".need")).to_contain_text(words)


def test_a_photo_of_more_than_2048_pixels_is_made_smaller_on_the_phone(page: Any) -> None:
    sizes = page.evaluate(
        """async () => {
          const { shrunk } = await import("/web/shrink.js");
          const make = async (width, height) => {
            const canvas = new OffscreenCanvas(width, height);
            canvas.getContext("2d").fillRect(0, 0, width, height);
            return canvas.convertToBlob({ type: "image/jpeg" });
          };
          const size = async (blob) => { const map = await createImageBitmap(blob); return [map.width, map.height]; };
          const [large, exact] = [await make(4000, 1000), await make(2048, 512)];
          return [await size(await shrunk(large)), (await shrunk(exact)) === exact];
        }"""
    )
    assert sizes == [[2048, 512], True]


def test_the_rules_of_the_table_change_the_faan(page: Any) -> None:
    write_hand(page, "123m 456m 789m 234p 5s +5s")
    expect(page.locator(".worth b")).to_have_text("3")
    go(page, "rules")
    page.get_by_text("What each pattern is worth").click()
    page.get_by_role("button", name="More: 平糊 All chows").click()
    expect(page.locator(".setting.changed")).to_have_count(1)
    go(page, "hand")
    expect(page.locator(".worth b")).to_have_text("4")
    page.reload()
    expect(page.locator(".worth b")).to_have_text("4")


def test_house_rules_are_saved_by_name_for_every_phone(phone: Callable[..., Any]) -> None:
    page = phone("#/rules")
    page.get_by_text("Minimum, cap, stake").click()
    page.get_by_role("button", name="Less: 起糊").click()
    expect(page.locator(".setting.changed")).to_have_count(1)
    page.get_by_label("A name for these rules").fill("Friday")
    press(page, "Save")
    other = phone("#/rules")
    other.locator(".saved-rules").get_by_text("Friday").click()
    expect(other.locator(".editor")).to_contain_text("1 house rules of your own")
    press(other, "Forget: Friday")
    press(other, "Forget: Friday")
    expect(other.locator(".saved-rules li")).to_have_count(0)


@pytest.mark.parametrize("orientation", STORED)
def test_a_photo_in_any_orientation_leaves_the_phone_upright(page: Any, orientation: int) -> None:
    upright = Image.new("RGB", (2400, 1200), (200, 0, 0))
    upright.paste((0, 0, 200), (1200, 0, 2400, 600))  # blue at the upper right
    turn = STORED[orientation]
    stored = upright.transpose(turn) if turn is not None else upright
    exif = Image.Exif()
    exif[0x0112] = orientation
    buffer = io.BytesIO()
    stored.save(buffer, "JPEG", exif=exif)
    seen = page.evaluate(
        """async (text) => {
          const { shrunk } = await import("/web/shrink.js");
          const bytes = Uint8Array.from(atob(text), (one) => one.charCodeAt(0));
          const small = await createImageBitmap(await shrunk(new Blob([bytes], { type: "image/jpeg" })));
          const canvas = new OffscreenCanvas(small.width, small.height);
          const brush = canvas.getContext("2d");
          brush.drawImage(small, 0, 0);
          const blue = (x, y) => brush.getImageData(x * small.width, y * small.height, 1, 1).data[2] > 100;
          return [small.width, small.height, blue(0.25, 0.25), blue(0.75, 0.25), blue(0.25, 0.75), blue(0.75, 0.75)];
        }""",
        base64.b64encode(buffer.getvalue()).decode(),
    )
    assert seen == [2048, 1024, False, True, False, False]
