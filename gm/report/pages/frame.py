"""What stands around every mail of a game: its name, the phase, the deadline, the addresses."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from gm.contract.seats import SeatId
from gm.games.diplomacy.pages.wording.phrases import phase_words
from gm.games.diplomacy.rules.phases import Phase, PhaseKind
from gm.languages import gettext, gettext_noop, listed
from gm.report.views import Due, GameView
from gm.report.wording.dates import moment_words, time_left
from gm.report.wording.so_far import early_words, so_far_words
from gm.report.wording.text import quiet


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


def deadline_of(due: Due, zone: str, now: datetime | None) -> Deadline:
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
        return Deadline(due_words(due.phase, closed=True), str(due.phase), gettext(_AT_ONCE), "")
    words = moment_words(due.deadline, zone)
    then, so_far = _then(due, zone), _so_far(due, zone, now)
    return Deadline(due_words(due.phase), str(due.phase), words, left, then, so_far)


def _so_far(due: Due, zone: str, now: datetime | None) -> str:
    """Return how far everybody's orders are, and when the phase is resolved if all are in."""
    if due.so_far is None:
        return ""
    if due.so_far.resolved_at is None:
        return so_far_words(due.so_far)
    return early_words(due.phase, due.so_far.resolved_at, zone, now)


def _then(due: Due, zone: str) -> str:
    """Return what is due after this; retreats, if there are any, come before it."""
    if due.then is None or due.then_by is None:
        return ""
    phase, when = phase_words(due.then), moment_words(due.then_by, zone)
    if due.phase.kind is PhaseKind.MOVEMENT:
        return gettext(
            "Then {phase}, by about {when}, later if units have to retreat.",
            phase=phase,
            when=when,
        )
    return gettext("Then {phase}, by about {when}.", phase=phase, when=when)


def due_words(phase: Phase, *, closed: bool = False) -> str:
    """Return what is due: `Spring 1016: orders due`; of a closed phase, that it follows."""
    words = phase_words(phase)
    if closed:
        return gettext("{phase} follows", phase=words)
    match phase.kind:
        case PhaseKind.RETREAT:
            # Translators: {phase} is "Spring 1016 retreats".
            return gettext("{phase} due", phase=words)
        case PhaseKind.SETUP:
            return gettext("{phase}: choices due", phase=words)
        case PhaseKind.MOVEMENT | PhaseKind.ADJUSTMENT:
            return gettext("{phase}: orders due", phase=words)


def frame_of(
    game: GameView,
    phase: Phase,
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
        phase=phase_words(phase),
        reader=listed(game.board.powers[power].name for power in mine),
        player=quiet(game.players.get(reader, "")) if reader is not None else "",
        gm_name=quiet(game.gm_name),
        gm_address=game.gm_address,
        order_address=game.order_address,
        deadline=deadline_of(due, zone, now) if due is not None else None,
    )


def tagged(game: GameView, phase: Phase | None, rest: str) -> str:
    """Return a subject with the game's one tag: `[meadow S1016M] ...`."""
    tag = f"{game.name} {phase}" if phase is not None else game.name
    return f"[{tag}] {rest}"
