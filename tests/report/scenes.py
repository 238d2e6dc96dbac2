"""The mails that are compared with the golden ones: each is made as the server would make it."""

from __future__ import annotations

from collections.abc import Callable
from copy import copy
from dataclasses import replace
from datetime import timedelta
from functools import lru_cache

from gm.contract.events import Ending, GameEnded
from gm.contract.told import ReadLine
from gm.games.diplomacy.pages.facts.annals import YearOfCentres
from gm.games.diplomacy.pages.views import Chronicle, EndingView, Later
from gm.games.diplomacy.rules.board import PowerId
from gm.games.diplomacy.rules.events import GameWon, UnitDisbanded
from gm.games.diplomacy.rules.phases import Phase
from gm.games.diplomacy.rules.state import GameState
from gm.games.diplomacy.rules.winter.bridges import BridgeDemolished
from gm.games.diplomacy.rules.winter.payments import halves
from gm.report.pages.questions_page import QuestionView, WaitingMail, question
from gm.report.views import MailText, NoticeView, RefusalView
from tests.report import mails
from tests.report.irish_scenes import IRISH_SCENES, irish
from tests.report.play import NOW, WINTER_1015, ZONE, Play

SPRING_1016 = {
    "CONNAUGHT": "A GaS - Cla; A GaW - GaC",
    "MUNSTER": "A CoC - Ker; F CoS - Ker",
    "LEINSTER": "A DbS - Wic; A DbN - KiN",
    "ULSTER": "A BeS - Dow; F BeN - NOR",
}
AUTUMN_1016 = {
    "CONNAUGHT": "A Cla H; A GaC ATTACK BRIDGE GaC-GaW",
    "MUNSTER": "A CoC S A Cla - Ker; F CoS - Ker",
    "LEINSTER": "A Wic H; A KiN H",
    "ULSTER": "A Dow H; F NOR C A Dow - Ant",
    "BRITAIN": "F DeE - ENG; F DeW - STG",
}
WINTER_1016 = {
    "CONNAUGHT": "IF A Cla DISLODGED THEN D A Cla ELSE B A GaS",
    "LEINSTER": "RECEIVE 3 BRITAIN; B A DbN; B A DbS",
    "BRITAIN": "PAY 3 LEINSTER (oats); PAY 2 ULSTER (peace)",
    "MUNSTER": "B A CoS; B BRIDGE CoC-CoS",
}
SPRING_1901 = {
    "AUSTRIA": "A VIE - GAL; A BUD - SER; F TRI - ALB",
    "ENGLAND": "F LON - ENG; F EDI - NTH; A LVP - YOR",
    "FRANCE": "A PAR - BUR; A MAR S A PAR - BUR; F BRE - ENG",
    "GERMANY": "A MUN - BUR; F KIE - DEN; A BER - KIE",
    "ITALY": "A VEN - TYR; A ROM - VEN; F NAP - ION",
    "RUSSIA": "A WAR - GAL; A MOS - UKR; F STP/SC - BOT; F SEV - BLA",
    "TURKEY": "F ANK - BLA; A CON - BUL; A SMY - ARM",
}
AUTUMN_1901 = {
    "AUSTRIA": "A SER S F ALB - GRE; F ALB - GRE; A VIE - TRI",
    "ENGLAND": "F NTH C A YOR - NWY; A YOR - NWY; F LON - ENG",
    "FRANCE": "A BUR - MUN; A MAR - BUR; F BRE - MAO",
    "GERMANY": "A MUN H; F DEN - SWE; A KIE - HOL",
    "ITALY": "A TYR S A BUR - MUN; A VEN - TRI; F ION - TUN",
    "RUSSIA": "F BOT - SWE; A UKR - RUM; F SEV S A UKR - RUM; A WAR - GAL",
    "TURKEY": "A BUL - GRE; F ANK - BLA; A ARM - SEV",
}
W1016 = Phase.parse("W1016A")
REPUBLIC = (WINTER_1015, SPRING_1016, AUTUMN_1016, WINTER_1016)
STANDARD = (SPRING_1901, AUTUMN_1901, {})


@lru_cache(maxsize=16)
def played(variant: str, phases: int, winters: str = "") -> Play:
    """Return a game after its first phases."""
    play = Play(variant, {"winters": winters} if winters else {})
    for given in (REPUBLIC if variant == "republic" else STANDARD)[:phases]:
        play.resolve(given)
    return play


def _season(variant: str, phases: int, reader: str | None) -> Callable[[], MailText]:
    return lambda: mails.season_report(played(variant, phases).season(reader))


def judged(play: Play, number: int, reader: str | None) -> MailText:
    """Return the report of a phase in the judges' manner; `number` is the phase's in its game."""
    return mails.season_report(replace(play.season(reader), judge=True, number=number))


