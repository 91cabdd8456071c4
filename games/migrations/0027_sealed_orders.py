from django.db import migrations, models

import taluva_site.security.fields


class Migration(migrations.Migration):
    """Adds the encrypted text of orders. Processes of the version before still read the column `text`, so what stands
    there is encrypted an hour later, by the task games.tasks.seal_secrets."""

    dependencies = [
        ('games', '0026_report_notices'),
    ]

    operations = [
        migrations.AlterField(
            model_name='order',
            name='text',
            field=models.CharField(blank=True, db_column='text', default='', editable=False, max_length=2000),
        ),
        migrations.RenameField(
            model_name='order',
            old_name='text',
            new_name='plain_text',
        ),
        migrations.AddField(
            model_name='order',
            name='sealed_text',
            field=taluva_site.security.fields.EncryptedTextField(blank=True, db_default='', default='', purpose='order'),
        ),
    ]
