"""Signing up, staying safe and leaving, as people do it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Error, Page, expect

from accounts.models import User
from tests.accounts.authenticators import app_code
from tests.browser import people
from tests.browser.players import Open


def test_a_whole_life_in_the_club(page: Page, site: str, browser: Browser, tmp_path: Path) -> None:
    people.sign_up(page, "Anna", "anna@example.org")
    people.prove(page)
    expect(page.locator("summary.me")).to_contain_text("Anna")
    secret = switch_on_the_app(page)
    people.log_out(page)

    people.log_in(page, "ANNA")
    expect(page.get_by_role("heading", name="Two-factor authentication")).to_be_visible()
    page.get_by_label("Code").fill(app_code(secret))
    page.locator("main").get_by_role("button", name="Log in", exact=True).click()
    expect(page.locator("summary.me")).to_contain_text("Anna")

    end_another_session(page, browser, site, secret)
    change_the_theme(page)
    export(page, tmp_path)
    leave(page)


def switch_on_the_app(page: Page) -> str:
    page.goto("/account/2fa/totp/activate/")
    people.confirm_again(page)
    expect(page.get_by_role("img", name="QR code")).to_be_visible()
    secret = page.locator("#totp-secret").inner_text()
    page.get_by_label("Authenticator code").fill(app_code(secret))
    page.get_by_role("button", name="Enable").click()
    expect(page.locator("#recovery-codes li")).to_have_count(10)
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.wait_for_load_state()
    page.get_by_role("button", name="Copy codes").click()
    expect(page.get_by_text("Codes copied.")).to_be_visible()
    copied = page.evaluate("navigator.clipboard.readText()")
    assert copied.split() == page.locator("#recovery-codes li").all_inner_texts()
    return secret


def end_another_session(page: Page, browser: Browser, site: str, secret: str) -> None:
    context = browser.new_context(base_url=site, user_agent="Mozilla/5.0 (Windows NT 10.0) Gecko Firefox/150.0")
    elsewhere = context.new_page()
    people.log_in(elsewhere, "anna@example.org")
    page.goto("/account/2fa/recovery-codes/")
    if page.get_by_role("heading", name="Confirm your identity").is_visible():
        people.confirm_again(page)
    elsewhere.get_by_label("Code").fill(page.locator("#recovery-codes li").first.inner_text())
    elsewhere.locator("main").get_by_role("button", name="Log in", exact=True).click()
    expect(elsewhere.locator("summary.me")).to_contain_text("Anna")

    page.goto("/account/sessions/")
    page.get_by_role("button", name="Log out Firefox on Windows").click()
    expect(page.get_by_text("Session logged out.")).to_be_visible()
    elsewhere.goto("/account/")
    expect(elsewhere.get_by_role("heading", name="Log in")).to_be_visible()
    context.close()


def change_the_theme(page: Page) -> None:
    page.locator("summary.me").click()
    page.get_by_role("button", name="Dark").click()
    expect(page.locator("html")).to_have_attribute("data-theme", "dark")
    expect(page.locator("html")).to_have_css("background-color", "rgb(18, 24, 27)")


def export(page: Page, folder: Path) -> None:
    page.goto("/account/")
    with page.expect_download() as download:
        page.get_by_role("link", name="Download", exact=True).click()
    download.value.save_as(folder / "anna.json")
    data = json.loads((folder / "anna.json").read_text())
    [own] = data["accounts.User"]
    assert (own["username"], own["email"]) == ("Anna", "anna@example.org")


def leave(page: Page) -> None:
    page.goto("/account/leave/")
    page.get_by_label("Delete my account").check()
    page.get_by_role("button", name="Delete account").click()
    expect(page.get_by_text("Your account was deleted")).to_be_visible()
    people.log_in(page, "Anna")
    expect(page.get_by_text("Wrong name, address or password").first).to_be_visible()


@pytest.fixture
def no_scripts(browser: Browser, site: str) -> Any:
    context = browser.new_context(base_url=site, java_script_enabled=False)
    yield context.new_page()
    context.close()


def test_signing_up_and_logging_in_needs_no_scripts(no_scripts: Page) -> None:
    page = no_scripts
    people.sign_up(page, "Ben", "ben@example.org")
    people.prove(page)
    expect(page.locator("summary.me")).to_contain_text("Ben")
    page.locator("summary.me").click()
    page.get_by_role("button", name="Dark").click()
    expect(page.locator("html")).to_have_attribute("data-theme", "dark")
    people.log_out(page)
    people.log_in(page, "ben@example.org")
    expect(page.locator("summary.me")).to_contain_text("Ben")
    page.goto("/account/")
    page.get_by_label("Time zone").select_option("Pacific/Auckland")
    page.get_by_role("button", name="Save", exact=True).click()
    expect(page.get_by_text("Saved.")).to_be_visible()


def test_the_browser_s_time_zone_is_guessed(browser: Browser, site: str) -> None:
    context = browser.new_context(base_url=site, timezone_id="Pacific/Auckland")
    page = context.new_page()
    people.sign_up(page, "Chloé", "chloe@example.org")
    page.goto("/account/")
    expect(page.get_by_label("Time zone")).to_have_value("Pacific/Auckland")
    context.close()


def test_a_passkey_is_made_and_logs_in_alone(page: Page, site: str) -> None:
    device = page.context.new_cdp_session(page)
    device.send("WebAuthn.enable")
    kind = {"protocol": "ctap2", "transport": "internal", "hasResidentKey": True, "hasUserVerification": True}
    device.send("WebAuthn.addVirtualAuthenticator", {"options": {**kind, "isUserVerified": True}})
    people.sign_up(page, "Dora", "dora@example.org")
    people.prove(page)
    page.goto("/account/2fa/webauthn/add/")
    people.confirm_again(page)
    page.get_by_label("What you call it").fill("my phone")
    page.get_by_role("button", name="Add").click()
    expect(page.get_by_text("Passkey added.")).to_be_visible()
    people.log_out(page)

    page.goto("/account/login/")
    page.get_by_role("button", name="Log in with a passkey").click()

    expect(page.locator("summary.me")).to_contain_text("Dora")


def test_a_mistake_takes_the_focus_and_leads_to_its_field(page: Page, site: str) -> None:
    page.goto("/account/signup/")
    page.get_by_label("Name", exact=True).fill("a@b")
    page.get_by_label("Email address").fill("x@example.org")
    page.get_by_label("Password").fill("short")
    page.get_by_role("button", name="Send code").click()

    expect(page.locator(".errors")).to_be_focused()
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    page.keyboard.press("Tab")
    assert page.url.endswith("#id_username")
    expect(page.get_by_label("Name", exact=True)).to_have_attribute("aria-invalid", "true")


def test_back_to_a_refused_form_is_no_lost_connection(open_as: Open, sitters: list[User]) -> None:
    page = open_as(sitters[0], "/tables/")
    page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    page.goto("/tables/new/taluva/")
    page.select_option("[name='seat1']", "name")
    page.fill("[name='name1']", "Nobody Known")
    page.locator("main form .btn.main").last.click()
    expect(page.locator(".errors")).to_contain_text("No player has that name.")
    page.goto("/rules/")

    with pytest.raises(Error, match="ERR_CACHE_MISS"):  # what Chromium calls its question
        page.go_back()
    page.wait_for_url("chrome-error://**")
    page.reload()

    expect(page.locator(".errors")).to_contain_text("No player has that name.")
    expect(page.locator("[name='name1']")).to_have_value("Nobody Known")


def test_the_offline_page_is_there_without_a_connection(page: Page, site: str) -> None:
    page.goto("/")
    page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    page.wait_for_function("() => navigator.serviceWorker.controller !== null")
    page.context.set_offline(True)
    page.goto("/terms/")

    expect(page.get_by_role("heading", name="You are offline")).to_be_visible()
    page.context.set_offline(False)
