// One event stream per browser, not per tab: a browser opens only six connections to a site. The tab that holds the
// lock receives the events and forwards them to the others; a hidden tab releases the lock. Parts of a page reload
// themselves with hx-trigger="cairn:NAME from:body".
(() => {
  if (!navigator.locks || typeof BroadcastChannel === "undefined") return;
  const others = new BroadcastChannel("cairn-events");
  const tell = (name, data) =>
    document.body.dispatchEvent(new CustomEvent(`cairn:${name}`, { bubbles: true, detail: data }));
  others.addEventListener("message", ({ data }) => tell(data.name, data.data));

  // The page's settings: the address of the stream and the events it needs.
  const wish = () => document.querySelector("[data-events]")?.dataset;
  let give, asked;

  const listen = ({ events, names }) => {
    const ear = document.createElement("div");
    ear.hidden = true;
    ear.setAttribute("hx-ext", "sse");
    ear.setAttribute("sse-connect", events);
    ear.setAttribute("sse-swap", names);
    // Events are dispatched, never swapped in.
    ear.addEventListener("htmx:sseBeforeMessage", (event) => {
      event.preventDefault();
      const { type: name, data } = event.detail;
      tell(name, data);
      others.postMessage({ name, data });
    });
    document.body.append(ear);
    htmx.process(ear);
    return () => htmx.remove(ear);
  };
  const start = () => {
    const wanted = wish();
    if (!wanted || asked || document.hidden) return;
    asked = new AbortController();
    navigator.locks
      .request("cairn-events", { signal: asked.signal }, () => {
        const stop = listen(wanted);
        document.documentElement.dataset.streaming = "";
        return new Promise((done) => (give = done)).finally(() => {
          delete document.documentElement.dataset.streaming;
          stop();
        });
      })
      .catch(() => {});
  };
  const end = () => {
    asked?.abort();
    give?.();
    asked = give = undefined;
  };
  document.addEventListener("visibilitychange", () => (document.hidden ? end() : start()));
  addEventListener("pagehide", end);
  addEventListener("pageshow", start);
  document.addEventListener("htmx:load", () => (wish() ? start() : end()));
})();
