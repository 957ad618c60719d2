// Shared by all pages: initializing elements after a swap, messages, focus, history. Pages work without any of this.
const cairn = (() => {
  const starters = [];
  const startIn = (root) => {
    for (const { selector, start, done } of starters) {
      const all = root.matches?.(selector) ? [root] : [];
      for (const element of [...all, ...root.querySelectorAll(selector)]) {
        if (done.has(element)) continue;
        done.add(element);
        start(element);
      }
    }
  };
  // Calls `start` once for every matching element, now and when new ones are added.
  const each = (selector, start) => {
    starters.push({ selector, start, done: new WeakSet() });
    startIn(document);
  };
  // A message that disappears by itself, visible long enough to be read; with an address it is a link. Returns it.
  const toast = (words, address) => {
    const box = Object.assign(document.createElement("p"), { className: "toast" });
    if (address) box.append(Object.assign(document.createElement("a"), { href: address, textContent: words }));
    else box.textContent = words;
    document.querySelector("[data-toasts]").append(box);
    setTimeout(() => box.remove(), 3000 + 60 * words.length + (address ? 4000 : 0));
    return box;
  };

  const offline = "No connection. Try again in a moment.";

  // An icon with the same markup as in the pages.
  const icon = (name) => {
    const box = document.createElement("template");
    box.innerHTML = `<svg class="icon" aria-hidden="true"><use href="/icons/icons.svg#${name}"/></svg>`;
    return box.content;
  };

  // Changes the theme: the page's colours, and those of the browser's own interface, which are in the head.
  const dress = (theme, text) => {
    document.documentElement.dataset.theme = theme;
    const colours = "meta[name='theme-color'], meta[name='color-scheme']";
    const fresh = new DOMParser().parseFromString(text, "text/html").querySelectorAll(colours);
    document.querySelectorAll(colours).forEach((old) => old.remove());
    document.head.append(...fresh);
  };

  document.addEventListener("htmx:load", (event) => startIn(event.detail.elt || document));
  // Every answer to a boosted link or form is a page: show it even with an error status.
  document.addEventListener("htmx:beforeSwap", ({ detail }) => {
    const isPage = /^text\/html/.test(detail.xhr.getResponseHeader("Content-Type") || "");
    if (!detail.boosted) return;
    if (!isPage) {
      detail.shouldSwap = false;
      location.assign(detail.pathInfo.responsePath || detail.pathInfo.requestPath);
      return;
    }
    detail.shouldSwap = true;
    detail.isError = false;
    const theme = /<html[^>]* data-theme="(\w+)"/.exec(detail.xhr.responseText);
    if (theme && theme[1] !== document.documentElement.dataset.theme) dress(theme[1], detail.xhr.responseText);
  });
  // Whether somebody asked their device for little motion.
  const isCalm = () => matchMedia("(prefers-reduced-motion: reduce)").matches;
  // The first wrong field: the page scrolls to it, and it gets the focus. A fold around it opens.
  const attend = (wrong) => {
    const field = wrong.matches("fieldset") ? wrong.querySelector("input:not([type='hidden'])") || wrong : wrong;
    for (let fold = field.closest("details:not([open])"); fold; fold = fold.parentNode.closest("details:not([open])")) {
      fold.open = true;
    }
    field.focus({ preventScroll: true });
    wrong.scrollIntoView({
      block: wrong.offsetHeight > innerHeight / 2 ? "start" : "center",
      behavior: isCalm() ? "instant" : "auto",
    });
  };
  const wrong = () =>
    document.querySelector(
      "#page [aria-invalid='true'], #page fieldset[aria-describedby$='-error']:not(:has([aria-invalid='true']))",
    );
  // Reading continues at the start of the new page, or at its first wrong field.
  document.addEventListener("htmx:afterSettle", ({ detail }) => {
    if (!detail.boosted) return;
    const first = wrong();
    if (first) attend(first);
    else document.querySelector("#content")?.focus({ preventScroll: true });
  });
  // A link of the summary leads to its field.
  document.addEventListener("click", (event) => {
    const link = event.target.closest("[data-problems] a");
    const field = link && document.querySelector(`#page [aria-describedby~="${CSS.escape(link.hash.slice(1))}"]`);
    if (!field) return;
    event.preventDefault();
    attend(field);
  });
  document.addEventListener("htmx:sendError", () => toast(offline));
  document.addEventListener("htmx:historyCacheMissLoadError", ({ detail }) => location.assign(detail.path));

  // A thin bar for requests that take longer than a moment.
  let waiting = 0;
  const wait = (by) => {
    waiting = Math.max(0, waiting + by);
    document.documentElement.classList.toggle("is-busy", waiting > 0);
  };
  document.addEventListener("htmx:beforeSend", () => wait(1));
  document.addEventListener("htmx:afterRequest", () => wait(-1));
  // Shows the bar until a promise settles; returns the promise.
  const busy = (promise) => {
    wait(1);
    return promise.finally(() => wait(-1));
  };

  addEventListener("DOMContentLoaded", () => wrong() && attend(wrong()));

  // A script that only some pages need comes with the first of them.
  each("[data-script]", ({ dataset }) => import(dataset.script).catch(() => toast(offline)));

  // Music that played before this page was loaded.
  try {
    const music = JSON.parse(sessionStorage.getItem("cairn-music"));
    if (music) import(music.script).catch(() => {});
  } catch {}

  if ("serviceWorker" in navigator && isSecureContext) {
    addEventListener("load", () => navigator.serviceWorker.register("/sw.js").catch(() => {}));
  }
  return { each, toast, offline, icon, isCalm, busy };
})();
