"""``python -m tests.bench.scoring_speed``: hands scored per second, beside other packages on hands of the same kind.

One core, processor time, mixed hands: chows, pungs, flushes, kongs, ambiguous tiles, limit hands, self-drawn and on a
discard, with flowers. Every package gets its own objects ready-made and is asked for the value of each hand. The tables
are warm: a first pass over OTHER hands of the same kinds fills them, so that no hand is priced twice. The other two
packages are optional; their exact versions stand in ``requirements-bench.lock``:

    pip install --require-hashes -r requirements-bench.lock
"""

from __future__ import annotations

import gc
import importlib
import random
import sys
import time
from typing import TYPE_CHECKING, Any

from scoring import Circumstances, Event, Hand, Meld, Wind, load_rules, score
from scoring.tiles import TILES, Tile

if TYPE_CHECKING:
    from collections.abc import Callable

KINDS = ("any", "chows", "pungs", "half flush", "full flush", "kongs", "ambiguous", "honours")


def mixed_hands(count: int, seed: int) -> list[tuple[Hand, Circumstances]]:
    """Make distinct complete hands, all kinds in turn."""
    rng = random.Random(seed)
    found: dict[Hand, Circumstances] = {}
    while len(found) < count:
        hand = _hand(rng, KINDS[len(found) % len(KINDS)])
        if hand is not None:
            found.setdefault(hand, _win(rng))
    return list(found.items())


def _hand(rng: random.Random, kind: str) -> Hand | None:
    left = [4] * 34
    suit = rng.randrange(3)
    sets: list[tuple[tuple[Tile, ...], bool]] = []
    while len(sets) < 4:
        tiles = _set(rng, kind, suit)
        if all(left[face.index] >= tiles.count(face) for face in tiles):
            for face in tiles:
                left[face.index] -= 1
            down = len(tiles) == 4 or (kind not in {"ambiguous", "full flush"} and rng.random() < 0.3)
            sets.append((tiles, down))
        elif rng.random() < 0.05:
            return None
    eyes = TILES[_face(rng, kind, suit)]
    if left[eyes.index] < 2:
        return None
    inside = [face for tiles, down in sets if not down for face in tiles] + [eyes, eyes]
    winning = inside.pop(rng.randrange(len(inside)))
    melds = tuple(Meld(tiles, exposed=len(tiles) == 3 or rng.random() < 0.5) for tiles, down in sets if down)
    bonus = tuple(rng.sample(TILES[34:], rng.choice((0, 0, 1, 1, 2))))
    return Hand(tuple(inside), melds, winning, bonus)


def _face(rng: random.Random, kind: str, suit: int) -> int:
    if kind == "honours":
        return rng.randrange(27, 34)
    if kind in {"full flush", "ambiguous"}:
        return 9 * suit + rng.randrange(9)
    if kind == "half flush":
        return rng.choice((9 * suit + rng.randrange(9), rng.randrange(27, 34)))
    return rng.randrange(34)


def _set(rng: random.Random, kind: str, suit: int) -> tuple[Tile, ...]:
    face = _face(rng, kind, suit)
    chow = {"chows": 1.0, "pungs": 0.0, "kongs": 0.0, "honours": 0.0}.get(kind, 0.6)
    if rng.random() < chow:
        own = suit if kind in {"full flush", "ambiguous", "half flush"} else rng.randrange(3)
        start = 9 * own + (rng.randrange(3) if kind == "ambiguous" else rng.randrange(7))
        return TILES[start : start + 3]
    kong = {"kongs": 0.7}.get(kind, 0.1 if kind != "ambiguous" else 0.0)
    return (TILES[face],) * (4 if rng.random() < kong else 3)


def _win(rng: random.Random) -> Circumstances:
    seat, other = rng.sample(list(Wind), 2)
    if rng.random() < 0.5:
        last = frozenset({Event.LAST_TILE}) if rng.random() < 0.05 else frozenset()
        return Circumstances(seat=seat, round=rng.choice(list(Wind)), self_draw=True, events=last)
    return Circumstances(seat=seat, round=rng.choice(list(Wind)), discarder=other)


def per_second(ask: Callable[[Any], object], questions: list[Any]) -> float:
    """Ask every question once."""
    gc.collect()
    gc.freeze()
    begin = time.process_time()
    for question in questions:
        ask(question)
    return len(questions) / (time.process_time() - begin)


def sikwu(hands: list[tuple[Hand, Circumstances]]) -> tuple[Callable[[Any], object], list[Any]]:
    """Score each hand with sikwu."""
    rules = load_rules("guide")
    return lambda question: score(question[0], question[1], rules), list(hands)


