"""A key of several parts: anybody can check it with nothing but SHA-256, and nothing in it can be forged."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from gamut.engine import replay
from gamut.engine.errors import BadProof, BadReplay
from gamut.engine.proof import Proof, check_proof, hash_part, make_key, new_server_part
from gamut.engine.table import Table
from tests.engine.test_replay import find
from tests.toys.bids import BIDS

SERVER, ONE, THREE = "ab" * 32, "01" * 16, "fe" * 16
# made by printf and sha256sum
HASH = "7774e8df02d60dd5b8e0a642cf7aef8237ffff5354b8c932915de3f1c1d6c728"
KEY = "5dca655472da32b9831e0fc941b7b799"
PROOF = Proof(table="k7r2mq", hash=HASH, server_part=SERVER, parts=[ONE, "", THREE])


def test_hash_and_key_are_those_of_sha256sum() -> None:
    assert hash_part(SERVER, "k7r2mq") == HASH
    assert make_key(SERVER, "k7r2mq", [ONE, "", THREE]).hex() == KEY
    check_proof(PROOF, KEY, 3)


def test_parts_are_drawn_anew() -> None:
    drawn = {new_server_part() for _ in range(50)}
    assert len(drawn) == 50
    assert {len(part) for part in drawn} == {64}


def test_every_part_and_its_seat_change_the_key() -> None:
    keys = {
        make_key(SERVER, "k7r2mq", parts) for parts in ([ONE, "", THREE], ["", ONE, THREE], [ONE, "", ONE], [ONE])
    }
    assert len(keys) == 4


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"server_part": "ac" * 32}, "the hash of the server's part is .* was shown before the deal"),
        ({"table": "other"}, "the hash of the server's part is .*, but 7774e8df"),
        ({"hash": "0" * 64}, f"the hash of the server's part is {HASH}, but 0000"),
        ({"hash": ""}, "part, table or hash were changed"),
        ({"parts": [THREE, "", ONE]}, f"the parts make the key [0-9a-f]*, not {KEY}"),
        ({"parts": [ONE, ONE, THREE]}, "a part or the key was changed"),
        ({"parts": [ONE, "", "xyz"]}, "the part of seat 3, 'xyz': it must be 32 hexadecimal digits, or empty"),
        ({"parts": [ONE, "\n" + THREE, ""]}, "the part of seat 2"),
        ({"parts": [ONE, THREE]}, "there are 2 parts for 3 seats"),
        ({"server_part": "1"}, "the server's part '1': it must be 64 hexadecimal digits"),
        ({"table": "a\nb"}, "it must be the name of a table"),
    ],
)
def test_what_was_forged_is_refused_in_words(change: dict[str, Any], message: str) -> None:
    with pytest.raises(BadProof, match=message):
        check_proof(msgspec.structs.replace(PROOF, **change), KEY, 3)


def test_another_key_is_refused() -> None:
    with pytest.raises(BadProof, match=f"the parts make the key {KEY}, not 0000"):
        check_proof(PROOF, "0" * 32, 3)


# ---------------------------------------------------------------------- in a replay file


def recorded() -> replay.Replay:
    """A whole game whose key several have made."""
    proof = msgspec.structs.replace(PROOF, parts=[ONE, THREE])
    table = Table(BIDS.open(2, {"rounds": 1}), make_key(SERVER, proof.table, proof.parts), native=False)
    while not table.over:
        table.play(table.actors[0], table.legal(table.actors[0])[0])
    return replay.of(table, proof)


def test_a_replay_holds_its_proof() -> None:
    read = replay.parse(msgspec.json.encode(recorded()), "file")
    assert read == recorded()
    assert replay.verify(read, find, native=False).over


@pytest.mark.parametrize("change", [{"server_part": "ac" * 32}, {"hash": "0" * 64}, {"parts": [ONE, ONE]}])
def test_a_replay_with_a_forged_proof_is_refused(change: dict[str, Any]) -> None:
    game = recorded()
    assert game.proof
    forged = msgspec.structs.replace(game, proof=msgspec.structs.replace(game.proof, **change))
    with pytest.raises(BadReplay, match=r"was changed|were changed"):
        replay.verify(forged, find, native=False)


def test_a_replay_with_a_forged_key_is_refused() -> None:
    with pytest.raises(BadReplay, match="the parts make the key"):
        replay.verify(msgspec.structs.replace(recorded(), key="0" * 32), find, native=False)
