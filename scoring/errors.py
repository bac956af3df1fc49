"""The one shape of every refusal in sikwu: a stable code, one clear sentence that quotes the input, and details."""

from __future__ import annotations

from typing import ClassVar


class SikwuError(ValueError):
    """Input that cannot be answered.

    Every package derives its own refusals from this class, so that the command line and the HTTP edge
    turn any of them into one line or one JSON object without knowing where it came from.

    Args:
        message: one sentence in plain words that quotes the offending input.
        code: a stable machine-readable name, such as ``five_of_a_face``; the class's ``default_code`` if omitted.
        details: further facts as text or numbers, for programs.

    """

    default_code: ClassVar[str] = "bad_input"

    def __init__(self, message: str, *, code: str | None = None, **details: str | float) -> None:
        super().__init__(message)
        self.message = message
        self.code = code or self.default_code
        self.details: dict[str, str | float] = details


class HandError(SikwuError):
    """Text that is no hand notation, or no tile. A hand that is merely incomplete or illegal is a `Problem` instead."""

    default_code: ClassVar[str] = "bad_hand"


class CircumstanceError(SikwuError):
    """A seat or an event that does not exist. Circumstances that contradict each other are a `Problem` instead."""

    default_code: ClassVar[str] = "bad_circumstance"


class RulesError(SikwuError):
    """A rule set, a switch or a value that does not exist; names the key and the nearest known one."""

    default_code: ClassVar[str] = "bad_rules"
