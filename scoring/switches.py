"""The switches of a rule set, each with type, range and explanation: all that a table may decide.

The values stand in ``rulesets/*.toml``; `scoring.rules` loads and checks them against this schema. A switch's key is
its place: ``payment.discard`` is the field ``discard`` of `Payment`, and ``faan.full_flush`` the entry of that pattern.
"""

from collections.abc import Mapping
from dataclasses import dataclass, is_dataclass
from fractions import Fraction
from typing import Annotated, Any, Final, Literal, NamedTuple, TypeAlias, get_args, get_origin, get_type_hints

Kind: TypeAlias = Literal[
    "integer", "cap", "amount", "boolean", "choice", "faan", "patterns", "amounts", "buckets", "texts"
]
"""The type of a switch's value.

``cap`` is an integer or ``"none"``; ``amount`` an exact number, ``0.5`` or ``"1/3"``; ``faan`` an integer or
``"limit"``; ``patterns`` a list of pattern ids and group names; ``amounts`` a list of amounts; ``buckets`` a list of
``[from this many faan, amount]``; ``texts`` a list of the given choices.
"""


@dataclass(frozen=True, slots=True)
class Switch:
    """One decision that a table makes.

    Attributes:
        key: the dotted name that ``--set`` and TOML use.
        kind: the type of the value.
        explanation: what it decides, for a person.
        choices: the values allowed, for ``choice`` and ``texts``.
        low, high: the range allowed, for numbers; both ends count.

    """

    key: str
    kind: Kind
    explanation: str
    choices: tuple[str, ...] = ()
    low: int = 0
    high: int = 99


class Spec(NamedTuple):
    """What the schema says about one field; `Switch` without the key."""

    kind: Kind
    explanation: str
    choices: tuple[str, ...] = ()
    low: int = 0
    high: int = 99


DISCARD_SCHEMES: Final[Mapping[str, tuple[str, str]]] = {
    "discarder_pays_all": ("1", "0"),
    "discarder_double": ("2", "1"),
    "discarder_double_alone": ("2", "0"),
    "accompany": ("2", "1/2"),
    "half": ("1/2", "1/4"),
    "single_and_half": ("1", "1/2"),
}
"""Named ways to split a discard win: units that the discarder pays, units that each of the two others pays."""


@dataclass(frozen=True, slots=True)
class Variants:
    """How a pattern is defined at this table."""

    all_chows_eyes: Annotated[
        str,
        Spec(
            "choice",
            "平糊: whether the eyes may be any pair, any but one that scores as a pung, or must be of a suit",
            choices=("any", "not_scoring", "suited"),
        ),
    ]
    concealed_hand_on: Annotated[
        str,
        Spec(
            "choice",
            "門前清: whether it counts on every win, on a discard only, or on a self-draw only",
            choices=("any", "discard", "self_draw"),
        ),
    ]
    concealed_kong_keeps_concealed: Annotated[
        bool, Spec("boolean", "門前清: whether a hand with a concealed kong still counts as concealed")
    ]
    flowers_in_play: Annotated[
        bool,
        Spec(
            "boolean", "whether the table plays with flowers and seasons; if not, 正花 一臺花 花糊 大花糊 never count"
        ),
    ]
    no_flowers_needs_flowers_in_play: Annotated[
        bool, Spec("boolean", "無花: whether it counts only where flowers are in play (variants.flowers_in_play)")
    ]
    own_flower_within_set: Annotated[
        bool, Spec("boolean", "正花: whether a seat's own flower still counts inside a complete set (一臺花)")
    ]
    four_concealed_pungs_kongs: Annotated[
        bool, Spec("boolean", "坎坎糊: whether concealed kongs count as concealed pungs")
    ]
    four_concealed_pungs_on: Annotated[
        str,
        Spec(
            "choice",
            "坎坎糊: which wins it allows: self-draw only, or also a discard that completes the eyes, or any discard",
            choices=("self_draw", "eyes", "any"),
        ),
    ]
    nine_gates_discard: Annotated[
        str,
        Spec(
            "choice",
            "九子連環: whether a discard must come on the true nine-sided wait, or any tile will do",
            choices=("true_wait", "any"),
        ),
    ]
    seven_pairs_four_alike: Annotated[bool, Spec("boolean", "七對子: whether four of a face count as two pairs")]
    suit_dragons_pungs_only: Annotated[
        bool, Spec("boolean", "翡翠龍 珍珠龍 紅寶石龍: whether every meld must be a pung or kong")
    ]
    all_melded_kongs: Annotated[
        bool, Spec("boolean", "全求人: whether a concealed kong is allowed among the four melds")
    ]
    heavenly_concealed_kong: Annotated[
        bool, Spec("boolean", "天糊: whether it survives a concealed kong of the dealer")
    ]
    earthly_by: Annotated[
        str,
        Spec(
            "choice",
            "地糊: a non-dealer's win on the dealer's first discard, or a self-draw in the first go-around",
            choices=("discard", "self_draw"),
        ),
    ]
    human_by: Annotated[
        str,
        Spec(
            "choice",
            "人糊: a win on a discard of the first go-around, or a self-draw in it",
            choices=("discard", "self_draw"),
        ),
    ]
    human_with_melds: Annotated[
        bool, Spec("boolean", "人糊: whether the winner may have claimed a meld in the first go-around")
    ]


