"""Draws the pictures of a game: shapes and a scene in, SVG text out.

Everything here is values and functions of them: no file is opened, no clock read, no rule known.
The same sheet and the same scene give the same bytes. Where a scene comes from is the business of
`gm.games.diplomacy.map.shown`, where shapes come from that of `gm.games.diplomacy.map.files`.
"""
