/* The tile in the hand, and then what is built: dragged from the turn bar, or with a mouse over the board, it follows the
   pointer and snaps to legal places. It turns by a tap on it, by wheel, keys and a second finger. What is let go where
   nothing may lie asks the server why. The links of the board do the same without this file. */
"use strict";

(() => {
  const REACH = 44; // units from a place within which the tile snaps to it
  const FAR = 6; // px that a pointer moves before it drags
  const ABOVE = 54; // px by which a finger holds the tile above itself
  const EDGE = 40; // px from the edge of the board within which it scrolls
  const BOX = [-130, -150, 260, 300]; // of the picture of what is held, its middle at 0,0
  const FALL = { duration: 240, easing: "cubic-bezier(.5,0,1,.6)" };
  let grip = null; // the pointer that is down on something that can be dragged
  let held = null; // what is held: { kind, way, at, spots, ghost, x, y, lift }
  let twist = null; // the second finger
  let frame = 0;
  let scale = null; // from units of the board to px of the window
  // Lies over the page while something is dragged: what is below need not be hit by the pointer, and keeps its styles.
  const shield = Object.assign(document.createElement("div"), { className: "holding" });

  const byId = (id) => document.getElementById(id);
  const box = () => byId("board-view");
  const isPlacing = () => Boolean(byId("hand") && byId("now-0") && byId("turn-bar").checkVisibility());
  const measure = () => {
    scale = byId("board").querySelector(".above").getScreenCTM();
  };
  const toBoard = (x, y) => [(x - scale.e) / scale.a, (y - scale.f) / scale.d];
  const laid = () => Turns.places.get(Ahead.draft().v);

  /* What can be dragged from here: the tile in the turn bar, the one on the board by its volcano, or something to build. */
  function sourceOf(target, x, y) {
    if (!byId("hand") || !Turns.places.size) return null;
    if (target.closest("[data-tray]")) return isPlacing() ? { kind: "tile", isTray: true } : null;
    if (target.closest("#board")) return isPlacing() && isOnLaid(x, y) ? { kind: "tile" } : null;
    const link = target.closest("#turn-bar a.opt:not(.off)");
    const name = link && new URLSearchParams(link.getAttribute("href")).get(byId("match").dataset.draft.split(" ")[2]);
    const of =
      name && Turns.builds(Ahead.draft()).filter(({ text, rest }) => (rest ? text === name : text[0] === name[0]));
    return of?.length ? { kind: "build", of, icon: link.querySelector("use") } : null;
  }
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
    else inside.append(...Turns.ways().map(Ahead.figure));
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

  /* Shows the tile in that direction, seen turning from the one before. */
  function turnTo(way, by) {
    const level = held.at ? held.at.level + 1 : 1;
    const shape = held.ghost.firstChild;
    if (shape.dataset.level !== String(level)) shape.dataset.level = level;
    const was = held.way;
    if (way === was && shape.querySelector(".on")) return;
    held.way = way;
    for (const [number, each] of [...shape.children].entries()) each.classList.toggle("on", number === way);
    const on = (way - was + 6) % 6;
    const steps = by ? (by > 0 ? on : on - 6) : on > 3 ? on - 6 : on;
    Ahead.turnSeen(shape.children[way], steps);
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

  function letGo() {
    const { at, kind, isHover, x, y, lift, ghost, way } = held;
    if (!at) {
      release();
      return isHover ? undefined : ask(kind, x, y - lift);
    }
    byId("board").classList.remove("covers");
    end();
    if (kind === "build") {
      const { v, d } = Ahead.draft();
      ghost.remove();
      sound("build");
      return Ahead.take({ v, d, b: at.build.text });
    }
    Ahead.hold(way, 0);
    sound(at.level ? "eruption" : "tile");
    return Ahead.take({ v: at.key, d: Turns.ways()[way] }, { falling: fall(ghost, at.level) });
  }
  function end() {
    held = twist = null;
    shield.remove();
    removeEventListener("wheel", turnByWheel);
  }
  function release() {
    byId("board").classList.remove("covers");
    held.ghost.remove();
    end();
  }

  /* It falls, and dust rises; all of it in the layer of what was held. */
  async function fall(ghost, level) {
    if (Ahead.calm.matches) return void ghost.remove();
    const { transform } = ghost.style;
    const at = (px) => `${transform} translateY(${px}px)`;
    const falling = ghost.animate(
      [{ transform: at(-16) }, { transform: at(3), offset: 0.7 }, { transform: at(0) }],
      FALL,
    );
    const puffs = [-64, -36, -8, 24, 52].map((x, i) => {
      const puff = Ahead.make("circle", { cx: x, cy: 34 + (i % 2) * 18, r: 8, class: level ? "dust hot" : "dust" });
      ghost.append(puff);
      const to = `translate(${x / 2}px, -14px) scale(1.6)`;
      return puff.animate([{ opacity: 0 }, { opacity: 0.8, offset: 0.25 }, { transform: to, opacity: 0 }], {
        duration: 420,
        delay: 120,
        easing: "ease-out",
        fill: "both",
      });
    });
    await falling.finished.catch(() => {});
    ghost.firstChild.remove();
    Promise.allSettled(puffs.map((puff) => puff.finished)).then(() => ghost.remove());
  }

  /* Sound and a tremble, for who has switched them on. */
  function wantsSound() {
    try {
      return localStorage.getItem("sound") === "on";
    } catch {
      return false;
    }
  }
  async function sound(what) {
    if (!wantsSound()) return;
    navigator.vibrate?.({ tile: 14, build: 8, eruption: [18, 30, 12] }[what]);
    const { play } = await import(byId("hand").dataset.sounds);
    play(what);
  }

  /* Nothing may lie there: the board's own link at that place leads to the reason. */
  function ask(kind, x, y) {
    const found = document.elementFromPoint(x, y)?.closest("#board .choices > a[data-quiet], #board .open");
    if (!found) return;
    const { v, d, b } = Ahead.draft();
    if (kind === "tile" || found.matches(".open") || b === undefined)
      found.dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true, clientX: x, clientY: y }));
    else Board.take(Turns.query({ v, d, b: `${grip.source.of[0].kind}@${found.id.slice(1)}` }));
  }

  /* Pointers. */
  addEventListener(
    "pointerdown",
    (event) => {
      if (grip && event.pointerId !== grip.id) return startTwist(event);
      if (event.button || !event.isPrimary) return undefined;
      const source = sourceOf(event.target, event.clientX, event.clientY);
      if (!source) return undefined;
      if (held) release();
      const isTouch = event.pointerType !== "mouse";
      grip = { id: event.pointerId, x: event.clientX, y: event.clientY, source, isTouch };
      if (source.kind === "tile") event.stopPropagation(); // else the mouse would drag the board
      return undefined;
    },
    true,
  );
  addEventListener("pointermove", (event) => {
    if (grip?.id === event.pointerId) return drag(event);
    if (twist?.id === event.pointerId) return turnByTwist(event);
    return grip || hover(event);
  });
  function drag(event) {
    const far = Math.hypot(event.clientX - grip.x, event.clientY - grip.y) > FAR;
    if (!held && !far) return;
    const at = { x: event.clientX, y: event.clientY };
    if (!held) {
      pick(grip.source, { ...at, isTouch: grip.isTouch });
      document.documentElement.setPointerCapture(event.pointerId);
    }
    follow(at);
  }
  function follow({ x, y }) {
    Object.assign(held, { x, y });
    frame ||= requestAnimationFrame(move);
  }
  function move() {
    frame = 0;
    if (!held) return;
    if (grip && scroll()) frame = requestAnimationFrame(move);
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

  addEventListener("pointerup", (event) => {
    if (twist?.id === event.pointerId) {
      if (!twist.turned) turn(1);
      twist = null;
    }
    if (grip?.id !== event.pointerId) return;
    const { source, isTouch } = grip;
    if (held) {
      Object.assign(held, { x: event.clientX, y: event.clientY });
      hold();
      letGo();
    } else if (source.kind === "tile" && (source.isTray || isTouch)) {
      turn(1);
    }
    grip = null;
  });
  addEventListener("pointercancel", (event) => {
    if (grip?.id !== event.pointerId) return;
    if (held) release();
    grip = null;
  });
  /* A mouse over the board carries the tile as long as none lies there. */
  function hover(event) {
    const isOver = event.pointerType === "mouse" && !event.buttons && event.target.closest?.("#board");
    if (!isOver || laid() || !isPlacing() || !Turns.places.size) {
      if (held?.isHover) release();
      return;
    }
    const at = { x: event.clientX, y: event.clientY };
    if (held) follow(at);
    else pick({ kind: "tile" }, { ...at, isHover: true });
  }
  document.documentElement.addEventListener("pointerleave", () => held?.isHover && release());
  addEventListener(
    "click",
    (event) => {
      if (!held?.isHover || !event.detail || event.button || !event.target.closest?.("#board")) return;
      Object.assign(held, { x: event.clientX, y: event.clientY });
      hold();
      const isPlaced = Boolean(held.at);
      letGo();
      if (!isPlaced) return;
      event.preventDefault();
      event.stopImmediatePropagation();
    },
    true,
  );

  /* Turning: wheel, keys, a second finger that taps or twists. */
  let wheeled = 0;
  function turnByWheel(event) {
    if (event.ctrlKey || event.metaKey || (held.isHover && !held.at)) return;
    event.preventDefault();
    if (event.timeStamp - wheeled < 90) return;
    wheeled = event.timeStamp;
    turn(Math.sign(event.deltaY));
  }
  /* Keys count for what is held, else where the focus or the mouse is at the board; on its cells keys.js knows them. */
  const isAtBoard = (target) =>
    !target.closest("#board a") &&
    (target.closest("#turn-bar, #stage") || (target === document.body && byId("stage").matches(":hover")));
  addEventListener(
    "keydown",
    (event) => {
      const isMine = held?.kind === "tile" || (isPlacing() && isAtBoard(event.target));
      if (!isMine || event.ctrlKey || event.metaKey || event.altKey) return;
      const { left, right } = byId("hand").dataset;
      const by = right.split(" ").includes(event.key) - left.split(" ").includes(event.key);
      if (by) turn(by);
      else if (event.key === "Escape" && held) {
        release();
        grip = null;
      } else return;
      event.preventDefault();
      event.stopImmediatePropagation();
    },
    true,
  );
  const angle = (event) => Math.atan2(event.clientY - held.y, event.clientX - held.x);
  function startTwist(event) {
    if (!held || twist) return;
    twist = { id: event.pointerId, angle: angle(event), turned: 0 };
    event.preventDefault();
    event.stopPropagation();
  }
  function turnByTwist(event) {
    const by = angle(event) - twist.angle;
    const steps = Math.round(Math.atan2(Math.sin(by), Math.cos(by)) / (Math.PI / 3));
    if (steps === twist.turned) return;
    turn(Math.sign(steps - twist.turned));
    twist.turned = steps;
  }

  /* A finger on the tile that lies on the board holds it, and does not scroll. */
  box()?.addEventListener(
    "touchstart",
    (event) => {
      const [{ clientX, clientY }] = event.touches;
      if (event.touches.length === 1 && isPlacing() && isOnLaid(clientX, clientY)) event.preventDefault();
    },
    { passive: false },
  );
  document.addEventListener("selectstart", (event) => grip && event.preventDefault());
  document.addEventListener("dragstart", (event) => {
    if (event.target.closest?.("#turn-bar a.opt") && byId("hand")) event.preventDefault();
  });
  document.addEventListener("scroll", () => held && measure(), { capture: true, passive: true });
  addEventListener("resize", () => held && measure());
  document.addEventListener("board:swapped", () => {
    if (held?.isHover) release();
    if (held) measure();
  });
})();
