"""Diplomacy in words: units, orders, conditions, facts, and why an order is refused or failed."""