def _won() -> MailText:
    view = played("standard", 3).season("FRANCE")
    after = replace(view.after, winners=(PowerId("FRANCE"),))
    events = (*view.events, GameWon((PowerId("FRANCE"),)))
    start = played("standard", 0).state
    past = Chronicle(
        began=start.phase,
        began_at=NOW,
        phases=3,
        years=(year_of(1900, start), year_of(1901, after)),
        gone={PowerId("GERMANY"): view.phase},
    )
    over = replace(view, after=after, events=events, due=None, chronicle=past)
    return mails.season_report(over)


def year_of(year: int, state: GameState) -> YearOfCentres:
    """Return the centres of a position as those of a year."""
    owners = sorted(set(state.centres.values()))
    return YearOfCentres(year, {who: len(state.centres_of(who)) for who in owners})


def _ended(how: Ending, powers: tuple[str, ...], reader: str | None) -> Callable[[], MailText]:
    def mail() -> MailText:
        play, first = played("republic", 4), played("republic", 0).state
        ended = GameEnded(
            how, tuple(PowerId(one) for one in powers), "gm", "everybody agreed to it by mail"
        )
        years = (year_of(1015, first), year_of(1016, play.state))
        past = Chronicle(first.phase, NOW, 5, years, {})
        power = PowerId(reader) if reader else None
        return mails.ending(
            EndingView(play.game(), play.state, ended, past, power, ZONE, NOW + timedelta(90))
        )

    return mail


def _receipt_of_winter() -> MailText:
    play = played("republic", 0)
    texts = "B A BeS; B F BeN; B BRIDGE BeN-BeS; PAY 5 CONNAUGHT (for the peace)"
    remarks = ("'Belfast Soth' was read as Belfast South",)
    return mails.receipt(play.receipt("ULSTER", texts, remarks=remarks))


def _receipt_with_faults() -> MailText:
    play = played("republic", 1)
    old, new = play.orders("A CoC H; A CoC - Ker")
    wrong = "There is no province “Waterfrod South” on this board."
    view = play.receipt(
        "MUNSTER",
        "A CoC - Ker",
        number=2,
        dropped=((old, new),),
        remarks=("'Kery' was read as Kerry",),
        problems=(
            ReadLine("F CoS - Waterfrod South", wrong, ("Waterford", "Wexford South")),
            ReadLine("A Dub - Wic", "That unit is Leinster's."),
        ),
        ignored=("The attachment map.png was left out.",),
        seen_by_others=True,
    )
    return mails.receipt(view)


def _receipt_of_conditions() -> MailText:
    play = played("republic", 3)
    texts = "B A GaW; IF A Cla DISLODGED THEN D A Cla ELSE B A GaS"
    gone = play.orders("B BRIDGE GaC-GaW")[0]
    view = play.receipt("CONNAUGHT", texts, number=3, via_list=True, dropped=((gone, None),))
    return mails.receipt(view)


def _receipt_of_retreats() -> MailText:
    play = played("standard", 2)
    old = play.orders("A MUN D")[0]
    return mails.receipt(play.receipt("GERMANY", "", dropped=((old, None),)))


def _receipt_kept_impossible() -> MailText:
    play = played("standard", 0)
    orders = play.orders("A PAR - LON; A MAR S A PAR; F BRE - ENG")
    texts = "A PAR - LON; A MAR S A PAR; F BRE - ENG"
    return mails.receipt(play.receipt("FRANCE", texts, kept_impossible=orders[:1]))


def _refusal() -> MailText:
    play = played("republic", 1)
    view = RefusalView(
        server_address="gm@games.example.org",
        subject="Re: RE: re: my orders",
        reason="Your mail reached us 12 minutes after the deadline of W1015A",
        remedy="The report of this phase will say what is asked for next.",
        quoted=(ReadLine("Build A Belfast South", ""),),
        game=play.game(),
        due=play.due(),
        zone=ZONE,
        now=NOW,
    )
    return mails.refusal(view)


def _stranger() -> MailText:
    view = RefusalView(
        server_address="gm@games.example.org",
        subject="",
        reason="The address stranger@example.com holds no seat in any game.",
        remedy="Write from the address you are registered with, or ask the GM to change it.",
    )
    return mails.refusal(view)


