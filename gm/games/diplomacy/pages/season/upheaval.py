"""What a season did beyond moves and centres: the hat, special units, points, the board (Irish), with every draw."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from gm.contract.draws import Draw
from gm.contract.events import Drawn, Event
from gm.games.diplomacy.pages.facts.board_facts import ChangedBoard, changed_board
from gm.games.diplomacy.pages.facts.unrest import Unrest, annihilated, unrest
from gm.games.diplomacy.pages.points_page import PointsPage, points_page
from gm.games.diplomacy.pages.season.hat_page import HatPage, hat_page
from gm.games.diplomacy.pages.views import SeasonView
from gm.games.diplomacy.rules.board import Entry, PowerId, ProvinceId
from gm.games.diplomacy.rules.events import UnitDislodged
from gm.games.diplomacy.rules.mechanics.anarchy import Cured, FellIntoAnarchy, in_anarchy
from gm.games.diplomacy.rules.mechanics.changes import ProvinceHoled, ProvinceSplit
from gm.games.diplomacy.rules.mechanics.promises import PointsGiven
from gm.games.diplomacy.wording.draw_labels import is_card, label_of
from gm.languages import gettext, gettext_noop, listed, ngettext
from gm.report.wording.sentence_parts import full_stop
from gm.report.wording.text import quiet

# Every draw of a phase with its label and its candidates, so that anybody can repeat it.

_CHANGES_TOLD = 12
"""So many slips more or fewer than another hat's are told as a difference from that."""

_INTRO = gettext_noop(
    "A seed decides every draw by its label. It is published when the game is over, and anybody can "
    "repeat the draws then (docs/hat.md, or gm draws verify)."
)


@dataclass(frozen=True, slots=True)
class DrawsPage:
    """The draws: how they can be checked, and a line for each, for a pack of cards one in all."""

    intro: str
    lines: tuple[str, ...]


def draws_page(
    events: Iterable[Event], reasons: Mapping[str, str], provinces: Sequence[str] = ()
) -> DrawsPage | None:
    """Return the draws among these facts; None where there are none.

    Args:
        events: the facts of a phase.
        reasons: why the GM entered a draw by hand, by its label.
        provinces: of the board that was drawn for; a hat that held nearly all is told by the rest.
    """
    draws = [event.draw for event in events if isinstance(event, Drawn)]
    if not draws:
        return None
    return DrawsPage(gettext(_INTRO), tuple(_lines(draws, reasons, provinces)))


def _lines(
    draws: Sequence[Draw], reasons: Mapping[str, str], provinces: Sequence[str]
) -> Iterable[str]:
    shown: list[Draw] = []
    packs: set[str] = set()
    for draw in draws:
        pack = _pack(draw)
        if not pack:
            yield _slip(draw, shown, reasons, provinces)
        elif pack not in packs:
            packs.add(pack)
            yield _cards(pack, [drawn for drawn in draws if _pack(drawn) == pack], reasons)


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
    # Translators: {draw} is the label of a draw: "S1975 line".
    sentence = gettext("{draw}, cards of one pack: {cards}.", draw=pack, cards=dealt)
    return f"{sentence}{_by_hand(hand, reasons, '* ')}"


def _slip(
    draw: Draw, shown: list[Draw], reasons: Mapping[str, str], provinces: Sequence[str]
) -> str:
    hand = _by_hand([draw] if draw.by_hand else [], reasons)
    if draw.refused:
        entered = quiet(draw.refused)
        hand = " " + gettext("The GM had entered {slip}, which was not in the hat.", slip=entered)
    return f"{draw.label}: {draw.chosen}, {_candidates(draw, shown, provinces)}.{hand}"


def _candidates(draw: Draw, shown: list[Draw], provinces: Sequence[str]) -> str:
    """Return what was in the hat, where that is short as a difference from an earlier hat or from all."""
    count = len(draw.candidates)
    for other in shown:
        if other.candidates == draw.candidates:
            return ngettext(
                "of the same {n} slip as {draw}",
                "of the same {n} slips as {draw}",
                count,
                n=count,
                draw=other.label,
            )
    shown.append(draw)
    for other in shown[:-1]:
        more = [candidate for candidate in draw.candidates if candidate not in other.candidates]
        less = [candidate for candidate in other.candidates if candidate not in draw.candidates]
        if len(more) + len(less) <= _CHANGES_TOLD < len(draw.candidates):
            return _difference(count, other.label, more, less)
    if (missing := _all_but(draw.candidates, provinces)) is not None:
        return _nearly_all(count, missing)
    slips = " ".join(draw.candidates)
    return ngettext("of {n} slip: {slips}", "of {n} slips: {slips}", count, n=count, slips=slips)


