"""A movement season: lined up, laid out, decided all together, and told with reasons."""
