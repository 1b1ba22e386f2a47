"""The terminal game, driven by what people type."""

from __future__ import annotations

import io
import json
import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import MethodType

import pytest
from rich.console import Console

from gamut import cli
from gamut.bots import Bot, Decision, make_bot
from gamut.cli import play, saved
from gamut.cli import screen as show
from gamut.cli.choices import after_touch, find_block, find_example, find_meant
from gamut.cli.terminal import Player, Terminal
from gamut.engine import replay
from gamut.engine.errors import BadOptions, BadReplay, BrokenBot
from gamut.engine.keys import game_key
from gamut.engine.table import Table
from gamut.games import find
from gamut.model import GAME as EASEL
from tests.cli import counting


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
    terminal = play.open_game("mixx", len(who), list(who), given, 5, screen.console, screen.read)
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
        ("dragon", "'dragon' is no move and no command"),
        ("", "Type a number from 1 to 8, some words of a move, or `help`"),
        ("lay", "'lay' can mean several moves"),
        ("save", "Say where: `save FILE`"),
        ("back", "You have not done anything yet"),
        ("moves dragon", "No move that you can make now has the words 'dragon'"),
        ("why", "Say which move"),
        ("why dragon", "No move of the game has the words 'dragon'"),
        ("why v tu level", "lay violet turtle level: you can do that, it is number"),
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
    assert not terminal.logs[0].entries
    assert terminal.taken_back == 2
    assert screen.text.count("Taken back.") == 2
    again, told = typed("1", "back", *["1"] * 60)
    assert again.table.over
    assert "Moves were taken back once." in told.text


def test_after_the_end_a_move_can_be_taken_back() -> None:
    terminal, screen = typed(*["1"] * 60)
    mine = sum(1 for seat, _ in terminal.table.history if seat == 0)
    again, told = typed(*["1"] * mine, "log", "nonsense", "save end.json", "back", "quit")
    assert not again.table.over
    assert again.taken_back == 1
    assert "The whole game" not in screen.text
    assert "Saved to end.json" in told.text
    assert "take back" in told.text  # nonsense is answered with the help


def test_among_people_what_was_turned_up_stays() -> None:
    terminal, screen = typed("1", "back", "quit", who=("Ann", "Ben"))
    assert len(terminal.table.history) == 1  # Ann has drawn a card
    assert "Something was turned up since: it stays." in screen.text


def test_among_people_a_move_that_turned_up_nothing_is_taken_back_by_whoever_sits_there() -> None:
    terminal, screen = counts("add 5", "add 7", "back", "quit", who=("Ann", "Ben"))
    assert [terminal.table.setup.texts[a] for _, a in terminal.table.history] == ["add 5"]
    assert screen.text.count("Ann added 5.") == 2  # told to Ann and to Ben, once each
    assert screen.text.count("Ben added 7.") == 1


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


def test_help_takes_its_example_from_the_game_that_is_played() -> None:
    terminal, screen = typed("help", "quit")
    example = find_example(terminal.table.legal_texts(0))
    assert example is not None
    assert f"`{example[0]}` for `{example[1]}`" in screen.text
    assert find_meant(example[0], terminal.table.legal_texts(0)) == [
        terminal.table.legal_texts(0).index(example[1])
    ]
    _, other = counts("help", "quit")
    assert "fish" not in other.text


def test_the_goal_is_told_at_the_start_and_when_asked() -> None:
    _, screen = typed("goal", "help", "quit")
    assert screen.text.count("whoever lays the last card that fits takes the whole cross") == 3


def test_the_rules_are_shown() -> None:
    _, screen = easel("", "rules", "quit")
    assert "There are 48 cards" in screen.text


def test_quit_saves_and_says_how_to_go_on() -> None:
    terminal, screen = typed("1", "1", "quit")
    assert terminal.path is not None
    assert f"gamut play --resume {terminal.path}" in screen.text
    back = play.resume_game(terminal.path, Screen().console, Screen().read)
    assert back.table.history == terminal.table.history
    assert back.table.record.tobytes() == terminal.table.record.tobytes()
    assert [p.spec for p in back.players] == ["me", "bot:random"]
    assert back.seed == terminal.seed
    assert [log.entries for log in back.logs.values()] == [log.entries for log in terminal.logs.values()]


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
    rest = play.resume_game(Path("half.json"), screen.console, screen.read)
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
            play.resume_game(Path("b.json"), Screen().console, Screen().read)
    with pytest.raises(BadReplay, match="No such file"):
        play.resume_game(Path("c.json"), Screen().console, Screen().read)


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


