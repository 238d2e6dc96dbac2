"""RULES and REPORT: how a game is played, and what its stages brought, told again to a player."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from gm.app.mail_out.preferences import manner_for, preferences_of
from gm.app.orders.sitting import Sitting, game_of
from gm.app.records import PhaseRecord, PhaseStatus
from gm.app.reporting.stage_report import past_happened, stage_notes
from gm.app.table import Table, table_at
from gm.contract.facts import Part, Viewer
from gm.contract.told import told
from gm.languages import gettext, listed
from gm.report import mails
from gm.report.pages.answer_page import joined
from gm.report.pages.frame import tagged
from gm.report.pages.rules_page import house_settings, pace, rules_page_of
from gm.report.views import MailText

MOST_REPORTS: Final = 4
"""Reports of one answer, the newest of those that were asked for."""

FEW_REPORTS: Final = 2
"""Where there are more, each has one picture: a mail stays below a megabyte."""


def rules_answer(sittings: Sequence[Sitting], _asked: str) -> MailText:
    """Answer RULES: how the game is run, and the rules as played with their settings."""
    first, table = sittings[0], sittings[0].table
    game, rules, pages = game_of(first), table.rules, table.family.pages
    chosen = {**game.settings(), **house_settings(keep_impossible=game.keep_impossible)}
    played = pages.rules(rules, chosen, table.state)
    return mails.rules(
        game,
        table.stage,
        first.power,
        first.letter.person.time_zone,
        rules_page_of(game.meta, played, chosen, game.precedents),
        pace(table.family.kinds, game.lengths, pages.lead_help(rules)),
    )


def reports_answer(sittings: Sequence[Sitting], asked: str) -> MailText | None:
    """Answer REPORT and HISTORY: the reports of the stage that is named, or of the newest.

    None if nothing has been resolved.
    """
    return copies_of(sittings, _wanted(sittings[0], asked))


def copies_of(sittings: Sequence[Sitting], wanted: Sequence[PhaseRecord]) -> MailText | None:
    """Return copies of the reports of some stages, the newest of them; None if there are none."""
    first, newest = sittings[0], wanted[-MOST_REPORTS:]
    pictured = len(newest) <= FEW_REPORTS
    texts = [_report(sittings, phase, pictured=pictured) for phase in newest]
    told_again = [text for text in texts if text is not None]
    if not told_again:
        return None
    words = listed(first.table.stage_words(phase.name) for phase in newest)
    copy = gettext("Copy of the report of {words}", words=words)
    return joined(tagged(game_of(first), first.table.stage, copy), tuple(told_again))


def resolved_stages(sitting: Sitting) -> list[PhaseRecord]:
    """Return the stages of a game that are resolved, oldest first."""
    every = sitting.transaction.phases(sitting.table.game.id)
    return [phase for phase in every if phase.status is PhaseStatus.RESOLVED]


def _wanted(sitting: Sitting, asked: str) -> list[PhaseRecord]:
    """Return the stages whose names, as they are stored or said, some words are; else the last."""
    resolved = resolved_stages(sitting)
    named = [phase for phase in resolved if _is_named(sitting.table, phase, asked)]
    return named or resolved[-1:]


def _is_named(table: Table, phase: PhaseRecord, asked: str) -> bool:
    plain = asked.strip().casefold()
    return plain in {phase.name.casefold(), table.stage_words(phase.name).casefold()}


def _report(
    sittings: Sequence[Sitting], record: PhaseRecord, *, pictured: bool
) -> MailText | None:
    first = sittings[0]
    services, transaction, game = first.services, first.transaction, first.table.game
    happened = past_happened(services, transaction, game, record)
    if happened is None:
        return None
    hand, person = {sitting.power for sitting in sittings}, first.letter.person
    seats = tuple(seat.id for seat in happened.rules.seats if seat.id in hand)
    manner = manner_for(game, preferences_of(person.settings)).value
    known = told(happened, Viewer(Part.PLAYER, seats, person.time_zone, manner))
    notes = stage_notes(table_at(services, transaction, game, record))
    told_again = replace(known, notes=(*notes, _copy_note(first)), pictured=pictured)
    return mails.written(known.game, first.table.family.pages.report(told_again))


def _copy_note(sitting: Sitting) -> str:
    """Return in a sentence that a report is a copy, and where what is asked now stands."""
    return gettext(
        "This is a copy that you asked for, with the deadline of that time. What is "
        "asked of you now belongs to {phase}: STATUS shows it.",
        phase=sitting.table.stage_words(),
    )
