"""Every error gm raises on purpose.

::

    GmError                     1
      InputError               65   the sender can mend it
        UnreadableOrder        65     the line is no order we know
        UnknownName            65     no such province, power or unit; perhaps a near miss
        AmbiguousName          65     the name fits several; the candidates are told
        ImpossibleOrder        65     understood, but nothing on this board can do it
        UnreadableInput        65     a file or JSON line that is not what was asked for
      Refused                  77   understood, but not now or not you
        NotAllowed             77     the game's settings or state forbid it
        NoSuchGame             67     no game of that name
        NoSuchSeat             67     no such power or player in the game
        AlreadyThere           73     the name is taken
      DataError                78   our own files, found at start-up
        MapError               78     file, line, entry, reason, what would be right
        MapChanged             78     a running game would be played on with another board
        PictureError           78     a picture of the map cannot be drawn
        GrammarError           78     a grammar does not compile
        TemplateError          78     a template does not compile or lacks a value
        VariantError           78     a variant contradicts itself or is unknown
        LanguageError          78     an unknown language, or a catalogue that cannot be read
        ConfigError            78     source, key, reason
      DeliveryError            69   a mail could not be handed over
        TemporaryFailure       75     try again later
          NotReached           75       it said nothing of this mail: no connection, no login
        PermanentFailure       69     tell the GM
      StoreError               74   the database refused or disagreed
        StoreBusy              75     locked for longer than we wait; try again
        QuotaUsedUp            75     today's room for a sender's mail is used up
        StoreConflict          75     somebody else changed the row first; read and try again
      TookTooLong               1   what one mail does took longer than it may

The numbers are the exit codes of the command line, from BSD's ``sysexits.h``: a mail system that
pipes to ``gm receive`` keeps a mail on 75 and returns it on the others. What is not in this tree
is a bug: it is logged, the mail that met it is set aside for the GM, and the server stays up.
"""

from collections.abc import Sequence
from enum import IntEnum
from typing import ClassVar


class ExitCode(IntEnum):
    """The exit codes of the command line, named as in ``sysexits.h``."""

    OK = 0
    FAILED = 1
    USAGE = 64
    DATA = 65
    NO_INPUT = 66
    NO_USER = 67
    UNAVAILABLE = 69
    SOFTWARE = 70
    CANNOT_CREATE = 73
    IO = 74
    TEMPORARY = 75
    NO_PERMISSION = 77
    CONFIG = 78


class GmError(Exception):
    """The root: whatever gm refuses or fails to do, said in words a person can act on."""

    exit_code: ClassVar[ExitCode] = ExitCode.FAILED


class InputError(GmError):
    """What the sender wrote cannot be used, and the sender can mend it.

    Attributes:
        message: what is wrong, one sentence.
        line: the number of the line it stands on, counted from 1, or None.
        piece: the smallest offending piece of text, as it was written, or "".
        expected: what would have been accepted in its place, in words.
        suggestion: the nearest thing we know ("did you mean"), or "".
    """

    exit_code = ExitCode.DATA

    def __init__(
        self,
        message: str,
        *,
        line: int | None = None,
        piece: str = "",
        expected: Sequence[str] = (),
        suggestion: str = "",
    ) -> None:
        super().__init__(message)
        self.message = message
        self.line = line
        self.piece = piece
        self.expected = tuple(expected)
        self.suggestion = suggestion

    def __str__(self) -> str:
        place = f"line {self.line}: " if self.line is not None else ""
        hint = f" Did you mean {self.suggestion}?" if self.suggestion else ""
        return f"{place}{self.message}{hint}"


class UnreadableOrder(InputError):
    """The line is no order in any form we know."""


class UnknownName(InputError):
    """A name is none of this board's; ``suggestion`` holds a near one if there is one."""


class AmbiguousName(InputError):
    """A name fits several things; ``expected`` holds all of them."""


class ImpossibleOrder(InputError):
    """The order is understood, but nothing on this board could ever carry it out."""


class UnreadableInput(InputError):
    """A file, a JSON line or a mail is not of the form the command asked for."""


