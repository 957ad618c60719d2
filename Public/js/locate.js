// Puts the phone's position into its form. On the map the form is sent at once; elsewhere it is only filled in.
(() => {
  const words = {
    1: "Your browser may not tell where you are. Allow it in the address bar, or type the place.",
    2: "Your phone does not know where it is. Step outside and try again.",
    3: "That took too long. Step outside and try again.",
  };
  const field = (form, name, value) => {
    let input = form.elements.namedItem(name);
    if (!input) {
      input = Object.assign(document.createElement("input"), { type: "hidden", name });
      form.append(input);
    }
    input.value = value;
  };
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
  const post = (form, body) =>
    fetch(form.action, { method: "POST", headers: { Accept: "application/json" }, body });
  // Returns true when nothing was found.
  const send = async (form, status, { coords, timestamp }) => {
    const body = new URLSearchParams(new FormData(form));
    // Not in fields of the form, because what a person types afterwards is not a measurement.
    const measured = { lat: coords.latitude.toFixed(7), lon: coords.longitude.toFixed(7), accuracy: coords.accuracy };
    for (const [name, value] of Object.entries(measured)) body.set(name, value);
    body.set("at", Math.round(timestamp));
    let answer = await post(form, body);
    if (answer.status === 429) {
      // Another tab or device may have sent a position just now: retry once, when the server allows it.
      const seconds = Math.min(Number(answer.headers.get("Retry-After")) || 1, 10);
      await new Promise((done) => setTimeout(done, 1000 * seconds));
      answer = await post(form, body);
    }
    const report = await answer.json();
    if (!answer.ok) {
      status.textContent = report.error;
      return false;
    }
    status.textContent = report.message || (report.events.length ? "" : "Nothing new right here.");
    const cards = report.events.map(card);
    form.closest(".card").before(...cards);
    // Found things replace the hint.
    if (cards.length) document.querySelector(".home-panel > .hint")?.remove();
    cards.forEach((link) => htmx.process(link));
    // The map moves there, with a pin for each found thing.
    form.closest(".home")?.querySelector("[data-map]")?.dispatchEvent(new Event("cairn:moved"));
    return !report.message && !report.events.length;
  };
  const options = { enableHighAccuracy: true, timeout: 20000, maximumAge: 0 };
  // The server opens hidden things for only a few fixes a minute and does not say for which: a second one finds what is
  // here.
  const askAgain = (form, status) =>
    navigator.geolocation.getCurrentPosition(
      (position) => form.isConnected && send(form, status, position).catch(() => {}),
      () => {},
      options,
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
        field(form, "lat", coords.latitude.toFixed(7));
        field(form, "lon", coords.longitude.toFixed(7));
        status.textContent = `Found you, ±${Math.round(coords.accuracy)} m.`;
        if (form.dataset.locate === "send") {
          const isNothing = await send(form, status, position).catch(
            () => void (status.textContent = "No connection. Try again in a moment."),
          );
          if (isNothing) timer = setTimeout(askAgain, pause, form, status);
        } else {
          form.querySelector("[data-locate-show]").click();
        }
        done();
      },
      (error) => {
        status.textContent = words[error.code];
        done();
      },
      options,
    );
  };
  cairn.each("form[data-locate]", (form) => {
    if (!navigator.geolocation) return;
    const box = form.querySelector("[data-locate-box]");
    box.hidden = false;
    const button = box.querySelector("[data-locate-button]");
    button.addEventListener("click", () => locate(form, button, box.querySelector("[data-locate-status]")));
  });
})();
