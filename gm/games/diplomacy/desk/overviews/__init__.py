"""A game of Diplomacy seen from outside: its years, its pictures, its JSON."""
