"""A board of four provinces with its picture, small enough to be broken a thousand times."""

import json
from pathlib import Path

BOARD = """\
# Two shires on a bay, a river between them.
schema = 1

[map]
id = "small"
title = "Small"
designer = "Nobody"
geometry = "small.geojson"
width = 100
height = 100
first_season = "Spring"
first_year = 1900
impassable = { MTN = "The Mountain" }

[victory]
kind = "centres"
count = 2
total = 2

[facts]
toll = 3
motto = "small is beautiful"

[ambiguous]
shire = ["Eas", "Wes"]

[powers.EAST]
name = "East"
adjective = "Eastern"
colour = "#aa0000"
home = ["Eas"]
start = ["A Eas"]

[powers.WEST]
name = "West"
adjective = "Western"
aliases = ["sunset"]
colour = "#0000aa"
home = ["Wes"]
start = ["F Wes/NC"]
off_board = [{ from_year = 1900, centres = 1 }, { from_year = 1901, centres = 0 }]

[corners]
pairs = [["Eas", "LAK"]]

[[claims]]
rule = "1"
exists = ["Eas", "Wes"]
centre = ["Eas"]
not_centre = ["BAY"]
adjacent = [["Eas", "BAY"]]
not_adjacent = [["Eas", "LAK"]]
river = [["Eas", "Wes"]]
fleet_path = [["Eas", "BAY", "Wes"]]

[[rivers]]
name = "Middle"
borders = [["Eas", "Wes"]]

[provinces.Eas]
name = "Eastshire"
terrain = "coastal"
centre = true
home = "EAST"
label = [75, 60]
neighbours = [
  { to = "BAY", kind = "sea" },
  { to = "Wes", kind = "river", river = "Middle", fleet = true, to_coast = ["nc"] },
]

[provinces.Wes]
name = "Westshire"
aliases = ["Sunset Shire"]
terrain = "coastal"
centre = true
home = "WEST"
label = [25, 60]
unit = [20, 65]
centre_point = [30, 65]
room = 12.5
region = "Shires"
attested = false
neighbours = [
  { to = "BAY", kind = "sea", coast = ["nc"], length = 50 },
  { to = "Eas", kind = "river", river = "Middle", fleet = true, coast = ["nc"] },
  { to = "LAK", kind = "sea", coast = ["sc"] },
]

[provinces.Wes.coasts.nc]
name = "north coast"
unit = [25, 42]

[provinces.Wes.coasts.sc]
name = "south coast"
aliases = ["lakeside"]

[provinces.BAY]
name = "The Bay"
terrain = "sea"
centre = false
label = [50, 20]
neighbours = [
  { to = "Eas", kind = "sea" },
  { to = "Wes", kind = "sea", to_coast = ["nc"], length = 50 },
]

[provinces.LAK]
name = "The Lake"
terrain = "sea"
centre = false
label = [25, 90]
neighbours = [{ to = "Wes", kind = "sea", to_coast = ["sc"] }]
"""


def _shape(name: str, left: int, top: int, right: int, bottom: int) -> dict[str, object]:
    ring = [[left, top], [right, top], [right, bottom], [left, bottom], [left, top]]
    return {
        "type": "Feature",
        "properties": {"id": name, "role": "province"},
        "geometry": {"type": "Polygon", "coordinates": [ring]},
    }


_RIVER = {
    "type": "Feature",
    "properties": {"role": "river", "name": "Middle", "between": ["Eas", "Wes"]},
    "geometry": {"type": "LineString", "coordinates": [[50, 40], [50, 60], [50, 80]]},
}
_FEATURES = [
    _shape("BAY", 0, 0, 100, 40),
    _shape("Eas", 50, 40, 100, 80),
    _shape("Wes", 0, 40, 50, 80),
    _shape("LAK", 0, 80, 50, 100),
    _shape("MTN", 50, 80, 100, 100),
    _RIVER,
    {"type": "Feature", "properties": {"role": "islet"}, "geometry": None},
]

PICTURE = (
    '{ "type": "FeatureCollection", "features": [\n'
    + ",\n".join(json.dumps(feature) for feature in _FEATURES)
    + "\n] }\n"
)


def write_small(folder: Path, board: str = BOARD, picture: str = PICTURE) -> Path:
    """Write the board, as it is or broken, into a folder and return that."""
    folder.mkdir(exist_ok=True)
    (folder / "board.toml").write_text(board, encoding="utf-8")
    (folder / "small.geojson").write_text(picture, encoding="utf-8")
    return folder
