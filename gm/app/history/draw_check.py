"""Repeating draws: from the seed alone, and by playing a recorded game again.

A draw that the GM entered by hand cannot be repeated; it is listed, and its candidates are.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from gm.app.codec import codec_for, load_draws
from gm.app.history.amendments import facts_of, standing_amendments, with_amendments
from gm.app.history.chance import entered_in, public_seed, recorded_draws
from gm.app.history.draw_words import draw_words_of
from gm.app.history.resolving import resolve_with
from gm.app.ports import PhaseTransaction, Transaction
from gm.app.records import GameRecord, PhaseRecord, ResultRecord
from gm.app.services import Services
from gm.app.table import family_of, rules_of
from gm.contract.draws import Draw, HandDraws, SeededDraws, commitment
from gm.contract.events import GameEnded
from gm.contract.game import Game, Games
from gm.contract.rules import Position, Rules
from gm.errors import InputError, NotAllowed, UnreadableInput


@dataclass(frozen=True, slots=True)
class Verified:
    """What repeating the draws of a game brought.

    Args:
        draws: how many there are.
        by_hand: the labels of those that the GM entered, which no seed repeats.
        phases: how many phases were played again; 0 where only a record was at hand.
        difference: the first difference in a sentence, or "" if everything is as recorded.
        commitment: the SHA-256 of the seed that was used.
    """

    draws: int
    by_hand: tuple[str, ...]
    phases: int
    difference: str
    commitment: str


def read_seed(text: str) -> str:
    """Return a seed as it is published, in lower case; InputError if it is none."""
    seed = text.strip().lower()
    try:
        bytes.fromhex(seed)
    except ValueError:
        seed = ""
    if not seed:
        raise InputError("A seed is written in hexadecimal: the figures 0 to 9 and a to f.")
    return seed


def verify_record(games: Games, record: Mapping[str, object], seed: str | None) -> Verified:
    """Repeat the draws of a published record.

    Args:
        games: all there are, since each knows what its draws are made from.
        record: what `gm draws list --json` prints.
        seed: in hexadecimal; None for the one that the record holds.

    Raises:
        UnreadableInput: the record is not of that form.
        InputError: there is no seed, in the record or beside it, or it is none.
    """
    recorded = record.get("seed")
    given = seed or (recorded if isinstance(recorded, str) else None)
    if given is None:
        raise InputError(
            "This record has no seed yet: it is published when the game is over. "
            "If you know it, give it with --seed."
        )
    key = read_seed(given)
    draws = [_draw(entry) for entry in _list(record.get("draws"), "draws")]
    promised = record.get("commitment")
    difference = _other_seed(key, promised if isinstance(promised, str) else "")
    difference = difference or _twice(draws) or _fault(games, draws) or repeated(key, draws)
    return Verified(len(draws), _by_hand(draws), 0, difference, commitment(key))


def verify_game(services: Services, name: str, seed: str | None = None) -> Verified:
    """Repeat the draws of a game of this server, and play the whole game again with them.

    Args:
        services: the ports.
        name: of the game.
        seed: in hexadecimal; None for the game's own, which stays secret.

    Raises:
        NoSuchGame: there is none of that name.
        NotAllowed: it has not begun, or nothing is drawn in it.
        InputError: that is no seed.
    """
    with services.store.read() as transaction:
        game = transaction.game(name)
        family, rules = family_of(services, game), rules_of(services, game)
        played = _played(transaction, game)
        if not rules.meta.chance or not transaction.phases(game.id):
            why = "has not begun" if rules.meta.chance else "draws nothing"
            raise NotAllowed(f"{game.name} {why}: there is nothing to repeat.")
        key = read_seed(seed) if seed is not None else game.seed
        draws = [draw for _, draw in recorded_draws(transaction, game)]
        over = bool(public_seed(transaction, game))
        difference = _other_seed(key, commitment(game.seed)) or _twice(draws)
        difference = difference or repeated(key, draws, over=over)
        difference = difference or _replayed(transaction, game, family, rules, key, played)
    return Verified(len(draws), _by_hand(draws), len(played), difference, commitment(key))


def repeated(seed: str, draws: Iterable[Draw], *, over: bool = True) -> str:
    """Return the first draw that the seed does not give, in a sentence; "" if it gives all.

    Args:
        seed: in hexadecimal.
        draws: as recorded; those entered by hand are passed over.
        over: the game is; of a sealed draw nothing but its label is told before.
    """
    source = SeededDraws(bytes.fromhex(seed))
    for draw in draws:
        sealed = draw.sealed and not over
        if draw.chosen not in draw.candidates:
            if sealed:
                return f"{draw.label}: it is not as the seed gives it. {_SEALED}"
            return f"{draw.label}: {draw.chosen} is recorded, but was not among the candidates."
        if draw.by_hand:
            continue
        chosen = source.draw(draw.label, draw.candidates).chosen
        if chosen != draw.chosen:
            if sealed:
                return f"{draw.label}: it is not as the seed gives it. {_SEALED}"
            return f"{draw.label}: {draw.chosen} is recorded, but the seed gives {chosen}."
    return ""


_SEALED: Final = "It is sealed until the game is over."


def _other_seed(seed: str, promised: str) -> str:
    if not promised or commitment(seed) == promised.lower():
        return ""
    return (
        f"The seed is another one: its SHA-256 is {commitment(seed)}, and the game was begun with "
        f"{promised}."
    )


def _twice(draws: Iterable[Draw]) -> str:
    seen: set[str] = set()
    for draw in draws:
        if draw.label in seen:
            return f"{draw.label} was drawn twice; a label stands for one draw."
        seen.add(draw.label)
    return ""


def _fault(games: Games, draws: Sequence[Draw]) -> str:
    """Return the first draw that was made from the wrong candidates, by any game's word."""
    faults = (draw_words_of(family).fault(draws) for family in games.families())
    return next(filter(None, faults), "")


