"""The only place that finds gm's own data folders: grammars, boards, templates, languages.

A wheel carries the folders inside the package, under ``gm/_data``; a checkout has them beside it.
Nothing here opens a file.
"""

from pathlib import Path

_PACKAGE = Path(__file__).resolve().parent
_INSTALLED = _PACKAGE / "_data"
# A wheel has no checkout around it, and a checkout no _data inside.
_ROOT = _INSTALLED if _INSTALLED.is_dir() else _PACKAGE.parent


def grammar_dir() -> Path:
    """The folder of Lark grammars: ``commands.lark``, and a folder for each room that has some."""
    return _ROOT / "grammar"


def maps_dir() -> Path:
    """The folder that holds one folder per board, and the ``NOTICE`` of their sources."""
    return _ROOT / "maps"


def templates_dir() -> Path:
    """The folder of Jinja2 templates: ``report/``, ``reply/``, ``site/``, and a folder for each room."""
    return _ROOT / "templates"


def languages_dir() -> Path:
    """The folder of translations: one folder a language, named by its code, with ``.po`` files."""
    return _ROOT / "languages"


def migrations_dir() -> Path:
    """The folder of Alembic migrations, with its ``env.py``; part of the package itself."""
    return _PACKAGE / "adapters" / "sql" / "migrations"
