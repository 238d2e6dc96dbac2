"""The GM's corrections of a position of Diplomacy, each an event."""
