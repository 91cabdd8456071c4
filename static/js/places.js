/* Words that speak of places: while a line is pointed at or has the focus, its cells are marked on the board; a press
   keeps them marked, or lets go of them, and brings the board into view. Without this file the line is a link to the
   board with its cells marked. */
"use strict";

(() => {
  const SVG = "http://www.w3.org/2000/svg";
  let kept = null; // the line that was pressed

  const lineOf = (event) => event.target.closest?.("#match [data-cells]");

  /* The cells of a line where the board draws them. */
  const spotsOf = (line) =>
    line.dataset.cells
      .split(" ")
      .map((cell) => document.querySelector(`#board [id="c${CSS.escape(cell)}"] use`))
      .filter(Boolean);

  function mark(line) {
    for (const old of document.querySelectorAll("#board .named")) old.remove();
    for (const spot of line ? spotsOf(line) : []) {
      const ring = document.createElementNS(SVG, "use");
      for (const name of ["x", "y"]) ring.setAttribute(name, spot.getAttribute(name));
      ring.setAttribute("href", "#hit");
      ring.setAttribute("class", "named");
      document.querySelector("#board .choices").before(ring);
    }
  }

  function keep(line) {
    kept?.classList.remove("on");
    kept = kept === line ? null : line;
    kept?.classList.add("on");
    mark(kept);
    if (!kept) return;
    kept.closest(".sheet:popover-open")?.hidePopover();
    for (const part of [document.getElementById("board-view"), document.querySelector("#board .named")])
      part.scrollIntoView({ block: "nearest", inline: "nearest" });
  }

  for (const type of ["pointerover", "focusin"])
    document.addEventListener(type, (event) => {
      if (lineOf(event) && event.pointerType !== "touch") mark(lineOf(event));
    });
  for (const type of ["pointerout", "focusout"])
    document.addEventListener(type, (event) => {
      if (lineOf(event) && event.pointerType !== "touch") mark(kept);
    });

  /* A line about the open sea has nothing to be marked here: there the server marks it. */
  document.addEventListener(
    "click",
    (event) => {
      const line = lineOf(event);
      if (
        !line?.matches(".where") ||
        event.button ||
        event.metaKey ||
        event.ctrlKey ||
        event.shiftKey ||
        !spotsOf(line).length
      )
        return;
      event.preventDefault();
      keep(line);
    },
    true,
  );

  /* The board was drawn anew: what was pressed stays marked, if it is still there. */
  document.addEventListener("board:swapped", () => {
    if (!kept) return;
    if (!kept.isConnected) kept = null;
    mark(kept);
  });
})();
