"""Boards from the files of a map folder: read, checked line by line, drawn and cut."""
