"""Commands of `gm` that mean something in Diplomacy alone: units, centres, bridges, walks, maps, records."""
