"""What a picture of a game shows, gathered from its records; nothing here draws or changes anything."""
