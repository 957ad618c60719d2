// Caches assets that are the same for everybody, and shows an offline page. The server inserts `version` and `assets`
// before this. Pages, media and other personal content are never cached. What a phone shares with this site waits in a
// cache of its own for the form that takes it (shared-file.js).
const shelf = `cairn-${version}`;
const shared = "cairn-shared";

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
    for (const name of await caches.keys()) if (name !== shelf && name !== shared) await caches.delete(name);
    await self.clients.claim();
  };
  event.waitUntil(tidy());
});

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method === "POST" && request.mode === "navigate" && url.pathname + url.search === "/relics/new?shared=1") {
    event.respondWith(takeShared(request));
    return;
  }
  if (request.method !== "GET" || url.origin !== location.origin) return;
  if (request.mode === "navigate") {
    event.respondWith(fetch(request).catch(async () => (await caches.match("/offline")) || Response.error()));
  } else if (assets.includes(url.pathname + url.search) || /^\/(fonts|icons)\//.test(url.pathname)) {
    event.respondWith(fromShelf(request));
  }
});

// The phone sends a form without a token, which the server would refuse.
const takeShared = async (request) => {
  const form = await request.formData();
  const file = form.get("media");
  const words = ["title", "text", "url"].map((name) => form.get(name)).filter(Boolean).join("\n");
  await caches.delete(shared);
  const cache = await caches.open(shared);
  if (file?.size) {
    const headers = { "Content-Type": file.type || "application/octet-stream", "X-Name": encodeURIComponent(file.name) };
    await cache.put("/shared/file", new Response(file, { headers }));
  }
  await cache.put("/shared/words", new Response(words, { headers: { "X-Time": Date.now() } }));
  return Response.redirect("/relics/new?shared=1", 303);
};

const fromShelf = async (request) => {
  const cache = await caches.open(shelf);
  const kept = await cache.match(request);
  if (kept) return kept;
  const answer = await fetch(request);
  if (answer.status === 200) await cache.put(request, answer.clone());
  return answer;
};
