/* Since my last turn: what the others played is shown on the board, turn after turn, and can be skipped. Who wants no
   movement gets the same as still steps, one at a time from the list. */
"use strict";

(() => {
  const PAUSE = 2600;
  const calm = () =>
    matchMedia("(prefers-reduced-motion: reduce)").matches || document.documentElement.dataset.motion === "off";
  let present = null;
  let at = 0;
  let timer = 0;
  let wanted = 0; // counts up with each wish: an answer to an older one comes too late

  const byId = (id) => document.getElementById(id);
  const holds = (id) => Boolean(byId(id)?.contains(document.activeElement));
  const lines = () => [...document.querySelectorAll("#news li[data-turn]")];

  async function show(index) {
    clearTimeout(timer);
    const all = lines();
    if (index < 0) return;
    if (index >= all.length) return end();
    const wish = ++wanted;
    const still = { wish, present: present || byId("board") };
    await Board.ask(`${byId("match").dataset.base}${all[index].dataset.turn}/`, { source: "#show", still });
    if (wish !== wanted) return;
    if (!still.isDone) return end();
    present = still.present;
    at = index;
    for (const line of all) line.removeAttribute("aria-current");
    all[index].setAttribute("aria-current", "true");
    const box = byId("show");
    const words = all[index].querySelector("span").textContent;
    box.querySelector("[data-words]").textContent = words;
    const held = holds("turn-bar");
    box.hidden = false;
    if (held) box.querySelector("[data-show='1']").focus({ preventScroll: true });
    Board.say(words);
  }

  function end() {
    hold();
    if (!present) return;
    const held = holds("show");
    byId("show").hidden = true;
    if (held) byId("turn-bar").focus({ preventScroll: true });
    for (const line of lines()) line.removeAttribute("aria-current");
    byId("board").replaceWith(present);
    present = null;
    document.dispatchEvent(new CustomEvent("board:swapped", { detail: { target: "board" } }));
    Board.sayTurn();
  }

  /* An answer that comes too late changes nothing. */
  document.addEventListener("htmx:before:swap", (event) => {
    const { still } = event.detail.ctx;
    if (!still) return;
    still.isDone = event.detail.tasks.some(({ fragment }) => fragment.querySelector("#board"));
    if (still.wish !== wanted || !still.isDone) event.preventDefault();
  });

  /* By itself it goes on only while nobody has the focus on the board. */
  async function run(index) {
    await show(index);
    if (present && !holds("board")) timer = setTimeout(() => run(index + 1), PAUSE);
  }

  /* From the first turn that was not shown yet. */
  function start() {
    const match = byId("match");
    const index = lines().findIndex((line) => line.dataset.turn === match?.dataset.news);
    match?.removeAttribute("data-news");
    if (index >= 0 && !calm()) run(index);
    else if (holds("show")) byId("turn-bar").focus({ preventScroll: true });
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

  document.addEventListener(
    "pointerdown",
    (event) => {
      if (event.target.closest("#board, #turn-bar")) hold();
    },
    true,
  );
  document.addEventListener("focusin", (event) => {
    if (present && event.target.closest("#board")) clearTimeout(timer);
  });
  document.addEventListener(
    "click",
    (event) => {
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
    },
    true,
  );
  document.addEventListener("keydown", (event) => {
    if (present && event.key === "Escape") end();
  });
  document.addEventListener("board:swapped", (event) => {
    if (event.detail.target !== "match") return;
    hold();
    present = null;
    start();
  });
  start();
})();
