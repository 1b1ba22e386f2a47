"""Games in the terminal, driven by what the players type."""

from __future__ import annotations

import io
import re
from pathlib import Path
from typing import Any

import pytest
from rich.console import Console

from gamut.bots import Bot, Decision
from gamut.cli import saved_games
from gamut.cli.match_input import find_abbreviation, match_texts
from gamut.cli.terminal import Terminal
from gamut.engine.errors import BotFailed
from gamut.engine.table import Table
from tests.cli.scripted import deal_easel, open_mixx, play_counting, play_easel, play_mixx

REVEALED = "You can't undo this: new information was revealed."

pytestmark = pytest.mark.usefixtures("in_tmp_path")


def played_texts(terminal: Terminal) -> list[str]:
    return [terminal.table.setup.action_texts[a] for _, a in terminal.table.history]


# ---------------------------------------------------------------------- moves


def test_a_whole_game_by_numbers_ends_with_a_result() -> None:
    terminal, screen = play_mixx(*["1"] * 60)
    assert terminal.table.over
    assert "Game over" in screen.text
    assert "won the most cards." in screen.text
    assert "{winner}" not in screen.text
    assert "Random bot" in screen.text
    assert not list(Path().iterdir())  # a finished game is saved only on request


def test_a_move_by_its_words() -> None:
    texts = open_mixx()[0].table.legal_texts(0)
    abbreviation = find_abbreviation(texts)
    assert abbreviation is not None
    for typed, text in [(texts[0], texts[0]), (texts[1].upper().replace(" ", "  "), texts[1]), abbreviation]:
        terminal, _ = play_mixx(typed, "quit")
        assert played_texts(terminal)[0] == text


@pytest.mark.parametrize(
    ("typed", "answer"),
    [
        ("0", "There is no move 0; type a number from 1 to 8, or some words of a move."),
        ("99", "There is no move 99; type a number from 1 to 8, or some words of a move."),
        ("dragon", "'dragon' is neither a move nor a command. Type a number from 1 to 8, some words of a move, or"),
        ("", "Type a number from 1 to 8, some words of a move, or `help`."),
        ("save", "Type `save FILE`"),
        ("undo", "You haven't made a move yet."),
        ("back", "You haven't made a move yet."),
        ("moves dragon", "No possible move matches 'dragon'."),
        ("why", "Type `why` and some words of a move."),
        ("?", "Type `what` and some words of a piece"),
        ("? dragon", "Nothing on this table matches 'dragon'. Type `legend` to see what there is."),
        ("what gre", "'gre' matches several pieces; type more words: "),
        ("why dragon", "No move in this game matches 'dragon'."),
        ("save /no/such/folder/x.json", "No such file or directory"),
        ("[red]1[/red]", "'[red]1[/red]' is neither a move nor a command"),
        ("²", "'²' is neither a move nor a command"),
    ],
)
def test_invalid_input_changes_nothing_and_is_explained(typed: str, answer: str) -> None:
    terminal, screen = play_mixx(typed, "quit")
    assert answer in screen.text
    assert not terminal.table.history


def test_ambiguous_words_list_the_moves_that_match() -> None:
    terminal, screen = play_counting("add", "quit")
    assert "'add' matches several moves; type more words, or a number: 1 add 1 " in screen.text
    assert not terminal.table.history


def test_many_moves_are_cut_off_and_found_by_words() -> None:
    _, screen = play_counting("moves 18", "add 18", "quit")
    assert "1 add 1 " in screen.text
    assert re.search(r"… and \d+ more: type some words", screen.text)
    assert "add 189" in screen.text
    assert "me added 18." in screen.text  # a whole word is preferred to a beginning


def test_an_impossible_move_is_explained() -> None:
    terminal, screen = play_counting("add 250", "why add 299", "why add 2", "quit")
    assert "'add 250' is not possible now: The first number is at most 200." in screen.text
    assert "'add 299' is not possible now: The first number is at most 200." in screen.text
    assert "'add 2' is possible: 2 add 2" in screen.text
    assert not terminal.table.history


