"""A process that strangers have taken over: it says what it is told, as it is, and nothing else.

Without its first letter, that is, which is how a request to read a mail begins. If that is "!", it
goes then.
"""

import sys

from gm.adapters.worker import _ANSWER, _READY, _REQUEST

requests, answers = sys.stdin.buffer, sys.stdout.buffer
answers.write(_ANSWER.pack(_READY, 0))
answers.flush()
while head := requests.read(_REQUEST.size):
    request = requests.read(*_REQUEST.unpack(head))
    answers.write(request[1:])
    answers.flush()
    if request.startswith(b"!"):
        break
