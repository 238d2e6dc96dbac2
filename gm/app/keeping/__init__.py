"""Keeping a server: audit, doctor, health, whole games moved, the data of people."""
