"""The settings of a game about who plays, and how the players end it."""

from __future__ import annotations

from typing import Final

from gm.app.settings.setting import Setting, choice, switch
from gm.app.settings.setting_kinds import Allocation, Draws, Quorum, SignUp, Start
from gm.languages import gettext_noop

PLAYERS: Final[tuple[Setting, ...]] = (
    choice(
        "sign-up",
        SignUp.CLOSED,
        "players",
        gettext_noop(
            "Who may ask by mail to play: nobody, those whom the GM invited, or everybody."
        ),
        gettext_noop("nobody can ask by mail to play"),
    ),
    choice(
        "allocation",
        Allocation.PREFERENCES,
        "players",
        gettext_noop(
            "Who gets which power: by the players' lists of preferences, by lot, or as the GM says."
        ),
        gettext_noop("seats go by lists of preferences"),
        until=True,
        only_with=("sign-up",),
    ),
    choice(
        "start",
        Start.GM,
        "players",
        gettext_noop(
            "Who begins the game: its GM, or the server as soon as so many ask to play as there are "
            "free seats; it gives the seats out then."
        ),
        gettext_noop("the GM begins the game"),
        until=True,
        only_with=("sign-up",),
    ),
    switch(
        "observers",
        "yes",
        "players",
        gettext_noop("Others may follow the game by mail."),
        gettext_noop("others may follow the game by mail"),
    ),
    switch(
        "published",
        "yes",
        "players",
        gettext_noop(
            "The game stands in the archive that the server writes for the web, with the names of its "
            "players."
        ),
        gettext_noop("the game may stand in an archive on the web"),
    ),
)
"""Who plays, and who else may look on."""


VOTES: Final[tuple[Setting, ...]] = (
    choice(
        "draws",
        Draws.SURVIVORS,
        "votes",
        gettext_noop(
            "Who shares a draw: all powers still in the game, those whom a proposal names, or nobody."
        ),
        gettext_noop("a draw is shared by all powers still in the game"),
    ),
    switch(
        "concessions",
        "yes",
        "votes",
        gettext_noop("The players may concede the game to one power."),
        gettext_noop("the game may be conceded to one power"),
    ),
    switch(
        "secret-votes",
        "yes",
        "votes",
        gettext_noop("Nobody learns who voted how."),
        gettext_noop("nobody learns who voted how"),
    ),
    choice(
        "quorum",
        Quorum.ALL,
        "votes",
        gettext_noop("How many of the powers still in the game must vote yes to end it."),
        gettext_noop("to end the game all powers must say yes"),
    ),
)
"""How players end a game by their votes."""