class Refused(GmError):
    """Understood, but not now or not you."""

    exit_code = ExitCode.NO_PERMISSION


class NotAllowed(Refused):
    """The state or the settings of the game forbid it."""


class NoSuchGame(Refused):
    """No game has this name."""

    exit_code = ExitCode.NO_USER


class NoSuchSeat(Refused):
    """The game has no such power or player."""

    exit_code = ExitCode.NO_USER


class AlreadyThere(Refused):
    """The name is taken."""

    exit_code = ExitCode.CANNOT_CREATE


class DataError(GmError):
    """One of our own files is broken; found when the program starts, before any mail is read."""

    exit_code = ExitCode.CONFIG


class MapError(DataError):
    """A board file is broken.

    Attributes:
        file: the file, as a path a person can open.
        entry: the entry in it, for example "provinces.kkw.borders".
        reason: what is wrong with it.
        line: the line of the file it stands on, counted from 1, or None.
        remedy: what would be right, or "".
    """

    def __init__(
        self, file: str, entry: str, reason: str, *, line: int | None = None, remedy: str = ""
    ) -> None:
        super().__init__(file, entry, reason)
        self.file = file
        self.entry = entry
        self.reason = reason
        self.line = line
        self.remedy = remedy

    def __str__(self) -> str:
        place = f"{self.file}, line {self.line}" if self.line is not None else self.file
        hint = f" ({self.remedy})" if self.remedy else ""
        return f"{place}: {self.entry}: {self.reason}{hint}"


class MapChanged(DataError):
    """The board of a running game is no longer the one its phase was opened on."""


class PictureError(DataError):
    """A picture of the map cannot be drawn, or not in reasonable time."""


class GrammarError(DataError):
    """A grammar file does not compile."""


class TemplateError(DataError):
    """A template does not compile, or asks for a value nobody gives it."""


class VariantError(DataError):
    """A variant contradicts itself, or nobody knows its name."""


class LanguageError(DataError):
    """There is no such language, or its catalogue cannot be read."""


class ConfigError(DataError):
    """A setting cannot be used.

    Attributes:
        source: the file, or "environment variable GM_...", that the value came from.
        key: the setting, or "" when the whole file is at fault.
        reason: what is wrong with it.
    """

    def __init__(self, source: str, key: str, reason: str) -> None:
        super().__init__(source, key, reason)
        self.source = source
        self.key = key
        self.reason = reason

    def __str__(self) -> str:
        return ": ".join(part for part in (self.source, self.key, self.reason) if part)


class DeliveryError(GmError):
    """A mail could not be handed to the next mail system."""

    exit_code = ExitCode.UNAVAILABLE


class TemporaryFailure(DeliveryError):
    """The next mail system asks us to try again later."""

    exit_code = ExitCode.TEMPORARY


class NotReached(TemporaryFailure):
    """The next mail system is not there, or will not have us; it said nothing of this mail."""


class PermanentFailure(DeliveryError):
    """The next mail system will never take this mail; the GM must know."""


class StoreError(GmError):
    """The database refused, or holds something that contradicts itself."""

    exit_code = ExitCode.IO


class StoreBusy(StoreError):
    """The database stayed locked for longer than we wait."""

    exit_code = ExitCode.TEMPORARY


class QuotaUsedUp(StoreError):
    """Today's room for a sender's mail is used up; whoever has the mail keeps it until tomorrow.

    Args:
        quota: the name of what is used up.
        is_final: nothing else was found that the mail could be counted against.
    """

    exit_code = ExitCode.TEMPORARY

    def __init__(self, quota: str, *, is_final: bool = False) -> None:
        super().__init__("today's room for mail of this sender is used up; tomorrow there is room")
        self.quota = quota
        self.is_final = is_final


class StoreConflict(StoreError):
    """Another process changed the row first; read it again and decide anew."""

    exit_code = ExitCode.TEMPORARY


class TookTooLong(GmError):
    """What one mail does took longer than it may; nothing of it was stored."""
