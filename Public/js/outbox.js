// Forms that were written and not sent, kept in this browser until they are: half-written ones, and those that wait for
// a connection. For any feature: a kept form says where it goes, and where a page with such a form and a fresh token is.
//
//   cairn.outbox.keep({ key, page, action, fields, isWaiting })  stores a form, or stores it again.
//     key: what makes it one sending, also on the server. page: the address of the page with the form. action: where it
//     is sent. fields: pairs of name and value (words or a file), without the token. isDraft: half-written for good.
//     form: the address of another page with a fresh token, if looking at `page` does something.
//     isBrief: the server answers it with a part instead of a page, and says what is wrong as JSON.
//   cairn.outbox.drop(key) · cairn.outbox.list() (own, oldest first) · cairn.outbox.forget() (all)
//   cairn.outbox.send()  sends what waits, in order, each once; also runs by itself. cairn.outbox.state() says why it
//     does not go out just now; "" while it goes.
//   Document events: `cairn:sent` and `cairn:refused` (detail: entry, answer, text), `cairn:outbox` after a change;
//   `cairn:sending` before a brief one: whoever listens may change `detail.address`.
//
// What one person wrote is never shown or sent for another: `data-account` on the page says whose it is. A form with
// `data-forgets` (signing out) empties it.
(() => {
  const week = 7 * 86400e3;
  const [shortest, longest] = [2000, 30000];
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
  // Other pages of the browser learn that something changed, not what.
  const ping = () => {
    try {
      localStorage.setItem("cairn-outbox", Math.random());
    } catch {}
  };
  const change = async (act) => {
    await store("readwrite", act);
    ping();
    await show();
  };
  let latest = 0;
  const keep = async (entry) => {
    // Two that are kept within a millisecond stay in order.
    latest = Math.max(Date.now(), latest + 1);
    const [now, owner] = [latest, account()];
    // A draft is kept at the last moment before the page goes away.
    const old = entry.isDraft ? undefined : await store("readonly", (forms) => forms.get(entry.key));
    const at = old?.isWaiting === entry.isWaiting ? old.at : now;
    await change((forms) => forms.put({ ...entry, at, seen: Date.now(), account: owner }));
  };
  const drop = (key) => change((forms) => forms.delete(key));
  const forget = () => change((forms) => forms.clear());
  const all = async () => (await store("readonly", (forms) => forms.getAll())).sort((a, b) => a.at - b.at);
  const list = async () => (await all()).filter((entry) => entry.account === account());

  // A page of the site, or nothing where the answer is another one, such as the login.
  const pageOf = (text) => new DOMParser().parseFromString(text, "text/html");
  const isOwn = (page) => page.querySelector("#page")?.dataset.account === account();
  let isEnded = false;
  // A token from a page with such a form; nothing without a session.
  const freshToken = async (entry) => {
    const form = await fetch(entry.form || entry.page, { signal: AbortSignal.timeout(longest) });
    const page = pageOf(await form.text());
    isEnded = form.ok && !isOwn(page);
    return isEnded || !form.ok ? undefined : page.querySelector("[name='csrf']")?.value;
  };
  const bodyOf = (entry, token) => {
    const body = new FormData();
    body.append("csrf", token);
    if (entry.isBrief) body.append("key", entry.key);
    for (const [name, value] of entry.fields) body.append(name, value);
    return body;
  };
  const refuse = async (entry, answer, text, refusal) => {
    // Somebody may have deleted it while it was on its way.
    if (!(await store("readonly", (forms) => forms.get(entry.key)))) return true;
    await keep({ ...entry, isWaiting: false, refusal });
    tell("cairn:refused", { entry, answer, text });
    return true;
  };
  // True if the next one may go; otherwise how long its address rests, if somebody said so.
  const post = async (entry) => {
    const token = await freshToken(entry);
    if (!token) return show();
    const answer = await fetch(entry.action, { method: "POST", body: bodyOf(entry, token) });
    const text = await answer.text();
    if (!isOwn(pageOf(text))) return;
    if (answer.ok && answer.redirected) {
      await drop(entry.key);
      tell("cairn:sent", { entry, answer, text });
      return true;
    }
    return [413, 415, 422].includes(answer.status) ? refuse(entry, answer, text) : undefined;
  };
  // The page's own token is good as long as its session lives; another is fetched only if it was refused.
  let token = {};
  const postBrief = async (entry, isSecond) => {
    if (token.account !== account()) token = { account: account(), value: document.querySelector("#page [name='csrf']")?.value };
    token.value ||= await freshToken(entry);
    if (!token.value) return show();
    const detail = { entry, address: `${entry.action}?from=999999999` };
    tell("cairn:sending", detail);
    const signal = AbortSignal.timeout(entry.fields.some(([, value]) => value.size) ? 10 * longest : longest);
    const answer = await fetch(detail.address, { method: "POST", body: bodyOf(entry, token.value), headers: { Accept: "application/json" }, signal });
    const text = await answer.text();
    // The server has it when it leads on, whatever comes of that.
    if (answer.redirected && answer.status < 500) {
      await drop(entry.key);
      tell("cairn:sent", { entry, answer, text });
      return true;
    }
    if (answer.status === 403) {
      token.value = undefined;
      return isSecond ? undefined : postBrief(entry, true);
    }
    if (![400, 404, 413, 415, 422].includes(answer.status)) return Number(answer.headers.get("Retry-After")) * 1000;
    const words = answer.status === 404 ? "You can't write to them any more." : answer.status === 413 ? "That's too big to send." : "It could not be sent.";
    let said;
    try {
      said = answer.status !== 404 && JSON.parse(text).error;
    } catch {}
    return refuse(entry, answer, text, said || words);
  };
  let timer = 0, failures = 0, isLost = false, isResting = false;
  const later = (time) => {
    clearTimeout(timer);
    timer = setTimeout(send, time);
  };
  // What goes to one address goes in order; what has to wait there does not stop the rest.
  const sendAll = async () => {
    clearTimeout(timer);
    isResting = false;
    const resting = new Set();
    let rest = 0;
    const next = async () => (await list()).find((entry) => entry.isWaiting && !resting.has(entry.action));
    for (let entry; account() && navigator.onLine && (entry = await next()); ) {
      try {
        const result = await (entry.isBrief ? postBrief(entry) : post(entry));
        isLost = false;
        if (result === true) {
          failures = 0;
          continue;
        }
        resting.add(entry.action);
        rest = Math.max(rest, result || (entry.isBrief ? Math.min(longest, shortest * 2 ** failures++) : longest));
      } catch {
        isLost = true;
        await show();
        return later(Math.min(longest, shortest * 2 ** failures++));
      }
    }
    if (!resting.size) return;
    isResting = true;
    later(rest);
    await show();
  };
  // One page of the browser at a time. Whatever is kept while one of them sends goes in the next turn.
  let isQueued = false, turns = Promise.resolve();
  const send = () => {
    if (isQueued) return turns;
    isQueued = true;
    const turn = () => {
      isQueued = false;
      return sendAll();
    };
    turns = (navigator.locks ? navigator.locks.request("outbox", turn) : turns.then(turn)).catch(() => {});
    return turns;
  };

  // The page without a connection is the same for everybody: it does not show who is signed in.
  const isOffline = () => document.querySelector("[data-copies='away']") !== null;
  const isAway = () => isLost || !navigator.onLine || isOffline();
  // What waits is said on every page; a message only if it cannot go at once, and not where it stands waiting itself.
  const box = Object.assign(document.createElement("p"), { className: "toast outbox", hidden: true });
  const isSaid = ({ isBrief, page }) => !isBrief || isEnded || (page !== location.pathname && isAway());
  const show = async () => {
    const waiting = (await all()).filter((entry) => entry.isWaiting && isSaid(entry) && (!account() || entry.account === account()));
    const what = waiting.length === 1 ? "One thing you wrote is" : `${waiting.length} things you wrote are`;
    const isSignedOut = isEnded || (!account() && !isOffline());
    const words = isSignedOut ? `${what} kept. Sign in to send.` : isAway() ? `${what} kept, and sent as soon as you're back.` : `${what} waiting to be sent.`;
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

  const state = () => (isAway() ? "Waiting for a connection" : isResting ? "Waiting a moment" : "");
  cairn.outbox = { keep, drop, list, forget, send, state };
  if (!window.indexedDB) return void (cairn.outbox = undefined);
  document.querySelector("[data-toasts]").append(box);
  cairn.each("#page", () => tidy().catch(() => {}));
  for (const name of ["online", "offline"]) {
    addEventListener(name, () => {
      failures = 0;
      show().catch(() => {});
      send();
    });
  }
  addEventListener("storage", ({ key }) => key === "cairn-outbox" && show().catch(() => {}));
  addEventListener("submit", ({ target }) => target.matches("[data-forgets]") && navigator.onLine && forget().catch(() => {}), true);
})();
