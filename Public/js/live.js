// What an author is told of openings, on the pages that show it, visitors' books and the list of chats: parts with the
// same data-live are taken from the page as it is now. Scroll position and focus stay. Without this, a page shows it
// when it is loaded again.
(() => {
  const renew = async () => {
    const parts = [...document.querySelectorAll("[data-live]")];
    if (!parts.length) return;
    const answer = await fetch(location.href, { headers: { Accept: "text/html" } });
    if (!answer.ok || answer.redirected) return;
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    for (const part of parts) {
      const fresh = page.querySelector(`[data-live="${CSS.escape(part.dataset.live)}"]`);
      // Another page answers now: who waited may go on.
      if (!fresh && "liveEnds" in part.dataset) return location.reload();
      // An open question or form stays.
      if (!fresh || !part.isConnected || part.querySelector("dialog[open], details[open]")) continue;
      const isFocused = part.contains(document.activeElement);
      const focused = isFocused && document.activeElement.id;
      part.replaceWith(fresh);
      htmx.process(fresh);
      const same = focused && document.getElementById(focused);
      if (isFocused) (same || fresh.querySelector("a, button, summary"))?.focus({ preventScroll: true });
    }
  };
  document.addEventListener("cairn:notice", ({ detail }) => detail.kind === "note.opened" && renew().catch(() => {}));
  document.addEventListener("cairn:change", ({ detail }) => {
    if (document.querySelector(`[data-live="${CSS.escape(detail?.part ?? "")}"]`)) renew().catch(() => {});
  });
})();
