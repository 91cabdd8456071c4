/* The board under the finger: a step of the turn swaps the board's upper layers and the turn bar, nothing else, and the
   address says where one is, so that Back takes a step back. Without this file the same links load the page. */
"use strict";

const Board = (() => {
  const DRAFT = ["v", "d", "b", "x"];
  const TWICE = { time: 500, far: 40 }; // a second tap so soon and so near was meant for what stood there before
  const SLOW = 300; // ms after which a step on its way is shown to be so
  const LONGEST = 20000; // ms after which it is given up
  let shown = new URL(location.href);
  let taps = [];
  let asked = 0;
  let step = null; // the address that is on its way here, and what led to it
  let later = []; // what was pressed in the turn bar meanwhile
  let isGoingOn = false; // whether one of these is done just now

  const byId = (id) => document.getElementById(id);
  const isPlain = (event) => event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;

  /* One sentence to who listens; the same again is said again. */
  function say(words) {
    const live = byId("live");
    live.textContent = "";
    setTimeout(() => { live.textContent = words.replace(/\s+/g, " ").trim(); }, 30);
  }

  function sayTurn() {
    const lines = document.querySelectorAll("#turn-bar .no, #turn-bar .now .say, #turn-bar > .say, #turn-bar .warn");
    say([...lines].map((line) => line.textContent).join(" "));
  }

  class CutOff extends Error {}
  const cutOff = () => { throw new CutOff(); };

  /* The server's answer as a document; one that came too late is dropped. */
  async function ask(address, target, more = {}) {
    const number = ++asked;
    const headers = { "HX-Request": "true", "HX-Target": target, "HX-Current-URL": location.href, ...more };
    const signal = AbortSignal.timeout(LONGEST);
    const answer = await fetch(address, { headers, credentials: "same-origin", signal }).catch(cutOff);
    const text = await answer.text().catch(cutOff);
    if (number !== asked) return null;
    return { url: new URL(answer.url), page: new DOMParser().parseFromString(text, "text/html") };
  }

  /* These parts as they are in another page. */
  function put(page, ids) {
    const found = ids.map((id) => [byId(id), page.getElementById(id)]).filter(([old, fresh]) => old && fresh);
    const hand = passFocus(page);
    for (const [old, fresh] of found) {
      if (old.id === "board") renew(old, fresh);
      else Patch.into(old, fresh);
    }
    hand();
    showChosen();
    document.dispatchEvent(new CustomEvent("board:swapped", { detail: { target: ids[0], title: page.title } }));
    return found.length > 0;
  }

  /* The chosen build comes into sight within its row. */
  function showChosen() {
    const [chosen, row] = ["#turn-bar .opt.on", "#turn-bar .opts"].map((each) => document.querySelector(each));
    if (!chosen) return;
    const [at, frame] = [chosen.getBoundingClientRect(), row.getBoundingClientRect()];
    row.scrollLeft += Math.min(at.left - frame.left, 0) || Math.max(at.right - frame.right, 0);
  }

  /* Another turn's board is put in whole, so that its tile settles. */
  function renew(old, fresh) {
    old.after(fresh);
    const held = old.contains(document.activeElement) && fresh.querySelector(`#${CSS.escape(document.activeElement.id)}`);
    if (held) held.focus({ preventScroll: true });
    old.remove();
  }

  /* What goes from the turn bar leaves its focus to the bar first, so that it is shown later only if it was. */
  function passFocus(page) {
    const [held, bar] = [document.activeElement, byId("turn-bar")];
    if (!bar?.contains(held) || (held.id && page.getElementById(held.id))) return () => {};
    bar.focus({ preventScroll: true });
    return () => bar.querySelector(".opt.on, .opt:not(.off)")?.focus({ preventScroll: true });
  }

  async function load(href, { from = "", ...how } = {}) {
    const mine = { address: new URL(href, location.href), from };
    step = mine;
    if (from) setTimeout(() => step === mine && byId(from)?.classList.add("held"), SLOW);
    let isDone = false;
    try {
      isDone = await follow(mine.address, how);
    } catch (error) {
      if (step !== mine) return;
      if (!(error instanceof CutOff)) return void location.assign(mine.address); // and nothing more is done here
      if (from || later.length || !how.headers) tellCutOff(); // of a nudge alone nobody hears: another comes
    }
    if (step === mine) goOn(isDone);
  }

  /* What was pressed meanwhile means what stands there now; after a step that came to nothing, nothing. */
  function goOn(isDone) {
    step = null;
    if (!isDone) changeMind();
    isGoingOn = true;
    byId(later.shift())?.click();
    isGoingOn = false;
    if (!step) later = []; // another page comes
  }

  /* Nothing is to follow the step that is under way. */
  function changeMind() {
    later = [];
    for (const button of document.querySelectorAll("#turn-bar .held")) button.classList.remove("held");
  }

  /* Without the net everything stays, to be pressed again. */
  function tellCutOff() {
    const bar = byId("turn-bar");
    bar.querySelector(".cut-off")?.remove();
    const line = Object.assign(document.createElement("p"), { className: "warn cut-off", textContent: byId("stage").dataset.cutOff });
    bar.prepend(line);
    say(line.textContent);
  }

  async function follow(address, { target = "board-step", push = true, quiet = false, headers = {} }) {
    const answer = await ask(address, target, headers);
    if (!answer) return false;
    if (isPlayed(answer.page)) {
      forgetDraft();
      return follow(withoutDraft(address), { target, push: false, quiet, headers });
    }
    const isStep = target === "board-step";
    const before = stage();
    if (!put(answer.page, isStep ? ["board-step", "turn-bar"] : ["match"])) throw new Error("another page");
    if (push && answer.url.href !== location.href) enter(answer.url, !isStep || before !== stage() || !hasDraft(shown));
    shown = new URL(location.href);
    if (!quiet) sayTurn();
    return true;
  }

  /* Which step of the turn is shown. */
  const stage = () => document.querySelector("#turn-bar .now")?.id;

  /* Each step of a turn is one entry of the history, however often it is chosen anew. */
  function enter(url, isNew) {
    const depth = hasDraft(url) ? (history.state?.depth || 0) + (isNew ? 1 : 0) : 0;
    history[isNew ? "pushState" : "replaceState"]({ board: true, depth, mine: byId("match")?.dataset.mine }, "", url);
  }

  /* Back to a step of a turn that was played since: to where that turn began. */
  function leavePlayed() {
    const { depth, mine } = history.state || {};
    if (!depth || mine === undefined || mine === byId("match")?.dataset.mine) return false;
    forgetDraft();
    history.go(-depth);
    return true;
  }

  function withoutDraft(url) {
    const rest = new URL(url);
    for (const name of DRAFT) rest.searchParams.delete(name);
    return rest;
  }

  const hasDraft = (url) => withoutDraft(url).href !== new URL(url).href;

  /* Two addresses that differ in the draft alone need a step only. */
  const around = (url) => `${url.pathname}?${withoutDraft(url).searchParams}`;

  /* Whether the turn that is drafted here was played elsewhere meanwhile. */
  function isPlayed(page) {
    const [old, fresh] = [byId("match"), page.getElementById("match")];
    return fresh && old.dataset.mine !== fresh.dataset.mine && hasDraft(location.href);
  }

  function forgetDraft() {
    history.replaceState({ board: true }, "", withoutDraft(location.href));
    shown = new URL(location.href);
    later = [];
  }

  /* A turn that came too late has no draft any more. */
  if (byId("match")?.hasAttribute("data-late")) forgetDraft();

  document.addEventListener("click", (event) => {
    const link = event.target.closest("#match a[href^='?']");
    if (!link || event.defaultPrevented || !isPlain(event)) return;
    event.preventDefault();
    if (!isGoingOn) later = []; // another choice takes the place of what was to follow the one before
    const address = new URL(link.getAttribute("href"), location.href);
    load(address, { target: around(address) === around(shown) ? "board-step" : "match", from: link.id });
  });

  /* The turn bar waits for the step that is under way: not Confirm for a finger that meant what stood there before, and
     nothing twice but a turn to the left or right. */
  document.addEventListener("click", (event) => {
    const button = step && event.target.closest("#turn-bar .acts :is(a, button)");
    if (!button?.id || !isPlain(event)) return;
    event.preventDefault();
    event.stopPropagation();
    const isTurning = button.matches("#turn-left, #turn-right");
    if (!isTurning && (button.id === step.from || later.includes(button.id) || isSecondTap())) return;
    if (button.id === "turn-back") changeMind();
    later.push(button.id);
    button.classList.add("held");
  }, true);

  addEventListener("popstate", () => {
    const address = new URL(location.href);
    later = [];
    if (leavePlayed()) return undefined;
    if (!byId("board-step") || address.pathname !== shown.pathname) return location.reload();
    return load(address, { target: around(address) === around(shown) ? "board-step" : "match", push: false });
  });

  /* Somebody played: the page asks for its view, or the one on its way; the draft stays. Nobody has come back by that. */
  document.body.addEventListener("moved", () => {
    if (byId("match") && document.body.dataset.match && !document.querySelector(".replay, .trial"))
      load(step?.address || location.href, { target: "match", push: Boolean(step), from: step?.from, headers: { "X-Nudged": "1" } });
  });

  document.addEventListener("pointerup", (event) => {
    taps = [taps[taps.length - 1], { at: performance.now(), x: event.clientX, y: event.clientY }];
  }, true);
  const isSecondTap = () => {
    const [one, two] = taps;
    const isSoon = one && two && two.at - one.at < TWICE.time && performance.now() - two.at < TWICE.time;
    return isSoon && Math.hypot(one.x - two.x, one.y - two.y) < TWICE.far;
  };

  /* Confirm: not by a tap that was meant for what stood there before, and not twice. */
  document.addEventListener("submit", (event) => {
    const button = event.target.querySelector("[data-sent]");
    if (!button) return;
    if (button.dataset.words || isSecondTap()) return void event.preventDefault();
    button.dataset.words = button.textContent;
    button.textContent = button.dataset.sent;
    button.classList.add("sent");
  });

  /* Nothing of a page that is left goes on. */
  addEventListener("pagehide", () => {
    step = null;
    changeMind();
  });

  /* Who comes back to the page may send it again; the server plays it once. Before the page is whole no browser counts
     for sure how far back it is to go. */
  addEventListener("pageshow", () => {
    leavePlayed();
    for (const button of document.querySelectorAll(".sent")) {
      button.textContent = button.dataset.words;
      delete button.dataset.words;
      button.classList.remove("sent");
    }
  });

  return { say, sayTurn, load, ask, put, get shown() { return shown; }, set shown(url) { shown = url; } };
})();
