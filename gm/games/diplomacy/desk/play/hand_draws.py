"""Draws that the GM makes with a hat of his own, entered before their season runs (Irish 4-13).

What is entered is stored and noted at once and acts when the season is resolved. It can be changed
and taken back until then.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from gm.app.play.chance import recorded_draws
from gm.app.play.proofs import prove_again
from gm.app.ports import Transaction
from gm.app.records import HandDraw, JournalEntry
from gm.app.services import Services
from gm.app.table import Table, lay
from gm.contract.draws import Draw
from gm.errors import InputError, NotAllowed, UnknownName
from gm.failpoints import failpoint
from gm.games.diplomacy.desk.play.hat import coming_season, still_to_come
from gm.games.diplomacy.desk.play.rehearsal import rehearse
from gm.games.diplomacy.language.names import places_of, split_words
from gm.games.diplomacy.pages.wording.draw_labels import card_words, is_card
from gm.games.diplomacy.rules.board import Board
from gm.games.diplomacy.rules.mechanics.cards import PACK
from gm.languages import listed

ALL = "all"
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


def enter_draw(
    services: Services, game_name: str, words: Sequence[str], reason: str = ""
) -> tuple[HandDraw, ...]:
    """Enter a draw by hand, or the cards of a whole pack.

    Args:
        services: the ports.
        game_name: the game's name.
        words: what was drawn: `hole SYR`; `split NTH`; `reopen SYR`; `cards NWY=AS BEL=KD ...`;
            `walk "Irish 1" NWY=AS ...`; `lot "Irish 1" NTH1`; `place "Irish 1" UKR`; or a label
            and what was drawn.
        reason: why; everybody may read it.

    Returns:
        What stands now in place of the draw.

    Raises:
        NoSuchGame: there is none of that name.
        InputError: the words are none of these, or nothing of the kind can be drawn.
        NotAllowed: nothing is drawn in this game, or that draw was made already.
    """
    with services.store.write() as transaction:
        table = _table(services, transaction, game_name)
        standing = _standing(transaction, table)
        asked = rehearse(transaction, table, standing)
        wanted = _labelled(transaction, table, _read(words), asked)
        _must_be_possible(transaction, table, {**standing, **wanted}, wanted)
        now, why = services.clock.now(), " ".join(reason.split())
        entered = tuple(
            transaction.add_hand_draw(HandDraw(0, table.game.id, label, chosen, why, now))
            for label, chosen in wanted.items()
        )
        told = ", ".join(f"{draw.label}: {draw.chosen}" for draw in entered)
        _note(services, transaction, table, "draw entered", f"The GM drew {told}.", why)
        _drop_stale(services, transaction, table)
        prove_again(services, transaction, table.game)
        failpoint("draws.before_commit")
    return entered


def take_back(services: Services, game_name: str, words: Sequence[str]) -> tuple[HandDraw, ...]:
    """Take back a draw that was entered by hand; cards go with their whole pack.

    Args:
        services: the ports.
        game_name: the game's name.
        words: as for `enter_draw`, without what was drawn; or `all`.

    Returns:
        What was taken back: that, and what made sense only with it.

    Raises:
        NoSuchGame: there is none of that name.
        NotAllowed: nothing of the kind is entered, or the season has run.
    """
    with services.store.write() as transaction:
        table = _table(services, transaction, game_name)
        entered = still_to_come(transaction, table.game)
        gone = tuple(draw for draw in entered if _is_meant(table, words, draw))
        if not gone:
            known = listed(draw.label for draw in entered) or "nothing"
            raise NotAllowed(
                f"Nothing of the kind is entered for {coming_season(table.state.phase)}; "
                f"there is {known}."
            )
        for hand_draw in gone:
            transaction.take_back_draw(hand_draw, services.clock.now())
        told = ", ".join(f"{draw.label}: {draw.chosen}" for draw in gone)
        _note(services, transaction, table, "draw taken back", f"The GM took back {told}.", "")
        gone += _drop_stale(services, transaction, table)
        prove_again(services, transaction, table.game)
    return gone


def _table(services: Services, transaction: Transaction, game_name: str) -> Table:
    table = lay(services, transaction, transaction.game(game_name))
    if not table.rules.meta.chance:
        raise NotAllowed(f"{table.game.name} is {table.rules.meta.title}: nothing is drawn in it.")
    return table


def _standing(transaction: Transaction, table: Table) -> dict[str, str]:
    return {draw.label: draw.chosen for draw in still_to_come(transaction, table.game)}


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


def _labelled(
    transaction: Transaction, table: Table, wish: _Wish, asked: Sequence[Draw]
) -> dict[str, str]:
    """Return what was drawn by the labels of the draws; InputError where there is no such draw."""
    board = table.rules.board_in(table.state)
    season = coming_season(table.state.phase)
    wanted: dict[str, str] = {}
    for place, choice in wish.choices:
        label = f"{season} {wish.what}" if " " not in wish.what else wish.what
        label = f"{label} {wish.special}" if wish.special else label
        label = f"{label}: {_place(board, place)}" if place else label
        draw = next((drawn for drawn in asked if drawn.label.casefold() == label.casefold()), None)
        if draw is None:
            raise _no_such_draw(transaction, table, label, asked)
        wanted[draw.label] = _choice(board, choice, draw)
    return wanted


def _place(board: Board, text: str) -> str:
    found = places_of(board, split_words(text))
    if len(found) != 1:
        raise UnknownName(f"{text!r} is no province of the board as it is now.")
    return found[0]


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
    found = [place for place in places_of(board, split_words(text)) if place in draw.candidates]
    if len(found) == 1:
        return found[0]
    raise InputError(f"{text!r} cannot be drawn for {draw.label}: {_among(draw.candidates)}.")


def _card(text: str) -> str | None:
    """Return a card as it is recorded: `as`, `10C`, `ace of spades`."""
    squeezed = "".join(text.split()).upper().replace("10", "T")
    named = {"".join(card_words(card).split()).upper(): card for card in PACK}
    return squeezed if squeezed in PACK else named.get(squeezed)


def _no_such_draw(
    transaction: Transaction, table: Table, label: str, asked: Sequence[Draw]
) -> Exception:
    for phase, draw in recorded_draws(transaction, table.game):
        if draw.label.casefold() == label.casefold():
            return NotAllowed(
                f"{draw.label} was drawn in {phase}: {draw.chosen}. What has been drawn stays."
            )
    if not asked:
        return NotAllowed("As things stand the game is over before anything more is drawn.")
    wanted = [drawn for drawn in asked if not drawn.by_hand]
    known = listed(dict.fromkeys(drawn.label.partition(": ")[0] for drawn in wanted or asked))
    if " line: " in label:
        split = [drawn.chosen for drawn in asked if " split" in drawn.label][-1]
        places = [drawn.label.partition(": ")[2] for drawn in asked if " line: " in drawn.label]
        return InputError(
            f"{label} is not drawn: as things stand {split} is split, and cards are drawn for "
            f"{listed(places)}. Enter the split first if your hat gave another one."
        )
    return InputError(
        f"{label} is not drawn in {coming_season(table.state.phase)}; drawn are {known}."
    )


def _among(candidates: Sequence[str]) -> str:
    return f"the hat holds {' '.join(candidates)}"


def _must_be_possible(
    transaction: Transaction,
    table: Table,
    entered: Mapping[str, str],
    wanted: Mapping[str, str],
) -> None:
    """Refuse what could not be drawn if the season ran now; InputError."""
    asked = {draw.label: draw for draw in rehearse(transaction, table, entered)}
    for label, chosen in wanted.items():
        draw = asked.get(label)
        if draw is not None and draw.refused:
            raise InputError(f"{chosen} cannot be drawn for {label}: {_among(draw.candidates)}.")
    _must_be_whole(asked, wanted)
    hole = next((one.chosen for label, one in asked.items() if label.endswith(" hole")), "")
    if any(label.endswith(" split") and chosen == hole for label, chosen in wanted.items()):
        raise InputError(
            f"{hole} is the province that becomes a black hole this season, and no black hole is "
            "split: enter what your hat gave when you drew again, or the hole first."
        )


def _must_be_whole(asked: Mapping[str, Draw], wanted: Iterable[str]) -> None:
    """Refuse some cards of a pack without the others: each is drawn from what the others left."""
    for pack in dict.fromkeys(label.partition(": ")[0] for label in wanted if ": " in label):
        cards = [one for label, one in asked.items() if label.startswith(f"{pack}: ")]
        if lacking := [draw.label.partition(": ")[2] for draw in cards if not draw.by_hand]:
            raise InputError(
                f"The cards of {pack} come from one pack, so enter all of them at once: "
                f"{listed(lacking)} {'has' if len(lacking) == 1 else 'have'} none."
            )


def _is_meant(table: Table, words: Sequence[str], one: HandDraw) -> bool:
    """Tell whether the GM's words mean a draw, by its label or shorter; a card means its pack."""
    what, *rest = " ".join(words).split() or [""]
    season = coming_season(table.state.phase)
    if what.casefold() == season.casefold() and rest:
        what, *rest = rest
    if what.casefold() in _OF_SPECIAL and rest:
        rest = [_special(rest)[0]]
    what = _PACKS.get(what.casefold().rstrip(":"), what)
    meant = " ".join((what, *rest)).partition(":")[0]
    known = one.label.partition(":")[0].removeprefix(f"{season} ")
    return meant.casefold() in {known.casefold(), ALL}


