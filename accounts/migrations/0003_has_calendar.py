from django.db import migrations, models


def note_calendars(apps, schema_editor):
    with_one = apps.get_model("accounts", "CalendarEntry").objects.values("user")
    apps.get_model("accounts", "User").objects.filter(pk__in=with_one).update(has_calendar=True)


class Migration(migrations.Migration):
    dependencies = [("accounts", "0002_notices")]

    operations = [
        migrations.AddField("user", "has_calendar", models.BooleanField(default=False, editable=False)),
        migrations.RunPython(note_calendars, migrations.RunPython.noop),
    ]
