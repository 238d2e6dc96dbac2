"""All that can be set of a game, with its value, for the GM."""

from __future__ import annotations

from dataclasses import dataclass

from gm.app.records import GameRecord, GameStatus
from gm.app.services import Services
from gm.app.settings.game_facts import facts_of
from gm.app.settings.setting_table import SETTINGS
from gm.app.table import rules_of
from gm.languages import gettext
from gm.report.wording.sentence_parts import allowed_words


@dataclass(frozen=True, slots=True)
class SettingLine:
    """Something that can be set.

    Args:
        group: what it is about; "game" and "rules" are not settings of how it is run.
        name, value: as a GM writes them; default: what a game has that says nothing, "" for none.
        help: a sentence: what it decides. takes: what may be written, in words.
        fixed: it cannot be changed any more.
    """

    group: str
    name: str
    value: str
    default: str
    help: str
    takes: str
    fixed: bool


def settings_list(services: Services, game_name: str) -> tuple[SettingLine, ...]:
    """Return everything that can be set of a game, in the order in which it is shown; NoSuchGame."""
    with services.store.read() as transaction:
        game = transaction.game(game_name)
    return listed_of(services, game)


def listed_of(services: Services, game: GameRecord) -> tuple[SettingLine, ...]:
    """Return everything that can be set of a game, which need not be stored."""
    return (*_facts(services, game), *_settings(game), *_options(services, game))


def _facts(services: Services, game: GameRecord) -> tuple[SettingLine, ...]:
    return tuple(
        SettingLine(
            "game", name, fact.read(game), "", gettext(fact.help), gettext(fact.takes), fixed=False
        )
        for name, fact in facts_of(services.games.family_of(game.variant).kinds).items()
    )


def _settings(game: GameRecord) -> tuple[SettingLine, ...]:
    begun = game.status is not GameStatus.FORMING
    return tuple(
        SettingLine(
            setting.group,
            setting.name,
            game.settings.get(setting.name, setting.default),
            setting.default,
            gettext(setting.help),
            setting.takes_words(),
            fixed=begun and setting.until_start,
        )
        for setting in SETTINGS
    )


def _options(services: Services, game: GameRecord) -> tuple[SettingLine, ...]:
    begun = game.status is not GameStatus.FORMING
    return tuple(
        SettingLine(
            "rules",
            option.name,
            game.options.get(option.name, option.default),
            option.default,
            gettext(option.help),
            allowed_words(option),
            fixed=begun,
        )
        for option in rules_of(services, game).meta.options
    )
