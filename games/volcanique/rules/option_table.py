"""The declared options, in the order of the form (V-26)."""

from typing import Final

from games.contract import Choice, Option, Preset

SEATS: Final = (2, 3, 4, 5)


def number_option(name: str, label: str, sentence: str, clause: str, values: range, default: int) -> Option:
    """Return an option that is a number."""
    choices = tuple(Choice(str(value), str(value), SEATS) for value in values)
    return Option(name, label, sentence, clause, choices, str(default))


def switch_option(name: str, label: str, sentence: str, clause: str, default: str) -> Option:
    """Return an option that is on or off."""
    return Option(name, label, sentence, clause, (Choice("off", "Off", SEATS), Choice("on", "On", SEATS)), default)


def word_option(name: str, label: str, sentence: str, clause: str, **labels: str) -> Option:
    """Return an option that is one of a few words; the first is the default."""
    choices = tuple(Choice(value, text, SEATS) for value, text in labels.items())
    return Option(name, label, sentence, clause, choices, choices[0].value)


TABLE: Final = {
    "Setup": (
        word_option(
            "setup_mode",
            "Starting islands",
            "Everybody starts on the same three tiles, or builds an island of their own.",
            "V-3.3",
            preset="The same for all",
            build="Built by the players",
        ),
        number_option(
            "critters_per_player", "Critters", "How many critters each player has.", "V-1.7", range(15, 31), 21
        ),
        number_option("bonus_resources", "Bonus", "Resources for each player but the first.", "V-3.7", range(4), 2),
        word_option(
            "trio_kinds",
            "Trios",
            "Whether trio tiles come in both mirror images.",
            "V-1.3",
            both="Both kinds",
            LMD_only="One kind",
        ),
        number_option("uno_per_player", "Unos", "Tiles of each uno for each player.", "V-1.5", range(1, 10), 2),
        number_option("duo_per_player", "Duos", "Tiles of each duo for each player.", "V-1.5", range(1, 10), 3),
        number_option("trio_per_player", "Trios each", "Tiles of each trio for each player.", "V-1.5", range(1, 10), 4),
        number_option(
            "resources_per_type_per_player",
            "Resources",
            "Resources of each type for each player.",
            "V-1.6",
            range(3, 21),
            5,
        ),
    ),
    "Play": (
        word_option(
            "engagement",
            "Where to build",
            "With three or more players: where tiles and volcanoes may be placed.",
            "V-17",
            left="On tiles of the player to the left",
            symbiosis="On biomes of the leader",
            free="Anywhere",
        ),
        number_option(
            "left_threshold",
            "Exposed from",
            "With how many biomes a player can be built on by everybody.",
            "V-17.3",
            range(3, 10),
            5,
        ),
        switch_option("islands", "Islands", "Whether three sacrifices and 7 resources buy an island.", "V-6.5", "on"),
        switch_option("sacrifices", "Sacrifices", "Whether critters may be sacrificed. Islands need it.", "V-10", "on"),
        switch_option("unstable_volcano", "Unstable volcanoes", "Whether high stacks erupt for less.", "V-6.4", "off"),
        number_option("base_cap", "Cap", "How many resources a player may keep.", "V-12.4", range(6, 10), 6),
        switch_option("relief", "Relief", "Whether a player without a biome gets a resource.", "V-12.6", "on"),
        word_option(
            "migration_chooser",
            "Migration",
            "Who decides where a critter goes when a tile is laid on it.",
            "V-7.4",
            owner="Its owner",
            builder="Whoever lays the tile",
        ),
        word_option(
            "own_join",
            "Joining own biomes",
            "Whether all critters stay when biomes of one player join.",
            "V-8.2",
            stay="All stay",
            single="One stays",
        ),
    ),
    "Lava": (
        word_option(
            "lava_timing",
            "When lava flows",
            "Whether lava flows at the start or at the end of a turn.",
            "V-4.3",
            start="At the start",
            end="At the end",
        ),
        word_option(
            "lava_height",
            "Height of lava",
            "Whether lava and volcanoes count as a storey.",
            "V-14.2",
            storey="Counts",
            ground="Does not count",
        ),
        switch_option(
            "lava_prefers_land",
            "Land first",
            "Whether lava flows into the ocean only when no lower land is left.",
            "V-14.2",
            "on",
        ),
        word_option(
            "pooled_lava",
            "Lava in a pit",
            "What happens to lava that has nowhere to flow.",
            "V-14.8",
            soil="It becomes soil",
            vanish="It vanishes",
        ),
        word_option(
            "hot_tiles",
            "Hot tiles",
            "Whether volcanoes and lava leave the hexes behind them.",
            "V-13.7",
            travel="They travel",
            cool_together="They stay until the flow ends",
            permanent="They stay for good",
        ),
    ),
    "Powers": (
        switch_option("powers", "Powers", "Whether volcanoes unlock powers.", "V-15.4", "on"),
        switch_option("grid_sideways", "Sideways links", "Whether powers of one level are linked.", "V-15.2", "on"),
        number_option(
            "colossal_limit",
            "Colossal critters",
            "How many a player may have at a time; 0 is no limit.",
            "V-16.3",
            range(4),
            1,
        ),
        switch_option(
            "exalted_free_islands", "Free islands", "Whether Exalted sacrifices make islands free.", "V-16.8", "on"
        ),
        word_option(
            "landslide_target",
            "Landslides",
            "Who decides where a landslide goes.",
            "V-16.15",
            dice="The die",
            choice="The player",
        ),
        number_option(
            "volcanic_migration_cost",
            "Volcanic migration",
            "What it costs for each critter.",
            "V-16.21",
            range(1, 4),
            1,
        ),
        word_option(
            "limited_timing",
            "Rift and Plates",
            "When the limited powers may be used.",
            "V-22.8",
            anytime="In anybody’s turn",
            own_turn="In one’s own turn",
        ),
    ),
    "End": (
        switch_option("bonus_tallest", "Tallest", "3 points for the tallest stack.", "V-18.1", "off"),
        switch_option("bonus_largest", "Largest", "3 points for the largest biome.", "V-18.2", "off"),
        switch_option("bonus_diversified", "Diversified", "2 points for each set of three biomes.", "V-18.3", "off"),
        number_option(
            "stall_rounds", "Idle rounds", "Rounds without events that end the game.", "V-19.6", range(2, 7), 3
        ),
    ),
    "Correspondence": (
        word_option(
            "reaction_default",
            "Questions",
            "What happens with questions to players who left no instruction.",
            "V-22.4",
            auto="Answered for them",
            ask="Asked",
        ),
        switch_option("auto_end", "End turns", "Whether a turn ends when nothing is left to do.", "V-24.4", "off"),
    ),
}
OPTIONS: Final = tuple(option._replace(group=group) for group, options in TABLE.items() for option in options)
PRESETS: Final = (
    Preset(
        "beginner",
        "Beginner",
        "No powers and no sacrifices, on the same starting islands for all.",
        {"powers": "off", "sacrifices": "off", "setup_mode": "preset"},
    ),
    Preset("short", "Short", "A shorter game, with 15 critters each.", {"critters_per_player": "15"}),
)
SWITCHES: Final = tuple(option.name for option in OPTIONS if option.is_switch)
NUMBERS: Final = tuple(option.name for option in OPTIONS if option.default.isdecimal())
WORDS: Final = tuple(option.name for option in OPTIONS if option.name not in (*SWITCHES, *NUMBERS))
