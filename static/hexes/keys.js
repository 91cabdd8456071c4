/* A board of hexagons by keyboard: one tab stop, arrow keys from cell to cell, and single letters while the board has the focus. */
"use strict";

(() => {
  const WAYS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0] };
  const AROUND = [
    [1, 0],
    [0, 1],
    [-1, 1],
    [-1, 0],
    [0, -1],
    [1, -1],
  ];
  const FAR = 30;
  let at = null;
  let isOnBoard = false; // whether the focus is there, or was until its cell went

  const layer = () => document.querySelector("#board .choices");
  const cells = () => [...document.querySelectorAll("#board .choices > a")];
  const cell = (q, r) => document.getElementById(`c${q},${r}`);
  const place = (link) => link.id.slice(1).split(",").map(Number);
  const isQuiet = (link) => !link.hasAttribute("href") || "quiet" in link.dataset;

  /* One of them is in the tab order: the one where one was, or the first that can be chosen. */
  function rove() {
    const all = cells();
    const here = (at && document.getElementById(at)) || all.find((link) => !isQuiet(link)) || all[0];
    for (const link of all) {
      const stop = link === here ? "0" : "-1";
      if (link.getAttribute("tabindex") !== stop) link.setAttribute("tabindex", stop);
    }
    if (isOnBoard && document.activeElement === document.body) here?.focus({ preventScroll: true });
  }

  function go(link) {
    if (!link) return;
    document.getElementById(at)?.setAttribute("tabindex", "-1");
    at = link.id;
    link.setAttribute("tabindex", "0");
    link.focus();
    link.scrollIntoView({ block: "nearest", inline: "nearest" });
    Sea.renew();
  }

  /* Up and down go north-west and north-east in turn, so that the column is kept. */
  function beside([q, r], key) {
    if (WAYS[key]) return [q + WAYS[key][0], r];
    const odd = Math.abs(r % 2) === 1;
    if (key === "ArrowUp") return odd ? [q, r - 1] : [q + 1, r - 1];
    return odd ? [q, r + 1] : [q - 1, r + 1];
  }

  function walk(link, key) {
    let here = place(link);
    for (let step = 0; step < FAR; step += 1) {
      here = beside(here, key);
      const next = cell(...here) || Sea.cell(...here);
      if (next) return go(next);
    }
    return undefined;
  }

  /* From top to bottom, and in a row from west to east. */
  const order = (one, other) => place(one)[1] - place(other)[1] || place(one)[0] - place(other)[0];

  function jump(link, found, back) {
    const all = found.toSorted(order);
    if (back) go(all.findLast((other) => order(other, link) < 0) || all.at(-1));
    else go(all.find((other) => order(other, link) > 0) || all[0]);
  }

  const named = (names) =>
    (names || "")
      .split(" ")
      .filter(Boolean)
      .map((name) => document.getElementById(`c${name}`))
      .filter(Boolean);
  const choices = () => cells().filter((link) => !isQuiet(link));
  const marked = () => choices().filter((link) => "mark" in link.dataset);

  function read(link) {
    const [q, r] = place(link);
    const near = AROUND.map(([dq, dr]) => cell(q + dq, r + dr)).filter(Boolean);
    Board.say([link, ...near].map((other) => other.getAttribute("aria-label")).join(" "));
  }

  const click = (id) => document.getElementById(id)?.click();
  /* The buttons of the turn bar say themselves by which keys they are pressed. */
  const buttonFor = (key) =>
    [...document.querySelectorAll("#turn-bar [data-keys]")].find((one) => one.dataset.keys.split(" ").includes(key));
  const press = (link) =>
    link.dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true, view: window }));

  const KEYS = {
    " ": press,
    n: (link) => jump(link, choices(), false),
    p: (link) => jump(link, choices(), true),
    N: (link) => jump(link, marked(), false),
    P: (link) => jump(link, marked(), true),
    o: (link) => jump(link, named(layer().dataset.own), false),
    l: (link) => jump(link, named(layer().dataset.last), false),
    c: read,
    "+": () => Zoom.step(1),
    "-": () => Zoom.step(-1),
    "−": () => Zoom.step(-1),
    0: () => Zoom.step(0),
    s: () => click("since"),
    "?": help,
  };

  function help() {
    const list = document.getElementById("keys");
    if (!list) return;
    if (!list.checkVisibility()) list.closest(".sheet")?.showPopover();
    list.open = true;
    list.querySelector("summary").focus();
    list.scrollIntoView({ block: "nearest" });
  }

  document.addEventListener("keydown", (event) => {
    const link = event.target.closest?.("#board .choices > a");
    if (!link || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key.startsWith("Arrow")) walk(link, event.key);
    else if (KEYS[event.key]) KEYS[event.key](link);
    else if (buttonFor(event.key)) buttonFor(event.key).click();
    else return;
    event.preventDefault();
  });
  document.addEventListener("focusin", (event) => {
    const link = event.target.closest?.("#board .choices > a");
    if (link) at = link.id;
    isOnBoard = Boolean(link);
  });

  /* Who skips to the board is on a cell, where its keys work. */
  document.addEventListener("click", (event) => {
    const stop =
      event.target.closest("a[href='#board-view']") && cells().find((link) => link.getAttribute("tabindex") === "0");
    if (!stop) return;
    event.preventDefault();
    go(stop);
  });

  document.addEventListener("board:swapped", () => {
    Sea.renew();
    rove();
  });
  rove();
})();
