"""Mails that have no golden copy, for the test that all is told in the language spoken.

What people write, and what other parts of the server say, is in English here.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from datetime import timedelta

from gm.app.settings.setting_table import SETTINGS
from gm.contract.events import BY_VOTE, Ending, GameEnded
from gm.contract.facts import HouseSetting, OrdersSoFar, PressView
from gm.contract.told import Deed, ReadLine
from gm.games.diplomacy.pages import mails as season_mails
from gm.games.diplomacy.pages.answers import ForecastView, HistoryView, PhaseTold
from gm.games.diplomacy.pages.charts.figures import FiguresView, Reader, figures
from gm.games.diplomacy.pages.facts.annals import Annals, PlayedPhase, annals_of
from gm.games.diplomacy.pages.views import Chronicle, EndingView
from gm.games.diplomacy.rules.board import PowerId
from gm.games.diplomacy.rules.events import GameWon
from gm.games.diplomacy.rules.phases import Phase, PhaseKind, stage_of
from gm.report.pages.closing_page import (
    ClosingView,
    SeasonOrders,
    Statement,
    closing_mail,
    statement_answer,
)
from gm.report.pages.letter_page import LetterView, letter
from gm.report.pages.press_page import PressAgainView, press_again, press_mail
from gm.report.views import DeedsView, MailText, RefusalView
from tests.report import mails
from tests.report.irish_scenes import PLAYED, UNPLAYED, irish
from tests.report.play import NOW, ZONE, Play
from tests.report.scenes import AHEAD, REPUBLIC, STANDARD, played, year_of

LATER = NOW + timedelta(days=2)
LINES = (ReadLine("A Lim - Kil", "There is no province Lim on this board.", ("Limerick South",)),)
CHOICES = (ReadLine("A Ker - Cor", "", (), ((1, "A Ker - CoC"), (2, "A Ker - CoS"))),)


def _receipts() -> MailText:
    play = played("republic", 2)
    both = [
        replace(play.receipt("MUNSTER", "A CoC H"), problems=LINES),
        play.receipt("ULSTER", "A Dow H; F NOR C A Dow - Ant", number=2),
    ]
    return mails.receipts(both, LINES)


def _checks() -> MailText:
    play = played("republic", 0)
    powers = ("MUNSTER", "ULSTER", "LEINSTER", "CONNAUGHT", "BRITAIN")
    return mails.receipts([replace(play.receipt(one, ""), checked=True) for one in powers])


def _receipt_of_questions() -> MailText:
    lines = tuple(replace(one, stands=True) for one in CHOICES)
    view = played("republic", 2).receipt("MUNSTER", "A CoC - Ker", problems=lines, number=3)
    return mails.receipt(replace(view, late="", due=replace(view.due, held=True)))


def _receipt_of_a_budget() -> MailText:
    """More is ordered than the points cover unless all payments are matched."""
    play = played("republic", 3)
    texts = "RECEIVE 9 ULSTER; B A GaW; B A GaC; B A GaS; B BRIDGE GaC-GaW"
    return mails.receipt(play.receipt("CONNAUGHT", texts, {"ULSTER": "PAY 1 CONNAUGHT"}))


def _surplus() -> MailText:
    play = played("standard", 3)
    return mails.receipt(play.receipt("FRANCE", "B A PAR; B A MAR; B F BRE"))


def _statuses(powers: tuple[str, ...]) -> Callable[[], MailText]:
    return lambda: mails.statuses([played("republic", 3).status(one, "") for one in powers])


def _status_ahead() -> MailText:
    play = played("republic", 2)
    return mails.status(replace(play.status("MUNSTER", "A CoC H"), notes=("PRESS is waiting.",)))


def _reminders() -> MailText:
    play = played("standard", 1)
    return mails.reminders([play.reminder(one, "") for one in ("FRANCE", "GERMANY")])


def _forecast() -> MailText:
    play = played("republic", 3)
    view = play.season("MUNSTER")
    return mails.forecast(
        ForecastView(
            game=view.game,
            powers=(PowerId("MUNSTER"),),
            others=(PowerId("ULSTER"),),
            before=view.before,
            after=view.after,
            board=view.board,
            outcomes=view.outcomes,
            events=view.events,
            problems=LINES,
        )
    )


def _history(play: Play, asked: str = "", left_out: int = 0) -> MailText:
    view = play.season(None)
    chapter = PhaseTold(
        view.phase, view.before, view.after, view.board, view.outcomes, view.events
    )
    powers = tuple(view.board.powers)[:2]
    chapters = () if asked else (chapter,)
    return mails.history(
        HistoryView(view.game, powers, play.state.phase, asked, chapters, left_out)
    )


def _deeds(*, over: bool) -> MailText:
    play = played("republic", 2)
    done = (Deed("PRESS TO ULSTER", ("Your message has gone to Ulster.",)),)
    undone = (ReadLine("VOTE 7 YES", "There is no vote 7 in this game."),)
    phase, due = (None, None) if over else (play.rules.stage(play.state), play.due())
    powers = (PowerId("MUNSTER"), PowerId("ULSTER"))
    return mails.deeds(DeedsView(play.game(), powers, phase, due, done, undone, ZONE, NOW))


def _rules(variant: str) -> Callable[[], MailText]:
    def mail() -> MailText:
        play = played(variant, 0)
        return mails.rules(
            play.game(), play.state.phase, next(iter(play.rules.board.powers)), ZONE
        )

    return mail


def _house() -> MailText:
    """RULES in a game of which every other setting was changed."""
    play = played("standard", 0)
    house = tuple(
        HouseSetting(
            one.name, "12" if at % 2 else one.default, one.default, one.group, one.help, one.usual
        )
        for at, one in enumerate(SETTINGS)
    )
    game = replace(play.game(), house=house)
    return mails.rules(game, play.state.phase, PowerId("FRANCE"), ZONE)


def _command(word: str, near: tuple[str, ...] = ()) -> Callable[[], MailText]:
    return lambda: mails.command_help(played("republic", 0).game(), word, near)


def _refused() -> MailText:
    play = played("republic", 1)
    view = RefusalView(
        server_address="gm@games.example.org",
        subject="",
        reason="Your mail holds nothing that could be read.",
        remedy="",
        quoted=CHOICES,
        game=play.game(),
        seat=PowerId("MUNSTER"),
    )
    return mails.refusal(view)


def _closing(letters: int) -> Callable[[], MailText]:
    def mail() -> MailText:
        play = played("republic", 4)
        words = "What a game that was. " * letters
        view = ClosingView(
            game=play.game(),
            rules=play.rules,
            stage=play.rules.stage(play.state),
            events=(GameWon((PowerId("MUNSTER"),)),),
            statements=(Statement("Munster (Brian of Thomond)", words),),
            seed="5eed" * 16,
            seal="ab12" * 16,
            rulings=("A bridge is no hat.",),
            journal=((NOW, "The deadline was moved by a day."),),
            orders=(SeasonOrders(play.rules.stage(play.state), (("Munster", "A CoC - Ker"),)),),
        )
        return closing_mail(view, (PowerId("MUNSTER"),), ZONE).text

    return mail


def _statement(text: str) -> Callable[[], MailText]:
    def mail() -> MailText:
        said = Statement("Munster (Brian of Thomond)", text)
        game = played("republic", 0).game()
        return statement_answer(game, said, "1 Dec 2026", (PowerId("MUNSTER"),))

    return mail


def _message(writers: tuple[str, ...], to: tuple[str, ...], **more: bool) -> PressView:
    names = {"writers": tuple(map(PowerId, writers)), "to": tuple(map(PowerId, to))}
    return PressView(
        text="Let us be friends.", stage=stage_of(Phase.parse("S1016M")), at=NOW, **names, **more
    )


def _annals(variant: str) -> tuple[Play, Annals]:
    """Return a game and its figures; powers that sent nothing are late and silent in turn."""
    unplayed = UNPLAYED if variant == "irish" else ()
    play, phases = Play(variant, unplayed=unplayed), list[PlayedPhase]()
    given = {"standard": STANDARD, "republic": REPUBLIC, "irish": (*PLAYED, {}, {}, {})}[variant]
    for orders in given:
        before = play.state
        asked = tuple(PowerId(one.seat) for one in play.rules.pending(before))
        retreat = before.phase.kind is PhaseKind.RETREAT
        play.resolve({} if retreat else orders)
        late = dict.fromkeys(asked[:1], timedelta(hours=3))
        phases.append(PlayedPhase(before, play.state, play.last.outcomes, asked, play.late, late))
    return play, annals_of(phases, play.state, NOW)


def _figures(
    variant: str, write: Callable[[FiguresView], MailText], *words: str
) -> Callable[[], MailText]:
    """Return an answer to CHART or SUMMARY; `words` are the figures asked for, none for all."""

    def mail() -> MailText:
        play, annals = _annals(variant)
        powers = tuple(play.rules.board.powers)
        reader = Reader(powers[:1])
        found = figures(play.game(), powers, annals, reader)
        chosen = tuple(one for one in found if not words or one.what.value in words)
        return write(
            FiguresView(play.game(), play.state.phase, powers, annals, chosen, reader, ZONE, NOW)
        )

    return mail


MESSAGES: Mapping[str, PressView] = {
    "one": _message(("ULSTER",), ("MUNSTER",)),
    "several": _message(("ULSTER",), ("MUNSTER", "LEINSTER"), to_gm=True),
    "all": _message(("ULSTER", "BRITAIN"), (), everybody=True),
    "grey-all": _message((), (), everybody=True),
    "grey-one": _message((), ("MUNSTER",)),
    "grey-most": replace(_message((), (), everybody=True), but=(PowerId("ULSTER"),)),
    "gm": _message((), ("MUNSTER",), from_gm=True),
    "gm-all": _message((), (), everybody=True, from_gm=True),
}


def _press(name: str, reader: str) -> Callable[[], MailText]:
    def mail() -> MailText:
        powers = (PowerId(reader),) if reader else ()
        return press_mail(MESSAGES[name], played("republic", 1).game(), powers, ZONE)

    return mail


def _press_again() -> MailText:
    play = played("republic", 1)
    carried = "This server carries all press."
    found = tuple(MESSAGES.values())
    powers = (PowerId("MUNSTER"),)
    return press_again(
        PressAgainView(play.game(), play.rules.stage(play.state), powers, found, 3, carried, ZONE)
    )


def _letter() -> MailText:
    play = played("republic", 0)
    shown = season_mails.placed(play.rules.board, play.state, PowerId("MUNSTER"))
    view = LetterView(
        "You have a seat",
        ("It is the one of Munster.",),
        "meadow",
        steps=("Reply to it.",),
        shown=shown,
    )
    return letter(replace(view, gm_name="Maeve", gm_address="maeve@example.org"))


def _due(**more: object) -> Callable[[], MailText]:
    """An answer to STATUS in a phase whose deadline is told in another way."""

    def mail() -> MailText:
        view = played("standard", 1).status("FRANCE", "")
        return mails.status(replace(view, due=replace(view.due, **more)))  # type: ignore[arg-type]

    return mail


def _observed(phases: int) -> MailText:
    view = played("republic", phases).season(None)
    return mails.season_report(replace(view, observer=True))


def _observed_end() -> MailText:
    play = played("republic", 4)
    ended = GameEnded(Ending.DRAW, (PowerId("MUNSTER"), PowerId("ULSTER")), BY_VOTE, "All agreed.")
    years = (year_of(1016, play.state),)
    past = Chronicle(Phase.parse("W1015A"), NOW, 5, years, {}, statements_until=LATER)
    view = EndingView(play.game(), play.state, ended, past, None, ZONE, NOW, observer=True)
    return mails.ending(view)


def _end_for_a_player() -> MailText:
    play = played("republic", 4)
    ended = GameEnded(Ending.DRAW, (PowerId("MUNSTER"),), "gm", "All agreed.")
    years = (year_of(1016, play.state),)
    past = Chronicle(Phase.parse("W1015A"), NOW, 5, years, {}, statements_until=LATER)
    power = PowerId("MUNSTER")
    return mails.ending(EndingView(play.game(), play.state, ended, past, power, ZONE, NOW))


MORE: dict[str, Callable[[], MailText]] = {
    "more-receipts": _receipts,
    "more-checks": _checks,
    "more-receipt-questions": _receipt_of_questions,
    "more-receipt-budget": _receipt_of_a_budget,
    "more-receipt-ahead": lambda: mails.receipt(played("republic", 3).receipt("MUNSTER", AHEAD)),
    "more-receipt-surplus": _surplus,
    "more-statuses-two": _statuses(("MUNSTER", "ULSTER")),
    "more-statuses-five": _statuses(("MUNSTER", "ULSTER", "LEINSTER", "CONNAUGHT", "BRITAIN")),
    "more-status-notes": _status_ahead,
    "more-reminders": _reminders,
    "more-forecast": _forecast,
    "more-history-republic": lambda: _history(played("republic", 4)),
    "more-history-irish": lambda: _history(irish(4), left_out=2),
    "more-history-unknown": lambda: _history(played("republic", 4), asked="1492"),
    "more-deeds": lambda: _deeds(over=False),
    "more-deeds-over": lambda: _deeds(over=True),
    "more-rules-standard": _rules("standard"),
    "more-rules-republic": _rules("republic"),
    "more-rules-house": _house,
    "more-command": _command("PRESS"),
    "more-command-unknown": _command("PRES", ("PRESS", "PROPOSE")),
    "more-refused": _refused,
    "more-closing": _closing(1),
    "more-closing-long": _closing(9000),
    "more-statement": _statement("A fine game it was."),
    "more-statement-back": _statement(""),
    **{f"more-press-{name}": _press(name, "MUNSTER") for name in MESSAGES},
    "more-press-observer": _press("all", ""),
    "more-press-again": _press_again,
    "more-letter": _letter,
    "more-observed-opening": lambda: mails.opening(
        replace(played("republic", 0).opening(None), observer=True)
    ),
    "more-observed-winter": lambda: _observed(4),
    "more-observed-end": _observed_end,
    "more-end-player": _end_for_a_player,
    "more-chart-standard": _figures("standard", mails.chart),
    "more-chart-republic": _figures("republic", mails.chart),
    "more-chart-irish": _figures("irish", mails.chart),
    "more-chart-none": _figures("standard", mails.chart, "points"),
    **{
        f"more-chart-{word}": _figures(variant, mails.chart, word)
        for variant, word in (
            ("standard", "centres"),
            ("standard", "units"),
            ("irish", "points"),
            ("republic", "accounts"),
            ("irish", "orders"),
            ("republic", "nmr"),
        )
    },
    "more-summary-standard": _figures("standard", mails.summary),
    "more-summary-republic": _figures("republic", mails.summary),
    "more-summary-irish": _figures("irish", mails.summary),
    "more-due-held": _due(held=True),
    "more-due-paused": _due(paused=True),
    "more-due-closed": _due(closed=True),
    "more-due-then": _due(then=stage_of(Phase.parse("S1902M")), then_by=LATER),
    "more-due-grace": _due(deadline=NOW - timedelta(hours=1), closes=LATER),
    "more-due-so-far": _due(so_far=OrdersSoFar(7, 3, ("Austria", "England", "Italy"))),
    "more-due-early": _due(so_far=OrdersSoFar(7, 0, (), LATER)),
}
"""Each by a name of its own."""
