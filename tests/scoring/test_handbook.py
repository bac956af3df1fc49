"""The handbook is what the tables say, and lists every pattern, rule set and switch."""

from __future__ import annotations

from pathlib import Path

from scoring.handbook import handbook
from scoring.patterns import PATTERNS
from scoring.rules import NAMES
from scoring.switches import PER_PATTERN, schema


def test_docs_rules_md_is_current() -> None:
    """If not: python -m scoring.handbook > docs/rules.md."""
    file = Path(__file__).resolve().parents[2] / "docs" / "rules.md"
    assert file.read_text("utf-8") == handbook()


def test_nothing_is_left_out() -> None:
    text = handbook()
    for pattern in PATTERNS:
        assert pattern.rule in text
    for name in NAMES:
        assert f"`{name}`" in text
    for switch in schema():
        assert f"`{switch.key}" in text
    assert all(f"`{key}.PATTERN`" in text for key in PER_PATTERN)
