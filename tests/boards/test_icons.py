"""The icons that are shipped are the ones that the mark draws."""

from django.core.management import call_command

from games.management.commands.draw_icons import ICONS, draw_icon
from tests.boards.colours import TOKENS


def test_icons_are_up_to_date() -> None:
    call_command("draw_icons", check=True)


def test_another_mark_would_draw_other_icons() -> None:
    mark = (TOKENS.parents[1] / "img" / "favicon.svg").read_text()

    assert all(draw_icon(mark, icon) != draw_icon(mark.replace("#4a3833", "#4a3834"), icon) for icon in ICONS)
