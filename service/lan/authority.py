"""A certificate authority of this machine's own, made once, and the certificate that it gives the service.

A phone that trusts the authority gives the page its camera and lets it be installed. The authority may sign for
addresses and names of local networks alone (name constraints, RFC 5280 section 4.2.1.10), so that who trusts it has
nothing to fear elsewhere. The certificate of the service lasts 397 days, since browsers refuse longer ones, and is
renewed by itself.
"""

from __future__ import annotations

import os
import secrets
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from ipaddress import IPv4Address, IPv4Network, IPv6Network, ip_network
from typing import TYPE_CHECKING, ClassVar, Final

from cryptography import x509
from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import ExtendedKeyUsageOID, NameOID

from scoring.errors import SikwuError

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

AUTHORITY_DAYS: Final = 3650
SERVER_DAYS: Final = 397
RENEW_DAYS: Final = 30
"""The service's certificate is made anew when it has fewer days left than this."""

_NETWORKS: Final = (
    "10.0.0.0/8",
    "100.64.0.0/10",
    "127.0.0.0/8",
    "169.254.0.0/16",
    "172.16.0.0/12",
    "192.168.0.0/16",
    "::1/128",
    "fc00::/7",
    "fe80::/10",
)
_DOMAINS: Final = ("localhost", "local", "lan", "home", "internal", "home.arpa")


class AuthorityError(SikwuError):
    """The authority's files cannot be read or written."""

    default_code: ClassVar[str] = "bad_authority"


@dataclass(frozen=True, slots=True)
class Trust:
    """What the service shows to be trusted.

    Attributes:
        authority: the authority's certificate, DER.
        fingerprint: its SHA-256 as people compare it.
        certificate: the file of the service's certificate.
        key: the file of its private key.
        fresh: whether the authority was made just now, so that no phone trusts it yet.

    """

    authority: bytes
    fingerprint: str
    certificate: Path
    key: Path
    fresh: bool


def ensure(folder: Path, names: Sequence[str], addresses: Sequence[IPv4Address]) -> Trust:
    """Return a certificate for these names and addresses; make what is missing, worn out or does not fit.

    Args:
        folder: where keys and certificates lie; made if it is not there. Keys are readable by the owner alone.
        names: host names.
        addresses: addresses.

    Raises:
        AuthorityError: the files cannot be read or written.

    """
    try:
        folder.mkdir(parents=True, exist_ok=True)
        return _ensure(folder, names, addresses)
    except OSError as error:
        raise AuthorityError(f"The certificates in “{folder}” cannot be kept: {error.strerror}") from None


def _ensure(folder: Path, names: Sequence[str], addresses: Sequence[IPv4Address]) -> Trust:
    own = _load(folder, "authority")
    fresh = own is None or not _covers(own[0], names, addresses)
    if own is None or fresh:
        own = _new_authority(names, addresses)
        _store(folder, "authority", *own)
    server = _load(folder, "server")
    if server is None or not _serves(server[0], own[0], names, addresses):
        server = _new_server(own, names, addresses)
        _store(folder, "server", *server)
    der = own[0].public_bytes(serialization.Encoding.DER)
    digest = own[0].fingerprint(hashes.SHA256()).hex().upper()
    fingerprint = ":".join(digest[start : start + 2] for start in range(0, len(digest), 2))
    return Trust(der, fingerprint, folder / "server.crt", folder / "server.key", fresh)


_Pair = tuple[x509.Certificate, ec.EllipticCurvePrivateKey]


def _load(folder: Path, name: str) -> _Pair | None:
    """Read a certificate and its key; None if they are not there, not whole, or do not belong together."""
    try:
        certificate = x509.load_pem_x509_certificate((folder / f"{name}.crt").read_bytes())
        key = serialization.load_pem_private_key((folder / f"{name}.key").read_bytes(), None)
    except (FileNotFoundError, ValueError):
        return None
    if not isinstance(key, ec.EllipticCurvePrivateKey) or certificate.public_key() != key.public_key():
        return None
    return certificate, key


def _store(folder: Path, name: str, certificate: x509.Certificate, key: ec.EllipticCurvePrivateKey) -> None:
    private = key.private_bytes(
        serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
    )
    _write(folder / f"{name}.key", private)
    _write(folder / f"{name}.crt", certificate.public_bytes(serialization.Encoding.PEM))


