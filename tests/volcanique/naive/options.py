"""The options of V-26 and the presets (A-63)."""

from collections.abc import Mapping

DEFAULTS: dict[str, int | str] = {
    "critters_per_player": 21,
    "trio_kinds": "both",
    "uno_per_player": 2,
    "duo_per_player": 3,
    "trio_per_player": 4,
    "resources_per_type_per_player": 5,
    "setup_mode": "preset",
    "bonus_resources": 2,
    "lava_timing": "start",
    "lava_height": "storey",
    "lava_prefers_land": "on",
    "pooled_lava": "soil",
    "hot_tiles": "travel",
    "migration_chooser": "owner",
    "own_join": "stay",
    "unstable_volcano": "off",
    "islands": "on",
    "exalted_free_islands": "on",
    "base_cap": 6,
    "relief": "on",
    "powers": "on",
    "sacrifices": "on",
    "grid_sideways": "on",
    "colossal_limit": 1,
    "landslide_target": "dice",
    "volcanic_migration_cost": 1,
    "engagement": "left",
    "left_threshold": 5,
    "bonus_tallest": "off",
    "bonus_largest": "off",
    "bonus_diversified": "off",
    "limited_timing": "anytime",
    "reaction_default": "auto",
    "stall_rounds": 3,
    "auto_end": "off",
}
RANGES: dict[str, list[int] | list[str]] = {
    "critters_per_player": list(range(15, 31)),
    "trio_kinds": ["both", "LMD_only"],
    "uno_per_player": list(range(1, 10)),
    "duo_per_player": list(range(1, 10)),
    "trio_per_player": list(range(1, 10)),
    "resources_per_type_per_player": list(range(3, 21)),
    "setup_mode": ["build", "preset"],
    "bonus_resources": list(range(4)),
    "lava_timing": ["start", "end"],
    "lava_height": ["storey", "ground"],
    "lava_prefers_land": ["on", "off"],
    "pooled_lava": ["soil", "vanish"],
    "hot_tiles": ["travel", "cool_together", "permanent"],
    "migration_chooser": ["owner", "builder"],
    "own_join": ["stay", "single"],
    "unstable_volcano": ["on", "off"],
    "islands": ["on", "off"],
    "exalted_free_islands": ["on", "off"],
    "base_cap": list(range(6, 10)),
    "relief": ["on", "off"],
    "powers": ["on", "off"],
    "sacrifices": ["on", "off"],
    "grid_sideways": ["on", "off"],
    "colossal_limit": list(range(4)),
    "landslide_target": ["dice", "choice"],
    "volcanic_migration_cost": [1, 2, 3],
    "engagement": ["left", "symbiosis", "free"],
    "left_threshold": list(range(3, 10)),
    "bonus_tallest": ["on", "off"],
    "bonus_largest": ["on", "off"],
    "bonus_diversified": ["on", "off"],
    "limited_timing": ["anytime", "own_turn"],
    "reaction_default": ["auto", "ask"],
    "stall_rounds": list(range(2, 7)),
    "auto_end": ["on", "off"],
}
PRESETS: dict[str, dict[str, str]] = {
    "default": {},
    "beginner": {"powers": "off", "sacrifices": "off", "setup_mode": "preset"},
    "short": {"critters_per_player": "15"},
}


class Options:
    """The settings of one game: `number` and `word` read a value, `on` a switch."""

    def __init__(self, settings: Mapping[str, object]) -> None:
        self.players = int(str(settings.get("players", 2)))
        self.values = {name: str(settings.get(name, default)) for name, default in DEFAULTS.items()}
        if self.values["sacrifices"] == "off":
            self.values["islands"] = "off"  # V-26

    def number(self, name: str) -> int:
        return int(self.values[name])

    def word(self, name: str) -> str:
        return self.values[name]

    def on(self, name: str) -> bool:
        return self.values[name] == "on"
