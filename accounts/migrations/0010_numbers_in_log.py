import json

from django.db import migrations
from django.db.models import F, Value
from django.db.models.functions import Concat


def write_numbers(apps, schema_editor):
    """Call the rows in the admin's log by their numbers, as it has them from now on: names and addresses go."""
    LogEntry = apps.get_model("admin", "LogEntry")
    LogEntry.objects.exclude(object_repr="").update(object_repr=Concat(Value("#"), F("object_id")))
    for entry in LogEntry.objects.filter(change_message__contains='"object"').iterator():
        entry.change_message = without_rows(entry.change_message)
        entry.save(update_fields=["change_message"])


def without_rows(message):
    try:
        said = json.loads(message)
        return json.dumps([{what: without_row(which) for what, which in each.items()} for each in said])
    except (AttributeError, TypeError, ValueError):
        return ""


def without_row(said):
    return said | {"object": ""} if "object" in said else said


class Migration(migrations.Migration):

    dependencies = [
        ("accounts", "0009_unproved_addresses"),
        ("admin", "0003_logentry_add_action_flag_choices"),
    ]

    operations = [migrations.RunPython(write_numbers, migrations.RunPython.noop)]