def _write(path: Path, data: bytes) -> None:
    """Write a file that its owner alone may read, whole or not at all."""
    aside = path.with_name(f"{path.name}.{secrets.token_hex(4)}")
    with os.fdopen(os.open(aside, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as file:
        file.write(data)
        file.flush()
        os.fsync(file.fileno())
    aside.replace(path)


def _permitted(names: Sequence[str], addresses: Sequence[IPv4Address]) -> list[x509.GeneralName]:
    networks: list[IPv4Network | IPv6Network] = [ip_network(network) for network in _NETWORKS]
    networks += [ip_network(address) for address in addresses if not any(address in network for network in networks)]
    domains = dict.fromkeys([*_DOMAINS, *(name for name in names if not name.endswith(_ENDINGS))])
    return [*map(x509.DNSName, domains), *map(x509.IPAddress, networks)]


_ENDINGS: Final = tuple(f".{domain}" for domain in _DOMAINS)


def _covers(authority: x509.Certificate, names: Sequence[str], addresses: Sequence[IPv4Address]) -> bool:
    """Tell whether the authority lasts, and may sign for all of these."""
    if authority.not_valid_after_utc < datetime.now(UTC) + timedelta(days=SERVER_DAYS):
        return False
    try:
        constraints = authority.extensions.get_extension_for_class(x509.NameConstraints).value
    except x509.ExtensionNotFound:
        return False
    permitted = constraints.permitted_subtrees or []
    domains = [name.value for name in permitted if isinstance(name, x509.DNSName)]
    networks = [name.value for name in permitted if isinstance(name, x509.IPAddress)]
    return all(any(name == domain or name.endswith(f".{domain}") for domain in domains) for name in names) and all(
        any(isinstance(network, IPv4Network) and address in network for network in networks) for address in addresses
    )


def _serves(
    server: x509.Certificate, authority: x509.Certificate, names: Sequence[str], addresses: Sequence[IPv4Address]
) -> bool:
    """Tell whether the service's certificate lasts, is the authority's, and is for all of these."""
    if server.not_valid_after_utc < datetime.now(UTC) + timedelta(days=RENEW_DAYS):
        return False
    try:
        server.verify_directly_issued_by(authority)
    except (ValueError, TypeError, InvalidSignature):
        return False
    alternative = server.extensions.get_extension_for_class(x509.SubjectAlternativeName).value
    known = {str(value) for kind in (x509.DNSName, x509.IPAddress) for value in alternative.get_values_for_type(kind)}
    return {*names, *map(str, addresses)} <= known


def _builder(
    common_name: str, issuer: x509.Name | None, key: ec.EllipticCurvePrivateKey, days: int
) -> x509.CertificateBuilder:
    """Begin a certificate; it is valid from yesterday on, for phones whose clock is slow."""
    subject = x509.Name(
        [x509.NameAttribute(NameOID.ORGANIZATION_NAME, "sikwu"), x509.NameAttribute(NameOID.COMMON_NAME, common_name)]
    )
    start = datetime.now(UTC) - timedelta(days=1)
    return (
        x509.CertificateBuilder()
        .subject_name(subject)
        .issuer_name(issuer or subject)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(start)
        .not_valid_after(start + timedelta(days=days))
        .add_extension(x509.SubjectKeyIdentifier.from_public_key(key.public_key()), critical=False)
    )


def _usage(*, signs_certificates: bool) -> x509.KeyUsage:
    return x509.KeyUsage(
        digital_signature=not signs_certificates,
        content_commitment=False,
        key_encipherment=False,
        data_encipherment=False,
        key_agreement=False,
        key_cert_sign=signs_certificates,
        crl_sign=signs_certificates,
        encipher_only=False,
        decipher_only=False,
    )


def _new_authority(names: Sequence[str], addresses: Sequence[IPv4Address]) -> _Pair:
    key = ec.generate_private_key(ec.SECP256R1())
    machine = next((name for name in names if name != "localhost"), "this machine")
    title = f"sikwu on {machine}, {datetime.now(UTC):%Y-%m-%d}"[:64]
    certificate = (
        _builder(title, None, key, AUTHORITY_DAYS)
        .add_extension(x509.BasicConstraints(ca=True, path_length=0), critical=True)
        .add_extension(_usage(signs_certificates=True), critical=True)
        .add_extension(x509.NameConstraints(_permitted(names, addresses), None), critical=True)
        .sign(key, hashes.SHA256())
    )
    return certificate, key


def _new_server(authority: _Pair, names: Sequence[str], addresses: Sequence[IPv4Address]) -> _Pair:
    issuer, signer = authority
    key = ec.generate_private_key(ec.SECP256R1())
    alternatives = [
        *map(x509.DNSName, names),
        *map(x509.IPAddress, addresses),
        x509.IPAddress(IPv4Address("127.0.0.1")),
    ]
    certificate = (
        _builder("sikwu", issuer.subject, key, SERVER_DAYS)
        .add_extension(x509.SubjectAlternativeName(alternatives), critical=False)
        .add_extension(x509.BasicConstraints(ca=False, path_length=None), critical=True)
        .add_extension(_usage(signs_certificates=False), critical=True)
        .add_extension(x509.ExtendedKeyUsage([ExtendedKeyUsageOID.SERVER_AUTH]), critical=False)
        .add_extension(x509.AuthorityKeyIdentifier.from_issuer_public_key(signer.public_key()), critical=False)
        .sign(signer, hashes.SHA256())
    )
    return certificate, key
