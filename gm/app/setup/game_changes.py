"""Changing a game: its settings, its lengths, its zone, its list and its GM.

Everything is checked before anything is changed, noted in the journal with the old value and the
new one, and told to the players where it changes how they play.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from gm.app.addresses.tokens import new_token
from gm.app.journal import note
from gm.app.mail_out.announcing import announce_open
from gm.app.mail_out.news import next_key, tell_all
from gm.app.mail_out.reasons import Words
from gm.app.mail_records import GM_SEAT
from gm.app.ports import JournalTransaction, Transaction
from gm.app.records import GameRecord, GameStatus, JournalEntry, JournalKind
from gm.app.services import Services
from gm.app.settings.game_facts import facts_of
from gm.app.settings.setting_table import BY_NAME
from gm.app.setup.describing import with_values
from gm.app.table import family_of, lay, rules_of
from gm.app.timing.early_processing import reconsider
from gm.errors import NotAllowed
from gm.languages import gettext, gettext_noop, ngettext
from gm.report.wording.sentence_parts import full_stop

_NOT_TOLD = frozenset({"desk", "list"})
"""The groups of settings that change nothing of how the game is played."""


@dataclass(frozen=True, slots=True)
class ChangedSetting:
    """A setting that was changed: its name, as it was and as it is, as a GM writes them."""

    name: str
    old: str
    new: str
    help: str
    told: bool
    later: bool = False


def change_game(
    services: Services, game_name: str, given: Mapping[str, str], reason: str = ""
) -> tuple[ChangedSetting, ...]:
    """Change settings of a game; what is as it was already is no change.

    Args:
        services: the ports.
        game_name: which game.
        given: values by name, as a GM writes them: settings, lengths, options of the variant.
        reason: why; everybody reads it.

    Raises:
        NoSuchGame: there is none of that name.
        InputError: a name that is none, or a value that cannot be.
        NotAllowed: the game is over, or something cannot change once it has begun.
    """
    with services.store.write() as transaction:
        game = transaction.game(game_name)
        if game.status is GameStatus.FINISHED:
            raise NotAllowed(f"Game {game.name} is over.")
        changed, changes = _changed(services, game, given)
        if not changes:
            return ()
        transaction.save_game(changed)
        if any(change.name == "gm-address" for change in changes):
            new_token(services, transaction, changed, GM_SEAT)  # the old one is another's now
        clean = " ".join(reason.split())
        _note(services, transaction, game, changes, clean)
        if transaction.open_phase(game.id) is not None:
            _tell(services, transaction, changed, changes, clean)
            reconsider(services, transaction, changed)
        announce_open(services, transaction, changed)
    return changes


def _changed(
    services: Services, game: GameRecord, given: Mapping[str, str]
) -> tuple[GameRecord, tuple[ChangedSetting, ...]]:
    """Return a game as it would be, and what that changes."""
    options = {option.name: option.default for option in rules_of(services, game).meta.options}
    if fixed := [name for name in given if name in options]:
        _only_before_the_start(game, fixed[0])
    now = with_values(services, game, given)
    changes = [
        *_facts_changed(services, game, now, given),
        *_options_changed(game, now, options, given),
        *_settings_changed(game, now, given),
    ]
    if game.status is not GameStatus.FORMING:
        for change in changes:
            if change.name in BY_NAME and BY_NAME[change.name].until_start:
                _only_before_the_start(game, change.name)
    return now, tuple(changes)


def _only_before_the_start(game: GameRecord, name: str) -> None:
    if game.status is not GameStatus.FORMING:
        raise NotAllowed(
            f"{name} can be changed only until the game begins; {game.name} is {game.status.value}."
        )


def _facts_changed(
    services: Services, old: GameRecord, new: GameRecord, given: Mapping[str, str]
) -> list[ChangedSetting]:
    facts = facts_of(family_of(services, new).kinds)
    return [
        ChangedSetting(name, was, now, fact.help, fact.told, fact.later)
        for name, fact in facts.items()
        if name in given and (was := fact.read(old)) != (now := fact.read(new))
    ]


def _options_changed(
    old: GameRecord, new: GameRecord, options: Mapping[str, str], given: Mapping[str, str]
) -> list[ChangedSetting]:
    was, now = {**options, **old.options}, {**options, **new.options}
    return [
        ChangedSetting(name, was[name], now[name], gettext_noop("A rule of the game."), True)
        for name in given
        if name in options and was[name] != now[name]
    ]


def _settings_changed(
    old: GameRecord, new: GameRecord, given: Mapping[str, str]
) -> list[ChangedSetting]:
    changed = []
    for name in given:
        if (setting := BY_NAME.get(name)) is None:
            continue
        was, now = old.settings.get(name, setting.default), new.settings.get(name, setting.default)
        if was != now:
            is_told, later = (
                setting.group not in _NOT_TOLD,
                name in {"at", "days", "holidays", "begins"},
            )
            changed.append(ChangedSetting(name, was, now, setting.help, is_told, later))
    return changed


def _note(
    services: Services,
    transaction: JournalTransaction,
    game: GameRecord,
    changes: Sequence[ChangedSetting],
    reason: str,
) -> JournalEntry:
    words = "; ".join(f"{change.name}: {change.old} -> {change.new}" for change in changes)
    table = [{"name": change.name, "old": change.old, "new": change.new} for change in changes]
    return note(
        transaction,
        services.clock.now(),
        JournalKind.SETTINGS_CHANGED,
        full_stop(words),
        game_id=game.id,
        author="gm",
        public=all(change.told for change in changes),
        data={"game": game.name, "changes": table, "reason": reason},
    )


def _tell(
    services: Services,
    transaction: Transaction,
    game: GameRecord,
    changes: Sequence[ChangedSetting],
    reason: str,
) -> None:
    """Tell everybody what changed of how they play; nothing if it changed only the GM's desk."""
    changed = [change for change in changes if change.told]
    if not changed:
        return
    key, table = next_key(transaction, f"changed {game.name}"), lay(services, transaction, game)
    tell_all(table, key, lambda _: _words(changed, reason))


def _words(changed: Sequence[ChangedSetting], reason: str) -> Words:
    """Return as a title and sentences what is said of settings that were changed."""
    count = len(changed)
    title = ngettext("{count} setting changed", "{count} settings changed", count, count=count)
    lines = [gettext("The GM has changed how the game is played:")]
    lines += [
        gettext(
            "{setting}: {new} (it was: {old}). {help}",
            setting=change.name,
            new=change.new,
            old=change.old,
            help=gettext(change.help),
        )
        for change in changed
    ]
    if reason:
        lines.append(gettext("The GM's reason: {reason}", reason=full_stop(reason)))
    if any(change.later for change in changed):
        lines.append(
            gettext("What is open now keeps its deadline; this holds from the next phase on.")
        )
    return title, tuple(lines)
