// Copies of what was read last, shown when the network fails and never otherwise: pages that the server marks
// (`Offline-Copy`, OfflineCopy.swift) and the pictures on them, in one cache for each account. Every answer says whose page
// it is (`Viewer`): the first one that is somebody else's or nobody's deletes them, and so do signing out and another
// version of this worker. Messages from pages (copies.js): { forget: true }, and { renew: [{ path, address }] }.
const prefix = "cairn-copies-";
// How many of each kind are kept, for how long, and how many characters a page and how many bytes a picture may have.
const most = { archive: 1, note: 40, chats: 1, chat: 20, picture: 150 };
const [longest, pageSize, pictureSize] = [14 * 86400e3, 500_000, 300_000];

// Also those that links load without leaving the page that is open.
const isPage = ({ mode, headers }) =>
  mode === "navigate" || headers.get("HX-Boosted") === "true" || headers.has("HX-History-Restore-Request");
const isPicture = ({ destination }, { pathname }) => destination === "image" && pathname.startsWith("/media/");

// Whose the newest answered page was; nothing when all is forgotten. Changes come one after the other.
let viewer, changes = Promise.resolve();
const change = (act) => (changes = changes.catch(() => {}).then(act));
const copyCaches = async () => (await caches.keys()).filter((name) => name.startsWith(prefix));
const clear = async () => {
  for (const name of await copyCaches()) if (name !== prefix + viewer) await caches.delete(name);
};
const see = async (whose) => {
  viewer = whose;
  await clear();
  // What was just being written.
  change(clear).catch(() => {});
};
const seeAnswer = async ({ ok, headers }) => ok && headers.has("Viewer") && see(headers.get("Viewer"));

const page = async (event) => {
  const { request } = event;
  const url = new URL(request.url);
  let answer;
  try {
    answer = await fetch(request);
  } catch {
    const copy = url.search ? undefined : await shownCopy(url.pathname);
    if (copy) return copy;
    // A link leaves the page that is open as it is.
    return (request.mode === "navigate" && (await offlinePage())) || Response.error();
  }
  await seeAnswer(answer);
  const { pathname, search } = new URL(answer.url || url);
  // Of other answers, such as files, no second stream is opened: nobody would read it.
  const own = answer.headers.has("Offline-Copy") ? answer.clone() : answer;
  if (!search) event.waitUntil(settle(pathname, own).catch(() => {}));
  return answer;
};

// It knows that it stands for another page.
const offlinePage = async () => {
  const kept = await (await caches.open(shelf)).match("/offline");
  return kept && stored((await kept.text()).replace(" data-copies", ' data-copies="away"'), kept, {});
};

// Keeps what an address answered now, or drops the copy of a page that is there no more. What the server cannot say just
// now changes nothing.
const settle = async (pathname, answer) => {
  const [kind, whose] = ["Offline-Copy", "Viewer"].map((name) => answer.headers.get(name));
  if (!whose || (!answer.ok && ![404, 410, 422].includes(answer.status))) return;
  if (answer.ok && kind in most) return keep(pathname, kind, prefix + whose, answer);
  for (const name of await copyCaches()) await change(async () => (await caches.open(name)).delete(pathname));
};

const keep = async (pathname, kind, name, answer) => {
  const text = await answer.text();
  const copy = text.length > pageSize ? undefined : lasting(text);
  const title = /<title>([^<]*?)(?: · [^·<]*)?<\/title>/.exec(text)?.[1] || "";
  await change(async () => {
    if (name !== prefix + viewer) return;
    const cache = await caches.open(name);
    if (!copy) return cache.delete(pathname);
    await cache.put(pathname, stored(copy, answer, { "Copy-Kind": kind, "Copy-Title": encodeURIComponent(title) }));
    await thin(cache);
  });
  if (!copy) return;
  for (const [, address] of copy.matchAll(/<img[^>]* src="(\/media\/[^"]+)"/g)) {
    if (name === prefix + viewer) await keepPicture(address, name);
  }
};

// A file never changes under its name.
const keepPicture = async (address, name) => {
  if (await (await caches.open(name)).match(address)) return;
  const answer = await fetch(address);
  const picture = answer.ok && (await answer.blob());
  if (!picture || picture.size > pictureSize) return;
  await change(async () => {
    if (name !== prefix + viewer) return;
    const cache = await caches.open(name);
    await cache.put(address, stored(picture, answer, { "Copy-Kind": "picture" }));
    await thin(cache);
  });
};

