/* The board under the finger: a step of the turn swaps the board's upper layers and the turn bar, nothing else.
   Without this file the same links load the page. */
"use strict";

(() => {
  const isPlain = (event) => event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;

  function swap(href, id) {
    const address = new URL(href, location.href);
    return htmx.ajax("GET", address.pathname + address.search, {
      source: `#${id}`,
      target: `#${id}`,
      select: `#${id}`,
      swap: "outerHTML",
    });
  }

  document.addEventListener("click", (event) => {
    const link = event.target.closest("#match a[href^='?']");
    if (!link || !isPlain(event)) return;
    event.preventDefault();
    const href = link.getAttribute("href");
    swap(href, link.closest("#tools") ? "match" : "board-step").then(() => say());
  });

  /* One sentence to who listens: what the step did. */
  function say() {
    const words = document.querySelector("#turn-bar .no, #turn-bar .say");
    const live = document.getElementById("live");
    if (words && live) live.textContent = words.textContent;
  }

  /* A double click on Confirm sends one turn. */
  document.addEventListener("submit", (event) => {
    const button = event.target.querySelector("#turn-confirm");
    if (!button) return;
    if (button.dataset.sent) event.preventDefault();
    button.dataset.sent = "1";
  });
})();
