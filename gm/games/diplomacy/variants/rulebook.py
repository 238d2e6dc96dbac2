"""The settings by which a GM chooses a game's rulebook, and single rules otherwise than it.

DATC chapter 4: the rulebooks differ in four questions, and each may be answered by itself.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum
from typing import Final, TypeVar

from gm.contract.rules import Option
from gm.games.diplomacy.rules.policies import (
    DATC,
    PROFILES,
    RULES_1971,
    AdjacentConvoy,
    ConvoyRoutes,
    Paradox,
    Profile,
    Removal,
)
from gm.languages import gettext_noop

AS_PROFILE: Final = "profile"
"""The value of a single question that leaves it to the rulebook chosen."""

P = TypeVar("P", bound=Enum)


def rulebook_option(default: Profile, *, with_questions: bool = False) -> Option:
    """Return the setting that chooses a whole rulebook.

    Args:
        default: the rulebook of a game whose GM chooses none.
        with_questions: the variant offers the single questions besides.
    """
    names = dict.fromkeys((default.name, DATC.name, RULES_1971.name))
    words = gettext_noop("The rulebook: the preferences of DATC 3.2 (datc), or the rules of 1971.")
    if with_questions:
        words = gettext_noop(
            "The rulebook: the preferences of DATC 3.2 (datc), or the rules of 1971. Where a setting "
            "below says profile, the rulebook decides."
        )
    return Option("profile", tuple(names), words)


def _question(name: str, policy: type[Enum], words: str) -> Option:
    return Option(name, (AS_PROFILE, *(_token(member) for member in policy)), words)


def _token(choice: Enum) -> str:
    # A value is written without blanks, so that it stands in a command as it is.
    return str(choice.value).replace(" ", "-")


CONVOY_ROUTES = _question(
    "convoy_routes",
    ConvoyRoutes,
    gettext_noop(
        "Where fleets offer an army several routes: one whole route will do (any-route), or a fleet "
        "dislodged on any of them stops it (all-routes). DATC 4.A.1."
    ),
)

PARADOX = _question(
    "paradox",
    Paradox,
    gettext_noop(
        "Where a convoy would undo itself: the armies convoyed do not move (szykman); or an army does "
        "not cut support for an attack on a fleet that carries it (1971). DATC 4.A.2."
    ),
)

ADJACENT_CONVOYS = _question(
    "adjacent_convoys",
    AdjacentConvoy,
    gettext_noop(
        "An army that could walk goes by sea if it says VIA or a fleet of its own power carries it "
        "(own-intent), or only where a unit comes the other way (opposed-swap). DATC 4.A.3."
    ),
)

CIVIL_DISORDER = _question(
    "civil_disorder",
    Removal,
    gettext_noop(
        "Who is removed where orders lack: the unit farthest from the centres its power owns (2023), "
        "or from its home centres (1971). DATC 4.D.8."
    ),
)

QUESTIONS = (CONVOY_ROUTES, PARADOX, ADJACENT_CONVOYS, CIVIL_DISORDER)
"""The settings that answer one question otherwise than the rulebook chosen."""


def rulebook(settings: Mapping[str, str]) -> Profile:
    """Return the rulebook of a game's settings: that of `profile`, with the single answers.

    A game without one of the single questions leaves it to the rulebook.
    """
    base = PROFILES[settings["profile"]]
    chosen = {option.name: settings.get(option.name, AS_PROFILE) for option in QUESTIONS}
    answered = [name for name, token in chosen.items() if token != AS_PROFILE]
    return Profile(
        ", ".join((base.name, *(f"{name} {chosen[name]}" for name in answered))),
        _answer(chosen[CONVOY_ROUTES.name], base.routes),
        _answer(chosen[PARADOX.name], base.paradox),
        _answer(chosen[ADJACENT_CONVOYS.name], base.adjacent),
        _answer(chosen[CIVIL_DISORDER.name], base.removal),
    )


def in_force(settings: Mapping[str, str]) -> dict[str, str]:
    """Return the settings with the answers that really govern, where the rulebook gives them.

    Every question of the rulebook is answered, whether or not the game offers it as a setting.
    """
    if "profile" not in settings:
        return dict(settings)
    book = rulebook(settings)
    return {
        **settings,
        CONVOY_ROUTES.name: _token(book.routes),
        PARADOX.name: _token(book.paradox),
        ADJACENT_CONVOYS.name: _token(book.adjacent),
        CIVIL_DISORDER.name: _token(book.removal),
    }


def _answer(token: str, otherwise: P) -> P:
    """Return the choice that a token names, of the same policy as the rulebook's own."""
    policy = type(otherwise)
    return next((member for member in policy if _token(member) == token), otherwise)
