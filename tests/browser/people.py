"""What browser tests about people share. They reach the database through a thread: Playwright holds this one's loop."""

from __future__ import annotations

import re
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from playwright.sync_api import Page, expect

PASSWORD = "three tall towers"


def in_database(what: Any, *args: Any) -> Any:
    """What the function returns, called where the database may be touched."""

    def call() -> Any:
        from django.db import connection

        try:
            return what(*args)
        finally:
            connection.close()

    with ThreadPoolExecutor(1) as pool:
        return pool.submit(call).result()


def new_person(name: str) -> None:
    """Somebody who has signed up and proved their address."""
    from tests.accounts.conftest import new_person

    new_person(name)


def sign_up(page: Page, name: str, address: str) -> None:
    """From the landing page to the code page."""
    page.goto("/")
    page.get_by_role("link", name="Sign up").first.click()
    page.get_by_label("Name", exact=True).fill(name)
    page.get_by_label("Email address").fill(address)
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="Send code").click()
    expect(page.get_by_role("heading", name="Code from the email")).to_be_visible()


def code_from_inbox(page: Page, subject: str) -> str:
    """What a newcomer does: open the inbox of the club, and the newest mail."""
    inbox = page.context.new_page()
    inbox.goto("/inbox/")
    inbox.get_by_role("link", name=subject).first.click()
    text = inbox.locator("pre").inner_text()
    inbox.close()
    found = re.search(r"^[A-Z0-9]{4}-[A-Z0-9]{4}$", text, re.MULTILINE)
    assert found, text
    return found.group()


def prove(page: Page) -> None:
    page.get_by_label("Code").fill(code_from_inbox(page, "Welcome: your code"))
    page.get_by_role("button", name="Confirm").click()


def log_in(page: Page, who: str, password: str = PASSWORD) -> None:
    page.goto("/account/login/")
    page.get_by_label("Name or email address").fill(who)
    page.get_by_label("Password").fill(password)
    page.locator("main").get_by_role("button", name="Log in", exact=True).click()


def log_out(page: Page) -> None:
    page.goto("/account/")
    page.locator("main").get_by_role("button", name="Log out").click()
    expect(page.get_by_text("You are logged out.")).to_be_visible()


def confirm_again(page: Page) -> None:
    expect(page.get_by_role("heading", name="Confirm your identity")).to_be_visible()
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="Continue").click()
