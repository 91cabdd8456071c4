/* A drawing becomes another one: what is the same in both stays, so that the browser styles and paints only the rest. */
"use strict";

const Patch = (() => {
  function into(old, fresh) {
    if (old.isEqualNode(fresh)) return;
    if (old.nodeName !== fresh.nodeName || old.id !== fresh.id) return void old.replaceWith(fresh);
    for (const { name } of [...old.attributes]) if (!fresh.hasAttribute(name)) old.removeAttribute(name);
    for (const { name, value } of fresh.attributes) if (old.getAttribute(name) !== value) old.setAttribute(name, value);
    if (old.children.length || fresh.children.length) between(old, [...old.children], [...fresh.children]);
    else if (old.textContent !== fresh.textContent) old.textContent = fresh.textContent;
  }

  /* The children: the same at both ends stay, those in between meet by their id, else in their order. */
  function between(parent, old, fresh) {
    while (old.length && fresh.length && old[0].isEqualNode(fresh[0])) [old.shift(), fresh.shift()];
    let end = null;
    while (old.length && fresh.length && old.at(-1).isEqualNode(fresh.at(-1))) [end] = [old.pop(), fresh.pop()];
    const named = new Map(old.filter((one) => one.id).map((one) => [one.id, one]));
    let at = old[0] || end;
    for (const one of fresh) {
      const match = one.id ? named.get(one.id) : at !== end && !at.id && at;
      if (!match) {
        parent.insertBefore(one, at);
        continue;
      }
      if (match === at) at = at.nextElementSibling;
      else parent.insertBefore(match, at);
      into(match, one);
    }
    while (at !== end) {
      const gone = at;
      at = at.nextElementSibling;
      if (!("sea" in gone.dataset)) gone.remove(); // see sea.js
    }
  }

  return { into };
})();
