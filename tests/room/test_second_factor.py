"""Codes of authenticator apps, by the vectors of RFC 6238."""

from __future__ import annotations

import pytest

from seventh.room.people.second_factor import STEP, totp

SECRETS = {
    "sha1": b"12345678901234567890",
    "sha256": b"12345678901234567890123456789012",
    "sha512": b"1234567890123456789012345678901234567890123456789012345678901234",
}
VECTORS = {
    59: ("94287082", "46119246", "90693936"),
    1111111109: ("07081804", "68084774", "25091201"),
    1111111111: ("14050471", "67062674", "99943326"),
    1234567890: ("89005924", "91819424", "93441116"),
    2000000000: ("69279037", "90698825", "38618901"),
    20000000000: ("65353130", "77737706", "47863826"),
}


@pytest.mark.parametrize("at", VECTORS)
def test_R37_codes_are_those_of_the_rfc(at):
    assert tuple(totp(secret, at // STEP, 8, digest) for digest, secret in SECRETS.items()) == VECTORS[at]


def test_R37_a_code_has_six_digits():
    assert totp(SECRETS["sha1"], 1111111109 // STEP) == "081804"