def _drop_stale(
    services: Services, transaction: Transaction, table: Table
) -> tuple[HandDraw, ...]:
    """Take back what makes no sense any more: the cards for a province that is not split now."""
    entered = still_to_come(transaction, table.game)
    asked = {draw.label for draw in rehearse(transaction, table, _standing(transaction, table))}
    known = {hand_draw.label for hand_draw in entered}
    broken = {label.partition(": ")[0] for label in asked - known if ": " in label}
    stale = tuple(
        hand_draw
        for hand_draw in entered
        if hand_draw.label not in asked
        or (": " in hand_draw.label and hand_draw.label.partition(": ")[0] in broken)
    )
    for one in stale:
        transaction.take_back_draw(one, services.clock.now())
    if stale:
        told = ", ".join(f"{hand_draw.label}: {hand_draw.chosen}" for hand_draw in stale)
        text = f"No longer asked for, and taken back: {told}."
        _note(services, transaction, table, "draw taken back", text, "")
    return stale


def _note(
    services: Services,
    transaction: Transaction,
    table: Table,
    kind: str,
    text: str,
    reason: str,
) -> None:
    data = json.dumps({"phase": table.phase.name, "reason": reason})
    entry = JournalEntry(0, table.game.id, services.clock.now(), kind, "gm", text)
    transaction.add_journal(replace(entry, data=data))


def entered_words(draw: HandDraw) -> str:
    """Return a draw entered by hand in one line, for the GM."""
    chosen = card_words(draw.chosen) if is_card(draw.chosen) else draw.chosen
    return f"{draw.label}: {chosen}{f' ({draw.reason})' if draw.reason else ''}"
