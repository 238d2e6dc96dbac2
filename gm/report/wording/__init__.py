"""The words themselves: orders, facts, moments, points and commands as people read them."""
