// The map of a day and the strip of its photos follow each other: scrolling the strip leads the map to the card in its
// middle, moving the map by hand renews the strip. What one of them was led to is `current`, and no reason to lead the
// other. Photos that are posted meanwhile appear. Without this, the cards are links that show their place on the map.
cairn.each("[data-day]", (root) => {
  const map = root.querySelector("[data-map]");
  const strip = root.querySelector("[data-map-list=strip]");
  const handle = root.querySelector("[data-strip-handle]");
  let current, wanted, focused, rest, end, soon, isByHand = false;

  const row = () => strip.querySelector("[data-strip-row]");
  const cards = () => [...strip.querySelectorAll(".strip-card")];
  const cardOf = (path) => cards().find((card) => card.dataset.pin === path);
  const pinOf = (path) => map.querySelector(`.map-canvas a.pin[href="${CSS.escape(path)}"]`);
  const isRow = () => row() && row().scrollWidth > row().clientWidth;

  const mark = (path) => {
    current = path;
    for (const card of cards()) card.classList.toggle("is-current", card.dataset.pin === path);
  };
  const show = (card, isSmooth) => {
    const behavior = isSmooth && !cairn.isCalm() ? "smooth" : "instant";
    const box = row();
    if (isRow()) box.scrollTo({ left: card.offsetLeft + card.offsetWidth / 2 - box.clientWidth / 2, behavior });
    else if (card.offsetTop < box.scrollTop || card.offsetTop + card.offsetHeight > box.scrollTop + box.clientHeight) {
      box.scrollTo({ top: card.offsetTop - 12, behavior });
    }
  };
  const fold = (isFolded) => {
    root.classList.toggle("is-folded", isFolded);
    handle.setAttribute("aria-expanded", !isFolded);
  };
  const lead = (card) => {
    mark(card.dataset.pin);
    const open = map.querySelector(".map-card");
    if (open && open.dataset.of !== current) open.querySelector(".map-card-close")?.click();
    if (!card.dataset.lat) return;
    isByHand = false;
    // Its order stays while it is scrolled.
    strip.dataset.kept = "";
    const [latitude, longitude] = [Number(card.dataset.lat), Number(card.dataset.lon)];
    map.dispatchEvent(new CustomEvent("cairn:go", { detail: { latitude, longitude } }));
  };
  const open = (path) => {
    if (map.querySelector(".map-card")?.dataset.of === path) return;
    pinOf(path)?.dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true }));
  };

  strip.addEventListener("scroll", () => {
    clearTimeout(rest);
    rest = setTimeout(() => {
      if (!isRow()) return;
      const middle = row().scrollLeft + row().clientWidth / 2;
      const away = (card) => Math.abs(card.offsetLeft + card.offsetWidth / 2 - middle);
      const near = cards().sort((one, other) => away(one) - away(other))[0];
      if (near && near.dataset.pin !== current) lead(near);
    }, 140);
  }, { capture: true, passive: true });

  root.addEventListener("click", (event) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    const card = event.target.closest(".strip-card");
    const pin = event.target.closest("a.pin[data-card]");
    if (card?.dataset.lat) {
      const path = card.dataset.pin;
      // Where pins are counted, the second tap opens the photo.
      if (path === current && !pinOf(path)) return void (card.href = path);
      event.preventDefault();
      if (path === current) return open(path);
      wanted = path;
      show(card, true);
      lead(card);
    } else if (pin) {
      fold(false);
      mark(pin.getAttribute("href"));
      const same = cardOf(current);
      if (same) {
        show(same, true);
        strip.dataset.kept = "";
      }
    } else if (event.target.closest(".map-canvas") && !event.target.closest("a")) {
      isByHand = false;
      fold(true);
    }
  });
  handle.addEventListener("click", () => fold(!root.classList.contains("is-folded")));
  for (const type of ["pointerdown", "wheel", "keydown"]) {
    map.addEventListener(type, ({ target }) => {
      if (target.closest("a.pin[data-card], .map-card")) return;
      isByHand = true;
      delete strip.dataset.kept;
    }, { passive: true });
  }

  const renew = () => {
    soon ??= setTimeout(() => {
      soon = undefined;
      focused = strip.contains(document.activeElement) && document.activeElement.dataset.pin;
      // Who sees the photos for the first time gets the view of all.
      const first = Boolean(root.querySelector("[data-shut]"));
      if (root.isConnected) map.dispatchEvent(new CustomEvent("cairn:renew", { detail: { first } }));
    }, 400);
  };
  // Not all browsers in the same moment.
  const watch = () => {
    clearTimeout(end);
    const left = root.querySelector("[data-ends-in]")?.dataset.endsIn;
    if (left) end = setTimeout(renew, Math.min(Number(left) + 200 + Math.random() * 1500, 2 ** 31 - 1));
  };
  const begin = () => {
    const card = (!isByHand && cardOf(current)) || cards()[0];
    isByHand = false;
    mark(card?.dataset.pin);
    if (card) show(card, false);
    watch();
  };
  map.addEventListener("cairn:drawn", () => {
    const isKept = "kept" in strip.dataset;
    delete strip.dataset.kept;
    if (isKept) watch();
    else begin();
    if (focused) cardOf(focused)?.focus({ preventScroll: true });
    if (wanted) open(wanted);
    focused = wanted = undefined;
  });
  const hear = ({ type, detail }) => {
    if (!root.isConnected) document.removeEventListener(type, hear);
    else if (type === "cairn:daily" || detail?.part === root.dataset.day) renew();
  };
  document.addEventListener("cairn:change", hear);
  document.addEventListener("cairn:daily", hear);
  begin();
});
