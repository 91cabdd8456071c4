"""Taluva a second time, written from the clauses alone: slow, plain, and without a line of the package.

It keeps a list of tiles and a table of buildings, finds everything by trying everything, and speaks notation only.
"""

import copy
import re

ALL_DIRECTIONS = {"E": (1, 0), "SE": (0, 1), "SW": (-1, 1), "W": (-1, 0), "NW": (0, -1), "NE": (1, -1)}
CLOCKWISE = {"E": "SE", "SE": "SW", "SW": "W", "W": "NW", "NW": "NE", "NE": "E"}


def add(cell, direction):
    return cell[0] + ALL_DIRECTIONS[direction][0], cell[1] + ALL_DIRECTIONS[direction][1]


def adjacent(one, other):
    return (other[0] - one[0], other[1] - one[1]) in ALL_DIRECTIONS.values()


class NaiveGame:
    def __init__(self, players, draw, founding="apart", ranking=False, teams=False, supplies=None):
        self.draw, self.founding, self.ranking, self.teams = list(draw), founding, ranking, teams
        self.laid = []  # (tile, volcano, first, second, direction), oldest first
        self.buildings = {}  # cell: (seat, "hut" | "temple" | "tower")
        self.left = [dict(zip(("hut", "temple", "tower"), s, strict=True)) for s in supplies or [(20, 3, 2)] * players]
        self.status = ["in"] * players
        self.places = [None] * players
        self.to_move, self.reason = 0, None

    # The island (T-3).

    def height(self, cell):
        return sum(cell in entry[1:4] for entry in self.laid)

    def top(self, cell):
        """Terrain and, for a volcano, the direction."""
        tile, volcano, first, _second, direction = [entry for entry in self.laid if cell in entry[1:4]][-1]
        if cell == volcano:
            return "V", direction
        return (tile[0] if cell == first else tile[1]), None

    def land(self):
        return sorted({cell for entry in self.laid for cell in entry[1:4]})

    def settlements(self, seat):
        waiting = [cell for cell, (owner, _) in sorted(self.buildings.items()) if owner == seat]
        groups = []
        for cell in waiting:
            touching = [group for group in groups if any(adjacent(cell, other) for other in group)]
            groups = [group for group in groups if group not in touching] + [
                [cell, *(other for group in touching for other in group)]
            ]
        return groups

    # Step 1 (T-4).

    def covered(self, volcano, direction):
        return [volcano, add(volcano, direction), add(volcano, CLOCKWISE[direction])]

    def can_place(self, volcano, direction):
        cells = self.covered(volcano, direction)
        if not self.laid:
            return volcano == (0, 0)
        heights = [self.height(cell) for cell in cells]
        if heights == [0, 0, 0]:
            return any(adjacent(cell, land) for cell in cells for land in self.land())
        if 0 in heights or len(set(heights)) > 1:
            return False
        if self.top(volcano)[0] != "V" or self.top(volcano)[1] == direction:
            return False
        if any(self.buildings.get(cell, (0, "hut"))[1] != "hut" for cell in cells):
            return False
        everybody = [group for seat in range(len(self.status)) for group in self.settlements(seat)]
        return not any(set(group) <= set(cells) for group in everybody)

    def window(self):
        if not self.laid:
            return [(0, 0)]
        qs, rs = zip(*self.land(), strict=True)
        return [(q, r) for q in range(min(qs) - 3, max(qs) + 4) for r in range(min(rs) - 3, max(rs) + 4)]

    def placements(self):
        tile = self.draw[len(self.laid)]
        return sorted(
            f"{tile}@{q},{r}{direction}"
            for q, r in self.window()
            for direction in ALL_DIRECTIONS
            if self.can_place((q, r), direction)
        )

    def place(self, text):
        tile, q, r, direction = re.match(r"(..)@(-?\d+),(-?\d+)([A-Z]+)$", text).groups()
        cells = self.covered((int(q), int(r)), direction)
        for cell in cells:
            self.buildings.pop(cell, None)
        self.laid.append((tile, *cells, direction))

    # Step 2 (T-5).

    def empty(self, cell):
        return self.height(cell) > 0 and self.top(cell)[0] != "V" and cell not in self.buildings

    def builds(self):
        """Notation of a build: what it puts where."""
        seat, found = self.to_move, {}
        groups = self.settlements(seat)
        fields = [cell for cell in self.land() if self.empty(cell)]
        kinds = [[self.buildings[cell][1] for cell in group] for group in groups]
        for q, r in fields:
            near = [i for i, group in enumerate(groups) if any(adjacent((q, r), cell) for cell in group)]
            if self.height((q, r)) == 1 and not (self.founding == "apart" and near) and self.left[seat]["hut"]:
                found[f"H@{q},{r}"] = ("hut", [(q, r)], 1)
            if self.height((q, r)) >= 3 and self.left[seat]["tower"] and any("tower" not in kinds[i] for i in near):
                found[f"W@{q},{r}"] = ("tower", [(q, r)], 1)
            if self.left[seat]["temple"] and any(len(groups[i]) > 2 and "temple" not in kinds[i] for i in near):
                found[f"T@{q},{r}"] = ("temple", [(q, r)], 1)
        for group in groups:
            for terrain in "JCSRL":
                area = [
                    cell
                    for cell in fields
                    if self.top(cell)[0] == terrain and any(adjacent(cell, other) for other in group)
                ]
                huts = sum(self.height(cell) for cell in area)
                if area and huts <= self.left[seat]["hut"]:
                    q, r = min(group)
                    found[f"X@{q},{r}:{terrain}"] = ("hut", area, huts)
        return found

    def builds_after(self, placement):
        trial = copy.deepcopy(self)
        trial.place(placement)
        return sorted(trial.builds()) or ["-"]

    # The end (T-6 to T-9).

    def play(self, text):
        if text.split(":")[0] in ("resign", "timeout"):
            seat = int(text.split(":")[1]) if ":" in text else self.to_move
            self.leave(seat)
        else:
            placement, build = text.split()
            self.place(placement)
            seat = self.to_move
            if build == "-":
                self.leave(seat)
            else:
                piece, cells, pieces = self.builds()[build]
                self.left[seat][piece] -= pieces
                self.buildings |= dict.fromkeys(cells, (seat, piece))
                self.look_for_an_early_end(seat)
            if self.reason is None and len(self.laid) == len(self.draw):
                self.regular_end()
            if self.reason is None and self.to_move == seat:
                self.to_move = (seat + 1) % len(self.status)
        while self.reason is None and self.status[self.to_move] != "in":
            self.to_move = (self.to_move + 1) % len(self.status)
        if self.reason is not None:
            self.to_move = None

    def still_in(self):
        return [seat for seat, status in enumerate(self.status) if status == "in"]

    def free(self):
        return [place for place in range(1, len(self.status) + 1) if place not in self.places]

    def kinds_used_up(self, seat):
        return list(self.left[seat].values()).count(0)

    def leave(self, seat):
        self.status[seat] = "out"
        if self.ranking:
            self.places[seat] = self.free()[-1]
            self.look_for_the_last_one()
        elif self.teams:
            partner = (seat + 2) % 4
            if self.status[partner] == "out":
                self.reason = "last-standing"
                self.places = [2 if player in (seat, partner) else 1 for player in range(4)]
        elif len(self.still_in()) == 1:
            self.reason = "last-standing"
            self.places = [1 if status == "in" else 2 for status in self.status]

    def look_for_the_last_one(self):
        if self.ranking and len(self.still_in()) == 1:
            self.places[self.still_in()[0]] = self.free()[0]
            self.reason = "last-standing"

    def look_for_an_early_end(self, seat):
        partner = (seat + 2) % 4
        if self.teams:
            mine, other = self.kinds_used_up(seat), self.kinds_used_up(partner)
            if (mine >= 2 and other >= 1) or (other >= 2 and mine >= 1):
                self.reason = "early"
                self.places = [1 if player in (seat, partner) else 2 for player in range(4)]
        elif self.kinds_used_up(seat) >= 2:
            if self.ranking:
                self.status[seat], self.places[seat] = "placed", self.free()[0]
                self.look_for_the_last_one()
            else:
                self.reason = "early"
                out = self.status.count("out")
                last = len(self.status) - out + 1
                self.places = [last if status == "out" else 2 for status in self.status]
                self.places[seat] = 1

    def built(self, seat):
        if self.status[seat] == "out":
            return [0, 0, 0]
        left = self.left[seat]
        return [3 - left["temple"], 2 - left["tower"], 20 - left["hut"]]

    def regular_end(self):
        self.reason = "tiles"
        if self.teams:
            sums = [[a + b for a, b in zip(self.built(i), self.built(i + 2), strict=True)] for i in (0, 1)]
            self.places = [2 if sums[seat % 2] < sums[1 - seat % 2] else 1 for seat in range(4)]
            return
        best_first = sorted(self.still_in(), key=self.built, reverse=True)
        free = self.free() if self.ranking else list(range(1, len(self.status) + 1))
        for index, seat in enumerate(best_first):
            tied = index and self.built(seat) == self.built(best_first[index - 1])
            self.places[seat] = self.places[best_first[index - 1]] if tied else free[index]
        self.places = [len(best_first) + 1 if place is None else place for place in self.places]


def perft(game, depth):
    """How many lines of `depth` legal turns follow."""
    if depth == 0 or game.reason is not None:
        return int(depth == 0)
    count = 0
    for placement in game.placements():
        builds = game.builds_after(placement)
        if depth == 1:
            count += len(builds)
            continue
        for build in builds:
            after = copy.deepcopy(game)
            after.play(f"{placement} {build}")
            count += perft(after, depth - 1)
    return count
