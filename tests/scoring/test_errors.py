"""Errors: a code, a sentence, details."""

from __future__ import annotations

from scoring.errors import SikwuError


def test_errors_carry_a_code_and_details() -> None:
    fault = SikwuError("“x” is bad", code="x", size=3)
    assert (fault.code, fault.details, str(fault)) == ("x", {"size": 3}, "“x” is bad")
