from django.apps.registry import Apps
from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor

from accounts.lookalikes import look_key


def fill(apps: Apps, schema_editor: BaseDatabaseSchemaEditor | None = None) -> None:
    """Note how each name looks. Where two look alike, both keep them; staff, then whoever came first, has the look."""
    users = apps.get_model("accounts", "User").objects
    seen = set(users.exclude(look_key=None).values_list("look_key", flat=True))
    changed = []
    for user in users.filter(look_key=None).order_by("-is_staff", "pk").only("pk", "username"):
        look = look_key(user.username)
        if look not in seen:
            seen.add(look)
            user.look_key = look
            changed.append(user)
    users.bulk_update(changed, ["look_key"], batch_size=500)


class Migration(migrations.Migration):
    dependencies = [("accounts", "0011_mail_slots")]

    operations = [
        migrations.AddField(
            model_name="user",
            name="look_key",
            field=models.CharField(editable=False, max_length=600, null=True, unique=True),
        ),
        migrations.RunPython(fill, migrations.RunPython.noop),
    ]
