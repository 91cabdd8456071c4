from __future__ import annotations

import json
import os
import sys
from argparse import ArgumentParser
from pathlib import Path

from django.core.management import BaseCommand, CommandError
from django.core.serializers.json import DjangoJSONEncoder
from django.utils import timezone

from accounts.management.commands.staff import find_member
from accounts.models import User
from accounts.services import account_deletion, exports


class Command(BaseCommand):
    help = "Answers a request about somebody's data: writes down all that is known of them, or erases them."

    def add_arguments(self, parser: ArgumentParser) -> None:
        actions = parser.add_subparsers(dest="action", required=True)
        export = actions.add_parser("export", help="write everything that the club knows of them, as JSON")
        export.add_argument("--to", type=Path, metavar="FILE", help="a new file; without it: standard output")
        erase = actions.add_parser("erase", help="let them leave the club: their games stay, under no name")
        erase.add_argument("--yes", action="store_true", help="do not ask again")
        for each in (export, erase):
            each.add_argument("name", help="their name, or the address that they have proved")

    def handle(self, *, action: str, name: str, **options: object) -> None:
        getattr(self, action)(find_member(name), **options)

    def export(self, user: User, *, to: Path | None, **options: object) -> None:
        text = json.dumps(exports.export_of(user), indent=2, ensure_ascii=False, cls=DjangoJSONEncoder)
        if to is None:
            self.stdout.write(text)
            return
        try:  # a new file that only its owner may read
            with os.fdopen(os.open(to, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w", encoding="utf-8") as file:
                file.write(f"{text}\n")
        except OSError as error:
            raise CommandError(f"{to} can't be written: {error.strerror}.") from error
        self.stdout.write(f"What the club knows of {user} is in {to}.")

    def erase(self, user: User, *, yes: bool, **options: object) -> None:
        name = str(user)
        if user.is_gone:
            raise CommandError(f"{name} has left already.")
        if user.is_bot:
            raise CommandError(f"{name} is a bot of the club.")
        if not yes and not is_sure(name):
            raise CommandError("Nothing was erased.")
        gone = account_deletion.delete_account(user=user, now=timezone.now())
        self.stdout.write(f"{name} is erased, and is called {gone} in the games that stay. Backups still hold them.")


def is_sure(name: str) -> bool:
    if not sys.stdin.isatty():
        raise CommandError("Erasing can't be taken back. Say --yes if you are sure.")
    return input(f"Erasing {name} can't be taken back. Type the name to go on: ").strip() == name
