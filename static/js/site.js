"use strict";
// Small comforts. Every page works without this file.

// The time zone of the browser, for forms that want to guess it.
const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
for (const input of document.querySelectorAll("input[data-time-zone]")) input.value ||= zone || "";

// What went wrong takes the focus.
document.querySelector(".errors")?.focus();

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

// The offline page.
if ("serviceWorker" in navigator) navigator.serviceWorker.register("/sw.js").catch(() => {});
