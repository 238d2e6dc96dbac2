"""What the server and the process that reads its mails say to one another.

Alone in a module, so that neither side imports the other.
"""

import struct

FRAME = struct.Struct(">cQ")
"""What stands before the bytes of a mail: what is asked for, and how many bytes follow."""

WHOLE = b"m"
HEADERS = b"h"

TOO_COSTLY = "The mail took too long to read and was set aside."
