"""An address is nobody's before it is proved, and nothing acts for an account that has proved none."""

from django.apps.registry import Apps
from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor


def drop_claims(apps: Apps, _schema: BaseDatabaseSchemaEditor) -> None:
    guests = apps.get_model("accounts", "User").objects.filter(kind="guest")
    for app, model in [("account", "EmailAddress"), ("mfa", "Authenticator"), ("accounts", "Webhook")]:
        apps.get_model(app, model).objects.filter(user__in=guests).delete()
    apps.get_model("accounts", "NoticeSettings").objects.filter(user__in=guests).update(feed_token=None)
    # Their mails hold codes: in an export of a guest's own they would prove an address that is not theirs.
    apps.get_model("accounts", "Mail").objects.filter(user__in=guests).update(user=None)
    guests.exclude(email="").update(email="")


class Migration(migrations.Migration):
    dependencies = [
        ("accounts", "0008_session_users"),
        ("account", "0009_emailaddress_unique_primary_email"),
        ("mfa", "0003_authenticator_type_uniq"),
    ]

    operations = [
        migrations.AlterField(
            model_name="noticesettings",
            name="feed_token",
            field=models.CharField(editable=False, max_length=43, null=True, unique=True),
        ),
        migrations.RunPython(drop_claims, migrations.RunPython.noop),
    ]
