// Where somebody is in a zone, the map's sheet has its songs, and the map shows it in a stronger colour. Coming into one is
// felt: a wave of its colour goes over the map, and the phone gives a short buzz.
(() => {
  const glow = new CSSStyleSheet();
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, glow];
  // The zone that was entered just now, until this page shows it.
  let entered;
  const read = async (url) => {
    const answer = await fetch(url, { headers: { Accept: "text/html" } }).catch(() => {});
    return answer?.ok && new DOMParser().parseFromString(await answer.text(), "text/html");
  };
  const isInside = (page) => Boolean(page.querySelector("[data-zone-inside]"));
  const feel = async (map, page) => {
    // Before the first tap on a page a browser forbids it.
    if (!document.hidden && navigator.userActivation?.hasBeenActive !== false) navigator.vibrate?.(40);
    const { zoneWave, zoneColour } = page.querySelector("[data-zone-page]").dataset;
    if (!map || cairn.isCalm()) return;
    await import(zoneWave).then(() => cairn.zoneWave(map, zoneColour), () => {});
  };

  cairn.each("[data-zone-here]", async (here) => {
    const url = here.dataset.zoneHere, words = here.querySelector("small");
    glow.replaceSync(`body:has([data-zone-here="${url}"]) a.map-region[href="${url}"] > :last-child { fill-opacity: 0.4; }`);
    here.ariaBusy = true;
    words.textContent = "Loading its songs …";
    const page = await read(url);
    const isNew = entered === url;
    if (isNew) entered = undefined;
    // A notice may be older than what one did since.
    if (page && !isInside(page)) return here.remove();
    const songs = page && page.querySelector("[data-zone-tracks]");
    here.ariaBusy = false;
    words.textContent = page ? page.querySelector(".zone-head h2")?.textContent || "No songs yet" : cairn.offline;
    if (songs) {
      here.append(page.querySelector("[data-zone-all]"), songs, page.querySelector("[data-zone-part='hint']"));
      htmx.trigger(here, "htmx:load");
    }
    if (!page || !isNew || !here.isConnected) return;
    await feel(document.querySelector(".home [data-map]"), page);
    here.closest("[data-sheet]")?.dispatchEvent(new Event("cairn:rise"));
  });

  const home = () => document.querySelector(".home [data-locate='send']")?.closest("section");
  const shown = () => document.querySelector("[data-zone-page]");
  // On the home page, beside its map.
  const add = ({ url, title }) => {
    const box = Object.assign(document.createElement("section"), { className: "card zone-here" });
    box.dataset.zoneHere = url;
    const link = Object.assign(document.createElement("a"), { href: url, className: "found" });
    link.append(document.createElement("span"), cairn.icon("music"));
    link.firstChild.append(Object.assign(document.createElement("b"), { textContent: title }), Object.assign(document.createElement("small"), { role: "status" }));
    box.append(link);
    home().after(box);
    htmx.process(box);
    htmx.trigger(box, "htmx:load");
  };
  // On the page of the zone: what is another for who is in it.
  const renew = async () => {
    const zone = shown(), page = await read(location.href);
    entered = undefined;
    if (!page || !isInside(page) || !zone.isConnected) return;
    for (const part of document.querySelectorAll("[data-zone-part]")) {
      const fresh = page.querySelector(`[data-zone-part="${part.dataset.zonePart}"]`);
      if (!fresh) continue;
      part.replaceWith(fresh);
      htmx.process(fresh);
      htmx.trigger(fresh, "htmx:load");
    }
    feel(zone.querySelector(".map"), page);
  };
  // It is told twice: by the answer to a position, and by a notice.
  const enter = (event) => {
    const known = document.querySelector("[data-zone-here]");
    const isKnown = known?.dataset.zoneHere === event.url || entered === event.url || (shown() && isInside(document));
    if (isKnown || !(home() || shown()?.dataset.zonePage === event.url)) return;
    known?.remove();
    entered = event.url;
    (home() ? add : renew)(event);
  };
  document.addEventListener("cairn:notice", (event) => {
    const { kind, url } = event.detail;
    if (kind !== "zone.entered" || !(home() || shown()?.dataset.zonePage === url)) return;
    event.preventDefault();
    enter(event.detail);
  });
  document.addEventListener("cairn:zones", ({ detail }) => {
    for (const event of detail.events) {
      const known = document.querySelector("[data-zone-here]");
      // The zone that is shown already changes nothing by being entered, nor another one by being left.
      if (event.kind === "zone.entered") enter(event);
      else if (known?.dataset.zoneHere === event.url) known.remove();
    }
  });
})();