def test_why_with_words_of_several_moves() -> None:
    _, screen = play_counting("why add", "quit")
    assert "These moves are possible: 1 add 1 " in screen.text
    terminal, _ = play_mixx("1", "quit")
    impossible = next(  # a word that only impossible moves have
        word
        for text in terminal.table.setup.action_texts
        for word in text.split()
        if not match_texts(word, terminal.table.legal_texts(0))
    )
    _, screen = play_mixx("1", f"why {impossible}", "quit")
    assert f"No move that matches {impossible!r} is possible now" in screen.text


def test_without_an_explanation_the_possible_moves_are_listed() -> None:
    _, screen = play_counting("add 230", "quit")
    assert "'add 230' is not possible now. The possible moves are: 1 add 1" in screen.text


SUM_800 = ("200", "300", "300")


@pytest.mark.parametrize(
    ("lines", "steps"),
    [
        (("250", "quit"), 3),  # only warned
        (("250", ""), 4),  # Enter confirms
        (("250", "add 250"), 4),  # so does the same move
        (("250", "251", "quit"), 3),  # another move is warned of, too
        (("250", "table", "", "quit"), 3),  # Enter must be the next input
        (("250", "1", "quit"), 4),
    ],
)
def test_a_wasteful_move_needs_confirmation(lines: tuple[str, ...], steps: int) -> None:
    terminal, screen = play_counting(*SUM_800, *lines)
    assert "add 250: The sum would be 1050." in screen.text
    assert len(terminal.table.history) == steps


# ---------------------------------------------------------------------- the log, help and hints


def test_the_log_shows_what_happened_since_the_last_turn() -> None:
    terminal, screen = play_mixx("1", "quit")
    entries = terminal.logs[0].entries
    assert {entry.seat for entry in entries} == {0, 1}
    for seat, name in enumerate(["You", "Random bot"]):
        text = next(entry.text for entry in entries if entry.seat == seat)
        assert f"{name} {text}" in screen.text


def test_help_names_the_commands_and_the_symbols() -> None:
    terminal, screen = play_mixx("help", "quit")
    assert "show what a strong bot would play" in screen.text
    assert "Symbols: " in screen.text
    assert " ".join(terminal.table.game.presentation.terminal_symbols.split()) in screen.text


def test_the_log_is_shown_on_request() -> None:
    terminal, screen = play_mixx("log", "1", "log", "log all", "table", "quit")
    assert "Nothing has happened yet." in screen.text
    assert screen.text.count(f"You {terminal.logs[0].entries[0].text}") == 3  # at the turn, and twice on request


def test_the_example_in_the_help_is_a_move_of_the_game() -> None:
    terminal, screen = play_mixx("help", "quit")
    texts = terminal.table.legal_texts(0)
    example = find_abbreviation(texts)
    assert example is not None
    assert f"`{example[0]}` for `{example[1]}`" in screen.text
    assert match_texts(example[0], texts) == [texts.index(example[1])]


def test_the_goal_is_shown_at_the_start_and_on_request() -> None:
    terminal, screen = play_mixx("goal", "help", "quit")
    assert screen.text.count(" ".join(terminal.table.game.goal.split())) == 3


def test_goals_show_how_near_every_player_is() -> None:
    _, screen = play_mixx("goals", "quit")
    assert re.search(
        r"You ·{20} Most cards: No cards won yet Random bot ·{20} Most cards: No cards won yet", screen.text
    )


@pytest.mark.parametrize("command", ["? {}", "?{}", "what {}"])
def test_a_piece_is_described(command: str) -> None:
    view: Any = open_mixx()[0].table.knowledge(0).view
    card = view.stocks[0][0].replace("-", " ")
    _, screen = play_mixx(command.format(card), "quit")
    assert f"{card.capitalize()} Colour: {card.split()[0]}" in screen.text
    assert "Where: in your stock" in screen.text


def test_a_player_and_a_sign_are_described() -> None:
    _, screen = play_mixx("? random bot", "? cards on the table", "legend", "quit")
    assert "Random bot Stock: 8 cards" in screen.text
    assert screen.text.count("Cards on the table") == 2
    assert "Colours and their signs" in screen.text


def test_the_rules_are_shown() -> None:
    terminal, screen = play_easel("", "rules", "quit")
    title = terminal.table.game.rules_page.splitlines()[0].removeprefix("# ")
    assert screen.text.count(title) == 2  # in the welcome and in the rules


