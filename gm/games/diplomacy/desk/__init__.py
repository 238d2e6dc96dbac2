"""What is done with a game of Diplomacy while it is played: its part of every use case of the shell."""
