// A group's map keeps everybody in sight whom it shows: it fits them when their first place is known, at every alert, and
// when somebody leaves its edge, until a hand moves it; then a button follows them again. On the page of one member it goes
// where they go. Whoever is outside stands at its edge. Without this, a map shows those whom it fitted when the page was loaded.
cairn.each(".group-page[data-group]", (root) => {
  const { project, place, world, zoomLimit } = cairn.earth;
  const [map, strip, button] = ["[data-map]", "[data-map-panel]", "[data-map-follow]"].map((one) => root.querySelector(one));
  // Shows the streets around somebody. From so many levels closer they are worth a new view; the first one, which the server
  // drew for the smallest screen, is left sooner.
  const [closest, closer, closerAtFirst] = [16, 2, 0.8];
  // How long a drawing may take before another one is asked for, in milliseconds.
  const patience = 5000;
  const list = () => root.querySelector("[data-map-faces]");
  // The places that stay in sight, and those that are fitted with them.
  const points = (name) => {
    const pairs = list().querySelector("[data-sight]").dataset[name].split(" ").filter(Boolean);
    return pairs.map((pair) => project(...pair.split(",").map(Number)));
  };
  let isFollowing = !/[?&]lat=/.test(location.search), isDue = false, hadPlaces = points("sight").length > 0;
  // The view that it goes to and since when, and the one to which it went last: there it stays, whatever is outside.
  let target = "", begunAt = 0, reached = "";

  // Whether an alert and what is said leave little of the map.
  const isLow = (room) => room.bottom - room.top < 280;
  const clamp = (value, low, high) => Math.min(Math.max(value, low), high);
  // The middle of a view on one axis, moved so that as much of the view as possible lies on the known ground, while all of some
  // points stay between two ends, which are told from the middle.
  const onGround = (middle, half, points, [from, to], [low, high], fade) => {
    const [first, last] = [low + fade + half, high - fade - half];
    const inside = first > last ? (low + high) / 2 : clamp(middle, first, last);
    const [least, most] = [Math.max(...points) - to, Math.min(...points) - from];
    return least > most ? middle : clamp(inside, least, most);
  };
  // The view in which all of some points lie within a part of the window, with more space above them, because pins stand on
  // their places. Only the first of them have to be seen where the ground ends.
  const fit = (all, kept, room) => {
    const [above, below] = isLow(room) ? [40, 8] : [64, 20];
    const box = { left: room.left + 36, top: room.top + above, right: room.right - 36, bottom: room.bottom - below };
    // On the side of the world that is nearer to the first.
    const near = all.map(({ x, y }) => ({ x: x - Math.round(x - all[0].x), y }));
    const ends = (axis) => [Math.min, Math.max].map((end) => end(...near.map((point) => point[axis])));
    const [[west, east], [north, south]] = [ends("x"), ends("y")];
    const [width, height] = [Math.max(32, box.right - box.left), Math.max(32, box.bottom - box.top)];
    const scale = Math.min(width / Math.max(east - west, 1e-12), height / Math.max(south - north, 1e-12));
    const free = Math.min(closest, Math.log2(scale / 512));
    // Names look large on tiles that are enlarged by much.
    const zoom = zoomLimit(Math.min(free, Math.floor(free) + 0.4));
    const frame = map.getBoundingClientRect();
    const pixels = world(zoom);
    const aside = (box.left + box.right - frame.left - frame.right) / 2 / pixels;
    const down = (box.top + box.bottom - frame.top - frame.bottom) / 2 / pixels;
    const middle = { x: (west + east) / 2 - aside, y: (north + south) / 2 - down };
    const sight = list().querySelector("[data-sight]").dataset;
    if (!sight.ground) return { ...place(middle), zoom };
    const [left, top, right, bottom] = sight.ground.split(",").map(Number);
    const [widest, part] = sight.fade.split(",").map(Number);
    const fade = Math.min(widest / pixels, part * Math.min(right - left, bottom - top));
    const along = (axis, low, high, start, end, ground) => onGround(
      middle[axis], (high - low) / 2 / pixels, near.slice(0, kept).map((point) => point[axis]),
      [start, end].map((one) => (one - (low + high) / 2) / pixels), ground, fade);
    const x = along("x", frame.left, frame.right, box.left, box.right, [left, right]);
    return { ...place({ x, y: along("y", frame.top, frame.bottom, box.top, box.bottom, [top, bottom]) }), zoom };
  };
  // Whether the map is there, or on its way.
  const go = (view) => {
    const { latitude, longitude, zoom = 0 } = view;
    const next = [latitude.toFixed(6), longitude.toFixed(6), zoom.toFixed(2)].join(" ");
    if (next === reached) return true;
    if (target && Date.now() - begunAt < patience) return next === target;
    [target, begunAt] = [next, Date.now()];
    map.dispatchEvent(new CustomEvent("cairn:go", { detail: { ...view, byItself: true } }));
    return true;
  };
  const followOne = ({ lat, lon }, { at }) => {
    const [point, frame] = [at(project(Number(lat), Number(lon))), map.getBoundingClientRect()];
    const off = Math.hypot(point.x - (frame.left + frame.right) / 2, point.y - (frame.top + frame.bottom) / 2);
    if (off > 8) go({ latitude: Number(lat), longitude: Number(lon) });
  };
  const followAll = (room, { zoom, at }) => {
    const kept = points("sight");
    if (kept.length && !hadPlaces) isDue = true;
    hadPlaces = kept.length > 0;
    if (!hadPlaces) return;
    const view = fit(isLow(room) ? kept : [...kept, ...points("around")], kept.length, room);
    const isLost = kept.some((point) => !cairn.isSeen(room, at(point)));
    const isFar = view.zoom - zoom >= (reached ? closer : closerAtFirst);
    if ((isDue || isLost || isFar) && go(view)) isDue = false;
  };

  // Above the scale and what the map says of itself.
  const roomOf = () => {
    const room = cairn.mapRoom(map, 200);
    const foot = map.querySelector(".map-notice") ?? map.querySelector(".map-foot");
    return { ...room, bottom: Math.min(room.bottom, foot.getBoundingClientRect().top - 4) };
  };
  const showFaces = (room) => {
    const top = button.hidden ? room.top : button.getBoundingClientRect().bottom + 8;
    cairn.edgeFaces(map, list(), room, { ...room, top });
  };
  const keep = () => {
    if (!root.isConnected) return;
    const [room, one] = [roomOf(), root.querySelector("[data-follow]")?.dataset];
    // Alerts and forms may leave no map.
    const hasSpace = room.right - room.left > 80 && room.bottom - room.top > 60;
    if (isFollowing && one) followOne(one, cairn.seenMap(map));
    else if (isFollowing && hasSpace) followAll(room, cairn.seenMap(map));
    showFaces(room);
  };
  const turn = (on) => {
    [isFollowing, target, reached] = [on, "", ""];
    button.hidden = on;
  };
  const begin = () => {
    if (document.activeElement === button) map.focus({ preventScroll: true });
    turn(true);
    isDue = true;
    if (hadPlaces) keep();
    else map.dispatchEvent(new CustomEvent("cairn:renew", { detail: { first: true } }));
  };
  button.addEventListener("click", begin);
  // What shows everything follows as well.
  map.addEventListener("click", (event) => {
    if (!event.target.closest(".map-all") || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    begin();
  }, { capture: true });
  map.addEventListener("cairn:hand", () => turn(false));
  map.addEventListener("cairn:view", () => showFaces(roomOf()));
  map.addEventListener("cairn:drawn", () => {
    if (target) [reached, target] = [target, ""];
    keep();
  });
  root.addEventListener("cairn:renewed", ({ detail: page }) => {
    const [old, fresh] = [list(), page.querySelector("[data-map-faces]")];
    const focused = old.contains(document.activeElement) && document.activeElement.getAttribute("href");
    old.replaceChildren(...fresh.childNodes);
    keep();
    if (focused) old.querySelector(`a[href="${CSS.escape(focused)}"]`)?.focus({ preventScroll: true });
  });

  // The alerts of this group above the page; who calls for help themselves has one without a number.
  const alerts = () => [...document.querySelectorAll("[data-alerts] .alert")].map(({ dataset }) => dataset)
    .filter(({ group = root.dataset.runningGroup }) => group === root.dataset.runningGroup).map(({ alertId = "own" }) => alertId);
  let known = alerts();
  const hear = () => {
    if (!root.isConnected) return document.removeEventListener("cairn:banners", hear);
    const now = alerts();
    if (now.some((one) => !known.includes(one))) isDue = true;
    known = now;
    keep();
  };
  document.addEventListener("cairn:banners", hear);
  // What is said above and below it takes space from the map.
  const sizes = new ResizeObserver(keep);
  for (const one of [map, strip]) sizes.observe(one);
  button.hidden = isFollowing;
});
