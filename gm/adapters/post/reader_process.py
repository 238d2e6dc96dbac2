"""The process in which mails are read: requests in, readings out, over its standard pipes.

Run as a module by `gm.adapters.post.reader_worker`. It imports little but the reader, and the kernel ends it
when a mail takes too much processor time.
"""

import pickle
import resource
import signal
import sys
from contextlib import suppress
from typing import BinaryIO

from gm.adapters.frames import LENGTH, READY
from gm.adapters.post.reader_frames import FRAME, TOO_COSTLY, WHOLE
from gm.mail.reading import read_headers, read_mail


def serve(requests: BinaryIO, answers: BinaryIO, seconds: float) -> None:
    """Answer requests one after another until there are no more.

    Args:
        requests: frames, each followed by the bytes of a mail.
        answers: where readings go, pickled, their length before them.
        seconds: processor time for one mail.
    """
    _answer(answers, READY)
    while len(head := requests.read(FRAME.size)) == FRAME.size:
        wanted, length = FRAME.unpack(head)
        raw = requests.read(length)
        # Its signal is not handled, so it ends the process, even inside one long pattern.
        signal.setitimer(signal.ITIMER_PROF, seconds)
        reading = read_mail(raw) if wanted == WHOLE else read_headers(raw, TOO_COSTLY)
        answer = pickle.dumps(reading, pickle.HIGHEST_PROTOCOL)
        signal.setitimer(signal.ITIMER_PROF, 0)
        _answer(answers, answer)


def _answer(answers: BinaryIO, data: bytes) -> None:
    answers.write(LENGTH.pack(len(data)) + data)
    answers.flush()


def main(arguments: list[str]) -> None:
    """Set the limits and serve: processor seconds for a mail, and bytes of memory altogether."""
    seconds, memory = float(arguments[0]), int(arguments[1])
    # The server says when to end; a Ctrl-C at the terminal is for it alone.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    with suppress(ValueError, OSError):  # not every system limits the address space
        resource.setrlimit(resource.RLIMIT_AS, (memory, memory))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    serve(sys.stdin.buffer, sys.stdout.buffer, seconds)


if __name__ == "__main__":
    main(sys.argv[1:])
