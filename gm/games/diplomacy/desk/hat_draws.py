"""The draws of Diplomacy in words: holes, splits and lots from a hat, cards from packs (Irish 4-13)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from gm.contract.draw_words import DrawsAsked
from gm.contract.draws import Draw
from gm.contract.rules import Position
from gm.contract.stages import Stage
from gm.errors import InputError, NotAllowed, UnknownName
from gm.games.diplomacy.desk.laid import board_of
from gm.games.diplomacy.language.binding.names import places_of, split_words
from gm.games.diplomacy.rules.board import Board
from gm.games.diplomacy.rules.mechanics.cards import PACK, season_of
from gm.games.diplomacy.rules.phases import Phase, PhaseKind, following, phase_of
from gm.games.diplomacy.rules.state import GameState
from gm.games.diplomacy.wording.draw_labels import card_words, is_card
from gm.games.diplomacy.wording.draw_words import draw_words
from gm.languages import listed

_ALL = "all"
"""In place of a draw: everything that was entered."""

_WORDS = {"hole": "hole", "split": "split", "reopen": "reopen", "lot": "lot", "place": "place"}
_PACKS = {"cards": "line", "line": "line", "walk": "walk"}
_OF_SPECIAL = ("walk", "lot", "place")


@dataclass(frozen=True, slots=True)
class _Wish:
    """What a GM writes on a draw: what for, of which special unit, and what was drawn.

    Args:
        what: `hole`, `split`, `reopen`, `lot`, `place`, `line` or `walk`; or a whole label.
        special: the special unit, "" where it is about none.
        choices: what was drawn; of a pack of cards each with its province before it.
    """

    what: str
    special: str
    choices: tuple[tuple[str, str], ...]


class HatDraws:
    """Keeps the contract's `DrawWords`."""

    def told(self, draw: Draw, at: Position[GameState]) -> str:
        """Return a draw in one line: "Black hole of S1975: SYR, of 81 slips"."""
        return draw_words(draw, board_of(at))

    def chosen(self, chosen: str) -> str:
        """Return what was drawn; a card by its name."""
        return card_words(chosen) if is_card(chosen) else chosen

    def season(self, stage: Stage) -> str:
        """Return the season whose draws come next: `S1975`."""
        return coming_season(phase_of(stage))

    def read(
        self, words: Sequence[str], asked: DrawsAsked, at: Position[GameState]
    ) -> Mapping[str, str]:
        """Return what a GM has drawn.

        He writes `hole SYR`; `split NTH`; `reopen SYR`; `cards NWY=AS BEL=KD ...`;
        `walk "Irish 1" NWY=AS ...`; `lot "Irish 1" NTH1`; `place "Irish 1" UKR`; or a label and
        what was drawn.
        """
        return _labelled(_read(words), asked, board_of(at))

    def must_be_whole(self, asked: DrawsAsked, entered: Mapping[str, str]) -> None:
        """Refuse some cards of a pack without the others, and a split of what becomes a hole."""
        by_label = {draw.label: draw for draw in asked.draws}
        _must_be_whole(by_label, entered)
        holes = (draw.chosen for label, draw in by_label.items() if label.endswith(" hole"))
        hole = next(holes, "")
        if any(label.endswith(" split") and chosen == hole for label, chosen in entered.items()):
            raise InputError(
                f"{hole} is the province that becomes a black hole this season, and no black hole "
                "is split: enter what your hat gave when you drew again, or the hole first."
            )

    def is_meant(self, words: Sequence[str], label: str, season: str) -> bool:
        """Tell whether words by which a GM takes back what he has entered mean a draw."""
        return _is_meant(words, label, season)

    def fault(self, draws: Sequence[Draw]) -> str:
        """Return in a sentence the first card that was not drawn from what its pack had left."""
        return _packs(draws)


def coming_season(phase: Phase) -> str:
    """Return the season whose draws come next, as their labels begin: `S1975`."""
    while phase.kind in (PhaseKind.SETUP, PhaseKind.ADJUSTMENT):
        phase = following(phase)
    return season_of(phase)


def _read(words: Sequence[str]) -> _Wish:
    """Return what the GM's words say; InputError if they say nothing."""
    first, *rest = words or ("",)
    what = first.strip().casefold()
    special = ""
    if what in _OF_SPECIAL and rest:
        special, rest = _special(rest)
    if what in _PACKS and rest:
        return _Wish(_PACKS[what], special, tuple(map(_pair, rest)))
    if what in _WORDS and rest:
        return _Wish(what, special, (("", " ".join(rest)),))
    if " " in first.strip() and rest:
        return _Wish(" ".join(first.split()), "", (("", " ".join(rest)),))
    raise InputError(
        "Say what was drawn: hole SYR, split NTH, reopen SYR, cards NWY=AS BEL=KD ..., "
        'walk "Irish 1" NWY=AS ..., lot "Irish 1" NTH1, place "Irish 1" UKR, '
        'or a draw\'s label and the choice: "S1975 hole" SYR.'
    )


def _special(words: Sequence[str]) -> tuple[str, list[str]]:
    """Return a special unit's id and the words behind it: `Irish 1`, `irish1`, `Psychiatrist 2`."""
    text = " ".join(words)
    letters = text.lstrip()
    kind = "IRISH" if letters.upper().startswith("I") else "PSYCHIATRIST"
    name, _, behind = letters.partition(" ")
    number = "".join(filter(str.isdigit, name))
    if not number:
        number, _, behind = behind.partition(" ")
    if letters[:1].upper() not in {"I", "P"} or not number.isdecimal():
        raise InputError('Say which special unit, as "Irish 1" or "Psychiatrist 2", before that.')
    return f"{kind} {number}", behind.split()


