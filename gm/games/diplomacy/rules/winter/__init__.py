"""A winter with supply points (Republic 3-9): accounts, payments, removals, bridges and builds."""
