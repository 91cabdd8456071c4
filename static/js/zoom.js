/* Looking closer: by buttons, wheel, pinch and keys; by drag to another place. What was seen stays when the board is
   swapped. Widths are set through the object model, which the policy allows. */
"use strict";

const Zoom = (() => {
  const STEPS = [1, 1.6, 2.4, 3.6];
  const SMALL = 34.2; // a cell narrower than this, in px, opens closer: 34 and what is lost to whole pixels
  const LARGE = 72; // no cell need be wider than this
  const EDGE = 20; // what is shown keeps so far from the edge of the box
  const ROOMY = matchMedia("(min-width: 48rem) and (min-height: 30rem)");
  let zoom = 1;
  let kept = null;
  let followed = ""; // the land and its picture as they were last fitted
  let isOwn = false; // whether somebody has zoomed: then nothing else does

  const box = () => document.querySelector("#stage .scroll");
  const board = () => document.getElementById("board");

  /* The zoom at which the whole board is seen: below 1 where the box is lower than the board. */
  function fit() {
    const part = (zoom * box().clientHeight) / board().clientHeight;
    return part < 0.95 ? part : 1;
  }

  /* The zoom about a point of the box, given in px from its corner. */
  function to(wanted, x, y) {
    const scroll = box();
    if (!scroll || !board()) return;
    const next = Math.min(Math.max(wanted, fit()), STEPS.at(-1));
    const px = x ?? scroll.clientWidth / 2;
    const py = y ?? scroll.clientHeight / 2;
    const at = [(scroll.scrollLeft + px) / scroll.scrollWidth, (scroll.scrollTop + py) / scroll.scrollHeight];
    scroll.style.height = `${(scroll.dataset.height ||= scroll.clientHeight)}px`;
    scroll.style.setProperty("--zoom", next);
    board().classList.remove("z2", "z3");
    scroll.scrollLeft = at[0] * scroll.scrollWidth - px;
    scroll.scrollTop = at[1] * scroll.scrollHeight - py;
    if (next === 1) {
      scroll.style.height = "";
      delete scroll.dataset.height;
    }
    zoom = next;
    keep();
  }

  function keep() {
    const scroll = box();
    if (scroll) kept = { zoom, left: scroll.scrollLeft, top: scroll.scrollTop };
  }

  function step(by) {
    isOwn = true;
    const nearest = STEPS.reduce(
      (best, at, index) => (Math.abs(at - zoom) < Math.abs(STEPS[best] - zoom) ? index : best),
      0,
    );
    to((by && STEPS[Math.min(nearest + by, STEPS.length - 1)]) || fit());
    try {
      sessionStorage.setItem("zoom", by ? "" : "fit");
    } catch {
      /* no storage, no memory */
    }
  }

  function wantsFit() {
    try {
      return sessionStorage.getItem("zoom") === "fit";
    } catch {
      return false;
    }
  }

  /* Whether something is played here, now or later: cells are tapped then, and not only looked at. */
  const isPlayed = () => document.body.dataset.state === "running" || document.querySelector("#turn-bar .steps");

  /* At the start: what the address says, else the whole board, or closer where cells would be too small to tap. */
  function open() {
    if (!board()) return;
    const asked = { 2: 1.6, 3: 2.4 }[new URLSearchParams(location.search).get("z")];
    if (asked) return to(asked);
    if (ROOMY.matches) return undefined;
    return follow();
  }

  /* The volcano of the last turn comes into sight. */
  function showLast() {
    const last = document.querySelector("#board .choices")?.dataset.last?.split(" ").pop();
    if (last) reveal(document.getElementById(`c${last}`));
  }

  const isReplay = () => Boolean(document.querySelector(".replay"));

  /* The width of one unit of the drawing in px, unzoomed. */
  const unit = () => box().clientWidth / board().querySelector("svg").viewBox.baseVal.width;

  const shape = () => [board().dataset.land, board().querySelector("svg").getAttribute("viewBox")].join(" ");
  const land = () => board().dataset.land?.split(" ").map(Number);

  /* On a small screen the land fills the box, and as it grows the picture goes back: where it is played, as far as cells
     can be tapped, and with places beside it; then the last turn is in sight. At the end the whole board is. */
  function follow() {
    if (!land() || isOwn || ROOMY.matches || !unit()) return;
    const [scroll, view, cell] = [box(), board().querySelector("svg").viewBox.baseVal, Number(board().dataset.cell)];
    const [x, y, width, height] = land();
    const around = isPlayed() ? cell : 0;
    const room = (size, part) => (size - 2 * EDGE) / ((part + 2 * around) * unit());
    const most = Math.min(room(scroll.clientWidth, width), room(scroll.clientHeight, height), LARGE / (cell * unit()));
    const least = isPlayed() ? SMALL / (cell * unit()) : 0;
    to(wantsFit() || !(isPlayed() || isReplay()) ? fit() : Math.max(most, least));
    followed = shape();
    const px = unit() * zoom;
    scroll.scrollLeft = (x + width / 2 - view.x) * px - scroll.clientWidth / 2;
    scroll.scrollTop = (y + height / 2 - view.y) * px - scroll.clientHeight / 2;
    keep();
    if (most < least) showLast();
  }

  /* A part of the board within the box, and no further than that. */
  function reveal(cell) {
    const scroll = box();
    const [at, frame] = [cell.getBoundingClientRect(), scroll.getBoundingClientRect()];
    const beyond = (low, high, from, until) => Math.min(low - EDGE - from, 0) || Math.max(high + EDGE - until, 0);
    scroll.scrollLeft += beyond(at.left, at.right, frame.left, frame.right);
    scroll.scrollTop += beyond(at.top, at.bottom, frame.top, frame.bottom);
    keep();
  }

  function restore() {
    if (!kept || !box()) return;
    if (followed && followed !== shape() && !isOwn) return void follow();
    const { left, top } = kept;
    if (kept.zoom !== 1) to(kept.zoom);
    box().scrollLeft = left;
    box().scrollTop = top;
  }

  document.addEventListener(
    "click",
    (event) => {
      const tool = event.target.closest("#tools [data-zoom]");
      if (!tool || event.ctrlKey || event.metaKey) return;
      event.preventDefault();
      event.stopImmediatePropagation();
      step(Number(tool.dataset.zoom));
    },
    true,
  );

  /* The box itself listens, so that the rest of the page scrolls without waiting for a script. */
  box()?.addEventListener(
    "wheel",
    (event) => {
      if (!(event.ctrlKey || event.metaKey)) return;
      event.preventDefault();
      isOwn = true;
      const at = event.currentTarget.getBoundingClientRect();
      to(zoom * Math.exp(-event.deltaY / 300), event.clientX - at.left, event.clientY - at.top);
    },
    { passive: false },
  );

  /* Two fingers on the board: their way is listened to while both are down. */
  let pinch = new AbortController();
  const apart = ([one, two]) => Math.hypot(one.clientX - two.clientX, one.clientY - two.clientY);
  box()?.addEventListener(
    "touchstart",
    (event) => {
      pinch.abort();
      if (event.touches.length !== 2 || document.querySelector(".holding")) return; // the second finger turns what is held
      event.preventDefault();
      pinch = new AbortController();
      isOwn = true;
      const { signal } = pinch;
      const scroll = event.currentTarget;
      const share = zoom / apart(event.touches);
      scroll.addEventListener(
        "touchmove",
        (moved) => {
          moved.preventDefault();
          const [one, two] = moved.touches;
          const at = scroll.getBoundingClientRect();
          const middle = [(one.clientX + two.clientX) / 2 - at.left, (one.clientY + two.clientY) / 2 - at.top];
          to(share * apart(moved.touches), ...middle);
        },
        { passive: false, signal },
      );
      for (const over of ["touchend", "touchcancel"]) document.addEventListener(over, () => pinch.abort(), { signal });
    },
    { passive: false },
  );

  /* A mouse drags the board; what is under it is not chosen then. */
  let drag = null;
  document.addEventListener("pointerdown", (event) => {
    const scroll = event.pointerType === "mouse" && event.button === 0 && event.target.closest("#stage .scroll");
    if (scroll)
      drag = { scroll, x: event.clientX, y: event.clientY, left: scroll.scrollLeft, top: scroll.scrollTop, far: false };
  });
  document.addEventListener("pointermove", (event) => {
    if (!drag) return;
    const [dx, dy] = [event.clientX - drag.x, event.clientY - drag.y];
    drag.far ||= Math.hypot(dx, dy) > 6;
    if (!drag.far) return;
    drag.scroll.scrollLeft = drag.left - dx;
    drag.scroll.scrollTop = drag.top - dy;
  });
  document.addEventListener("pointerup", () => {
    const far = drag && drag.far;
    drag = null;
    if (!far) return;
    const stop = (event) => {
      event.preventDefault();
      event.stopImmediatePropagation();
    };
    document.addEventListener("click", stop, { capture: true, once: true });
    setTimeout(() => document.removeEventListener("click", stop, true), 50);
    keep();
  });
  document.addEventListener("dragstart", (event) => {
    if (event.target.closest("#stage")) event.preventDefault();
  });
  document.addEventListener("scroll", keep, { capture: true, passive: true });
  document.addEventListener("board:swapped", (event) => {
    if (event.detail.target === "match") restore();
    else if (event.detail.target === "board" && isReplay()) follow();
  });
  open();

  return { step, reveal };
})();
