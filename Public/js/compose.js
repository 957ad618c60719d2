// The composer's map: its middle, under a fixed pin, is the place of what is left. Without this the form has a picker
// of image buttons and two fields for degrees.
(() => {
  const degrees = (value) => String(Number(value.toFixed(6)));
  const names = ["lat", "lon", "map_lat", "map_lon", "map_z"];
  const values = (form) => names.map((name) => Number(form.elements[name].value || NaN));

  const start = (form) => {
    const box = form.querySelector(".compose-map");
    const words = box.querySelector("[data-compose-place]");
    const field = (name) => form.elements[name];
    let view, sent;
    // A map that nobody has moved yet chooses a place only if the server knew one.
    let isChosen = field("lat").value !== "";
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
      if (field("radius_proposed")) query.set("radius", 1);
      const answer = await fetch(`${form.dataset.compose}?${query}`).catch(() => null);
      if (turn !== asked || !answer?.ok || answer.redirected) return;
      const said = await answer.json();
      words.textContent = said.words;
      form.dispatchEvent(new CustomEvent("cairn:place", { detail: said }));
    };
    const write = () => {
      const [lat, lon] = [degrees(view.latitude), degrees(view.longitude)];
      [field("map_lat").value, field("map_lon").value, field("map_z").value] = [lat, lon, view.zoom.toFixed(2)];
      if (isChosen && !isTyped) [field("lat").value, field("lon").value] = [lat, lon];
    };
    const look = ({ detail }) => {
      const moved = view && (view.latitude !== detail.latitude || view.longitude !== detail.longitude);
      view = detail;
      ring();
      isChosen ||= Boolean(moved);
      write();
      const place = `${view.latitude},${view.longitude}`;
      // The server has named the first place already.
      named ||= place;
      if (!isChosen || place === named) return;
      named = place;
      clearTimeout(timer);
      timer = setTimeout(ask, 250);
    };
    const go = (latitude, longitude, zoom, typed = false) => {
      isChosen = true;
      isTyped = typed;
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

    form.classList.add("is-live");
    // Says itself what is missing: the browser's bubble would point at fields that are folded.
    form.noValidate = true;
    box.addEventListener("cairn:view", look);
    // Before the map's own script starts it.
    box.querySelector(".map").toggleAttribute("data-map-quiet", true);

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
    form.addEventListener("input", ({ target }) => {
      if (target.name === "radius_m") show();
      isTyped ||= target.name === "lat" || target.name === "lon";
    });
    form.addEventListener("change", ({ target }) => {
      const [lat, lon] = [field("lat"), field("lon")].map((input) => Number(input.value.replace(",", ".") || NaN));
      if ((target.name === "lat" || target.name === "lon") && Math.abs(lat) <= 90 && Math.abs(lon) <= 180) {
        go(lat, lon, undefined, true);
      }
    });
    // An answer of the server moves the map only if it says another place than it was asked with: the map may have
    // moved meanwhile.
    form.addEventListener("htmx:beforeRequest", () => (sent = values(form)));
    form.addEventListener("cairn:part", () => {
      const [lat, lon, mapLat, mapLon, zoom] = values(form);
      ring();
      if (String(values(form)) === String(sent)) return write();
      if (Number.isNaN(lat) || (lat === sent?.[0] && lon === sent[1])) go(mapLat, mapLon, zoom);
      else go(lat, lon, zoom);
    });
  };
  cairn.each("form[data-compose]", (form) => {
    // Where style sheets cannot tell that scripts run, the form stays as it is without them.
    if (matchMedia("(scripting: enabled)").matches) start(form);
  });

  // A circle ticks its friends; it is ticked while all of them are.
  cairn.each(".friend-choices", (group) => {
    const circles = [...group.querySelectorAll("[data-circle]")];
    const friends = ({ dataset }) =>
      dataset.circle.split(" ").map((name) => group.querySelector(`.person [value="${CSS.escape(name)}"]`)).filter(
        Boolean,
      );
    const show = () =>
      circles.forEach((circle) => (circle.checked = friends(circle).every((friend) => friend.checked)));
    group.addEventListener("change", ({ target }) => {
      if (target.matches("[data-circle]")) friends(target).forEach((friend) => (friend.checked = target.checked));
      show();
    });
    group.closest("form")?.addEventListener("reset", () => setTimeout(show));
    show();
  });

  // What is set in the fold, beside its name.
  cairn.each(".compose-more", (fold) => {
    const words = fold.querySelector("[data-more]");
    const time = (name) => {
      const { value } = fold.querySelector(`[name="${name}"]`) || {};
      return value &&
        new Date(value).toLocaleString("en-GB", {
          weekday: "long",
          day: "numeric",
          month: "short",
          hour: "2-digit",
          minute: "2-digit",
        });
    };
    const isSet = (name) =>
      fold.querySelector(`[name="${name}"]:is(:checked, [type='text'], [type='password']):not(:placeholder-shown)`);
    const show = () => {
      const [opens, closes] = [time("opens_at"), time("closes_at")];
      const all = [
        opens && `from ${opens}`,
        closes && `until ${closes}`,
        isSet("password") && "password",
        isSet("hint") && "hint",
        isSet("show_on_map") && "on their map",
        isSet("quiet") && "no reminder",
      ];
      words.textContent = all.some(Boolean) ? `: ${all.filter(Boolean).join(", ")}` : "";
    };
    fold.addEventListener("input", show);
    fold.closest("form")?.addEventListener("reset", () => setTimeout(show));
  });

  // A search in a long list of friends. Chosen ones stay in sight.
  cairn.each("[data-friend-find]", (input) => {
    input.hidden = false;
    const people = [...input.closest("fieldset").querySelectorAll(".person")];
    input.addEventListener("input", () => {
      const words = input.value.trim().toLocaleLowerCase();
      for (const person of people) {
        person.hidden = !person.textContent.toLocaleLowerCase().includes(words) &&
          !person.querySelector("input").checked;
      }
    });
    // Enter chooses the only one left.
    input.addEventListener("keydown", (event) => {
      if (event.key !== "Enter") return;
      event.preventDefault();
      const left = people.filter((person) => !person.hidden && !person.querySelector("input").checked);
      if (left.length === 1) left[0].querySelector("input").click();
    });
  });
})();
