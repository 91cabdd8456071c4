/* Live updates. A socket says that something happened; the page then asks for its own view. Without a socket it looks
   again by itself, less and less often. Nothing here is needed to play. */
"use strict";

(() => {
  const body = document.body;
  const pulse = body.dataset.pulse;
  if (!pulse) return;
  const match = body.dataset.match || "";
  const shown = { talk: Number(body.dataset.talk || 0), waiting: null, games: body.dataset.games };
  let title = document.title;
  const OF_MATCH = ["turn", "state", "seats", "asking"];
  const SLOWLY = 60000; // beside a socket, for a nudge that was lost
  const TOO_MANY = 4429; // as in taluva_site/server/sockets.py
  const MUCH_LATER = 300000;
  const JSON_ONLY = { Accept: "application/json" };
  const WATCHES = { method: "POST", headers: { ...JSON_ONLY, "X-CSRFToken": body.dataset.watches } }; // somebody looks on
  let socket = null;
  let retry = 1000;
  let poll = 15000;
  let timer = 0;
  let asking = null;
  let again = false;
  const isSeen = {};

  /* The number of games that wait: in the top bar, the title and the tab's icon. */
  function showWaiting(count) {
    if (count === null || count === shown.waiting) return;
    if (!match && !shown.games && shown.waiting !== null) htmx.trigger(body, "moved");
    shown.waiting = count;
    showTitle();
    const badge = document.getElementById("waiting-count");
    if (badge) {
      badge.textContent = count || "";
      badge.hidden = !count;
    }
    const icon = document.querySelector("link[rel=icon]");
    if (icon && icon.dataset.waiting) icon.href = count ? icon.dataset.waiting : icon.dataset.calm;
  }

  const showTitle = () => {
    document.title = shown.waiting ? `(${shown.waiting}) ${title}` : title;
  };
  document.addEventListener("board:swapped", ({ detail }) => {
    if (detail.target === "match") title = detail.title;
    showTitle();
  });

  /* The list of one's games is asked for again whenever something in it is another. */
  function showGames(stamp) {
    if (stamp === shown.games) return;
    shown.games = stamp;
    htmx.trigger(body, "moved");
  }

  /* The bell asks for its own number when it shows another. */
  function ring(unread) {
    const bell = document.getElementById("bell-count");
    if (bell && unread !== (parseInt(bell.textContent, 10) || 0)) htmx.trigger(body, "told");
  }

  function showWatching(count) {
    const line = document.getElementById("watching");
    if (!line) return;
    line.hidden = !count;
    line.querySelector("b").textContent = count;
  }

  /* Several nudges at once are one question; what comes while it is being answered is asked once more. */
  function look() {
    again = asking !== null;
    asking ||= ask().finally(() => {
      asking = null;
      if (again) look();
    });
    return asking;
  }

  async function ask() {
    clearTimeout(timer);
    try {
      const answer = await fetch(pulse, body.dataset.watches ? WATCHES : { headers: JSON_ONLY });
      if (!answer.ok) throw new Error(answer.statusText);
      show(await answer.json());
      poll = 15000;
    } catch {
      poll = Math.min(poll * 2, 240000);
    }
    timer = setTimeout(look, socket?.readyState === WebSocket.OPEN ? Math.max(poll, SLOWLY) : poll);
  }

  function show(now) {
    showWaiting(now.waiting);
    showGames(now.games);
    ring(now.unread);
    if (match && !document.hidden) compare(now);
    showWatching(now.watching);
  }

  /* A page that nobody sees loads nothing, or it would count as seen: it compares once it is shown again. */
  function compare(now) {
    if (body.dataset.state === "open" && now.state !== "open") return location.reload(); // a board has other parts
    const news = OF_MATCH.filter((name) => String(now[name]) !== body.dataset[name]);
    for (const name of news) body.dataset[name] = now[name];
    if (news.length) htmx.trigger(body, "moved");
    if (!isSeen.fresh && (news.includes("turn") || news.includes("asking"))) body.dataset.fresh = "";
    if (now.talk !== shown.talk) {
      const isNew = now.talk > shown.talk; // and nothing was taken away
      shown.talk = now.talk;
      htmx.trigger(body, "talked");
      if (!isNew) delete body.dataset.heard;
      else if (!isSeen.heard) point();
    }
  }

  /* New words out of sight are pointed to, until one sees them; not for who wants to be told nothing of the talk. */
  function point() {
    const pointer = document.getElementById("heard");
    if (!pointer) return;
    body.dataset.heard = "";
    document.getElementById("live").textContent = pointer.textContent;
  }

  /* What is new in the talk or the log is marked until one sees it. */
  function watch(id, mark) {
    const part = document.getElementById(id);
    if (!part) return;
    new IntersectionObserver((entries) => {
      isSeen[mark] = entries.at(-1).isIntersecting;
      if (isSeen[mark]) delete body.dataset[mark];
    }).observe(part);
  }
  watch("talk", "heard");
  watch("log", "fresh");

  /* The page says why news takes longer while it may have no socket. */
  function showSlower(isSlower) {
    const line = document.getElementById("slower");
    if (line) line.hidden = !isSlower;
  }

  function connect() {
    const scheme = location.protocol === "https:" ? "wss:" : "ws:";
    const room = match ? `games/${match}/` : "";
    socket = new WebSocket(`${scheme}//${location.host}/ws/${room}`);
    let kept = null;
    socket.addEventListener("open", () => {
      kept = setTimeout(() => {
        retry = 1000;
        showSlower(false);
      }, 1000); // one that is refused opens, too
      look();
    });
    socket.addEventListener("message", () => setTimeout(look, 20));
    socket.addEventListener("close", ({ code }) => {
      clearTimeout(kept);
      if (code === TOO_MANY) {
        retry = MUCH_LATER;
        showSlower(true);
      }
      setTimeout(connect, retry * (0.5 + Math.random()));
      retry = Math.min(retry * 2, 60000);
      clearTimeout(timer);
      timer = setTimeout(look, poll);
    });
  }

  document.addEventListener("visibilitychange", () => {
    if (document.visibilityState === "visible") look();
  });
  window.addEventListener("online", look);
  if ("WebSocket" in window) connect();
  else look();
})();
