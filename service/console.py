"""Answers for a person at a terminal: tiles, faan line by line, who pays whom."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from rich.console import Console, Group
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from scoring.circumstances import WINDS
from scoring.notation import format_hand, parse
from scoring.patterns import BY_ID
from scoring.problems import Severity
from scoring.result import number
from scoring.rules import NAMES, load_rules, settings_of
from scoring.switches import PER_PATTERN
from scoring.tiles import Suit, Tile

if TYPE_CHECKING:
    from rich.console import RenderableType

    from scoring.hand import Hand
    from scoring.result import Result
    from vision.reading import Question, Reading

_INK: Final = {
    Suit.CHARACTERS: "#a3161b",
    Suit.DOTS: "#1c3f9c",
    Suit.BAMBOO: "#0b6b3c",
    Suit.WINDS: "#23262b",
    Suit.DRAGONS: "#23262b",
    Suit.FLOWERS: "#8a3b86",
    Suit.SEASONS: "#8a3b86",
}
_DRAGONS: Final = {"C": "#c4161c", "F": "#0b6b3c", "P": "#1c3f9c"}
_IVORY: Final = "on #f4eedd"
_SEATS: Final = {"E": ("東", "East"), "S": ("南", "South"), "W": ("西", "West"), "N": ("北", "North")}
_SIGNS: Final = {"(": ("(", ")"), "[": ("[", "]"), "+": ("+", ""), "|": ("|", "")}


def make_console(*, stderr: bool = False) -> Console:
    """Return a console that colours on a terminal alone and leaves words as they are."""
    return Console(stderr=stderr, highlight=False, emoji=False, markup=False)


def tile_text(tile: Tile) -> Text:
    """Return a tile's name in its colour on ivory: ``3萬``, ``東``, ``中``."""
    if tile.is_suited:
        name = f"{tile.number}{tile.zh[1:]}"
    elif tile.is_bonus:
        name = f"{tile.number}{tile.zh}"
    else:
        name = "中發白"[tile.number - 1] if tile.suit is Suit.DRAGONS else tile.zh
    return Text(name, f"bold {_DRAGONS.get(tile.code, _INK[tile.suit])} {_IVORY}")


def hand_lines(hand: Hand, width: int) -> list[Text]:
    """Return the hand group by group, with the signs of the notation, in lines of at most ``width`` cells."""
    lines = [Text()]
    for piece in format_hand(hand).split():
        before, after = _SIGNS.get(piece[0], ("", ""))
        group = Text.assemble((before, "bold"), (" ", _IVORY))
        for tile in parse(piece).tiles:
            group.append_text(tile_text(tile)).append(" ", _IVORY)
        group.append(after, "bold")
        if lines[-1].cell_len and lines[-1].cell_len + 2 + group.cell_len > width:
            lines.append(Text())
        if lines[-1].cell_len:
            lines[-1].append("  ")
        lines[-1].append_text(group)
    return lines


def amount(value: float) -> str:
    """Write an amount with thousands and a real minus.

    >>> amount(-1024), amount(0.5), amount(0)
    ('−1,024', '0.5', '0')

    """
    return f"{value:,}".replace("-", "−")


def show_score(console: Console, result: Result, reading: Reading | None = None) -> None:
    """Print a score: the reading of the photo, if any, then hand, faan, points, payments and problems."""
    parts: list[RenderableType] = []
    if reading is not None:
        parts += [*_reading_parts(reading, console.width), ""]
    else:
        parts += [*hand_lines(result.hand, console.width - 4), Text(format_hand(result.hand), "dim"), ""]
    if result.complete:
        parts += [_faan_table(result), *_suppressed(result), ""]
    if result.legal:
        parts.append(_total(result))
        if result.payments is not None:
            parts += ["", _payments(result)]
        if result.liable is not None:
            parts.append(Text(f"包牌 {result.liable.reason}", "dim"))
        parts += ["", Text(result.rules.title, "dim")]
    else:
        below = any(problem.severity is Severity.BELOW for problem in result.problems)
        parts.append(Text("唔夠番 Below the minimum" if below else "未糊 Not a win", "bold red"))
    unread = reading is not None and not reading.hand.tiles
    for problem in result.problems if not unread else ():
        notice = problem.severity is Severity.NOTICE
        parts.append(Text(f"{'·' if notice else '!'} {problem.message}", "dim" if notice else "red"))
    console.print(Padding(Group(*parts), (1, 2)))


def _faan_table(result: Result) -> Table:
    table = Table(box=None, show_header=False, padding=(0, 2, 0, 0), pad_edge=False)
    table.add_column(min_width=10, no_wrap=True)
    table.add_column(min_width=22)
    table.add_column(style="dim", min_width=20)
    table.add_column(justify="right", min_width=3)
    for line in result.patterns:
        pattern = line.pattern
        times = f" × {line.count}" if line.count > 1 else ""
        table.add_row(Text(pattern.zh, "bold"), f"{pattern.en}{times}", pattern.jyutping, str(line.faan))
    if not result.patterns:
        table.add_row(Text("雞糊", "bold"), "Chicken hand", "gai1 wu4", "0")
    return table


def _suppressed(result: Result) -> list[Text]:
    """Say what does not count, one line for each pattern that is the cause."""
    causes: dict[str, list[str]] = {}
    for gone in result.suppressed:
        causes.setdefault(gone.by, []).append(BY_ID[gone.id].zh)
    return [Text(f"beside {BY_ID[by].zh} do not count: {' '.join(names)}", "dim") for by, names in causes.items()]


