// Where somebody is in a zone, the map's sheet has its songs, and the map shows it in a stronger colour.
(() => {
  const glow = new CSSStyleSheet();
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, glow];
  cairn.each("[data-zone-here]", async (here) => {
    const url = here.dataset.zoneHere, words = here.querySelector("small");
    glow.replaceSync(`body:has([data-zone-here="${url}"]) a.map-region[href="${url}"] > :last-child { fill-opacity: 0.4; }`);
    here.ariaBusy = true;
    words.textContent = "Loading its songs …";
    const answer = await fetch(url, { headers: { Accept: "text/html" } }).catch(() => {});
    const page = answer?.ok && new DOMParser().parseFromString(await answer.text(), "text/html");
    const songs = page && page.querySelector("[data-zone-tracks]");
    here.ariaBusy = false;
    words.textContent = page ? page.querySelector(".zone-head h2")?.textContent || "No songs yet" : cairn.offline;
    if (!songs) return;
    here.append(songs, page.querySelector("[data-zone-hint]") || "");
    htmx.trigger(songs, "htmx:load");
  });
  // The home page says it beside its map.
  document.addEventListener("cairn:notice", (event) => event.detail.kind === "zone.entered" && document.querySelector(".home") && event.preventDefault());
  document.addEventListener("cairn:zones", ({ detail }) => {
    for (const { kind, url, title } of detail.events) {
      const known = document.querySelector("[data-zone-here]");
      // The zone that is shown already changes nothing by being entered, nor another one by being left.
      const isKnown = known?.dataset.zoneHere === url;
      if (isKnown === (kind === "zone.left")) known?.remove();
      if (isKnown || kind === "zone.left") continue;
      const box = Object.assign(document.createElement("section"), { className: "card zone-here" });
      box.dataset.zoneHere = url;
      const link = Object.assign(document.createElement("a"), { href: url, className: "found" });
      link.append(document.createElement("span"), cairn.icon("music"));
      link.firstChild.append(Object.assign(document.createElement("b"), { textContent: title }), Object.assign(document.createElement("small"), { role: "status" }));
      box.append(link);
      detail.here?.closest("section").after(box);
      htmx.process(box);
      htmx.trigger(box, "htmx:load");
    }
  });
})();