def at_table(table: Table, lines: tuple[str, ...], who: tuple[str, ...]) -> tuple[Terminal, Screen]:
    screen = Screen(*lines)
    bots = {"bot": make_bot("greedy", table.setup)}
    players = [Player(name, name, bots.get(name)) for name in who]
    terminal = Terminal(table, players, screen.console, screen.read, 1)
    terminal.run()
    return terminal, screen


def easel(*lines: str, who: tuple[str, ...] = ("Ann", "Ben"), rounds: int = 3) -> tuple[Terminal, Screen]:
    """The model game, which has hands and secret choices."""
    return at_table(Table(EASEL.open(len(who), {"rounds": rounds}), game_key(6, 1)), lines, who)


def counts(*lines: str, who: tuple[str, ...] = ("me",)) -> tuple[Terminal, Screen]:
    """A toy with many moves that can be lost, with reasons and warnings."""
    return at_table(Table(counting.GAME.open(len(who))), lines, who)


def test_people_with_secrets_pass_the_keyboard_and_see_only_their_own() -> None:
    terminal, screen = easel("", "1", "", "1", "quit")
    first, second = screen.file.getvalue().split("Pass the keyboard to Ben")
    dealt = Table(EASEL.open(2, {"rounds": 3}), game_key(6, 1))
    hands = [drawn_hand(dealt, seat) for seat in range(2)]
    assert hands[0] != hands[1]
    assert "Pass the keyboard to Ann" in first
    assert hands[0] in first
    assert hands[1] not in first
    assert hands[1] in second
    assert len(terminal.table.history) == 2


def drawn_hand(table: Table, seat: int) -> str:
    console = Console(file=io.StringIO(), width=80)
    console.print(table.knowledge(seat).draw(["Ann", "Ben"]))
    assert isinstance(console.file, io.StringIO)
    return console.file.getvalue().strip().rpartition("Your hand: ")[2].strip()


def test_a_secret_choice_is_changed_when_the_keyboard_is_passed() -> None:
    terminal, screen = easel("", "1", "back", "2", "", "1", "quit")
    assert "Ann may still change what was chosen: `back`." in screen.text
    assert "Taken back." in screen.text
    (ann, chosen), (ben, _) = terminal.table.history
    assert (ann, ben) == (0, 1)
    dealt = Table(EASEL.open(2, {"rounds": 3}), game_key(6, 1))
    assert chosen == dealt.legal(0)[1]
    assert terminal.taken_back == 1


def test_everybody_may_change_a_secret_choice_until_the_last_has_chosen() -> None:
    lines = ["", "1", "", "1", "back", "back Nobody", "back ann", "", "2", "", "1", "quit"]
    terminal, screen = easel(*lines, who=("Ann", "Ben", "Cleo"))
    assert "Ann and Ben may still change what was chosen: `back Ann`, `back Ben`." in screen.text
    assert screen.text.count("Pass the keyboard to Cleo.") == 4  # asked again for what says nothing
    assert terminal.taken_back == 1
    dealt = Table(EASEL.open(3, {"rounds": 3}), game_key(6, 1))
    assert [terminal.table.history[k][0] for k in range(3)] == [1, 0, 2]
    assert terminal.table.history[1][1] == dealt.legal(0)[1]


def test_at_the_end_people_read_what_all_could_see() -> None:
    _, screen = easel(*["", "1"] * 6, "log", "")
    assert "Nothing has happened yet." not in screen.text.split("The end")[1]


def test_what_was_turned_up_stays_among_people() -> None:
    terminal, screen = easel("", "1", "", "1", "", "back", "quit")
    assert len(terminal.table.history) == 2
    assert "Something was turned up since: it stays." in screen.text


def test_one_person_takes_back_a_round_that_was_turned_up() -> None:
    terminal, screen = easel("1", "back", "2", "quit", who=("me", "bot"))
    assert [seat for seat, _ in terminal.table.history] == [0, 1]
    assert terminal.taken_back == 1
    assert "Pass the keyboard" not in screen.text
    assert len(terminal.logs[0].entries) > len(terminal.logs[0].entries_since(1)) > 0


def test_all_moves_stand_with_all_their_words() -> None:
    _, screen = counts("quit")
    assert "1 add 1 " in screen.text
    assert "2 add 2 " in screen.text


def test_many_moves_are_cut_and_found_by_words() -> None:
    _, screen = counts("moves 18", "add 18", "quit")
    assert re.search(r"… and \d+ more: type some words", screen.text)
    assert "add 189" in screen.text
    assert "me added 18." in screen.text  # the whole word counts more than a beginning


LAYS = [f"lay {colour} {shape} {place}" for colour in ("red", "blue") for shape in "xy" for place in range(60)]


