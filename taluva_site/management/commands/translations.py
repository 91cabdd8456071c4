from __future__ import annotations

from argparse import ArgumentParser
from pathlib import Path

from django.conf import settings
from django.core.management import BaseCommand, CommandError

from taluva_site.translations import catalogues, extraction


class Command(BaseCommand):
    help = "extract: all that the club says, for translators. compile: their work, for Django. check: is it up to date?"
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("action", choices=["extract", "compile", "check"])
        parser.add_argument("--root", type=Path, default=settings.BASE_DIR, help="the folder of the sources")

    def handle(self, *, action: str, root: Path, **options: object) -> None:
        actions = {"extract": self.extract_texts, "compile": self.compile_catalogues, "check": self.check_template}
        actions[action](root)

    def extract_texts(self, root: Path) -> None:
        target = root / extraction.TEMPLATE
        text = extraction.template_text(root)
        target.parent.mkdir(exist_ok=True)
        target.write_text(text)
        self.stdout.write(f"{len(extraction.texts_of(text))} texts are in {target}")

    def compile_catalogues(self, root: Path) -> None:
        compiled = catalogues.compile_stale([root / extraction.TEMPLATE.parent])
        self.stdout.write(f"{len(compiled)} compiled: {', '.join(path.parts[-3] for path in compiled) or 'none'}")

    def check_template(self, root: Path) -> None:
        """Fail when the template is not what `extract` would write."""
        target = root / extraction.TEMPLATE
        if target.exists() and target.read_text() == extraction.template_text(root):
            self.stdout.write(f"{extraction.TEMPLATE} has all texts.")
            return
        lacking, excess = extraction.compare_templates(root)
        listed = [*(f"+ {text}" for text in lacking), *(f"- {text}" for text in excess)]
        raise CommandError(
            "\n".join([f"{extraction.TEMPLATE} is behind the sources: manage.py translations extract", *listed])
        )
