"use strict";
// Passkeys: a form with data-passkey="get" or "create" asks the device before it is sent.
// Its options come from #passkey-options, or from the address in data-options.

const bytes = (text) =>
  Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (letter) => letter.charCodeAt(0));
const text = (buffer) =>
  btoa(String.fromCharCode(...new Uint8Array(buffer)))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replaceAll("=", "");
const described = (list) => list?.map((item) => ({ ...item, id: bytes(item.id) }));

async function options(form) {
  if (!form.dataset.options) return JSON.parse(document.getElementById("passkey-options").textContent);
  const response = await fetch(form.dataset.options, { headers: { Accept: "application/json" } });
  if (!response.ok) throw new Error(response.statusText);
  return response.json();
}

async function asserted({ request_options: { publicKey } }) {
  const { challenge, allowCredentials, ...rest } = publicKey;
  const asked = { ...rest, challenge: bytes(challenge), allowCredentials: described(allowCredentials) };
  const { id, rawId, type, response } = await navigator.credentials.get({ publicKey: asked });
  return {
    id: id,
    rawId: text(rawId),
    type,
    response: {
      clientDataJSON: text(response.clientDataJSON),
      authenticatorData: text(response.authenticatorData),
      signature: text(response.signature),
      userHandle: response.userHandle ? text(response.userHandle) : null,
    },
  };
}

async function created({ creation_options: { publicKey } }, alone) {
  const { challenge, user, excludeCredentials, authenticatorSelection, ...rest } = publicKey;
  const wish = alone
    ? { residentKey: "required", requireResidentKey: true, userVerification: "required" }
    : { residentKey: "discouraged", requireResidentKey: false };
  const credential = await navigator.credentials.create({
    publicKey: {
      ...rest,
      challenge: bytes(challenge),
      user: { ...user, id: bytes(user.id) },
      excludeCredentials: described(excludeCredentials),
      authenticatorSelection: { ...authenticatorSelection, ...wish },
    },
  });
  return {
    id: credential.id,
    rawId: text(credential.rawId),
    type: credential.type,
    clientExtensionResults: credential.getClientExtensionResults(),
    response: {
      clientDataJSON: text(credential.response.clientDataJSON),
      attestationObject: text(credential.response.attestationObject),
      transports: credential.response.getTransports?.() ?? [],
    },
  };
}

async function answer(form) {
  const asked = await options(form);
  if (form.dataset.passkey === "get") return asserted(asked);
  return created(asked, form.elements.passwordless?.checked);
}

for (const form of document.querySelectorAll("form[data-passkey]")) {
  if (!window.PublicKeyCredential) continue;
  form.hidden = false;
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    const why = form.querySelector("[data-why]");
    why.hidden = true;
    try {
      form.elements.credential.value = JSON.stringify(await answer(form));
      form.submit();
    } catch {
      why.hidden = false;
    }
  });
}
