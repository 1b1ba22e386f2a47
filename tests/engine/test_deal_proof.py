"""Deal proofs: a key made of several parts can be checked with SHA-256 alone, and any change is found."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from gamut.engine import replay
from gamut.engine.deal_proof import DealProof, Renewal, check_proof, combine_parts, hash_server_part, new_server_part
from gamut.engine.errors import InvalidProof, InvalidReplay
from gamut.engine.table import Table
from tests.engine.test_replay import find
from tests.toys.bids import BIDS

SERVER, ONE, THREE = "ab" * 32, "01" * 16, "fe" * 16
# computed with printf and sha256sum
HASH = "7774e8df02d60dd5b8e0a642cf7aef8237ffff5354b8c932915de3f1c1d6c728"
KEY = "5dca655472da32b9831e0fc941b7b799"
PROOF = DealProof(table="k7r2mq", hash=HASH, server_part=SERVER, parts=[ONE, "", THREE])


def test_hash_and_key_are_those_of_sha256sum() -> None:
    assert hash_server_part(SERVER, "k7r2mq") == HASH
    assert combine_parts(SERVER, "k7r2mq", [ONE, "", THREE]).hex() == KEY
    check_proof(PROOF, KEY, 3)


def test_server_parts_are_random() -> None:
    parts = {new_server_part() for _ in range(50)}
    assert len(parts) == 50
    assert {len(part) for part in parts} == {64}


def test_every_part_and_its_seat_change_the_key() -> None:
    keys = {
        combine_parts(SERVER, "k7r2mq", parts) for parts in ([ONE, "", THREE], ["", ONE, THREE], [ONE, "", ONE], [ONE])
    }
    assert len(keys) == 4


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"server_part": "ac" * 32}, "the hash of the server part is .* was published before the deal"),
        ({"table": "other"}, "the hash of the server part is .*, but 7774e8df"),
        ({"hash": "0" * 64}, f"the hash of the server part is {HASH}, but 0000"),
        ({"hash": ""}, "the part, the table id or the hash was changed"),
        ({"parts": [THREE, "", ONE]}, f"the parts give the key [0-9a-f]*, not {KEY}"),
        ({"parts": [ONE, ONE, THREE]}, "a part or the key was changed"),
        ({"parts": [ONE, "", "xyz"]}, "part of seat 3 'xyz': it must be 32 hexadecimal digits, or empty"),
        ({"parts": [ONE, "\n" + THREE, ""]}, "part of seat 2"),
        ({"parts": [ONE, THREE]}, "2 parts for 3 seats"),
        ({"server_part": "1"}, "server part '1': it must be 64 hexadecimal digits"),
        ({"table": "a\nb"}, "it must be a table id"),
    ],
)
def test_a_forged_proof_raises(change: dict[str, Any], message: str) -> None:
    with pytest.raises(InvalidProof, match=message):
        check_proof(msgspec.structs.replace(PROOF, **change), KEY, 3)


def test_parts_of_players_who_joined_must_be_in_order() -> None:
    renewals = [Renewal(3, 2, ONE), Renewal(9, 1, THREE)]
    check_proof(msgspec.structs.replace(PROOF, renewals=renewals), KEY, 3)
    with pytest.raises(InvalidProof, match="order of their steps"):
        check_proof(msgspec.structs.replace(PROOF, renewals=renewals[::-1]), KEY, 3)


def test_a_forged_key_raises() -> None:
    with pytest.raises(InvalidProof, match=f"the parts give the key {KEY}, not 0000"):
        check_proof(PROOF, "0" * 32, 3)


# ---------------------------------------------------------------------- in a replay file


def make_replay_with_proof() -> replay.Replay:
    """Return the replay of a game whose key has parts of the server and of both seats."""
    proof = msgspec.structs.replace(PROOF, parts=[ONE, THREE])
    table = Table(BIDS.open(2, {"rounds": 1}), combine_parts(SERVER, proof.table, proof.parts), native=False)
    while not table.over:
        table.play(table.actors[0], table.legal(table.actors[0])[0])
    return replay.make_replay(table, proof)


def test_a_replay_contains_its_proof() -> None:
    read = replay.parse_replay(msgspec.json.encode(make_replay_with_proof()), "file")
    assert read == make_replay_with_proof()
    assert replay.verify_replay(read, find, native=False).over


@pytest.mark.parametrize("change", [{"server_part": "ac" * 32}, {"hash": "0" * 64}, {"parts": [ONE, ONE]}])
def test_a_replay_with_a_forged_proof_raises(change: dict[str, Any]) -> None:
    game = make_replay_with_proof()
    assert game.proof
    forged = msgspec.structs.replace(game, proof=msgspec.structs.replace(game.proof, **change))
    with pytest.raises(InvalidReplay, match="was changed"):
        replay.verify_replay(forged, find, native=False)


def test_a_replay_with_a_forged_key_raises() -> None:
    with pytest.raises(InvalidReplay, match="the parts give the key"):
        replay.verify_replay(msgspec.structs.replace(make_replay_with_proof(), key="0" * 32), find, native=False)
