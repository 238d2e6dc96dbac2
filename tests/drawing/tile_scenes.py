"""Maps of tiles like those of the games to come: hexes, regions of areas, rows of a siege."""

from __future__ import annotations

from gm.drawing.scene import DrawnSide
from gm.drawing.tile_picture import MAP_WIDTH
from gm.drawing.tiles import (
    Counter,
    Tile,
    TileFight,
    TileFigure,
    TileGround,
    TileGroup,
    TileMove,
    TilePlace,
    TileScene,
    TileSheet,
    TileTrack,
    grid_sheet,
    hex_sheet,
)

WOOD, BOG, CHURCH, TOWER = (
    TileFigure.TREES,
    TileFigure.REEDS,
    TileFigure.CHURCH,
    TileFigure.TOWER,
)
FORT, HOUSE = TileFigure.TENT, TileFigure.HOUSE

_HEXES = """
GRA 0 3 F,ABB 0 4 C,KFE 1 2 CB,CAR 1 3 B,KMD 1 4 C,ECH 1 5 WB,DOU 2 2 F,KNB 2 3 C,RUA 2 4 W,INC 2 5 FW
FEA 2 6 CW,INI 2 7 C,MOY 3 1 F,DUB 3 2 CB,DYS 3 3 FW,CLO 3 4 F,TUL 3 5 F,TOM 3 6 C,IBR 4 1 B,KMH 4 2 B
KIL 4 3 CW,CLA 4 4 C,QUI 4 5 T,GLE 4 6 W,KLL 4 7 F,MYA 5 0 -,SCA 5 1 C,CLD 5 2 B,KDY 5 3 F,CLN 5 4 C
TFL 5 5 C,KFI 5 6 CW,BUN 6 5 T
"""
_SIGNS = {"W": WOOD, "B": BOG, "C": CHURCH, "T": TOWER, "F": FORT}


def hexes() -> TileSheet:
    """33 hexes with routes and water edges."""
    places = []
    for line in _HEXES.split("\n"):
        for entry in filter(None, line.split(",")):
            id_, row, column, signs = entry.split()
            figures = tuple(_SIGNS[sign] for sign in signs if sign in _SIGNS)
            places.append(TilePlace(id_, int(row), int(column), figures=figures))
    routes = (
        "GRA-ABB ABB-KMD KNB-DYS DYS-CLO CLO-QUI CLO-TUL CLO-CLA CLA-CLN CLN-BUN KIL-CLA KDY-CLD"
    )
    water = "KNB-RUA DYS-RUA DYS-CLO DYS-CLA KIL-CLA KDY-CLA KDY-CLN"
    return hex_sheet(places, MAP_WIDTH, _pairs(routes), _pairs(water), tall=1.4)


def _pairs(told: str) -> tuple[tuple[str, str], ...]:
    return tuple((pair[:3], pair[4:]) for pair in told.split())


CLANS = (
    DrawnSide("CT", "Clann Turlough", "#1b7f3b", figures="4 febas"),
    DrawnSide("CBR", "Clann Brian Roe", "#c03020", figures="3 febas"),
    DrawnSide("DEC", "de Clare", "#2040a0", figures="21 pounds"),
    DrawnSide("CUL", "Clann Cullen", "#e0c020"),
)


def hex_scene() -> TileScene:
    """Armies, devastation, a destroyed longport and a march."""
    return TileScene(
        title="Thomond, 1281",
        subtitle="Round 2, war turn 3",
        description="Armies of three clans round Clonroad.",
        sides=CLANS,
        holders={"CLO": "CT", "CLA": "CT", "QUI": "DEC", "BUN": "DEC", "DUB": "CBR", "TUL": "CUL"},
        counters=(
            Counter("CLO", "CT", "6", "Clann Turlough: 6 battles in Clonroad"),
            Counter("CLO", "CUL", "3"),
            Counter("QUI", "DEC", "10"),
            Counter("DYS", "CBR", "5"),
            Counter("KIL", "CBR"),
        ),
        moves=(TileMove(("DUB", "DYS"), "CBR", "Clann Brian Roe marches to Dysert O'Dea"),),
        notes={"CLO": "7", "DYS": "3", "CLA": "10"},
        struck=frozenset({"CLA"}),
        key=(
            (WOOD, "wood"),
            (BOG, "bog"),
            (FORT, "longport"),
            (CHURCH, "monastery"),
            (TOWER, "castle"),
            ("7", "devastation"),
        ),
    )


_REGIONS = (
    ("Dublin", "DUB", 0, 4),
    ("Midlands", "MID", 0, 2),
    ("Ulster", "ULS", 0, 0),
    ("The West", "WES", 2.2, 0),
    ("Cork", "COR", 2.2, 4),
    ("Kerry", "KER", 2.2, 2),
)


