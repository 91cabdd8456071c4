/* The board under the finger. htmx asks for each step of the turn and swaps it, as the attributes of #stage and #match
   say; here is what it does not know: taps that come twice, what is pressed ahead, and that each step of a turn is one
   entry of the history, so that Back takes a step back. Without this file the same links load the page. */
"use strict";

const Board = (() => {
  const TWICE = { time: 500, far: 40 }; // a second tap so soon and so near was meant for what stood there before
  const BOARDS = new Set(["#board-step", "#board", "#match"]); // what is swapped of a board
  const SLOW = 300; // ms after which a step on its way is shown to be so
  let shown = new URL(location.href);
  let stageShown = ""; // the step of the turn that the server last answered
  let taps = [];
  let step = null; // what is on its way here, and what led to it
  let later = []; // what was pressed in the turn bar meanwhile
  let isGoingOn = false; // whether one of these is done just now

  const byId = (id) => document.getElementById(id);
  const isPlain = (event) => event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;
  const draft = () => byId("match")?.dataset.draft?.split(" ") || []; // the names of its parts in the address

  /* One sentence to who listens; the same again is said again. */
  function say(words) {
    const live = byId("live");
    live.textContent = "";
    setTimeout(() => {
      live.textContent = words.replaceAll(/\s+/g, " ").trim();
    }, 30);
  }

  function sayTurn() {
    const lines = document.querySelectorAll("#turn-bar .no, #turn-bar .now .say, #turn-bar > .say, #turn-bar .warn");
    say([...lines].map((line) => line.textContent).join(" "));
  }

  /* The chosen option comes into sight within its row. */
  function showChosen() {
    const [chosen, row] = ["#turn-bar .opt.on", "#turn-bar .opts"].map((each) => document.querySelector(each));
    if (!chosen) return;
    const [at, frame] = [chosen.getBoundingClientRect(), row.getBoundingClientRect()];
    row.scrollLeft += Math.min(at.left - frame.left, 0) || Math.max(at.right - frame.right, 0);
  }

  /* What goes from the turn bar leaves its focus to the bar first, so that it is shown later only if it was. */
  function passFocus(fresh) {
    const [held, bar] = [document.activeElement, byId("turn-bar")];
    if (!bar?.contains(held) || (held.id && fresh?.querySelector(`#${CSS.escape(held.id)}`))) return () => {};
    bar.focus({ preventScroll: true });
    return () => bar.querySelector(".opt.on, .opt:not(.off)")?.focus({ preventScroll: true });
  }

  /* htmx asks for what the element `source` says, and swaps it. Only from now on does htmx write into the history: it
     would do so on each page, and who comes back to a form that was refused would find it empty. Back and Forward stay
     ours: htmx would ask for the whole page, and take the focus from where it is. */
  function ask(address, how) {
    htmx.config.history = true;
    return htmx.ajax("GET", address, how);
  }

  /* A step of the turn (`source` is "stage"), or the whole match, by htmx. */
  async function load(href, { source, from, push = true, isNews, ahead }) {
    const mine = { address: new URL(href, location.href), from, source, push, ahead };
    step = mine;
    if (from) setTimeout(hold, SLOW, mine);
    await ask(mine.address.href, { source: `#${source}`, step: mine });
    if (step !== mine) return undefined; // another has taken its place
    if (mine.isElsewhere) return void location.assign(mine.address); // and nothing more is done here
    if (mine.isPlayed) {
      forgetDraft();
      return load(withoutDraft(mine.address), { source, push: false, isNews });
    }
    if (!mine.isDone) document.dispatchEvent(new Event("board:failed"));
    if (mine.isCutOff && (from || later.length || !isNews)) tellCutOff(); // of a nudge alone nobody hears: another comes
    return goOn(mine.isDone);
  }

  /* What is pressed looks so until its step is there. */
  function hold(mine) {
    if (step === mine) byId(mine.from)?.classList.add("held");
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
    const line = Object.assign(document.createElement("p"), {
      className: "warn cut-off",
      textContent: byId("stage").dataset.cutOff,
    });
    bar.prepend(line);
    say(line.textContent);
  }

  /* Which step of the turn a turn bar shows. */
  const stage = (bar) => bar?.querySelector(".now")?.id;

  document.addEventListener("htmx:before:swap", (event) => {
    const { ctx, tasks } = event.detail;
    const mine = ctx.step;
    if (!mine || ctx.swap === "none") return;
    const fresh = (id) => tasks.map(({ fragment }) => fragment.querySelector(`#${id}`)).find(Boolean);
    mine.isElsewhere = !fresh(ctx.select.slice(1));
    mine.isPlayed = isPlayed(fresh("match"));
    if (step !== mine || mine.isElsewhere || mine.isPlayed) return void event.preventDefault();
    enter(ctx, fresh("turn-bar"));
    mine.hand = passFocus(fresh("turn-bar"));
  });

  /* Each step is one entry of the history, however often it is chosen anew. */
  function enter(ctx, bar) {
    const mine = ctx.step;
    const url = new URL(ctx.response.raw.url);
    const isNew = mine.source !== "stage" || stageShown !== stage(bar) || !hasDraft(shown);
    mine.isEntered = mine.push && url.href !== location.href;
    mine.depth = hasDraft(url) ? (history.state?.depth || 0) + Number(isNew) : 0;
    ctx.push = String(mine.isEntered && isNew);
    ctx.replace = String(mine.isEntered && !isNew);
  }

  document.addEventListener("htmx:after:swap", ({ detail: { ctx } }) => {
    const mine = ctx.step;
    if (mine && !mine.hand) return;
    if (mine) {
      mine.hand();
      mine.isDone = true;
      if (mine.isEntered)
        history.replaceState({ htmx: true, depth: mine.depth, mine: byId("match")?.dataset.mine }, "");
    }
    shown = new URL(location.href);
    stageShown = stage(byId("turn-bar"));
    if (!BOARDS.has(ctx.select)) return;
    showChosen();
    document.dispatchEvent(
      new CustomEvent("board:swapped", { detail: { target: ctx.select.slice(1), title: ctx.title } }),
    );
    ctx.title = null; // see live.js
    if (mine) sayTurn();
  });

  document.addEventListener("htmx:response:error", ({ detail: { ctx } }) => {
    if (ctx.step) ctx.step.isElsewhere = true;
  });
  document.addEventListener("htmx:error", ({ detail: { ctx } }) => {
    if (ctx?.step) ctx.step[ctx.text === undefined ? "isCutOff" : "isElsewhere"] = true;
  });

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
    for (const name of draft()) rest.searchParams.delete(name);
    return rest;
  }

  const hasDraft = (url) => withoutDraft(url).href !== new URL(url).href;

  /* Two addresses that differ in the draft alone need a step only. */
  const around = (url) => `${url.pathname}?${withoutDraft(url).searchParams}`;
  const sourceFor = (address) => (around(address) === around(shown) ? "stage" : "match");

  /* Whether the turn that is drafted here was played elsewhere meanwhile. */
  const isPlayed = (fresh) =>
    Boolean(fresh) && byId("match").dataset.mine !== fresh.dataset.mine && hasDraft(location.href);

  function forgetDraft() {
    history.replaceState({ htmx: true }, "", withoutDraft(location.href));
    shown = new URL(location.href);
    later = [];
  }

  /* Scripts that only a board needs on which somebody drafts a turn. */
  function loadScripts() {
    for (const src of document.querySelector("#board [data-scripts]")?.dataset.scripts.split(" ") || [])
      if (!document.querySelector(`script[src="${src}"]`))
        document.head.append(Object.assign(document.createElement("script"), { src, async: false }));
  }

  /* A turn for an earlier position has no draft any more. */
  if (byId("match")?.hasAttribute("data-stale")) forgetDraft();

  document.addEventListener("click", (event) => {
    const link = event.target.closest("#match a[href^='?']");
    if (!link || event.defaultPrevented || !isPlain(event)) return;
    event.preventDefault();
    take(link.getAttribute("href"), link.id);
  });

  /* Goes to this step of the turn; `from`: what was pressed, `ahead`: the step whose turn bar is shown already. */
  function take(href, from, ahead) {
    if (!isGoingOn) later = []; // another choice takes the place of what was to follow the one before
    if (ahead && step?.ahead && step.ahead !== ahead) enterAhead();
    const address = new URL(href, location.href);
    return load(address, { source: sourceFor(address), from, ahead });
  }

  /* A step that was shown, and gives way to the next one before it is answered, has its entry in the history, too. */
  function enterAhead() {
    const isNew = stageShown !== step.ahead || !hasDraft(shown);
    const depth = (history.state?.depth || 0) + Number(isNew);
    const state = { htmx: true, depth, mine: byId("match")?.dataset.mine };
    if (isNew) history.pushState(state, "", step.address);
    else history.replaceState(state, "", step.address);
    shown = new URL(step.address);
    stageShown = step.ahead;
  }

  /* Whether a step is under way that nobody sees yet. */
  const isWaiting = () => Boolean(step && !step.ahead);

  /* The turn bar waits for the step that is under way: not Confirm for a finger that meant what stood there before, and
     nothing twice but what may be pressed again and again (`data-again`). */
  document.addEventListener(
    "click",
    (event) => {
      const button = step && event.target.closest("#turn-bar .acts :is(a, button)");
      if (!button?.id || !isPlain(event)) return;
      event.preventDefault();
      event.stopPropagation();
      const isAgain = "again" in button.dataset;
      if (!isAgain && (button.id === step.from || later.includes(button.id) || isSecondTap())) return;
      if (button.id === "turn-back") changeMind();
      later.push(button.id);
      button.classList.add("held");
    },
    true,
  );

  addEventListener("popstate", () => {
    const address = new URL(location.href);
    later = [];
    if (leavePlayed()) return undefined;
    if (!byId("board-step") || address.pathname !== shown.pathname) return location.reload();
    return load(address, { source: sourceFor(address), push: false });
  });

  /* Somebody played: the page asks for its view, or the one on its way; the draft stays. */
  document.body.addEventListener("moved", () => {
    if (byId("match") && document.body.dataset.match && !document.querySelector(".replay, .trial"))
      load(step?.address || location.href, { source: "match", push: Boolean(step), from: step?.from, isNews: true });
  });

  document.addEventListener(
    "pointerup",
    (event) => {
      taps = [taps.at(-1), { at: performance.now(), x: event.clientX, y: event.clientY }];
    },
    true,
  );
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

  stageShown = stage(byId("turn-bar"));
  loadScripts();
  document.addEventListener("board:swapped", loadScripts);

  return { ask, say, sayTurn, take, isSecondTap, isWaiting };
})();