def test_a_hint_names_a_move_with_figures() -> None:
    terminal, screen = play_mixx("hint", "quit")
    assert "Hint: " in screen.text
    assert "%" in screen.text
    assert "Win chance" in screen.text
    assert not terminal.table.history


def test_a_hint_in_a_game_without_levels() -> None:
    _, screen = play_counting("hint", "quit")
    assert "then add 200. (200)" in screen.text  # a move without interruptions


# ---------------------------------------------------------------------- undo


def test_a_person_alone_among_bots_can_undo_freely() -> None:
    terminal, screen = play_mixx("1", "1", "undo", "undo", "quit")
    assert not terminal.table.history
    assert not terminal.logs[0].entries
    assert terminal.undone == 2
    assert screen.text.count("Undone.") == 2


def test_the_result_mentions_undo() -> None:
    terminal, screen = play_mixx("1", "undo", *["1"] * 60)
    assert terminal.table.over
    assert "Undo was used once." in screen.text


def test_a_move_can_be_undone_after_the_end() -> None:
    whole, _ = play_mixx(*["1"] * 60)
    own_moves = sum(1 for seat, _ in whole.table.history if seat == 0)
    terminal, screen = play_mixx(*["1"] * own_moves, "log", "nonsense", "save end.json", "undo", "quit")
    assert not terminal.table.over
    assert terminal.undone == 1
    assert "Saved to end.json" in screen.text
    assert "undo the last move" in screen.text  # nonsense is answered with the list of commands


def test_among_people_a_revealing_move_cannot_be_undone() -> None:
    terminal, screen = play_mixx("1", "undo", "quit", players=("Ann", "Ben"))
    assert len(terminal.table.history) == 1  # Ann has drawn a card
    assert REVEALED in screen.text


def test_among_people_another_move_is_undone_by_the_next_person() -> None:
    terminal, screen = play_counting("add 5", "add 7", "undo", "quit", players=("Ann", "Ben"))
    assert played_texts(terminal) == ["add 5"]
    assert screen.text.count("Ann added 5.") == 2  # shown to Ann and to Ben, once each
    assert screen.text.count("Ben added 7.") == 1


# ---------------------------------------------------------------------- several people and secrets


def test_people_without_secrets_take_turns_at_the_keyboard() -> None:
    terminal, screen = play_mixx("1", "1", "1", "quit", players=("Ann", "Ben"))
    assert "Pass the keyboard" not in screen.text
    assert f"Ann {terminal.logs[1].entries[0].text}" in screen.text
    assert len(terminal.table.history) == 3


def test_people_with_secrets_see_only_their_own() -> None:
    terminal, screen = play_easel("", "1", "", "1", "quit")
    turn_of_ann, turn_of_ben = screen.file.getvalue().split("Pass the keyboard to Ben")
    table = deal_easel()
    view_of_ann = draw_table(table, 0)
    table.play(*terminal.table.history[0])
    view_of_ben = draw_table(table, 1)
    assert "Pass the keyboard to Ann" in turn_of_ann
    assert view_of_ann in turn_of_ann
    only_ben = set(view_of_ben.splitlines()) - set(view_of_ann.splitlines())
    assert only_ben
    assert not only_ben & set(turn_of_ann.splitlines())
    assert view_of_ben in turn_of_ben
    assert len(terminal.table.history) == 2


def draw_table(table: Table, seat: int) -> str:
    console = Console(file=io.StringIO(), width=80)
    console.print(table.knowledge(seat).terminal_view(["Ann", "Ben"]))
    assert isinstance(console.file, io.StringIO)
    return console.file.getvalue().strip()


@pytest.mark.parametrize("command", ["undo", "back"])
def test_a_secret_choice_can_be_changed_when_the_keyboard_is_passed(command: str) -> None:
    terminal, screen = play_easel("", "1", command, "2", "", "1", "quit")
    assert "Ann can still change their choice: type `undo`." in screen.text
    assert "Undone." in screen.text
    assert [seat for seat, _ in terminal.table.history] == [0, 1]
    assert terminal.table.history[0][1] == deal_easel().legal(0)[1]
    assert terminal.undone == 1


