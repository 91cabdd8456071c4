from typing import Any

from django.db import migrations
from django.db.models import Q

from accounts.lookalikes import look_key
from accounts.models.user import name_key

RENAMED = {"volcano": ("navigator", "Navigator"), "taluva": ("elder", "Elder")}
BATCH = 200


def rename_bots(apps: Any, _schema_editor: Any) -> None:
    """The two strongest bots were called like the piece and the game."""
    users, matches = apps.get_model("accounts", "User").objects, apps.get_model("games", "Match").objects
    for old, (new, name) in RENAMED.items():
        for bot in users.filter(bot_level=old):
            called = bot.username
            if users.filter(Q(name_key=name_key(name)) | Q(look_key=look_key(name))).exclude(pk=bot.pk).exists():
                name = f"{name} (bot)"  # somebody had it first
            bot.bot_level, bot.username, bot.name_key, bot.look_key = new, name, name_key(name), look_key(name)
            bot.save(update_fields=["bot_level", "username", "name_key", "look_key"])
            rename_in_studies(apps, bot.pk, called, name)
        matches.filter(stand_in_level=old).update(stand_in_level=new)


def rename_in_studies(apps: Any, bot: int, old: str, new: str) -> None:
    """In the records of the club's games that the bot played, at its seat."""
    studies, seats = apps.get_model("games", "Study").objects, apps.get_model("games", "Seat").objects
    sat = seats.filter(user=bot, match__in=studies.exclude(match=None).values("match"))
    for match, index in list(sat.values_list("match", "index")):
        changed = []
        for study in studies.filter(match=match):
            head, empty, turns = study.record.partition("\n\n")
            study.record = head.replace(f'[Seat{index} "{old}"]', f'[Seat{index} "{new}"]') + empty + turns
            changed.append(study)
        studies.bulk_update(changed, ["record"], batch_size=BATCH)


class Migration(migrations.Migration):
    dependencies = [("accounts", "0013_mail_tasks"), ("games", "0028_mails_name_their_task")]

    operations = [migrations.RunPython(rename_bots, migrations.RunPython.noop)]