// With the fields of the answer, the content security policy among them, but for those of how it was sent.
const stored = (body, answer, more) => {
  const headers = new Headers(answer.headers);
  for (const name of ["Content-Encoding", "Content-Length", "Vary"]) headers.delete(name);
  for (const [name, value] of Object.entries({ ...more, "Copy-Time": Date.now() })) headers.set(name, value);
  return new Response(body, { headers });
};

// A page without what stands between <!--now--> and <!--/now-->, with the words of <!--now Words--> in its place; nothing
// if one of them has no end. A letter that unfolded once does not do so again.
const lasting = (text) => {
  let depth = 0;
  const pieces = text.split(/(<!--now(?: [^>]*)?-->|<!--\/now-->)/).map((piece) => {
    if (piece === "<!--/now-->") depth -= 1;
    else if (!/^<!--now[ -]/.test(piece)) return depth ? "" : piece;
    else if (!depth++ && piece[7] === " ") return `<p class="shared-words"><span>${piece.slice(8, -3)}</span></p>`;
    return "";
  });
  return depth ? undefined : pieces.join("").replace('<div class="column" data-unfolds>', '<div class="column">');
};

const isOver = (copy) => !(Date.now() - copy.headers.get("Copy-Time") < longest);

// The oldest of each kind go, and what is too old.
const thin = async (cache) => {
  const copies = await Promise.all((await cache.keys()).map(async (request) => ({ request, copy: await cache.match(request) })));
  const counts = {};
  const time = ({ copy }) => Number(copy.headers.get("Copy-Time"));
  for (const { request, copy } of copies.sort((one, other) => time(other) - time(one))) {
    const kind = copy.headers.get("Copy-Kind");
    counts[kind] = (counts[kind] || 0) + 1;
    if (isOver(copy) || !(counts[kind] <= most[kind])) await cache.delete(request);
  }
};

// The copy of an address, and the cache it is in.
const findCopy = async (isWanted) => {
  for (const name of await copyCaches()) {
    const cache = await caches.open(name);
    const request = (await cache.keys()).find(({ url }) => isWanted(new URL(url).pathname));
    const copy = request && (await cache.match(request));
    if (copy && !isOver(copy)) return copy;
    if (copy) await cache.delete(request);
  }
};

const shownCopy = async (pathname) => {
  const copy = await findCopy((one) => one === pathname);
  if (!copy || copy.headers.get("Copy-Kind") === "picture") return;
  const place = '<div class="messages">';
  const text = (await copy.text()).replace(place, () => place + lineOf(new Date(Number(copy.headers.get("Copy-Time")))));
  return new Response(text, { headers: copy.headers });
};

const lineOf = (time) => {
  const clock = [time.getHours(), time.getMinutes()].map((number) => String(number).padStart(2, "0")).join(":");
  const isToday = time.toDateString() === new Date().toDateString();
  const words = isToday ? clock : `${time.toLocaleDateString("en-GB", { day: "numeric", month: "long" })}, ${clock}`;
  return `<p class="copy-line" role="status"><svg class="icon" aria-hidden="true"><use href="/icons/icons.svg#wifi-off"/></svg><span>You're offline · this is from <time datetime="${time.toISOString()}">${words}</time></span></p>`;
};

// In another size if there is none in this one: they are the same picture.
const copiedPicture = async (pathname) => {
  const name = pathname.split("/").slice(0, 3).join("/");
  return (await findCopy((one) => one === pathname)) || (await findCopy((one) => one.startsWith(`${name}/`))) || Response.error();
};

// Copies that are there are made anew, from their address or from another that shows the same.
const renewCopies = async (pages) => {
  for (const { path, address } of pages) {
    if (!(await findCopy((one) => one === path))) continue;
    const answer = await fetch(address || path, { headers: { Accept: "text/html" } });
    await seeAnswer(answer);
    await settle(path, answer);
  }
};

self.addEventListener("message", (event) => {
  const { forget, renew: pages } = event.data || {};
  if (forget) event.waitUntil(see());
  if (pages) event.waitUntil(renewCopies(pages).catch(() => {}));
});
