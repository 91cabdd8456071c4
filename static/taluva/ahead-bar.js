/* The turn bar of a step before the server has answered: the server's own, fetched with gaps, which are filled here. */
"use strict";

const AheadBar = (() => {
  /* Returns the bar of a step, its gaps filled: `found` may be built, and `chosen` is. */
  function fill(step, found, chosen) {
    const at = step.b === undefined ? 0 : chosen ? 2 : 1;
    const { content } = Object.assign(document.createElement("template"), { innerHTML: Turns.all().bars[at] });
    offer(content, step, found, chosen);
    const [leads, text] = [leadsOf(step, found), textOf(step)];
    for (const link of content.querySelectorAll("a[href*='~']")) lead(link, leads, text, step);
    for (const field of content.querySelectorAll("[value='~text~']")) {
      field.value = text;
      if (field.form.action.startsWith(location.origin + location.pathname)) field.form.action = Turns.query(step);
    }
    return content;
  }

  const textOf = ({ v, d, b }) => Turns.all().text.replace("~v~", v).replace("~d~", d).replace("~b~", b);

  function leadsOf(step, found) {
    const { mask } = Turns.places.get(step.v);
    const [isTurned, isBack] = [mask & (mask - 1), step.b && found.length > 1];
    const tile = { v: step.v, d: step.d };
    const building = { ...tile, b: "" };
    return {
      left: isTurned && Turns.turned(step, -1),
      right: isTurned && Turns.turned(step, 1),
      next: building,
      back: step.b === undefined ? {} : isBack ? building : tile,
      tile,
      build: isBack && building,
    };
  }

  /* A link that leads nowhere is none. */
  function lead(link, leads, text, step) {
    const href = link.getAttribute("href");
    const to = leads[href.split("~")[1]];
    if (href.includes("~text~"))
      link.href = `${href.replace("~text~", encodeURIComponent(text))}&${Turns.query(step).slice(1)}`;
    else if (to) link.setAttribute("href", Turns.query(to));
    else if (link.closest("li")) link.replaceWith(...link.childNodes);
    else link.remove();
  }

  /* The options: what can be built, in the server's order, then what can't. A line of the bar is a kind of build, or
     with a rest such as a terrain stands for one build each. */
  function offer(content, step, found, chosen) {
    const kinds = Object.keys(Turns.all().kinds);
    const [able, unable] = [[], []];
    for (const line of content.querySelectorAll(".opts > li")) {
      const [kind, rest = ""] = line.querySelector("a").getAttribute("href").split("~")[1].slice(2).split(":");
      const groups = groupsOf(found, kind, rest);
      const order = (group) => kinds.indexOf(kind) * 1e4 + (rest && found.indexOf(group[0]));
      for (const group of groups)
        able.push([Number(order(group)), option(line, step, nextOf(group, chosen), group.includes(chosen) && "on")]);
      if (!rest && !found.some((build) => build.kind === kind)) unable.push(option(line, step, kind, "off"));
    }
    const options = [...able.toSorted(([one], [other]) => one - other).map(([, line]) => line), ...unable];
    for (const [i, line] of options.entries()) line.querySelector("a").id = `opt-${i + 1}`;
    content.querySelector(".opts")?.replaceChildren(...options);
    const title = content.querySelector(".opt.on span")?.firstChild.textContent;
    if (title) content.querySelector(".say").textContent = title;
  }

  function groupsOf(found, kind, rest) {
    const fits = found.filter((build) => build.kind === kind && build.rest === rest);
    if (rest) return fits.map((build) => [build]);
    return fits.length ? [fits] : [];
  }

  /* Of these builds the one after the chosen one, so that taps go through them. */
  const nextOf = (group, chosen) => group[(group.indexOf(chosen) + 1) % group.length].text;

  function option(line, { v, d }, b, look) {
    const made = line.cloneNode(true);
    const link = made.querySelector("a");
    link.setAttribute("href", Turns.query({ v, d, b }));
    if (look) link.classList.add(look);
    if (look === "on") link.setAttribute("aria-current", "true");
    return made;
  }

  return { fill, nextOf };
})();
