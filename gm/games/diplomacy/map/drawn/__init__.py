"""A position of Diplomacy as a scene: units, arrows, names, what lies where."""
