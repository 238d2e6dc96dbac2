"""The draws of a game in words: what was drawn, and what its GM has entered and is still to come.

Games that have no words of their own for draws are told by labels, and by what was chosen.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from gm.app.codec import load_draws
from gm.app.history.chance import hand_reasons, public_seed, recorded_draws
from gm.app.ports import Transaction
from gm.app.records import GameRecord, HandDraw
from gm.app.services import Services
from gm.app.table import codec_of, family_of, rules_of
from gm.contract.draw_words import DrawsAsked, DrawWords
from gm.contract.draws import Draw, SeededDraws, commitment
from gm.contract.game import Game
from gm.contract.rules import Position
from gm.contract.stages import Stage
from gm.errors import InputError, NotAllowed
from gm.json_answers import in_json, or_none
from gm.languages import listed


class PlainDrawWords:
    """Keeps the contract's `DrawWords`."""

    def told(self, draw: Draw, at: Position[Any]) -> str:
        """Return a draw by its label, with its candidates."""
        del at
        by_hand = " (by hand)" if draw.by_hand else ""
        return f"{draw.label}: {draw.chosen}, of {', '.join(draw.candidates)}{by_hand}"

    def chosen(self, chosen: str) -> str:
        """Return what was drawn as it is recorded."""
        return chosen

    def season(self, stage: Stage) -> str:
        """Return "": a draw is entered for the stage that asks for it."""
        del stage
        return ""

    def read(
        self, words: Sequence[str], asked: DrawsAsked, at: Position[Any]
    ) -> Mapping[str, str]:
        """Return a draw that is written as its label and what was chosen."""
        del at
        text = " ".join(" ".join(words).split())
        wanted = text.casefold()
        for draw in asked.draws:
            rest = wanted.removeprefix(draw.label.casefold())
            if rest == wanted or not rest.startswith((" ", ":")):
                continue
            chosen = rest.lstrip(": ")
            known = {candidate.casefold(): candidate for candidate in draw.candidates}
            if chosen not in known:
                raise InputError(
                    f"{text!r} cannot be drawn: there are {' '.join(draw.candidates)}."
                )
            return {draw.label: known[chosen]}
        for stage, draw in asked.made:
            if wanted.startswith(draw.label.casefold()):
                raise NotAllowed(
                    f"{draw.label} was drawn in {stage}: {draw.chosen}. What has been drawn stays."
                )
        labels = listed(draw.label for draw in asked.draws) or "nothing"
        raise InputError(f"{text!r} is no draw with its choice; drawn is {labels}.")

    def must_be_whole(self, asked: DrawsAsked, entered: Mapping[str, str]) -> None:
        """Refuse nothing: each draw is entered by itself."""

    def is_meant(self, words: Sequence[str], label: str, season: str) -> bool:
        """Tell whether words are a draw's label."""
        del season
        return " ".join(" ".join(words).split()).casefold() in {label.casefold(), "all"}

    def fault(self, draws: Sequence[Draw]) -> str:
        """Return "": of these draws it is not known what could be drawn."""
        del draws
        return ""


_PLAIN: Final = PlainDrawWords()


def draw_words_of(family: Game[Any, Any]) -> DrawWords[Any]:
    """Return the words of a family's draws."""
    return family.draw_words or _PLAIN


def still_to_come(transaction: Transaction, game: GameRecord, season: str) -> tuple[HandDraw, ...]:
    """Return the draws that the GM has entered and that can still be made.

    What the season did not ask for when it ran, such as the cards of a walk that the GM ordered
    after he had drawn them, stays stored and is past.

    Args:
        transaction: the store; game: which game; season: how the labels of the coming draws begin.
    """
    made = {draw.label for _, draw in recorded_draws(transaction, game)}
    return tuple(
        hand_draw
        for hand_draw in transaction.hand_draws(game.id)
        if is_of_season(hand_draw.label, season) and hand_draw.label not in made
    )


def is_of_season(label: str, season: str) -> bool:
    """Tell whether a draw is of the season whose labels begin so; "" is every season."""
    return not season or label.startswith(f"{season} ")


@dataclass(frozen=True, slots=True)
class DrawLine:
    """A draw that was made: in which phase, what, and in words; why, where the GM entered it."""

    phase: str
    draw: Draw
    words: str
    reason: str = ""


def _told(lines: tuple[DrawLine, ...]) -> list[dict[str, Any]]:
    return [*map(_plain, lines)]


