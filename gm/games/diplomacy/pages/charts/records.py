"""The figures of a game as plain records, for tables of other programs."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from gm.games.diplomacy.pages.charts.figures import Curves, Figure, Reader, Shares, What
from gm.games.diplomacy.pages.facts.annals import Annals
from gm.games.diplomacy.pages.facts.secrets import payments_are_private
from gm.games.diplomacy.pages.views import GameView
from gm.games.diplomacy.rules.mechanics.accounts import Account

COLUMNS: Final = ("figure", "power", "moment", "part", "value")
"""The columns of the records."""


@dataclass(frozen=True, slots=True)
class Record:
    """One value of a figure.

    Args:
        figure: what it is about: "centres", or "owners" for whose a centre was.
        power: whose it is, by id.
        moment: the year, the season as S1975, or the phase as S1975M.
        part: what of it: the fate of orders, a line of an account, a centre; "" for the whole.
        value: the number; of `owners` always 1.
    """

    figure: str
    power: str
    moment: str
    part: str
    value: int

    def cells(self) -> tuple[str, ...]:
        """Return its values in the sequence of `COLUMNS`."""
        return self.figure, self.power, self.moment, self.part, str(self.value)


def records_of(
    figure: Figure, game: GameView, annals: Annals, reader: Reader
) -> tuple[Record, ...]:
    """Return a figure as records, season by season, with what the reader may know.

    Args:
        figure: made for the same reader.
        game: the game; annals: its figures; reader: who they are for.
    """
    match figure:
        case Curves(what=What.ACCOUNTS):
            return tuple(_accounts(game, annals, reader))
        case Curves(what=What.CENTRES):
            return (*_course(figure), *_owners(annals))
        case Curves():
            return tuple(_course(figure))
        case Shares(what=What.ORDERS):
            return tuple(_orders(annals))
        case Shares():
            return tuple(_attendance(annals, reader))


def _course(figure: Curves) -> Iterator[Record]:
    for power, values in figure.lines.items():
        for time, value in zip(figure.times, values, strict=True):
            if value is not None:
                yield Record(figure.what.value, power, time, "", value)


def _owners(annals: Annals) -> Iterator[Record]:
    for year in annals.years:
        for place, owner in year.owners.items():
            yield Record("owners", owner, str(year.year), place, 1)


def _accounts(game: GameView, annals: Annals, reader: Reader) -> Iterator[Record]:
    private = payments_are_private(game)
    for winter in annals.winters:
        for account in winter.accounts:
            known = not private or reader.may_know(account.power)
            for part, value in _lines(account, known=known):
                if value is not None:
                    yield Record("accounts", account.power, str(winter.year), part, value)


def _lines(one: Account, *, known: bool) -> Iterator[tuple[str, int | None]]:
    """Yield the lines of an account; the private ones only where they are known."""
    yield "on board", one.on_board
    yield "off board", one.off_board
    yield "bridge losses", one.bridge_losses
    yield "units", one.unit_upkeep
    yield "bridges", one.bridge_upkeep
    if known:
        yield "received", one.received
        yield "given", one.given
        yield "budget", one.budget
        yield "forfeited", one.forfeited


def _orders(annals: Annals) -> Iterator[Record]:
    for tried in annals.tried:
        for power, counts in tried.counts.items():
            for fate, count in counts.items():
                yield Record("orders", power, str(tried.phase), fate.value, count)


def _attendance(annals: Annals, reader: Reader) -> Iterator[Record]:
    for roll in annals.rolls:
        for power in roll.asked:
            yield Record("nmr", power, str(roll.phase), "missed", int(power in roll.silent))
            if power in roll.late and reader.may_know(power):
                seconds = int(roll.late[power].total_seconds())
                yield Record("nmr", power, str(roll.phase), "seconds late", seconds)
