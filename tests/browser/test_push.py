"""Messages in the browser: it is asked on the page, and what the club sends is shown and leads to the game."""

from __future__ import annotations

import json

from playwright.sync_api import Browser, Page, expect

from accounts.models import User, Webhook
from tests.browser.players import Open, aside, context_of, wait_until
from tests.factories import people, running_match

# No push server can be reached from here: what it would have answered to the browser, whose person allows it.
SUBSCRIPTION = """
Notification.requestPermission = async () => "granted";
PushManager.prototype.getSubscription = async () => null;
PushManager.prototype.subscribe = async ({ applicationServerKey }) => {
  if (applicationServerKey.length !== 65) throw new Error("no key of the club");
  const keys = { p256dh: applicationServerKey.buffer, auth: new Uint8Array(16).buffer };
  return { endpoint: "https://push.example/send/1", getKey: (name) => keys[name] };
};
"""
# A Chromium without windows shows no messages and lists none: what our worker asks it to show is written down instead.
WRITTEN_DOWN = """() => {
  self.shown = [];
  self.registration.showNotification = async (title, { body, data }) => { self.shown.push([title, body, data.url]); };
}"""


def test_a_browser_is_added_and_shows_what_the_club_sends(browser: Browser, site: str) -> None:
    ann, ben = aside(lambda: people(2))
    match = aside(lambda: running_match(ann, ben))
    context = context_of(browser, site, ann)
    page = context.new_page()
    page.add_init_script(SUBSCRIPTION)
    page.goto("/notices/channels/")
    page.get_by_role("button", name="Enable in this browser").click()

    expect(page.get_by_text("Notifications enabled in this browser.")).to_be_visible()
    hook = aside(lambda: Webhook.objects.get())
    assert (hook.user_id, hook.url, hook.events) == (
        ann.pk,
        "https://push.example/send/1",
        ["your-turn", "ended", "deadline"],
    )
    url = f"{site}{match.get_absolute_url()}"
    [worker] = context.service_workers
    worker.evaluate(WRITTEN_DOWN)
    push(page, site, {"title": "Your turn: Atoll", "text": "3 days", "url": url})
    wait_until(page, lambda: worker.evaluate("self.shown.length"))

    assert worker.evaluate("self.shown") == [["Your turn: Atoll", "3 days", url]]
    context.close()


def push(page: Page, site: str, message: dict[str, str]) -> None:
    """As if the browser had got it from its maker's server."""
    devtools, found = page.context.new_cdp_session(page), []
    devtools.on("ServiceWorker.workerRegistrationUpdated", lambda event: found.extend(event["registrations"]))
    devtools.send("ServiceWorker.enable")
    page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    page.wait_for_function("() => navigator.serviceWorker.controller !== null")
    devtools.send(
        "ServiceWorker.deliverPushMessage",
        {"origin": site, "registrationId": found[-1]["registrationId"], "data": json.dumps(message)},
    )


def test_a_browser_that_does_not_allow_it_says_so(browser: Browser, site: str) -> None:
    ann = aside(lambda: people(1)[0])
    context = context_of(browser, site, ann)
    page = context.new_page()
    page.goto("/notices/channels/")
    page.evaluate("Notification.requestPermission = async () => 'denied'")
    page.get_by_role("button", name="Enable in this browser").click()

    expect(page.get_by_text("Your browser doesn't allow it.")).to_be_visible()
    assert aside(lambda: Webhook.objects.count()) == 0
    context.close()


def test_a_refused_webhook_takes_the_focus(open_as: Open, sitters: list[User]) -> None:
    page = open_as(sitters[0], "/notices/channels/")
    page.get_by_text("Add a webhook").click()
    page.get_by_label("Address").fill("http://hooks.example/")
    page.get_by_role("button", name="Add", exact=True).click()

    expect(page.locator(".errors")).to_be_focused()
    expect(page.locator(".errors")).to_be_in_viewport()