def _all_but(candidates: Sequence[str], provinces: Sequence[str]) -> list[str] | None:
    """Return the few provinces of the board that were not in the hat; None where it held others."""
    missing = [place for place in provinces if place not in candidates]
    others = set(candidates) - set(provinces)
    return missing if not others and len(missing) <= _CHANGES_TOLD < len(candidates) else None


def _nearly_all(count: int, missing: Sequence[str]) -> str:
    if not missing:
        return ngettext(
            "of {n} slip: every province of the board",
            "of {n} slips: every province of the board",
            count,
            n=count,
        )
    return ngettext(
        "of {n} slip: every province of the board but {places}",
        "of {n} slips: every province of the board but {places}",
        count,
        n=count,
        places=listed(missing),
    )


def _difference(count: int, label: str, more: Sequence[str], less: Sequence[str]) -> str:
    """Return what was in a hat, by what another one had not, and by what it had besides."""
    hats, gone = listed([label, *more]), listed(less)
    if not less:
        # Translators: {hats} is "S1975 hole", the label of another draw, or "S1975 hole and NWY".
        return ngettext(
            "of {n} slip: those of {hats}",
            "of {n} slips: those of {hats}",
            count,
            n=count,
            hats=hats,
        )
    if more:
        return ngettext(
            "of {n} slip: those of {hats}, but {gone}",
            "of {n} slips: those of {hats}, but {gone}",
            count,
            n=count,
            hats=hats,
            gone=gone,
        )
    return ngettext(
        "of {n} slip: those of {hats} but {gone}",
        "of {n} slips: those of {hats} but {gone}",
        count,
        n=count,
        hats=hats,
        gone=gone,
    )


def _by_hand(draws: Sequence[Draw], reasons: Mapping[str, str], mark: str = "") -> str:
    """Return that the GM entered draws, and the reasons given."""
    if not draws:
        return ""
    given = dict.fromkeys(quiet(reasons.get(draw.label, "")) for draw in draws)
    why = listed(reason.rstrip(".") for reason in given if reason)
    words = (
        gettext("Entered by the GM: {reasons}", reasons=why)
        if why
        else gettext("Entered by the GM")
    )
    return full_stop(f" {mark}{words}")


# What a season did beyond moves and centres: the hat, special units, points, the board (Irish).


@dataclass(frozen=True, slots=True)
class Upheaval:
    """What a season did beyond moves and centres; what did not happen is empty or None.

    Args:
        hat: what was drawn at its end; board: how the board differs now, if the hat changed it.
        unrest: what the special units did.
        points: everybody's points.
        draws: every draw with its candidates.
    """

    hat: HatPage | None
    board: ChangedBoard | None
    unrest: Unrest
    points: PointsPage | None
    draws: DrawsPage | None


def upheaval(view: SeasonView, events: Sequence[Event]) -> Upheaval:
    """Return what a season did beyond moves and centres.

    Args:
        view: the season; events: those of its facts that the reader may know.
    """
    board, after = view.game.board, view.after
    hat = hat_page(events, board, after, view.hand_reasons)
    return Upheaval(
        hat=hat,
        board=changed_board(board, after, view.story) if hat is not None else None,
        unrest=unrest(events, board, view.before, after),
        points=points_page(view.game, events, after),
        draws=draws_page(events, view.hand_reasons, _provinces(view)),
    )


def _provinces(view: SeasonView) -> tuple[str, ...]:
    """Return the provinces that a hat of the season could hold, as they stood in it."""
    places = view.board.provinces.values()
    outside = (Entry.BOX, Entry.SPECIAL)
    return tuple(sorted(place.id for place in places if place.entry not in outside))


def concerned(event: Event) -> tuple[PowerId | None, ...]:
    """Return whose affair a fact of this kind is; nobody's for one of another kind."""
    match event:
        case FellIntoAnarchy(unit) | Cured(unit):
            return (unit.power,)
        case ProvinceHoled(_, unit, owner):
            return (unit.power if unit is not None else None, owner)
        case ProvinceSplit(_, unit, _, owner):
            return (unit.power if unit is not None else None, owner)
        case PointsGiven(_, to):
            return (to,)
        case _:
            return ()


def lawless_fate(view: SeasonView, event: Event) -> str:
    """Return what became of a dislodged unit that was in anarchy; "" for any other fact."""
    if isinstance(event, UnitDislodged) and event.dislodged.unit in in_anarchy(view.before):
        return annihilated(event.dislodged, view.game.board)
    return ""


def centres_kept(view: SeasonView, power: PowerId) -> set[ProvinceId]:
    """Return a power's centres before a season, a split one by the name of its first half."""
    owned = set(view.before.centres_of(power))
    for event in view.events:
        if isinstance(event, ProvinceSplit) and event.split.province in owned:
            owned.remove(event.split.province)
            owned.add(event.split.halves[0])
    return owned
