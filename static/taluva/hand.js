/* The tile in the hand, and then what is built: dragged from the turn bar, or with a mouse over the board, it follows the
   pointer and snaps to legal places. It turns by a tap on it, by wheel, keys and a second finger. The links of the board
   do the same without these files. */
"use strict";

(() => {
  const FAR = 6; // px that a pointer moves before it drags
  let grip = null; // the pointer that is down on something that can be dragged
  let twist = null; // the second finger

  const byId = (id) => document.getElementById(id);
  const isPlacing = () => Boolean(byId("hand") && byId("now-0") && byId("turn-bar").checkVisibility());

  /* What can be dragged from here: the tile in the turn bar, the one on the board by its volcano, or something to build. */
  function sourceOf(target, x, y) {
    if (!byId("hand") || !Turns.places.size) return null;
    if (target.closest("[data-tray]")) return isPlacing() ? { kind: "tile", isTray: true } : null;
    if (target.closest("#board")) return isPlacing() && Held.isOnLaid(x, y) ? { kind: "tile" } : null;
    const link = target.closest("#turn-bar a.opt:not(.off)");
    const name = link && new URLSearchParams(link.getAttribute("href")).get(byId("match").dataset.draft.split(" ")[2]);
    const of =
      name && Turns.builds(Ahead.draft()).filter(({ text, rest }) => (rest ? text === name : text[0] === name[0]));
    return of?.length ? { kind: "build", of, icon: link.querySelector("use") } : null;
  }
  function release() {
    twist = null;
    Held.release();
  }

  addEventListener(
    "pointerdown",
    (event) => {
      if (grip && event.pointerId !== grip.id) return startTwist(event);
      if (event.button || !event.isPrimary) return undefined;
      const source = sourceOf(event.target, event.clientX, event.clientY);
      if (!source) return undefined;
      if (Held.now()) release();
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
    if (!Held.now() && !far) return;
    const at = { x: event.clientX, y: event.clientY };
    if (!Held.now()) {
      Held.pick(grip.source, { ...at, isTouch: grip.isTouch });
      document.documentElement.setPointerCapture(event.pointerId);
    }
    Held.follow(at);
  }
  addEventListener("pointerup", (event) => {
    if (twist?.id === event.pointerId) {
      if (!twist.turned) Held.turn(1);
      twist = null;
    }
    if (grip?.id !== event.pointerId) return;
    const { source, isTouch } = grip;
    grip = null;
    if (Held.now()) {
      twist = null;
      Held.letGo(event.clientX, event.clientY);
    } else if (source.kind === "tile" && (source.isTray || isTouch)) {
      Held.turn(1);
    }
  });
  addEventListener("pointercancel", (event) => {
    if (grip?.id !== event.pointerId) return;
    if (Held.now()) release();
    grip = null;
  });

  /* A mouse over the board carries the tile as long as none lies there, and a click lays it. */
  function hover(event) {
    const isOver = event.pointerType === "mouse" && !event.buttons && event.target.closest?.("#board");
    if (!isOver || Held.laid() || !isPlacing() || !Turns.places.size) {
      if (Held.now()?.isHover) release();
      return;
    }
    const at = { x: event.clientX, y: event.clientY };
    if (Held.now()) Held.follow(at);
    else Held.pick({ kind: "tile" }, { ...at, isHover: true });
  }
  document.documentElement.addEventListener("pointerleave", () => Held.now()?.isHover && release());
  addEventListener(
    "click",
    (event) => {
      if (!Held.now()?.isHover || !event.detail || event.button || !event.target.closest?.("#board")) return;
      if (!Held.letGo(event.clientX, event.clientY)) return;
      event.preventDefault();
      event.stopImmediatePropagation();
    },
    true,
  );

  /* Keys count for what is held, else where the focus or the mouse is at the board; on its cells keys.js knows them. */
  const isAtBoard = (target) =>
    !target.closest("#board a") &&
    (target.closest("#turn-bar, #stage") || (target === document.body && byId("stage").matches(":hover")));
  addEventListener(
    "keydown",
    (event) => {
      const isMine = Held.now()?.kind === "tile" || (isPlacing() && isAtBoard(event.target));
      if (!isMine || event.ctrlKey || event.metaKey || event.altKey) return;
      const { left, right } = byId("hand").dataset;
      const by = right.split(" ").includes(event.key) - left.split(" ").includes(event.key);
      if (by) Held.turn(by);
      else if (event.key === "Escape" && Held.now()) {
        release();
        grip = null;
      } else return;
      event.preventDefault();
      event.stopImmediatePropagation();
    },
    true,
  );

  /* A second finger turns what is held: it taps, or twists. */
  const angle = (event) => Math.atan2(event.clientY - Held.now().y, event.clientX - Held.now().x);
  function startTwist(event) {
    if (!Held.now() || twist) return;
    twist = { id: event.pointerId, angle: angle(event), turned: 0 };
    event.preventDefault();
    event.stopPropagation();
  }
  function turnByTwist(event) {
    const by = angle(event) - twist.angle;
    const steps = Math.round(Math.atan2(Math.sin(by), Math.cos(by)) / (Math.PI / 3));
    if (steps === twist.turned) return;
    Held.turn(Math.sign(steps - twist.turned));
    twist.turned = steps;
  }

  /* A finger on the tile that lies on the board holds it, and does not scroll. */
  byId("board-view")?.addEventListener(
    "touchstart",
    (event) => {
      const [{ clientX, clientY }] = event.touches;
      if (event.touches.length === 1 && isPlacing() && Held.isOnLaid(clientX, clientY)) event.preventDefault();
    },
    { passive: false },
  );
  document.addEventListener("selectstart", (event) => grip && event.preventDefault());
  document.addEventListener("dragstart", (event) => {
    if (event.target.closest?.("#turn-bar a.opt") && byId("hand")) event.preventDefault();
  });
  document.addEventListener("scroll", () => Held.now() && Held.measure(), { capture: true, passive: true });
  addEventListener("resize", () => Held.now() && Held.measure());
  document.addEventListener("board:swapped", () => {
    if (Held.now()?.isHover) release();
    if (Held.now()) Held.measure();
  });
  Ahead.begin();
})();
