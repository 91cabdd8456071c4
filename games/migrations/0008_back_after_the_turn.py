from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("games", "0007_ratings")]

    operations = [migrations.AddField("seat", "is_back", models.BooleanField(default=False))]
