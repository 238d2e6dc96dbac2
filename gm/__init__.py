"""A game master for Diplomacy and its variants, played by mail.

This package is the whole program; ``docs/architecture.md`` shows its layers. Importing it loads
nothing else, so that ``gm --help`` stays quick, and it never configures logging or reads
settings: ``gm.bootstrap`` does that for the commands.
"""

__version__ = "0.1.0"