@dataclass(frozen=True, slots=True)
class Limit:
    """What a limit hand (例牌) takes beside itself."""

    hands: Annotated[tuple[str, ...], Spec("patterns", "the patterns that are limit hands (例牌)")]
    add_ons: Annotated[
        tuple[str, ...], Spec("patterns", "patterns and groups that count beside a limit hand; empty: nothing does")
    ]
    combine: Annotated[
        str,
        Spec(
            "choice", "several limit hands at once: only the highest counts, or their sum", choices=("highest", "sum")
        ),
    ]
    never_lowers: Annotated[
        bool, Spec("boolean", "whether a hand that is dearer without its limit pattern is counted without it")
    ]
    takes: Annotated[
        Mapping[str, tuple[str, ...]], Spec("patterns", "what counts beside this one limit hand, beyond limit.add_ons")
    ]


@dataclass(frozen=True, slots=True)
class FlowerWin:
    """Seven or eight bonus tiles win at once, whatever the hand; a value of 0 in faan switches such a win off."""

    add_ons: Annotated[tuple[str, ...], Spec("patterns", "patterns and groups that count beside a flower win")]
    replaces_hand: Annotated[
        bool,
        Spec(
            "boolean",
            "whether a complete hand with so many flowers is always counted as a flower win, or as the dearer",
        ),
    ]


@dataclass(frozen=True, slots=True)
class Ladder:
    """How faan become points."""

    name: Annotated[
        str,
        Spec(
            "choice",
            "how faan become points: doubling every faan; doubling every two faan from 4; the half-spicy hundred-base"
            " of tournaments; a list; steps",
            choices=("full_spicy", "half_spicy", "hundred_base", "points", "buckets"),
        ),
    ]
    points: Annotated[
        tuple[Fraction, ...],
        Spec("amounts", "for ladder.name = points: the value at 0, 1, 2 … faan; more faan take the last"),
    ]
    buckets: Annotated[
        tuple[tuple[int, Fraction], ...],
        Spec(
            "buckets", "for ladder.name = buckets: [from this many faan, value] in rising order; fewer faan are worth 0"
        ),
    ]
    self_draw_buckets: Annotated[
        tuple[tuple[int, Fraction], ...],
        Spec("buckets", "buckets of their own for a self-draw; empty: the same as for a discard"),
    ]


@dataclass(frozen=True, slots=True)
class Payment:
    """Who pays how many units; one unit is the ladder's points times the base."""

    discard: Annotated[
        str,
        Spec(
            "choice",
            "a discard win: discarder_pays_all 全銃 (1, others 0); discarder_double 出銃雙份 (2, others 1 each);"
            " discarder_double_alone (2, others 0); accompany 陪銃 (2, others ½ each); half 半銃 (½, others ¼ each);"
            " single_and_half (1, others ½ each); custom: payment.discarder and payment.others",
            choices=(*DISCARD_SCHEMES, "custom"),
        ),
    ]
    discarder: Annotated[Fraction, Spec("amount", "for payment.discard = custom: units that the discarder pays")]
    others: Annotated[Fraction, Spec("amount", "for payment.discard = custom: units that each of the two others pays")]
    self_draw: Annotated[
        Fraction, Spec("amount", "units that each of the three pays on a self-draw; 0.5, 1 and 2 are usual")
    ]
    dealer: Annotated[
        Fraction, Spec("amount", "what the dealer's payments, paid or received, are multiplied by", low=1)
    ]
    rounding: Annotated[
        str, Spec("choice", "how each player's payment is rounded", choices=("exact", "up", "down", "nearest"))
    ]
    rounding_unit: Annotated[Fraction, Spec("amount", "what payments are rounded to a multiple of; more than 0")]


