from django.apps import AppConfig


class GamesConfig(AppConfig):
    name = "games"

    def ready(self) -> None:
        from accounts import bounces, outbox
        from accounts.services import departures, exports, names, preferences
        from games.bots import LEVELS
        from games.services import bots, calendars, delivery, notices
        from games.services import departures as games_departures
        from taluva_site import health

        health.WAITING.append(bots.oldest_awaited)
        health.WAITING.append(notices.oldest_unplanned)
        names.reserve(level.name for level in LEVELS.values())
        departures.register(games_departures.forget)
        exports.register(games_departures.further_rows)
        preferences.register(lambda user, now: calendars.follow_zone(user=user, now=now))
        outbox.LAST_LOOKS.append(delivery.last_look)
        bounces.TELL.append(lambda user, address, now: notices.owe_about_channel(user, address, now=now))
