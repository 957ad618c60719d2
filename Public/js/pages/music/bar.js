// A round button with an icon.
cairn.roundButton = (icon, ariaLabel, act) => {
  const element = Object.assign(document.createElement("button"), { type: "button", className: "button-round", ariaLabel });
  element.append(cairn.icon(icon));
  element.addEventListener("click", act);
  return element;
};

// What the player shows. On a phone it is a line above the navigation bar, which a tap opens to a sheet with the whole
// player; on a larger screen the whole player lies at the window's foot. Every page ends above it, by `--player`.
cairn.musicBar = ({ toggle, step, seek, close }) => {
  const look = new CSSStyleSheet();
  look.replaceSync(`
    body.has-music { --player: 57px; }
    .music { position: fixed; z-index: 20; inset: auto 0 calc(var(--bar) + env(safe-area-inset-bottom)); height: var(--player);
      border-top: 1px solid var(--line); background: var(--card); }
    .music img, .music-tile { flex: none; border-radius: 6px; object-fit: cover; }
    .music-tile { display: grid; place-items: center; background: var(--moss-soft); color: var(--moss); }
    .music-line { display: flex; align-items: center; gap: 8px; height: 56px; padding: 0 16px; }
    .music-line > :first-child { flex: 1; display: flex; align-items: center; gap: 12px; min-width: 0; min-height: 48px; padding: 0; border: 0;
      background: none; color: inherit; font: inherit; text-align: start; cursor: pointer; }
    .music-line :is(img, .music-tile) { width: 40px; height: 40px; }
    .music-line b { min-width: 0; overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
    .music:has(dialog[open]) .music-line { visibility: hidden; }
    .music input { flex: 1; }
    .music-words { display: grid; min-width: 0; line-height: 1.35; overflow-wrap: anywhere; }
    .music-words > span { color: var(--muted); }
    .music-buttons { display: flex; align-items: center; gap: 4px; }
    .music-seek { display: flex; align-items: center; gap: 8px; color: var(--muted); font-size: var(--small); font-variant-numeric: tabular-nums; }
    .music dialog { width: min(560px, 100%); max-width: none; max-height: 100dvh; margin: auto auto 0; padding: 0; border-width: 1px 0 0; border-radius: 20px 20px 0 0;
      overscroll-behavior: contain; touch-action: none; user-select: none; -webkit-user-select: none; }
    .music dialog .sheet-handle { width: 100%; margin: 0; touch-action: none; cursor: pointer; }
    .music dialog .music-whole { display: grid; gap: 12px; justify-items: center; padding: 4px 24px calc(20px + env(safe-area-inset-bottom)); text-align: center; }
    .music dialog .music-whole > :is(img, .music-tile) { width: min(100%, 40dvh, 100dvh - 430px); height: auto; aspect-ratio: 1; border-radius: var(--radius); }
    .music dialog .music-tile .icon { width: 30%; height: 30%; }
    .music dialog b { font-size: var(--large); }
    .music dialog .music-words a { min-height: 44px; display: inline-grid; align-items: center; justify-self: center; }
    .music dialog :is(.music-words, .music-seek) { width: 100%; }
    .music dialog .music-buttons { gap: 20px; }
    .music dialog .music-buttons button { width: 56px; height: 56px; }
    .music dialog .music-buttons :nth-child(2) { width: 64px; height: 64px; border-color: transparent; background: var(--moss); color: var(--on-moss); }
    .music dialog .music-close { width: auto; padding: 0 16px; border-radius: 22px; grid-auto-flow: column; gap: 8px; font: inherit; font-size: var(--control); font-weight: 600; }
    body.has-music:has(#page:not(:has(.rail))), body.has-music:has(.chat) { --player: calc(57px + env(safe-area-inset-bottom)); }
    @media (max-width: 699px) {
      .music > .music-whole { display: none; }
      .music .sheet-handle { display: block; }
      #page:is(:not(:has(.rail)), :has(.chat)) ~ #player .music { bottom: 0; }
      /* Nothing sticks out of the bar into the line. */
      body.has-music .rail .rail-drop a { width: 48px; height: 48px; margin-top: 0; }
      /* The keyboard leaves little of the window. */
      body.has-music:has(.chat textarea:focus) { --player: 0px; }
      body:has(.chat textarea:focus) .music { display: none; }
      body.has-music .chat-foot { padding-bottom: 8px; }
    }
    @media (max-width: 699px) and (max-height: 560px) {
      .music dialog { touch-action: pan-y; }
      .music dialog .music-whole > :is(img, .music-tile) { display: none; }
    }
    @media (min-width: 700px) {
      body.has-music { --player: calc(65px + env(safe-area-inset-bottom)); }
      .music { bottom: 0; left: var(--rail); }
      #page:not(:has(.rail)) ~ #player .music { left: 0; }
      .music-line { display: none; }
      .music > .music-whole { display: flex; align-items: center; gap: 12px; height: 64px; padding: 0 16px; }
      .music > .music-whole > :is(img, .music-tile) { width: 44px; height: 44px; }
      .music > .music-whole > .music-words { flex: 2 1 0; grid-template-columns: minmax(0, max-content) minmax(40%, 1fr); column-gap: 8px; font-size: var(--control); }
      .music > .music-whole > .music-words > * { overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
      .music > .music-whole b { grid-column: 1 / -1; font-size: var(--text); }
      .music > .music-whole > .music-seek { flex: 1 1 0; }
      .music > .music-whole > .music-close span { display: none; }
    }
    /* The slider needs a row of its own. */
    @media (700px <= width < 1000px) {
      body.has-music { --player: calc(105px + env(safe-area-inset-bottom)); }
      .music > .music-whole { flex-wrap: wrap; gap: 0 12px; height: 104px; padding-block: 8px 4px; }
      .music > .music-whole > .music-seek { order: 1; flex-basis: 100%; }
    }
    @media print { .music { display: none; } }`);
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, look];

  const make = (name, values, ...inside) => {
    const element = Object.assign(document.createElement(name), values);
    element.append(...inside);
    return element;
  };
  const button = cairn.roundButton;
  const clock = (seconds) => (Number.isFinite(seconds) ? `${Math.floor(seconds / 60)}:${String(Math.floor(seconds % 60)).padStart(2, "0")}` : "");

  // What the line and the whole player both have.
  const both = () => ({
    cover: make("img", { alt: "", draggable: false }), tile: make("span", { className: "music-tile" }, cairn.icon("music")), title: make("b"),
    toggle: button("play", "Play", toggle),
  });
  const [brief, full] = [both(), both()];
  const opener = make("button", { type: "button", ariaHasPopup: "dialog" }, brief.cover, brief.tile, brief.title);
  const line = make("div", { className: "music-line" }, opener, brief.toggle);
  const [artist, zone, at, length] = [make("span"), make("a", { draggable: false }), make("span"), make("span")];
  const place = make("input", { type: "range", min: 0, max: 0, step: 1, value: 0, ariaLabel: "Place in the song" });
  const end = button("x", "Close the player", close);
  end.classList.add("music-close");
  end.append(make("span", { textContent: "Close the player" }));
  const whole = make("div", { className: "music-whole" },
    full.cover, full.tile, make("div", { className: "music-words" }, full.title, artist, zone),
    make("label", { className: "music-seek" }, at, place, length),
    make("div", { className: "music-buttons" },
      button("skip-back", "Previous song", () => step(-1)), full.toggle, button("skip-forward", "Next song", () => step(1))), end);
  const sheet = make("dialog", { ariaLabel: "Music" });
  const handle = make("button", { type: "button", className: "sheet-handle", ariaLabel: "Show less" });
  sheet.append(handle);
  const bar = make("section", { className: "music", ariaLabel: "Music" }, line, whole, sheet);
  // The zone's page comes as other pages do, and the music plays on.
  for (const [name, value] of Object.entries({ boost: true, target: "#page", select: "#page", swap: "outerHTML" })) zone.setAttribute(`hx-${name}`, value);

  // The sheet: a tap on its handle or beside it, Escape, Back on a phone and a swipe downwards close it.
  let from, by = 0, isSwipe = false;
  opener.addEventListener("click", () => {
    sheet.append(whole);
    sheet.showModal();
  });
  sheet.addEventListener("close", () => line.after(whole));
  handle.addEventListener("click", () => sheet.close());
  matchMedia("(min-width: 700px)").addEventListener("change", () => sheet.close());
  zone.addEventListener("click", () => sheet.close());
  sheet.addEventListener("pointerdown", ({ isPrimary, target, clientY }) => {
    [by, isSwipe] = [0, false];
    from = isPrimary && target !== place ? clientY : undefined;
  });
  sheet.addEventListener("pointermove", ({ clientY, pointerId }) => {
    if (from === undefined) return;
    by = Math.max(0, clientY - from);
    if (by > 10 && !isSwipe) {
      isSwipe = true;
      sheet.setPointerCapture(pointerId);
    }
    if (isSwipe) sheet.style.translate = `0 ${by}px`;
  });
  for (const name of ["pointerup", "pointercancel"]) {
    sheet.addEventListener(name, () => {
      if (name === "pointerup" && from !== undefined && by > 80) sheet.close();
      from = undefined;
      sheet.style.translate = "";
      // After the click that a mouse makes of it.
      setTimeout(() => (isSwipe = false));
    });
  }
  sheet.addEventListener("click", (event) => {
    // The end of a swipe presses nothing.
    if (isSwipe) (event.stopPropagation(), event.preventDefault());
    else if (event.target === sheet) sheet.close();
  }, true);

  // The fill of the slider ends where its knob stands.
  let isSeeking = false;
  const draw = () => {
    place.style.setProperty("--done", Number(place.max) ? place.value / place.max : 0);
    place.setAttribute("aria-valuetext", `${clock(Number(place.value))} of ${clock(Number(place.max))}`);
    at.textContent = clock(Number(place.value));
    length.textContent = clock(Number(place.max));
  };
  place.addEventListener("input", () => {
    isSeeking = true;
    draw();
  });
  place.addEventListener("change", () => {
    isSeeking = false;
    seek(Number(place.value));
  });

  const show = (song, { page, isPaused, isCut, time, duration }) => {
    if (!bar.isConnected) document.getElementById("player").append(bar);
    document.body.classList.add("has-music");
    for (const { cover, tile, title, toggle } of [brief, full]) {
      if (song.cover && cover.getAttribute("src") !== song.cover) cover.src = song.cover;
      [cover.hidden, tile.hidden, title.textContent] = [!song.cover, Boolean(song.cover), song.title];
      toggle.replaceChildren(cairn.icon(isPaused ? "play" : "pause"));
      toggle.ariaLabel = isPaused ? "Play" : "Pause";
    }
    artist.textContent = [isCut ? "Preview" : "", song.artist].filter(Boolean).join(" · ");
    opener.ariaLabel = ["Open the player", isCut ? "preview" : "", song.title, song.artist, song.zone].filter(Boolean).join(", ");
    if (zone.getAttribute("href") !== page) {
      zone.href = page;
      htmx.process(zone);
    }
    zone.textContent = song.zone;
    place.max = duration;
    if (!isSeeking) place.value = Math.floor(time);
    draw();
  };
  const hide = () => {
    if (sheet.open) sheet.close();
    bar.remove();
    document.body.classList.remove("has-music");
  };
  return { element: bar, show, hide };
};
