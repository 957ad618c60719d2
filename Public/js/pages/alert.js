// Makes an alert heard: a sound and a shake, the title and the icon of the page, and once for each call for help a dialog
// on phones. Without this the alert stands above every page all the same.
(() => {
  const memory = "cairn-alerts";
  const icon = document.querySelector("link[rel='icon']");
  const calm = icon.getAttribute("href");
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(`
    .alert-dialog { padding: 0; border: 0; width: min(480px, 100% - 24px); background: #b3372b; color: #fff; }
    .alert-dialog .alert { border: 0; padding: 24px 20px 8px; }
    .alert-dialog .alert-who { flex-direction: column; text-align: center; }
    .alert-dialog .alert-who b { font-size: var(--larger); line-height: 1.2; }
    .alert-dialog .alert-do > * { flex: 1 1 auto; }
    .alert-dialog .alert-do > form { flex-basis: 100%; }
    .alert-dialog .alert-do > form .button { width: 100%; }
    .alert-dialog .alert-go { flex-basis: 100%; }
    .alert-dialog .alert-go .button { flex-wrap: wrap; gap: 0 10px; min-height: 76px; border-radius: 16px; font-size: var(--larger); }
    .alert-go small { flex-basis: 100%; font-size: var(--control); font-weight: 550; }
    .alert-map { position: relative; height: min(200px, 26dvh); overflow: hidden; border-radius: 12px; background: #fff; }
    .alert-map > svg { position: absolute; left: 50%; top: 50%; transform: translate(-50%, -50%); }
    .alert-map > p { position: absolute; right: 0; bottom: 0; padding: 0 6px; background: #fff; color: #1f2624; font-size: 0.7rem; }
    .alert-later { display: block; width: 100%; padding: 12px; border: 0; background: none; color: inherit; font: inherit; text-decoration: underline; }`);
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];

  const heard = () => {
    try {
      return JSON.parse(sessionStorage.getItem(memory)) || [];
    } catch {
      return [];
    }
  };
  // Whether an alert is told for the first time in this tab.
  const isNew = (id) => {
    const known = heard();
    if (known.includes(id)) return false;
    try {
      sessionStorage.setItem(memory, JSON.stringify([...known, id].slice(-50)));
    } catch {}
    return true;
  };

  // Browsers that have not been touched yet stay silent.
  const ring = (times) => {
    if (navigator.userActivation?.hasBeenActive !== false) navigator.vibrate?.(Array(times).fill([300, 150]).flat());
    try {
      const sound = new AudioContext();
      const [tone, volume] = [sound.createOscillator(), sound.createGain()];
      tone.connect(volume).connect(sound.destination);
      for (let turn = 0; turn < times; turn++) {
        const at = sound.currentTime + turn * 0.45;
        tone.frequency.setValueAtTime(turn % 2 ? 660 : 880, at);
        volume.gain.setValueAtTime(0.4, at);
        volume.gain.setValueAtTime(0, at + 0.3);
      }
      tone.start();
      tone.stop(sound.currentTime + times * 0.45);
      tone.onended = () => sound.close();
    } catch {}
  };

  // The map around whoever calls, in which their dot moves; drawn anew where it would leave it.
  const [width, height, zoom] = [480, 200, 16];
  const isFar = ([x, y]) => Math.abs(x - width / 2) > 110 || Math.abs(y - height / 2) > 60;
  const draw = async (box, alert, frame) => {
    const page = alert.querySelector(".alert-who").getAttribute("href");
    const place = alert.querySelector("a[href^='geo:']")?.getAttribute("href").match(/^geo:(-?[\d.]+),(-?[\d.]+)/);
    if (!place) return void (box.hidden = true);
    const [lat, lon] = frame ?? place.slice(1);
    const answer = await fetch(`${page}/live?${new URLSearchParams({ lat, lon, z: zoom, w: width, h: height })}`);
    if (answer.status !== 200 || answer.redirected || !box.isConnected) return;
    const fresh = new DOMParser().parseFromString(await answer.text(), "text/html");
    const [svg, credit] = [fresh.querySelector(".map-svg"), fresh.querySelector(".map-credit")];
    const dot = svg.querySelector(`a.pin-person[href="${CSS.escape(page)}"]`)?.getAttribute("transform").match(/-?[\d.]+/g).map(Number);
    if (frame && dot && isFar(dot)) return draw(box, alert);
    const shown = frame && box.querySelector(".map-svg");
    const isLaid = (part) => !part.matches(".map-tiles");
    if (shown) {
      for (const part of [...shown.children].filter(isLaid)) part.remove();
      shown.append(...[...svg.children].filter(isLaid));
    } else box.replaceChildren(svg, ...(credit ? [credit] : []));
    box.hidden = false;
    box.frame = [lat, lon];
  };
  // One large way to say that one comes: it leads to where they are.
  const offerGo = (form) => {
    const button = form.querySelector("button"), words = button.querySelector("span");
    form.querySelector("[name='then']").value = "map";
    form.className = "alert-go";
    button.append(Object.assign(document.createElement("small"), { textContent: `Everybody reads: ${words.textContent}` }));
    words.textContent = "Go";
    form.parentNode.prepend(form);
  };

  const open = (alert) => {
    if (!matchMedia("(max-width: 699px)").matches || document.querySelector("dialog[open]")) return;
    const dialog = Object.assign(document.createElement("dialog"), { className: "alert-dialog" });
    dialog.setAttribute("aria-label", alert.getAttribute("aria-label"));
    const copy = alert.cloneNode(true);
    // What is looked for by these names stands on a page once.
    for (const name of ["data-alert", "data-alert-id", "data-script"]) copy.removeAttribute(name);
    const answer = copy.querySelector("[data-answer]");
    if (answer) offerGo(answer);
    const map = Object.assign(document.createElement("div"), { className: "alert-map", inert: true, hidden: true });
    copy.querySelector(".alert-who").after(map);
    const later = Object.assign(document.createElement("button"), { type: "button", className: "alert-later", textContent: "Back to the page" });
    later.addEventListener("click", () => dialog.close());
    dialog.append(copy, later);
    dialog.addEventListener("click", ({ target }) => target.closest("a") && dialog.close());
    dialog.addEventListener("close", () => dialog.remove());
    dialog.autofocus = true;
    document.querySelector("#page").append(dialog);
    htmx.process(dialog);
    dialog.dataset.of = alert.dataset.alertId;
    dialog.showModal();
    draw(map, alert).catch(() => {});
  };

  const sign = "‼ ";
  let kept = "", timer;
  const shown = () => [...document.querySelectorAll("[data-alert-id][data-script]")];
  const blink = () => {
    const [alert] = shown();
    // The count of notices may have been put before it.
    const isOurs = document.title.includes(sign);
    if (!isOurs) kept = document.title;
    document.title = alert && !isOurs ? sign + alert.getAttribute("aria-label") : kept;
    icon.setAttribute("href", alert ? "/icons/alert.svg" : calm);
    if (alert) return;
    clearInterval(timer);
    timer = undefined;
  };
  cairn.each("[data-alert-id][data-script]", (alert) => {
    timer ??= setInterval(blink, 1000);
    if (alert.matches(".is-answered") || !isNew(alert.dataset.alertId)) return;
    const isHelp = alert.dataset.alert === "help";
    ring(isHelp ? 6 : 2);
    if (isHelp) open(alert);
  });

  // What fills the screen begins below the alerts.
  const size = () => document.documentElement.style.setProperty("--alerts", `${document.querySelector("[data-alerts]")?.offsetHeight || 0}px`);
  const watcher = new ResizeObserver(size);
  cairn.each("[data-alerts]", (box) => watcher.observe(box));

  // Where somebody is now, and who has seen it; at most every few seconds.
  let asked = 0, later;
  const renew = () => {
    [asked, later] = [Date.now(), undefined];
    if (shown().length) cairn.renewBanners();
  };
  document.addEventListener("cairn:change", ({ detail }) => {
    if (detail?.part?.startsWith("group-") && shown().length) later ??= setTimeout(renew, Math.max(0, asked + 5000 - Date.now()));
  });
  document.addEventListener("cairn:banners", () => {
    for (const dialog of document.querySelectorAll(".alert-dialog")) {
      const alert = shown().find(({ dataset }) => dataset.alertId === dialog.dataset.of);
      const map = dialog.querySelector(".alert-map");
      if (!alert) {
        dialog.close();
        continue;
      }
      dialog.querySelector(".alert-who").replaceChildren(...alert.querySelector(".alert-who").cloneNode(true).childNodes);
      draw(map, alert, map.frame).catch(() => {});
    }
    blink();
  });
})();
