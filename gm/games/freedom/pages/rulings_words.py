"""What the text leaves open, in words, as a game with its settings reads it; and what is done where nobody says."""

from __future__ import annotations

from collections.abc import Iterator

from gm.contract.pages import Paragraph
from gm.games.freedom.rules.tables import Tables
from gm.languages import gettext, listed


def open_questions(tables: Tables) -> tuple[Paragraph, ...]:
    """Return how the game reads what its text leaves open (12)."""
    return tuple(
        Paragraph(id_, text, (section,), ruling=True) for id_, text, section in _questions(tables)
    )


def rulings_chosen(tables: Tables) -> tuple[str, ...]:
    """Return which settings of the game are not as usual, for its opening mail."""
    chosen = tables.rulings.chosen()
    if not chosen:
        return ()
    sentence = gettext(
        "Not as usual in this game: {settings}. RULES says what they mean.",
        settings=listed(chosen),
    )
    return (sentence,)


def defaults(tables: Tables) -> tuple[Paragraph, ...]:
    """Return which units go, where new ones come and at what cannons fire, where no policy says (6, 7)."""
    return tuple(
        Paragraph(id_, text, (section,), ruling=True) for id_, text, section in _defaults(tables)
    )


def _questions(tables: Tables) -> Iterator[tuple[str, str, str]]:
    rulings = tables.rulings
    if rulings.near_start:
        yield (
            "near-start",
            gettext(
                "The Imperial units and cannons before the city begin one row nearer to the Wall than"
                " the usual set-up has them."
            ),
            "3",
        )
    yield (
        "reshuffle",
        gettext("An empty deck is replaced by its shuffled discards.")
        if rulings.reshuffle
        else gettext("An empty deck stays empty, and a hand stays short."),
        "4",
    )
    if rulings.prep_most:
        yield (
            "prep-most",
            gettext("No side's prep goes above {most}.", most=rulings.prep_most),
            "5",
        )
    yield (
        "wall-fort",
        gettext("Along the Wall, too, an attack at a fort needs one more.")
        if rulings.wall_fort
        else gettext("Along the Wall an attack at a fort needs no more than elsewhere."),
        "5",
    )
    yield (
        "event-morale",
        gettext(
            "An event that removes the last unit of a space, or destroys a Wall space, moves morale as an"
            " attack does; payments and desertion do not."
        )
        if rulings.event_morale
        else gettext("Events, payments and desertion give no choice of morale."),
        "5",
    )
    yield (
        "gun-fort",
        gettext("Imperial cannons need one more against a fort.")
        if rulings.gun_fort
        else gettext("Cannons hit a fort as easily as the rest of the Wall."),
        "7",
    )
    yield (
        "shot-morale",
        gettext("Each of the two hits of a shot may give a choice of morale.")
        if rulings.shot_morale
        else gettext("A shot gives one choice of morale at most."),
        "7",
    )


def _defaults(tables: Tables) -> Iterator[tuple[str, str, str]]:
    yield (
        "imperial-removal",
        gettext(
            "Imperial units that must go are taken, one by one, from the spaces of SET REMOVE in its order;"
            " else from the Camp, EXP before ALL, then from Row 8, Row 7 and so on, in a row from the left."
        )
        if tables.rulings.camp_first
        else gettext(
            "Imperial units that must go are taken, one by one, from the spaces of SET REMOVE in its order;"
            " else from Row 8, Row 7 and so on, in a row from the left, and from the Camp last."
        ),
        "6",
    )
    yield (
        "insurgent-removal",
        gettext(
            "Insurgent units that must go are taken from the spaces of SET REMOVE in its order; else from"
            " where most of them stand, of equal spaces Row 2 first, then the Wall from the left, then"
            " Marmarou, Vasiladi, Klisova."
        ),
        "6",
    )
    yield (
        "placement",
        gettext(
            "A new Insurgent unit comes into the first space of SET PLACE that can take it; else onto the"
            " Wall, if that is full onto the beach, then, as a reward only, onto an island: where fewest units"
            " stand, forts first, from the left."
        ),
        "6",
    )
    yield (
        "cannon-placement",
        gettext(
            "A new Insurgent cannon comes into the first space of SET PLACE that can take it; else onto the"
            " Wall, the beach, an island, in this order: to a unit first, then forts first, from the left."
        ),
        "6",
    )
    yield (
        "allies",
        gettext(
            "Allied units that arrive fill the spaces of SET ALLIES, then Row 7 and Row 8, each in the columns"
            " 5 4 6 3 7 2 8 1 9, three to a space; who finds none waits in the Camp."
        ),
        "6",
    )
    yield (
        "targets",
        gettext(
            "A cannon fires at the first target of its FIRE line that a hit would change; else where a choice"
            " of morale is likeliest, then where the dice need least, then straightest ahead, from the left."
            " Imperial cannons fire first, those with a FIRE line before the others."
        ),
        "7",
    )
