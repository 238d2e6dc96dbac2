"""Every draw of a phase with its label and its candidates, so that anybody can repeat it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from gm.report.wording.draw_labels import is_card, label_of
from gm.report.wording.phrases import counted, full_stop, listed
from gm.report.wording.text import quiet
from gm.rules.draws import Draw
from gm.rules.events import Drawn, Event

_CHANGES_TOLD = 12
"""So many slips more or fewer than another hat's are told as a difference from that."""

_INTRO = (
    "Every draw has a label, and a seed decides them all. When the game is over the seed is "
    "published, and anybody can repeat every draw from it (docs/hat.md, or gm draws verify)."
)


@dataclass(frozen=True, slots=True)
class DrawsPage:
    """The draws: how they can be checked, and a line for each, for a pack of cards one in all."""

    intro: str
    lines: tuple[str, ...]


def draws_page(events: Iterable[Event], reasons: Mapping[str, str]) -> DrawsPage | None:
    """Return the draws among these facts; None where there are none.

    Args:
        events: the facts of a phase.
        reasons: why the GM entered a draw by hand, by its label.
    """
    draws = [event.draw for event in events if isinstance(event, Drawn)]
    if not draws:
        return None
    return DrawsPage(_INTRO, tuple(_lines(draws, reasons)))


def _lines(draws: Sequence[Draw], reasons: Mapping[str, str]) -> Iterable[str]:
    shown: list[Draw] = []
    packs: set[str] = set()
    for draw in draws:
        pack = _pack(draw)
        if not pack:
            yield _slip(draw, shown, reasons)
        elif pack not in packs:
            packs.add(pack)
            yield _cards(pack, [one for one in draws if _pack(one) == pack], reasons)


def _pack(draw: Draw) -> str:
    """Return what a card's label begins with, `S1975 line`; "" for a slip."""
    label = label_of(draw)
    if label is None or not label.place or not is_card(draw.chosen):
        return ""
    return draw.label.partition(":")[0]


def _cards(pack: str, draws: Sequence[Draw], reasons: Mapping[str, str]) -> str:
    dealt = ", ".join(
        f"{draw.label.removeprefix(f'{pack}: ')} {draw.chosen}{'*' if draw.by_hand else ''}"
        for draw in draws
    )
    hand = [draw for draw in draws if draw.by_hand]
    return f"{pack}, a card from one pack for each: {dealt}.{_by_hand(hand, reasons, '* ')}"


def _slip(draw: Draw, shown: list[Draw], reasons: Mapping[str, str]) -> str:
    hand = _by_hand([draw] if draw.by_hand else [], reasons)
    if draw.refused:
        hand = f" The GM had entered {quiet(draw.refused)}, which was not in the hat."
    return f"{draw.label}: {draw.chosen}, {_candidates(draw, shown)}.{hand}"


def _candidates(draw: Draw, shown: list[Draw]) -> str:
    """Return what was in the hat, where that is short as a difference from an earlier hat."""
    slips = counted(len(draw.candidates), "slip")
    for other in shown:
        if other.candidates == draw.candidates:
            return f"of the same {slips} as {other.label}"
    shown.append(draw)
    for other in shown[:-1]:
        more = [one for one in draw.candidates if one not in other.candidates]
        less = [one for one in other.candidates if one not in draw.candidates]
        if len(more) + len(less) <= _CHANGES_TOLD < len(draw.candidates):
            gone = f"{',' if more else ''} but {listed(less)}" if less else ""
            return f"of {slips}: those of {listed([other.label, *more])}{gone}"
    return f"of {slips}: {' '.join(draw.candidates)}"


def _by_hand(draws: Sequence[Draw], reasons: Mapping[str, str], mark: str = "") -> str:
    """Return that the GM entered draws, and the reasons given."""
    if not draws:
        return ""
    found = dict.fromkeys(quiet(reasons.get(draw.label, "")) for draw in draws)
    why = listed(reason.rstrip(".") for reason in found if reason)
    return full_stop(f" {mark}Entered by the GM{f': {why}' if why else ''}")
