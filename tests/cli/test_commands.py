"""The command line as a person and a script use it."""

from __future__ import annotations

import json
import subprocess
import sys
from importlib.metadata import version
from pathlib import Path
from typing import Any

import pytest

from gamut import cli
from gamut.cli import doctor
from gamut.cli.serve import check_host_name, check_url
from gamut.cli.simulate import print_report
from gamut.engine import replay
from gamut.engine.keys import game_key
from gamut.engine.proof import Proof, hash_part, make_key, new_server_part
from gamut.engine.seeds import LARGEST_SEED
from gamut.engine.table import Table
from gamut.games import every, find
from gamut.lab import bench as lab_bench
from gamut.lab.simulate import simulate
from tests.cli import counting


class Run:
    """What a command printed and how it ended."""

    def __init__(self, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
        self.capsys, self.monkeypatch = capsys, monkeypatch

    def __call__(self, *words: str) -> tuple[int, str, str]:
        self.monkeypatch.setattr("sys.argv", ["gamut", *words])
        code = 0
        try:
            cli.main()
        except SystemExit as e:
            code = int(e.code or 0)
        said = self.capsys.readouterr()
        return code, said.out, said.err

    def json(self, *words: str) -> Any:
        code, out, _ = self(*words, "--json")
        assert code == 0
        return json.loads(out)


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Run:
    return Run(capsys, monkeypatch)


def test_games_lists_every_game_with_seats_options_and_what_was_reconstructed(run: Run) -> None:
    found = {g["id"]: g for g in run.json("games")["games"]}
    assert set(found) == {g.id for g in every()}
    assert found["mixx"]["seats"] == [2, 3, 4]
    stock = next(o for o in found["mixx"]["options"] if o["name"] == "stock")
    assert stock["allowed"] == "3 to 10"
    assert stock["default"] == {"2": 8, "3": 6, "4": 5}
    assert found["mixx"]["reconstructed"]
    code, out, _ = run("games")
    assert code == 0
    assert "Mixx" in out
    assert "Reconstructed" in out


def test_the_version(run: Run) -> None:
    assert run("--version") == (0, f"Gamut {version('gamut-games')}\n", "")


def test_start_py_explains_itself() -> None:
    start = Path(__file__).parents[2] / "start.py"
    for word in ("--help", "-h"):
        said = subprocess.run([sys.executable, start, word], capture_output=True, text=True, check=True).stdout
        assert "python3 start.py test" in said


KEYS = {
    "game", "seats", "bots", "games", "steps", "seconds", "steps_per_second",
    "games_per_second", "wins", "mean_scores", "mean_steps",
}  # fmt: skip


@pytest.mark.parametrize("bots", ["random", "greedy,random"])
def test_simulate_reports_what_it_promises(run: Run, bots: str) -> None:
    said = run.json("simulate", "mixx", "--games", "20", "--bots", bots, "--seed", "3")
    assert set(said) >= KEYS
    assert said["games"] == 20
    assert sum(w["wins"] for w in said["wins"]["seats"]) == pytest.approx(20, abs=0.01)
    assert sum(w["wins"] for w in said["wins"]["bots"].values()) == pytest.approx(20, abs=0.01)
    for wins in [*said["wins"]["seats"], *said["wins"]["bots"].values()]:
        low, high = wins["interval"]
        assert low <= wins["share"] <= high


def test_simulate_gives_the_same_games_for_the_same_seed_whatever_their_number(run: Run) -> None:
    def means(games: int, seed: int) -> Any:
        return run.json("simulate", "mixx", "--games", str(games), "--seats", "3", "--seed", str(seed))

    once, again, other = means(50, 1), means(50, 1), means(50, 2)
    assert once["mean_scores"] == again["mean_scores"]
    assert once["mean_scores"] != other["mean_scores"]
    one = means(1, 1)
    assert one["steps"] == lab_steps(1)[0]
    assert once["steps"] == sum(lab_steps(50))


def lab_steps(n: int) -> list[int]:
    from gamut.lab.bulk import play_random

    setup = find("mixx").open(3)
    return [int(play_random(setup, 1, k, 1).steps[0]) for k in range(n)]


def test_simulate_refuses_in_words(run: Run) -> None:
    for words, told in [
        (("simulate", "chess"), "there is no game 'chess'; there are"),
        (("simulate", "mixx", "--seats", "5"), "Mixx is for 2, 3, 4 players, not 5"),
        (("simulate", "mixx", "-o", "stock=99"), "stock = '99' is not possible; it may be 3 to 10"),
        (("simulate", "mixx", "-o", "stock"), "'stock' is not of the form name=value"),
        (("simulate", "mixx", "-o", "colour=red"), "there is no option 'colour'"),
        (("simulate", "mixx", "--bots", "greedy,random,random"), "3 bots for 2 seats"),
        (("simulate", "mixx", "--bots", "gredy"), "gredy"),
        (("simulate", "mixx", "--games", "0"), "games = 0 is not possible"),
        (("simulate", "mixx", "--games", "99999999999999"), "less than or equal to"),
        (("bench", "mixx", "kroma", "--seats", "4"), "Kroma is for 2, 3 players, not 4"),
        (("simulate", "mixx", "-o", "stock=5", "-o", "stock=6"), "the option 'stock' is given twice"),
        (("simulate", "mixx", "--seed", "18446744073709551616"), "Invalid value for '--seed'"),
        (("simulate", "mixx", "--seed", "-1"), "Invalid value for '--seed'"),
        (("play", "mixx", "--seed", "18446744073709551616"), "Invalid value for '--seed'"),
        (("perft", "mixx", "--seed", "18446744073709551616"), "Invalid value for '--seed'"),
        (("teach", "mixx"), "Mixx has no network that could be taught; there are colori, prismatic"),
    ]:
        code, out, err = run(*words)
        assert code == cli.WRONG_INPUT, words
        assert out == ""
        assert told in " ".join(err.split()), words


def test_the_largest_seed_works(run: Run) -> None:
    assert run.json("simulate", "mixx", "--games", "2", "--seed", str(LARGEST_SEED))["seed"] == LARGEST_SEED


def test_one_kind_of_bot_is_shown_by_seats_only(run: Run) -> None:
    code, out, _ = run("simulate", "mixx", "--games", "20")
    assert code == 0
    assert "100.0%" not in out
    assert "seat 2" in out
    _, both, _ = run("simulate", "mixx", "--games", "20", "--bots", "random,greedy")
    assert "greedy" in both
    assert "seat 2" in both


def test_lost_games_are_counted(run: Run) -> None:
    report = simulate(counting.GAME.open(2), "random", games=40)
    assert report.lost is not None
    assert report.lost.share == 1 - sum(w.share for w in report.wins.seats) > 0.5
    print_report(report)
    said = run.capsys.readouterr().out
    assert f"lost     {report.lost.share:.1%}" in said


def test_perft_counts_depth_by_depth(run: Run) -> None:
    depths = run.json("perft", "mixx", "--depth", "2", "--seed", "1")["depths"]
    assert [d["depth"] for d in depths] == [0, 1, 2]
    assert depths[0]["sequences"] == 1
    assert depths[1]["sequences"] == 8  # any card of the stock begins


def finished(key: bytes | None = None) -> Table:
    table = Table(find("mixx").open(2), key or game_key(1, 0))
    while not table.over:
        seat = table.actors[0]
        table.play(seat, table.legal(seat)[0])
    return table


def test_replay_verifies_and_steps_through(run: Run, tmp_path: Path) -> None:
    table, file = finished(), tmp_path / "game.json"
    replay.write(table, file)
    said = run.json("replay", str(file))
    assert said["verified"]
    assert said["digest"] == table.digest
    code, out, _ = run("replay", str(file), "--step", "--position")
    assert code == 0
    assert out.count(f"mixx@{table.game.version}") == len(table.history) + 1
    code, _, err = run("replay", str(file), "--at", "999")
    assert code == cli.WRONG_INPUT
    assert "--at 999 is not possible" in " ".join(err.split())


def test_a_damaged_replay_is_told_where_and_why(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    replay.write(finished(), file)
    good = json.loads(file.read_text())
    good["actions"][4] = good["actions"][3]
    file.write_text(json.dumps(good))
    code, _, err = run("replay", str(file))
    assert code == cli.WRONG_INPUT
    assert "action 5" in " ".join(err.split())


def test_replay_says_what_it_verified_of_the_deal(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    replay.write(finished(), file)
    _, out, _ = run("replay", str(file))
    assert "the key has no proof: whoever dealt chose it alone" in out
    assert run.json("replay", str(file))["proved"] is False
    server, parts = new_server_part(), ["0c" * 16, ""]
    proof = Proof(table="t", hash=hash_part(server, "t"), server_part=server, parts=parts)
    replay.write(finished(make_key(server, "t", parts)), file, proof)
    code, out, _ = run("replay", str(file))
    assert code == 0
    assert f"the server's part has this hash, which must be the one shown before the deal: {proof.hash}" in out
    assert "the key follows from it and from what seat 1 added" in " ".join(out.split())
    assert run.json("replay", str(file))["proved"] is True


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("0c" * 16, "0d" * 16, "a part or the key was changed"),
        ("ab" * 32, "ac" * 32, "part, table or hash were changed"),
        (hash_part("ab" * 32, "t"), "0" * 64, "part, table or hash were changed"),
    ],
    ids=["part", "server's part", "hash"],
)
def test_a_forged_deal_is_refused(run: Run, tmp_path: Path, old: str, new: str, message: str) -> None:
    file, server, parts = tmp_path / "game.json", "ab" * 32, ["0c" * 16, ""]
    proof = Proof(table="t", hash=hash_part(server, "t"), server_part=server, parts=parts)
    replay.write(finished(make_key(server, "t", parts)), file, proof)
    file.write_text(file.read_text().replace(old, new))
    code, _, err = run("replay", str(file))
    assert code == cli.WRONG_INPUT
    assert message in " ".join(err.split())


@pytest.mark.parametrize("data", [b'{"gamut": 1, "game": "\xff"}', b"\xff\xfe", b'{"a": ' * 5000, b"[" * 100_000])
def test_what_is_no_text_is_no_replay(run: Run, tmp_path: Path, data: bytes) -> None:
    file = tmp_path / "game.json"
    file.write_bytes(data)
    code, _, err = run("replay", str(file))
    assert code == cli.WRONG_INPUT
    assert "not readable as JSON" in " ".join(err.split())


@pytest.mark.slow
def test_bench_measures_every_figure(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lab_bench, "SECONDS", 0.01)
    monkeypatch.setattr(lab_bench, "ROUNDS", 1)
    said = run.json("bench", "mixx", "--seats", "2")
    assert said["calibration"] > 0
    (speed,) = said["games"]
    assert speed["game"] == "mixx"
    assert speed["seats"] == 2
    assert all(value > 0 for name, value in speed.items() if name != "game")


def test_doctor_tells_versions_and_cache(run: Run) -> None:
    said = run.json("doctor")
    assert said["packages"]["numba"] != "not installed"
    assert said["games"]
    assert said["problems"] == []
    code, out, _ = run("doctor")
    assert code == 0
    assert "cache folder" in out


def test_doctor_notices_a_package_that_takes_the_name(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    about = tmp_path / "gamut-2.0.dist-info"
    about.mkdir()
    (about / "METADATA").write_text("Metadata-Version: 2.1\nName: gamut\nVersion: 2.0\n")
    monkeypatch.syspath_prepend(str(tmp_path))
    code, _, err = run("doctor")
    assert code == doctor.PROBLEMS
    assert "the package `gamut` 2.0 is somebody else's" in err
    monkeypatch.setattr("gamut.DISTRIBUTION", "gamut")
    _, _, err = run("doctor")
    assert "another package has overwritten it" in err


@pytest.mark.parametrize("words", [["--no-browser"], ["serve", "--port", "0"], ["tables", "list"]], ids=" ".join)
def test_a_data_folder_that_cannot_be_made_is_named(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, words: list[str]
) -> None:
    (tmp_path / "file").touch()
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "file"))
    code, _, err = run(*words)
    assert code == cli.WRONG_INPUT
    assert f"gamut: the data folder {tmp_path / 'file' / 'gamut'} cannot be made: Not a directory" in err


