// A click on a pin opens a card above it; pins and the list beside the map highlight each other. Without this, pins are
// plain links.
(() => {
  const card = () => document.querySelector(".map-card");
  const pinOf = (path) => document.querySelector(`.map-canvas a.pin[href="${CSS.escape(path)}"]`);
  const rowOf = (pin) => document.querySelector(`[data-pin="${CSS.escape(pin.getAttribute("href"))}"]`);
  const light = (pin, isLit) => {
    if (!pin) return;
    pin.classList.toggle("is-lit", isLit);
    rowOf(pin)?.classList.toggle("is-lit", isLit);
    // Above its neighbours while it is highlighted.
    if (isLit && pin.nextElementSibling && !pin.contains(document.activeElement)) pin.parentNode.append(pin);
  };

  const close = () => {
    const open = card();
    if (!open) return;
    const pin = pinOf(open.dataset.of);
    const hadFocus = open.contains(document.activeElement);
    open.remove();
    if (pin && hadFocus) pin.focus();
  };

  // Above the pin, within the map; below it where there is no space above.
  const place = (box, pin) => {
    const canvas = pin.closest(".map-canvas");
    const [frame, at, origin] = [canvas.parentNode, pin, canvas].map((element) => element.getBoundingClientRect());
    const half = box.offsetWidth / 2 + 8;
    const middle = Math.min(Math.max(at.left + at.width / 2, frame.left + half), frame.right - half);
    const isBelow = at.top - box.offsetHeight - 8 < frame.top;
    const top = isBelow ? at.bottom + 8 : at.top - box.offsetHeight - 8;
    box.style.setProperty("left", `${middle - origin.left}px`);
    box.style.setProperty("top", `${top - origin.top}px`);
  };

  // Skeleton lines at once, the note when it arrives.
  const empty = (path) => {
    const box = Object.assign(document.createElement("div"), { className: "map-card card" });
    box.dataset.of = path;
    box.innerHTML = `<div class="skeleton" role="status"><span class="visually-hidden">Loading …</span>
      <div class="skeleton-row" aria-hidden="true"><i></i><b></b><b></b></div></div>`;
    return box;
  };
  const fill = (box, text, pin) => {
    box.replaceChildren(...new DOMParser().parseFromString(text, "text/html").body.childNodes);
    box.setAttribute("hx-boost", "true");
    htmx.process(box);
    place(box, pin);
    box.querySelector("a")?.focus({ preventScroll: true });
    rowOf(pin)?.scrollIntoView({ block: "nearest" });
  };
  const open = async (pin) => {
    const path = pin.getAttribute("href");
    close();
    const box = empty(path);
    pin.closest(".map-canvas").append(box);
    place(box, pin);
    try {
      const answer = await cairn.busy(fetch(pin.dataset.card));
      if (!answer.ok || answer.redirected) throw new Error(answer.status);
      const text = await answer.text();
      // Unless it was closed meanwhile.
      if (box.isConnected) fill(box, text, pin);
    } catch {
      if (box.isConnected) location.assign(path);
    }
  };

  document.addEventListener("click", (event) => {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.shiftKey) return;
    const pin = event.target.closest(".map-live a.pin[data-card]");
    if (!pin) return void (event.target.closest(".map-card") || close());
    if (card()?.dataset.of === pin.getAttribute("href")) {
      // The second click of a double click does not leave the map; a later one follows the link.
      if (card().querySelector(".skeleton")) event.preventDefault();
      return;
    }
    event.preventDefault();
    open(pin);
  });
  document.addEventListener("keydown", (event) => event.key === "Escape" && close());
  for (const [type, isLit] of [["pointerover", true], ["pointerout", false], ["focusin", true], ["focusout", false]]) {
    document.addEventListener(type, (event) => {
      const row = event.target.closest?.("[data-pin]");
      const pin = row ? pinOf(row.dataset.pin) : event.target.closest?.("a.pin:not(.pin-group)");
      if (!row?.contains(event.relatedTarget) || !isLit) light(pin, isLit);
    });
  }
})();