def _by_hand(draws: Iterable[Draw]) -> tuple[str, ...]:
    return tuple(draw.label for draw in draws if draw.by_hand)


Played = Sequence[tuple[PhaseRecord, ResultRecord]]
"""The phases of a game that were resolved, with what they brought."""


def _played(transaction: PhaseTransaction, game: GameRecord) -> Played:
    played = [
        (phase_record, transaction.result(phase_record.id))
        for phase_record in transaction.phases(game.id)
    ]
    return [(phase, result) for phase, result in played if result is not None]


def _replayed(
    transaction: Transaction,
    game: GameRecord,
    family: Game[Any, Any],
    rules: Rules[Any, Any],
    seed: str,
    played: Played,
) -> str:
    """Play a game again from its orders and its seed; return the first difference or ""."""
    phases = transaction.phases(game.id)
    codec = codec_for(family.stored)
    first = codec.load_state(phases[0].state)
    unplayed = rules.fate(first).unplayed
    begun = rules.new_game(SeededDraws(bytes.fromhex(seed)), unplayed).state
    if with_amendments(transaction, rules, codec, phases[0].id, begun) != first:
        return f"{phases[0].name} did not begin with the position that the rules set up."
    for number, (phase, result) in enumerate(played):
        if any(isinstance(event, GameEnded) for event in codec.load_events(result.events)):
            continue  # the GM ended the game: its orders were not carried out
        recorded = load_draws(result.draws)
        source = HandDraws(SeededDraws(bytes.fromhex(seed)), dict(entered_in(recorded)))
        given = codec.drafts(transaction.active_orders(phase.id))
        edits = facts_of(codec, standing_amendments(transaction, phase.id))
        at = Position(rules, codec.load_state(phase.state))
        again = resolve_with(family, at, given, source, edits)
        if difference := _first_other(
            phase, recorded, again.draws, over=bool(public_seed(transaction, game))
        ):
            return difference
        following = phases[number + 1] if number + 1 < len(phases) else None
        if following is None:
            continue
        reached = with_amendments(transaction, rules, codec, following.id, again.state)
        if codec.load_state(following.state) != reached:
            return f"{phase.name}, played again, leads to another position than was recorded."
    return ""


def _first_other(
    phase: PhaseRecord, recorded: Sequence[Draw], again: Sequence[Draw], *, over: bool
) -> str:
    for old, new in zip(recorded, again, strict=False):
        if old != new and (old.sealed or new.sealed) and not over:
            return f"{phase.name}, played again, draws otherwise: {old.label}. {_SEALED}"
        if old.label != new.label:
            return (
                f"{phase.name}, played again, asks for {new.label} where {old.label} is recorded."
            )
        if old.candidates != new.candidates:
            return (
                f"{phase.name}, played again, has other candidates for {old.label}: "
                f"{' '.join(new.candidates)}."
            )
        if old.chosen != new.chosen:
            return f"{old.label}: {old.chosen} is recorded, but played again it is {new.chosen}."
    if len(recorded) != len(again):
        return f"{phase.name}, played again, has {len(again)} draws; {len(recorded)} are recorded."
    return ""


def _list(value: object, what: str) -> list[object]:
    if not isinstance(value, list):
        raise UnreadableInput(f"{what}: a list is needed, as `gm draws list --json` prints it.")
    return value


def _draw(value: object) -> Draw:
    if not isinstance(value, Mapping):
        raise UnreadableInput("draws: each is an object with label, candidates and chosen.")
    label, chosen = value.get("label"), value.get("chosen")
    candidates = _list(value.get("candidates"), f"candidates of {label}")
    if not isinstance(label, str) or not isinstance(chosen, str) or not candidates:
        raise UnreadableInput("draws: each has a label, candidates, and what was chosen.")
    return Draw(label, tuple(map(str, candidates)), chosen, by_hand=value.get("by_hand") is True)