def _question() -> MailText:
    """A mail in a player's name came from an address that is not known as his."""
    return question(
        QuestionView(
            title="Is this mail from you?",
            told=(
                (
                    "A mail for meadow came in on Sat 28 Nov 2026, 18:04 (Europe/Dublin; 18:04 UTC). Its "
                    "From line says holiday@elsewhere.test."
                ),
                (
                    "It went to your own reply address, but from an address that we do not know as yours. "
                    "So nothing in it has been recorded, and it waits for your word."
                ),
            ),
            quoted=("Build A Cork South", "<b>Pay 5 to Ulster</b> \u202e(toll)"),
            if_yes=(
                (
                    "Reply to this mail before Sun 29 Nov 2026, 20:00 (Europe/Dublin; 20:00 UTC) with the word "
                    "YES on its first line."
                ),
                "Write ADD to keep it.",
            ),
            if_no=("Do nothing, and nothing happens.",),
            choose=(
                (
                    "Neither a YES nor a NO alone touches these: they wait on. Choose them by their numbers; "
                    "the mail above is 1."
                ),
                "YES 2 confirms number 2 alone, YES 1 2 the mail above as well, YES ALL all of them.",
            ),
            waiting=(
                WaitingMail(
                    2,
                    (
                        (
                            "It came in on Sat 28 Nov 2026, 17:00 (Europe/Dublin; 17:00 UTC). Its From line says "
                            "mallory@elsewhere.test."
                        ),
                        "We do not know that address as yours, so YES ALL leaves it out.",
                    ),
                    (
                        "A vote: VOTE CONCEDE TO ULSTER",
                        "A message to all, in your name:",
                        "| I <i>surrender</i>",
                    ),
                ),
                WaitingMail(
                    3,
                    (
                        (
                            "It came in on Sat 28 Nov 2026, 17:30 (Europe/Dublin; 17:30 UTC). Its From line says "
                            "munster@example.org."
                        ),
                    ),
                    ("Build F Cork South",),
                ),
            ),
            game="meadow",
            gm_name="Maeve",
            gm_address="maeve@example.org",
        )
    )


def _notice() -> MailText:
    play = played("republic", 1)
    lines = ("The deadline of S1016M has moved.", "The GM's reason: a holiday in Munster.")
    view = NoticeView("The deadline is later", lines, play.game(), play.due(), ZONE, NOW)
    return mails.notice(view)


def _reminder_of_the_opening() -> MailText:
    view = played("republic", 0).reminder("ULSTER", "", waited_for=True)
    return mails.reminder(view)


def _reminder_of_payments() -> MailText:
    play = played("republic", 3)
    texts = "PAY 3 LEINSTER (oats); RECEIVE 1 ULSTER; B F DeE"
    waiting = play.orders(texts)[:2]
    return mails.reminder(play.reminder("BRITAIN", texts, unmatched=waiting))


def _reminder_of_removals() -> MailText:
    play = copy(played("republic", 3))
    kept = {place: who for place, who in play.state.centres.items() if who != "CONNAUGHT"}
    play.state = play.state.but(centres=kept)
    texts = "RECEIVE 7 ULSTER"
    lists = {PowerId("CONNAUGHT"): play.orders(texts)}
    made = play.rules.adjustments.resolve(play.rules.board, play.state, lists)
    view = play.reminder(
        "CONNAUGHT",
        texts,
        unmatched=play.orders(texts),
        losses=tuple(
            one
            for one in made.events
            if isinstance(one, UnitDisbanded | BridgeDemolished) and _of(one) == "CONNAUGHT"
        ),
    )
    return mails.reminder(view)


def _of(event: UnitDisbanded | BridgeDemolished) -> PowerId:
    return event.unit.power if isinstance(event, UnitDisbanded) else event.bridge.owner


def _reminder_of_moves() -> MailText:
    play = played("standard", 0)
    return mails.reminder(play.reminder("FRANCE", "A PAR - BUR; F BRE - MAO"))


def _reminder_of_doubts() -> MailText:
    """Two mails in the player's name wait for his word."""
    came = (NOW - timedelta(days=2), NOW - timedelta(hours=3))
    play = played("standard", 0)
    return mails.reminder(play.reminder("FRANCE", "A PAR - BUR; F BRE - MAO", unconfirmed=came))


def _autumn_of_doubts() -> MailText:
    """A mail in the player's name was never confirmed."""
    view = played("standard", 2).season("GERMANY")
    return mails.season_report(replace(view, unconfirmed=(NOW - timedelta(hours=3),)))


AHEAD = (
    "B A CoC; PAY 2 BRITAIN (harbour dues); "
    "IF F CoS SUCCEEDED AND NOT CONNAUGHT OWNS Ker THEN B F CoS ELSE B BRIDGE CoC-Wat"
)


def _receipt_with_winter() -> MailText:
    """Moves of an autumn and orders for its winter in one mail; one payment was sent before."""
    play = played("republic", 2)
    orders = play.orders(AHEAD)
    matching = halves(play.state, {"MUNSTER": orders})[PowerId("MUNSTER")]
    later = Later(W1016, orders, orders[:1] + orders[2:], matching=matching)
    return mails.receipt(play.receipt("MUNSTER", "A CoC H; F CoS - Ker", later=later))


