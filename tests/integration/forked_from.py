"""What the Python that servers are forked from has in memory: all code of a server, and what it reads.

The grammars, boards and templates are of the kind that a server reads once and keeps; so are the words of
each language, which it looks up with the first line of a mail.
"""

from importlib import import_module

from gm.bootstrap.games import games_on
from gm.games.diplomacy.language.mails import read_orders
from gm.games.diplomacy.map.files.boards import load_board
from gm.games.diplomacy.readings import Context
from gm.games.diplomacy.rules.phases import Phase
from gm.games.diplomacy.rules.state import GameState
from gm.games.diplomacy.variants import VARIANTS, ruleset_for
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

games_on(load_board).families()
for variant in ("republic", "standard"):
    board = load_board(VARIANTS[variant].board_id)
    rules, state = ruleset_for(variant, board, {}), GameState(Phase.parse("S1901M"))
    context = Context(rules, state, rules.board_in(state), next(iter(board.powers)))
    read_orders(["STATUS", "A Paris - Burgundy", "Keep my orders", "YES"], context)
shipped()
