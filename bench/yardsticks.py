"""What the figures of the rules are measured against, and how: python-chess in the same run, one core, CPU time.

The measures take turns for some rounds, and the best round of each counts: what else the machine does can only slow a
round down.
"""

import random
from collections.abc import Callable
from time import process_time

import chess

Measure = Callable[[], int]  # does its work and returns how many units of it were done
ROUNDS = 9


def chess_random_plies() -> int:
    """Play random games of chess, as the sandbox of any chess program plays them."""
    rng, plies = random.Random(1), 0
    for _ in range(3):
        board = chess.Board()
        while not board.is_game_over():
            board.push(rng.choice(list(board.legal_moves)))
            plies += 1
    return plies


def chess_perft_nodes() -> int:
    """Return all nodes of the tree of three plies, each move made and taken back."""
    return perft(chess.Board(), 3)


def perft(board: chess.Board, depth: int) -> int:
    nodes = 1
    if depth:
        for move in board.legal_moves:
            board.push(move)
            nodes += perft(board, depth - 1)
            board.pop()
    return nodes


def chess_perft_leaves() -> int:
    """Return the leaves of the tree of three plies, the last ply counted only."""
    board, leaves = chess.Board(), 0
    for first in list(board.legal_moves):
        board.push(first)
        for second in list(board.legal_moves):
            board.push(second)
            leaves += board.legal_moves.count()
            board.pop()
        board.pop()
    return leaves


def seconds_each(measures: dict[str, Measure]) -> dict[str, float]:
    """Return the CPU seconds that a unit of each measure takes, in its best round."""
    best = dict.fromkeys(measures, float("inf"))
    for _ in range(ROUNDS):
        for name, measure in measures.items():
            start = process_time()
            units = measure()
            best[name] = min(best[name], (process_time() - start) / units)
    return best
