// A rectangle drawn on a map by finger or mouse, from one corner to the other. Its edges stand in a field, where they are typed
// without this. What was said last counts: the rectangle, or the place of the same form.
cairn.each("[data-region]", (root) => {
  const { world, project, place, metres } = cairn.earth;
  const { elements } = root.closest("form");
  const field = elements.bbox;
  const part = (name) => root.querySelector(`[data-region-${name}]`);
  const [box, sheet, frame, button, words] = ["map", "sheet", "frame", "draw", "words"].map(part);
  const map = box.querySelector(".map");
  const { lat, lon, zoom } = map.querySelector(".map-canvas").dataset;
  // Pixels that a pointer may move without drawing.
  const jitter = 8;
  let view = { latitude: Number(lat), longitude: Number(lon), zoom: Number(zoom) };
  let isDrawing = false;
  // The pointer that draws, where it began, what stood in the field before, and whether it has drawn anything.
  let hand;

  const edges = () => {
    const [west, south, east, north, ...more] = field.value.split(",").map((value) => Number(value.trim() || NaN));
    const isOnMap = west >= -180 && west < east && east <= 180 && south >= -85.1 && south < north && north <= 85.1;
    return isOnMap && !more.length ? { west, south, east, north } : undefined;
  };
  // The map moves often: what is said already is not announced again.
  const say = (text) => words.textContent !== text && (words.textContent = text);
  const kilometres = (from, to) => {
    const length = metres(from, to) / 1000;
    return length < 9.95 ? length.toFixed(1) : Math.round(length);
  };
  const size = ({ west, south, east, north }) => {
    const latitude = (south + north) / 2;
    const wide = kilometres({ latitude, longitude: west }, { latitude, longitude: east });
    const high = kilometres({ latitude: south, longitude: west }, { latitude: north, longitude: west });
    return `${wide} × ${high} km`;
  };
  const show = () => {
    const found = edges();
    frame.hidden = !found;
    if (!isDrawing) say(found ? size(found) : "");
    if (!found) return;
    const middle = project(view.latitude, view.longitude);
    const [start, end] = [project(found.north, found.west), project(found.south, found.east)];
    // The nearest of the places where it is seen when the map goes around the world.
    const turn = Math.round((start.x + end.x) / 2 - middle.x);
    const pixels = (value) => `${value * world(view.zoom)}px`;
    Object.assign(frame.style, {
      left: `calc(50% + ${pixels(start.x - turn - middle.x)})`,
      top: `calc(50% + ${pixels(start.y - middle.y)})`,
      width: pixels(end.x - start.x),
      height: pixels(end.y - start.y),
    });
  };

  // The point of the world below a pointer; beyond 0 and 1 where the map goes around it.
  const under = ({ clientX, clientY }) => {
    const [area, middle] = [map.getBoundingClientRect(), project(view.latitude, view.longitude)];
    return {
      x: middle.x + (clientX - area.left - area.width / 2) / world(view.zoom),
      y: middle.y + (clientY - area.top - area.height / 2) / world(view.zoom),
    };
  };
  const write = (one, other) => {
    // A rectangle ends where the world does, and stays on the side of the 180th meridian where it began.
    const turn = Math.floor(one.x);
    const side = (value) => Math.min(1, Math.max(0, value));
    const [west, east] = [one.x, other.x].map((x) => (side(x - turn) - 0.5) * 360).sort((a, b) => a - b);
    const [south, north] = [one.y, other.y].map((y) => place({ x: 0, y: side(y) }).latitude).sort((a, b) => a - b);
    field.value = [west, south, east, north].map((degrees) => degrees.toFixed(5)).join(", ");
    show();
  };
  const draw = (isWanted) => {
    if (hand?.hasDrawn) field.value = hand.before;
    hand = undefined;
    isDrawing = isWanted;
    box.classList.toggle("is-drawing", isDrawing);
    button.setAttribute("aria-pressed", isDrawing);
    show();
    if (isDrawing) say("Drag from one corner to the other.");
  };
  // The whole rectangle in sight, with some space around it.
  const go = ({ west, south, east, north }) => {
    const [start, end] = [project(north, west), project(south, east)];
    const fits = Math.min(map.clientWidth / (end.x - start.x), map.clientHeight / (end.y - start.y)) / world(0);
    const detail = { ...place({ x: (start.x + end.x) / 2, y: (start.y + end.y) / 2 }), zoom: Math.log2(fits) - 0.4 };
    if (Number.isFinite(detail.zoom)) map.dispatchEvent(new CustomEvent("cairn:go", { detail }));
  };

  sheet.addEventListener("pointerdown", (event) => {
    if (event.button || hand) return;
    sheet.setPointerCapture(event.pointerId);
    const { pointerId: id, clientX, clientY } = event;
    hand = { id, clientX, clientY, start: under(event), before: field.value, hasDrawn: false };
  });
  sheet.addEventListener("pointermove", (event) => {
    if (hand?.id !== event.pointerId) return;
    const [across, down] = [event.clientX - hand.clientX, event.clientY - hand.clientY].map(Math.abs);
    hand.hasDrawn ||= Math.min(across, down) >= jitter;
    if (hand.hasDrawn) write(hand.start, under(event));
  });
  sheet.addEventListener("pointerup", (event) => {
    if (hand?.id !== event.pointerId) return;
    const isDone = hand.hasDrawn && edges();
    if (!isDone) return draw(true);
    hand = undefined;
    elements.place.value = "";
    draw(false);
  });
  sheet.addEventListener("pointercancel", (event) => hand?.id === event.pointerId && draw(true));
  button.addEventListener("click", () => draw(!isDrawing));
  // Wherever the focus is: nothing on the sheet takes it.
  document.addEventListener("keydown", ({ key }) => key === "Escape" && isDrawing && root.isConnected && draw(false));
  map.addEventListener("cairn:view", ({ detail }) => {
    view = detail;
    show();
  });
  elements.place.addEventListener("input", () => {
    field.value = "";
    show();
  });
  field.addEventListener("input", show);
  field.addEventListener("change", () => {
    if (!edges()) return;
    elements.place.value = "";
    go(edges());
  });
  button.hidden = false;
  show();
  // What the map has shown before this came.
  map.dispatchEvent(new CustomEvent("cairn:look"));
});