def areas() -> TileSheet:
    """Six regions of four areas."""
    figures = {1: (HOUSE,), 3: (TileFigure.HOUSES, TileFigure.ANCHOR), 5: (BOG,), 6: (HOUSE,)}
    places = [
        TilePlace(f"{code}{face}", row + at // 2, column * 1.05 + at % 2, figures=figures[face])
        for _, code, row, column in _REGIONS
        for at, face in enumerate((1, 3, 5, 6))
    ]
    groups = [
        TileGroup(name, tuple(f"{code}{face}" for face in (1, 3, 5, 6)))
        for name, code, _, _ in _REGIONS
    ]
    return grid_sheet(places, MAP_WIDTH, 120, groups=groups)


def area_scene() -> TileScene:
    """Many pieces of four colours in one area."""
    sides = (
        DrawnSide("red", "British", "#c03020"),
        DrawnSide("orange", "Unionists", "#e69f00"),
        DrawnSide("blue", "Irish, pro-treaty", "#2040a0"),
        DrawnSide("green", "Irish, anti-treaty", "#1b7f3b"),
    )
    units = "DUB1 red RIC,DUB3 red ARMY,DUB6 blue GUE,MID3 red RIC,MID1 blue MOB,ULS5 red RIC"
    units += ",ULS3 red ARMY,ULS3 orange UVF,ULS6 orange UVF,ULS1 green GUE,KER1 green FC"
    units += (
        ",COR5 red ARMY,COR5 red TAN,COR5 blue REG,COR5 green GUE,COR5 green FC,COR5 green MOB"
    )
    counters = tuple(Counter(*entry.split()) for entry in units.split(","))
    return TileScene(
        title="Irish Freedom, turn 4",
        subtitle="British morale 8",
        sides=sides,
        counters=counters,
        key=(
            (HOUSE, "town"),
            (TileFigure.HOUSES, "city"),
            (BOG, "bog"),
            (TileFigure.ANCHOR, "port"),
        ),
    )


def siege() -> TileSheet:
    """The wall with nine spaces, five rows of mainland before it, the camp, an island."""
    wall = [TilePlace(f"3-{c}", 0, c, figures=(TileFigure.WALL,)) for c in range(1, 10)]
    land = [TilePlace(f"{r}-{c}", r - 3, c) for r in range(4, 9) for c in range(1, 10)]
    camp = [TilePlace("CAMP", 6, 6, "Camp", (TileFigure.TENT,), columns=4)]
    water = [TilePlace("MR1", 6, 1, water=True), TilePlace("MAR", 6, 2, "Marmarou", water=True)]
    return grid_sheet([*wall, *land, *camp, *water], MAP_WIDTH, 84)


def siege_scene() -> TileScene:
    """Units before a damaged wall."""
    return TileScene(
        title="Messolonghi, round 4",
        sides=(DrawnSide("IMP", "Imperial", "#c03020"), DrawnSide("INS", "Insurgent", "#2040a0")),
        counters=(
            *(Counter(f"3-{c}", "INS", "2") for c in range(1, 10)),
            *(
                Counter(at, "IMP", told)
                for at, told in (("4-4", "3"), ("4-5", "2A"), ("6-6", "3+"))
            ),
            Counter("CAMP", "IMP", "5"),
        ),
        moves=(TileMove(("6-6", "5-5", "4-5"), "IMP", "two units forward"),),
        notes={"3-4": "X", "3-6": "XX"},
        key=(("X", "damaged"), ("XX", "destroyed")),
    )


def coast() -> TileSheet:
    """Two areas of any shape: a cape of marsh with a port, and a town with a lake behind it."""
    cape = ((20.0, 60.0), (300.0, 20.0), (330.0, 180.0), (280.0, 330.0), (60.0, 380.0))
    town = ((300.0, 20.0), (600.0, 80.0), (520.0, 300.0), (280.0, 330.0), (330.0, 180.0))
    marsh, streets = TileGround.MARSH, TileGround.STREETS
    anchor = (TileFigure.ANCHOR,)
    tiles = (
        Tile("CAPE", "The Cape", cape, (180, 200), anchor, ground=marsh),
        Tile("TOWN", "The Town", town, (420, 180), ground=streets),
    )
    lake = ((500.0, 100.0), (540.0, 100.0), (520.0, 140.0))
    road = ((315.0, 100.0), (345.0, 100.0))
    return TileSheet(MAP_WIDTH, 400, tiles, sea=True, lakes=(lake,), roads=(road,))


def coast_scene() -> TileScene:
    """The town has driven its enemies back to the cape."""
    won = TileFight("TOWN", "IMP", "IM", "two against one")
    fled = TileMove(("TOWN", "CAPE"), "INS", "driven back", forced=True)
    return TileScene(
        title="The coast, turn 2",
        sides=(DrawnSide("IMP", "Imperial", "#c03020"), DrawnSide("INS", "Insurgent", "#2040a0")),
        counters=(Counter("CAPE", "INS", "2FC"), Counter("TOWN", "IMP", "ARMY")),
        moves=(TileMove(("CAPE", "TOWN"), "INS", "an attack"), fled),
        fights=(won,),
        tracks=(TileTrack("Turn", 2, 1, 10),),
        key=((TileGround.MARSH, "marsh"), (won, "won by the Imperial"), (fled, "driven back")),
    )