def listed(texts: list[str], taken: int, height: int = 24) -> list[str]:
    """The lines of a list of moves on a terminal of that height, below what takes some lines."""
    console = Console(file=io.StringIO(), width=80, height=height)
    show.Screen(console, []).list_moves(texts, range(len(texts)), taken)
    assert isinstance(console.file, io.StringIO)
    return [" ".join(line.split()) for line in console.file.getvalue().splitlines()]


@pytest.mark.parametrize(("taken", "height"), [(0, 24), (10, 24), (30, 40), (99, 24)])
def test_a_list_of_moves_leaves_the_table_on_the_screen(taken: int, height: int) -> None:
    for many in (1, 20, 100, len(LAYS)):
        room = max(show.FEWEST_LINES, height - taken - show.BELOW)
        assert len(listed(LAYS[:many], taken, height)) <= room + 1


def test_many_moves_stand_together_by_their_beginnings() -> None:
    lines = listed(["pass", *LAYS], 10)
    groups = ["1 pass", *(f"lay {begin} … (60)" for begin in ("red x", "red y", "blue x", "blue y"))]
    assert all(group in " ".join(lines[:-1]) for group in groups)
    assert lines[-1] == "241 moves: type a beginning to see them, or some words of a move."
    assert listed(["pass", "lay red"], 10) == ["1 pass 2 lay red"]
    assert listed(LAYS[:60], 99)[-1].startswith("… and ")  # one beginning for all tells nothing


def test_a_beginning_means_the_moves_that_begin_so() -> None:
    texts = ["lay red 1 a", "lay red 1 b", "lay red 12 a", "lay red 12 b"]
    assert find_meant("lay red 1", texts) == [0, 1]
    assert find_meant("lay red", texts) == [0, 1, 2, 3]
    assert find_meant("red 12", texts) == [2, 3]


def test_compiling_is_told_once_between_two_lines(monkeypatch: pytest.MonkeyPatch) -> None:
    screen = Screen()
    keyboard = play.Keyboard(screen.console)
    monkeypatch.setattr("builtins.input", lambda: "1")
    for many in (1, 2):
        for so_far in range(3):
            keyboard.tell_compiling("play", so_far)
        assert screen.text.count("Compiling for this machine") == many
        assert keyboard("> ") == "1"


def test_the_keyboard_hears_what_is_compiled(monkeypatch: pytest.MonkeyPatch) -> None:
    heard: list[object] = []

    @contextmanager
    def compiling(tell: object) -> Iterator[None]:
        heard.append(tell)
        yield

    monkeypatch.setattr("gamut.engine.bind.compiling", compiling)
    monkeypatch.setattr("builtins.input", lambda: "quit")
    play.play("mixx")
    (tell,) = heard
    assert isinstance(tell, MethodType)
    assert tell.__func__ is play.Keyboard.tell_compiling


def test_a_move_that_is_not_possible_is_told_why() -> None:
    terminal, screen = counts("add 250", "why add 299", "why add 2", "quit")
    assert "add 250 is not possible now: The first numbers are 200 at most." in screen.text
    assert "add 299 is not possible now: The first numbers are 200 at most." in screen.text
    assert "add 2: you can do that, it is number 2." in screen.text
    assert not terminal.table.history


def test_where_the_game_does_not_say_why_the_moves_are_listed() -> None:
    _, screen = counts("add 230", "quit")
    assert "add 230 is not possible now. You can: 1 add 1" in screen.text


HIGH = ("200", "300", "300")  # makes 800


@pytest.mark.parametrize(
    ("lines", "steps"),
    [
        (("250", "quit"), 3),  # warned, and nothing done
        (("250", ""), 4),  # Enter does it
        (("250", "add 250"), 4),  # the same again too
        (("250", "251", "quit"), 3),  # another one is warned of anew
        (("250", "table", "", "quit"), 3),  # Enter counts only at once
        (("250", "1", "quit"), 4),
    ],
)
def test_waste_is_warned_of_once(lines: tuple[str, ...], steps: int) -> None:
    terminal, screen = counts(*HIGH, *lines)
    assert "add 250: That makes 1050: too much." in screen.text
    assert len(terminal.table.history) == steps


def test_a_game_can_be_lost() -> None:
    _, screen = counts(*HIGH, "300", "")
    assert "The game is lost: it is too much." in screen.text
    assert "– me 1100" in screen.text
    _, won = counts(*HIGH, "200", who=("You",))
    assert "You win: it is a thousand." in won.text


def test_a_hint_in_a_game_without_levels() -> None:
    _, screen = counts("hint", "quit")
    assert "Hint: 200 add 200" in screen.text


