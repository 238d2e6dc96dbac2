"""Mails of Irish games that are compared with the golden ones."""

from __future__ import annotations

from collections.abc import Callable
from copy import copy
from dataclasses import replace
from datetime import timedelta
from functools import lru_cache

from gm.contract.draws import HandDraws
from gm.contract.events import Ending, GameEnded
from gm.contract.told import ReadLine
from gm.games.diplomacy.pages.answers import BordersView, MapView, PointsView
from gm.games.diplomacy.pages.facts.annals import PointsStory, YearOfCentres, board_story_of
from gm.games.diplomacy.pages.views import Chronicle, EndingView, SeasonView
from gm.games.diplomacy.rules.board import PowerId, ProvinceId
from gm.games.diplomacy.rules.mechanics.promises import PointsGiven, PointsPart
from gm.games.diplomacy.rules.phases import Phase, PhaseKind
from gm.games.diplomacy.rules.state import GameState
from gm.report.views import MailText
from tests.report import mails
from tests.report.play import DRAWS, NOW, SEED, ZONE, Play

UNPLAYED = ("AUSTRIA", "BELGIUM", "TUNIS")
SETUP = {"SPAIN": "F SPA/NC", "DENMARK": "F DEN", "NORWAY": "A NWY", "SERBIA": "F SER"}
SPRING_1974 = {
    "ENGLAND": "F LON - NTH; F EDI - NWG; A LVP - YOR",
    "FRANCE": "A PAR - BUR; A MAR - GAS; F BRE - MAO",
    "GERMANY": "A MUN - BUR; A BER - KIE; F KIE - HEL",
    "ITALY": "A VEN - TRI; A ROM - TUS; F NAP - ION",
    "RUSSIA": "A WAR - GAL; A MOS - UKR; F STP/SC - BOT; F SEV - BLA",
    "TURKEY": "F ANK - BLA; A CON - BUL; A SMY - ARM",
    "SPAIN": "F SPA/NC - GAS",
    "NORWAY": "A NWY - FIN",
    "DENMARK": "F DEN - SKA",
    "RUMANIA": "A RUM H",
}
AUTUMN_1974 = {
    "ENGLAND": "F NTH C A YOR - NWY; A YOR - NWY; F NWG S A YOR - NWY",
    "FRANCE": "A PAR - GAS; A MAR - PIE; F MAO - POR",
    "GERMANY": "A MUN - RUH; A KIE - HOL; F HEL S A KIE - HOL",
    "ITALY": "F ION - TUN; A TUS - PIE; A VEN H",
    "RUSSIA": "A UKR - RUM; A WAR - LVN; F BOT - SWE; F SEV - BLA",
    "TURKEY": "F ANK - BLA; A CON - BUL",
    "RUMANIA": "A RUM - SEV",
    "NORWAY": "A FIN - SWE",
}
WINTER_1974 = {"SPAIN": "GIVE FRANCE 1", "ENGLAND": "B F LON"}
SPRING_1975 = {
    "FRANCE": "A MAR - PIE; A GAS - BUR; F MAO - WES2",
    "ITALY": "IF NOT FRANCE ENTERS PIE THEN GIVE FRANCE 2; "
    "IF NOT FRANCE ATTACKS WES THEN GIVE FRANCE 1; GIVE SPAIN 1; GIVE RUSSIA 50; A VEN H",
    "SPAIN": "IF FRANCE IN TUS THEN GIVE FRANCE 2 ELSE GIVE ITALY 3",
    "GERMANY": "IF FRANCE ENTERS BUR THEN GIVE FRANCE 6 AND GIVE RUSSIA 1; A RUH - HOL",
    "RUSSIA": "A UKR - RUM; F SEV - BLA",
}
PLAYED = (SETUP, SPRING_1974, AUTUMN_1974, WINTER_1974, SPRING_1975)


@lru_cache(maxsize=32)
def irish(phases: int) -> Play:
    """Return a game after its first phases; retreats nobody orders, and later nobody anything."""
    play, given = Play("irish", unplayed=UNPLAYED), list(PLAYED)
    for _ in range(phases):
        retreat = play.state.phase.kind is PhaseKind.RETREAT
        play.resolve({} if retreat or not given else given.pop(0))
    return play


def _season(phases: int, reader: str | None) -> Callable[[], MailText]:
    return lambda: mails.season_report(irish(phases).season(reader))


