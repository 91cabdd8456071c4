from django.apps import AppConfig


class GamesConfig(AppConfig):
    name = "games"

    def ready(self) -> None:
        from accounts.services import departures, exports
        from games.services import departures as games_departures

        departures.register(games_departures.forget)
        exports.register("games", games_departures.export_of)
