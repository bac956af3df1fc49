"""The service's settings: data with help, read from the environment as ``SIKWU_…``."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import ClassVar, Final, Literal

from pydantic import Field, ValidationError
from pydantic_settings import BaseSettings, SettingsConfigDict

from scoring.errors import SikwuError

PREFIX: Final = "SIKWU_"


class SettingsError(SikwuError):
    """A setting whose value cannot be used; names the environment variable and quotes the value."""

    default_code: ClassVar[str] = "bad_settings"


def data_folder() -> Path:
    """Return the folder where this platform keeps an application's data.

    Source: the XDG base directory specification on Linux; the platform's own convention on macOS and Windows.
    """
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA") or Path.home() / "AppData" / "Local") / "sikwu"
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Application Support" / "sikwu"
    return Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share") / "sikwu"


class Settings(BaseSettings):
    """Everything that whoever runs the service may decide. Each field is ``SIKWU_`` and its name in capitals."""

    model_config = SettingsConfigDict(env_prefix=PREFIX, frozen=True)

    data: Path = Field(
        default_factory=data_folder,
        description="The folder of the embedded store; made at the first start.",
    )
    host: str = Field(default="127.0.0.1", description="The address to listen at; 0.0.0.0 lets other machines in.")
    port: int = Field(default=8000, ge=0, le=65_535, description="The port to listen at; 0 takes any free one.")
    names: str = Field(
        default="",
        max_length=1000,
        description="Host names that the service is reached by beside this machine's own, separated by commas.",
    )
    lan: bool = Field(
        default=False, description="Whether phones in the same network may reach the service, as with --lan."
    )
    tls_port: int = Field(
        default=8443, ge=0, le=65_535, description="With lan: the port of the secure address; 0 takes any free one."
    )
    workers: int = Field(default=1, ge=1, le=64, description="How many photos are read at the same time.")
    queue: int = Field(
        default=8, ge=0, le=1_000, description="How many photos may wait to be read; more are answered 503."
    )
    threads: int | None = Field(
        default=None, ge=1, le=64, description="Threads of one reading; all processors, at most four, if not set."
    )
    max_photo_bytes: int = Field(
        default=25_000_000, ge=1, le=50_000_000, description="The largest photo in bytes that an upload may have."
    )
    weights: Path | None = Field(default=None, description="A folder of other weights than those that ship.")
    database: str | None = Field(
        default=None, description="A PostgreSQL database, postgresql://user@host/name, in place of the embedded one."
    )
    photos: str | None = Field(
        default=None,
        description="An S3-compatible place for the photos that are kept, s3://bucket/prefix, in place of a folder.",
    )
    photo_days: int | None = Field(
        default=None, ge=1, le=36_500, description="How many days a photo is kept; until it is deleted, if not set."
    )
    log: Literal["debug", "info", "warning", "error"] = Field(
        default="warning",
        description="How much is logged, as JSON lines on standard error; info gives a line per request.",
    )

    @classmethod
    def load(cls) -> Settings:
        """Read the settings from the environment.

        Raises:
            SettingsError: a value is of the wrong type or out of range.

        """
        try:
            return cls()
        except ValidationError as error:
            fault = error.errors()[0]
            name = PREFIX + str(fault["loc"][0]).upper()
            raise SettingsError(f"{name}={fault['input']} cannot be used: {fault['msg']}", setting=name) from None
