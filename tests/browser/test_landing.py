from playwright.sync_api import Page, expect


def test_the_landing_page_opens(page: Page, site: str) -> None:
    page.goto("/")

    expect(page.get_by_role("main")).to_be_visible()
    assert page.locator("html").get_attribute("lang") == "en"
