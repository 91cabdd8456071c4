{% load static %}"use strict";
// Keeps one page for the time without a connection, and shows what the club has to tell.
// Nothing else is kept: a board is always fresh.
// A new version waits until the club's pages are closed: taking over at once cut off what was just being sent.
const OFFLINE = "{{ offline }}";
const KEPT = [OFFLINE, "{% static 'css/tokens.css' %}", "{% static 'css/site.css' %}", "{% static 'img/favicon.svg' %}"];
const CACHE = "offline-{{ version }}";

self.addEventListener("install", (event) => {
  event.waitUntil(caches.open(CACHE).then((cache) => cache.addAll(KEPT)));
});

self.addEventListener("activate", (event) => {
  const others = (names) => names.filter((name) => name !== CACHE).map((name) => caches.delete(name));
  event.waitUntil(caches.keys().then((names) => Promise.all(others(names))).then(() => self.clients.claim()));
});

self.addEventListener("fetch", (event) => {
  const { request } = event;
  if (request.cache === "only-if-cached") return; // back to the answer of a form: the browser asks whether to send it again
  if (request.mode === "navigate") {
    event.respondWith(fetch(request).catch(() => caches.match(OFFLINE)));
  } else if (KEPT.includes(new URL(request.url).pathname)) {
    event.respondWith(fetch(request).catch(() => caches.match(request)));
  }
});

// A message of the club: one for each place, and a click leads there.
self.addEventListener("push", (event) => {
  const { title, text, url } = event.data.json();
  const shown = { body: text, tag: url, renotify: true, icon: "{% static 'img/icon-192.png' %}", data: { url } };
  event.waitUntil(self.registration.showNotification(title, shown));
});

self.addEventListener("notificationclick", (event) => {
  const { url } = event.notification.data;
  event.notification.close();
  const open = (pages) => pages.find((page) => page.url === url)?.focus() ?? self.clients.openWindow(url);
  event.waitUntil(self.clients.matchAll({ type: "window", includeUncontrolled: true }).then(open));
});
