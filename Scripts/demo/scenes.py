"""The photos of the demo world's notes: places in Helsinki, on 1,200 by 900 units."""

import town
import indoors

ALL = [
    town.senate_square,
    town.esplanadi,
    town.rink,
    town.picnic,
    town.tram,
    indoors.greenhouse,
    indoors.oodi,
    indoors.chapel,
]
