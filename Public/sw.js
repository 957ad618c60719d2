// Caches assets that are the same for everybody, and shows an offline page. The server inserts `version` and `assets`
// before this. Pages, media and other personal content are never cached.
const shelf = `cairn-${version}`;

self.addEventListener("install", (event) => {
  const fill = async () => {
    const cache = await caches.open(shelf);
    // Bypasses the browser's own cache, which may still hold files of the previous version.
    await cache.addAll(assets.map((address) => new Request(address, { cache: "reload" })));
    // Without cookies: the page must contain nothing personal.
    await cache.put("/offline", await fetch("/offline", { credentials: "omit" }));
    await self.skipWaiting();
  };
  event.waitUntil(fill());
});

self.addEventListener("activate", (event) => {
  const tidy = async () => {
    for (const name of await caches.keys()) if (name !== shelf) await caches.delete(name);
    await self.clients.claim();
  };
  event.waitUntil(tidy());
});

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== "GET" || url.origin !== location.origin) return;
  if (request.mode === "navigate") {
    event.respondWith(fetch(request).catch(async () => (await caches.match("/offline")) || Response.error()));
  } else if (assets.includes(url.pathname + url.search) || /^\/(fonts|icons)\//.test(url.pathname)) {
    event.respondWith(fromShelf(request));
  }
});

const fromShelf = async (request) => {
  const cache = await caches.open(shelf);
  const kept = await cache.match(request);
  if (kept) return kept;
  const answer = await fetch(request);
  if (answer.status === 200) await cache.put(request, answer.clone());
  return answer;
};
