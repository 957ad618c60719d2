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
  let view = { latitude: Number(lat), longitude: Number(lon), zoom: Number(zoom) };
  // The pointer that draws, and the corner where it began.
  let hand;

  const edges = () => {
    const [west, south, east, north, ...more] = field.value.split(",").map((value) => Number(value.trim() || NaN));
    const isOnMap = west >= -180 && west < east && east <= 180 && south >= -85.1 && south < north && north <= 85.1;
    return isOnMap && !more.length ? { west, south, east, north } : undefined;
  };
  // The map moves often: what is said already is not announced again.
  const say = (text) => words.textContent !== text && (words.textContent = text);
  const pixel = (latitude, longitude) => {
    const [point, middle] = [project(latitude, longitude), project(view.latitude, view.longitude)];
    return [
      (point.x - middle.x) * world(view.zoom) + map.clientWidth / 2,
      (point.y - middle.y) * world(view.zoom) + map.clientHeight / 2,
    ];
  };
  const kilometres = (from, to) => {
    const length = metres(from, to) / 1000;
    return length < 9.95 ? length.toFixed(1) : Math.round(length);
  };
  const show = () => {
    const found = edges();
    frame.hidden = !found;
    if (!found) return say("");
    const { west, south, east, north } = found;
    const [[left, top], [right, bottom]] = [pixel(north, west), pixel(south, east)];
    Object.assign(frame.style, { left: `${left}px`, top: `${top}px`, width: `${right - left}px`, height: `${bottom - top}px` });
    const latitude = (south + north) / 2;
    const wide = kilometres({ latitude, longitude: west }, { latitude, longitude: east });
    const high = kilometres({ latitude: south, longitude: west }, { latitude: north, longitude: west });
    say(`${wide} × ${high} km`);
  };

  // A rectangle ends where the world does.
  const corner = ({ clientX, clientY }) => {
    const [area, middle] = [map.getBoundingClientRect(), project(view.latitude, view.longitude)];
    const [x, y] = [
      middle.x + (clientX - area.left - area.width / 2) / world(view.zoom),
      middle.y + (clientY - area.top - area.height / 2) / world(view.zoom),
    ].map((value) => Math.min(1, Math.max(0, value)));
    return { x, y };
  };
  const write = (one, other) => {
    const [west, east] = [Math.min(one.x, other.x), Math.max(one.x, other.x)].map((x) => (x - 0.5) * 360);
    const [north, south] = [Math.min(one.y, other.y), Math.max(one.y, other.y)].map((y) => place({ x: 0, y }).latitude);
    field.value = [west, south, east, north].map((degrees) => degrees.toFixed(5)).join(", ");
    show();
  };
  const draw = (isDrawing) => {
    hand = undefined;
    sheet.classList.toggle("is-drawing", isDrawing);
    button.setAttribute("aria-pressed", isDrawing);
    if (isDrawing) say("Drag from one corner to the other.");
    else show();
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
    hand = { id: event.pointerId, start: corner(event) };
  });
  sheet.addEventListener("pointermove", (event) => {
    if (hand?.id === event.pointerId) write(hand.start, corner(event));
  });
  sheet.addEventListener("pointerup", (event) => {
    if (hand?.id !== event.pointerId) return;
    if (edges()) elements.place.value = "";
    draw(false);
  });
  sheet.addEventListener("pointercancel", (event) => hand?.id === event.pointerId && draw(false));
  button.addEventListener("click", () => draw(!sheet.classList.contains("is-drawing")));
  map.addEventListener("cairn:view", ({ detail }) => {
    view = detail;
    if (!sheet.classList.contains("is-drawing") || edges()) show();
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
  // Where it was closed it had no size.
  root.addEventListener("toggle", show);
  box.hidden = false;
  map.dispatchEvent(new CustomEvent("cairn:look"));
});
