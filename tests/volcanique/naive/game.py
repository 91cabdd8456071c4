"""A game: a list of entries, and the position that follows from all of them."""

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from tests.volcanique.naive import candidates, deeds, drifting, ending, facts, judge
from tests.volcanique.naive.asking import DEPARTURES, Sent
from tests.volcanique.naive.chance import Dice
from tests.volcanique.naive.grid import COLOURS, hex_text, sector_text
from tests.volcanique.naive.notation import read
from tests.volcanique.naive.options import Options
from tests.volcanique.naive.placed import position_of
from tests.volcanique.naive.position import Position, Question, Refused
from tests.volcanique.naive.power_grid import deal
from tests.volcanique.naive.turns import whole_game

Data = dict[str, object]
LAZY = ("S", "I", "Z")  # too many to list
NEVER_TAKEN_BACK = ("S", "E", "K!", "D", "O", *DEPARTURES)


class Line(NamedTuple):
    """An entry that counts; `turn` is the turn in which its player may take it back, 0 where none may (V-21.6)."""

    seat: int
    text: str
    turn: int


class NaiveGame:
    """The rules once more: `play`, `legal`, `data`."""

    def __init__(self, settings: Mapping[str, object], seed: str, *, draw_seats: bool = False) -> None:
        self.options = Options(settings)
        self.seed, self.draw_seats = seed, draw_seats
        self.log: list[tuple[int, str]] = []
        self.lines: list[Line] = []
        self.refused: Counter[str] = Counter()
        self.start: Mapping[str, object] = {}
        self.begin()

    @classmethod
    def placed(cls, settings: Mapping[str, object], data: Data, seed: str = "volcanique-test") -> "NaiveGame":
        """Return a game that starts with the turn of `active` in a position (placed.py)."""
        game = cls({"setup_mode": "preset"} | dict(settings), seed)
        game.start = data
        game.begin()
        return game

    def begin(self) -> None:
        """Start from the seed (V-21.4), or from a position that was laid out."""
        if self.start:
            self.position = position_of(self.options, self.start, self.seed)
            self.run = whole_game(self.position, self.position.active)
        else:
            self.begin_from_seed()
        self.forward(None)

    def begin_from_seed(self) -> None:
        dice = Dice(self.seed)
        self.seating = [int(seat) for seat in self.seats_drawn(dice)]
        self.position = p = Position(self.options, dice)
        if self.options.on("powers"):
            p.grid = deal(dice)
            p.note("V-15.3")
        self.run = whole_game(p)

    def seats_drawn(self, dice: Dice) -> list[str]:
        seats = [str(seat) for seat in range(self.options.players)]
        return dice.shuffle(seats) if self.draw_seats else seats

    # What is asked.

    @property
    def over(self) -> bool:
        return self.position.reason is not None

    def awaited(self) -> list[int]:
        """Return the seats that the game waits for."""
        p = self.position
        if self.over:
            return []
        return sorted(p.wait.questions) if p.wait.questions else [p.active]

    def may_play(self) -> list[int]:
        """Return the seats that are awaited or may use a limited power now (V-22.8, V-28.6)."""
        p, seats = self.position, range(self.options.players)
        usable = [seat for seat in seats if any(drifting.is_usable(p, seat, power) for power in ("plates", "rift"))]
        return sorted({*self.awaited(), *(usable if self.is_quiet() else [])})

    def occasion(self, seat: int) -> tuple[str, bool] | None:
        """Return the name of what the seat decides now, and whether it is a turn (V-28.25)."""
        p = self.position
        if seat == p.active and (seat not in p.departed or seat in self.awaited()) and not self.over:
            return (f"turn {p.turns_begun}" if p.turns_begun else f"setup {seat + 1}"), True
        return (f"answer {p.turns_begun}.{p.turn.asked}", False) if seat in self.awaited() else None

    def question(self, seat: int) -> Question | None:
        return None if self.over else self.position.wait.questions.get(seat)

    def automatic(self) -> str | None:
        """Return the entry that chance brings now: a die or an uncovered tile (A-60)."""
        if self.over or self.position.wait.kind not in ("die", "uncover"):
            return None
        return self.position.wait.questions[self.position.active].auto

    def policy_answer(self, seat: int, policies: Mapping[str, str]) -> str | None:
        """Return what a standing policy answers for the seat now; None: the seat is asked (V-22.4, N-3)."""
        question, p = self.question(seat), self.position
        if question is None or not question.policy or (seat == p.active and 1 <= p.turn.step <= 4):
            return None
        policy = policies.get(question.policy, self.options.word("reaction_default"))
        if policy in ("never", "always"):
            return question.answers[policy == "always"]
        return question.auto if policy == "auto" else None

    def armed_entry(self, armed: Mapping[int, tuple[int, str]]) -> tuple[int, str | None] | None:
        """Return what comes now of orders armed for the running turn, None for one that is dropped (V-22.9)."""
        p = self.position
        for seat, (turn, text) in sorted(armed.items()):
            if turn == p.turns_begun and self.is_quiet():
                is_start = p.wait.kind == "act" and p.turn.step == 1 and not p.turn.acted
                return seat, text if is_start and self.allows(seat, text) else None
        return None

    def is_quiet(self) -> bool:
        """Return whether this is a quiet point (A-28)."""
        return not self.over and drifting.is_quiet(self.position)

    def legal(self, seat: int, kinds: Sequence[str] | None = None) -> Iterator[str]:
        """Return every legal text of the seat; of kinds too long to list only where they are named."""
        p = self.position
        if question := self.question(seat):
            yield from question.answers
        elif p.wait.kind == "setup" and seat == p.active:
            yield from (text for text in candidates.setups(p, seat) if self.allows(seat, text))
        elif p.wait.kind == "act" and seat == p.active:
            for kind in kinds or [kind for kind in candidates.LISTS if kind not in (*LAZY, "T")]:
                yield from judge.legal_texts(p, seat, kind) if kind not in ("T", "Z", "S") else ()
        for kind in kinds or ["T"] if self.is_quiet() else []:
            yield from judge.limited_texts(p, seat, kind) if kind in ("T", "Z") else ()

    # Refusals.

    def allows(self, seat: int, text: str) -> bool:
        return self.refusal(seat, text) is None

    def refusal(self, seat: int, text: str) -> Refused | None:
        """Return why the seat may not play this text, or None."""
        try:
            self.check(seat, text)
        except Refused as refused:
            return refused
        return None

    def check(self, seat: int, text: str) -> None:
        """Raise Refused unless the seat may play this text now."""
        p, kind = self.position, text.partition(" ")[0]
        if self.over:
            raise Refused("V-19.12", "The game is over.")
        if seat in p.departed and kind not in ("D", "O"):
            raise Refused("V-22.7", "This seat has left.")
        if kind in DEPARTURES or kind == "undo":
            self.check_undo(seat, text) if kind == "undo" else None
        elif kind in drifting.POWER_OF:
            self.check_limited(seat, text)
        elif p.wait.questions:
            if text not in getattr(p.wait.questions.get(seat), "answers", []):
                raise Refused("V-22.2", "This is no answer to a question of this seat.")
        elif seat != p.active:
            raise Refused("V-4.1", "It is another player's turn.")
        elif p.wait.kind == "setup":
            action = read(text)
            if action.kind != "S":
                raise Refused("V-24.1", "The starting island comes first.")
            deeds.check_setup(p, seat, action)
        else:
            self.check_action(seat, text)

    def check_action(self, seat: int, text: str) -> None:
        action = read(text)
        if action.kind in ("S", "G", "R"):
            raise Refused("V-24.1", "This is not the time for it.")
        judge.check_action(self.position, seat, action)

    def check_limited(self, seat: int, text: str) -> None:
        action = read(text)
        judge.CHECKS[action.kind](self.position, seat, action)

    def check_undo(self, seat: int, text: str) -> None:
        """Judge taking back the last entries (V-21.6, A-49)."""
        found = re.fullmatch(r"undo(?: ([1-9][0-9]*))?", text)
        p = self.position
        if not found or seat != p.active or p.wait.kind not in ("act", "pick"):
            raise Refused("V-21.6", "Nothing can be taken back now.")
        count = int(found[1] or 1)
        last = self.lines[-count:]
        if len(last) < count or any(line.turn != p.turns_begun for line in last):
            raise Refused("V-21.6", "This can't be taken back.")

    # Playing.

    def play(self, seat: int, text: str) -> None:
        """Play one entry; raise Refused and change nothing where it is not legal."""
        if refused := self.refusal(seat, text):
            self.refused[refused.clause] += 1
            raise refused
        self.log.append((seat, text))
        if text.startswith("undo"):
            self.take_back(int(text.partition(" ")[2] or 1))
        elif text in DEPARTURES:
            self.depart(seat, text)
        else:
            self.advance(seat, text)

    def advance(self, seat: int, text: str) -> None:
        """Send the text to the run of the game, and note whether it may be taken back."""
        p = self.position
        turn, active = p.turns_begun, p.active
        self.forward((seat, text))
        commits = p.wait.kind in ("die", "uncover") or any(asked != active for asked in p.wait.questions)
        if commits:  # nothing before it may be taken back either: this line stands in the way
            turn = 0
        own = seat == active and text.partition(" ")[0] not in NEVER_TAKEN_BACK
        self.lines.append(Line(seat, text, turn if own else 0))

    def forward(self, sent: Sent | None) -> None:
        """Let the run of the game go on to where it stops next, or to the end."""
        try:
            self.run.send(sent) if sent else next(self.run)
        except StopIteration:
            assert self.over

    def depart(self, seat: int, text: str) -> None:
        """Let a seat leave (A-9): the game ends when only one is left; else its question and its turn end."""
        p = self.position
        p.departed.append(seat)
        p.turn.acted = True
        self.lines.append(Line(seat, text, 0))
        p.note("A-9", f"A-9 {text}")
        if len(p.departed) >= p.options.players - 1:
            p.reason = "alone"
            return
        asked = seat in p.wait.questions and p.wait.kind not in ("die", "uncover")
        if asked or (p.wait.kind in ("act", "setup") and seat == p.active):
            self.forward((seat, text))

    def take_back(self, count: int) -> None:
        """Play everything again but the last entries (A-49)."""
        kept = self.lines[:-count]
        self.lines = []
        self.begin()
        for seat, text, _ in kept:
            self.depart(seat, text) if text in DEPARTURES else self.advance(seat, text)
        self.position.note("V-21.6")

    # What is there.

    def replayed(self) -> "NaiveGame":
        """Return the game once more, from its log alone."""
        twin = NaiveGame(self.options.values | {"players": self.options.players}, self.seed, draw_seats=self.draw_seats)
        for seat, text in self.log:
            twin.play(seat, text)
        return twin

    def scores(self) -> list[int]:
        return [ending.score(self.position, seat) for seat in range(self.options.players)]

    def data(self) -> Data:
        """Return the whole position as plain data, secrets included."""
        p, seats = self.position, range(self.options.players)
        return {
            "board": {hex_text(cell): [member.text for member in stack] for cell, stack in sorted(p.stacks.items())},
            "hidden": sorted(map(hex_text, p.hidden)),
            "units": sorted([unit.seat, sector_text(unit.sector), unit.pieces, unit.colossal] for unit in p.units),
            "sea": {hex_text(cell): seat for cell, seat in sorted(p.sea.items())},
            "resources": [facts.letters(held) for held in p.resources],
            "bank": [p.bank[colour] for colour in COLOURS],
            "supply": dict(p.supply),
            "hands": [facts.hand(p, seat) for seat in seats],
            "craters": list(p.craters),
            "grid": dict(p.grid),
            "slots": [list(slots) for slots in p.slots],
            "activations": list(p.activations),
            "points": list(p.points),
            "flows": [[flow.owner, flow.state, hex_text(flow.hex)] for flow in p.flows],
            "frozen": sorted(map(hex_text, p.frozen)),
            "trigger": [p.trigger.kind, p.trigger.seat] if p.trigger else None,
            "active": p.active,
            "mode": p.turn.mode,
            "step": p.turn.step,
            "turns": p.turns_begun,
            "awaited": self.awaited(),
            "scores": self.scores(),
            "places": ending.places(p),
            "reason": p.reason,
        }
