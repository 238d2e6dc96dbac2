"""Complaints and remarks about the names of provinces that were split (Irish 9)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from gm.contract.language import Problem
from gm.games.diplomacy.language.naming import did_you_mean, names_of, place_name, sentences
from gm.games.diplomacy.rules.board import Board, ProvinceId
from gm.games.diplomacy.rules.units import Unit, UnitKind
from gm.languages import gettext, gettext_noop
from gm.languages.little_words import listed


def half_taken(board: Board, place: ProvinceId, unit: Unit, *, mine: bool) -> str:
    """A unit is named by a province that was split, and stands in one of the halves (Irish 9)."""
    match mine, unit.kind:
        case True, UnitKind.ARMY:
            said = gettext_noop("Read {whole} as {half}, where your army stands.")
        case True, _:
            said = gettext_noop("Read {whole} as {half}, where your fleet stands.")
        case _, UnitKind.ARMY:
            said = gettext_noop("Read {whole} as {half}, where {power}'s army stands.")
        case _:
            said = gettext_noop("Read {whole} as {half}, where {power}'s fleet stands.")
    return gettext(
        said,
        whole=place_name(board, place),
        half=place_name(board, unit.at.province),
        power=board.powers[unit.power].name,
    )


def which_unit(board: Board, place: ProvinceId, units: Iterable[Unit], text: str) -> Problem:
    """A name of a split province under which no unit stands, or units of both kinds (Irish 9)."""
    whole, halves = place_name(board, place), listed(names_of(board, board.gone[place]))
    names = tuple(str(unit.ref) for unit in units)
    if not names:
        nobody = gettext(
            "{whole} is now {halves}, and no unit stands there.", whole=whole, halves=halves
        )
        return Problem(nobody, text)
    now = gettext("{whole} is now {halves}.", whole=whole, halves=halves)
    return Problem(sentences(now, did_you_mean(names)), text, names)


def which_half(board: Board, places: Iterable[tuple[ProvinceId, Sequence[ProvinceId]]]) -> Problem:
    """An order with the name of a split province, and several halves make it possible (Irish 9).

    Args:
        board: the board in force.
        places: each name with those of its halves that may be meant.
    """
    asked = list(places)
    halves = tuple(name for _, found in asked for name in names_of(board, found))
    if len(asked) > 1:
        wholes = listed(names_of(board, (place for place, _ in asked)))
        message = gettext("{wholes} were split. Say which half of each you mean.", wholes=wholes)
        return Problem(message, str(asked[0][0]), halves)
    whole = place_name(board, asked[0][0])
    was_split = gettext("{whole} was split.", whole=whole)
    return Problem(sentences(was_split, did_you_mean(halves)), whole, halves)


def first_counts(problem: Problem) -> Problem:
    """A question about an order sent ahead, of which one choice counts meanwhile (Irish 9)."""
    meanwhile = gettext("Until you answer, the first counts.")
    return replace(problem, message=sentences(problem.message, meanwhile))


def no_half(board: Board, place: ProvinceId, why: Sequence[tuple[ProvinceId, str]]) -> Problem:
    """An order with the name of a split province that no half makes possible (Irish 9).

    Args:
        board: the board in force.
        place: the name.
        why: each half with the sentence on why it is not possible.
    """
    whole, halves = place_name(board, place), names_of(board, board.gone[place])
    said = [(half, *sentence.partition(". ")) for half, sentence in why]
    alike = {head.replace(place_name(board, half), whole) for half, head, _, _ in said}
    told = [*alike] * len(said) if len(alike) == 1 else [head for _, head, _, _ in said]
    reasons = " ".join(dict.fromkeys(_in_turn(told, [tail for _, _, _, tail in said])))
    wrong = (
        gettext_noop("{whole} is now {halves}, and neither is possible.")
        if len(halves) == _TWO
        else gettext_noop("{whole} is now {halves}, and none of them is possible.")
    )
    message = sentences(gettext(wrong, whole=whole, halves=listed(halves)), reasons)
    return Problem(message, whole)


def _in_turn(heads: Sequence[str], tails: Sequence[str]) -> Iterator[str]:
    """Yield each half's sentences together; what helps with several stands behind the last."""
    help_of = [tail.partition(" can go to ")[2] or tail for tail in tails]
    for at, (head, tail) in enumerate(zip(heads, tails, strict=True)):
        yield f"{head.rstrip('.')}."
        if tail and help_of[at] not in help_of[at + 1 :]:
            yield tail


_TWO = 2


def half_understood(board: Board, place: ProvinceId, half: ProvinceId) -> str:
    """The name of a split province was understood (Irish 9)."""
    return gettext(
        "Read {whole} as {half}, the only half that makes the order possible.",
        whole=place_name(board, place),
        half=place_name(board, half),
    )
