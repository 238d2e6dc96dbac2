"""What the game is played with, as files: the land, the scenarios and the hazards."""
