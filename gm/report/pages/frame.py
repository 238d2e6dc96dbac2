"""What stands around every mail of a game: its name, the phase, the deadline, the addresses."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from gm.contract.facts import Due, GameFacts, OrdersSoFar
from gm.contract.seats import SeatId
from gm.contract.stages import Stage
from gm.languages import gettext, gettext_noop, listed, ngettext
from gm.report.wording.dates import day_words, moment_words, time_left
from gm.report.wording.sentence_parts import counted
from gm.report.wording.text import quiet

# How far everybody's orders are, in a sentence, as far as its reader may know.


def so_far_words(so_far: OrdersSoFar) -> str:
    """Return it, as `4 of 7 powers have all their orders in; still awaited: Italy` in a sentence."""
    done, names = so_far.asked - so_far.awaited, listed(so_far.names)
    if not so_far.awaited:
        return gettext("All orders are in.")
    if not done and not names:
        return gettext("No power has all its orders in yet.")
    if not done:
        return gettext(
            "No power has all its orders in yet; still awaited: {powers}.", powers=names
        )
    total = counted(so_far.asked, "power")
    if not names:
        return ngettext(
            "{n} of {total} has all its orders in.",
            "{n} of {total} have all their orders in.",
            done,
            n=done,
            total=total,
        )
    return ngettext(
        "{n} of {total} has all its orders in; still awaited: {powers}.",
        "{n} of {total} have all their orders in; still awaited: {powers}.",
        done,
        n=done,
        total=total,
        powers=names,
    )


def early_words(stage: str, moment: datetime, zone: str, now: datetime | None) -> str:
    """Return that all orders are in, and until when they can be changed.

    Args:
        stage: the open one, as people call it; moment: UTC, at which it is resolved then.
        zone: the reader's; now: UTC, where it is to be told how far off that is.
    """
    facts = {"phase": stage, "moment": moment_words(moment, zone)}
    if now is None:
        return gettext(
            "All orders are in: {phase} is resolved on {moment}, before its deadline. If somebody "
            "changes his orders until then, that time begins anew; WAIT keeps the phase open to its "
            "deadline.",
            **facts,
        )
    return gettext(
        "All orders are in: {phase} is resolved on {moment}, {left}, before its deadline. If "
        "somebody changes his orders until then, that time begins anew; WAIT keeps the phase open "
        "to its deadline.",
        left=time_left(now, moment),
        **facts,
    )


@dataclass(frozen=True, slots=True)
class Deadline:
    """The phase that is asked for, and by when.

    Args:
        title: what is due: "Spring 1016: orders due"; code: the phase's short name.
        words: the moment in the reader's zone and in UTC.
        left: how far off it is, or "" where the moment of writing is not known; that the phase
            waits for the GM, where it does.
        then: what is due after it, and by about when; "" where that is not told.
        so_far: how far everybody's orders are; "" where that is not told.
    """

    title: str
    code: str
    words: str
    left: str
    then: str = ""
    so_far: str = ""


@dataclass(frozen=True, slots=True)
class Frame:
    """What stands around a mail.

    Args:
        game: the game's name; title: of its rules.
        phase: what the mail is about, in words.
        reader: name of the power, or the powers, that its reader plays, or "" for the list and for strangers.
        player: the player's name, or "".
    """

    game: str
    title: str
    phase: str
    reader: str
    player: str
    gm_name: str
    gm_address: str
    order_address: str
    deadline: Deadline | None


_AT_ONCE = gettext_noop(
    "It is resolved at once, by the orders sent for it until now. Its report follows, and asks for "
    "the next orders."
)


def deadline_of(game: GameFacts, due: Due, zone: str, now: datetime | None) -> Deadline:
    """Return a deadline for people."""
    left = time_left(now, due.deadline) if now is not None else ""
    if due.closes is not None and due.in_grace(now):
        left = gettext(
            "The deadline has passed; orders still count, and are late, until {when}.",
            when=moment_words(due.closes, zone),
        )
    if due.paused:
        left = gettext("The game is paused: no deadline passes, and orders are still taken.")
    elif due.held:
        left = gettext(
            "The deadline has passed; the phase waits for the GM, and orders still count."
        )
    if due.closed:
        follows = gettext("{phase} follows", phase=game.stage_words(due.stage))
        return Deadline(follows, str(due.stage), gettext(_AT_ONCE), "")
    if due.untimed:
        return _waiting(game, due, zone)
    words, title = moment_words(due.deadline, zone), game.pages.due(due.stage)
    then, so_far = _then(game, due, zone), _so_far(game, due, zone, now)
    return Deadline(title, str(due.stage), words, left, then, so_far)


def _waiting(game: GameFacts, due: Due, zone: str) -> Deadline:
    """Return a stage in which nothing falls due: until when it waits for an answer."""
    words = gettext("No deadline: the game waits until orders come.")
    if due.paused:
        words = gettext("The game is paused; orders are still taken.")
    elif due.abandoned:
        until = day_words(due.deadline, zone)
        words = gettext(
            "No deadline: the game waits until {day}, then it is abandoned.", day=until
        )
    return Deadline(game.pages.stage_open(due.stage), str(due.stage), words, "")


def _so_far(game: GameFacts, due: Due, zone: str, now: datetime | None) -> str:
    """Return how far everybody's orders are, and when the stage is resolved if all are in."""
    if due.so_far is None:
        return ""
    if due.so_far.resolved_at is None:
        return so_far_words(due.so_far)
    return early_words(game.stage_words(due.stage), due.so_far.resolved_at, zone, now)


def _then(game: GameFacts, due: Due, zone: str) -> str:
    """Return what is due after this, as far as that is known."""
    if due.then is None or due.then_by is None:
        return ""
    return game.pages.then(due.stage, due.then, moment_words(due.then_by, zone))


def frame_of(
    game: GameFacts,
    stage: Stage,
    reader: SeatId | None,
    due: Due | None,
    zone: str,
    now: datetime | None,
    hand: tuple[SeatId, ...] = (),
) -> Frame:
    """Return what stands around a mail; `hand` are all powers of its reader, if several."""
    mine = hand or (() if reader is None else (reader,))
    return Frame(
        game=game.name,
        title=game.meta.title,
        phase=game.stage_words(stage),
        reader=listed(map(game.seat_name, mine)),
        player=quiet(game.players.get(reader, "")) if reader is not None else "",
        gm_name=quiet(game.gm_name),
        gm_address=game.gm_address,
        order_address=game.order_address,
        deadline=deadline_of(game, due, zone, now) if due is not None else None,
    )


def tagged(game: GameFacts, stage: Stage | None, rest: str) -> str:
    """Return a subject with the game's one tag: `[meadow S1016M] ...`."""
    tag = f"{game.name} {stage}" if stage is not None else game.name
    return f"[{tag}] {rest}"
