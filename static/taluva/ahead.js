/* A step of the turn as it will look, shown before the server has answered; its answer then takes the place of what is
   shown. Who uses the keyboard or a list does without. */
"use strict";

const Ahead = (() => {
  const TURNING = { duration: 190, easing: "cubic-bezier(.2,.9,.3,1.2)" };
  const calm = matchMedia("(prefers-reduced-motion: reduce)");
  let state = {}; // the draft that is shown
  let drawn = {}; // the draft that the server has drawn
  let want = 0; // the direction in which the tile is held
  let layer = null; // what is shown ahead on the board
  let kept = null; // the turn bar as the server wrote it
  let motion = null; // of the tile: until it is over, the layer stays
  let pending = null; // what is to be shown of a step once the tile is seen falling

  const byId = (id) => document.getElementById(id);

  function make(name, attributes, ...inside) {
    const made = document.createElementNS("http://www.w3.org/2000/svg", name);
    for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
    made.append(...inside);
    return made;
  }
  const figure = (way) => byId("hand").querySelector(`[data-way="${way}"]`).cloneNode(true);

  /* Shows that a picture of the tile has just been turned by so many directions; returns the motion. */
  function turnSeen(shape, steps) {
    if (!steps || calm.matches) return null;
    return shape.animate([{ transform: `rotate(${-60 * steps}deg)` }, { transform: "none" }], TURNING).finished;
  }

  /* The next frame has been painted. */
  const painted = () => new Promise((done) => requestAnimationFrame(() => setTimeout(done)));

  /* Goes to a step; `from`: what was pressed, `falling`: a motion that is seen first, `by`: the sense in which the tile
     is turned. */
  function take(step, how = {}) {
    goOn();
    if (!how.falling) return show(step, how);
    state = step;
    want = Turns.ways().indexOf(step.d);
    pending = () => Turns.isKnown(step) && show(step, how);
    return void painted().then(goOn);
  }
  function goOn() {
    const work = pending;
    pending = null;
    work?.();
  }

  /* Shows a step, and asks for it. */
  function show(step, { from, falling, by = 1 }) {
    const was = state;
    state = step;
    const found = Turns.builds(step);
    const only = step.b === "" && found.length === 1 ? found[0] : null;
    const chosen = only || found.find(({ text }) => text === step.b);
    draw(step, found, chosen);
    if (falling) waitFor(falling, "falls");
    else if (step.b === undefined && step.v && was.v === step.v) spin(was, by);
    Board.take(Turns.query(step), from, showBar({ ...step, b: chosen ? chosen.text : step.b }, found, chosen));
  }

  /* On the board: the tile where the server has not drawn it so, and what can be chosen next. */
  function draw(step, found, chosen) {
    const board = byId("board");
    const isDrawn = step.v === drawn.v && step.d === drawn.d;
    layer?.remove();
    layer = make("svg", {
      class: `ahead p${Turns.data().seat}`,
      viewBox: board.querySelector(".above").getAttribute("viewBox"),
      "aria-hidden": "true",
    });
    if (step.v && !isDrawn) layer.append(laidTile(step));
    layer.append(...rings(step, found, chosen), ...pieces(chosen));
    board.append(layer);
    board.classList.toggle("covers", Boolean(drawn.v) && !isDrawn);
    board.classList.toggle("redraws", drawn.b !== step.b);
    board.classList.toggle("offers", step.b !== undefined || drawn.b !== undefined);
  }
  function laidTile({ v, d }) {
    const { x, y, level } = Turns.places.get(v);
    return make("g", { class: "laid", "data-level": level + 1, transform: `translate(${x} ${y})` }, figure(d));
  }
  function* rings({ v, d }, found, chosen) {
    const cells = new Map();
    for (const build of found)
      for (const cell of build.cells) cells.set(`${cell}`, [...(cells.get(`${cell}`) || []), build]);
    for (const [cell, here] of cells) {
      const [x, y] = Turns.spot(...cell.split(",").map(Number));
      const isOn = here.includes(chosen);
      const { sign, size } = Turns.all().kinds[here[0].kind];
      const ring = make("a", { href: Turns.query({ v, d, b: AheadBar.nextOf(here, chosen) }), tabindex: -1 });
      ring.append(make("use", { href: isOn ? "#hit" : "#site", x, y }));
      if (!isOn && here.every(({ kind }) => kind === here[0].kind))
        ring.append(
          make("use", { href: `#${sign}`, class: "pc", transform: `translate(${x} ${y + 1}) scale(${size})` }),
        );
      yield ring;
    }
  }
  function* pieces(chosen) {
    for (const [q, r, level] of chosen?.cells || []) {
      const [x, y] = Turns.spot(q, r, level);
      const count = Math.min(level, Number(Turns.data().most));
      const { draws } = Turns.all().kinds[chosen.kind];
      yield make(
        "g",
        { class: "drafted" },
        ...draws.map((name) => make("use", { href: `#${name.replace("~", count)}`, x, y })),
      );
    }
  }

  /* The tile that lies there turns about its volcano. */
  function spin(was, by) {
    const [from, to] = [was, state].map(({ d }) => Turns.ways().indexOf(d));
    const shape = layer.querySelector(".laid > g");
    const turning = shape && turnSeen(shape, by > 0 ? (to - from + 6) % 6 : -((from - to + 6) % 6));
    if (turning) waitFor(turning, "turns");
  }

  /* A tile that still falls is shown only once it lies there; what the server draws waits for either motion. */
  function waitFor(moving, how) {
    const shown = layer;
    shown.classList.add(how);
    motion = moving.catch(() => {}).then(() => shown.classList.remove(how));
  }

  /* In the turn bar: that of the step. Returns which one it is, if it could be shown. */
  function showBar(step, found, chosen) {
    if (!Turns.all() || !step.v) return "";
    const [bar, held] = [byId("turn-bar"), document.activeElement];
    kept ||= [...bar.childNodes];
    bar.replaceChildren(AheadBar.fill(step, found, chosen));
    showWay(step.d);
    if (!held.isConnected) (byId(held.id) || bar).focus({ preventScroll: true });
    return bar.querySelector(".now").id;
  }

  /* The tile in the turn bar as it lies, or as it is held. */
  function showWay(way, steps = 0) {
    const tray = document.querySelector("#turn-bar [data-tray]");
    if (!tray) return;
    const shape = figure(way);
    const [x, y] = shape.dataset.corner.split(" ").map(Number);
    tray.replaceChildren(make("g", { class: "laid", "data-level": 1, transform: `translate(${-x} ${-y})` }, shape));
    turnSeen(shape, steps);
  }

  /* The direction in which the tile is held changes. */
  function hold(way, steps) {
    want = way;
    if (!state.v) showWay(Turns.ways()[want], steps);
  }

  /* The server has answered: what was shown ahead goes, once nothing of it moves. */
  async function settle() {
    kept = null;
    Turns.renew();
    state = drawn = Turns.drafted();
    if (Turns.places.size && !drawn.v) showWay(Turns.ways()[want]);
    goOn();
    const shown = layer;
    await motion;
    if (shown === layer) clear();
  }
  function clear() {
    layer?.remove();
    layer = null;
    byId("board")?.classList.remove("redraws", "covers", "offers");
  }

  /* It has not: everything is again as it was. */
  function undo() {
    if (kept) byId("turn-bar").replaceChildren(...kept);
    kept = null;
    clear();
    state = drawn;
  }

  /* What a link means that names a place only: the next direction if the tile lies there, else the one in which it is held. */
  function complete(step) {
    const place = Turns.places.get(step.v);
    if (step.d || !place) return step;
    if (step.v === state.v && state.b === undefined) return Turns.turned(state, 1);
    return { ...step, d: Turns.ways()[Turns.nextWay(place.mask, want)] };
  }

  /* Links of the turn, pressed with a pointer. */
  const isPlain = (event) =>
    event.detail > 0 && !(event.button || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey);
  function stepOf(link) {
    const address = new URL(link.getAttribute("href"), location.href);
    const step = Turns.read(address);
    if (Turns.query(step) !== address.search) return null; // more than the draft changes
    const whole = complete(step);
    return Turns.isKnown(whole) ? whole : null;
  }
  const isTwice = (link) => kept && !("again" in link.dataset) && Board.isSecondTap();
  addEventListener("click", (event) => event.target.closest?.("a, button") && goOn(), true);
  addEventListener(
    "click",
    (event) => {
      const link = Turns.places.size && event.target.closest?.(":is(#board, #turn-bar) a[href^='?']");
      const step = link && isPlain(event) && stepOf(link);
      if (!step) return;
      const isAct = link.closest("#turn-bar .acts");
      if (isAct && Board.isWaiting()) return; // it means what the step under way will show
      event.preventDefault();
      event.stopImmediatePropagation();
      if (isAct && isTwice(link)) return;
      take(step, { from: link.id, by: link.id === "turn-left" ? -1 : 1 });
    },
    true,
  );
  document.addEventListener("board:swapped", settle);
  document.addEventListener("board:failed", undo);
  function begin() {
    Turns.renew();
    state = drawn = Turns.drafted();
  }

  return { begin, calm, make, figure, painted, turnSeen, take, hold, draft: () => state, want: () => want };
})();
