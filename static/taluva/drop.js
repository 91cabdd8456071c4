/* What is seen, heard and felt when a tile or a building is let go where it may stand. */
"use strict";

const Drop = (() => {
  const FALL = { duration: 240, easing: "cubic-bezier(.5,0,1,.6)" };
  const DUST = { duration: 420, delay: 100, easing: "ease-out", fill: "both" };
  const PUFFS = [-64, -36, -8, 24, 52]; // units from the middle of the tile

  /* It falls, and dust rises; all of it in the layer of what was held. */
  async function fall(ghost, level) {
    if (Ahead.calm.matches) {
      await Ahead.painted(); // by then the board shows it
      await Ahead.painted();
      return ghost.remove();
    }
    const { transform } = ghost.style;
    const at = (px) => `${transform} translateY(${px}px)`;
    const falling = ghost.animate(
      [{ transform: at(-16) }, { transform: at(3), offset: 0.7 }, { transform: at(0) }],
      FALL,
    );
    await Ahead.painted();
    const puffs = PUFFS.map((x, i) => raise(ghost, x, 34 + (i % 2) * 18, level ? "dust hot" : "dust"));
    await falling.finished.catch(() => {});
    ghost.firstChild.remove();
    Promise.allSettled(puffs).then(() => ghost.remove());
  }

  function raise(ghost, x, y, look) {
    const puff = Ahead.make("circle", { cx: x, cy: y, r: 8, class: look });
    ghost.append(puff);
    const to = `translate(${x / 2}px, -14px) scale(1.6)`;
    return puff.animate([{ opacity: 0 }, { opacity: 0.8, offset: 0.25 }, { transform: to, opacity: 0 }], DUST).finished;
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
    const { play } = await import(document.getElementById("hand").dataset.sounds);
    play(what);
  }

  return { fall, sound };
})();
