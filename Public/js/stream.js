// What happens to a person, told to their open pages: each event of the server's stream is dispatched on the body as
// cairn:NAME (it bubbles and can be cancelled), its data as `detail`. A part of a page reloads itself with
// hx-trigger="cairn:notice from:body". An event whose data names a part ({"part":"nearby"}) is also dispatched as
// cairn:NAME-PART: hx-trigger="cairn:change-nearby from:body". A new name of events is added to `usual`.
//
// One stream per browser, not per tab: a browser opens only six connections to a site. The tab that holds the lock
// receives the events and forwards them to the others; a hidden tab releases it. The number of the last event is
// remembered until the person signs out, so that a page shows what was missed. Where there are no streams (no locks
// outside of https, a proxy that holds answers back) the page asks every half minute.
(() => {
  const usual = ["notice", "chat", "group", "daily", "change"];
  const memory = "cairn-events";
  const [few, patience, askedEvery] = [3, 20000, 30000];
  const hasLocks = Boolean(navigator.locks && window.BroadcastChannel && window.EventSource);

  // The number of the last event that this page has told, after whose it is: somebody else may sign in to this browser.
  // Without storage (some private windows forbid it) the page knows only its own.
  const account = () => document.querySelector("#page")?.dataset.account;
  const numberIn = (text) => (text?.startsWith(`${account()} `) ? text.split(" ")[1] : null);
  let told = null;
  const kept = () => {
    try {
      return numberIn(localStorage.getItem(memory) ?? told);
    } catch {
      return numberIn(told);
    }
  };
  const keep = (number) => {
    if (!account()) return;
    told = `${account()} ${number}`;
    try {
      localStorage.setItem(memory, told);
    } catch {}
  };
  const forget = () => {
    told = null;
    try {
      localStorage.removeItem(memory);
    } catch {}
  };
  if (kept() !== null) told = `${account()} ${kept()}`;

  const tell = ({ id, name, detail }) => {
    if (id) keep(id);
    const say = (words) =>
      document.body.dispatchEvent(new CustomEvent(`cairn:${words}`, { bubbles: true, cancelable: true, detail }));
    say(name);
    if (detail?.part) say(`${name}-${detail.part}`);
  };
  let others;
  const tellAll = (event) => {
    others?.postMessage(event);
    tell(event);
  };

  // A promise that is kept at the latest when the signal aborts.
  const until = (signal, begin) =>
    new Promise((done) => {
      const end = (value) => {
        signal.removeEventListener("abort", end);
        done(value);
      };
      signal.addEventListener("abort", end);
      begin(end);
    });
  // At another moment in each browser, so that not all of them come back at once after a restart.
  const pause = (time, signal) => until(signal, (end) => setTimeout(end, time * (0.5 + Math.random())));

  // Asks once for the events after a number; false when the session has ended. A browser that was told of nothing yet
  // has missed nothing: it only learns the number.
  const ask = async (address, after, tell, signal) => {
    const isNew = after === null;
    try {
      for (let more = true; more;) {
        const query = after === null ? "" : `?after=${after}`;
        const answer = await fetch(`${address}/latest${query}`, { headers: { Accept: "application/json" }, signal });
        if (answer.status === 401 || answer.status === 403) {
          forget();
          // What a guest was let in to is over: the site says so.
          if (document.querySelector(".rail-guest")) location.reload();
          return false;
        }
        if (!answer.ok) return true;
        const news = await answer.json();
        if (signal.aborted) return false;
        if (!isNew) { for (const { id, event, data } of news.events) tell({ id, name: event, detail: data }); }
        keep(after = news.last);
        more = news.more;
      }
    } catch {
      // No network: the next time.
    }
    return !signal.aborted;
  };

  // Listens until the stream ends; true if it had lasted.
  const listen = (address, names, signal) => {
    const stream = new EventSource(`${address}?after=${kept()}`);
    const flags = document.documentElement.dataset;
    let since, watch;
    return until(signal, (end) => {
      watch = setTimeout(end, patience);
      stream.onerror = () => end();
      stream.onopen = () => {
        flags.streaming = "";
        since = Date.now();
        clearTimeout(watch);
        // After a device has slept its connection is dead, which it may not notice for long.
        let last = since;
        watch = setInterval(() => {
          if (Date.now() - last > patience * 2) end();
          last = Date.now();
        }, patience / 2);
      };
      for (const name of names) {
        stream.addEventListener(
          name,
          ({ data, lastEventId }) => tellAll({ id: lastEventId, name, detail: JSON.parse(data) }),
        );
      }
    }).then(() => {
      clearInterval(watch);
      stream.close();
      delete flags.streaming;
      return since !== undefined && Date.now() - since > patience / 2;
    });
  };

  // Follows the events by stream, or after a few streams that did not last by asking; tries a stream again now and
  // then.
  const follow = async ({ events: address, names }, signal) => {
    const wanted = names ? names.split(" ") : usual;
    const catchUp = () => ask(address, hasLocks ? kept() : numberIn(told) ?? kept(), tellAll, signal);
    if ((!hasLocks || kept() === null) && !(await catchUp())) return;
    for (let failures = hasLocks ? 0 : few; !signal.aborted;) {
      const isTried = hasLocks && (failures < few || failures % 20 === 0);
      failures = isTried && (await listen(address, wanted, signal)) ? 0 : failures + 1;
      if (signal.aborted) return;
      await pause(failures < few ? 1000 * 2 ** failures : askedEvery, signal);
      if (signal.aborted || !(await catchUp())) return;
    }
  };

  let run;
  const end = () => {
    run?.abort();
    run = undefined;
  };
  const start = () => {
    const wish = document.querySelector("[data-events]")?.dataset;
    if (!wish) return end();
    if (!others && hasLocks) {
      others = new BroadcastChannel("cairn-events");
      others.onmessage = ({ data }) => tell(data);
    }
    if (run || document.hidden) return;
    run = new AbortController();
    const { signal } = run;
    const turn = () => follow({ ...wish }, signal);
    if (hasLocks) navigator.locks.request("cairn-events", { signal }, turn).catch(() => {});
    else turn();
  };
  document.addEventListener("visibilitychange", () => (document.hidden ? end() : start()));
  // Before the browser cuts it off, which some put down as an error; where the page stays, as for a download, it goes
  // on.
  addEventListener("beforeunload", () => {
    end();
    setTimeout(start, 1000);
  });
  addEventListener("online", () => {
    end();
    start();
  });
  // A page that the browser keeps for going back must hold neither lock nor channel.
  addEventListener("pagehide", () => {
    end();
    others?.close();
    others = undefined;
  });
  addEventListener("pageshow", async ({ persisted }) => {
    start();
    const address = document.querySelector("[data-events]")?.dataset.events;
    // What other pages were told meanwhile.
    if (persisted && run && hasLocks && numberIn(told) !== kept()) await ask(address, numberIn(told), tell, run.signal);
  });
  document.addEventListener("htmx:load", start);
  document.addEventListener("submit", ({ target }) => {
    if (!target.getAttribute("action")?.endsWith("/logout")) return;
    end();
    forget();
  });
})();
