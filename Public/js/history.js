// Back, Forward and the arrow above a page return to where one was reading. Positions are kept with the entries of the
// browser's history, without anything of the pages; htmx overwrites the state of an entry, so it is put back each time.
(() => {
  history.scrollRestoration = "manual";
  const address = ({ pathname, search }) => pathname + search;
  // The current entry: how far it is scrolled, and the page of this site from which one came.
  let entry = history.state?.cairn || {};
  if (!history.state?.cairn && history.length > 1 && document.referrer.startsWith(location.origin + "/")) {
    entry.from = address(new URL(document.referrer));
  }
  let isArriving = false;
  const keep = () => history.replaceState({ ...history.state, cairn: entry }, "");
  const restore = () => {
    scrollTo({ top: entry.y || 0, behavior: "instant" });
    isArriving = false;
  };

  // Goes to a page and begins at its top, also when it is the one that is shown.
  cairn.visit = (path) => {
    if (address(new URL(path, location.href)) === address(location)) entry.y = 0;
    keep();
    // What moves the page while it goes is no reading.
    isArriving = true;
    location.assign(path);
  };

  let timer;
  addEventListener("scroll", () => {
    if (isArriving) return;
    entry.y = Math.round(scrollY);
    clearTimeout(timer);
    timer = setTimeout(keep, 300);
  }, { passive: true });
  addEventListener("pagehide", keep);
  addEventListener("DOMContentLoaded", () => {
    if (entry.y) restore();
  });

  // Registered before htmx's own, which empties the state.
  addEventListener("popstate", ({ state }) => {
    entry = state?.cairn || {};
    isArriving = true;
    if (!state?.htmx) restore();
  });
  document.addEventListener("htmx:historyRestore", () => {
    keep();
    requestAnimationFrame(restore);
  });
  let left;
  document.addEventListener("htmx:beforeHistoryUpdate", () => {
    left = address(location);
    keep();
  });
  document.addEventListener("htmx:pushedIntoHistory", () => {
    entry = { y: 0, from: left === address(location) ? entry.from : left };
    keep();
  });
  document.addEventListener("htmx:replacedInHistory", keep);

  // The arrow goes back in the history if it leads where one came from.
  document.addEventListener("click", (event) => {
    const link = event.target.closest?.(".back a");
    if (!link || event.button || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    if (entry.from !== address(new URL(link.href))) return;
    event.preventDefault();
    event.stopPropagation();
    history.back();
  }, true);
})();
