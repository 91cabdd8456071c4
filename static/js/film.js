/* A turn that is shown as a film: the picture goes to where it happens, and a press of anything ends it. What moves on
   the board itself is in the game's style sheet; the part with `data-film` is where one looks. */
"use strict";

(() => {
  const CLOSER = 1.6;
  const WAY = [0, 0.18, 0.6, 0.62, 0.64, 0.8, 1]; // there, a jolt when something comes down, and back

  const board = () => document.getElementById("board");

  function start() {
    const at = document.querySelector("#board [data-film]");
    if (!at || document.querySelector("#stage.still") || !lasts()) return;
    Zoom.reveal(at);
    const [spot, frame] = [at.getBoundingClientRect(), board().getBoundingClientRect()];
    const share = (from, size, low, whole) => `${(100 * (from + size / 2 - low)) / whole}%`;
    const origin = `${share(spot.left, spot.width, frame.left, frame.width)} ${share(spot.top, spot.height, frame.top, frame.height)}`;
    const near = `scale(${CLOSER})`;
    const frames = ["none", near, near, `${near} translateY(3px)`, near, near, "none"].map((transform, index) => ({
      transform,
      offset: WAY[index],
      easing: "ease-in-out",
    }));
    for (const layer of board().querySelectorAll("svg")) {
      layer.style.transformOrigin = origin;
      layer.animate(frames, { duration: lasts(), id: "film" });
    }
  }

  /* How long the film is in ms; nothing where nobody wants movement. */
  function lasts() {
    const flow = board()
      .getAnimations({ subtree: true })
      .find((one) => one.effect.target.closest(".film"));
    return flow?.effect.getComputedTiming().duration || 0;
  }

  function skip() {
    if (!document.querySelector("#board [data-film]")) return;
    for (const one of board().getAnimations({ subtree: true })) one.finish();
  }

  for (const press of ["pointerdown", "keydown", "wheel"])
    document.addEventListener(press, skip, { capture: true, passive: true });
  document.addEventListener("board:swapped", start);
  start();
})();
