"""Answers that overtake one another on their way to a page: any one of them may be kept back."""

from __future__ import annotations

from playwright.sync_api import Page

from tests.children import PATIENCE

HELD_BACK = """
window.asked = [];
window.onTheirWay = 0;
window.heldBack = () => false;
const fetched = window.fetch;
window.fetch = async (...question) => {
    const address = String(question[0]?.url ?? question[0]);
    const wait = window.heldBack(window.asked.push(address) - 1, address);
    window.onTheirWay += 1;
    try {
        const answer = await fetched(...question);
        if (wait) await new Promise((resolve) => setTimeout(resolve, 500));
        return answer;
    } finally {
        window.onTheirWay -= 1;
    }
};
"""
"""An answer is what the server said when it was asked, however late it comes."""

QUIET = """() => new Promise((resolve) => {
    let since = performance.now();
    const look = () => {
        if (window.onTheirWay) since = performance.now();
        if (performance.now() - since > 400) resolve(window.asked.length);
        else setTimeout(look, 20);
    };
    look();
})"""


def may_cross(page: Page) -> None:
    """From the next page on, answers can be kept back."""
    page.add_init_script(HELD_BACK)


def hold(page: Page, which: str) -> None:
    """From now on the answers are kept back for which this is true of `n` and `address`."""
    page.evaluate(f"() => {{ window.asked = []; window.heldBack = (n, address) => {which}; }}")


def settled(page: Page) -> int:
    """Waits until no answer is on its way any more. How many there were."""
    page.set_default_timeout(PATIENCE * 1000)
    count: int = page.evaluate(QUIET)
    return count
