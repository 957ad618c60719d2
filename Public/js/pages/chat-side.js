// The list of chats at the left of a wide screen: it stays where it was scrolled to, and beside an open chat it follows
// what happens. Without this it begins at its top, and is right whenever a page is loaded.
(() => {
  const wide = matchMedia("(min-width: 1024px)");
  const moment = 700;
  let top = 0;
  let timer;

  cairn.each(".chat-side", (side) => {
    // The next page finds its style sheet there when it is swapped in.
    const sheet = document.querySelector("main link[data-stays]");
    if (sheet && !document.head.querySelector("link[data-stays]")) document.head.append(sheet.cloneNode());
    side.scrollTop = top;
    side.addEventListener("scroll", () => (top = side.scrollTop), { passive: true });
    const current = side.querySelector("[aria-current]");
    if (current && wide.matches) current.scrollIntoView({ block: "nearest", behavior: "instant" });
  });

  const isHere = (row) => row.pathname.toLowerCase() === location.pathname.toLowerCase();
  // As the page of the list has it; the open chat shows itself what is new in it.
  const renew = async () => {
    const side = document.querySelector("[data-side]");
    if (!side || !wide.matches) return;
    const answer = await fetch(side.dataset.side, { headers: { Accept: "text/html" } });
    if (!answer.ok || answer.redirected) return;
    const fresh = new DOMParser().parseFromString(await answer.text(), "text/html").querySelector(".chat-list");
    const old = side.querySelector(".chat-list");
    if (!fresh || !old?.isConnected) return;
    fresh.removeAttribute("data-live");
    const row = [...fresh.querySelectorAll(".chat-row")].find(isHere);
    row?.setAttribute("aria-current", "page");
    row?.classList.remove("chat-row-new");
    row?.querySelector(".count")?.remove();
    const [place, focused] = [side.scrollTop, old.contains(document.activeElement) && document.activeElement.id];
    old.replaceWith(fresh);
    htmx.process(fresh);
    side.scrollTop = place;
    if (focused) document.getElementById(focused)?.focus({ preventScroll: true });
  };
  // A moment later: an open chat has marked what came as read by then.
  document.addEventListener("cairn:change", ({ detail }) => {
    if (detail?.part !== "chats") return;
    clearTimeout(timer);
    timer = setTimeout(() => renew().catch(() => {}), moment);
  });
})();
