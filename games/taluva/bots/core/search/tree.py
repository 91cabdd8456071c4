"""The search: a tree of turns and tiles, its leaves worth what the best reply is worth.

A node is a position with the tile that was drawn for it. Its turns come from the scan, the best first, and more of them
are looked at the more often the node is visited; likewise the tiles that may follow a turn. Every seat maximises its
own share (max-n): with teams, its team's. Of three players or more none has reason to help the others against one, so
the pessimism of a search that lets them (paranoid) would only make the bot timid.
"""

import math

from ..arrays import Board, Judgement, Tree, Turns
from ..evaluation.judge import find_outcome, find_shares, prepare
from ..evaluation.narrow import scan_narrow
from ..evaluation.scan import scan
from ..evaluation.survey import survey
from ..jit import Floats, Ints, compiled, entry
from ..rules.endings import play
from ..rules.layout import EXPAND, KIND_UNIT, LEFT, MOVER, OVER, PLACEMENT_UNIT, PLAYERS
from ..rules.playout import below
from ..rules.tile import undo

# A node: its first edge, how many, visits, who moves, the tile, the next node of the same turn
NODE = 8
FIRST, EDGES, VISITS, SEAT, TILE, NEXT = range(6)
# An edge in whole numbers: the turn, visits, its first node, how many; in real ones: prior, sum of values
EDGE = 4
TURN, TRIED, CHILD, CHILDREN = range(4)
PRIOR, SUM = range(2)
SHARE = 8  # in `x`, by node: every seat's share when it was made

# What the search is set to, in `knobs`
WIDTH, LOWER_WIDTH, PLACEMENTS, EXPLORE, HEAT, TURNS_AT_FIRST, TURNS_MORE, TILES_AT_FIRST, TILES_MORE, URGENCY = range(
    10
)
KNOBS = 16

# The path of a simulation and the tiles that are left, in `trail`
PATH = 0
TILE_COUNTS = 256
KINDS = TILE_COUNTS + 64
NODES_USED = KINDS + 64
EDGES_USED = NODES_USED + 1
TRAIL_SIZE = 1024


@compiled
def is_twin(g: Ints, u: Floats, first: int, many: int, turn: int, value: float) -> bool:
    """Return whether a turn with the same value and build is among the best, or an expansion that equals a hut."""
    expands = turn % PLACEMENT_UNIT // KIND_UNIT == EXPAND
    for k in range(many):
        if u[2 * (first + k)] == value:
            other = g[EDGE * (first + k) + TURN]
            is_same_place = other // PLACEMENT_UNIT == turn // PLACEMENT_UNIT
            if other % PLACEMENT_UNIT == turn % PLACEMENT_UNIT or (expands and is_same_place):
                return True
    return False


@compiled
def insert_best(g: Ints, u: Floats, first: int, many: int, most: int, turn: int, value: float) -> int:
    """Insert a turn into the sorted edges of a node; return how many there are."""
    if many == most and value <= u[2 * (first + many - 1)]:
        return many
    if is_twin(g, u, first, many, turn, value):
        return many
    at = many if many < most else most - 1
    while at > 0 and u[2 * (first + at - 1)] < value:
        u[2 * (first + at)] = u[2 * (first + at - 1)]
        g[EDGE * (first + at) + TURN] = g[EDGE * (first + at - 1) + TURN]
        at -= 1
    u[2 * (first + at)] = value
    g[EDGE * (first + at) + TURN] = turn
    return many + 1 if many < most else many


@compiled
def set_priors(g: Ints, u: Floats, first: int, many: int, heat: float) -> None:
    """Turn values into priors by softmax."""
    total = 0.0
    best = u[2 * first]
    for k in range(first, first + many):
        u[2 * k + PRIOR] = math.exp(max((u[2 * k + PRIOR] - best) / heat, -30.0))
        total += u[2 * k + PRIOR]
        u[2 * k + SUM] = 0.0
        g[EDGE * k + TRIED] = 0
        g[EDGE * k + CHILD] = 0
        g[EDGE * k + CHILDREN] = 0
    for k in range(first, first + many):
        u[2 * k + PRIOR] /= total


