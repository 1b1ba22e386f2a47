"""The terminal game, driven by what people type."""

from __future__ import annotations

import io
import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from rich.console import Console

from gamut import cli
from gamut.cli import play, saved
from gamut.cli.choices import matches, shortened
from gamut.cli.terminal import Player, Terminal
from gamut.engine import replay
from gamut.engine.errors import BadOptions, BadReplay
from gamut.engine.keys import game_key
from gamut.engine.table import Table
from gamut.games import find
from tests.bots import toy


@pytest.fixture(autouse=True)
def somewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Games are saved into the working folder."""
    monkeypatch.chdir(tmp_path)
    return tmp_path


class Screen:
    """A console that keeps what is printed, and a keyboard that types some lines, then ends."""

    def __init__(self, *lines: str) -> None:
        self.file = io.StringIO()
        self.console = Console(file=self.file, width=80, force_terminal=False)
        self.typed: Iterator[str] = iter(lines)

    def read(self, prompt: str) -> str:
        self.file.write(prompt)
        try:
            return next(self.typed)
        except StopIteration:
            raise EOFError from None

    @property
    def text(self) -> str:
        return " ".join(self.file.getvalue().split())


def table_of(*lines: str, who: tuple[str, ...] = ("me", "bot:random"), **options: str) -> tuple[Terminal, Screen]:
    screen = Screen(*lines)
    given = [f"{name}={value}" for name, value in {"first": "1", **options}.items()]
    terminal = play.opened("mixx", len(who), list(who), given, 5, screen.console)
    terminal.read = screen.read
    return terminal, screen


def typed(*lines: str, who: tuple[str, ...] = ("me", "bot:random"), **options: str) -> tuple[Terminal, Screen]:
    terminal, screen = table_of(*lines, who=who, **options)
    terminal.run()
    return terminal, screen


def test_a_whole_game_by_numbers_ends_with_a_result() -> None:
    terminal, screen = typed(*["1"] * 60)
    assert terminal.table.over
    assert "The end" in screen.text
    assert "most cards won" in screen.text
    assert "Random bot" in screen.text
    assert not list(Path().iterdir())  # a finished game is saved only when asked


@pytest.mark.parametrize("words", ["lay violet turtle level", "VIOLET  turtle", "v tu", "violet turtle level"])
def test_a_move_by_its_text_or_the_beginnings_of_its_words(words: str) -> None:
    terminal, _ = typed(words, "quit")
    setup = terminal.table.setup
    assert setup.texts[terminal.table.history[0][1]] == "lay violet turtle level"


@pytest.mark.parametrize(
    ("wrong", "answer"),
    [
        ("0", "There is no move 0: type 1 to 8"),
        ("99", "There is no move 99: type 1 to 8"),
        ("dragon", "'dragon' is no move you can make now and no command"),
        ("", "Type a number from 1 to 8, some words of a move, or `help`"),
        ("lay", "'lay' can mean several moves"),
        ("save", "Say where: `save FILE`"),
        ("back", "Nothing has been played yet"),
        ("moves dragon", "No move has the words 'dragon'"),
        ("save /no/such/folder/x.json", "No such file or directory"),
        ("[red]1[/red]", "'[red]1[/red]' is no move"),
        ("²", "'²' is no move"),
    ],
)
def test_wrong_input_says_what_is_allowed_and_changes_nothing(wrong: str, answer: str) -> None:
    terminal, screen = typed(wrong, "quit")
    assert answer in screen.text
    assert not terminal.table.history


def test_what_the_others_did_is_told_at_my_next_turn() -> None:
    terminal, screen = typed("v tu", "quit")
    assert "You began with violet turtle, drew" in screen.text
    mover, action = terminal.table.history[1]
    assert mover == 1
    card = " ".join(terminal.table.setup.texts[action].split()[1:3])
    assert f"Random bot laid {card}" in screen.text


def test_one_person_takes_back_freely_and_the_result_says_so() -> None:
    terminal, screen = typed("1", "1", "back", "back", "quit")
    assert not terminal.table.history
    assert not terminal.log
    assert terminal.taken_back == 2
    assert screen.text.count("Taken back.") == 2
    again, told = typed("1", "back", *["1"] * 60)
    assert again.table.over
    assert "Moves were taken back 1 time." in told.text


def test_after_the_end_a_move_can_be_taken_back() -> None:
    terminal, screen = typed(*["1"] * 60)
    mine = sum(1 for seat, _ in terminal.table.history if seat == 0)
    again, told = typed(*["1"] * mine, "log", "nonsense", "save end.json", "back", "quit")
    assert not again.table.over
    assert again.taken_back == 1
    assert "The whole game" not in screen.text
    assert "Saved to end.json" in told.text
    assert "take back" in told.text  # nonsense is answered with the help


def test_among_people_only_what_revealed_nothing_is_taken_back() -> None:
    terminal, screen = typed("1", "back", "quit", who=("Ann", "Ben"))
    assert len(terminal.table.history) == 1
    assert "the last action revealed something: it stays" in screen.text


def test_a_hint_names_a_move_with_its_figures() -> None:
    terminal, screen = typed("hint", "quit")
    assert "Hint: " in screen.text
    assert "%" in screen.text
    assert "times" in screen.text
    assert not terminal.table.history


def test_help_log_rules_table_and_moves() -> None:
    _, screen = typed("help", "log", "1", "log", "log all", "table", "moves pink", "quit")
    assert "what a strong bot would do" in screen.text
    assert "R| red" in screen.text
    assert "Nothing has happened yet" in screen.text
    assert screen.text.count("You began with") == 3  # the turn's news, and two logs


def test_the_rules_are_shown() -> None:
    _, screen = toys("", "rules", "quit")
    assert "Name a number, like the other." in screen.text


def test_quit_saves_and_says_how_to_go_on() -> None:
    terminal, screen = typed("1", "1", "quit")
    assert terminal.path is not None
    assert f"gamut play --resume {terminal.path}" in screen.text
    back = play.resumed(terminal.path, Screen().console)
    assert back.table.history == terminal.table.history
    assert back.table.record.tobytes() == terminal.table.record.tobytes()
    assert [p.spec for p in back.players] == ["me", "bot:random"]
    assert back.seed == terminal.seed
    assert back.log == terminal.log


@pytest.mark.parametrize("leave", [EOFError, KeyboardInterrupt])
def test_the_end_of_input_and_ctrl_c_save(leave: type[BaseException]) -> None:
    terminal, screen = table_of()
    lines = iter(["1"])

    def read(prompt: str) -> str:
        for line in lines:
            return line
        raise leave

    terminal.read = read
    terminal.run()
    assert terminal.path is not None
    assert len(saved.read(terminal.path).actions) == len(terminal.table.history) >= 2
    assert "Saved. Go on with" in screen.text


def test_a_resumed_game_goes_on_as_if_nothing_had_happened() -> None:
    whole, _ = typed(*["1"] * 60)
    half, _ = typed("1", "1", "1", "save half.json", "quit")
    assert half.path == Path("half.json")
    screen = Screen(*["1"] * 60)
    rest = play.resumed(Path("half.json"), screen.console)
    rest.read = screen.read
    rest.run()
    assert rest.table.history == whole.table.history
    assert "The whole game is in half.json" in screen.text
    assert saved.read(Path("half.json")).result is not None
    assert replay.verify(replay.read(Path("half.json")), find).over  # any reader of replays reads it


def test_a_damaged_save_is_refused_in_words() -> None:
    typed("1", "save a.json", "quit")
    good = json.loads(Path("a.json").read_text())
    changes: list[tuple[dict[str, object], str]] = [
        ({"players": ["me"]}, "1 players for 2 seats"),
        ({"players": None}, "no saved game of the terminal"),
        ({"digest": "0" * 16}, "the file says"),
        ({"rules": 99}, "rules version 99"),
    ]
    for change, message in changes:
        Path("b.json").write_text(json.dumps({**good, **change}))
        with pytest.raises(BadReplay, match=message):
            play.resumed(Path("b.json"), Screen().console)
    with pytest.raises(BadReplay, match="No such file"):
        play.resumed(Path("c.json"), Screen().console)


def test_where_the_folder_cannot_be_written_the_game_is_saved_at_home(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr("platformdirs.user_data_path", lambda *a, **k: tmp_path / "data")
    terminal, screen = table_of("1", "quit")
    real = saved.write

    def refuse(table: Table, players: list[str], seed: int, taken_back: int, path: Path) -> None:
        if path.parent == Path():
            raise saved.CannotSave(f"{path}: read-only")
        real(table, players, seed, taken_back, path)

    monkeypatch.setattr(saved, "write", refuse)
    terminal.run()
    assert "read-only" in screen.text
    assert terminal.path is not None
    assert terminal.path.parent == tmp_path / "data"
    assert terminal.path.exists()


def test_two_people_without_secrets_just_take_turns() -> None:
    terminal, screen = typed("1", "1", "1", "quit", who=("Ann", "Ben"))
    assert "Pass the keyboard" not in screen.text
    assert "Ann began with" in screen.text
    assert len(terminal.table.history) == 3


def toys(*lines: str, who: tuple[str, ...] = ("Ann", "Ben")) -> tuple[Terminal, Screen]:
    screen = Screen(*lines)
    table = Table(toy.GAME.open(2), game_key(6, 1))
    players = [Player(name, name) for name in who]
    terminal = Terminal(table, players, screen.console, screen.read, 1)
    terminal.run()
    return terminal, screen


def test_people_with_secrets_pass_the_keyboard_and_see_only_their_own() -> None:
    terminal, screen = toys("", "name 7", "", "name 900", "")
    first, second = screen.file.getvalue().split("Pass the keyboard to Ben")
    cards = terminal.table.record["card"][0]
    assert "Pass the keyboard to Ann" in first
    assert f"my card {cards[0]}" in first
    assert f"my card {cards[1]}" in second
    assert f"my card {cards[0]}" not in second.split("The end")[0] or cards[0] == cards[1]
    assert "my card ?" in second  # at the end: what a spectator sees
    assert terminal.table.over


def test_many_moves_are_cut_and_found_by_words() -> None:
    _, screen = toys("", "moves 139", "139", "quit")
    assert "… and 1340 more" in screen.text
    assert "1399" in screen.text


def test_bots_alone_can_be_watched() -> None:
    terminal, screen = typed(who=("bot:random", "bot:greedy"))
    assert terminal.table.over
    assert "Random bot began with" in screen.text


def test_seats_are_filled_with_medium_bots_and_names_are_told_apart() -> None:
    setup = find("mixx").open(4)
    assert [p.name for p in play.seated(setup, [])] == ["You", "Medium bot", "Medium bot 2", "Medium bot 3"]
    assert [p.name for p in play.seated(setup, ["Ann", "Ann", "bot:search:5ms"])] == [
        "Ann", "Ann 2", "Search:5ms bot", "Medium bot",
    ]  # fmt: skip
    with pytest.raises(BadOptions, match="5 players for 4 seats"):
        play.seated(setup, ["me"] * 5)


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["play"], "say which game"),
        (["play", "chess"], "there is no game 'chess'"),
        (["play", "mixx", "--seats", "7"], "Mixx is for 2, 3, 4 players, not 7"),
        (["play", "mixx", "--seat", "bot:clever"], "'clever' is no bot; it may be random"),
        (["play", "mixx", "-o", "stock"], "not of the form name=value"),
        (["play", "mixx", "--resume", "x.json"], "--resume FILE goes alone"),
        (["play", "--resume", "x.json"], "x.json: No such file"),
    ],
)
def test_the_command_refuses_in_one_line(
    words: list[str], message: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.argv", ["gamut", *words])
    with pytest.raises(SystemExit) as ended:
        cli.main()
    assert ended.value.code == 2
    assert message in capsys.readouterr().err


def test_the_same_seed_gives_the_same_game() -> None:
    assert typed("1", "1", "quit")[0].table.history == typed("1", "1", "quit")[0].table.history


def test_words_of_moves() -> None:
    texts = ["lay red fish level", "lay red fish upright", "lay blue fish level"]
    assert shortened(texts) == ["red fish level", "red fish upright", "blue fish level"]
    assert shortened(["pass"]) == ["pass"]
    assert shortened(["take", "take two"]) == ["take", "take two"]
    assert matches("red up", texts) == [1]
    assert matches("fish", texts) == [0, 1, 2]
    assert matches("fish red", texts) == []
    assert matches("take", ["take", "take two"]) == [0]
    assert matches("", texts) == []
