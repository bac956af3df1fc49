"""Names that sources give to patterns, as the ids they stand for. Only the Chinese of a name is read."""

from __future__ import annotations

import re

NAMES = {
    "平糊": "all_chows",
    "平胡": "all_chows",
    "門前清": "concealed_hand",
    "門清": "concealed_hand",
    "混一色": "half_flush",
    "清一色": "full_flush",
    "對對糊": "all_pungs",
    "對對胡": "all_pungs",
    "花幺九": "mixed_orphans",
    "花么九": "mixed_orphans",
    "花么": "mixed_orphans",
    "混幺九": "mixed_orphans",
    "混么九": "mixed_orphans",
    "小三元": "small_three_dragons",
    "大三元": "great_three_dragons",
    "小四喜": "small_four_winds",
    "大四喜": "great_four_winds",
    "三元牌": "dragon_pung",
    "箭刻": "dragon_pung",
    "中番": "dragon_pung",
    "發番": "dragon_pung",
    "白番": "dragon_pung",
    "紅中": "dragon_pung",
    "發財": "dragon_pung",
    "白板": "dragon_pung",
    "門風": "seat_wind",
    "自風": "seat_wind",
    "圈風": "round_wind",
    "正花": "own_flower",
    "正季": "own_flower",
    "齊花": "flower_set",
    "齊季": "flower_set",
    "一台花": "flower_set",
    "一臺花": "flower_set",
    "無花": "no_flowers",
    "花糊": "seven_flowers",
    "花胡": "seven_flowers",
    "大花糊": "eight_flowers",
    "大花胡": "eight_flowers",
    "八仙過海": "eight_flowers",
    "自摸": "self_drawn",
    "搶槓": "robbing_kong",
    "一筒海底撈月": "moon_from_the_sea",
    "海底撈月": "last_tile",
    "海底": "last_tile",
    "河底撈魚": "last_discard",
    "河底": "last_discard",
    "槓上開花": "after_kong",
    "槓上自摸": "after_kong",
    "花上自摸": "after_flower",
    "花上開花": "after_flower",
    "槓上槓自摸": "kong_on_kong",
    "槓上槓": "kong_on_kong",
    "連槓開花": "kong_on_kong",
    "坎坎糊": "four_concealed_pungs",
    "坎坎胡": "four_concealed_pungs",
    "四暗刻": "four_concealed_pungs",
    "字一色": "all_honours",
    "清幺九": "pure_terminals",
    "清么九": "pure_terminals",
    "清么": "pure_terminals",
    "九子連環": "nine_gates",
    "九蓮寶燈": "nine_gates",
    "十三幺": "thirteen_orphans",
    "十三么": "thirteen_orphans",
    "十八羅漢": "four_kongs",
    "天糊": "heavenly_hand",
    "天胡": "heavenly_hand",
    "地糊": "earthly_hand",
    "地胡": "earthly_hand",
    "人糊": "human_hand",
    "人胡": "human_hand",
    "全求人": "all_melded",
    "七對子": "seven_pairs",
    "七對": "seven_pairs",
    "翡翠龍": "jade_dragon",
    "珍珠龍": "pearl_dragon",
    "紅寶石龍": "ruby_dragon",
}
NOTHING = ("雞糊", "雞胡")
NO_HAND = ("詐糊", "詐胡")
_KNOWN = re.compile("|".join(sorted((*NAMES, *NOTHING, *NO_HAND), key=len, reverse=True)))


def ids_of(name: str) -> list[str] | None:
    """The ids that a name stands for, each once; None for a name that is not known, ``["no_hand"]`` for 詐糊."""
    text = re.sub(r"\(.*?\)", "", name)
    found = _KNOWN.findall(text)
    if not found:
        return None
    if any(word in NO_HAND for word in found):
        return ["no_hand"]
    return list(dict.fromkeys(NAMES[word] for word in found if word not in NOTHING))
