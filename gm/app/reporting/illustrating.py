"""Pictures for mails that are about to be sent: drawn once, beside the sending, and put in.

A mail whose pictures are still being drawn is put off for a moment, so that nothing waits behind
it but what its reader gets of the same game; after a while it goes without them. The same goes for a picture that cannot be drawn, and then
the GM is told.
"""

from __future__ import annotations

import logging
import threading
from concurrent.futures import Executor, ThreadPoolExecutor
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Any, Final, Protocol

from gm.app.history.past_stages import past_until
from gm.app.mail_out.notices import notify
from gm.app.records import GameRecord, OutboxMail
from gm.app.services import Services
from gm.app.table import family_of
from gm.contract.pictures import Pictures
from gm.errors import NotAllowed
from gm.languages import speaking
from gm.mail.pictures import PictureFile, illustrated, marks_of, picture_file
from gm.report.views import NoticeView

PATIENCE: Final = timedelta(minutes=2)
"""How long a mail waits for its pictures; then it goes without those that are not there."""

AGAIN: Final = timedelta(seconds=1)
"""How long one picture takes to draw, about: so long a mail is put off for each before its own."""

_log = logging.getLogger(__name__)


class Artist(Protocol):
    """What draws pictures."""

    def draw(self, shown: Any) -> bytes:
        """Return a picture as PNG, nothing where none is needed; PictureError if it cannot be drawn.

        Args:
            shown: what some room's pictures show.
        """
        ...


class Album(Protocol):
    """Where drawn pictures are kept; it may lose them."""

    def get(self, name: str) -> bytes | None:
        """Return a picture by name; None if it is not there."""
        ...

    def put(self, name: str, picture: bytes) -> None:
        """Keep a picture; OSError if that cannot be done."""
        ...


@dataclass(frozen=True, slots=True)
class _Wanted:
    """A picture by its game and its mark."""

    game_id: int
    mark: str

    @property
    def name(self) -> str:
        return f"{self.game_id}-{self.mark}"


class Illustrator:
    """Puts pictures into mails; any thread that sends may ask it.

    Args:
        services: the ports.
        artist: draws; it is asked for one picture at a time.
        album: where they are kept.
        hand: where the drawing is done; without it, in a thread of its own.
        patience: how long a mail waits for a picture.
    """

    def __init__(
        self,
        services: Services,
        artist: Artist,
        album: Album,
        hand: Executor | None = None,
        patience: timedelta = PATIENCE,
    ) -> None:
        self._services = services
        self._artist = artist
        self._album = album
        self._patience = patience
        self._asked: dict[_Wanted, datetime] = {}
        self._failed: set[_Wanted] = set()
        self._lock = threading.Lock()
        self._hand = hand or ThreadPoolExecutor(1, thread_name_prefix="gm-draw")

    def close(self) -> None:
        """Draw no more pictures, but the one in hand."""
        self._hand.shutdown(wait=False, cancel_futures=True)

    def ready(self, mail: OutboxMail) -> OutboxMail | datetime:
        """Return a mail as it is sent, or until when it is put off as its pictures are drawn."""
        marks = marks_of(mail.raw)
        if not marks or mail.game_id is None:
            return replace(mail, raw=illustrated(mail.raw, {})) if marks else mail
        files: dict[str, PictureFile] = {}
        waits = False
        for mark in marks:
            wanted = _Wanted(mail.game_id, mark.mark)
            data = self._album.get(wanted.name)
            if data == b"":
                continue  # it was looked at, and is not needed
            if data is not None:
                files[mark.cid] = PictureFile(picture_file(mark.cid), data)
            elif self._is_awaited(wanted):
                waits = True
        if waits:
            with self._lock:
                longest = min(AGAIN * max(1, len(self._asked)), self._patience)
            return self._services.clock.now() + longest
        return replace(mail, raw=illustrated(mail.raw, files))

    def _is_awaited(self, wanted: _Wanted) -> bool:
        """Have a picture drawn, if nobody has yet, and tell whether a mail should wait for it."""
        now = self._services.clock.now()
        with self._lock:
            if wanted in self._failed:
                return False
            if wanted not in self._asked:
                self._asked[wanted] = now
                self._hand.submit(self._draw, wanted)
            return now - self._asked[wanted] < self._patience

    def _draw(self, wanted: _Wanted) -> None:
        failed = True
        try:
            with speaking(_language(self._services, wanted.game_id, wanted.mark)):
                drawn = self._artist.draw(self._shown(wanted))
            self._album.put(wanted.name, drawn)
            failed = False
        except Exception as fault:
            # Whatever it is, it is no reason to keep back what the mail says in words.
            _log.exception("the picture %s of game %d failed", wanted.mark, wanted.game_id)
            self._tell(wanted, str(fault))
        finally:
            with self._lock:
                self._asked.pop(wanted, None)
                if failed:
                    self._failed.add(wanted)

    def _shown(self, wanted: _Wanted) -> object:
        return marked(self._services, wanted.game_id, wanted.mark)

    def _tell(self, wanted: _Wanted, why: str) -> None:
        """Tell a game's GM that mails went out without a picture; once for each."""
        try:
            with self._services.store.write() as transaction:
                game = transaction.game_by_id(wanted.game_id)
                number = wanted.mark.partition("/")[0]
                view = NoticeView(
                    "A picture of the map could not be drawn",
                    (
                        (
                            "The mails that show it went out without it; they say everything in "
                            f"words. What was wrong: {why}"
                        ),
                        (
                            f"`gm map render {game.name}` draws the map as it is now, and `gm map "
                            "check` looks for faults in a map of your own."
                        ),
                    ),
                )
                key = f"picture {game.name} {number}"
                notify(self._services, transaction, game.gm_address, key, view, game)
        except Exception:
            _log.exception("nobody could be told that a picture failed")


def marked(services: Services, game_id: int, mark: str) -> object:
    """Return what a marked picture shows, as those it is for may know it, in its language.

    Raises:
        NotAllowed: the mark is none of this game's.
    """
    with services.store.read() as transaction:
        game = transaction.game_by_id(game_id)
        pictures = _pictures(services, game)
        marked_file = pictures.marked(mark)
        past = past_until(services, transaction, game, marked_file.number, marked_file.viewer)
        with speaking(marked_file.language):
            return pictures.shown(mark, past)


def _language(services: Services, game_id: int, mark: str) -> str:
    """Return the code of the language in which a picture is drawn."""
    with services.store.read() as transaction:
        game = transaction.game_by_id(game_id)
    return _pictures(services, game).marked(mark).language


def _pictures(services: Services, game: GameRecord) -> Pictures[Any, Any]:
    pictures = family_of(services, game).pictures
    if pictures is None:
        raise NotAllowed(f"Nothing of {game.name} is drawn.")
    return pictures
