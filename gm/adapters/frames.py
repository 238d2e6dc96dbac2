"""What the server and a process of its own say to one another, beside what is asked and answered.

Alone in a module, so that neither side imports the other.
"""

import struct

LENGTH = struct.Struct(">Q")
"""What stands before an answer: how many bytes it has."""

READY = b"r"
"""The first answer of a process, before anything is asked."""
