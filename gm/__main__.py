"""`python -m gm` is the same as `gm`."""

from gm.cli import main

main()
