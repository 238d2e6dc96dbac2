"""What the Python that servers are forked from has in memory: all code of a server, and what it reads.

The grammars, boards and templates are of the kind that a server reads once and keeps.
"""

from importlib import import_module

from gm.games.diplomacy.map.files.boards import load_board
from gm.games.diplomacy.variants import VARIANTS, ruleset_for
from gm.interpret.grammars import load_grammar
from gm.report.environment import shipped

for module in (
    "alembic.command",
    "gm.adapters.sql.engine_postgres",
    "gm.adapters.sql.migrate",
    "gm.bootstrap.serving",
    "gm.cli.app",
    "tests.integration.forked",
    "tests.integration.harness",
):
    import_module(module)

for variant in ("republic", "standard"):
    board = load_board(VARIANTS[variant].board_id)
    load_grammar(ruleset_for(variant, board, {}).grammar)
shipped()
