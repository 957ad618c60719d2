// A search of places, and how it opens on the home map. What suggests places while one types (pages/places.js) comes when
// a field gets the focus.
(() => {
  cairn.each("[data-suggest]", (input) => {
    input.setAttribute("role", "combobox");
    input.setAttribute("aria-autocomplete", "list");
    input.setAttribute("aria-expanded", false);
    // Without it the field is sent.
    const load = () => import(input.dataset.suggestScript).catch(() => {});
    input.addEventListener("focus", load, { once: true });
    if (input === document.activeElement) load();
  });

  // On a phone a button opens the field. `cairn:chosen` says that a place was found.
  cairn.each("[data-place-search]", (form) => {
    const map = form.parentNode.querySelector("[data-map]");
    const opener = map.querySelector(".map-search");
    const input = form.querySelector("[data-suggest]");
    const fold = (isOpen) => {
      form.classList.toggle("is-open", isOpen);
      opener.setAttribute("aria-expanded", isOpen);
    };
    // A wide map has the field always, and no button.
    const leave = () => {
      fold(false);
      (opener.offsetParent ? opener : map).focus({ preventScroll: true });
    };
    opener.setAttribute("role", "button");
    fold(false);
    opener.addEventListener("click", (event) => {
      event.preventDefault();
      if (form.classList.contains("is-open")) return leave();
      fold(true);
      input.focus();
      input.select();
    });
    map.addEventListener("pointerdown", ({ target }) => target.closest(".map-search") || fold(false));
    form.addEventListener("cairn:chosen", leave);
    form.addEventListener("keydown", (event) => {
      if (event.key !== "Escape" || event.defaultPrevented || !form.classList.contains("is-open")) return;
      event.preventDefault();
      leave();
    });
  });
})();
