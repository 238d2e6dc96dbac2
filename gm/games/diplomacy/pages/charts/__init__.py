"""The figures of a whole game for people: what can be drawn, its tables, and charts of characters."""
