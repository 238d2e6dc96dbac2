"""Thomond as a picture."""
