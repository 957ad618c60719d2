// The find. When a report of the position finds notes, they lie over the map on a cairn; the page of a note that opens
// for the first time unfolds. Without this, found notes are links on the map's page.
(() => {
  const listOf = (root) => root.querySelector("[data-home-part='found']");

  // Puts the parts of a fresh home page into this one. The rest stays: it may be reporting a position.
  // Long ago: the page may be older than the first position that is told from it.
  let renewed = 0;
  const renew = async () => {
    renewed = Date.now();
    // With a query: without one it may lead to the camera, once, and nobody would get there.
    const answer = await fetch("/?parts=1", { headers: { Accept: "text/html" } });
    if (!answer.ok || answer.redirected) throw new Error(answer.status);
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    const here = document.querySelector("[data-locate='send']")?.closest(".card");
    if (!here) return;
    let box = document.querySelector(".found-list");
    if (!box) here.after(box = Object.assign(document.createElement("div"), { className: "found-list" }));
    const parts = [...page.querySelectorAll("[data-home-part]")];
    const focused = box.contains(document.activeElement) && document.activeElement.getAttribute("href");
    box.querySelectorAll("[data-home-part]").forEach((old) => old.remove());
    box.prepend(...parts);
    for (const part of parts) {
      htmx.process(part);
      htmx.trigger(part, "htmx:load");
    }
    if (focused) box.querySelector(`a[href="${CSS.escape(focused)}"]`)?.focus({ preventScroll: true });
  };
  const nearby = () => document.querySelector("[data-home-part='nearby']")?.textContent;

  // Not that of a control under a finger, which is a transition.
  const motion = (part) =>
    part.getAnimations({ subtree: true }).filter((one) => one.playState === "running" && one instanceof CSSAnimation);
  const settle = (part) => motion(part).forEach((one) => one.finish());
  const close = (dialog) => {
    const path = dialog.querySelector(".folded")?.dataset.note;
    dialog.remove();
    document.querySelector(`[data-note="${CSS.escape(path)}"]`)?.focus();
  };

  const open = (events) => {
    const list = listOf(document);
    const notes = events.flatMap(({ url }) => {
      const note = list?.querySelector(`[data-note="${CSS.escape(url)}"]`);
      return note ? [note.cloneNode(true)] : [];
    });
    // Opened elsewhere meanwhile.
    if (!notes.length) return;
    const dialog = list.querySelector("template").content.querySelector("dialog").cloneNode(true);
    const head = dialog.querySelector("h2");
    head.textContent = notes.length === 1 ? events[0].title : head.dataset.several;
    dialog.classList.toggle("is-several", notes.length !== 1);
    dialog.querySelector(".find-notes").append(...notes);
    dialog.querySelector("[data-find-later]").addEventListener("click", () => close(dialog));
    dialog.addEventListener("cancel", (event) => (event.preventDefault(), close(dialog)));
    // The first tap ends the motion, unless it is on *Later*; one on the cairn unfolds the note, one beside the card
    // puts it away.
    dialog.addEventListener("click", (event) => {
      if (event.target.closest("[data-find-later]")) return;
      if (motion(dialog).length && event.detail) {
        return void (settle(dialog), event.preventDefault(), event.stopPropagation());
      }
      if (event.target.closest(".find-scene")) notes[0]?.click();
      if (event.target === dialog) close(dialog);
    }, true);
    document.querySelector("#page").append(dialog);
    htmx.process(dialog);
    dialog.showModal();
    dialog.querySelector(".folded, [data-find-later]").focus();
    if (navigator.userActivation?.hasBeenActive !== false) navigator.vibrate?.([20, 90, 30]);
  };

  // A find is told twice: by the answer to the position, and by a notice on all pages of the finder.
  const told = new Set();
  const tabs = window.BroadcastChannel && new BroadcastChannel("cairn-found");
  const remember = (urls) => urls.forEach((url) => told.add(url));
  tabs?.addEventListener("message", ({ data }) => remember(data));

  const show = async (notes) => {
    const urls = notes.map(({ url }) => url);
    remember(urls);
    tabs?.postMessage(urls);
    // A second find while one lies open: both are shown.
    const shown = [...document.querySelectorAll("dialog.find")].flatMap((dialog) => {
      const old = [...dialog.querySelectorAll(".folded")].map((note) => ({ url: note.dataset.note }));
      dialog.remove();
      return old;
    });
    try {
      await renew();
      open([...notes, ...shown]);
    } catch {
      location.assign("/");
    }
  };
  document.addEventListener("cairn:found", (event) => {
    const notes = event.detail.events.filter(({ kind }) => kind === "note.found");
    if (!notes.length) return;
    event.preventDefault();
    show(notes);
  });

  // Found by another device. The answer to this page's own position may still be on its way.
  const isHome = () => Boolean(document.querySelector(".home"));
  document.addEventListener("cairn:notice", async (event) => {
    const { kind, url } = event.detail;
    if (kind !== "note.found") return;
    if (told.has(url) || isHome()) event.preventDefault();
    if (told.has(url) || !isHome()) return;
    await new Promise((done) => setTimeout(done, 1500));
    if (told.has(url) || !isHome()) return;
    await show([event.detail]);
    document.querySelector(".home [data-map]")?.dispatchEvent(
      new CustomEvent("cairn:moved", { detail: { found: true } }),
    );
  });
  // Other notices may be of something that the home page shows.
  addEventListener(
    "cairn:notice",
    (event) => event.detail.kind === "note.found" || !isHome() || renew().catch(() => {}),
  );

  // The list of what opens here follows every step; `near.js` raises what is new in it.
  const listed = () =>
    [...document.querySelectorAll("[data-home-part='near-relics'] a")].map((link) => link.getAttribute("href"));
  document.addEventListener("cairn:moved", async ({ detail }) => {
    if (!detail?.near) return;
    const isSame = detail.near.map(({ url }) => url).sort().join() === listed().sort().join();
    if (!isSame && !detail.found) await renew().catch(() => {});
  }, true);

  // What waits nearby changes as one walks; then the light on the map does as well. The map is told of positions by an
  // event that does not bubble.
  document.addEventListener("cairn:moved", async ({ target, detail }) => {
    if (detail?.found || Date.now() - renewed < 60_000 || document.querySelector("dialog.find")) return;
    const before = nearby();
    await renew().catch(() => {});
    if (nearby() !== before) target.dispatchEvent(new CustomEvent("cairn:moved", { detail: { found: true } }));
  }, true);

  // A tap or a key shows at once what is still unfolding.
  cairn.each("[data-unfolds]", (page) => {
    for (const type of ["pointerdown", "keydown"]) document.addEventListener(type, () => settle(page), { once: true });
  });
})();
