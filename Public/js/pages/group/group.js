// A group's page moves by itself: when somebody moves, it asks for what lies over the map, and for the list, alone; the
// portraits glide to where they are now. Without this, a page shows how things were when it was loaded.
cairn.each(".group-page[data-group]", (root) => {
  const map = root.querySelector("[data-map]");
  // Milliseconds: at most one request in the first, one at least in the second, because ages grow.
  const [shortest, longest] = [1000, 30000];
  let soon, last = 0, isBusy = false, isAgain = false, timer;

  const places = (svg) => new Map([...svg.querySelectorAll("a.pin-person")].map((pin) => [pin.getAttribute("href"), pin.getAttribute("transform")]));
  const motion = (from) => from.replace(/translate\((\S+) (\S+)\)/, "translate($1px, $2px)");
  const draw = (svg, fresh) => {
    const before = places(svg);
    const focused = svg.contains(document.activeElement) && document.activeElement.getAttribute("href");
    for (const old of [...svg.children]) if (!old.matches(".map-tiles")) old.remove();
    svg.append(...fresh.children);
    if (focused) svg.querySelector(`a[href="${CSS.escape(focused)}"]`)?.focus({ preventScroll: true });
    root.dispatchEvent(new CustomEvent("cairn:overlay"));
    if (cairn.isCalm()) return;
    for (const pin of svg.querySelectorAll("a.pin-person")) {
      const [from, to] = [before.get(pin.getAttribute("href")), pin.getAttribute("transform")];
      if (from && from !== to) pin.animate([{ transform: motion(from) }, { transform: motion(to) }], { duration: 600, easing: "ease-in-out" });
    }
  };
  // A form that somebody writes in, or is about to press, stays.
  const isInUse = (list) =>
    [...list.querySelectorAll("input:not([type=hidden])")].some(({ value }) => value) || list.contains(document.activeElement) || list.querySelector("dialog[open]");
  const list = (page) => {
    for (const old of root.querySelectorAll("[data-map-list]")) {
      const fresh = page.querySelector(`[data-map-list="${old.dataset.mapList}"]`);
      if (!fresh) continue;
      if (fresh.dataset.sharing) {
        root.dispatchEvent(new CustomEvent("cairn:sharing", { detail: { state: fresh.dataset.sharing, words: fresh.textContent } }));
        continue;
      }
      if (old.innerHTML === fresh.innerHTML) continue;
      const focused = document.activeElement?.getAttribute?.("href");
      if (old.dataset.mapList !== "people" && isInUse(old)) continue;
      if (old.querySelector("dialog[open], details[open]")) continue;
      const [box, left, top] = [old.querySelector(".strip-row"), old.querySelector(".strip-row")?.scrollLeft, old.querySelector(".strip-row")?.scrollTop];
      const hadFocus = old.contains(document.activeElement);
      old.replaceChildren(...fresh.childNodes);
      htmx.process(old);
      if (box && old.querySelector(".strip-row")) Object.assign(old.querySelector(".strip-row"), { scrollLeft: left, scrollTop: top });
      if (hadFocus && focused) old.querySelector(`a[href="${CSS.escape(focused)}"]`)?.focus({ preventScroll: true });
    }
  };

  const ask = async () => {
    const canvas = map.querySelector(".map-canvas");
    const svg = canvas.querySelector(".map-svg");
    const query = new URLSearchParams({
      overlay: 1, lat: canvas.dataset.lat, lon: canvas.dataset.lon, z: canvas.dataset.zoom,
      w: svg.getAttribute("width"), h: svg.getAttribute("height"),
    });
    const answer = await fetch(`${map.dataset.mapPart}?${query}`);
    // The group is over, or one is no longer in it.
    if (answer.status === 204 || answer.status === 404 || answer.redirected) return location.assign(location.pathname);
    if (!answer.ok) return;
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    if (!root.isConnected) return;
    // Unless the map was drawn anew meanwhile.
    if (canvas === map.querySelector(".map-canvas")) draw(svg, page.querySelector("[data-overlay] > svg"));
    list(page);
    root.dispatchEvent(new CustomEvent("cairn:renewed", { detail: page }));
    watch();
  };
  const renew = async () => {
    soon = undefined;
    if (document.hidden || !root.isConnected) return;
    if (isBusy) return void (isAgain = true);
    isBusy = true;
    last = Date.now();
    await ask().catch(() => {});
    isBusy = false;
    if (isAgain) renewSoon();
    isAgain = false;
  };
  // The members' browsers do not all ask in the same moment.
  const renewSoon = () => {
    soon ??= setTimeout(renew, Math.max(Math.random() * 150, last + shortest - Date.now()));
  };

  // Seconds until the alarm goes out.
  const watch = () => {
    clearInterval(timer);
    const alarm = root.querySelector("[data-alarm-in]");
    if (!alarm) return;
    const end = Date.now() + Number(alarm.dataset.alarmIn);
    const count = () => {
      const left = Math.ceil((end - Date.now()) / 1000);
      alarm.querySelector("[data-alarm-left]").textContent = left > 0 ? `${left} s` : "";
      if (left > 0) return;
      clearInterval(timer);
      setTimeout(renewSoon, 500);
    };
    timer = setInterval(count, 250);
    count();
  };

  const handle = root.querySelector("[data-strip-handle]");
  handle.addEventListener("click", () => {
    const isFolded = root.classList.toggle("is-folded");
    handle.setAttribute("aria-expanded", !isFolded);
  });
  // How others join lies over the map.
  const more = root.querySelector(".map-more");
  root.addEventListener("click", ({ target }) => target.closest(".map-more") || (more.open = false));
  const hear = ({ type, detail }) => {
    if (!root.isConnected) document.removeEventListener(type, hear);
    // An alert matters more.
    else if (type === "cairn:banners") more.open &&= !document.querySelector("[data-alert]");
    else if (type === "visibilitychange" ? !document.hidden : type === "cairn:group" || detail?.part === root.dataset.group) renewSoon();
  };
  for (const type of ["cairn:change", "cairn:group", "cairn:banners", "visibilitychange"]) document.addEventListener(type, hear);
  // A browser new to this site is told of nothing that happened before its stream began, such as its first position.
  root.addEventListener("cairn:reported", renewSoon, { once: true });
  const pulse = setInterval(() => {
    if (!root.isConnected) clearInterval(pulse);
    else if (Date.now() - last > longest) renewSoon();
  }, longest / 3);
  // A new drawing of the map leaves the lists alone: they are renewed here, but for a form that somebody writes in.
  for (const one of root.querySelectorAll("[data-map-list]")) one.dataset.kept = "";
  last = Date.now();
  watch();
});