@dataclass(frozen=True, slots=True)
class Winners:
    """Several players win on one discard."""

    several: Annotated[
        str,
        Spec(
            "choice",
            "several winners on one discard: each is paid, or only the next in turn after the discarder (截糊)",
            choices=("all", "head_bump"),
        ),
    ]
    never_bumped: Annotated[tuple[str, ...], Spec("patterns", "patterns whose winner cannot be head-bumped")]


@dataclass(frozen=True, slots=True)
class FalseWin:
    """A player calls a win that is none (詐糊) and pays each of the others."""

    faan: Annotated[int | str, Spec("faan", "how many faan a false win is charged as; limit: the cap")]
    units: Annotated[Fraction, Spec("amount", "units that the false winner pays to each of the three others")]


PAOS: Final = (
    "fourth_meld",
    "great_three_dragons",
    "great_four_winds",
    "full_flush_landing",
    "pure_terminals_landing",
    "all_honours_landing",
    "great_three_dragons_landing",
    "great_four_winds_landing",
    "four_kongs_landing",
    "twelfth_tile",
    "ninth_tile",
)
"""The liabilities (包牌) that the engine derives from who fed which meld; see `scoring.liability`."""


@dataclass(frozen=True, slots=True)
class Liability:
    """包牌: the player whose discard made a threatening hand possible pays for it."""

    paos: Annotated[tuple[str, ...], Spec("texts", "which liabilities this table plays", choices=PAOS)]
    discard: Annotated[
        str,
        Spec(
            "choice",
            "a discard win while somebody is liable: billed to the discarder as ever, or to the liable player alone",
            choices=("as_ever", "liable"),
        ),
    ]


@dataclass(frozen=True, slots=True, eq=False)
class RuleSet:
    """All rules of a table. Get one with `scoring.rules.load_rules`; compared by identity.

    Attributes:
        name: the name it is loaded by.
        title: for a person.
        source: the document it follows, and where it is silent.

    """

    name: str
    title: str
    source: str
    minimum: Annotated[int, Spec("integer", "起糊: how many faan a hand must be worth to be declared", high=13)]
    cap: Annotated[int | None, Spec("cap", "封頂: from so many faan on every hand is paid alike; none: no cap", low=1)]
    base: Annotated[
        Fraction, Spec("amount", "the stake: what one point of the ladder is in money or chips; more than 0")
    ]
    bonus_counts_to_minimum: Annotated[
        bool, Spec("boolean", "whether faan of flowers and seasons (無花, 正花, 一臺花) help to reach the minimum")
    ]
    faan: Annotated[Mapping[str, int | str], Spec("faan", "what the pattern is worth; 0: not played; limit: the cap")]
    contains: Annotated[
        Mapping[str, tuple[str, ...]],
        Spec(
            "patterns",
            "composite: what the quoted value of this pattern already contains; not what is worth more by itself",
        ),
    ]
    absorbs: Annotated[
        Mapping[str, tuple[str, ...]],
        Spec("patterns", "what does not count beside this pattern, because a rule forbids it"),
    ]
    variants: Variants
    limit: Limit
    flower_win: FlowerWin
    ladder: Ladder
    payment: Payment
    winners: Winners
    false_win: FalseWin
    liability: Liability

    def __repr__(self) -> str:
        return f"<RuleSet {self.name}>"


PER_PATTERN: Final = frozenset({"faan", "contains", "absorbs", "limit.takes"})
"""Keys under which each pattern has an entry of its own."""


def schema() -> tuple[Switch, ...]:
    """List every switch in order; those of `PER_PATTERN` stand once, without a pattern's name.

    >>> [switch.key for switch in schema()][:3]
    ['minimum', 'cap', 'base']
    """
    return tuple(_switches(RuleSet, ""))


def _switches(section: Any, prefix: str) -> list[Switch]:
    found = []
    for name, hint in get_type_hints(section, include_extras=True).items():
        if get_origin(hint) is Annotated:
            found.append(Switch(prefix + name, *get_args(hint)[1]))
        elif is_dataclass(hint):
            found += _switches(hint, f"{name}.")
    return found