def _plain(line: DrawLine) -> dict[str, Any]:
    draw = line.draw
    plain: dict[str, Any] = {
        "phase": line.phase,
        "label": draw.label,
        "candidates": [*draw.candidates],
        "chosen": draw.chosen,
        "by_hand": draw.by_hand,
    }
    if draw.by_hand:
        plain["reason"] = line.reason
    if draw.refused:
        plain["refused"] = draw.refused
    return plain


@dataclass(frozen=True, slots=True)
class DrawList:
    """The draws of a game; as JSON those that were made, and nothing of those to come.

    Args:
        game: its name; title: of its rules; chance: whether they have a hat at all.
        commitment: SHA-256 of the seed; seed: the seed once the game is over, "" before.
        draws: those made so far, as far as they are told; sealed: how many are not before the end.
        entered: those that the GM has entered and that are still to come, and the same in words; for
            him alone.
    """

    game: str
    title: str
    chance: bool = field(metadata=in_json(left_out=True))
    commitment: str
    seed: str = field(metadata=in_json(made=or_none))
    draws: tuple[DrawLine, ...] = field(metadata=in_json(made=_told))
    entered: tuple[HandDraw, ...] = field(default=(), metadata=in_json(left_out=True))
    entered_words: tuple[str, ...] = field(default=(), metadata=in_json(left_out=True))
    sealed: int = field(default=0, metadata=in_json(left_out=True))


def draw_list(services: Services, name: str, phase: str | None = None) -> DrawList:
    """Return the draws of a game, or those of one of its phases by its short name.

    Raises:
        NoSuchGame: there is none of that name.
    """
    with services.store.read() as transaction:
        game = transaction.game(name)
        lines = _lines(services, transaction, game)
        open_phase = transaction.open_phase(game.id)
        entered: tuple[HandDraw, ...] = ()
        if open_phase is not None:
            family = family_of(services, game)
            season = draw_words_of(family).season(family.stage(open_phase.name))
            entered = still_to_come(transaction, game, season)
        seed = public_seed(transaction, game)
    meta, over = rules_of(services, game).meta, bool(seed)
    shown = tuple(line for line in lines if over or not line.draw.sealed)
    return DrawList(
        game=game.name,
        title=meta.title,
        chance=meta.chance,
        commitment=commitment(game.seed),
        seed=seed,
        draws=tuple(line for line in shown if phase is None or line.phase == phase.upper()),
        entered=entered,
        entered_words=words_of_entered(services, name, entered),
        sealed=len(lines) - len(shown),
    )


def _lines(services: Services, transaction: Transaction, game: GameRecord) -> tuple[DrawLine, ...]:
    """Return every draw in words, sealed ones too: first those by which the game was set up."""
    rules, reasons = rules_of(services, game), hand_reasons(transaction, game)
    codec, words = codec_of(services, game), draw_words_of(family_of(services, game))
    lines: list[DrawLine] = []
    for number, phase in enumerate(transaction.phases(game.id)):
        at = Position(rules, codec.load_state(phase.state))
        result = transaction.result(phase.id)
        draws = load_draws(result.draws) if result is not None else ()
        if not number:
            draws = (*set_up_draws(game, at), *draws)
        # What a draw names was there before the phase was over.
        lines += [
            DrawLine(phase.name, draw, words.told(draw, at), reasons.get(draw.label, ""))
            for draw in draws
        ]
    return tuple(lines)


def set_up_draws(game: GameRecord, first: Position[Any]) -> tuple[Draw, ...]:
    """Return the draws by which a game was set up, as its seed gives them; nobody enters them.

    Args:
        game: with its seed; first: the position of its first stage.
    """
    if not first.rules.meta.chance:
        return ()
    unplayed = first.rules.fate(first.state).unplayed
    return first.rules.new_game(SeededDraws(bytes.fromhex(game.seed)), unplayed).draws


def words_of_entered(services: Services, name: str, draws: Iterable[HandDraw]) -> tuple[str, ...]:
    """Return draws of a game that were entered by hand, in one line each, for the GM."""
    with services.store.read() as transaction:
        words = draw_words_of(family_of(services, transaction.game(name)))
    return tuple(
        f"{draw.label}: {words.chosen(draw.chosen)}{f' ({draw.reason})' if draw.reason else ''}"
        for draw in draws
    )
