"""Diplomacy's things in words: units, orders, phases, reasons."""
