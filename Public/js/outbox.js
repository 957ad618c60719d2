// Forms that were written and not sent, kept in this browser until they are: half-written ones, and those that wait for
// a connection. For any feature: a kept form says where it goes, and where a page with such a form and a fresh token is.
//
//   cairn.outbox.keep({ key, page, action, fields, isWaiting })  stores a form, or stores it again.
//     key: what makes it one sending, also on the server. page: the address of the page with the form. action: where it
//     is sent. fields: pairs of name and value (words or a file), without the token.
//   cairn.outbox.drop(key) · cairn.outbox.list() (own, oldest first) · cairn.outbox.forget() (all)
//   cairn.outbox.send()  sends what waits, in order, each once; also runs by itself.
//   Document events: `cairn:sent` and `cairn:refused` (detail: entry, answer, text), `cairn:outbox` after a change.
//
// What one person wrote is never shown or sent for another: `data-account` on the page says whose it is. A form with
// `data-forgets` (signing out) empties it.
(() => {
  const week = 7 * 86400e3;
  const account = () => document.querySelector("#page")?.dataset.account;
  const promise = (request) => new Promise((done, fail) => {
    request.onsuccess = () => done(request.result);
    request.onerror = () => fail(request.error);
  });
  let database;
  const open = () => {
    const request = indexedDB.open("outbox", 1);
    request.onupgradeneeded = () => request.result.createObjectStore("forms", { keyPath: "key" });
    return promise(request);
  };
  // Without storage (a private window) there is just nothing kept.
  const store = async (mode, act) => {
    database ||= open();
    return promise(act((await database).transaction("forms", mode).objectStore("forms")));
  };
  const tell = (name, detail) => document.dispatchEvent(new CustomEvent(name, { detail }));
  const change = async (act) => {
    await store("readwrite", act);
    await show();
  };
  const keep = async (entry) => {
    const old = await store("readonly", (forms) => forms.get(entry.key));
    const at = old?.isWaiting === entry.isWaiting ? old.at : Date.now();
    await change((forms) => forms.put({ ...entry, at, seen: Date.now(), account: account() }));
  };
  const drop = (key) => change((forms) => forms.delete(key));
  const forget = () => change((forms) => forms.clear());
  const all = async () => (await store("readonly", (forms) => forms.getAll())).sort((a, b) => a.at - b.at);
  const list = async () => (await all()).filter((entry) => entry.account === account());

  // A page of the site, or nothing where the answer is another one, such as the login.
  const pageOf = (text) => new DOMParser().parseFromString(text, "text/html");
  const isOwn = (page) => page.querySelector("#page")?.dataset.account === account();
  let isEnded = false;
  // True if the next one may go.
  const post = async (entry) => {
    const form = await fetch(entry.page);
    const page = pageOf(await form.text());
    isEnded = form.ok && !isOwn(page);
    const token = page.querySelector("[name='csrf']")?.value;
    if (isEnded || !form.ok || !token) return show();
    const body = new FormData();
    body.append("csrf", token);
    for (const [name, value] of entry.fields) body.append(name, value);
    const answer = await fetch(entry.action, { method: "POST", body });
    const text = await answer.text();
    if (!isOwn(pageOf(text))) return false;
    if (answer.ok && answer.redirected) {
      await drop(entry.key);
      tell("cairn:sent", { entry, answer, text });
      return true;
    }
    if (![413, 415, 422].includes(answer.status)) return false;
    await keep({ ...entry, isWaiting: false });
    tell("cairn:refused", { entry, answer, text });
    return true;
  };
  let timer = 0;
  const sendAll = async () => {
    clearTimeout(timer);
    if (!account() || !navigator.onLine) return;
    const waiting = (await list()).filter((entry) => entry.isWaiting);
    for (const entry of waiting) {
      if (!(await post(entry).catch(() => false))) return void (timer = setTimeout(send, 30000));
    }
  };
  // One page of the browser at a time.
  const send = () => (navigator.locks ? navigator.locks.request("outbox", { ifAvailable: true }, (lock) => lock && sendAll()) : sendAll()).catch(() => {});

  // What waits is said on every page.
  const box = Object.assign(document.createElement("p"), { className: "toast outbox", hidden: true });
  const show = async () => {
    const waiting = (await all()).filter((entry) => entry.isWaiting && (!account() || entry.account === account()));
    const what = waiting.length === 1 ? "One thing you wrote is" : `${waiting.length} things you wrote are`;
    const words = account() && !isEnded ? `${what} waiting for a connection.` : `${what} kept. Sign in to send.`;
    if (waiting.length && box.textContent !== words) box.replaceChildren(words);
    box.hidden = !waiting.length;
    tell("cairn:outbox", waiting);
  };
  const tidy = async () => {
    for (const entry of await all()) {
      const isOther = account() && entry.account !== account();
      if (isOther || (!entry.isWaiting && Date.now() - entry.seen > week)) await store("readwrite", (forms) => forms.delete(entry.key));
    }
    await show();
    await send();
  };

  cairn.outbox = { keep, drop, list, forget, send };
  if (!window.indexedDB) return void (cairn.outbox = undefined);
  document.querySelector("[data-toasts]").append(box);
  cairn.each("#page", () => tidy().catch(() => {}));
  addEventListener("online", send);
  addEventListener("submit", ({ target }) => target.matches("[data-forgets]") && navigator.onLine && forget().catch(() => {}), true);
})();
