// Caches assets that are the same for everybody, and shows an offline page. The server inserts `version` and `assets`
// before this, and after it sw-copies.js: what it keeps of pages is all that is kept of them. What a phone shares with this
// site waits in a cache of its own for the form that takes it (shared-file.js). Shows what the site pushes to this device
// (push.js).
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
    // Copies of pages go too: they need the files of their version.
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
  if (isPage(request)) {
    event.respondWith(page(event));
  } else if (isPicture(request, url)) {
    event.respondWith(fetch(request).catch(() => copiedPicture(url.pathname)));
  } else if (assets.includes(url.pathname + url.search) || /^\/(fonts|icons|js|css)\//.test(url.pathname)) {
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

// A push that cannot be read is shown as well: browsers forbid pushes to sites that show nothing.
// One after the other: each counts those that are shown already.
let told = Promise.resolve();
self.addEventListener("push", (event) => {
  told = told.catch(() => {}).then(() => tell(notificationOf(event.data)));
  event.waitUntil(told);
});

// The form of Declarative Web Push; empty for anything else.
const notificationOf = (data) => {
  try {
    const { notification } = data.json();
    return typeof notification.title === "string" && notification.title ? notification : {};
  } catch {
    return {};
  }
};

// A page of this site, whatever somebody may have written.
const pageOf = (address) => {
  try {
    const url = new URL(address || "/notices", location.origin);
    if (url.origin === location.origin && /^https?:$/.test(url.protocol)) return url.href;
  } catch {}
  return `${location.origin}/notices`;
};

// One notification for each tag. It shows the newest, and how many others it took the place of.
const tell = async ({ title = `Something new on ${location.host}`, body, navigate, tag, silent, actions }) => {
  const url = pageOf(navigate);
  const name = typeof tag === "string" ? tag : "";
  const earlier = name ? await registration.getNotifications({ tag: name }) : [];
  // Two requests lead to the same page, but are two.
  const news = `${url} ${title}`;
  const others = new Set(earlier.flatMap(({ data }) => [data?.news, ...(data?.others || [])]).filter(Boolean));
  others.delete(news);
  const own = (Array.isArray(actions) ? actions : []).filter((one) => one?.action && one.title);
  await registration.showNotification(title, {
    body: [typeof body === "string" && body, others.size && `and ${others.size} more`].filter(Boolean).join("\n"),
    tag: name,
    icon: "/icons/icon-192.png",
    badge: "/icons/badge-96.png",
    dir: "auto",
    lang: "en",
    silent: silent === true,
    renotify: name !== "" && silent !== true,
    actions: [{ action: "open", title: "Open" }, ...own.map(({ action, title }) => ({ action, title }))],
    data: {
      url,
      news,
      count: others.size + 1,
      others: [...others].slice(0, 50),
      actions: Object.fromEntries(own.map(({ action, navigate }) => [action, navigate])),
    },
  });
};

self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  const { url, actions } = event.notification.data || {};
  const chosen = event.action && actions?.[event.action];
  event.waitUntil(/^tel:\+?[\d ()-]+$/.test(chosen) ? clients.openWindow(chosen) : lead(pageOf(chosen || url)));
});

// Leads an open tab to a page, the one that shows it already if there is one, or opens a new one.
const lead = async (address) => {
  const tabs = await clients.matchAll({ type: "window", includeUncontrolled: true });
  const tab = tabs.find((one) => one.url === address) || tabs.find((one) => one.visibilityState === "visible") || tabs[0];
  if (!tab) return clients.openWindow(address);
  await tab.focus().catch(() => {});
  // A tab that this worker does not control cannot be led.
  if (tab.url !== address) await tab.navigate(address).catch(() => clients.openWindow(address));
};

// The push service gave this browser another address, or wants it to ask for one.
self.addEventListener("pushsubscriptionchange", (event) => event.waitUntil(renew(event)));

const renew = async ({ oldSubscription, newSubscription }) => {
  const page = await (await fetch("/settings/notices")).text();
  const [key, csrf] = [/ data-push-key="([\w-]+)"/, / name="csrf" value="([^"]+)"/].map((one) => one.exec(page)?.[1]);
  // Only for the person who turned it on.
  if (!key || !csrf || !page.includes(" data-push-this")) return;
  const ask = { userVisibleOnly: true, applicationServerKey: key };
  const { endpoint, keys } = (newSubscription || (await registration.pushManager.subscribe(ask))).toJSON();
  const body = new URLSearchParams({ csrf, endpoint, p256dh: keys.p256dh, auth: keys.auth, replaces: oldSubscription?.endpoint || "" });
  await fetch("/settings/push", { method: "POST", body, headers: { Accept: "application/json" } });
};
