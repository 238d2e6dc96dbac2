"""The settings of a game about deadlines, and about orders that miss them."""

from __future__ import annotations

from typing import Final

from gm.app.settings.setting import Setting, choice, duration, switch
from gm.app.settings.setting_kinds import Nmr, OrdersIn, Overdue
from gm.app.settings.setting_texts import dates, moment, time_of_day, weekdays, whole_number
from gm.languages import gettext_noop

DEADLINES: Final[tuple[Setting, ...]] = (
    Setting(
        "at",
        "any",
        "deadlines",
        gettext_noop(
            "The hour at which deadlines fall, by the clocks of the game's zone, summer and winter."
        ),
        gettext_noop("at any hour"),
        gettext_noop("a time such as 20:00, or any"),
        time_of_day,
    ),
    Setting(
        "days",
        "all",
        "deadlines",
        gettext_noop("The weekdays on which deadlines fall."),
        gettext_noop("on all days of the week"),
        gettext_noop("all, or days such as mon-fri, or tue,thu,sun"),
        weekdays,
    ),
    Setting(
        "holidays",
        "none",
        "deadlines",
        gettext_noop("Days on which no deadline falls."),
        gettext_noop("no holidays"),
        gettext_noop("none, or dates such as 2026-12-24..2027-01-01, 2027-04-05"),
        dates,
    ),
    Setting(
        "begins",
        "at once",
        "deadlines",
        gettext_noop(
            "The moment before which the first phase is not resolved: its length is counted from it."
        ),
        gettext_noop("the first phase is open from the opening mail on"),
        gettext_noop("at once, or a moment such as 2026-12-01 20:00"),
        moment,
    ),
    switch(
        "early",
        "no",
        "deadlines",
        gettext_noop(
            "A phase is resolved before its deadline once all powers have given their orders, unless "
            "one has said WAIT."
        ),
        gettext_noop("nothing is resolved early"),
    ),
    duration(
        "cooling",
        "30min",
        "deadlines",
        gettext_noop(
            "How long orders can still be changed once all are in and a phase is to be resolved early."
        ),
        gettext_noop("30 minutes to change orders once all are in"),
        "early",
    ),
    duration(
        "absence",
        "14d",
        "deadlines",
        gettext_noop(
            "The longest absence of a player that moves a deadline without asking the GM; 0 asks him "
            "always."
        ),
        gettext_noop("an absence of up to 14 days moves a deadline"),
    ),
    choice(
        "overdue",
        Overdue.HOLD,
        "deadlines",
        gettext_noop(
            "What is done when no mail could be taken in at a deadline: the phase waits for the GM; its "
            "deadline is extended; it is resolved all the same."
        ),
        gettext_noop("a phase waits for the GM if no mail could come in"),
    ),
    switch(
        "calendar",
        "yes",
        "deadlines",
        gettext_noop("Mails that tell of a deadline bring an entry for the reader's calendar."),
        gettext_noop("mails bring an entry for your calendar"),
    ),
)
"""When phases end."""


ORDERS: Final[tuple[Setting, ...]] = (
    choice(
        "nmr",
        Nmr.HOLD,
        "orders",
        gettext_noop(
            "What is done when a power sent no orders by the deadline: its units hold; the deadline is "
            "extended once; a standby is asked; the power is left to civil disorder; the GM decides."
        ),
        gettext_noop("where orders are missing, the units hold"),
    ),
    duration(
        "extension",
        "2d",
        "orders",
        gettext_noop(
            "How far a deadline moves where it is extended because orders are missing, or because no "
            "mail could be taken in."
        ),
        gettext_noop("an extended deadline moves by 2 days"),
        "nmr",
        "overdue",
    ),
    switch(
        "first-orders",
        "no",
        "orders",
        gettext_noop("The first season waits until every power has sent orders, or for the GM."),
        gettext_noop("the first season waits for nobody"),
    ),
    Setting(
        "replace-after",
        "0",
        "orders",
        gettext_noop(
            "After so many seasons without orders, one after the other, a player loses the seat; "
            "0 for never."
        ),
        gettext_noop("nobody loses a seat over missing orders"),
        gettext_noop("a whole number"),
        whole_number,
    ),
    choice(
        "orders-in",
        OrdersIn.COUNT,
        "orders",
        gettext_noop(
            "What players are told of each other while a phase is open: nothing; how many powers have "
            "all their orders in; or which of them have, with those still awaited."
        ),
        gettext_noop("you are told how many powers have all their orders in"),
    ),
)
"""What is done where orders are missing, and what players learn of it."""
