// Places that are suggested while one types, around the middle of the page's map: a list below the field (`data-suggest`
// is the address that is asked), for arrow keys, Enter, Escape, mouse and fingers. Without this the field is sent.
(() => {
  const [leastLetters, pause] = [2, 150];

  // `choose` gets the place that somebody took (latitude, longitude, zoom).
  const suggest = (input, choose) => {
    const box = Object.assign(document.createElement("div"), { className: "suggestions", hidden: true });
    const said = Object.assign(document.createElement("p"), { className: "visually-hidden" });
    said.setAttribute("role", "status");
    input.closest(".search").append(box, said);
    let timer, request, marked;

    const options = () => [...box.querySelectorAll("[role='option']")];
    const mark = (option) => {
      marked = option;
      for (const one of options()) one.setAttribute("aria-selected", one === option);
      if (!option) return input.removeAttribute("aria-activedescendant");
      input.setAttribute("aria-activedescendant", option.id);
      option.scrollIntoView({ block: "nearest" });
    };
    const show = (text) => {
      box.innerHTML = text;
      mark();
      const all = options();
      all.forEach((option, index) => (option.id = `place-${index + 1}`));
      box.hidden = !box.textContent.trim();
      input.setAttribute("aria-expanded", all.length > 0);
      if (all.length) input.setAttribute("aria-controls", "places");
      else input.removeAttribute("aria-controls");
      said.textContent = all.length ? `${all.length} ${all.length > 1 ? "places" : "place"}` : box.textContent.trim();
    };
    const stop = () => {
      clearTimeout(timer);
      request?.abort();
    };
    const close = () => {
      stop();
      show("");
    };
    const ask = async () => {
      stop();
      const words = input.value.trim();
      if ([...words].length < leastLetters) return close();
      const own = (request = new AbortController());
      const { lat, lon, zoom } = document.querySelector("[data-map] .map-canvas").dataset;
      const query = new URLSearchParams({ q: words, lat, lon, z: zoom });
      const answer = await fetch(`${input.dataset.suggest}?${query}`, { signal: own.signal }).catch(() => null);
      // The login, a limit and no connection suggest nothing.
      const text = answer?.ok && !answer.redirected ? await answer.text().catch(() => "") : "";
      if (!own.signal.aborted && input.isConnected) show(text);
    };
    const take = (option) => {
      const [latitude, longitude, zoom] = option.dataset.place.split(",").map(Number);
      input.value = option.querySelector("b").textContent;
      close();
      choose({ latitude, longitude, zoom });
    };
    const step = (by) => {
      // Beyond both ends lies the field itself.
      const all = [undefined, ...options()];
      mark(all.at((all.indexOf(marked) + by) % all.length));
    };

    input.addEventListener("input", () => {
      stop();
      timer = setTimeout(ask, pause);
    });
    input.addEventListener("keydown", (event) => {
      const { key, isComposing } = event;
      if (isComposing) return;
      if (key === "ArrowDown" || key === "ArrowUp") {
        if (options().length) step(key === "ArrowDown" ? 1 : -1);
        else if (key === "ArrowDown") ask();
      } else if (key === "Enter" && marked) take(marked);
      else if (key === "Escape" && !box.hidden) close();
      else return void (key === "Enter" && close());
      event.preventDefault();
    });
    input.addEventListener("blur", close);
    // The field keeps the focus, and a phone its keyboard.
    box.addEventListener("mousedown", (event) => event.preventDefault());
    box.addEventListener("click", ({ target }) => {
      const option = target.closest("[role='option']");
      if (option) take(option);
    });
    // Somebody may write already when this script comes.
    if (input === document.activeElement) ask();
    return { ask, take, options, isShown: () => !box.hidden };
  };

  // In a form that leaves something, the place lies under its pin.
  cairn.each("[data-compose] [data-suggest]", (input) => {
    const { form } = input;
    suggest(input, (place) => {
      // Without its map the form searches for the name.
      if (!form.classList.contains("is-live")) return form.elements.search.click();
      // Later steps do not search for it again.
      form.elements.searched.value = input.value;
      form.dispatchEvent(new CustomEvent("cairn:place", { detail: place }));
    });
  });

  // On the home map.
  cairn.each("[data-place-search]", (form) => {
    const map = form.parentNode.querySelector("[data-map]");
    const { ask, take, options, isShown } = suggest(form.querySelector("[data-suggest]"), (place) => {
      map.dispatchEvent(new CustomEvent("cairn:go", { detail: { ...place, isByHand: true } }));
      form.dispatchEvent(new Event("cairn:chosen"));
    });
    // What is sent goes to the first. Without an answer the page of the search says why.
    form.addEventListener("submit", async (event) => {
      event.preventDefault();
      await ask();
      const [first] = options();
      if (first) take(first);
      else if (!isShown() && form.elements.q.value.trim()) form.submit();
    });
  });
})();
