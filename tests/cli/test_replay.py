"""`gamut replay`."""

from __future__ import annotations

import json
from pathlib import Path

import msgspec
import pytest

from gamut.engine import replay
from gamut.engine.chance import game_key
from gamut.engine.deal_proof import DealProof, Renewal, combine_parts, hash_server_part, new_server_part, renew
from gamut.engine.options import file_value
from gamut.engine.table import Table
from gamut.games import find_game
from tests.cli.gamut_command import GamutCommand


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "game.json"
    replay.write_replay(finished_table(), path)
    return path


def finished_table(key: bytes | None = None) -> Table:
    table = Table(find_game("mixx").open(2), key or game_key(1, 0))
    while not table.over:
        seat = table.actors[0]
        table.play(seat, table.legal(seat)[0])
    return table


def write_with_proof(server_part: str, path: Path) -> DealProof:
    """Write a replay to whose deal the first player added a part."""
    parts = ["0c" * 16, ""]
    proof = DealProof(table="t", hash=hash_server_part(server_part, "t"), server_part=server_part, parts=parts)
    replay.write_replay(finished_table(combine_parts(server_part, "t", parts)), path, proof)
    return proof


def test_a_replay_is_verified(gamut: GamutCommand, file: Path) -> None:
    report = gamut.json("replay", str(file))
    assert report["verified"]
    assert report["digest"] == finished_table().digest


def test_every_position_is_shown(gamut: GamutCommand, file: Path) -> None:
    table = finished_table()
    outcome = gamut("replay", str(file), "--step", "--position")
    assert outcome.code == 0
    assert outcome.out.count(f"mixx@{table.game.version}") == len(table.history) + 1


@pytest.mark.parametrize("at", [-1, 999])
def test_an_action_that_does_not_exist(gamut: GamutCommand, file: Path, at: int) -> None:
    n_actions = len(finished_table().history)
    assert f"--at {at}: it must be an integer from 0 to {n_actions}" in gamut.expect_error(
        "replay", str(file), "--at", str(at)
    )


def test_the_message_about_an_illegal_action_says_which(gamut: GamutCommand, file: Path) -> None:
    content = json.loads(file.read_text())
    content["actions"][4] = content["actions"][3]
    file.write_text(json.dumps(content))
    assert "action 5" in gamut.expect_error("replay", str(file))


def test_a_replay_without_proof(gamut: GamutCommand, file: Path) -> None:
    assert "no proof of the deal: the chance key was chosen without the players" in gamut("replay", str(file)).out
    assert gamut.json("replay", str(file))["proved"] is False


def test_a_replay_with_proof(gamut: GamutCommand, tmp_path: Path) -> None:
    proof = write_with_proof(new_server_part(), tmp_path / "game.json")
    outcome = gamut("replay", str(tmp_path / "game.json"))
    assert outcome.code == 0
    lines = " ".join(outcome.out.split())
    assert f"hash of the server's part, which must be the one shown before the deal: {proof.hash}" in lines
    assert "the chance key of the deal follows from the parts of the server and of seat 1" in lines
    assert gamut.json("replay", str(tmp_path / "game.json"))["proved"] is True


SERVER_PART = "ab" * 32


def test_a_replay_says_which_part_of_the_game_each_part_covers(gamut: GamutCommand, tmp_path: Path) -> None:
    renewal, parts = Renewal(step=5, seat=2, part="77" * 16), ["0c" * 16, ""]
    key = combine_parts(SERVER_PART, "t", parts)
    table = Table(find_game("mixx").open(2), key)
    while not table.over:
        if len(table.history) == renewal.step:
            table.renew_key(renew(SERVER_PART, "t", key, renewal))
        table.play(table.actors[0], table.legal(table.actors[0])[0])
    proof = DealProof(
        table="t", hash=hash_server_part(SERVER_PART, "t"), server_part=SERVER_PART, parts=parts, renewals=[renewal]
    )
    replay.write_replay(table, tmp_path / "game.json", proof)
    lines = " ".join(gamut("replay", str(tmp_path / "game.json")).out.split())
    assert "the chance key of the deal follows from the parts of the server and of seat 1" in lines
    assert (
        "what was drawn after 5 actions also depends on the part of the player who joined in seat 2 then; "
        "what was dealt or drawn before does not"
    ) in lines
    moved = msgspec.structs.replace(proof, renewals=[msgspec.structs.replace(renewal, step=4)])
    replay.write_replay(table, tmp_path / "game.json", moved)
    gamut.expect_error("replay", str(tmp_path / "game.json"))


