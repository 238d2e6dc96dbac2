"""Boards and their shapes from a folder of files, checked; the process that draws them."""
