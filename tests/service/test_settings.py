"""Settings: read from the environment, each with help, wrong ones refused in one sentence."""

from __future__ import annotations

from pathlib import Path

import pytest

from service.settings import PREFIX, Settings, SettingsError, data_folder


@pytest.fixture(autouse=True)
def bare(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in Settings.model_fields:
        monkeypatch.delenv(PREFIX + name.upper(), raising=False)


def test_without_an_environment_the_service_listens_to_this_machine_alone() -> None:
    settings = Settings.load()
    assert (settings.host, settings.port) == ("127.0.0.1", 8000)
    assert settings.data == data_folder()
    assert settings.weights is None


def test_every_setting_is_read_from_the_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    given = {
        "data": "/tmp/elsewhere",  # noqa: S108  nothing is written there
        "host": "0.0.0.0",  # noqa: S104  what the setting is for
        "port": "0",
        "workers": "3",
        "queue": "0",
        "threads": "2",
        "max_photo_bytes": "1000",
        "weights": "/tmp/weights",  # noqa: S108
        "names": "table.example",
        "lan": "True",
        "tls_port": "0",
        "database": "postgresql://sikwu@localhost/sikwu",
        "photos": "s3://table/photos",
        "photo_days": "30",
        "log": "info",
    }
    assert set(given) == set(Settings.model_fields)
    for name, value in given.items():
        monkeypatch.setenv(PREFIX + name.upper(), value)
    settings = Settings.load()
    assert {name: str(getattr(settings, name)) for name in given} == given


def test_the_readme_names_every_setting() -> None:
    readme = (Path(__file__).resolve().parents[2] / "README.md").read_text(encoding="utf-8")
    for name in Settings.model_fields:
        assert f"`{PREFIX}{name.upper()}`" in readme


def test_every_setting_has_help_that_ends_as_a_sentence() -> None:
    for name, field in Settings.model_fields.items():
        assert field.description, name
        assert field.description.endswith("."), name


@pytest.mark.parametrize(
    ("name", "at", "over"),
    [
        ("port", "65535", "65536"),
        ("tls_port", "65535", "65536"),
        ("photo_days", "1", "0"),
        ("photo_days", "36500", "36501"),
        ("queue", "1000", "1001"),
        ("workers", "64", "65"),
        ("workers", "1", "0"),
        ("threads", "64", "65"),
        ("threads", "1", "0"),
        ("max_photo_bytes", "50000000", "50000001"),
    ],
)
def test_limits_of_settings(monkeypatch: pytest.MonkeyPatch, name: str, at: str, over: str) -> None:
    variable = PREFIX + name.upper()
    monkeypatch.setenv(variable, at)
    assert getattr(Settings.load(), name) == int(at)
    monkeypatch.setenv(variable, over)
    with pytest.raises(SettingsError, match=f"{variable}={over}"):
        Settings.load()


def test_the_data_folder_follows_the_platform(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.platform", "linux")
    monkeypatch.setenv("XDG_DATA_HOME", "/somewhere")
    assert data_folder() == Path("/somewhere/sikwu")
    monkeypatch.delenv("XDG_DATA_HOME")
    assert data_folder() == Path.home() / ".local/share/sikwu"
    monkeypatch.setattr("sys.platform", "darwin")
    assert data_folder() == Path.home() / "Library/Application Support/sikwu"
    monkeypatch.setattr("sys.platform", "win32")
    monkeypatch.setenv("LOCALAPPDATA", "/local")
    assert data_folder() == Path("/local/sikwu")
