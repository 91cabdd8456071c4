from playwright.sync_api import Page, expect


def test_the_landing_page_opens(page: Page, site: str) -> None:
    page.goto("/")

    expect(page.get_by_role("main")).to_be_visible()
    assert page.locator("html").get_attribute("lang") == "en"


def test_a_visitor_lays_a_tile_with_the_first_click_and_builds_with_the_third(page: Page, site: str) -> None:
    """Without a word typed; the fourth click is the one that is final, and the bot answers."""
    page.goto("/")
    page.get_by_role("button", name="Try a game as a guest").click()
    expect(page.locator("#layer-draft use.edge")).to_have_count(1)
    page.locator("#turn-next").click()
    page.locator(".opt:not(.off)").first.click()
    expect(page.locator("#turn-bar .say")).to_contain_text("Hut on")
    page.locator("#turn-confirm").click()

    expect(page.locator("#match .head")).to_contain_text("Turn 3,")
