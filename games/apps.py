from django.apps import AppConfig


class GamesConfig(AppConfig):
    name = "games"

    def ready(self) -> None:
        from accounts.services import access, account_deletion, exports, names, preferences
        from games.api import tokens
        from games.matches import bot_turns, notices
        from games.matches.clocks import calendar_changes
        from games.people import personal_data as games_departures
        from games.registry import bot_names
        from taluva_site.operations import health

        health.WAITING.append(bot_turns.oldest_awaited)
        health.WAITING.append(notices.oldest_unplanned)
        names.reserve_names(bot_names())
        access.register_access(tokens.revoke_all)
        account_deletion.register_departure(games_departures.forget_player)
        exports.register_export(games_departures.further_rows)
        preferences.on_preferences_changed(lambda user, now: calendar_changes.follow_zone(user=user, now=now))