def _pair(word: str) -> tuple[str, str]:
    place, sign, card = word.partition("=")
    if not sign or not place or not card:
        raise InputError(f"Cards are entered with their provinces, as NWY=AS, not {word!r}.")
    return place, card


def _labelled(wish: _Wish, asked: DrawsAsked, board: Board) -> dict[str, str]:
    """Return what was drawn by the labels of the draws; InputError where there is no such draw."""
    wanted: dict[str, str] = {}
    for place, choice in wish.choices:
        label = f"{asked.season} {wish.what}" if " " not in wish.what else wish.what
        label = f"{label} {wish.special}" if wish.special else label
        label = f"{label}: {_place(board, place)}" if place else label
        draw = asked.labelled(label)
        if draw is None:
            raise _no_such_draw(label, asked)
        wanted[draw.label] = _choice(board, choice, draw)
    return wanted


def _place(board: Board, text: str) -> str:
    places = places_of(board, split_words(text))
    if len(places) != 1:
        raise UnknownName(f"{text!r} is no province of the board as it is now.")
    return places[0]


def _choice(board: Board, text: str, draw: Draw) -> str:
    """Return one of the candidates of a draw as the GM writes it; InputError if it is none."""
    squeezed = "".join(text.split()).upper()
    if is_card(draw.candidates[0]):
        card = _card(text)
        if card is not None:
            return card
        raise InputError(f"{text!r} is no card; write AS for the ace of spades, TC, 9D.")
    for candidate in draw.candidates:
        if candidate.upper() == squeezed:
            return candidate
    places = [place for place in places_of(board, split_words(text)) if place in draw.candidates]
    if len(places) == 1:
        return places[0]
    raise InputError(f"{text!r} cannot be drawn for {draw.label}: {_among(draw.candidates)}.")


def _card(text: str) -> str | None:
    """Return a card as it is recorded: `as`, `10C`, `ace of spades`."""
    squeezed = "".join(text.split()).upper().replace("10", "T")
    named = {"".join(card_words(card).split()).upper(): card for card in PACK}
    return squeezed if squeezed in PACK else named.get(squeezed)


def _no_such_draw(label: str, asked: DrawsAsked) -> Exception:
    for phase, draw in asked.made:
        if draw.label.casefold() == label.casefold():
            return NotAllowed(
                f"{draw.label} was drawn in {phase}: {draw.chosen}. What has been drawn stays."
            )
    if not asked.draws:
        return NotAllowed("As things stand the game is over before anything more is drawn.")
    wanted = [drawn for drawn in asked.draws if not drawn.by_hand]
    known = listed(
        dict.fromkeys(drawn.label.partition(": ")[0] for drawn in wanted or asked.draws)
    )
    if " line: " in label:
        split = [drawn.chosen for drawn in asked.draws if " split" in drawn.label][-1]
        places = [
            drawn.label.partition(": ")[2] for drawn in asked.draws if " line: " in drawn.label
        ]
        return InputError(
            f"{label} is not drawn: as things stand {split} is split, and cards are drawn for "
            f"{listed(places)}. Enter the split first if your hat gave another one."
        )
    return InputError(f"{label} is not drawn in {asked.season}; drawn are {known}.")


def _among(candidates: Sequence[str]) -> str:
    return f"the hat holds {' '.join(candidates)}"


def _must_be_whole(asked: Mapping[str, Draw], wanted: Iterable[str]) -> None:
    """Refuse some cards of a pack without the others: each is drawn from what the others left."""
    for pack in dict.fromkeys(label.partition(": ")[0] for label in wanted if ": " in label):
        cards = [draw for label, draw in asked.items() if label.startswith(f"{pack}: ")]
        if lacking := [draw.label.partition(": ")[2] for draw in cards if not draw.by_hand]:
            raise InputError(
                f"The cards of {pack} come from one pack, so enter all of them at once: "
                f"{listed(lacking)} {'has' if len(lacking) == 1 else 'have'} none."
            )


def _is_meant(words: Sequence[str], label: str, season: str) -> bool:
    """Tell whether the GM's words mean a draw, by its label or shorter; a card means its pack."""
    what, *rest = " ".join(words).split() or [""]
    if what.casefold() == season.casefold() and rest:
        what, *rest = rest
    if what.casefold() in _OF_SPECIAL and rest:
        rest = [_special(rest)[0]]
    what = _PACKS.get(what.casefold().rstrip(":"), what)
    meant = " ".join((what, *rest)).partition(":")[0]
    known = label.partition(":")[0].removeprefix(f"{season} ")
    return meant.casefold() in {known.casefold(), _ALL}


def _packs(draws: Sequence[Draw]) -> str:
    """Return the first card that was not drawn from what its pack had left, in a sentence.

    The first is drawn from a whole pack, and so is the next when a pack is used up (Irish 6, 13).
    """
    left: dict[str, list[str]] = {}
    for draw in draws:
        pack, colon, _ = draw.label.partition(": ")
        if not colon or not is_card(draw.chosen):
            continue
        if [*draw.candidates] != (left.get(pack) or [*PACK]):
            return f"{draw.label}: the candidates are not what the pack had left."
        left[pack] = [card for card in draw.candidates if card != draw.chosen]
    return ""
