"use strict";
// Messages in this browser: a form with data-push asks the browser for an address and keys before it is sent.

const packed = (buffer) =>
  btoa(String.fromCharCode(...new Uint8Array(buffer)))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replaceAll("=", "");
const unpacked = (text) =>
  Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (letter) => letter.charCodeAt(0));

async function subscribed(key) {
  if ((await Notification.requestPermission()) !== "granted") throw new Error("not allowed");
  const { pushManager } = await navigator.serviceWorker.ready;
  const old = await pushManager.getSubscription();
  await old?.unsubscribe(); // it may be of another key
  return pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: unpacked(key) });
}

for (const form of document.querySelectorAll("form[data-push]")) {
  if (!("PushManager" in window)) continue;
  form.hidden = false;
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    try {
      const subscription = await subscribed(form.dataset.push);
      form.elements.url.value = subscription.endpoint;
      form.elements.public.value = packed(subscription.getKey("p256dh"));
      form.elements.auth.value = packed(subscription.getKey("auth"));
      form.submit();
    } catch {
      form.querySelector("[data-why]").hidden = false;
    }
  });
}
