"""One random game through the rules package and the naive rules, entry by entry.

Both have to agree about what is legal, what chance and policies bring, the whole position and the end.
"""

import importlib
import random
import re
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import cast

from games.contract import Game, IllegalTurn, Order, Rules
from tests.volcanique.differential.ledger import Ledger
from tests.volcanique.differential.lists import long_lists
from tests.volcanique.differential.players import Players, random_policies, random_seed, random_settings
from tests.volcanique.differential.reading import read_naive, read_state
from tests.volcanique.naive import NaiveGame, candidates, drifting
from tests.volcanique.naive.grid import hex_text, read_hex
from tests.volcanique.naive.notation import HEX, PAY, PLACED

PACKAGE = "games.volcanique.rules"
LISTED = ("M", "F", "B", "X", "C", "U", "W", "K", "K$", "K!", "Q", "E", "T")  # what `choices` has to have in full
MOST = 6000  # entries: no game is longer


class DisagreementError(AssertionError):
    """The two implementations differ."""


def load_rules() -> Rules:
    """Import the rules package, which this module does not need to exist."""
    return cast("Rules", importlib.import_module(PACKAGE).Volcanique())


class Both:
    """One game in both implementations."""

    def __init__(self, rules: Rules, number: int) -> None:
        self.rng = random.Random(number)
        settings = random_settings(self.rng)
        self.settings = rules.check_options(settings)
        draw_seats = self.rng.random() < 0.5
        seed = random_seed(self.rng, number, int(str(settings["players"])) if draw_seats else 0)
        start = rules.start(self.settings, seed, draw_seats=draw_seats)
        self.real: Game = start.game
        self.naive = NaiveGame(settings, seed, draw_seats=draw_seats)
        self.players = Players(self.rng, self.naive.options.players)
        self.policies = random_policies(self.rng, self.naive.options.players)
        self.armed: dict[int, tuple[int, str]] = {}
        self.carried: Counter[int] = Counter()  # armed orders that were carried out, by turn
        self.orders: Counter[str] = Counter()  # what came of armed orders
        self.clauses: Counter[str] = Counter()  # what each side names for a refusal: the naive rules, the package
        self.lists = 0  # long lists that were compared
        self.ledger = Ledger(self.naive)
        self.changed = settings
        self.agree("seating", list(start.seating), self.naive.seating)
        self.compare()

    def agree(self, what: str, real: object, naive: object) -> None:
        """Raise DisagreementError unless both say the same."""
        if real != naive:
            raise DisagreementError(f"{what}: the package says {real!r}, the naive rules {naive!r}\n{self.story()}")

    def agree_in(self, what: str, real: Mapping[str, object], naive: Mapping[str, object]) -> None:
        """Raise DisagreementError unless both say the same of everything."""
        for name, said in real.items():
            self.agree(f"{what}: {name}", said, naive[name])

    def story(self) -> str:
        """Return the settings and the last entries, to play it again."""
        last = self.naive.log[-12:]
        lines = [
            f"  {len(self.naive.log) - len(last) + n}. P{seat + 1} {text}" for n, (seat, text) in enumerate(last, 1)
        ]
        return "\n".join([f"  {self.changed}", *lines])

    def play(self) -> None:
        """Play to the end, comparing after each entry."""
        while not self.naive.over and len(self.naive.log) < MOST:
            self.step()
        self.agree("over", self.real.over, self.naive.over)

    def step(self) -> None:
        """Play what comes by itself, or what somebody decides."""
        if not self.carry_out():
            self.armed |= self.players.armed_orders(self.naive)
            if self.rng.random() < 0.1:
                self.try_something()
            if self.rng.random() < (0.2 if self.naive.position.wait.kind == "setup" else 0.004):
                self.compare_lists()
            self.enter(*self.players.next_entry(self.naive))
        self.compare()

    # What comes by itself (A-60, V-22.4).

    def left(self) -> Mapping[int, Sequence[Order]]:
        left = {
            seat: [Order(kind, text) for kind, text in policies.items()] for seat, policies in enumerate(self.policies)
        }
        for seat, (turn, text) in self.armed.items():
            left[seat].append(Order("armed", f"{turn} {text}"))
        return left

    def expected(self) -> list[tuple[int, str]]:
        """Return what chance, a policy or an armed order brings now, by the naive rules."""
        if automatic := self.naive.automatic():
            return [(self.naive.position.active, automatic)]
        said = [(seat, self.naive.policy_answer(seat, self.policies[seat])) for seat in self.naive.awaited()]
        answers = [(seat, text) for seat, text in said if text is not None]
        seat, armed = self.armed_entry() or (0, None)
        return answers if answers or armed is None else [(seat, armed)]

    def armed_entry(self) -> tuple[int, str | None] | None:
        """Return what the naive rules make of armed orders now."""
        return self.naive.armed_entry({seat: (turn, self.canonical(text)) for seat, (turn, text) in self.armed.items()})

    def carry_out(self) -> bool:
        """Play what the package carries out by itself; return whether there was something."""
        carried = self.real.ordered(self.left())
        if carried is not None and carried.text is None:
            self.drop_order(carried.seat)
            return True
        expected = self.expected()
        if carried is None or carried.text is None:
            self.agree("what comes by itself", None, expected[0] if expected else None)
            return False
        seat, text = carried.seat, self.canonical(carried.text)
        if (seat, text) not in expected:
            self.agree("what comes by itself", (seat, text), expected)
        if text[:2] in ("T ", "Z "):
            self.spend_order(seat)
        self.enter(seat, text)
        return True

    def drop_order(self, seat: int) -> None:
        """Drop an armed order, as the package does: its turn is over, or it is not legal at the start of it."""
        is_over = self.armed[seat][0] < self.naive.position.turns_begun
        self.agree("dropped order", (seat, None), (seat, None) if is_over else self.armed_entry())
        self.orders["dropped, its turn is over" if is_over else "dropped, not legal"] += 1
        del self.armed[seat]

    def spend_order(self, seat: int) -> None:
        """Take away an armed order that is carried out."""
        turn, _ = self.armed.pop(seat)
        self.carried[turn] += 1
        self.orders["carried out" if self.carried[turn] == 1 else "carried out after another in one turn"] += 1

    # Entries.

    def enter(self, seat: int, text: str) -> None:
        """Play one entry in both; what the package says that happened has to add up to what the naive rules have."""
        if text == "timeout":
            text = self.time_out(seat)
        elif text == "resign":
            self.agree("the text", self.real.resign(seat), text)
        else:
            self.agree(f"{text} of P{seat + 1}", self.real_refusal(seat, text), None)
            self.agree("the text", self.real.play(text, seat), text)
        self.naive.play(seat, text)
        before, self.ledger = self.ledger, Ledger(self.naive)
        if not text.startswith("undo"):
            before.book(self.real.events(self.real.turn))
            self.agree_in(f"events of {text}", before.books(), self.ledger.books())

    def time_out(self, seat: int) -> str:
        """Let a seat run out of time: a question gets its automatic answer (A-66)."""
        question = self.naive.question(seat)
        if seat not in self.naive.awaited():
            return self.real.resign(seat)
        text = self.real.timeout(seat)
        self.agree("running out of time", text, question.auto if question else "timeout")
        return text

    def real_refusal(self, seat: int, text: str) -> str | None:
        violation = self.real.why_not(text, seat)
        return violation.clause if violation else None

    # Legality.

    def try_something(self) -> None:
        """Compare whether something is legal that may well not be."""
        seat = self.rng.randrange(self.naive.options.players)
        if self.naive.awaited() and self.rng.random() < 0.5:
            seat = self.rng.choice(self.naive.awaited())
        for _ in range(5):
            text = self.any_text(seat)
            refusal = self.naive.refusal(seat, self.canonical(text))
            real = self.real_refusal(seat, text)
            if text == "timeout" and real == "V-22.6":
                continue  # the naive rules leave it to the clock who is late
            if (real is None) != (refusal is None):
                self.agree(f"P{seat + 1} {text}", real, refusal and refusal.args)
            if refusal and real:
                self.naive.refused[refusal.clause] += 1
                self.clauses[f"{refusal.clause} against {real}"] += 1
                self.refuse(seat, text)

    def refuse(self, seat: int, text: str) -> None:
        """See that the package refuses to play it, too, and changes nothing."""
        try:
            self.real.play(text, seat)
        except IllegalTurn:
            return
        raise DisagreementError(f"P{seat + 1} {text} was played\n{self.story()}")

    def any_text(self, seat: int) -> str:
        """Return a candidate of any kind, or a text that was played and is changed a little."""
        p = self.naive.position
        kind = self.rng.choice([kind for kind in candidates.LISTS if kind not in ("S", "I", "Z")])
        found = self.players.some_candidates(p, seat, kind)
        if found and self.rng.random() < 0.8:
            return self.rng.choice(found)
        played = [text for _, text in self.naive.log[-40:] if not text.startswith("undo")] or ["E"]
        return self.changed_text(self.rng.choice(played))

    def canonical(self, text: str) -> str:
        """Return the text as the log would keep it: Plates names the smallest hex of an island, hexes are sorted."""
        if hexes := re.fullmatch(f"(Z [0-5]) ({HEX}(?:;{HEX})*)", text):
            return f"{hexes[1]} {';'.join(map(hex_text, sorted(set(map(read_hex, hexes[2].split(';'))))))}"
        if placed := re.fullmatch(f"I ({PLACED}(?: {PLACED}){{0,2}}) ({PAY})", text):
            tiles = sorted(placed[1].split(" "), key=lambda tile: read_hex(tile.partition("@")[2]))
            return f"I {' '.join(tiles)} {placed[2]}"
        found = re.fullmatch(f"T ({HEX})(>[0-5]{{1,2}})", text)
        island = drifting.island_of(self.naive.position, read_hex(found[1])) if found else set()
        return f"T {hex_text(min(island))}{found[2]}" if found and island else text

    def changed_text(self, text: str) -> str:
        """Return the text with a letter or digit changed, or as it is."""
        at = self.rng.randrange(len(text))
        return self.rng.choice([text, text[:at] + self.rng.choice("0123LMD-") + text[at + 1 :]])

    def compare_lists(self) -> None:
        """Compare what every seat may play, of the kinds that are listed in full."""
        for seat in range(self.naive.options.players):
            real = self.real.choices(seat)
            self.agree("sorted choices", sorted(set(real)), list(real))
            for text in real if len(real) < 400 else self.rng.sample(real, 400):
                if refusal := self.naive.refusal(seat, text):
                    self.agree(f"choice of P{seat + 1}", text, refusal.args)
            if self.naive.question(seat) is None and self.naive.position.wait.kind != "setup":
                for kind in LISTED:
                    self.compare_kind(seat, kind, real)
            elif question := self.naive.question(seat):
                found = [text for text in real if text[0] not in "TZu"]
                self.agree(f"answers of P{seat + 1}", found, sorted(question.answers))
            for what, listed, naive in long_lists(self.real, self.naive, self.players, seat):
                self.agree(what, listed, naive)
                self.lists += 1

    def compare_kind(self, seat: int, kind: str, choices: Sequence[str]) -> None:
        """Compare the list of one kind with what trying everything finds."""
        first = [text.partition(" ")[0] for text in choices]
        real = [
            text for text, word in zip(choices, first, strict=True) if word == kind or (kind == "W" and word[0] == "W")
        ]
        naive = sorted(self.naive.legal(seat, [kind]))
        self.agree(f"{kind} of P{seat + 1}, missing", sorted(set(naive) - set(real)), [])
        self.agree(f"{kind} of P{seat + 1}, too much", sorted(set(real) - set(naive)), [])

    # The position.

    def compare(self) -> None:
        """Compare the whole position."""
        self.agree("awaited", sorted(self.real.awaited()), self.naive.awaited())
        self.agree("may play", sorted(self.real.may_play()), self.naive.may_play())
        for seat in range(self.naive.options.players):
            self.agree(f"occasion of P{seat + 1}", self.real.occasion(seat), self.naive.occasion(seat))
        self.agree_in("position", read_state(self.real), read_naive(self.naive))
