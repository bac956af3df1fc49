"""Logs as JSON lines on standard error: ours and those of the libraries, by one formatter."""

from __future__ import annotations

import logging
import sys
from typing import TYPE_CHECKING

import structlog

if TYPE_CHECKING:
    from structlog.typing import Processor


def set_up(level: str) -> None:
    """Log from a level on; earlier handlers of the root logger are replaced.

    Args:
        level: ``debug``, ``info``, ``warning`` or ``error``.

    """
    shared: list[Processor] = [
        structlog.stdlib.add_log_level,
        structlog.stdlib.add_logger_name,
        structlog.stdlib.ExtraAdder(),
        structlog.processors.TimeStamper(fmt="iso", utc=True),
        structlog.processors.format_exc_info,
    ]
    formatter = structlog.stdlib.ProcessorFormatter(
        foreign_pre_chain=shared,
        processors=[
            structlog.stdlib.ProcessorFormatter.remove_processors_meta,
            structlog.processors.EventRenamer("message"),
            structlog.processors.JSONRenderer(ensure_ascii=False),
        ],
    )
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(formatter)
    logging.basicConfig(level=level.upper(), handlers=[handler], force=True)
    # Their own lines at "info" say what ours say already, or what a bucket is called.
    for noisy in ("alembic", "uvicorn.access"):
        logging.getLogger(noisy).setLevel(logging.WARNING)
