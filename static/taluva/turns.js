/* What is legal in the turn that is drafted here, as the server wrote it: places and directions come with the page
   (#hand), what may be built after each of them is fetched while one thinks. No rule of a game stands here. */
"use strict";

const Turns = (() => {
  const CODE = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
  const WAYS = 6;
  const places = new Map(); // of the volcano, by name: { key, q, r, level, mask, x, y }
  let ways = []; // the names of the directions
  let all = null; // every legal turn with the turn bar of each step, once they have arrived
  let source = ""; // what these were read for

  const byId = (id) => document.getElementById(id);
  const data = () => byId("hand")?.dataset;
  const names = () => (byId("match")?.dataset.draft || "").split(" ");
  const numbers = (text) => (text ? text.split(",").map(Number) : []);
  const isLegal = (mask, way) => Boolean((mask >> way) & 1);

  /* Where a cell of that level lies in the drawing. */
  function spot(q, r, level) {
    const [dx, slant, dy, rise] = data().grid.split(" ").map(Number);
    return [dx * q + slant * r, dy * r - rise * (level - 1)];
  }

  /* Steps and their addresses: v the place, d the direction, b the build. */
  function read(address) {
    const { searchParams } = new URL(address, location.href);
    const [v, d, b] = names().map((name) => searchParams.get(name) ?? undefined);
    return { v, d, b };
  }
  function query(step) {
    const mine = new Set(names());
    const rest = location.search.slice(1).split("&");
    const given = [step.v, step.d, step.b].map((value, i) => value !== undefined && `${names()[i]}=${value}`);
    return `?${[...given, ...rest.filter((part) => !mine.has(part.split("=")[0]))].filter(Boolean).join("&")}`;
  }

  /* The next legal direction from `from` on. */
  function nextWay(mask, from, by = 1) {
    for (let i = 0, way = from; i < WAYS; i += 1, way = (way + by + WAYS) % WAYS) if (isLegal(mask, way)) return way;
    return from;
  }
  function turned({ v, d }, by) {
    const { mask } = places.get(v);
    return { v, d: ways[nextWay(mask, (ways.indexOf(d) + by + WAYS) % WAYS, by)] };
  }

  /* What may be built after a placement: each build with the fields that it fills, and their levels. */
  function builds({ v, d, b }) {
    if (!all || !d || b === undefined) return [];
    const { mask } = places.get(v);
    const before = ways.filter((_, way) => way < ways.indexOf(d) && isLegal(mask, way)).length;
    const [less, more] = all.after[v][before].split("+").map(numbers);
    const legal = [...all.most.filter((number) => !less.includes(number)), ...more].toSorted(
      (one, other) => one - other,
    );
    return legal.map((number) => {
      const [text, fields] = all.builds[number].split("|");
      return { text, kind: text[0], rest: text.split(":")[1] || "", cells: fields.split(" ").map(numbers) };
    });
  }

  /* Whether all of a step is known here: one to what is not legal asks the server why. */
  function isKnown(step) {
    const { v, d, b } = step;
    const place = places.get(v);
    if (!v) return Boolean(all) && b === undefined;
    if (!place || (d && !isLegal(place.mask, ways.indexOf(d)))) return false;
    const found = builds(step);
    return b === undefined || (found.length > 0 && (b === "" || found.some(({ text }) => text === b)));
  }

  /* The draft of the page's address, as far as it is legal. Where there is but one place, the tile lies there. */
  function drafted() {
    const { v = places.size === 1 ? [...places.keys()][0] : undefined, d, b } = read(location.href);
    const place = places.get(v);
    if (!place) return {};
    return { v, d: isLegal(place.mask, ways.indexOf(d)) ? d : ways[nextWay(place.mask, 0)], b };
  }

  /* Reads what the page says now. */
  function renew() {
    const legal = data()?.legal || "";
    const now = (byId("match")?.dataset.turns || "") + legal;
    if (now === source) return;
    source = now;
    all = null;
    places.clear();
    if (!legal) return;
    ways = [...byId("hand").querySelectorAll("[data-way]")].map((shape) => shape.dataset.way);
    for (const [level, rows] of legal.split(";").entries())
      for (const row of rows.split(" ").filter(Boolean)) readRow(row, level);
    fetchAll(now);
  }
  function readRow(row, level) {
    const [r, first, codes] = row.split(":");
    for (const [i, code] of [...codes].entries()) {
      const [q, mask] = [Number(first) + i, CODE.indexOf(code)];
      const [x, y] = spot(q, Number(r), level + 1);
      if (mask) places.set(`${q},${r}`, { key: `${q},${r}`, level, mask, x, y });
    }
  }
  async function fetchAll(now) {
    const address = byId("match").dataset.turns;
    if (!address) return;
    try {
      const { turns, bars } = await (await fetch(address)).json();
      if (source === now && turns) all = { ...turns, bars };
    } catch {
      /* without it each step waits for the server */
    }
  }

  return {
    places,
    data,
    spot,
    read,
    query,
    nextWay,
    turned,
    builds,
    isKnown,
    drafted,
    renew,
    ways: () => ways,
    all: () => all,
  };
})();
