"""Lanterns as the site would offer it."""

from collections.abc import Iterable, Mapping

from games.rules.chance import Chance
from games.rules.contract import Choice, Option, OrderKind, Refusal, Settings, Start
from tests.lanterns.game import ARMED, BEGINNING, FOGS, POLICY, Game
from tests.lanterns.play import ENDINGS, ROUNDS

SEATS = (2, 3, 4)


class Lanterns:
    key = "lanterns"
    title = "Lanterns"
    version = "1"
    seats = SEATS
    options = (
        Option(
            "asks",
            "Questions",
            "Whether a player is asked, or the answer is no unless they wish otherwise.",
            "L-6",
            (Choice("auto", "Answered for you", SEATS), Choice("ask", "Asked each time", SEATS)),
            "auto",
        ),
    )
    endings: Mapping[str, str] = ENDINGS
    orders = (
        OrderKind(POLICY, "Questions", "Change the answer", "How your questions are answered, until you change it.", 1),
        OrderKind(ARMED, "Snuff later", "Snuff one later", "Done at the start of the next turn, if it can be.", 1),
    )

    def check_options(self, settings: Mapping[str, object]) -> Settings:
        wished = {"asks": "auto", **settings}
        if wished.keys() - {"players", "asks"} or wished["asks"] not in ("auto", "ask"):
            raise Refusal("Lanterns has no such option.", "L-6")
        players = str(wished.get("players"))
        if not players.isdecimal() or int(players) not in SEATS:
            raise Refusal("Two to four play lanterns.", "L-6")
        return {"players": int(players), "asks": str(wished["asks"])}

    def start(self, settings: Mapping[str, object], seed: str, *, draw_seats: bool) -> Start:
        chance, checked = Chance(seed), self.check_options(settings)
        players = int(checked["players"])
        seating = chance.shuffle(range(players)) if draw_seats else range(players)
        fogs = [FOGS[chance.roll(len(FOGS)) - 1] for _ in range(ROUNDS * players)]
        return Start(tuple(seating), Game(checked, fogs))

    def replay(
        self, settings: Mapping[str, object], seed: str, *, draw_seats: bool, entries: Iterable[tuple[int, str]]
    ) -> Game:
        game = self.start(settings, seed, draw_seats=draw_seats).game
        for seat, text in entries:
            game.play(text, seat)
        assert isinstance(game, Game)
        return game

    def is_record(self, text: str) -> bool:
        return text.startswith(BEGINNING)

    def from_record(self, text: str) -> Game:
        return Game.from_record(text)
