from django.apps.registry import Apps
from django.db import migrations
from django.db.backends.base.schema import BaseDatabaseSchemaEditor

from taluva_site.security import encryption

PURPOSE = "second factor"


def encrypt_secrets(apps: Apps, schema_editor: BaseDatabaseSchemaEditor | None = None) -> None:
    """Encrypt what is still in clear; what is encrypted already stays, so this may run twice."""
    rows = apps.get_model("mfa", "Authenticator").objects.filter(type__in=["totp", "recovery_codes"])
    for row in rows.select_for_update():
        row.data = {name: stored(name, value) for name, value in row.data.items()}
        row.save(update_fields=["data"])


def stored(name: str, value: object) -> object:
    if name in {"secret", "seed"}:
        return encrypted(str(value))
    return [encrypted(code) for code in value] if name == "migrated_codes" else value


def encrypted(text: str) -> str:
    return text if encryption.is_encrypted(text) else encryption.encrypt(text, PURPOSE)


class Migration(migrations.Migration):
    dependencies = [
        ("accounts", "0006_coordinates"),
        ("mfa", "0003_authenticator_type_uniq"),
    ]

    operations = [migrations.RunPython(encrypt_secrets, migrations.RunPython.noop, elidable=True)]
