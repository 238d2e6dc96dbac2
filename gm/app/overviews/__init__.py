"""What a GM looks at: a game, its journal, what waits for him. Nothing here changes anything."""
