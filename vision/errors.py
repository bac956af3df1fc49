"""The refusals of this package, all of one family."""

from __future__ import annotations

from typing import ClassVar

from scoring.errors import SikwuError


class PhotoError(SikwuError):
    """A photo that cannot be opened.

    Codes: ``photo_missing`` (no such file), ``photo_empty`` (no bytes), ``photo_unreadable`` (not a JPEG, PNG, WebP or
    HEIC, or its header makes no sense), ``photo_truncated`` (the header is sound, the pixels are damaged or cut
    short), ``photo_too_large`` (more bytes or more pixels than are accepted).
    """

    default_code: ClassVar[str] = "photo_unreadable"


class WeightsError(SikwuError):
    """Weights that cannot be used.

    Codes: ``weights_missing`` (no such file, or no checksum for it), ``weights_checksum`` (the file is not the one
    that was published), ``weights_unfit`` (not a network of the shape or the class names that are expected).
    """

    default_code: ClassVar[str] = "weights_unfit"


def quoted(text: object) -> str:
    r"""Quote what was given, as a message shows it: on one line, whatever characters it has.

    >>> quoted("a.jpg"), quoted("two\nlines")
    ('“a.jpg”', '“two�lines”')
    """
    return "“" + "".join(letter if letter.isprintable() else "\ufffd" for letter in str(text)) + "”"
