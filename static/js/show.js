/* Since my last turn: what the others played is shown on the board, turn after turn, and can be skipped. Who wants no
   movement gets the same as still steps, one at a time from the list. */
"use strict";

(() => {
  const PAUSE = 2600;
  const calm = () => matchMedia("(prefers-reduced-motion: reduce)").matches || document.documentElement.dataset.motion === "off";
  let present = null;
  let at = 0;
  let timer = 0;
  let wanted = 0; // counts up with each wish: an answer to an older one comes too late

  const lines = () => [...document.querySelectorAll("#news li[data-turn]")];

  async function show(index) {
    clearTimeout(timer);
    const all = lines();
    if (index < 0) return;
    if (index >= all.length) return end();
    const wish = ++wanted;
    const base = document.getElementById("match").dataset.base;
    const answer = await Board.ask(`${base}${all[index].dataset.turn}/`, "still").catch(() => null);
    if (wish !== wanted) return;
    const fresh = answer?.page.getElementById("board");
    if (!fresh) return end();
    const old = document.getElementById("board");
    present ||= old;
    old.replaceWith(fresh);
    at = index;
    for (const line of all) line.toggleAttribute("aria-current", line === all[index]);
    const box = document.getElementById("show");
    box.hidden = false;
    box.querySelector("[data-words]").textContent = all[index].querySelector("span").textContent;
    Board.say(all[index].querySelector("span").textContent);
  }

  function end() {
    hold();
    const box = document.getElementById("show");
    const held = box.contains(document.activeElement);
    box.hidden = true;
    if (held) document.getElementById("turn-bar").focus({ preventScroll: true });
    for (const line of lines()) line.removeAttribute("aria-current");
    if (!present) return;
    document.getElementById("board")?.replaceWith(present);
    present = null;
    Board.sayTurn();
  }

  async function run(index) {
    await show(index);
    if (present) timer = setTimeout(() => run(index + 1), PAUSE);
  }

  function start() {
    const match = document.getElementById("match");
    if (!match?.hasAttribute("data-news") || !lines().length) return;
    match.removeAttribute("data-news");
    if (!calm()) run(0);
  }

  /* Nothing changes under a finger that is down. */
  function hold() {
    clearTimeout(timer);
    wanted += 1;
  }

  /* A tap ends the show, and counts on the board that it uncovers. */
  function skip(event) {
    const covered = present && event.target.closest("#board");
    end();
    if (!covered) return;
    event.preventDefault();
    event.stopPropagation();
    const link = document.elementFromPoint(event.clientX, event.clientY)?.closest("#board a");
    link?.dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true }));
  }

  document.addEventListener("pointerdown", (event) => {
    if (event.target.closest("#board, #turn-bar")) hold();
  }, true);
  document.addEventListener("click", (event) => {
    const button = event.target.closest("#show [data-show]");
    if (button) {
      const by = Number(button.dataset.show);
      if (by) show(at + by);
      else end();
      return;
    }
    const link = event.target.closest("#news a.tn");
    if (link && !event.ctrlKey && !event.metaKey && !event.shiftKey) {
      event.preventDefault();
      show(lines().indexOf(link.closest("li")));
    } else if (event.target.closest("#board, #turn-bar a, #turn-bar button")) {
      skip(event);
    }
  }, true);
  document.addEventListener("keydown", (event) => {
    if (present && event.key === "Escape") end();
  });
  document.addEventListener("board:swapped", (event) => {
    if (event.detail.target !== "match") return;
    present = null;
    start();
  });
  start();
})();
