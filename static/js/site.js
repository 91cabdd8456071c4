"use strict";
// Small comforts. Every page works without this file.

// The time zone of the browser, for forms that want to guess it.
const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
for (const input of document.querySelectorAll("input[data-time-zone]")) input.value ||= zone || "";

// What went wrong takes the focus, and is in sight after the scripts of the page have shown what they show above it.
const wrong = document.querySelector(".errors");
wrong?.focus();
addEventListener("load", () => wrong?.scrollIntoView({ block: "nearest" }));

// A turn was sent and refused: who comes back to this page gets its draft, and sends nothing again.
if (document.querySelector("[data-refused]")) history.replaceState(history.state, "", location.href);

// A small board that was still being drawn is asked for once more; until then no broken picture stands there.
document.addEventListener(
  "error",
  ({ target }) => {
    if (!target.matches?.(".pic img")) return;
    const again = target.cloneNode();
    again.dataset.again = "";
    if (!("again" in target.dataset)) setTimeout(() => target.replaceWith(again), 5000);
    target.hidden = true;
  },
  true,
);

// Who confirms a turn by key finds the focus in the turn bar of the page that comes.
document.addEventListener("submit", (event) => {
  if (!event.target.closest("#turn-bar, .page") || !event.submitter?.matches(":focus-visible")) return;
  try {
    sessionStorage.setItem("keys", "bar");
  } catch {
    /* no storage, no memory */
  }
});
const bar = document.getElementById("turn-bar");
try {
  if (bar && sessionStorage.getItem("keys")) bar.focus({ preventScroll: true });
  sessionStorage.removeItem("keys");
} catch {
  /* no storage, no memory */
}

// The menu closes with Escape, and when one looks elsewhere.
for (const menu of document.querySelectorAll("details.menu")) {
  menu.addEventListener("keydown", (event) => {
    if (event.key !== "Escape" || !menu.open) return;
    menu.open = false;
    menu.querySelector("summary").focus();
  });
  menu.addEventListener("focusout", (event) => {
    if (event.relatedTarget && !menu.contains(event.relatedTarget)) menu.open = false;
  });
  document.addEventListener("click", (event) => {
    if (!menu.contains(event.target)) menu.open = false;
  });
}

// Sheets over the board of a phone: an address leads into them, the talk opens at its newest words, and one that the
// focus leaves, or whose turn is shown on the board, closes.
const openSheet = () => {
  const part = document.getElementById(location.hash.slice(1));
  if (part && !part.checkVisibility()) part.closest(".sheet")?.showPopover();
};
const closeSheet = (part) => part.closest?.(".sheet:popover-open")?.hidePopover();
openSheet();
addEventListener("hashchange", openSheet);
document.addEventListener(
  "toggle",
  ({ target }) => {
    if (target.matches("#sheet-talk")) target.scrollTop = target.scrollHeight;
  },
  true,
);
document.addEventListener("focusout", ({ target, relatedTarget: next }) => {
  if (next && !target.closest?.(".sheet")?.contains(next)) closeSheet(target);
});
document.addEventListener("click", ({ target }) => target.closest("#news a.tn") && closeSheet(target));

// Sound and vibration of boards: off unless somebody switches them on in this browser.
const sound = document.getElementById("sound");
try {
  sound.setAttribute("aria-pressed", String(localStorage.getItem("sound") === "on"));
  sound.hidden = false;
  sound.addEventListener("click", () => {
    const isOn = sound.getAttribute("aria-pressed") !== "true";
    localStorage.setItem("sound", isOn ? "on" : "off");
    sound.setAttribute("aria-pressed", String(isOn));
  });
} catch {
  /* no storage, or no menu: it stays off */
}

// An address, a token or a list is copied with one press; where the browser does not let us, it stands there chosen.
document.addEventListener("click", async (event) => {
  const button = event.target.closest("[data-copy]");
  if (!button) return;
  const field = document.getElementById(button.dataset.copy);
  const done = document.getElementById(field.getAttribute("aria-describedby"));
  if (field.select) field.select();
  else getSelection().selectAllChildren(field);
  try {
    await navigator.clipboard.writeText(field.value ?? field.innerText);
    done.textContent = done.dataset.said;
  } catch {
    field.focus();
  }
});

// What was asked for a part of the page has none: somebody has logged out, or it is gone. The whole page says which.
document.addEventListener("htmx:before:swap", (event) => {
  const { ctx, tasks } = event.detail;
  const [main] = tasks;
  if (ctx.step || ctx.still || ctx.replay || !ctx.select || main?.type !== "main" || main.fragment.childElementCount)
    return;
  event.preventDefault();
  if (ctx.swap !== "none") location.reload();
});

// Where the machine has a way to pass an address on, it is offered.
if (navigator.share) document.documentElement.classList.add("shares");
document.addEventListener("click", async (event) => {
  const button = event.target.closest("[data-pass-on]");
  if (!button) return;
  const { passOn, picture } = button.dataset;
  const shared = { title: document.title, url: document.getElementById(passOn).value };
  try {
    if (picture) shared.files = await (await import(button.dataset.module)).filesToShare(picture, `${passOn}.png`);
    await navigator.share(shared);
  } catch {
    /* who thinks better of it shares nothing */
  }
});

// The offline page.
if ("serviceWorker" in navigator) navigator.serviceWorker.register("/sw.js").catch(() => {});
