// A click on a pin opens a card beside it; pins and the list beside the map highlight each other. Without this, pins are
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

  // The circle within which the thing of an open card opens.
  const drawRing = () => {
    document.querySelector(".map-ring")?.remove();
    const metres = Number(card()?.querySelector("[data-ring]")?.dataset.ring);
    const pin = metres && pinOf(card().dataset.of);
    if (!pin) return;
    const { lat, zoom } = pin.closest(".map-canvas").dataset;
    const ring = document.createElementNS(pin.namespaceURI, "circle");
    const looks = { class: "map-gate map-ring", transform: pin.getAttribute("transform"), "fill-opacity": 0.12, "stroke-opacity": 0.6 };
    for (const [name, value] of Object.entries(looks)) ring.setAttribute(name, value);
    ring.setAttribute("r", Math.min(4000, metres / cairn.earth.metresPerPixel(lat, zoom)).toFixed(1));
    pin.ownerSVGElement.querySelector(".map-tiles").after(ring);
  };

  const close = () => {
    const open = card();
    if (!open) return;
    const pin = pinOf(open.dataset.of);
    const hadFocus = open.contains(document.activeElement);
    open.remove();
    drawRing();
    if (pin && hadFocus) pin.focus({ preventScroll: true });
  };

  const within = (at, low, high) => Math.max(low, Math.min(at, high));
  // Above the pin; below it where there is more space. Returns how far both are outside of the room.
  const place = (box, pin) => {
    const [map, gap] = [box.parentNode, 8];
    const [at, frame] = [pin, map].map((element) => element.getBoundingClientRect());
    const [width, height] = [box.offsetWidth, box.offsetHeight];
    const free = cairn.mapRoom(map, width);
    const middle = at.left + at.width / 2;
    const isCentred = box.querySelector("[data-recentre]");
    const isBelow = !isCentred && at.top - free.top < height + gap && free.bottom - at.bottom > height + gap;
    // Beside a pin at the edge it still points at it.
    const [low, high] = [Math.min(free.left, middle - 24), Math.max(free.right - width, middle - width + 24)];
    const left = within(middle - width / 2, low, high);
    const top = isBelow ? at.bottom + gap : at.top - height - gap;
    box.style.setProperty("left", `${left - frame.left}px`);
    box.style.setProperty("top", `${top - frame.top}px`);
    const [first, last] = [Math.min(top, at.top), Math.max(top + height, at.bottom)];
    if (isCentred) return { x: (free.left + free.right) / 2 - middle, y: (free.top + free.bottom - first - last) / 2 };
    const off = (start, end, from, to) => (start < from ? from - start : end > to ? Math.max(to - end, from - start) : 0);
    return {
      x: off(Math.min(left, at.left), Math.max(left + width, at.right), free.left, free.right),
      y: off(first, last, free.top, free.bottom),
    };
  };
  const follow = () => {
    const open = card();
    const pin = open && pinOf(open.dataset.of);
    if (pin) place(open, pin);
  };

  // Skeleton lines at once, the note when it arrives.
  const empty = (pin) => {
    const box = Object.assign(document.createElement("div"), { className: "map-card card", tabIndex: -1 });
    box.setAttribute("role", "dialog");
    box.setAttribute("aria-label", pin.querySelector("title")?.textContent || "Note");
    box.dataset.of = pin.getAttribute("href");
    box.innerHTML = `<div class="skeleton" role="status"><span class="visually-hidden">Loading …</span>
      <div class="skeleton-row" aria-hidden="true"><i></i><b></b><b></b></div></div>`;
    return box;
  };
  const cross = () => {
    const button = Object.assign(document.createElement("button"), { type: "button", className: "map-card-close" });
    button.setAttribute("aria-label", "Close");
    button.append(cairn.icon("x"));
    button.addEventListener("click", close);
    return button;
  };
  const fill = (box, text, pin) => {
    box.replaceChildren(...new DOMParser().parseFromString(text, "text/html").body.childNodes, cross());
    box.setAttribute("hx-boost", "true");
    htmx.process(box);
    drawRing();
    const off = place(box, pin);
    box.querySelector("a")?.focus({ preventScroll: true });
    if (off.x || off.y) box.parentNode.dispatchEvent(new CustomEvent("cairn:pan", { detail: off }));
    // The list beside the map shows the row too; the page stays where it is.
    const [row, list] = [rowOf(pin), document.querySelector("[data-map-list]")];
    if (row && list && list.scrollHeight > list.clientHeight) list.scrollTop = row.offsetTop - list.offsetTop;
  };
  const open = async (pin) => {
    const path = pin.getAttribute("href");
    close();
    const box = empty(pin);
    pin.closest(".map").append(box);
    place(box, pin);
    box.focus({ preventScroll: true });
    try {
      const answer = await cairn.busy(fetch(pin.dataset.card));
      if (!answer.ok || answer.redirected) throw new Error(answer.status);
      const text = await answer.text();
      // Unless it was closed meanwhile.
      if (box.isConnected) fill(box, text, pinOf(path) || pin);
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
  // The card goes with the map, and closes with its pin.
  document.addEventListener("cairn:view", follow);
  document.addEventListener("cairn:drawn", () => card() && (pinOf(card().dataset.of) ? drawRing() : close()));
  for (const [type, isLit] of [["pointerover", true], ["pointerout", false], ["focusin", true], ["focusout", false]]) {
    document.addEventListener(type, (event) => {
      const row = event.target.closest?.("[data-pin]");
      const pin = row ? pinOf(row.dataset.pin) : event.target.closest?.("a.pin:not(.pin-group)");
      if (!row?.contains(event.relatedTarget) || !isLit) light(pin, isLit);
    });
  }
})();
