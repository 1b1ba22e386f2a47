from __future__ import annotations

from gamut.cli.match_input import after_touch, find_abbreviation, find_blocked_touch, match_texts, number_moves


def test_words_in_order_match() -> None:
    texts = ["place red fish level", "place red fish upright", "place blue fish level"]
    assert match_texts("red up", texts) == [1]
    assert match_texts("fish", texts) == [0, 1, 2]
    assert match_texts("fish red", texts) == []
    assert match_texts("", texts) == []


def test_a_whole_text_or_word_is_preferred_to_a_beginning() -> None:
    assert match_texts("take", ["take", "take two"]) == [0]
    assert match_texts("red 1", ["place red 1", "place red 12"]) == [0]


def test_the_beginning_of_several_texts_matches_only_those() -> None:
    texts = ["place red 1 a", "place red 1 b", "place red 12 a", "place red 12 b"]
    assert match_texts("place red 1", texts) == [0, 1]
    assert match_texts("place red", texts) == [0, 1, 2, 3]
    assert match_texts("red 12", texts) == [2, 3]


def test_a_number_means_the_move_that_has_it() -> None:
    assert number_moves(["bid 0", "bid 2", "bid 3", "pass"]) == [0, 2, 3, 4]
    assert number_moves(["take red", "take blue"]) == [1, 2]
    assert number_moves(["lay 1 left", "lay 1 right", "lay 2 left"]) == [1, 2, 3]  # not a number of their own
    assert number_moves(["move 1 to 2", "move 2 to 1"]) == [1, 2]
    assert number_moves(["pay 2", "buy 3", "pass"]) == [1, 2, 3]  # different things


def test_find_abbreviation() -> None:
    texts = ["place red fish level", "place red fish upright", "place blue fish level"]
    assert find_abbreviation(texts) == ("r f l", "place red fish level")
    assert find_abbreviation(["pass", "stop"]) == ("p", "pass")
    assert find_abbreviation(["1", "2"]) is None


def test_find_blocked_touch() -> None:
    legal = [("hand:a", "pile:x"), ("hand:b", ("wheel:1", "wheel:2"), "done")]
    assert find_blocked_touch(("hand:c", "pile:x"), legal) == ([], "hand:c")
    assert find_blocked_touch(("hand:a", "pile:y"), legal) == (["hand:a"], "pile:y")
    assert find_blocked_touch(("hand:b", ("wheel:2", "wheel:1"), "done"), legal) is None
    assert find_blocked_touch(("hand:b", ("wheel:2", "wheel:3"), "done"), legal) == (["hand:b", "wheel:2"], "wheel:3")
    assert after_touch((), "hand:a") is None
