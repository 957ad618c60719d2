// The sheet over a map on a phone. The panel around it scrolls, and with it the sheet as a whole: fingers and wheels need
// no script. This adds the handle: a tap, a mouse that drags it, and keys. It stops low, in the middle and high.
(() => {
  const names = ["peek", "half", "full"];
  cairn.each("[data-sheet]", (panel) => {
    const handle = panel.querySelector("[data-sheet-handle]");
    const isSheet = () => handle.offsetParent !== null;
    const stops = () => {
      const top = panel.firstElementChild.offsetTop;
      const high = Math.min(top - 64, panel.scrollHeight - panel.clientHeight);
      return [0, Math.round(high / 2), high];
    };
    const nearest = () => {
      const away = stops().map((stop) => Math.abs(stop - panel.scrollTop));
      return away.indexOf(Math.min(...away));
    };
    let stopGlide = () => {};
    const to = (index) => {
      const [from, by] = [panel.scrollTop, stops()[index] - panel.scrollTop];
      stopGlide();
      panel.classList.add("is-moving");
      stopGlide = cairn.glide((share) => {
        panel.scrollTop = from + by * share;
        if (share === 1) panel.classList.remove("is-moving");
      });
    };
    const tell = () => {
      const index = nearest();
      // Beyond the last stop one reads on.
      panel.dataset.sheet = names[index];
      handle.setAttribute("aria-expanded", index > 0);
      handle.setAttribute("aria-label", index > 0 ? "Show less" : "Show more");
    };
    panel.addEventListener("scroll", tell, { passive: true });
    tell();

    let from = null, moved = false;
    handle.addEventListener("pointerdown", (event) => {
      if (event.pointerType === "touch" || event.button) return;
      stopGlide();
      [from, moved] = [{ y: event.clientY, top: panel.scrollTop }, false];
      handle.setPointerCapture(event.pointerId);
    });
    handle.addEventListener("pointermove", (event) => {
      if (!from || (!moved && Math.abs(event.clientY - from.y) < 5)) return;
      moved = true;
      panel.classList.add("is-moving");
      panel.scrollTop = from.top + from.y - event.clientY;
    });
    const release = () => {
      if (from && moved) to(nearest());
      from = null;
    };
    handle.addEventListener("pointerup", release);
    handle.addEventListener("pointercancel", release);
    handle.addEventListener("click", () => {
      if (!moved) to(nearest() ? 0 : 1);
      moved = false;
    });

    panel.addEventListener("keydown", (event) => {
      if (!isSheet() || event.defaultPrevented) return;
      const step = event.target === handle ? { ArrowUp: 1, ArrowDown: -1 }[event.key] : undefined;
      if (step) to(Math.min(2, Math.max(0, nearest() + step)));
      else if (event.key === "Escape" && nearest()) {
        to(0);
        handle.focus({ preventScroll: true });
      } else return;
      event.preventDefault();
    });
    // What the keyboard reaches is seen: snapping would take it away again.
    panel.addEventListener("focusin", ({ target }) => {
      if (!isSheet() || target === handle || !target.matches(":focus-visible")) return;
      const below = target.getBoundingClientRect().bottom - panel.getBoundingClientRect().bottom + panel.scrollTop;
      const index = stops().findIndex((stop) => stop >= below);
      if (index > nearest()) to(index);
    });
    // News at its top is seen whole.
    panel.addEventListener("cairn:rise", () => isSheet() && !nearest() && to(1));
    // Whoever takes the map wants to see it.
    panel.parentNode.querySelector("[data-map]")?.addEventListener("pointerdown", () => isSheet() && panel.scrollTop && to(0));
  });
})();
