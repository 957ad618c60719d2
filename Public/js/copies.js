// What was read last can be read without a connection: the service worker keeps copies (sw-copies.js). This tells it when
// somebody signs out and what has changed, lists what there is where a page is missing, and goes on where the connection is
// back.
(() => {
  if (!navigator.serviceWorker || !window.caches) return;
  const askedEvery = 10000;
  const listed = 12;
  const away = ".copy-line, [data-copies='away']";
  const tell = async (words) => (await navigator.serviceWorker.ready).active.postMessage(words);
  // Makes the copies of some pages anew, if there are any: [{ path, address }], see sw-copies.js.
  const renew = (pages) => tell({ renew: pages }).catch(() => {});
  cairn.copies = { renew };

  addEventListener("submit", ({ target }) => target.matches("[data-forgets]") && tell({ forget: true }).catch(() => {}), true);
  // What a form does on a page may change it or take it away, and the worker does not see where the form leads.
  let left;
  document.addEventListener("htmx:beforeRequest", () => (left = location.pathname));
  document.addEventListener("htmx:afterSettle", ({ detail }) => {
    if (!detail.boosted || detail.requestConfig.verb === "get") return;
    renew([...new Set([left, location.pathname])].map((path) => ({ path })));
  });

  // The words of a title, which is kept as it stands in the page.
  const words = (title) => new DOMParser().parseFromString(title, "text/html").body.textContent;
  const icons = { archive: "archive", chats: "message-circle", chat: "message-circle", note: "mail-open" };
  const all = async () => {
    const found = [];
    for (const name of await caches.keys()) {
      if (!name.startsWith("cairn-copies-")) continue;
      const cache = await caches.open(name);
      for (const request of await cache.keys()) {
        const copy = await cache.match(request);
        const [kind, title, time] = ["Kind", "Title", "Time"].map((field) => copy?.headers.get(`Copy-${field}`));
        if (icons[kind]) found.push({ path: new URL(request.url).pathname, kind, title: words(decodeURIComponent(title)), time: Number(time) });
      }
    }
    // The lists first, then what was read last.
    const rank = ({ kind }) => ["archive", "chats", kind].indexOf(kind);
    return found.sort((one, other) => rank(one) - rank(other) || other.time - one.time).slice(0, listed);
  };
  cairn.each("[data-copies]", async (box) => {
    const links = (await all()).map(({ path, kind, title }) => {
      const link = Object.assign(document.createElement("a"), { href: path });
      link.append(cairn.icon(icons[kind]), Object.assign(document.createElement("span"), { dir: "auto", textContent: title }));
      const row = document.createElement("li");
      row.append(link);
      return row;
    });
    box.querySelector("ul").replaceChildren(...links);
    box.hidden = links.length === 0;
  });

  // Where a copy or the page without a connection stands for another. What waits goes out first. Nobody is disturbed in what they write.
  const isWriting = () => document.activeElement?.matches("textarea, input") && document.activeElement.value;
  const goOn = async () => {
    if (document.hidden || isWriting()) return;
    const answer = await fetch("/healthz", { signal: AbortSignal.timeout(8000) }).catch(() => null);
    if (!answer?.ok) return;
    await cairn.outbox?.send();
    if (document.querySelector(away)) location.reload();
  };
  cairn.each(away, (sign) => {
    const timer = setInterval(() => (sign.isConnected ? goOn() : clearInterval(timer)), askedEvery);
  });
  addEventListener("online", () => document.querySelector(away) && goOn());
})();
