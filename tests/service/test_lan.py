"""Reaching the service from a phone: an authority made once and bounded, TLS that holds, a page that explains."""

from __future__ import annotations

import json
import os
import re
import signal
import ssl
import stat
import subprocess
import sys
import threading
import urllib.request
from datetime import UTC, datetime, timedelta
from ipaddress import IPv4Address
from typing import TYPE_CHECKING

import pytest
from cryptography import x509
from cryptography.x509.verification import PolicyBuilder, Store, VerificationError

from service.lan import authority
from service.lan.addresses import host_names, lan_addresses
from service.lan.authority import AuthorityError, ensure
from service.serving import host_of
from service.settings import Settings

if TYPE_CHECKING:
    from pathlib import Path

    from fastapi.testclient import TestClient

NAMES = ["localhost", "table", "table.local"]
ADDRESSES = [IPv4Address("192.168.1.5")]


def certificate(path: Path) -> x509.Certificate:
    return x509.load_pem_x509_certificate(path.read_bytes())


def test_the_authority_is_made_once_and_the_certificate_is_kept(tmp_path: Path) -> None:
    first = ensure(tmp_path / "authority", NAMES, ADDRESSES)
    served = first.certificate.read_bytes()
    again = ensure(tmp_path / "authority", NAMES, ADDRESSES)
    assert (first.fresh, again.fresh) == (True, False)
    assert (again.authority, again.fingerprint) == (first.authority, first.fingerprint)
    assert again.certificate.read_bytes() == served
    assert re.fullmatch(r"([0-9A-F]{2}:){31}[0-9A-F]{2}", first.fingerprint)


@pytest.mark.skipif(os.name != "posix", reason="other systems have no such modes")
def test_private_keys_are_for_their_owner_alone(tmp_path: Path) -> None:
    ensure(tmp_path, NAMES, ADDRESSES)
    for path in tmp_path.iterdir():
        assert stat.S_IMODE(path.stat().st_mode) == 0o600, path.name
    assert {path.name for path in tmp_path.iterdir()} == {
        "authority.crt",
        "authority.key",
        "server.crt",
        "server.key",
    }


def test_a_new_address_gets_a_new_certificate_of_the_same_authority(tmp_path: Path) -> None:
    first = ensure(tmp_path, NAMES, ADDRESSES)
    moved = ensure(tmp_path, NAMES, [IPv4Address("10.0.0.7")])
    assert moved.authority == first.authority
    names = certificate(moved.certificate).extensions.get_extension_for_class(x509.SubjectAlternativeName).value
    assert IPv4Address("10.0.0.7") in names.get_values_for_type(x509.IPAddress)


def test_an_address_that_the_authority_may_not_sign_for_gets_a_new_authority(tmp_path: Path) -> None:
    first = ensure(tmp_path, NAMES, ADDRESSES)
    public = ensure(tmp_path, NAMES, [IPv4Address("203.0.113.9")])
    assert public.fresh
    assert public.authority != first.authority


def test_a_certificate_that_ends_soon_is_renewed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for days, kept in ((authority.RENEW_DAYS + 2, True), (authority.RENEW_DAYS, False)):
        folder = tmp_path / str(days)
        monkeypatch.setattr(authority, "SERVER_DAYS", days)
        before = ensure(folder, NAMES, ADDRESSES).certificate.read_bytes()
        assert (ensure(folder, NAMES, ADDRESSES).certificate.read_bytes() == before) is kept


def test_what_is_damaged_is_made_anew(tmp_path: Path) -> None:
    first = ensure(tmp_path, NAMES, ADDRESSES)
    (tmp_path / "server.key").write_text("nothing")
    assert ensure(tmp_path, NAMES, ADDRESSES).authority == first.authority
    (tmp_path / "authority.crt").write_text("nothing")
    assert ensure(tmp_path, NAMES, ADDRESSES).fresh


def test_a_certificate_lasts_no_longer_than_browsers_take(tmp_path: Path) -> None:
    served = certificate(ensure(tmp_path, NAMES, ADDRESSES).certificate)
    assert served.not_valid_after_utc - served.not_valid_before_utc <= timedelta(days=398)
    assert served.not_valid_before_utc < datetime.now(UTC) - timedelta(hours=12), "a phone's clock may be slow"


