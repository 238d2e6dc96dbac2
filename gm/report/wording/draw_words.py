"""A draw in one line, for lists: "Black hole of S1975: SYR, of 81 slips"."""

from __future__ import annotations

from gm.report.wording.draw_labels import DrawLabel, card_words, is_card, label_of, special_words
from gm.report.wording.words import place_words
from gm.rules.board import Board, ProvinceId
from gm.rules.draws import Draw

_WHAT = {
    "reopen": "Black hole reopened after {season}: ",
    "hole": "Black hole of {season}: ",
    "split": "Province split after {season}: ",
    "place": "{special} begins {season} in ",
    "lot": "{special} stays, after the split of {season}, in ",
}
"""How the line of a slip begins, by what its label is for."""


def draw_words(draw: Draw, board: Board) -> str:
    """Return a draw in one line.

    Args:
        draw: the draw.
        board: on which its provinces lie.
    """
    label = label_of(draw)
    if label is not None and label.place and is_card(draw.chosen):
        words = _card(label, draw, board)
    elif label is not None and label.what in _WHAT:
        words = _slip(label, draw)
    else:
        words = f"{draw.label}: {draw.chosen}, {_candidates(draw, 'slip')}"
    return f"{words}{_by_hand(draw)}"


def _card(label: DrawLabel, draw: Draw, board: Board) -> str:
    place = place_words(ProvinceId(label.place), board)
    what = "for the line"
    if label.special:
        what = f"for the walk of {special_words(label.special)}"
    dealt = _candidates(draw, "card")
    return f"{place} drew the {card_words(draw.chosen)} {what} in {label.season}, {dealt}"


def _slip(label: DrawLabel, draw: Draw) -> str:
    begin = _WHAT[label.what].format(season=label.season, special=special_words(label.special))
    slip = f" (slip {label.slip})" if label.slip > 1 else ""
    return f"{begin}{draw.chosen}{slip}, {_candidates(draw, 'slip')}"


def _candidates(draw: Draw, noun: str) -> str:
    number = len(draw.candidates)
    return f"of {number} {noun}s" if number != 1 else f"the only {noun}"


def _by_hand(draw: Draw) -> str:
    if draw.by_hand:
        return "; entered by the GM"
    return f"; the GM's {draw.refused} could not be drawn" if draw.refused else ""