@compiled
def judge_best(board: Board, judgement: Judgement, turn: int, tile: int, value: float) -> None:
    """Write every seat's share after the best turn."""
    s, j, a = board
    e, f, w, share = judgement
    if s[PLAYERS] == 2:
        me = s[MOVER]
        share[me] = 1.0 / (1.0 + math.exp(-value))
        share[1 - me] = 1.0 - share[me]
        return
    mark, mover = j[0], s[MOVER]
    play(s, j, a, turn, tile)
    if s[OVER] != 0:
        find_outcome(s, share)
    else:
        survey(s, a, e, f, w, s[LEFT], mover)
        find_shares(s, e, f, w, s[LEFT], mover, share)
    undo(s, j, mark)


@compiled
def add_edges(board: Board, judgement: Judgement, turns: Turns, tree: Tree, node: int, tile: int) -> int:
    """Add the best turns of a node as its edges, sorted; return how many there are."""
    out, v, _ = turns
    _, _, g, u, trail, knobs = tree
    first = trail[EDGES_USED]
    most = int(knobs[WIDTH] if node == 1 else knobs[LOWER_WIDTH])
    if node == 1:
        n = scan(board, judgement, turns, tile)
    else:
        n = scan_narrow(board, judgement, turns, tile, int(knobs[PLACEMENTS]))
    many = 0
    for k in range(n):
        many = insert_best(g, u, first, many, most, out[k], v[k])
    return many


@compiled
def add_node(board: Board, judgement: Judgement, turns: Turns, tree: Tree, tile: int) -> int:
    """Return a node for the position and a tile, its turns sorted; `share` gets every seat's share."""
    s = board.position
    nodes, x, g, u, trail, knobs = tree
    node, first = trail[NODES_USED], trail[EDGES_USED]
    prepare(board, judgement)
    many = add_edges(board, judgement, turns, tree, node, tile)
    judge_best(board, judgement, g[EDGE * first + TURN], tile, u[2 * first])
    set_priors(g, u, first, many, knobs[HEAT])
    at = node * NODE
    nodes[at + FIRST], nodes[at + EDGES], nodes[at + VISITS] = first, many, 0
    nodes[at + SEAT], nodes[at + TILE], nodes[at + NEXT] = s[MOVER], tile, 0
    for p in range(s[PLAYERS]):
        x[node * SHARE + p] = judgement.share[p]
    trail[NODES_USED] = node + 1
    trail[EDGES_USED] = first + many
    return node


@compiled
def choose_edge(tree: Tree, node: int) -> int:
    """Return the turn to look at next: its value so far, and its prior while it was tried seldom (PUCT)."""
    nodes, x, g, u, _, knobs = tree
    at = node * NODE
    visits = nodes[at + VISITS]
    first = nodes[at + FIRST]
    many = min(nodes[at + EDGES], int(knobs[TURNS_AT_FIRST] + knobs[TURNS_MORE] * math.sqrt(visits)))
    untried = x[node * SHARE + nodes[at + SEAT]] - knobs[URGENCY]
    root = knobs[EXPLORE] * math.sqrt(visits + 1.0)
    best, top = first, -1e9
    for k in range(first, first + many):
        tried = g[EDGE * k + TRIED]
        value = u[2 * k + SUM] / tried if tried > 0 else untried
        value += root * u[2 * k + PRIOR] / (1 + tried)
        if value > top:
            best, top = k, value
    return best


@compiled
def draw_tile(r: Ints, trail: Ints) -> int:
    """Return a tile from those that are left."""
    total = 0
    for kind in range(64):
        total += trail[TILE_COUNTS + kind]
    k = below(r, total)
    for kind in range(64):
        k -= trail[TILE_COUNTS + kind]
        if k < 0:
            return kind
    return 9


