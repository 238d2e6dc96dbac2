"""A draw in one line, for lists: "Black hole of S1975: SYR, of 81 slips"."""

from __future__ import annotations

from gm.contract.draws import Draw
from gm.games.diplomacy.rules.board import Board, ProvinceId
from gm.games.diplomacy.wording.draw_labels import (
    DrawLabel,
    card_words,
    is_card,
    label_of,
    special_words,
)
from gm.games.diplomacy.wording.words import place_words
from gm.languages import gettext, gettext_noop, ngettext

_SLIPS = {
    # Translators: {pack} is "of 81 slips" or "the only slip".
    "reopen": gettext_noop("Black hole reopened after {season}: {chosen}, {pack}"),
    "hole": gettext_noop("Black hole of {season}: {chosen}, {pack}"),
    "split": gettext_noop("Province split after {season}: {chosen}, {pack}"),
    "place": gettext_noop("{special} begins {season} in {chosen}, {pack}"),
    "lot": gettext_noop("{special} stays, after the split of {season}, in {chosen}, {pack}"),
}
"""What the line of a slip says, by what its label is for."""


def draw_words(draw: Draw, board: Board) -> str:
    """Return a draw in one line.

    Args:
        draw: the draw.
        board: on which its provinces lie.
    """
    label = label_of(draw)
    if label is not None and label.place and is_card(draw.chosen):
        words = _card(label, draw, board)
    elif label is not None and label.what in _SLIPS:
        words = _slip(label, draw)
    else:
        words = f"{draw.label}: {draw.chosen}, {_slips(draw)}"
    return f"{words}{_by_hand(draw)}"


def _card(label: DrawLabel, draw: Draw, board: Board) -> str:
    facts = {
        "place": place_words(ProvinceId(label.place), board),
        "card": card_words(draw.chosen),
        "season": label.season,
        "pack": _cards(draw),
    }
    if label.special:
        return gettext(
            "{place} drew the {card} for the walk of {special} in {season}, {pack}",
            special=special_words(label.special),
            **facts,
        )
    return gettext("{place} drew the {card} for the line in {season}, {pack}", **facts)


def _slip(label: DrawLabel, draw: Draw) -> str:
    chosen = draw.chosen
    if label.slip > 1:
        chosen = gettext("{chosen} (slip {number})", chosen=draw.chosen, number=label.slip)
    return gettext(
        _SLIPS[label.what],
        season=label.season,
        special=special_words(label.special),
        chosen=chosen,
        pack=_slips(draw),
    )


def _slips(draw: Draw) -> str:
    number = len(draw.candidates)
    return ngettext("the only slip", "of {n} slips", number, n=number)


def _cards(draw: Draw) -> str:
    number = len(draw.candidates)
    return ngettext("the only card", "of {n} cards", number, n=number)


def _by_hand(draw: Draw) -> str:
    if draw.by_hand:
        return gettext("; entered by the GM")
    if draw.refused:
        return gettext("; the GM's {refused} could not be drawn", refused=draw.refused)
    return ""