@pytest.mark.parametrize(
    ("old", "new"),
    [("0c" * 16, "0d" * 16), (SERVER_PART, "ac" * 32), (hash_server_part(SERVER_PART, "t"), "0" * 64)],
    ids=["player's part", "server's part", "hash"],
)
def test_a_forged_deal_is_an_error(gamut: GamutCommand, tmp_path: Path, old: str, new: str) -> None:
    file = tmp_path / "game.json"
    write_with_proof(SERVER_PART, file)
    file.write_text(file.read_text().replace(old, new))
    assert "changed" in gamut.expect_error("replay", str(file))


@pytest.mark.parametrize("data", [b'{"gamut": 1, "game": "\xff"}', b"\xff\xfe", b'{"a": ' * 5000, b"[" * 100_000])
def test_a_file_that_is_not_json_is_an_error(gamut: GamutCommand, tmp_path: Path, data: bytes) -> None:
    (tmp_path / "game.json").write_bytes(data)
    assert "not valid JSON" in gamut.expect_error("replay", str(tmp_path / "game.json"))


OLD_FILE = Path(__file__).parents[1] / "data" / "saved_by_0_2" / "chroma_mix-0.json"  # of the first edition


def test_a_replay_of_other_rules_shows_what_it_says(gamut: GamutCommand) -> None:
    text = " ".join(gamut("replay", str(OLD_FILE)).out.split())
    assert "recorded with rules version 1 of chroma_mix; the current version is 2, so it cannot be checked" in text
    recorded = replay.read_replay(OLD_FILE)
    assert all(action.text in text for action in recorded.actions)
    assert "Billy reached 17 points. (scores [0], ranks [2])" in text
    assert "take Prism" not in gamut("replay", str(OLD_FILE), "--at", "2").out
    report = gamut.json("replay", str(OLD_FILE))
    assert (report["verified"], len(report["replay"]["actions"])) == (False, len(recorded.actions))
    assert "rules version 1" in report["why"]


def test_a_game_of_other_rules_is_not_resumed(gamut: GamutCommand) -> None:
    error = gamut.expect_error("play", "--resume", str(OLD_FILE.with_name("chroma_mix-in-progress.json")))
    assert "rules version 1" in error


@pytest.mark.parametrize(
    ("field", "value"),
    [("game", "\x1b[31mmixx"), ("game", "x" * 10_000_000), ("actions", [[1, 0, "\x1b[2J" * 10_000]])],
    ids=["control characters", "a long name", "an action"],
)
def test_a_message_quotes_no_control_characters_and_is_short(
    gamut: GamutCommand, file: Path, field: str, value: object
) -> None:
    file.write_text(json.dumps(json.loads(file.read_text()) | {field: value}))
    outcome = gamut("replay", str(file))
    assert outcome.code == 2
    assert "\x1b" not in outcome.err
    assert len(outcome.err) < 3000


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("actions", [[1, 0, "\x1b]0;title\x07" * 1_000_000]]),
        ("result", {"scores": [1, 0], "ranks": [1, 2], "reason": "\x1b[2J" * 1000 + "."}),
        ("result", {"scores": [1, 0], "ranks": [1, 2], "reason": "\x9b31m for {winner}."}),
    ],
    ids=["an action", "a long reason", "a reason"],
)
def test_an_unchecked_file_cannot_control_the_terminal(
    gamut: GamutCommand, file: Path, field: str, value: object
) -> None:
    content = json.loads(file.read_text())
    file.write_text(json.dumps(content | {"rules": 1, "actions": content["actions"][:1]} | {field: value}))
    outcome = gamut("replay", str(file))
    assert outcome.code == 0
    assert not {"\x1b", "\x9b", "\x07"} & set(outcome.out)
    assert len(outcome.out) < 10_000


@pytest.mark.parametrize(
    "content", ["stars = " + "9" * 10_000, ".".join(["a"] * 50_000) + " = 1", "a = " + "[" * 50_000], ids=str.__len__
)
def test_a_broken_card_file_is_an_error(gamut: GamutCommand, tmp_path: Path, content: str) -> None:
    table = Table(find_game("prismatic").open(2), game_key(1, 0))
    recorded = replay.make_replay(table)
    options = recorded.options | {"cards": file_value("standard", content)}
    broken = msgspec.structs.replace(recorded, options=options, files={"cards": content})
    (tmp_path / "game.json").write_bytes(replay.encode_replay(broken))
    assert "the card file" in gamut.expect_error("replay", str(tmp_path / "game.json"))