@pytest.mark.parametrize(
    ("name", "holds"),
    [
        ("table.local", True),
        ("localhost", True),
        ("www.bank.example", False),
        ("192.168.1.5", True),
        ("8.8.8.8", False),
    ],
)
def test_the_authority_may_vouch_for_local_names_and_addresses_alone(tmp_path: Path, name: str, *, holds: bool) -> None:
    """Whoever got hold of its key could not pretend to be a bank: name constraints, RFC 5280 section 4.2.1.10."""
    ensure(tmp_path, NAMES, ADDRESSES)
    issuer = authority._load(tmp_path, "authority")
    assert issuer is not None
    is_address = name[0].isdigit()
    forged, _ = authority._new_server(issuer, [] if is_address else [name], [IPv4Address(name)] if is_address else [])
    subject: x509.GeneralName = x509.IPAddress(IPv4Address(name)) if is_address else x509.DNSName(name)
    verifier = PolicyBuilder().store(Store([issuer[0]])).build_server_verifier(subject)  # type: ignore[arg-type]
    if holds:
        assert verifier.verify(forged, [])[-1] == issuer[0]
    else:
        with pytest.raises(VerificationError):
            verifier.verify(forged, [])


def test_a_folder_that_cannot_be_written_is_one_sentence(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(AuthorityError, match="cannot be kept"):
        ensure(tmp_path / "file", NAMES, ADDRESSES)


def test_addresses_are_none_of_the_loopback_and_names_may_stand_in_a_certificate() -> None:
    assert not any(address.is_loopback or address.is_unspecified for address in lan_addresses())
    assert "localhost" in host_names()
    for name in host_names():
        x509.DNSName(name)


@pytest.mark.parametrize(
    ("host", "lan", "listens"),
    [
        ("127.0.0.1", False, "127.0.0.1"),
        ("127.0.0.1", True, "0.0.0.0"),  # noqa: S104
        ("localhost", True, "0.0.0.0"),  # noqa: S104
        ("192.168.1.5", True, "192.168.1.5"),
    ],
)
def test_the_network_is_let_in_only_when_asked(host: str, listens: str, *, lan: bool) -> None:
    assert host_of(Settings(host=host, lan=lan)) == listens


def test_without_lan_there_is_nothing_to_trust(client: TestClient) -> None:
    assert client.get("/trust").status_code == 404
    assert client.get("/trust/authority.crt").status_code == 404


def test_serve_lan_shows_a_code_serves_both_addresses_and_ends_quietly(tmp_path: Path) -> None:
    process = subprocess.Popen(
        [sys.executable, "-m", "service", "serve", "--lan", "--port", "0", "--tls-port", "0"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        encoding="utf-8",
        env={**os.environ, "SIKWU_DATA": str(tmp_path / "data"), "PYTHONUNBUFFERED": "1", "COLUMNS": "80"},
        # What runs in the background of a shell inherits that interrupts are ignored; a person's terminal has them.
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),  # noqa: PLW1509
    )
    watchdog = threading.Timer(120, process.kill)
    watchdog.start()
    try:
        assert process.stdout is not None
        said = ""
        for line in process.stdout:
            said += line
            if "Photos are kept" in line:
                break
        assert "█" in said, "a code to scan"
        plain = re.search(r"http://[\d.]+:(\d+)/trust", said)
        secure = re.search(r"https://[\d.]+:(\d+)/", said)
        assert plain, said
        assert secure, said
        page = f"http://127.0.0.1:{plain[1]}/trust"
        with urllib.request.urlopen(page, timeout=60) as answer:
            text = answer.read().decode()
            assert f"connect-src 'self' https://127.0.0.1:{secure[1]}" in answer.headers["content-security-policy"]
        fingerprint = re.search(r"([0-9A-F]{2}:){31}[0-9A-F]{2}", said)
        assert fingerprint
        assert fingerprint[0] in text, "page and terminal show the same fingerprint"
        with urllib.request.urlopen(f"{page}/authority.crt", timeout=60) as answer:  # noqa: S310
            assert answer.headers["content-type"] == "application/x-x509-ca-cert"
            trusted = ssl.create_default_context(cadata=answer.read())
        secured = f"https://127.0.0.1:{secure[1]}/healthz"
        with urllib.request.urlopen(secured, timeout=60, context=trusted) as answer:
            assert json.load(answer)["status"] == "ok"
        with pytest.raises(OSError, match="CERTIFICATE_VERIFY_FAILED"):
            urllib.request.urlopen(secured, timeout=60, context=ssl.create_default_context())
        process.send_signal(signal.SIGINT)
        _, err = process.communicate(timeout=60)
        assert err == ""
        assert process.returncode == 130
    finally:
        watchdog.cancel()
        process.kill()
        process.communicate()
