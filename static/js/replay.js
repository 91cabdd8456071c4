/* The replay and the analysis: slider, keys, and turns that play by themselves. A step swaps the board, the seats and the
   bar; the address is always that of the turn that is shown. Of an analysed game the slider lies over the graph. */
"use strict";

(() => {
  const match = document.getElementById("match");
  const base = match.dataset.base;
  const last = Number(match.dataset.last);
  let at = Number(document.getElementById("t").value);
  let playing = 0;

  async function go(number, { quiet = false } = {}) {
    const turn = Math.min(Math.max(number, 0), last);
    const isStep = turn === at + 1;
    at = turn;
    const address = `${base}${turn}/${document.getElementById("first").search}`;
    const replay = { isStep };
    await Board.ask(address, { source: "#moves", replay });
    if (replay.isDone && !quiet) Board.sayTurn();
  }

  document.addEventListener("htmx:before:swap", ({ detail: { ctx, tasks } }) => {
    if (!ctx.replay || ctx.swap === "none") return;
    ctx.replay.isDone = tasks.some(({ fragment }) => fragment.querySelector("#board"));
    if (ctx.replay.isDone) document.getElementById("stage").classList.toggle("still", !ctx.replay.isStep);
  });

  /* The slider, the list of turns and what asks for the analysis follow. */
  function dress() {
    nameButton();
    for (const field of document.querySelectorAll("[data-turn]")) field.value = at;
    document.getElementById("t").value = at;
    const list = document.getElementById("moves");
    for (const line of list.children) line.removeAttribute("aria-current");
    const line = document.getElementById(`move-${at}`)?.parentElement;
    if (!line) return;
    line.setAttribute("aria-current", "true");
    list.scrollTop = line.offsetTop - (list.clientHeight - line.offsetHeight) / 2;
  }

  function play(on) {
    clearTimeout(playing);
    playing = 0;
    if (!on) return void nameButton();
    const next = async () => {
      if (at >= last) return play(false);
      await go(at + 1);
      if (playing) playing = setTimeout(next, Number(document.getElementById("speed").value));
      return undefined;
    };
    playing = setTimeout(next, at >= last ? 0 : 200);
    if (at >= last) at = -1;
    nameButton();
  }

  function nameButton() {
    const button = document.getElementById("auto");
    button.textContent = playing ? button.dataset.pause : button.dataset.play;
  }

  document.addEventListener("click", (event) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    if (event.target.closest("#auto")) return void play(!playing);
    const link = event.target.closest(".five a, #moves a, #swings a:not([href*='instead'])");
    if (!link) return;
    event.preventDefault();
    play(false);
    go(Number(link.pathname.match(/(\d+)\/$/)[1]));
  });
  document.addEventListener("input", (event) => {
    if (event.target.id === "t") {
      play(false);
      go(Number(event.target.value), { quiet: true });
    }
  });
  document.addEventListener("submit", (event) => {
    if (event.target.closest(".slide")) event.preventDefault();
  });
  const KEYS = {
    ArrowLeft: () => go(at - 1),
    ArrowRight: () => go(at + 1),
    Home: () => go(0),
    End: () => go(last),
    " ": () => play(!playing),
  };
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || !KEYS[event.key]) return;
    if (
      event.target.closest(`#board, .scroll, input, select, textarea${event.key === " " ? ", button, a, summary" : ""}`)
    )
      return;
    event.preventDefault();
    if (event.key !== " ") play(false);
    KEYS[event.key]();
  });
  document.addEventListener("board:swapped", dress);

  /* The bots went on: the graph and the list are new, and once they are done, the bar says what they found. */
  document.addEventListener("htmx:after:swap", ({ detail: { ctx } }) => {
    if (ctx.select !== "#analysis") return;
    dress();
    if (!document.querySelector("#analysis[hx-get]")) go(at, { quiet: true });
  });
  dress();
})();