def _receipt_without_winter() -> MailText:
    """Moves of an autumn whose winter is resolved with it, and no orders for that."""
    view = played("republic", 2, "joint").receipt("MUNSTER", "A CoC H; F CoS - Ker")
    return mails.receipt(replace(view, later=Later(W1016, joint=True)))


def _receipt_of_sent_ahead() -> MailText:
    """What is left of Munster's winter orders when the winter opens."""
    view = played("republic", 3).receipt("MUNSTER", "PAY 2 BRITAIN (harbour dues)")
    gone = ReadLine(
        "Build Army Cork Central",
        "Your own unit stands in Cork Central. Builds need a vacant home.",
    )
    return mails.receipt(replace(view, changed=(), problems=(gone,), sent_ahead=True))


def _autumn_of_a_joint_year(reader: str | None) -> Callable[[], MailText]:
    def mail() -> MailText:
        view = played("republic", 3, "joint").season(reader)
        due = view.due
        assert due is not None
        return mails.season_report(replace(view, due=replace(due, closed=True)))

    return mail


SCENES: dict[str, Callable[[], MailText]] = {
    "republic-opening-munster": lambda: mails.opening(played("republic", 0).opening("MUNSTER")),
    "republic-opening-list": lambda: mails.opening(played("republic", 0).opening(None)),
    "republic-joining-munster": lambda: mails.opening(
        replace(played("republic", 4).opening("MUNSTER"), joining=True)
    ),
    "republic-receipt-winter": _receipt_of_winter,
    "republic-receipt-faults": _receipt_with_faults,
    "republic-receipt-conditions": _receipt_of_conditions,
    "republic-1-winter-connaught": _season("republic", 1, "CONNAUGHT"),
    "republic-1-winter-list": _season("republic", 1, None),
    "republic-2-spring-munster": _season("republic", 2, "MUNSTER"),
    "republic-3-autumn-connaught": _season("republic", 3, "CONNAUGHT"),
    "republic-4-winter-britain": _season("republic", 4, "BRITAIN"),
    "republic-4-winter-ulster": _season("republic", 4, "ULSTER"),
    "republic-4-winter-list": _season("republic", 4, None),
    "republic-reminder-opening": _reminder_of_the_opening,
    "republic-reminder-payments": _reminder_of_payments,
    "standard-reminder-moves": _reminder_of_moves,
    "standard-reminder-doubts": _reminder_of_doubts,
    "standard-2-autumn-doubts": _autumn_of_doubts,
    "republic-reminder-removals": _reminder_of_removals,
    "standard-reminder-retreats": lambda: mails.reminder(
        played("standard", 2).reminder("GERMANY", "")
    ),
    "republic-refusal-late": _refusal,
    "republic-notice": _notice,
    "republic-question": _question,
    "republic-help": lambda: mails.help_text(played("republic", 0).game()),
    "server-refusal": _stranger,
    "server-help": lambda: mails.help_text(None),
    "standard-opening-france": lambda: mails.opening(played("standard", 0).opening("FRANCE")),
    "standard-receipt-impossible": _receipt_kept_impossible,
    "standard-receipt-retreats": _receipt_of_retreats,
    "standard-2-autumn-germany": _season("standard", 2, "GERMANY"),
    "standard-2-autumn-list": _season("standard", 2, None),
    "standard-3-retreats-germany": _season("standard", 3, "GERMANY"),
    "standard-2-judge-germany": lambda: judged(played("standard", 2), 2, "GERMANY"),
    "standard-3-judge-list": lambda: judged(played("standard", 3), 3, None),
    "republic-3-judge-connaught": lambda: judged(played("republic", 3), 3, "CONNAUGHT"),
    "republic-4-judge-list": lambda: judged(played("republic", 4), 4, None),
    "irish-5-judge-italy": lambda: judged(irish(5), 5, "ITALY"),
    "standard-over-france": _won,
    "republic-ended-draw-munster": _ended(Ending.DRAW, ("MUNSTER", "CONNAUGHT"), "MUNSTER"),
    "republic-ended-conceded-list": _ended(Ending.CONCESSION, ("MUNSTER",), None),
    "republic-ended-abandoned-ulster": _ended(Ending.ABANDONED, (), "ULSTER"),
    "republic-receipt-ahead": _receipt_with_winter,
    "republic-receipt-joint": _receipt_without_winter,
    "republic-receipt-sent-ahead": _receipt_of_sent_ahead,
    "republic-2-spring-joint-britain": lambda: mails.season_report(
        played("republic", 2, "joint").season("BRITAIN")
    ),
    "republic-3-autumn-joint-munster": _autumn_of_a_joint_year("MUNSTER"),
    "republic-3-autumn-joint-list": _autumn_of_a_joint_year(None),
    "standard-status-turkey": lambda: mails.status(played("standard", 3).status("TURKEY", "")),
    **IRISH_SCENES,
}
"""Every mail that is compared, by the name of its golden file."""
