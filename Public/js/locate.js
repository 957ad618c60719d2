// The phone's position. In most forms it is only filled in; the home page sends it, once or, after a tap that the device
// remembers, while the map is open.
cairn.locationOptions = { enableHighAccuracy: true, timeout: 20000, maximumAge: 0 };
cairn.locationWords = ({ code }) => ({
  1: "Location is off for this site. Switch it on in your browser, beside the address, then try again.",
  2: "Your phone doesn't know where it is. Step outside and try again.",
  3: "That took too long. Step outside and try again.",
})[code];

// Sends a fix with a form's token. Returns the server's report, or its refusal with the seconds to wait for.
cairn.report = async (form, { coords, timestamp }) => {
  const body = new URLSearchParams(new FormData(form));
  // Not in fields of the form, because what a person types afterwards is not a measurement.
  const measured = { lat: coords.latitude.toFixed(7), lon: coords.longitude.toFixed(7), accuracy: coords.accuracy };
  for (const [name, value] of Object.entries(measured)) body.set(name, value);
  body.set("at", Math.round(timestamp));
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
  const mapOf = (form) => form.closest(".home")?.querySelector("[data-map]");
  // Moves the own dot.
  cairn.showFix = (form, { coords: { latitude, longitude, accuracy } }) =>
    mapOf(form)?.dispatchEvent(new CustomEvent("cairn:here", { detail: { latitude, longitude, accuracy } }));
  // Shows what an accepted position has opened: another script's surprise, or cards.
  cairn.showReport = (form, { events, isRefused }) => {
    if (events.length) {
      const news = new CustomEvent("cairn:found", { detail: { events }, cancelable: true });
      if (document.dispatchEvent(news)) {
        const cards = events.map(card);
        form.closest("section").after(...cards);
        cards.forEach((link) => htmx.process(link));
        // Found things replace the hint.
        document.querySelector(".sheet > .hint")?.remove();
      }
    }
    if (!isRefused) mapOf(form)?.dispatchEvent(new CustomEvent("cairn:moved", { detail: { found: events.length > 0 } }));
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
  const send = async (form, status, position) => {
    cairn.showFix(form, position);
    let report = await cairn.report(form, position);
    if (report?.wait) {
      // Another tab or device may have sent a position just now: retry once, when the server allows it.
      await new Promise((done) => setTimeout(done, 1000 * Math.min(report.wait, 10)));
      report = await cairn.report(form, position);
    }
    if (!report) return false;
    if (report.wait) report = { message: "That was too often. Try again in a moment.", events: [], isRefused: true };
    status.textContent = report.message || (report.events.length ? "" : "Nothing new right here.");
    cairn.showReport(form, report);
    return !report.message && !report.events.length;
  };
  // The server opens hidden things for only a few fixes a minute and does not say for which: a second one finds what is
  // here.
  const askAgain = (form, status) =>
    navigator.geolocation.getCurrentPosition(
      (position) => form.isConnected && send(form, status, position).catch(() => {}),
      () => {},
      cairn.locationOptions,
    );
  const pause = 5000;
  let timer;
  const locate = (form, button, status) => {
    clearTimeout(timer);
    button.disabled = true;
    status.textContent = "Asking your phone …";
    const done = () => (button.disabled = false);
    navigator.geolocation.getCurrentPosition(
      async (position) => {
        const { coords } = position;
        status.textContent = `Found you, ±${Math.round(coords.accuracy)} m.`;
        if (form.dataset.locate === "send") {
          const isNothing = await send(form, status, position).catch(
            () => void (status.textContent = "No connection. Try again in a moment."),
          );
          if (isNothing) timer = setTimeout(askAgain, pause, form, status);
        } else {
          fill(form, "lat", coords.latitude.toFixed(7));
          fill(form, "lon", coords.longitude.toFixed(7));
          form.querySelector("[data-locate-show]").click();
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
  cairn.each("form[data-locate]", (form) => {
    const box = form.querySelector("[data-locate-box]");
    box.hidden = !navigator.geolocation;
    const button = box.querySelector("[data-locate-button]");
    button.addEventListener("click", () => locate(form, button, form.querySelector("[data-locate-status]")));
  });
})();
