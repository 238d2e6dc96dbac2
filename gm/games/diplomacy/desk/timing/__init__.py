"""What the calendar of Diplomacy brings next."""