def _total(result: Result) -> Text:
    points = number(result.points)
    capped = f", paid as {result.paid_faan} (封頂 the cap of “{result.rules.name}”)"
    limit = ", 例牌 limit hand" if result.limit else ""
    base = result.rules.base
    return Text.assemble(
        (f"{result.faan} 番 faan", "bold"),
        capped if result.paid_faan != result.faan else limit,
        "  =  ",
        (f"{amount(points)} point{'s' if points != 1 else ''}", "bold"),
        f" × base {amount(number(base))}" if base != 1 else "",
    )


def _payments(result: Result) -> Table:
    assert result.payments is not None
    win = result.circumstances
    table = Table(box=None, show_header=False, padding=(0, 2, 0, 0), pad_edge=False)
    table.add_column()
    table.add_column()
    table.add_column(justify="right", min_width=8)
    table.add_column(style="dim")
    for seat in WINDS:
        zh, en = _SEATS[seat.value]
        says = [
            word
            for word, holds in (
                ("食糊 wins", seat is win.seat),
                ("出銃 discarded", seat is win.discarder),
                ("包牌 liable", result.liable is not None and seat is result.liable.seat),
                ("莊 dealer", seat is win.dealer),
            )
            if holds
        ]
        share = number(result.payments[seat])
        style = "bold green" if share > 0 else "red" if share < 0 else "dim"
        table.add_row(zh, en, Text(f"{'+' if share > 0 else ''}{amount(share)}", style), " · ".join(says))
    return table


def show_reading(console: Console, reading: Reading) -> None:
    """Print what was read in a photo."""
    console.print(Padding(Group(*_reading_parts(reading, console.width)), (1, 2)))


def _reading_parts(reading: Reading, width: int) -> list[RenderableType]:
    facts = f"{reading.width} × {reading.height}   {len(reading.tiles)} tiles   {reading.seconds:.2f} s"
    head = Text.assemble((reading.photo, "bold"), (f"   {facts}", "dim"))
    parts: list[RenderableType] = [head]
    if reading.hand.tiles:
        sure = Text(f"{reading.notation}   right with a chance of {reading.confidence:.0%}", "dim")
        parts += ["", *hand_lines(reading.hand, width - 4), sure]
    parts += [Text(f"! {problem.message}", "red") for problem in reading.problems]
    told = {problem.code for problem in reading.problems}
    parts += [
        Text(f"? {question_text(question, reading)}", "yellow")
        for question in reading.questions
        if question.kind not in told
    ]
    return parts


def question_text(question: Question, reading: Reading) -> str:
    """Say in one sentence what a person should confirm."""
    tiles = " ".join(reading.tiles[index].code for index in question.tiles)
    options = " or ".join(option.replace("_", " ") for option in question.options)
    match question.kind:
        case "uncertain_tile":
            return f"Tile {question.tiles[0] + 1} is not certain: {options}?"
        case "winning_tile":
            return "Which tile completed the hand? Write it after “+”, or set it apart in the photo."
        case "kong_tile":
            return "A kong lies face down: which tile is it?"
        case "kong" | "exposed_melds":
            return f"Is {tiles} {options}?"
        case "hidden_tile":
            place = f", perhaps beside {tiles}" if tiles else ""
            return f"One tile of the hand was not found{place}: which is it{f', {options}' if options else ''}?"
        case "extra_tile":
            return f"Does {tiles} belong to the hand: {options}?"
        case "tile_count":
            return "The number of tiles is not that of a hand: is one missing or too many?"
        case "cut":
            return f"The hand reaches the edge at {tiles}: is a tile cut off? Take it again with all tiles in view."
        case "mirrored":
            return "The photo seems to be mirrored: take it with the ordinary camera, not as a mirrored selfie."
        case "blurred":
            return "The photo is blurred: hold still and take it again, or check every tile."
        case "dark":
            return "The photo is dark: take it with more light, or check every tile."
        case _:
            return f"Please check {question.kind.replace('_', ' ')}: {tiles} {options}".rstrip()


def show_rule_sets(console: Console) -> None:
    """Print the rule sets that ship, two lines each."""
    for name in NAMES:
        rules = load_rules(name)
        cap = "no cap" if rules.cap is None else f"cap {rules.cap}"
        console.print(Text.assemble((f"{name:<14}", "bold"), rules.title))
        facts = (
            f"from {rules.minimum} faan, {cap}",
            rules.ladder.name,
            rules.payment.discard,
            f"self-draw {amount(number(rules.payment.self_draw))} from each",
        )
        console.print(Text(f"{'':<14}{' · '.join(facts)}".replace("_", " "), "dim"))
    console.print(Text("\nsikwu rules NAME shows every switch of one.", "dim"))


def show_rule_set(console: Console, name: str) -> None:
    """Print one rule set in full: every switch, its value and what it decides.

    Raises:
        RulesError: no such rule set.

    """
    rules = load_rules(name)
    console.print(Text(rules.title, "bold"))
    console.print(Text(f"Source: {rules.source}", "dim"))
    console.print()
    for setting in settings_of(rules):
        family = setting.switch.key.rpartition(".")[0]
        if setting.value == [] and family in PER_PATTERN:
            continue
        explanation = setting.switch.explanation
        if family in PER_PATTERN:
            explanation = explanation.partition(":")[0]
        head = Text.assemble((setting.switch.key, "bold"), " = ", _written(setting.value))
        console.print(Text.assemble(head, (f"   {explanation}", "dim")), soft_wrap=True)


def _written(value: object) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, list):
        return ", ".join(_pair(item) for item in value) or "–"
    return str(value)


def _pair(item: object) -> str:
    return ":".join(_written(part) for part in item) if isinstance(item, list) else _written(item)
