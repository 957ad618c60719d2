// The composer's map: its middle, under a fixed pin, is the place of what is left. Without this the form has a picker of
// image buttons and two fields for degrees.
(() => {
  const degrees = (value) => String(Number(value.toFixed(6)));
  const names = ["lat", "lon", "map_lat", "map_lon", "map_z"];
  const values = (form) => names.map((name) => Number(form.elements[name].value || NaN));
  // More than what rounding moves a map.
  const isElsewhere = (one, other) =>
    Math.max(Math.abs(one.latitude - other.latitude), Math.abs(one.longitude - other.longitude)) > 1e-5;
  // Shows the houses around, and so many metres off a fix is no better than where the phone was last.
  const [near, coarse] = [16, 200];

  const start = (form) => {
    const box = form.querySelector(".compose-map");
    const words = box.querySelector("[data-compose-place]");
    const field = (name) => form.elements[name];
    // `seen` is what the map shows, `view` where it goes.
    let view, seen, first, sent;
    // A map that nobody has moved yet chooses a place, and has a pin, only if the server knew one. Where the phone was
    // last is only proposed.
    let isChosen = field("lat").value !== "";
    let isProposed = form.hasAttribute("data-place-proposed");
    let asked = 0, timer = 0, named;
    // What is typed as degrees stands until somebody moves the map: the map follows later, maybe while one still types.
    let isTyped = false;

    // The ring is as wide on the ground as the thing opens.
    const ring = () => {
      const metres = Number(field("radius_m").selectedOptions[0].dataset.metres);
      const width = (2 * metres) / cairn.earth.metresPerPixel(view.latitude, view.zoom);
      box.style.setProperty("--ring", `${width}px`);
      return width;
    };
    const ask = async () => {
      const turn = ++asked;
      const query = new URLSearchParams({ lat: degrees(view.latitude), lon: degrees(view.longitude) });
      const answer = await fetch(`${form.dataset.compose}?${query}`).catch(() => null);
      if (turn === asked && answer?.ok && !answer.redirected) words.textContent = (await answer.json()).words;
    };
    const write = () => {
      const [lat, lon] = [degrees(view.latitude), degrees(view.longitude)];
      [field("map_lat").value, field("map_lon").value, field("map_z").value] = [lat, lon, view.zoom.toFixed(2)];
      if (isChosen && !isTyped) [field("lat").value, field("lon").value] = [lat, lon];
      // On its way to another place the map shows none.
      form.classList.toggle("is-placed", isChosen && Boolean(seen) && !isElsewhere(seen, view));
    };
    const look = ({ detail }) => {
      view = seen = detail;
      first ??= detail;
      ring();
      if (isElsewhere(view, first)) [isChosen, isProposed] = [true, false];
      write();
      const place = `${view.latitude},${view.longitude}`;
      // The server has named the first place already.
      named ??= isChosen ? place : "";
      if (!isChosen || place === named) return;
      named = place;
      clearTimeout(timer);
      timer = setTimeout(ask, 250);
    };
    const go = (latitude, longitude, zoom, typed = false) => {
      [isChosen, isProposed, isTyped] = [true, false, typed];
      view = { latitude, longitude, zoom: zoom ?? view.zoom };
      write();
      box.querySelector(".map").dispatchEvent(new CustomEvent("cairn:go", { detail: view }));
    };
    // A wider ring than the map zooms out, so that one sees where it ends; a narrower one comes back as near as the map
    // was before.
    let before;
    const show = () => {
      const fits = view.zoom - Math.log2(ring() / (0.8 * Math.min(box.clientWidth, box.clientHeight)));
      if (fits < view.zoom) before ??= view.zoom;
      const zoom = Math.min(before ?? view.zoom, fits);
      if (Math.abs(zoom - view.zoom) < 0.01) return;
      box.querySelector(".map").dispatchEvent(new CustomEvent("cairn:go", { detail: { ...view, zoom } }));
    };
    const touch = () => {
      before = undefined;
      isTyped = false;
    };
    for (const name of ["pointerdown", "wheel", "keydown"]) box.addEventListener(name, touch, { passive: true });
    const here = (button) => {
      button.disabled = true;
      navigator.geolocation.getCurrentPosition(
        ({ coords }) => {
          button.disabled = false;
          go(coords.latitude, coords.longitude, 17);
        },
        () => {
          button.disabled = false;
          cairn.toast(button.dataset.refused);
        },
        cairn.locationOptions,
      );
    };

    // Where the phone is becomes the place, unless somebody has chosen another one meanwhile.
    let coming;
    const isOpen = () => form.isConnected && !isTyped && (!isChosen || isProposed);
    const arrive = ({ coords: { latitude, longitude, accuracy } }) => {
      if (isOpen() && (!isChosen || accuracy <= coarse)) go(latitude, longitude, Math.max(view.zoom, near));
    };
    const come = async () => {
      if (!isOpen()) return;
      const dropped = cairn.droppedAt;
      delete cairn.droppedAt;
      if ((await cairn.locationState()) !== "granted") return void dropped?.then(arrive, () => {});
      const unknown = words.textContent;
      if (!isChosen) words.textContent = "Finding you …";
      coming = cairn.locationNow().then(arrive, () => {});
      await coming;
      coming = undefined;
      if (!isChosen) words.textContent = unknown;
    };
    // What is sent meanwhile waits for its place.
    let isWaiting = false;
    const sendWith = async (button) => {
      if (isWaiting) return;
      isWaiting = true;
      await cairn.busy(coming);
      isWaiting = false;
      if (form.isConnected) form.requestSubmit(button);
    };
    form.addEventListener("submit", (event) => {
      if (isChosen || !coming || event.submitter?.hasAttribute("formaction")) return;
      event.preventDefault();
      event.stopImmediatePropagation();
      sendWith(event.submitter);
    }, true);

    // A tap on the ground chooses it; the second of two comes nearer as well.
    let tapped;
    const isGround = (target) => target.closest(".map") && !target.closest("a, button, .map-controls, .map-foot");
    box.addEventListener("click", (event) => {
      if (!seen || event.detail > 1 || !isGround(event.target)) return;
      tapped = cairn.earth.under(event.target.closest(".map"), seen, event);
      go(tapped.latitude, tapped.longitude);
    });
    box.addEventListener("dblclick", (event) => {
      if (!tapped || !isGround(event.target)) return;
      event.stopPropagation();
      go(tapped.latitude, tapped.longitude, cairn.earth.zoomLimit(view.zoom + 1));
    }, true);

    form.classList.add("is-live");
    // Says itself what is missing: the browser's bubble would point at fields that are folded.
    form.noValidate = true;
    box.addEventListener("cairn:view", look);
    // The map has begun already.
    box.querySelector(".map").dispatchEvent(new Event("cairn:look"));

    const button = box.querySelector("[data-compose-here]");
    button.hidden = !navigator.geolocation;
    button.addEventListener("click", () => here(button));
    form.addEventListener("click", (event) => {
      const match = event.target.closest("[name='match']");
      if (!match) return;
      event.preventDefault();
      const [latitude, longitude, zoom] = match.value.split(",").map(Number);
      go(latitude, longitude, zoom);
      match.closest(".matches").remove();
    });
    // A place that was suggested while somebody typed. What a search found before is another one.
    form.addEventListener("cairn:place", ({ detail: { latitude, longitude, zoom } }) => {
      go(latitude, longitude, zoom);
      form.querySelector(".matches")?.remove();
    });
    form.addEventListener("input", ({ target }) => {
      if (target.name === "radius_m") show();
      isTyped ||= target.name === "lat" || target.name === "lon";
    });
    form.addEventListener("change", ({ target }) => {
      const [lat, lon] = [field("lat"), field("lon")].map((input) => Number(input.value.replace(",", ".") || NaN));
      if ((target.name === "lat" || target.name === "lon") && Math.abs(lat) <= 90 && Math.abs(lon) <= 180) go(lat, lon, undefined, true);
    });
    // An answer of the server moves the map only if it says another place than it was asked with: the map may have
    // moved meanwhile. Neither does a form that knows no place, such as one that was kept before there was one.
    form.addEventListener("htmx:beforeRequest", () => (sent = values(form)));
    form.addEventListener("cairn:part", ({ detail }) => {
      const [lat, lon, mapLat, mapLon, zoom] = values(form);
      ring();
      if (detail?.keepsPlace) isTyped = false;
      if (detail?.keepsPlace || String(values(form)) === String(sent) || (Number.isNaN(lat) && !sent)) return write();
      if (Number.isNaN(lat) || (lat === sent?.[0] && lon === sent[1])) go(mapLat, mapLon, zoom);
      else go(lat, lon, zoom);
    });
    come();
  };
  cairn.each("form[data-compose]", (form) => {
    // Where style sheets cannot tell that scripts run, the form stays as it is without them.
    if (matchMedia("(scripting: enabled)").matches) start(form);
  });
})();
