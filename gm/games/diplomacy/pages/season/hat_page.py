"""What the hat drew at the end of a season: reopened, black-holed and split (Irish 4-9)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from gm.contract.draws import Draw
from gm.contract.events import Drawn, Event
from gm.games.diplomacy.pages.facts.board_facts import border_words
from gm.games.diplomacy.rules.board import Board, Entry, ProvinceId, Terrain
from gm.games.diplomacy.rules.board_split import place_named
from gm.games.diplomacy.rules.mechanics.cards import card_rank
from gm.games.diplomacy.rules.mechanics.changes import (
    ChangesPart,
    HoleReopened,
    ProvinceHoled,
    ProvinceSplit,
)
from gm.games.diplomacy.rules.state import GameState
from gm.games.diplomacy.wording.draw_labels import card_words, label_of
from gm.games.diplomacy.wording.happenings import aftermath, holed_words
from gm.games.diplomacy.wording.words import place_words, power_words
from gm.languages import gettext, listed, ngettext, npgettext, number_word, pgettext
from gm.report.wording.sentence_parts import full_stop, joined
from gm.report.wording.text import quiet


@dataclass(frozen=True, slots=True)
class HalfShown:
    """A half of a province that was split: its names, and whom it borders."""

    title: str
    borders: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class HatPage:
    """What the hat drew.

    Args:
        changes: what was reopened and what became a black hole, with what was lost.
        split: which province was split, by which cards, and what became of what was in it.
        halves: the two new provinces.
    """

    changes: tuple[str, ...]
    split: tuple[str, ...]
    halves: tuple[HalfShown, ...]


def hat_page(
    events: Sequence[Event], board: Board, after: GameState, reasons: Mapping[str, str]
) -> HatPage | None:
    """Return what the hat drew; None where it drew nothing.

    Args:
        events: the facts of the phase; board: as the hat has left it; after: the position then.
        reasons: why the GM entered a draw by hand, by its label.
    """
    changes: list[str] = []
    split: list[str] = []
    halves: list[HalfShown] = []
    for event in events:
        match event:
            case HoleReopened():
                changes.append(
                    joined((_reopened(event, board), _by_hand(events, "reopen", reasons)))
                )
            case ProvinceHoled():
                changes.append(
                    joined((holed_words(event, board), _by_hand(events, "hole", reasons)))
                )
            case ProvinceSplit():
                split += _split(event, events, board, after, reasons)
                halves += (_half(half, board) for half in event.split.halves)
            case _:
                pass
    return HatPage(tuple(changes), tuple(split), tuple(halves)) if changes or split else None


def _by_hand(events: Iterable[Event], what: str, reasons: Mapping[str, str]) -> str:
    """Return that the GM drew the slip that counts with a hat of his own; "" where he did not."""
    drawn = _drawn(events, what)
    return _hand_words(drawn[-1], reasons) if drawn else ""


def _hand_words(draw: Draw, reasons: Mapping[str, str]) -> str:
    """Return that the GM drew this one with a hat of his own, and why; "" where he did not."""
    if not draw.by_hand:
        return ""
    why = quiet(reasons.get(draw.label, ""))
    if not why:
        return gettext("The GM drew this with a hat of his own.")
    return full_stop(gettext("The GM drew this with a hat of his own: {reason}", reason=why))


def _reopened(event: HoleReopened, board: Board) -> str:
    place = place_named(board, event.place)  # it may have been split at once
    sentences = [gettext("{place} is reopened: it is no longer a black hole.", place=place.name)]
    if place.entry is Entry.HOLE:  # drawn again at once (Irish 8)
        return sentences[0]
    if event.opens:
        sentences.append(gettext("Nobody plays its country, but everybody may enter it now."))
    if place.is_centre:
        sentences.append(gettext("Its supply centre is neutral."))
        if place.home is not None and not event.opens:
            home = power_words(place.home, board)
            sentences.append(gettext("It is still a home of {power}.", power=home))
    return " ".join(sentences)


def _split(
    event: ProvinceSplit,
    events: Sequence[Event],
    board: Board,
    after: GameState,
    reasons: Mapping[str, str],
) -> Iterable[str]:
    split = event.split
    whole, halves = place_words(split.province, board), _names(split.halves, board)
    yield from _put_back(events, board, after, reasons)
    by_hand = _by_hand(events, "split", reasons)
    sentence = (
        gettext("{place} is split once more, into {halves}.", place=whole, halves=halves)
        if split.province in split.halves
        else gettext("{place} is split, into {halves}.", place=whole, halves=halves)
    )
    yield joined((sentence, by_hand))
    yield from _line(event, events, board)
    yield from aftermath(event, board)
    yield from _centres(event, board)


def _names(places: Iterable[ProvinceId], board: Board) -> str:
    return listed(place_words(place, board) for place in places)


def _put_back(
    events: Sequence[Event], board: Board, after: GameState, reasons: Mapping[str, str]
) -> Iterable[str]:
    """Yield the slips that were drawn for the split and put back (Irish 7)."""
    holes = set(after.part(ChangesPart).holes)
    for draw in _drawn(events, "split")[:-1]:
        place = ProvinceId(draw.chosen)
        name = place_words(place, board)
        sentence = (
            gettext("Drawn for the split and put back: {place}, a black hole.", place=name)
            if place in holes
            else gettext(
                "Drawn for the split and put back: {place}, which has too few neighbours.",
                place=name,
            )
        )
        yield joined((sentence, _hand_words(draw, reasons)))


def _drawn(events: Iterable[Event], what: str) -> list[Draw]:
    draws = [event.draw for event in events if isinstance(event, Drawn)]
    return [draw for draw in draws if (label := label_of(draw)) is not None and label.what == what]


def cards_of(events: Iterable[Event], what: str, special: str = "") -> tuple[tuple[str, str], ...]:
    """Return the provinces with the cards drawn for them, the highest card first."""
    cards: list[tuple[str, str]] = []
    for draw in _drawn(events, what):
        label = label_of(draw)
        if label is not None and label.special == special and label.place:
            cards.append((label.place, draw.chosen))
    return tuple(sorted(cards, key=lambda pair: card_rank(pair[1])))


def _line(event: ProvinceSplit, events: Sequence[Event], board: Board) -> Iterable[str]:
    first, second = (place_words(end, board) for end in event.split.line)
    cards = cards_of(events, "line")
    if len(cards) < 2:
        yield gettext("The line runs from {first} to {second}.", first=first, second=second)
        return
    highest, next_one = (card_words(card) for _, card in cards[:2])
    # Translators: {highest} and {next} are cards: "king of spades".
    yield ngettext(
        "{first} drew the {highest} and {second} the {next}, the highest of {n} card: the line runs "
        "from the one to the other.",
        "{first} drew the {highest} and {second} the {next}, the highest of {n} cards: the line "
        "runs from the one to the other.",
        len(cards),
        first=first,
        highest=highest,
        second=second,
        next=next_one,
        n=len(cards),
    )


def _centres(event: ProvinceSplit, board: Board) -> Iterable[str]:
    """Yield what the halves are, where no owner has been told."""
    half_drawn, _ = (board.province(half) for half in event.split.halves)
    if half_drawn.is_centre and event.owner is None:
        yield gettext("Both halves are supply centres, and nobody owns them.")
    if half_drawn.home is not None and _are_open(board, event.split.halves):
        yield gettext("Both are homes of {power}.", power=power_words(half_drawn.home, board))


def _are_open(board: Board, halves: Iterable[ProvinceId]) -> bool:
    return all(board.province(half).entry is Entry.ALL for half in halves)


def _half(half: ProvinceId, board: Board) -> HalfShown:
    province = board.province(half)
    return HalfShown(
        f"{province.name} ({half}), {kind_of_place(half, board)}", border_words(board, half)
    )


def kind_of_place(place: ProvinceId, board: Board) -> str:
    """Return what a province is: `a sea`, `on the coast, with its north coast`, `inland`."""
    province = board.province(place)
    match province.terrain:
        case Terrain.SEA:
            return pgettext("province", "a sea")
        case Terrain.INLAND:
            return pgettext("province", "inland")
        case Terrain.COASTAL:
            pass
    coasts = listed(gettext(coast.name) for coast in province.coasts)
    count = len(province.coasts)
    if not count:
        return pgettext("province", "on the coast")
    if count == 1:
        # Translators: {coast} is "north coast".
        return pgettext("province", "on the coast, with the {coast}", coast=coasts)
    return npgettext(
        "province",
        "on the coast, with {number} coast: {coasts}",
        "on the coast, with {number} coasts: {coasts}",
        count,
        number=number_word(count),
        coasts=coasts,
    )
