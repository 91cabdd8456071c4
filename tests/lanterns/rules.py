"""Lanterns as the site would offer it."""

import json
from collections.abc import Mapping

from games.chance import Chance
from games.contract import Choice, Credit, Option, OrderKind, Preset, Refusal, Settings, StartedGame
from tests.lanterns.game import ARMED, BEGINNING, FOGS, POLICY, Game
from tests.lanterns.play import ENDINGS, ROUNDS, WIND

SEATS = (2, 3, 4)


class Lanterns:
    key = "lanterns"
    title = "Lanterns"
    version = "1"
    credit: Credit | None = Credit("Lea Lampe", "CC BY 4.0", "https://creativecommons.org/licenses/by/4.0/")
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
        Option(
            "wind",
            "Wind",
            "Whether a die after every turn blows out a lantern.",
            "L-7",
            (Choice("off", "Off", SEATS), Choice("on", "On", SEATS)),
            "off",
            group="Weather",
        ),
    )
    presets = (Preset("storm", "Storm", "With wind, and every question asked.", {"wind": "on", "asks": "ask"}),)
    endings: Mapping[str, str] = ENDINGS
    orders = (
        OrderKind(POLICY, "Questions", "Change the answer", "How your questions are answered, until you change it.", 1),
        OrderKind(ARMED, "Snuff later", "Snuff one later", "Done at the start of the next turn, if it can be.", 1),
    )

    turn_notation = "The field to be lit, as in “light 1,0”, or “snuff 1,0”."
    state_fields: Mapping[str, str] = {
        "turn": "how many entries there are",
        "turns": "how many of them are turns",
        "lit": "who has lit each field",
        "fog": "what the fog brought",
        "windy": "whether a die is due",
        "awaited": "who is awaited",
        "places": "each seat's place",
        "said": "the entries as text",
    }

    def check_options(self, settings: Mapping[str, object]) -> Settings:
        wished = {"asks": "auto", "wind": self.options[1].default, **settings}
        if wished["wind"] not in ("off", "on"):
            raise Refusal("The wind is off or on.", "L-7")
        if wished.keys() - {"players", "asks", "wind"} or wished["asks"] not in ("auto", "ask"):
            raise Refusal("Lanterns has no such option.", "L-6")
        players = str(wished.get("players"))
        if not players.isdecimal() or int(players) not in SEATS:
            raise Refusal("Two to four play lanterns.", "L-6")
        return {"players": int(players), "asks": str(wished["asks"]), "wind": str(wished["wind"])}

    def start(self, settings: Mapping[str, object], seed: str, *, draw_seats: bool) -> StartedGame:
        chance, checked = Chance(seed), self.check_options(settings)
        players = int(checked["players"])
        seating = chance.shuffle(range(players)) if draw_seats else range(players)
        fogs = [FOGS[chance.roll(len(FOGS)) - 1] for _ in range(ROUNDS * players)]
        winds = [str(chance.roll(WIND)) for _ in range(ROUNDS * players)] if checked["wind"] == "on" else []
        return StartedGame(tuple(seating), Game(checked, fogs, winds))

    def is_record(self, text: str) -> bool:
        return text.startswith(BEGINNING)

    def from_record(self, text: str) -> Game:
        return Game.from_record(text)

    def rename_seats(self, text: str, names: Mapping[int, str]) -> str:
        head, *lines = text.removeprefix(BEGINNING).split("\n")
        read = json.loads(head)
        read["tags"] |= {tag: name for seat, name in names.items() if (tag := f"Seat{seat}") in read["tags"]}
        return BEGINNING + "\n".join([json.dumps(read), *lines])


class WindyLanterns(Lanterns):
    """With a die inside every turn, unless somebody turns it off."""

    key = "windy-lanterns"
    options = (Lanterns.options[0], Lanterns.options[1]._replace(default="on"))