def test_all_can_change_a_secret_choice_until_the_last_has_chosen() -> None:
    lines = ["", "1", "", "1", "undo", "undo Nobody", "undo ann", "", "2", "", "1", "quit"]
    terminal, screen = play_easel(*lines, players=("Ann", "Ben", "Cleo"))
    assert "Ann and Ben can still change their choices: type `undo Ann` or `undo Ben`." in screen.text
    assert screen.text.count("Pass the keyboard to Cleo.") == 4  # again after `undo` without a name, or a wrong one
    assert terminal.undone == 1
    assert [seat for seat, _ in terminal.table.history] == [1, 0, 2]
    assert terminal.table.history[1][1] == deal_easel(3).legal(0)[1]


def test_a_revealed_choice_cannot_be_undone_among_people() -> None:
    terminal, screen = play_easel("", "1", "", "1", "", "undo", "quit")
    assert len(terminal.table.history) == 2
    assert REVEALED in screen.text


def test_a_revealed_choice_can_be_undone_by_a_person_alone() -> None:
    terminal, screen = play_easel("1", "undo", "2", "quit", players=("me", "bot"))
    assert [seat for seat, _ in terminal.table.history] == [0, 1]
    assert terminal.undone == 1
    assert "Pass the keyboard" not in screen.text
    assert len(terminal.logs[0].entries) > len(terminal.logs[0].entries_since(1)) > 0


def test_after_the_end_several_people_read_the_log_of_a_spectator() -> None:
    _, screen = play_easel(*["", "1"] * 6, "log", "")
    assert "Nothing has happened yet." not in screen.text.split("Game over")[1]


# ---------------------------------------------------------------------- bots and the end


def test_bots_alone_can_be_watched() -> None:
    terminal, screen = play_mixx(players=("bot:random", "bot:greedy"))
    assert terminal.table.over
    assert f"Random bot {terminal.logs[-1].entries[0].text}" in screen.text


def test_a_game_can_be_lost() -> None:
    _, screen = play_counting(*SUM_800, "300", "")
    assert "Nobody wins: the sum is too large." in screen.text
    assert "– me 1100" in screen.text


def test_a_game_can_be_won() -> None:
    _, screen = play_counting(*SUM_800, "200", players=("You",))
    assert "You win: the sum is 1000." in screen.text


class FailingBot(Bot):
    def decide(self, decision: Decision) -> int:
        raise RuntimeError("out of ideas")


def test_when_a_bot_fails_the_game_is_saved(in_tmp_path: Path) -> None:
    terminal, screen = open_mixx("1")
    terminal.players[1].bot = FailingBot(terminal.table.setup)
    with pytest.raises(BotFailed, match="RuntimeError: out of ideas"):
        terminal.run()
    (file,) = in_tmp_path.iterdir()
    assert f"Saved. To continue: gamut play --resume {file.name}" in screen.text
    assert len(saved_games.read_game(file).actions) == 1


# ---------------------------------------------------------------------- saving on exit


@pytest.mark.parametrize("error", [EOFError, KeyboardInterrupt])
def test_end_of_input_and_ctrl_c_save_the_game(error: type[BaseException]) -> None:
    terminal, screen = open_mixx()
    lines = iter(["1"])

    def read(prompt: str) -> str:
        for line in lines:
            return line
        raise error

    terminal.read = read
    terminal.run()
    assert terminal.path is not None
    assert len(saved_games.read_game(terminal.path).actions) == len(terminal.table.history) >= 2
    assert "Saved. To continue: " in screen.text


def test_a_game_is_saved_in_the_data_folder_if_the_current_one_is_read_only(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr("platformdirs.user_data_path", lambda *a, **k: tmp_path / "data")
    terminal, screen = open_mixx("1", "quit")
    write_game = saved_games.write_game

    def write_elsewhere(table: Table, players: list[str], seed: int, undone: int, path: Path) -> None:
        if path.parent == Path():
            raise saved_games.CannotSave(f"{path}: read-only")
        write_game(table, players, seed, undone, path)

    monkeypatch.setattr(saved_games, "write_game", write_elsewhere)
    terminal.run()
    assert "read-only" in screen.text
    assert terminal.path is not None
    assert terminal.path.parent == tmp_path / "data"
    assert terminal.path.exists()


def test_a_game_that_cannot_be_saved_is_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", "/proc/nope")
    monkeypatch.setattr("gamut.cli.terminal.time.strftime", lambda _: "no/such/folder")
    _, screen = play_mixx("1", "quit")
    assert screen.text.count("Not saved: ") == 2
