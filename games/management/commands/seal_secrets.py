from __future__ import annotations

from django.core.management.base import BaseCommand

from games.matches import sealing


class Command(BaseCommand):
    help = "Encrypt what a version without encryption wrote, once no process of that version runs any more."

    def handle(self, *args: object, **options: object) -> None:
        if number := sealing.seal_secrets():
            self.stdout.write(f"{number} secrets are encrypted now.")
