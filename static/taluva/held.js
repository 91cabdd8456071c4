/* What is held: the tile, or something to build. It follows the pointer, snaps to legal places, turns, and is let go.
   Where nothing may lie the server is asked why. */
"use strict";

const Held = (() => {
  const REACH = 44; // units from a place within which the tile snaps to it
  const ABOVE = 54; // px by which a finger holds the tile above itself
  const EDGE = 40; // px from the edge of the board within which it scrolls
  const BOX = [-130, -150, 260, 300]; // of the picture of what is held, its middle at 0,0
  let held = null; // { kind, way, at, of, spots, ghost, x, y, lift, isHover }
  let frame = 0;
  let wheeled = 0;
  let scale = null; // from units of the board to px of the window
  // Lies over the page while something is dragged: what is below need not be hit by the pointer, and keeps its styles.
  const shield = Object.assign(document.createElement("div"), { className: "holding" });

  const byId = (id) => document.getElementById(id);
  const box = () => byId("board-view");
  const measure = () => {
    scale = byId("board").querySelector(".above").getScreenCTM();
  };
  const toBoard = (x, y) => [(x - scale.e) / scale.a, (y - scale.f) / scale.d];
  const laid = () => Turns.places.get(Ahead.draft().v);

  function isOnLaid(x, y) {
    if (!laid()) return false;
    measure();
    const [bx, by] = toBoard(x, y);
    return Math.hypot(laid().x - bx, laid().y - by) < REACH - 8;
  }

  /* Takes it up: its picture is a layer of its own over the page, which only moves. */
  function pick(source, { x, y, isTouch, isHover }) {
    measure();
    const { kind, of, icon } = source;
    const way = Ahead.draft().v ? Turns.ways().indexOf(Ahead.draft().d) : Ahead.want();
    held = { kind, way, at: null, x, y, lift: isTouch ? ABOVE : 0, isHover, of };
    held.spots = kind === "tile" ? [...Turns.places.values()] : spotsOf(of);
    held.ghost = ghostOf(icon);
    document.body.append(...(isHover ? [] : [shield]), held.ghost);
    byId("board").classList.toggle("covers", kind === "tile" && Boolean(laid()));
    addEventListener("wheel", turnByWheel, { passive: false });
    hold();
  }
  function spotsOf(found) {
    return found.flatMap((build) =>
      build.cells.map((cell) => {
        const [x, y] = Turns.spot(...cell);
        return { x, y, build };
      }),
    );
  }
  function ghostOf(icon) {
    const inside = Ahead.make("g", { class: "shape" });
    if (icon)
      inside.append(Ahead.make("use", { href: icon.getAttribute("href"), class: "pc", transform: "scale(1.3)" }));
    const ghost = Ahead.make(
      "svg",
      { class: `ghost p${byId("hand").dataset.seat}`, viewBox: BOX.join(" "), "aria-hidden": "true" },
      inside,
    );
    ghost.style.width = `${BOX[2] * scale.a}px`;
    ghost.style.height = `${BOX[3] * scale.d}px`;
    return ghost;
  }

  /* Where it is now: at the nearest place in reach, turned to a direction that is legal there, or under the pointer. */
  function hold() {
    const [x, y] = toBoard(held.x, held.y - held.lift);
    held.at = nearest(x, y);
    if (held.kind === "tile") turnTo(held.at ? Turns.nextWay(held.at.mask, Ahead.want()) : Ahead.want(), 0);
    const [px, py] = held.at ? [held.at.x, held.at.y] : [x, y];
    held.ghost.classList.toggle("snaps", Boolean(held.at));
    held.ghost.style.transform = `translate3d(${px * scale.a + scale.e + BOX[0] * scale.a}px, ${
      py * scale.d + scale.f + BOX[1] * scale.d
    }px, 0)`;
  }
  function nearest(x, y) {
    let [best, least] = [null, REACH * REACH];
    for (const one of held.spots) {
      const far = (one.x - x) ** 2 + (one.y - y) ** 2;
      if (far < least) [best, least] = [one, far];
    }
    return best;
  }

  /* Shows the tile in that direction, seen turning from the one before; each direction is drawn once it is needed. */
  function turnTo(way, by) {
    const level = held.at ? held.at.level + 1 : 1;
    const shape = held.ghost.firstChild;
    if (shape.dataset.level !== String(level)) shape.dataset.level = level;
    const [was, on] = [held.way, shape.querySelector(".on")];
    if (way === was && on) return;
    held.way = way;
    on?.classList.remove("on");
    const name = Turns.ways()[way];
    const next = shape.querySelector(`[data-way="${name}"]`) || shape.appendChild(Ahead.figure(name));
    next.classList.add("on");
    const far = (way - was + 6) % 6;
    const steps = by ? (by > 0 ? far : far - 6) : far > 3 ? far - 6 : far;
    Ahead.turnSeen(next, steps);
  }

  /* Turns what is held, else what lies on the board, else the tile in the turn bar. */
  function turn(by) {
    if (held?.kind === "build") return;
    if (held) {
      Ahead.hold(Turns.nextWay(held.at?.mask ?? 63, (held.way + by + 6) % 6, by), by);
      turnTo(Ahead.want(), by);
    } else if (laid()) {
      Ahead.take(Turns.turned(Ahead.draft(), by), { by });
    } else {
      Ahead.hold((Ahead.want() + by + 6) % 6, by);
    }
  }
  function turnByWheel(event) {
    if (event.ctrlKey || event.metaKey || (held.isHover && !held.at)) return;
    event.preventDefault();
    if (event.timeStamp - wheeled < 90) return;
    wheeled = event.timeStamp;
    turn(Math.sign(event.deltaY));
  }

  /* It follows the pointer, in the next frame. */
  function follow({ x, y }) {
    Object.assign(held, { x, y });
    frame ||= requestAnimationFrame(move);
  }
  function move() {
    frame = 0;
    if (!held) return;
    if (!held.isHover && scroll()) frame = requestAnimationFrame(move);
    hold();
  }

  /* At the edge of its box the board scrolls under what is held. */
  function scroll() {
    const [edges, { scrollLeft, scrollTop }] = [box().getBoundingClientRect(), box()];
    const y = held.y - held.lift;
    if (y < edges.top || y > edges.bottom) return false;
    const beyond = (at, from, until) => Math.sign(Math.min(at - from - EDGE, 0) || Math.max(at - until + EDGE, 0));
    box().scrollBy(8 * beyond(held.x, edges.left, edges.right), 8 * beyond(y, edges.top, edges.bottom));
    if (box().scrollLeft === scrollLeft && box().scrollTop === scrollTop) return false;
    measure();
    return true;
  }

  /* Lets it go there; returns whether it may lie there. */
  function letGo(x, y) {
    Object.assign(held, { x, y });
    hold();
    const { at, kind, isHover, of, lift, ghost, way } = held;
    if (!at) {
      release();
      if (!isHover) ask(kind, of, x, y - lift);
      return false;
    }
    end();
    if (kind === "build") {
      const { v, d } = Ahead.draft();
      ghost.remove();
      Drop.sound("build");
      Ahead.take({ v, d, b: at.build.text });
    } else {
      Drop.sound(at.level ? "eruption" : "tile");
      Ahead.take({ v: at.key, d: Turns.ways()[way] }, { falling: Drop.fall(ghost, at.level) });
    }
    return true;
  }
  function end() {
    held = null;
    shield.remove();
    removeEventListener("wheel", turnByWheel);
  }
  function release() {
    byId("board").classList.remove("covers");
    held.ghost.remove();
    end();
  }

  /* Nothing may lie there: the board's own link at that place leads to the reason. */
  function ask(kind, of, x, y) {
    const found = document.elementFromPoint(x, y)?.closest("#board .choices > a[data-quiet], #board .open");
    if (!found) return;
    const { v, d, b } = Ahead.draft();
    if (kind === "tile" || found.matches(".open") || b === undefined)
      found.dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true, clientX: x, clientY: y }));
    else Board.take(Turns.query({ v, d, b: `${of[0].kind}@${found.id.slice(1)}` }));
  }

  return { now: () => held, laid, isOnLaid, measure, pick, follow, turn, letGo, release };
})();
