import django.db.models.deletion
from django.conf import settings
from django.contrib.sessions.backends.db import SessionStore
from django.db import migrations, models
from django.utils.http import base36_to_int

BATCH = 1000


def record_users(apps, schema_editor):
    """Record whom each session names; the sessions stay as they are, so everybody stays logged in."""
    Session = apps.get_model("sessions", "Session")
    last = ""
    while batch := list(Session.objects.filter(pk__gt=last).order_by("pk")[:BATCH]):
        record_users_of(apps, {session.pk: SessionStore().decode(session.session_data) for session in batch})
        last = batch[-1].pk


def record_users_of(apps, sessions):
    SessionUser = apps.get_model("accounts", "SessionUser")
    User = apps.get_model("accounts", "User")
    owners = owners_of(apps, {address for data in sessions.values() for address in addresses_in(data)})
    named = {key: users_in(data) | {owners[a] for a in addresses_in(data) if a in owners} for key, data in sessions.items()}
    there = set(User.objects.filter(pk__in=set().union(*named.values())).values_list("pk", flat=True))
    SessionUser.objects.bulk_create(
        SessionUser(session_id=key, user_id=user) for key, users in named.items() for user in users & there
    )


def owners_of(apps, addresses):
    rows = apps.get_model("account", "EmailAddress").objects.filter(email__in=addresses, verified=True)
    return dict(rows.values_list("email", "user"))


def flows_in(data):
    return [value for value in data.values() if isinstance(value, dict)]


def addresses_in(data):
    return {flow["email"].lower() for flow in flows_in(data) if isinstance(flow.get("email"), str)}


def users_in(data):
    decimals = [data.get("_auth_user_id"), data.get("account_authentication_methods_user")]
    decimals += [flow.get("user_id") for flow in flows_in(data)]
    waiting = [flow.get("user_pk") for flow in flows_in(data)]
    return {int(value) for value in decimals if value} | {base36_to_int(value) for value in waiting if value}


class Migration(migrations.Migration):

    dependencies = [
        ('accounts', '0007_encrypt_second_factors'),
        ('account', '0009_emailaddress_unique_primary_email'),
        ('sessions', '0001_initial'),
    ]

    operations = [
        migrations.CreateModel(
            name='SessionUser',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('session', models.ForeignKey(db_constraint=False, on_delete=django.db.models.deletion.CASCADE, related_name='named_users', to='sessions.session')),
                ('user', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='named_in_sessions', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'constraints': [models.UniqueConstraint(fields=('session', 'user'), name='one_session_a_user')],
            },
        ),
        migrations.RunPython(record_users, migrations.RunPython.noop),
    ]
