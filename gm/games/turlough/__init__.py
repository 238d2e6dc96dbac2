"""The Triumphs of Turlough: three to six players, eleven factions, war and hostages in Thomond, 1276 to 1318."""
