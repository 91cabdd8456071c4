from django.db import migrations, models
from django.db.models import Q

import taluva_site.security.fields


class Migration(migrations.Migration):
    """Adds the encrypted seed. Processes of the version before still read the column `seed` of games that run, so the
    seeds there are encrypted an hour later, by the task games.tasks.seal_secrets."""

    dependencies = [
        ('games', '0024_moderators'),
    ]

    operations = [
        migrations.RemoveConstraint(
            model_name='match',
            name='match_started_has_seed',
        ),
        migrations.AlterField(
            model_name='match',
            name='seed',
            field=models.CharField(blank=True, db_column='seed', editable=False, max_length=64, verbose_name='seed'),
        ),
        migrations.RenameField(
            model_name='match',
            old_name='seed',
            new_name='public_seed',
        ),
        migrations.AddField(
            model_name='match',
            name='sealed_seed',
            field=taluva_site.security.fields.EncryptedTextField(
                blank=True, db_default='', default='', editable=False, purpose='seed'
            ),
        ),
        migrations.AddConstraint(
            model_name='match',
            constraint=models.CheckConstraint(
                condition=Q(state__in=['open', 'cancelled'])
                | (Q(started_at__isnull=False) & ~Q(public_seed=''))
                | (Q(started_at__isnull=False) & Q(state='running') & ~Q(sealed_seed='')),
                name='match_started_has_seed',
            ),
        ),
    ]
