"""Hostile messages and requests: valid ones, mutated ones, and garbage."""

from __future__ import annotations

import json
import random
from typing import Any

ODD_VALUES: list[Any] = [
    0, -1, 1, 2**31, 2**63, 2**64, -(2**63), 1e308, -0.0, 0.5, True, None, "", "0", "x" * 300, [], {}, [[]],
    "\u0000", "\ud800", "é", "\u202e", {"a": {"b": []}}, "1e5", "__proto__", "'; DROP TABLE log; --",
]  # fmt: skip
INVALID_MESSAGES = [
    "", " ", "null", "[]", "{}", "{", '{"type"', '{"type": "play_action"}',
    '{"type": "play_action", "decision": 1e400, "action": 0}', "[" * 3000,
    '{"type":' * 400, "\x00", "NaN", '"' + "a" * 3000 + '"', '{"type": "view"}', '{"type": 5}',
    '{"type": "play_action", "type": "resign"}', "x" * 5000, "é" * 4000,
]  # fmt: skip

RESIGN_PROBABILITY = 0.004  # among `other` messages: most games continue


class Sender:
    """Makes the messages of one client from its view; it rarely resigns, and never hands over its seat."""

    def __init__(self, pick: random.Random, table: Any, touches: list[str], levels: list[str], actions: int) -> None:
        self.pick, self.table, self.touches, self.levels, self.actions = pick, table, touches, levels, actions
        self.view: dict[str, Any] = {"legal": [], "decision": 0}

    def act(self) -> dict[str, Any]:
        """Return a legal action, if there is one."""
        legal = self.view["legal"] or [self.pick.randrange(self.actions)]
        return {"type": "play_action", "decision": self.view["decision"], "action": self.pick.choice(legal)}

    def harmless(self) -> dict[str, Any]:
        """Return a message that does not change the game."""
        pick, decision = self.pick, self.view["decision"]
        touched = [pick.choice(self.touches) for _ in range(pick.randrange(3))]
        legal = self.view["legal"] or [pick.randrange(self.actions)]
        choices: list[dict[str, Any]] = [
            {"type": "describe_piece", "touches": touched, "piece": pick.choice(self.touches)},
            {"type": "preview", "decision": decision, "action": pick.choice(legal)},
            {"type": "play_action", "decision": decision, "action": pick.randrange(self.actions + 50)},
            {"type": "play_action", "decision": max(0, decision - 1), "action": pick.randrange(self.actions)},
            {"type": "play_action", "decision": decision + pick.choice([-1, 1, 5]), "action": pick.choice(legal)},
        ]
        return pick.choice(choices)

    def other(self) -> dict[str, Any]:
        pick, table = self.pick, self.table["table"]
        if pick.random() < RESIGN_PROBABILITY:
            return {"type": "resign"}
        choices: list[dict[str, Any]] = [
            {"type": "join", "table": table, "token": self.table["spectator_token"]},
            {"type": "undo"}, {"type": "answer_proposal", "yes": pick.random() < 0.5}, {"type": "rematch"},
            {"type": "add_part", "part": f"{pick.getrandbits(128):032x}"},
            {"type": "answer_proposal", "yes": True, "part": f"{pick.getrandbits(128):032x}"},
            {"type": "emote", "emote": "oops"}, {"type": "rename", "name": "N" * pick.randrange(30)},
            {"type": "set_stand_in", "seat": pick.randrange(5), "level": pick.choice([self.levels[0], None, "x"])},
            {"type": "set_pause", "ms": pick.choice([0, 1, -5, 10**9])},
            {"type": "skip_pauses"}, {"type": "hint"}, {"type": "invite", "seat": pick.randrange(5)},
            {"type": "claim_seat", "table": table, "token": self.table["spectator_token"], "secret": "s" * 40,
             "name": "Mira"},
        ]  # fmt: skip
        return pick.choice(choices)

    def message(self) -> str | bytes:
        """Return a message; about half are well-formed."""
        chance = self.pick.random()
        message = self.act() if chance < 0.2 else self.harmless() if chance < 0.8 else self.other()
        return json.dumps(message) if self.pick.random() < 0.65 else mutate(self.pick, message)


