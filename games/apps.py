from django.apps import AppConfig


class GamesConfig(AppConfig):
    name = "games"

    def ready(self) -> None:
        from accounts.services import access, departures, exports, names, preferences
        from games.api import tokens
        from games.matches import bot_turns, notices
        from games.matches.clocks import calendar_changes
        from games.people import departures as games_departures
        from games.registry import bot_names
        from taluva_site import health

        health.WAITING.append(bot_turns.oldest_awaited)
        health.WAITING.append(notices.oldest_unplanned)
        names.reserve(bot_names())
        access.register(tokens.revoke_all)
        departures.register(games_departures.forget)
        exports.register(games_departures.further_rows)
        preferences.register(lambda user, now: calendar_changes.follow_zone(user=user, now=now))
