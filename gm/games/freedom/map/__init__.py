"""Messolonghi as a picture."""