def test_bots_alone_can_be_watched() -> None:
    terminal, screen = typed(who=("bot:random", "bot:greedy"))
    assert terminal.table.over
    assert "Random bot began with" in screen.text


def test_seats_are_filled_with_medium_bots_and_names_are_told_apart() -> None:
    setup = find("mixx").open(4)
    assert [p.name for p in play.seat_players(setup, [])] == ["You", "Medium bot", "Medium bot 2", "Medium bot 3"]
    assert [p.name for p in play.seat_players(setup, ["Ann", "Ann", "bot:search:5ms"])] == [
        "Ann", "Ann 2", "Search:5ms bot", "Medium bot",
    ]  # fmt: skip
    with pytest.raises(BadOptions, match="5 players for 4 seats"):
        play.seat_players(setup, ["me"] * 5)


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["play"], "say which game"),
        (["play", "chess"], "there is no game 'chess'"),
        (["play", "mixx", "--seats", "7"], "Mixx is for 2, 3, 4 players, not 7"),
        (["play", "mixx", "--seat", "bot:clever"], "'clever' is no bot; it may be random"),
        (["play", "mixx", "--seat", "easy"], "'easy' would be a person of that name; the bot is `bot:easy`"),
        (["play", "mixx", "--seat", "Greedy"], "'Greedy' would be a person of that name; the bot is `bot:greedy`"),
        (
            ["play", "mixx", "--seat", " "],
            "a seat needs a name: `me`, a person's, or a bot's, such as `bot:medium`",
        ),
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


@pytest.mark.parametrize("what", ["text", "replay", "folder"])
def test_only_a_saved_game_is_written_over(tmp_path: Path, what: str) -> None:
    file = tmp_path / "mine"
    if what == "text":
        file.write_text("my own words")
    elif what == "replay":
        replay.write(Table(find("mixx").open(2), game_key(1, 0)), file)
    else:
        file.mkdir()
    before = file.is_file() and file.read_bytes()
    _, screen = typed("1", "save mine", "save other", "1", "save other")
    assert "mine: there is something else already, which is no saved game" in screen.text
    assert (file.is_file() and file.read_bytes()) == before
    assert screen.text.count("Saved to other.") == 2


class FailingBot(Bot):
    """A bot of somebody else."""

    def decide(self, asked: Decision) -> int:
        """Fail."""
        raise RuntimeError("out of ideas")


def test_when_a_bot_fails_the_game_is_saved_and_the_bot_named(tmp_path: Path) -> None:
    terminal, screen = table_of("1")
    terminal.players[1].bot = FailingBot(terminal.table.setup)
    with pytest.raises(BrokenBot, match=r"^the bot .* in seat 2 failed with RuntimeError: out of ideas"):
        terminal.run()
    (file,) = tmp_path.iterdir()
    assert f"Saved. Go on with: gamut play --resume {file.name}" in screen.text
    assert len(saved.read(file).actions) == 1


def test_where_nothing_can_be_saved_it_is_said(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", "/proc/nope")
    monkeypatch.setattr("gamut.cli.terminal.time.strftime", lambda _: "no/such/folder")
    _, screen = typed("1", "quit")
    assert screen.text.count("Not saved to") == 2


def test_the_same_seed_gives_the_same_game() -> None:
    assert typed("1", "1", "quit")[0].table.history == typed("1", "1", "quit")[0].table.history


def test_words_of_moves() -> None:
    texts = ["lay red fish level", "lay red fish upright", "lay blue fish level"]
    assert find_meant("red up", texts) == [1]
    assert find_meant("fish", texts) == [0, 1, 2]
    assert find_meant("fish red", texts) == []
    assert find_meant("take", ["take", "take two"]) == [0]
    assert find_meant("red 1", ["lay red 1", "lay red 12"]) == [0]
    assert find_meant("", texts) == []
    assert find_example(texts) == ("r f l", "lay red fish level")
    assert find_example(["pass", "stop"]) == ("p", "pass")
    assert find_example(["1", "2"]) is None


def test_where_a_path_is_blocked() -> None:
    legal = [("hand:a", "pile:x"), ("hand:b", ("wheel:1", "wheel:2"), "done")]
    assert find_block(("hand:c", "pile:x"), legal) == ([], "hand:c")
    assert find_block(("hand:a", "pile:y"), legal) == (["hand:a"], "pile:y")
    assert find_block(("hand:b", ("wheel:2", "wheel:1"), "done"), legal) is None
    assert find_block(("hand:b", ("wheel:2", "wheel:3"), "done"), legal) == (["hand:b", "wheel:2"], "wheel:3")
    assert after_touch((), "hand:a") is None
