"""Where everything lies: names for the offsets into the position, the journal and the scratch space.

A **position** is one row of small numbers. Each cell that ever carried a tile has a *slot*, a number from 1; slot 0 is
"nothing there": sea, with no owner. The rules that follow a placement run over slots and their neighbours alone. A
*grid* finds the slot of a cell: n tiles span at most 2n rows or columns, so a torus of 128 by 128 holds sixty tiles
without a collision, and a neighbour is one addition and one mask away. Slots come in threes, and the volcano of a tile
in the sea takes the first of them; as a volcano only ever lands on a volcano (T-4.3b), the first slots of the threes
are the only ones that can be volcanoes.
"""

SIDE = 128
CELLS = SIDE * SIDE
MASK = CELLS - 1
ROOM = 184  # 60 tiles have 180 cells; slot 0 is nothing
TERRAINS = 6  # V J C S R L

# Header
PLAYERS, APART, TEAMS, RANKING, LEFT, MOVER, SLOTS, OVER, OPEN, REASON = range(10)
STEP = 16  # the way to the neighbour in each direction; the seventh is the first again
SEATS = 24
SEAT_SIZE = 8
HUTS, TEMPLES, TOWERS, BUILT_HUTS, BUILT_TEMPLES, BUILT_TOWERS, STATUS, PLACE = range(8)

# A row for each property of a slot
LEVEL = 64
TERRAIN = LEVEL + ROOM
DIRECTION = TERRAIN + ROOM  # of a volcano; NO_DIRECTION on a field
OWNER = DIRECTION + ROOM  # seat + 1, or 0
PIECE = OWNER + ROOM
CELL = PIECE + ROOM
NEAR = CELL + ROOM  # eight a slot: the slots around it clockwise, and the first once more

# The grid: a slot, FRONTIER for sea that touches the island, or 0
GRID = NEAR + 8 * ROOM
# The triangles of sea on which a tile may lie (T-4.2): the place in the list of each, plus 1, and the list
TRIANGLE_AT = GRID + CELLS
TRIANGLES = TRIANGLE_AT + 2 * CELLS
MOST_TRIANGLES = 4096
POSITION_SIZE = TRIANGLES + MOST_TRIANGLES

FRONTIER = -1
NO_DIRECTION = 7
NO_PIECE, HUT, TEMPLE, TOWER = range(4)
IN, OUT, PLACED = range(3)
RUNNING, EARLY, TILES, LAST_STANDING = range(4)

# Builds as numbers: kind, slot and terrain. A turn is a placement (cell and direction) and a build.
NO_BUILD, BUILD_HUT, BUILD_TOWER, BUILD_TEMPLE, EXPAND = range(5)
KIND_UNIT = 2048
SLOT_UNIT = 8
PLACEMENT_UNIT = 16384

JOURNAL_SIZE = 1 << 17

# Scratch for settlements: marks on slots, a queue of members, the rim
STAMP = 0
SEEN = 8
QUEUE = SEEN + ROOM
RIM = QUEUE + ROOM
COUNTS = RIM + ROOM  # fields of the rim by terrain
COSTS = COUNTS + 8  # huts that they take
SETTLEMENT_OF = COSTS + 8  # number of the settlement on a slot
SIZE_OF = SETTLEMENT_OF + ROOM
HAS_TEMPLE = SIZE_OF + ROOM
HAS_TOWER = HAS_TEMPLE + ROOM
FIRST_OF = HAS_TOWER + ROOM
KEPT = FIRST_OF + ROOM  # room for SETTLEMENT_OF while it is used otherwise
SCRATCH_SIZE = KEPT + ROOM