@compiled
def draw_child(r: Ints, nodes: Ints, trail: Ints, child: int) -> int:
    """Return one of the nodes of a turn, by how many of its tile are left."""
    total = 0
    at = child
    while at > 0:
        total += trail[TILE_COUNTS + nodes[at * NODE + TILE]]
        at = nodes[at * NODE + NEXT]
    k = below(r, total)
    at = child
    while nodes[at * NODE + NEXT] > 0:
        k -= trail[TILE_COUNTS + nodes[at * NODE + TILE]]
        if k < 0:
            return at
        at = nodes[at * NODE + NEXT]
    return at


@compiled
def find_child(nodes: Ints, child: int, tile: int) -> int:
    """Return the node of a tile among those of a turn, or 0."""
    while child > 0:
        if nodes[child * NODE + TILE] == tile:
            return child
        child = nodes[child * NODE + NEXT]
    return 0


@compiled
def back_up(tree: Tree, depth: int, share: Floats) -> None:
    """Add to every turn on the path the share of the seat that chose it."""
    nodes, _, g, u, trail, _ = tree
    for k in range(depth):
        node, edge = trail[PATH + 2 * k], trail[PATH + 2 * k + 1]
        nodes[node * NODE + VISITS] += 1
        g[EDGE * edge + TRIED] += 1
        u[2 * edge + SUM] += share[nodes[node * NODE + SEAT]]


@compiled
def next_node(board: Board, judgement: Judgement, turns: Turns, tree: Tree, r: Ints, edge: int) -> int:
    """Return the node after a turn, with a tile that is drawn; a new one while the turn has few."""
    nodes, _, g, _, trail, knobs = tree
    child = g[EDGE * edge + CHILD]
    wide = knobs[TILES_AT_FIRST] + knobs[TILES_MORE] * math.sqrt(g[EDGE * edge + TRIED])
    if g[EDGE * edge + CHILDREN] >= wide:
        return draw_child(r, nodes, trail, child)
    tile = draw_tile(r, trail)
    node = find_child(nodes, child, tile)
    if node == 0:
        node = add_node(board, judgement, turns, tree, tile)
        nodes[node * NODE + NEXT] = child
        g[EDGE * edge + CHILD] = node
        g[EDGE * edge + CHILDREN] += 1
    return node


@compiled
def simulate(board: Board, judgement: Judgement, turns: Turns, tree: Tree, r: Ints) -> None:
    """Go one way down the tree to a new node or an end, and back up."""
    s, j, a = board
    nodes, _, g, _, trail, _ = tree
    node, depth, known = 1, 0, trail[NODES_USED]
    while node < known:
        if depth > 0:
            trail[TILE_COUNTS + nodes[node * NODE + TILE]] -= 1
        edge = choose_edge(tree, node)
        trail[PATH + 2 * depth], trail[PATH + 2 * depth + 1] = node, edge
        depth += 1
        play(s, j, a, g[EDGE * edge + TURN], nodes[node * NODE + TILE])
        if s[OVER] != 0:
            find_outcome(s, judgement.share)
            break
        node = next_node(board, judgement, turns, tree, r, edge)
    for k in range(1, depth):
        trail[TILE_COUNTS + nodes[trail[PATH + 2 * k] * NODE + TILE]] += 1
    undo(s, j, 0)
    back_up(tree, depth, judgement.share)


@compiled
def is_settled(nodes: Ints, g: Ints, left: int) -> bool:
    """Return whether so few simulations can't change any more which turn is tried most."""
    best = second = 0
    for k in range(nodes[NODE + FIRST], nodes[NODE + FIRST] + nodes[NODE + EDGES]):
        tried = g[EDGE * k + TRIED]
        if tried > best:
            best, second = tried, best
        elif tried > second:
            second = tried
    return best - second > left


@entry
def search(board: Board, judgement: Judgement, turns: Turns, tree: Tree, r: Ints, tile: int, simulations: int) -> int:
    """Search from a position and its tile; the turns are the edges from 0 on; return how many simulations were made."""
    tree.trail[NODES_USED] = 1
    tree.trail[EDGES_USED] = 0
    add_node(board, judgement, turns, tree, tile)
    for k in range(simulations):
        if k % 32 == 0 and is_settled(tree.nodes, tree.edges, simulations - k):
            return k
        simulate(board, judgement, turns, tree, r)
    return simulations
