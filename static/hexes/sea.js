/* The open sea around a board of hexagons: it has no links of its own, so a tap finds its cell by the place, and the arrow keys get one where they
   go. Both ask why nothing can lie there; without this file the list of places answers that. */
"use strict";

const Sea = (() => {
  const SVG = "http://www.w3.org/2000/svg";
  const open = () => document.querySelector("#board .open");
  const grid = () => open().dataset.grid.split(" ").map(Number); // from one cell to the next, and from row to row
  const middle = (q, r) => [grid()[0] * (q + r / 2), grid()[1] * r];

  /* The link of a cell that has none, as long as it lies in the picture. */
  function cell(q, r) {
    const sea = open();
    if (!sea) return null;
    const [x, y] = middle(q, r);
    const { x: left, y: top, width, height } = sea.getBBox();
    const [wide, high] = grid().map((size) => size / 2);
    if (x < left + wide || x > left + width - wide || y < top + high || y > top + height - high) return null;
    const link = document.createElementNS(SVG, "a");
    const use = link.appendChild(document.createElementNS(SVG, "use"));
    for (const [name, value] of Object.entries({ href: "#hit", x, y })) use.setAttribute(name, value);
    link.id = `c${q},${r}`;
    link.dataset.quiet = "";
    lead(link);
    document.getElementById("sea-cells").append(link);
    return link;
  }

  function lead(link) {
    const name = link.id.slice(1);
    const { step, label } = open().dataset;
    link.setAttribute("tabindex", "-1");
    link.setAttribute("href", step.replace("q,r", name));
    link.setAttribute("aria-label", label.replace("q,r", name.replaceAll("-", "−")));
  }

  /* After a swap the cell that has the focus leads where the sea now leads; the others are gone. */
  function renew() {
    for (const link of document.querySelectorAll("#sea-cells a")) {
      if (open() && link === document.activeElement) lead(link);
      else link.remove();
    }
  }

  /* The cell whose middle is the nearest. */
  function at(x, y) {
    const [wide, high] = grid();
    const rows = [Math.floor(y / high), Math.ceil(y / high)];
    const near = rows.map((r) => [Math.round(x / wide - r / 2), r]);
    const far = ([q, r]) => Math.hypot(x - middle(q, r)[0], y - middle(q, r)[1]);
    return far(near[0]) < far(near[1]) ? near[0] : near[1];
  }

  document.addEventListener("click", (event) => {
    const sea = event.target.closest?.("#board .open");
    if (!sea || event.defaultPrevented) return;
    const point = new DOMPoint(event.clientX, event.clientY).matrixTransform(sea.getScreenCTM().inverse());
    const [q, r] = at(point.x, point.y);
    const link = document.getElementById(`c${q},${r}`) || cell(q, r);
    if (!link) return;
    link.focus({ preventScroll: true });
    link.dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true, view: window }));
  });

  return { cell, renew };
})();
