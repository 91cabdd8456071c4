"""The options of a game and what they exclude (T-2.1 to T-2.6)."""

from collections.abc import Mapping
from dataclasses import dataclass

from games.contract import Choice, Option, Refusal, Settings
from games.taluva.rules.tiles import full_set

SEATS = (2, 3, 4, 5)


def switch_option(name: str, label: str, sentence: str, clause: str, seats: tuple[int, ...] = SEATS) -> Option:
    """Return an option that is off unless somebody turns it on."""
    return Option(name, label, sentence, clause, (Choice("off", "Off", SEATS), Choice("on", "On", seats)), "off")


OPTIONS = (
    Option(
        "tiles_per_player",
        "Tiles",
        "How many tiles are drawn for each player. Two players never reach the last of 48: the pieces run out.",
        "T-2.2",
        (
            Choice("12", "12 a player", SEATS),
            Choice("18", "18 a player", (2,)),
            Choice("24", "24 a player", (2,)),
            Choice("all", "All tiles", SEATS),
        ),
        "12",
    ),
    Option(
        "founding",
        "Founding",
        "Whether a new hut may touch a settlement of its own player.",
        "T-2.3",
        (Choice("apart", "Not next to your own settlements", SEATS), Choice("anywhere", "Anywhere", SEATS)),
        "apart",
    ),
    switch_option(
        "ranking",
        "Ranking",
        "A player who builds all of two kinds takes a place, and the others play on.",
        "T-2.4",
        SEATS[1:],
    ),
    switch_option("teams", "Teams", "Two teams of two: seats 1 and 3 play seats 2 and 4.", "T-2.5", (4,)),
    switch_option("preview", "Preview", "Waiting players already see the tile of their next turn.", "T-2.6"),
)


@dataclass(frozen=True)
class Options:
    """The options of one game; those that exclude each other are refused."""

    players: int = 2
    tiles_per_player: int | str = 12
    founding: str = "apart"
    ranking: bool = False
    teams: bool = False
    preview: bool = False

    def __post_init__(self) -> None:
        """Take each value as a record spells it, too."""
        checked = normalise_settings(self.settings())
        object.__setattr__(self, "players", int(checked["players"]))
        tiles = str(checked["tiles_per_player"])
        object.__setattr__(self, "tiles_per_player", tiles if tiles == "all" else int(tiles))
        for switch in ("ranking", "teams", "preview"):
            object.__setattr__(self, switch, checked[switch] == "on")

    def settings(self) -> Settings:
        """Return the values as a form, a record and the database keep them."""
        return {
            "players": self.players,
            "tiles_per_player": str(self.tiles_per_player),
            "founding": self.founding,
            "ranking": as_text(self.ranking),
            "teams": as_text(self.teams),
            "preview": as_text(self.preview),
        }

    @property
    def tile_count(self) -> int:
        """T-2.2: return how many tiles are drawn for the whole game."""
        if self.tiles_per_player == "all":
            return len(full_set(self.players))
        return int(self.tiles_per_player) * self.players

    @classmethod
    def from_settings(cls, settings: Mapping[str, object]) -> "Options":
        """Return the options that these settings stand for; what is left out has its default."""
        return cls(**normalise_settings(settings))  # type: ignore[arg-type] # __post_init__ reads them as they are spelt


def normalise_settings(settings: Mapping[str, object]) -> Settings:
    """Return the settings complete and checked; raises Refusal with a sentence."""
    unknown = settings.keys() - {"players"} - {option.name for option in OPTIONS}
    if unknown:
        raise Refusal(f"Taluva has no option “{min(unknown)}”.", "T-2.1")
    players = as_text(settings.get("players", 2))
    checked: Settings = {"players": int(players) if players in {str(seats) for seats in SEATS} else players}
    checked |= {option.name: as_text(settings.get(option.name, option.default)) for option in OPTIONS}
    check_settings(checked)
    return checked


def as_text(value: object) -> str:
    """Return a setting as its option's choices spell it."""
    match value:
        case True:
            return "on"
        case False:
            return "off"
        case _:
            return str(value)


def check_settings(settings: Settings) -> None:
    """T-2.1, T-2.4, T-2.5: raise Refusal when a setting does not go with the players or with another setting."""
    players = settings["players"]
    if players not in SEATS:
        raise Refusal("Taluva is for two to five players.", "T-2.1")
    for option in OPTIONS:
        choice = next((choice for choice in option.choices if choice.value == settings[option.name]), None)
        if choice is None:
            raise Refusal(UNKNOWN[option.name], option.clause)
        if players not in choice.seats:
            raise Refusal(NOT_FOR_THESE_PLAYERS[option.name], option.clause)
    if settings["teams"] == settings["ranking"] == "on":
        raise Refusal("Teams and ranking exclude each other: choose one of them.", "T-9.4")


UNKNOWN = {
    "tiles_per_player": "Choose 12, 18, 24 or all tiles.",
    "founding": "Founding is either apart or anywhere.",
    "ranking": "Ranking is either on or off.",
    "teams": "Teams are either on or off.",
    "preview": "Preview is either on or off.",
}
NOT_FOR_THESE_PLAYERS = {
    "tiles_per_player": "18 or 24 tiles a player are for two players only.",
    "ranking": "Ranking needs three players or more.",
    "teams": "Teams need exactly four players.",
}