BY_HAND = {
    "S1976 walk PSYCHIATRIST 2: BUL": "AS",
    "S1976 hole": "SYR",
    "S1976 split": "PAR",
    "S1976 line: BUR": "AS",
    "S1976 line: PIC": "KS",
}


def _with_a_real_hat(reader: str | None) -> Callable[[], MailText]:
    """A season in which the GM used a real hat, sent Irish 1, and a unit in anarchy was beaten."""

    def mail() -> MailText:
        play = copy(irish(7))
        play.past = list(play.past)
        orders = {
            "ENGLAND": "A NWY - SWE",
            "DENMARK": "F SKA S A NWY - SWE",
            "SWEDEN": "A SWE - FIN1",
            "GM": "IRISH 1 - UKR",
        }
        play.resolve(orders, HandDraws(DRAWS, BY_HAND))
        reasons = {"S1976 hole": "drawn at the club on Friday", "S1976 split": ""}
        return mails.season_report(replace(play.season(reader), hand_reasons=reasons))

    return mail


def years() -> tuple[YearOfCentres, ...]:
    """Return the centres and points of the years that were played without orders."""
    found: list[YearOfCentres] = []
    for phases in (1, 4, 7, 10, 13, 16, 19, 22):
        state = irish(phases).state
        owners = sorted(set(state.centres.values()))
        counts = {who: len(state.centres_of(who)) for who in owners}
        points = state.part(PointsPart).balances
        found.append(YearOfCentres(state.phase.year - 1, counts, points))
    return tuple(found)


def _past() -> Chronicle:
    return Chronicle(Phase.parse("S1974P"), NOW, 22, years(), {}, seed=SEED)


def rich(state: GameState) -> GameState:
    """Return a position in which Switzerland has the points to win."""
    held = dict(state.part(PointsPart).balances)
    return state.with_part(PointsPart({**held, PowerId("SWITZERLAND"): 203}))


def won(reader: str | None) -> SeasonView:
    """Return the last report of a game that Switzerland has won by points."""
    view, who = irish(22).season(reader), PowerId("SWITZERLAND")
    after = replace(rich(view.after), winners=(who,))
    last = years()[-1]
    final = replace(last, points={**last.points, who: 203})
    past = replace(_past(), years=(*years()[:-1], final))
    return replace(view, after=after, due=None, chronicle=past)


def _drawn_game() -> MailText:
    play = irish(22)
    powers = (PowerId("ENGLAND"), PowerId("SWITZERLAND"))
    ended = GameEnded(Ending.DRAW, powers, "gm", "everybody agreed to it by mail")
    return mails.ending(
        EndingView(
            play.game(), play.state, ended, _past(), PowerId("FRANCE"), ZONE, NOW + timedelta(90)
        )
    )


PROMISES = (
    "A VEN - PIE; IF NOT FRANCE ENTERS PIE THEN GIVE FRANCE 2; "
    "IF NOT FRANCE ATTACKS PIE AND NOT FRANCE IN PIE THEN GIVE FRANCE 3; "
    "IF FRANCE SUPPORTS A VEN - PIE THEN GIVE FRANCE 1 ELSE GIVE SPAIN 1; "
    "IF TURKEY OWNS BUL THEN GIVE TURKEY 1; IF NOT FRANCE ENTERS WES THEN GIVE FRANCE 1"
)


def _numbered() -> MailText:
    """Orders sent ahead of a hat that split their province: each way has a number."""
    gone = ReadLine(
        "Fleet Gulf of Bothnia moves to Finland",
        "Finland was split, and both halves fit.",
        choices=(
            (3, "Fleet Gulf of Bothnia moves to Finland 1"),
            (4, "Fleet Gulf of Bothnia supports Army Finland 2"),
        ),
    )
    view = irish(8).receipt("RUSSIA", "F BLA - CON", problems=(gone,), changed=())
    return mails.receipt(replace(view, sent_ahead=True))


def _map() -> MailText:
    play = irish(12)
    story = board_story_of(play.past)
    power = PowerId("SPAIN")
    return mails.map_answer(MapView(play.game(), power, play.state, story, ZONE, NOW))


def _borders(asked: str, *candidates: str, phases: int = 12) -> Callable[[], MailText]:
    def mail() -> MailText:
        play = irish(phases)
        game = play.game()
        places = game.board.meant(ProvinceId(asked.upper()[:4].strip()))
        story = board_story_of(play.past)
        view = BordersView(
            game, PowerId("SPAIN"), play.state, asked, places, ZONE, NOW, candidates, story=story
        )
        return mails.borders_answer(view)

    return mail


