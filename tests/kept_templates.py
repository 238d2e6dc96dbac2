"""What mail templates compile to, kept for all environments of a process."""

from __future__ import annotations

import io

from jinja2 import BytecodeCache
from jinja2.bccache import Bucket


class KeptCode(BytecodeCache):
    """Keeps code by a template's name, and uses it as long as its text is the same.

    To compile our templates takes a second of the processor, and a test of `gm doctor` has them
    compiled each time that it looks after a server.
    """

    def __init__(self) -> None:
        self._code: dict[tuple[str, str], bytes] = {}

    def load_bytecode(self, bucket: Bucket) -> None:
        """Give a bucket the code of its template, if there is any."""
        if (code := self._code.get((bucket.key, bucket.checksum))) is not None:
            bucket.load_bytecode(io.BytesIO(code))

    def dump_bytecode(self, bucket: Bucket) -> None:
        """Keep the code of a template."""
        kept = io.BytesIO()
        bucket.write_bytecode(kept)
        self._code[bucket.key, bucket.checksum] = kept.getvalue()
