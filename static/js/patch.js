/* A part of the page becomes another one: what is the same in both stays, so that the browser styles and paints only the
   rest, and what somebody types, opened or has the focus on remains. */
"use strict";

const Patch = (() => {
  function into(old, fresh) {
    if (old.isEqualNode(fresh) || old.dataset?.kept !== undefined) return; // what fills itself is the same for good
    if (old.nodeName !== fresh.nodeName || old.id !== fresh.id) return void old.replaceWith(fresh);
    if (old.nodeType === Node.TEXT_NODE) return void (old.data = fresh.data);
    for (const { name } of [...old.attributes]) if (!fresh.hasAttribute(name) && name !== "open") old.removeAttribute(name);
    for (const { name, value } of fresh.attributes) if (old.getAttribute(name) !== value) old.setAttribute(name, value);
    between(old, [...old.childNodes], [...fresh.childNodes]);
  }

  /* The children: the same at both ends stay, those in between meet by their id, else in their order. Who is moved loses
     the focus, so first goes what is in the way. */
  function between(parent, old, fresh) {
    while (old.length && fresh.length && old[0].isEqualNode(fresh[0])) [old.shift(), fresh.shift()];
    let end = null;
    while (old.length && fresh.length && old.at(-1).isEqualNode(fresh.at(-1))) [end] = [old.pop(), fresh.pop()];
    const wanted = new Set(fresh.map((one) => one.id));
    const named = new Map(old.filter((one) => one.id).map((one) => [one.id, one]));
    let at = old[0] || end;
    const clear = (isInTheWay) => {
      while (at !== end && isInTheWay(at)) {
        const gone = at;
        at = at.nextSibling;
        if (gone.dataset?.sea === undefined) gone.remove(); // see sea.js
      }
    };
    for (const one of fresh) {
      const met = named.get(one.id);
      clear((other) => (other.id ? !wanted.has(other.id) : met));
      const match = met || (!one.id && at !== end && !at.id && at);
      if (match === at) at = at.nextSibling;
      else parent.insertBefore(match || one, at);
      if (match) into(match, one);
    }
    clear(() => true);
  }

  return { into };
})();
