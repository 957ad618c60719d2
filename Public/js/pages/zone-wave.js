// A wave of a zone's colour goes once over a map, from one's own dot to the farthest corner.
(() => {
  const look = new CSSStyleSheet();
  look.replaceSync(`
    .zone-wave { position: absolute; inset: 0; overflow: hidden; border-radius: inherit; pointer-events: none; }
    .zone-wave i { position: absolute; border-radius: 50%; background: radial-gradient(closest-side,
      color-mix(in srgb, var(--wave) 14%, transparent) 40%, color-mix(in srgb, var(--wave) 60%, transparent) 92%, transparent); }`);
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, look];

  const within = (value, limit) => Math.min(Math.max(value, 0), limit);
  cairn.zoneWave = async (map, colour) => {
    const frame = map.getBoundingClientRect();
    const you = (map.querySelector(".map-you circle") || map).getBoundingClientRect();
    const x = within(you.x + you.width / 2 - frame.x, frame.width), y = within(you.y + you.height / 2 - frame.y, frame.height);
    const reach = Math.hypot(Math.max(x, frame.width - x), Math.max(y, frame.height - y));
    const [wave, ring] = [document.createElement("div"), document.createElement("i")];
    Object.assign(wave, { className: "zone-wave", ariaHidden: "true" });
    wave.style.setProperty("--wave", colour);
    Object.assign(ring.style, { left: `${x - reach}px`, top: `${y - reach}px`, width: `${2 * reach}px`, height: `${2 * reach}px` });
    wave.append(ring);
    // Below the map's buttons.
    map.querySelector(".map-canvas").after(wave);
    const steps = [{ transform: "scale(0)", opacity: 1 }, { opacity: 0.8, offset: 0.6 }, { transform: "scale(1)", opacity: 0 }];
    await ring.animate(steps, { duration: 1400, easing: "ease-out" }).finished.catch(() => {});
    wave.remove();
  };
})();
