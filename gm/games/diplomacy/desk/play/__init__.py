"""What a season of Diplomacy was: its hat, its story, who survives."""
