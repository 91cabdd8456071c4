from typing import Any

from django.db import migrations
from django.db.models import Q


def name_task(apps: Any, _schema_editor: Any) -> None:
    """Mails about games that wait, or that staff sends again, are rendered as they leave."""
    mails = apps.get_model("accounts", "Mail").objects
    mails.filter(Q(key__startswith="notices-") | Q(key__startswith="digest-")).update(task="games.tasks.send_mail")


class Migration(migrations.Migration):
    dependencies = [("accounts", "0013_mail_tasks"), ("games", "0027_sealed_orders")]

    operations = [migrations.RunPython(name_task, migrations.RunPython.noop)]
