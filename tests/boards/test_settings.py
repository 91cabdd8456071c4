"""A reader's settings reach the page as attributes, which the style sheets know."""

import pytest
from django.template.loader import render_to_string
from django.test import RequestFactory

from accounts.models import User

SETTINGS = [
    ({}, []),
    ({"patterns": False}, ['data-patterns="off"']),
    ({"motion": False}, ['data-motion="off"']),
    ({"palette": "greys"}, ['data-palette="greys"']),
]


@pytest.mark.django_db
@pytest.mark.parametrize(("chosen", "attributes"), SETTINGS)
def test_settings_are_attributes_of_the_page(chosen: dict[str, bool | str], attributes: list[str]) -> None:
    request = RequestFactory().get("/")
    request.user = User.objects.create_user("ann", "ann@example.org", **chosen)

    page = render_to_string("base.html", request=request)

    start = page[page.index("<html") : page.index("<head>")]
    assert [word for word in start.strip().rstrip(">").split() if word.startswith("data-")] == attributes
