from django.db import migrations

MODERATE = "moderate"


def add_moderators(apps, schema_editor):
    """The group of moderators; whoever could suspend people by changing accounts goes on moderating."""
    ContentType = apps.get_model("contenttypes", "ContentType")
    Permission = apps.get_model("auth", "Permission")
    Group = apps.get_model("auth", "Group")
    User = apps.get_model("accounts", "User")
    actions, _new = ContentType.objects.get_or_create(app_label="games", model="staffaction")
    moderate, _new = Permission.objects.get_or_create(
        content_type=actions,
        codename=MODERATE,
        defaults={"name": "Can moderate: hide, unpublish, end games, suspend, settle reports"},
    )
    group, _new = Group.objects.get_or_create(name="Moderators")
    group.permissions.add(moderate)
    could_suspend = Permission.objects.filter(content_type__app_label="accounts", codename="change_user")
    for other in Group.objects.filter(permissions__in=could_suspend):
        other.permissions.add(moderate)
    for user in User.objects.filter(user_permissions__in=could_suspend, is_staff=True):
        user.user_permissions.add(moderate)


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0023_study_seats"),
        ("accounts", "0006_coordinates"),
        ("auth", "0012_alter_user_first_name_max_length"),
        ("contenttypes", "0002_remove_content_type_name"),
    ]

    operations = [
        migrations.AlterModelOptions(
            name="staffaction",
            options={
                "permissions": [("moderate", "Can moderate: hide, unpublish, end games, suspend, settle reports")]
            },
        ),
        migrations.RunPython(add_moderators, migrations.RunPython.noop),
    ]