def mutate(pick: random.Random, message: dict[str, Any]) -> str | bytes:
    """Return the message with some fields or bytes changed."""
    how = pick.randrange(5)
    if how == 0:
        message[pick.choice([*message, "type", "extra"])] = pick.choice(ODD_VALUES)
        return json.dumps(message)
    if how == 1:
        message.pop(pick.choice(list(message)))
        return json.dumps(message)
    text = json.dumps(message)
    cut = pick.randrange(len(text))
    if how == 2:
        return text[:cut] + chr(pick.randrange(1, 0x3000)) + text[cut + pick.randrange(3) :]
    if how == 3:
        return text[:cut].encode() + pick.randbytes(pick.randrange(1, 20)) + text[cut:].encode()
    return pick.choice(INVALID_MESSAGES)


# ---------------------------------------------------------------------- requests

METHODS = ["GET", "POST", "HEAD", "PUT", "DELETE", "OPTIONS", "PATCH", "TRACE", "PROPFIND", "GARBAGE", ""]
PIECES = [
    "%00", "%ff", "..", "%2e%2e", "%2f", "\\", "'", "x" * 300, "é", "~", "%", "%zz", "//", ";", "?", "#", "*", " ",
]  # fmt: skip
HEADERS = [
    "Origin: http://[::1", "Origin: null", "Origin: https://evil.example", "Origin: \xff", "Host: [", "Host: a b",
    "Host: evil.example", "Host:", "X-Forwarded-For: 1.2.3.4", "X-Forwarded-For: \x00", "Content-Length: -1",
    "Content-Length: 99999999999999999999", "Content-Length: 5", "Transfer-Encoding: chunked",
    "Transfer-Encoding: chunked, identity", "Range: bytes=0-,0-,0-", "Range: bytes=9-1", "If-None-Match: \"",
    "If-Modified-Since: never", "Accept-Encoding: gzip;q=nan", "Expect: 100-continue", "Connection: upgrade",
    "Upgrade: websocket", "Upgrade: h2c", "Sec-WebSocket-Key: x", "Sec-WebSocket-Version: 99",
    "Cookie: " + "a=b;" * 500,
    "Content-Type: \x01", "X: " + "y" * 9000, "No colon", ": empty", " folded", "Content-Encoding: gzip",
]  # fmt: skip
BODIES = [b"", b"{}", b"[" * 9000, b'{"game": "\xff"}', b"\x00" * 100, b"x" * 20_000, b"5\r\nabc", b'{"a":' * 3000]


def make_request(pick: random.Random, paths: list[str], names: list[str]) -> bytes:
    """Return a complete request, hostile in some places."""
    path = pick.choice(paths)
    for _ in range(pick.randrange(3)):
        parts = path.split("/")
        parts[pick.randrange(len(parts))] = pick.choice(PIECES + names)
        path = "/".join(parts) if pick.random() < 0.9 else path + pick.choice(PIECES)
    method = pick.choice(METHODS) if pick.random() < 0.25 else pick.choice(["GET", "POST"])
    version = pick.choice(["HTTP/1.1"] * 30 + ["HTTP/1.0", "HTTP/2.0", "HTTP/9", ""])
    lines = [f"{method} {path} {version}", "Host: localhost", "Connection: close"]
    lines += [pick.choice(HEADERS) for _ in range(pick.choice([0, 1, 1, 2, 5]))]
    body = pick.choice(BODIES) if method == "POST" or pick.random() < 0.2 else b""
    if body and pick.random() < 0.9:
        lines.append(f"Content-Length: {len(body)}")
    return "\r\n".join([*lines, "", ""]).encode("latin-1", "replace") + body
