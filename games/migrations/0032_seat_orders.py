from django.db import migrations


class Migration(migrations.Migration):
    """The model has another name than the rules' orders; the table stays as it is."""

    dependencies = [("games", "0031_plain_labels")]

    operations = [
        migrations.AlterModelTable("order", "games_order"),
        migrations.RenameModel("Order", "SeatOrder"),
        migrations.AlterModelOptions(
            "seatorder", {"ordering": ["match_id", "seat", "kind", "rank"], "verbose_name": "order"}
        ),
    ]