def mahjong(hands: list[tuple[Hand, Circumstances]]) -> tuple[Callable[[Any], object], list[Any]]:
    """Score the hands with the riichi scorer ``mahjong``; tiles in 136 numbers, melds and settings ready-made."""
    hand_module = importlib.import_module("mahjong.hand_calculating.hand")
    config_module = importlib.import_module("mahjong.hand_calculating.hand_config")
    meld_module = importlib.import_module("mahjong.meld")
    calculator = hand_module.HandCalculator()
    winds = (27, 28, 29, 30)
    questions = []
    for hand, win in hands:
        used = [0] * 34

        def number(face: Tile, used: list[int] = used) -> int:
            index = _riichi(face)
            used[index] += 1
            return 4 * index + used[index] - 1

        last = number(hand.winning) if hand.winning else 0
        inside = [number(face) for face in hand.concealed] + [last]
        melds = []
        for meld in hand.melds:
            tiles = [number(face) for face in meld.tiles]
            melds.append(
                meld_module.Meld(
                    str(meld.kind).replace("chow", "chi").replace("pung", "pon").replace("kong", "kan"),
                    tiles,
                    opened=meld.exposed,
                )
            )
            inside += tiles
        config = config_module.HandConfig(
            is_tsumo=win.self_draw,
            player_wind=winds[win.seat.number - 1] if win.seat else None,
            round_wind=winds[win.round.number - 1] if win.round else None,
        )
        questions.append((sorted(inside), last, melds, config))
    return lambda question: calculator.estimate_hand_value(
        question[0], question[1], melds=question[2], config=question[3]
    ), questions


def _riichi(face: Tile) -> int:
    order = {"C": 33, "F": 32, "P": 31}
    return order.get(face.code, face.index)


def chinese(hands: list[tuple[Hand, Circumstances]]) -> tuple[Callable[[Any], object], list[Any]]:
    """Score the hands with ``PyMahjongGB`` (Chinese official rules, in C++)."""
    package = importlib.import_module("MahjongGB")
    names = {"m": "W", "p": "B", "s": "T"}
    words = dict(zip("ESWNCFP", ("F1", "F2", "F3", "F4", "J1", "J2", "J3"), strict=True))

    def name(face: Tile) -> str:
        return words.get(face.code) or names[face.code[1]] + face.code[0]

    questions = []
    for hand, win in hands:
        packs = tuple(
            (
                {"chow": "CHI", "pung": "PENG", "kong": "GANG"}[str(meld.kind)],
                name(meld.tiles[1] if str(meld.kind) == "chow" else meld.tiles[0]),
                int(meld.exposed),
            )
            for meld in hand.melds
        )
        questions.append((packs, tuple(name(face) for face in hand.concealed), name(hand.winning or TILES[0]), win))

    def ask(question: Any) -> object:
        packs, tiles, winning, win = question
        try:
            return package.MahjongFanCalculator(
                packs, tiles, winning, 0, win.self_draw, False, False, False, win.seat.number - 1, win.round.number - 1
            )
        except Exception:  # noqa: BLE001  a hand below its minimum of 8 is refused by an exception: it was priced all the same
            return None

    return ask, questions


def main(count: int = 20_000) -> int:
    """Print the rates; 1 if sikwu is not five times as fast as ``mahjong``."""
    warm = mixed_hands(count, seed=2)
    known = {hand for hand, _ in warm}
    hands = [question for question in mixed_hands(count, seed=1) if question[0] not in known]
    print(f"{len(hands):,} distinct mixed hands, one core, tables warmed by {len(warm):,} other hands")  # noqa: T201
    rates = {}
    for label, package, prepare in (
        ("sikwu", "scoring", sikwu),
        ("mahjong 2.1.0 (riichi)", "mahjong", mahjong),
        ("PyMahjongGB 1.4.0 (C++)", "MahjongGB", chinese),
    ):
        try:
            importlib.import_module(package)
        except ImportError:
            print(f"{label:26} not installed: pip install --require-hashes -r requirements-bench.lock")  # noqa: T201
            continue
        per_second(*prepare(warm))
        rates[package] = per_second(*prepare(hands))
        print(f"{label:26} {rates[package]:10,.0f} hands/s")  # noqa: T201
    if "mahjong" not in rates:
        return 0
    ratio = rates["scoring"] / rates["mahjong"]
    print(f"sikwu is {ratio:.1f} times as fast as mahjong")  # noqa: T201
    return int(ratio < 5)


if __name__ == "__main__":
    sys.exit(main(*(int(argument) for argument in sys.argv[1:])))
