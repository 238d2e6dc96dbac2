"""A process for `gm.adapters.worker` that does to itself what it is asked to."""

import os
import sys

from gm.adapters.worker import serve


def work(request: bytes) -> bytes:
    """Do as the request says, or return it backwards; a letter before it says nothing."""
    words = request.decode("latin-1").split()
    match words[1:] if words and len(words[0]) == 1 else words:
        case ["spin"]:
            while True:
                pass
        case ["refuse", *why]:
            raise ValueError(" ".join(why))
        case ["memory"]:
            raise MemoryError
        case ["exit", status]:
            os._exit(int(status))
        case ["signal", number]:
            os.kill(os.getpid(), int(number))
        case ["print", *told]:
            print(*told, flush=True)
        case ["zeros", count]:
            return bytes(int(count))
    return request[::-1]


if __name__ == "__main__":
    serve(sys.argv[1:], work)
