"""The map: the island as it is drawn, what stands and happens on it, and the pictures that mails show."""