def _points(phases: int) -> Callable[[], MailText]:
    def mail() -> MailText:
        play = irish(phases)
        gifts = tuple((when, one) for when, one in play.past if isinstance(one, PointsGiven))
        seen = tuple(one for one in years() if one.year < play.state.phase.year)
        story = PointsStory(seen, gifts)
        view = PointsView(play.game(), PowerId("SPAIN"), play.state, story, ZONE, NOW)
        return mails.points_answer(view)

    return mail


def _joining() -> MailText:
    play = irish(12)
    view = replace(play.opening("FRANCE"), joining=True, story=board_story_of(play.past))
    return _without_rules(mails.opening(view))


def _without_rules(mail: MailText) -> MailText:
    """Leave out the settings and the rules: another opening has them in full."""
    return replace(mail, text=mail.text.partition("THE SETTINGS\n")[0])


HAND = (PowerId("ITALY"), PowerId("SPAIN"))
"""The powers of a player of two."""


def _season_of_two() -> MailText:
    return mails.season_report(replace(irish(5).season("ITALY"), hand=HAND))


def _opening_of_two() -> MailText:
    return _without_rules(mails.opening(replace(irish(0).opening("ITALY"), hand=HAND)))


def _reminder_of_two() -> MailText:
    play = irish(5)
    came = (NOW,)
    views = [
        play.reminder("ITALY", "A VEN H", unconfirmed=came),
        play.reminder("SPAIN", "", unconfirmed=came),
    ]
    return mails.reminders(views)


IRISH_SCENES: dict[str, Callable[[], MailText]] = {
    "irish-opening-spain": lambda: mails.opening(irish(0).opening("SPAIN")),
    "irish-opening-list": lambda: _without_rules(mails.opening(irish(0).opening(None))),
    "irish-joining-france": _joining,
    "irish-help": lambda: mails.help_text(irish(0).game()),
    "irish-1-pieces-serbia": _season(1, "SERBIA"),
    "irish-2-spring-rumania": _season(2, "RUMANIA"),
    "irish-3-autumn-list": _season(3, None),
    "irish-4-winter-spain": _season(4, "SPAIN"),
    "irish-5-spring-italy": _season(5, "ITALY"),
    "irish-5-spring-france": _season(5, "FRANCE"),
    "irish-5-spring-list": _season(5, None),
    "irish-opening-italy-spain": _opening_of_two,
    "irish-5-spring-italy-spain": _season_of_two,
    "irish-reminder-italy-spain": _reminder_of_two,
    "irish-8-hand-sweden": _with_a_real_hat("SWEDEN"),
    "irish-11-reopened-england": _season(11, "ENGLAND"),
    "irish-23-met-bulgaria": _season(23, "BULGARIA"),
    "irish-over-switzerland": lambda: mails.season_report(won("SWITZERLAND")),
    "irish-ended-draw-france": _drawn_game,
    "irish-receipt-piece": lambda: mails.receipt(irish(0).receipt("SPAIN", "F SPA/NC")),
    "irish-receipt-promises": lambda: mails.receipt(irish(5).receipt("ITALY", PROMISES)),
    "irish-receipt-anarchy": lambda: mails.receipt(
        irish(5).receipt("RUSSIA", "F BLA - CON; A UKR - RUM")
    ),
    "irish-receipt-numbered": _numbered,
    "irish-receipt-winter": lambda: mails.receipt(
        irish(6).receipt("ENGLAND", "IF NOT FRANCE ENTERS PIE THEN GIVE FRANCE 2; GIVE SPAIN 9")
    ),
    "irish-reminder-piece": lambda: mails.reminder(irish(0).reminder("SPAIN", "")),
    "irish-reminder-anarchy": lambda: mails.reminder(irish(5).reminder("RUSSIA", "F BLA - CON")),
    "irish-status-rumania": lambda: mails.status(irish(5).status("RUMANIA", "")),
    "irish-map": _map,
    "irish-borders-halves": _borders("WES"),
    "irish-borders-hole": _borders("SKA"),
    "irish-borders-norway": _borders("NWY1"),
    "irish-borders-unknown": _borders("Splain", "Spain"),
    "irish-points": _points(5),
    "irish-points-none": _points(2),
}