def test_a_cache_folder_that_cannot_be_made_is_named(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").touch()
    monkeypatch.setenv("GAMUT_CACHE", str(tmp_path / "file"))
    for words in (["--no-browser"], ["simulate", "mixx", "--games", "2"], ["perft", "mixx"]):
        code, _, err = run(*words)
        assert code == cli.WRONG_INPUT
        assert f"gamut: compiled code cannot be kept in {tmp_path / 'file'}: " in err
    assert run("games")[0] == 0
    code, _, err = run("doctor")
    assert code == doctor.PROBLEMS
    assert f"compiled code cannot be kept in {tmp_path / 'file'}: " in err


@pytest.mark.parametrize(
    ("need", "package"),
    [("gamut", "gamut"), ("Gamut >=1; python_version > '3'", "gamut"), ("gamut-games[teach]", "gamut-games")],
)
def test_what_a_requirement_is_about(need: str, package: str) -> None:
    assert doctor.named(need) == package


def test_serve_refuses_a_folder_without_built_pages(run: Run, tmp_path: Path) -> None:
    (tmp_path / "index.html").write_text("<!doctype html>")
    code, _, err = run("serve", "--port", "0", "--pages", str(tmp_path))
    assert code == 2
    assert "holds no built pages: there is no build.json" in " ".join(err.split())
    assert "vite build --outDir" in " ".join(err.split())


@pytest.mark.parametrize(
    "words",
    [
        *(["--public-url", url] for url in (
            "foo", "ftp://x", "https://", "https://:80", "http://[x", "http://x:port", "https://a b", "https://a/b/c",
        )),
        *(["--name", name] for name in ("", "a b/c", "http://x", "x:80", "-x", "a..b")),
    ],
    ids=" ".join,
)  # fmt: skip
def test_serve_refuses_names_that_no_browser_can_ask_for(run: Run, words: list[str]) -> None:
    code, _, err = run("serve", "--port", "0", *words)
    assert code == cli.WRONG_INPUT
    assert f"{words[0]} {words[1]!r} is not possible; it may be" in " ".join(err.split())


@pytest.mark.parametrize("url", ["https://games.example.org", "http://192.168.1.5:8000/", "http://[::1]:80"])
def test_where_browsers_can_find_a_server(url: str) -> None:
    check_url(url)
    for name in ("games.example.org", "my-box", "box.", "10.0.0.1", "::1", "xn--bcher-kva.example"):
        check_host_name(name)
