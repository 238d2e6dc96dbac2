"""A board as it is called in another language besides its own names."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from functools import lru_cache

from gm.games.diplomacy.language.binding.names import lexicon_of, places_of
from gm.games.diplomacy.readings import Context
from gm.games.diplomacy.rules.board import Board, Names, Power, Province
from gm.interpret.folding import fold, squeeze
from gm.interpret.language_detection import ANY, english_words, telling_words
from gm.interpret.tongues import Tongue, load_tongue, words_of


@lru_cache(maxsize=256)
def in_tongue(board: Board, code: str) -> Board:
    """Return a board whose places and powers may be called as in a language too.

    It is for reading names alone; what a place is called by gm stays as it was.
    """
    names = board.names.get(code)
    if names is None:
        return board
    return replace(
        board,
        provinces={
            key: _place(province, names, code) for key, province in board.provinces.items()
        },
        powers={key: _power(power, names, code) for key, power in board.powers.items()},
        ambiguous={
            **{
                form: places
                for word, places in names.ambiguous.items()
                for form in load_tongue(code).spelling.forms(word)
            },
            **board.ambiguous,
        },
    )


def spoken_by(context: Context, code: str) -> Context:
    """Return a position on whose board names are read as in a language too."""
    later = context.later
    return replace(
        context,
        board=in_tongue(context.board, code),
        later=spoken_by(later, code) if later is not None else None,
    )


def _place(place: Province, names: Names, code: str) -> Province:
    """A half has the names of the whole with its number behind (Irish 9)."""
    whole = place.whole or place.id
    number = f" {place.id.removeprefix(whole)}" if place.whole is not None else ""
    more = (f"{word}{number}" for word in _forms(names.provinces.get(whole, ()), code))
    return replace(place, aliases=(*place.aliases, *_changed(place.name, code), *more))


def _power(power: Power, names: Names, code: str) -> Power:
    more = _forms(names.powers.get(power.id, ()), code)
    return replace(power, aliases=(*power.aliases, *_changed(power.name, code), *more))


def _changed(name: str, code: str) -> tuple[str, ...]:
    """Return a name of the board as a language changes its beginning: `Bhelfast North`."""
    return tuple(form for form in load_tongue(code).spelling.forms(name) if form != fold(name))


def _forms(words: Iterable[str], code: str) -> tuple[str, ...]:
    return load_tongue(code).spelling.names(words)


@lru_cache(maxsize=256)
def names_in(board: Board, code: str) -> dict[tuple[str, ...], bool]:
    """Return the names of a board in words, those of several words and those of the language.

    Each with whether it is the language's alone: such a name tells in which language a line is.
    """
    lexicon, spelling = lexicon_of(board), load_tongue(code).spelling
    names = board.names.get(code, Names())
    called = (name for place in lexicon.places for name in (place.name, *place.aliases))
    printed = (words_of(form) for text in called for form in spelling.forms(text))
    by_words = dict.fromkeys((words for words in printed if len(words) > 1), False)
    for spelled in (*names.provinces.values(), *names.powers.values()):
        for form in (*_forms(spelled, code), *map(fold, spelled)):
            known = squeeze(form) in lexicon.exact or squeeze(form) in lexicon.powers
            by_words.setdefault(words_of(form), not known)
    return by_words


def tells(board: Board, tongue: Tongue, text: str, *, is_own: bool) -> bool:
    """Tell whether a word of a folded text is one of a language and none of English.

    Args:
        board: whose names are looked at as well.
        tongue: the language.
        text: the line.
        is_own: it is its writer's language, so that shorter words tell too.
    """
    words = {*words_of(text)}
    if not words.isdisjoint(_telling_names(board, tongue.code)):
        return True
    telling = words & telling_words(tongue.code, is_own=is_own)
    if is_own:  # what only begins as a place does is a word of his: Irish scor, and South Cork
        return not telling <= lexicon_of(board).exact.keys()
    return any(not places_of(board, (word,)) for word in telling)


@lru_cache(maxsize=256)
def _telling_names(board: Board, code: str) -> frozenset[str]:
    """Return the words of a board's names in a language that stand in no name of its own."""
    lexicon = lexicon_of(board)
    known = {word for words, _ in lexicon.parts for word in words} | {
        *lexicon.exact,
        *lexicon.powers,
    }
    named = {word for words, alone in names_in(board, code).items() if alone for word in words}
    return frozenset(word for word in named - known - english_words() if len(word) >= ANY)
