// The phone's position. In most forms it is only filled in; the home page sends it, once or, after a tap that the device
// remembers, while the map is open.
cairn.locationOptions = { enableHighAccuracy: true, timeout: 20000, maximumAge: 0 };
cairn.locationWords = ({ code }) => ({
  1: "Location is off for this site. Switch it on in your browser, beside the address, then try again.",
  2: "Your phone doesn't know where it is. Step outside and try again.",
  3: "That took too long. Step outside and try again.",
})[code];

// Whether pages may know where the phone is: "granted", "denied", or "prompt" before somebody has answered; nothing where
// browsers do not say.
cairn.locationState = async () =>
  navigator.geolocation && navigator.permissions?.query({ name: "geolocation" }).then(({ state }) => state, () => {});
// Where the phone is now, or was a moment ago.
cairn.locationNow = () => new Promise((done, fail) => {
  navigator.geolocation.getCurrentPosition(done, fail, { ...cairn.locationOptions, maximumAge: 30000 });
});

// Sends a fix with the token of the page's form. Returns the server's report, or its refusal with the seconds to wait for.
cairn.report = async (here, { coords, timestamp }, form = here.closest(".home, .column, .group-page").querySelector("form[data-positions]")) => {
  const body = new URLSearchParams(new FormData(form));
  // Not in fields of the form, because what a person types afterwards is not a measurement.
  const measured = { lat: coords.latitude.toFixed(7), lon: coords.longitude.toFixed(7), accuracy: coords.accuracy };
  for (const [name, value] of Object.entries(measured)) body.set(name, value);
  body.set("at", Math.round(timestamp));
  if (cairn.battery) body.set("battery", Math.round(cairn.battery.level * 100));
  const answer = await fetch(form.action, { method: "POST", headers: { Accept: "application/json" }, body });
  if (answer.status === 429) return { wait: Number(answer.headers.get("Retry-After")) || 1 };
  // A session that has ended is answered with the page for signing in.
  if (answer.redirected) return void location.assign(location.pathname);
  const report = await answer.json();
  return answer.ok ? report : { message: report.error, events: [], isRefused: true };
};

(() => {
  const card = (event) => {
    const link = Object.assign(document.createElement("a"), { href: event.url, className: "card found" });
    const text = document.createElement("span");
    text.append(
      Object.assign(document.createElement("b"), { textContent: event.title }),
      Object.assign(document.createElement("small"), { textContent: "Open it" }),
    );
    link.append(text, cairn.icon("mail-open"));
    return link;
  };
  const mapOf = (here) => here.closest(".home, .group-page")?.querySelector("[data-map]");
  // Moves the own dot.
  cairn.showFix = (here, { coords: { latitude, longitude, accuracy } }) =>
    mapOf(here)?.dispatchEvent(new CustomEvent("cairn:here", { detail: { latitude, longitude, accuracy } }));
  // Shows what an accepted position has opened: another script's surprise, or cards.
  cairn.showReport = (here, { events, isRefused }) => {
    const near = events.filter(({ kind }) => kind === "relic.near");
    const zones = events.filter(({ kind }) => kind.startsWith("zone."));
    const finds = events.filter((event) => !near.includes(event) && !zones.includes(event));
    if (zones.length) document.dispatchEvent(new CustomEvent("cairn:zones", { detail: { here, events: zones } }));
    if (finds.length) {
      const news = new CustomEvent("cairn:found", { detail: { events: finds }, cancelable: true });
      if (document.dispatchEvent(news)) {
        const cards = finds.map(card);
        here.closest("section").after(...cards);
        cards.forEach((link) => htmx.process(link));
      }
    }
    if (!isRefused) mapOf(here)?.dispatchEvent(new CustomEvent("cairn:moved", { detail: { found: finds.length > 0, near } }));
  };

  const fill = (form, name, value) => {
    let input = form.elements.namedItem(name);
    if (!input) {
      input = Object.assign(document.createElement("input"), { type: "hidden", name });
      form.append(input);
    }
    input.value = value;
  };
  // Returns true when nothing was found.
  const send = async (here, status, position) => {
    cairn.showFix(here, position);
    let report = await cairn.report(here, position);
    if (report?.wait) {
      // Another tab or device may have sent a position just now: retry once, when the server allows it.
      await new Promise((done) => setTimeout(done, 1000 * Math.min(report.wait, 10)));
      report = await cairn.report(here, position);
    }
    if (!report) return false;
    if (report.wait) report = { message: "Too many tries. Try again in a moment.", events: [], isRefused: true };
    // A page whose thing opens by this position is shown as it is now.
    if (here.dataset.locateRenews && !report.message) return void location.assign(here.dataset.locateRenews);
    status.textContent = report.message || (report.events.length ? "" : "Nothing new right here.");
    cairn.showReport(here, report);
    return !report.message && !report.events.length;
  };
  // The server opens hidden things for only a few fixes a minute and does not say for which: a second one finds what is
  // here.
  const askAgain = (here, status) =>
    navigator.geolocation.getCurrentPosition(
      (position) => here.isConnected && send(here, status, position).catch(() => {}),
      () => {},
      cairn.locationOptions,
    );
  const pause = 5000;
  let timer;
  const locate = (here, button, status) => {
    clearTimeout(timer);
    button.disabled = true;
    status.textContent = "Asking your phone …";
    const done = () => (button.disabled = false);
    navigator.geolocation.getCurrentPosition(
      async (position) => {
        const { coords } = position;
        status.textContent = `Found you, ±${Math.round(coords.accuracy)} m.`;
        if (here.dataset.locate === "send") {
          const isNothing = await send(here, status, position).catch(
            () => void (status.textContent = cairn.offline),
          );
          if (isNothing) timer = setTimeout(askAgain, pause, here, status);
        } else {
          fill(here, "lat", coords.latitude.toFixed(7));
          fill(here, "lon", coords.longitude.toFixed(7));
          here.querySelector("[data-locate-show]").click();
        }
        done();
      },
      (error) => {
        status.textContent = cairn.locationWords(error);
        done();
      },
      cairn.locationOptions,
    );
  };
  cairn.each("[data-locate]", (here) => {
    const box = here.querySelector("[data-locate-box]");
    box.hidden = !navigator.geolocation;
    const button = box.querySelector("[data-locate-button]");
    button.addEventListener("click", () => locate(here, button, here.querySelector("[data-locate-status]")));
  });
})();
