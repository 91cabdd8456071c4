"""A picture in a mail looks like the board in the browser."""

import numpy as np
from django.template.loader import render_to_string
from playwright.sync_api import Page

from games.boards import Sight
from games.pictures import images
from games.registry import BOARDS
from tests.boards import png
from tests.boards.games import random_game

PUT = """svg => {
  document.body.innerHTML = svg;
  const board = document.querySelector('svg.board');
  document.body.style.margin = 0;
  document.documentElement.style.setProperty('--hair', 'none'); // as in small pictures
  board.style.width = '600px'; board.style.height = '450px'; board.style.maxHeight = 'none';
}"""


def browser_pixels(page: Page, svg: str, theme: str) -> png.Pixels:
    page.set_viewport_size({"width": 600, "height": 450})
    page.emulate_media(color_scheme=theme)  # type: ignore[arg-type]
    page.evaluate(PUT, svg)
    return png.read(page.screenshot(clip={"x": 0, "y": 0, "width": 600, "height": 450}))


def test_the_picture_is_what_the_browser_draws(page: Page, site: str) -> None:
    game = random_game(11, turns=30)
    board, _ = BOARDS["taluva"].show(game, Sight(names=(), since=27, ratio=(600, 450)))
    svg = render_to_string("taluva/_picture.svg", {"board": board, "numbers": True})
    drawn = png.read(images.render_png("taluva", game, "mail", since=27))
    page.goto("/")

    light, dark = browser_pixels(page, svg, "light"), browser_pixels(page, svg, "dark")

    assert np.abs(drawn - light).mean() < 4  # of 255: edges and the shapes of digits differ
    assert np.abs(drawn - dark).mean() > 20  # another theme would be seen
