// The way to a place: how far its ring is and in which direction, renewed with each position of the phone. The arrow
// turns with the phone where it says how it is held, else with the way that one walks, else it points as on a map.
// Begins by itself where the browser may already know the position, else by a tap.
const points = ["north", "north-east", "east", "south-east", "south", "south-west", "west", "north-west"];
// Metres: of a step; from which on a number of steps is no help; that one has to walk before it is known where to.
const [stepLength, farthest, shortestLeg] = [0.75, 2000, 8];
// Metres to the ring at which the way is read aloud.
const said = [500, 200, 100, 50, 20];
const radians = (degrees) => (degrees * Math.PI) / 180;

// As `DistanceFormat` on the server writes it.
const rounded = (number, step) => Math.round(number / step) * step;
const feet = (number) => rounded(number, number < 50 ? 5 : number < 100 ? 10 : number < 300 ? 50 : 100);
const large = (number, unit) => `${Math.round(number * 10) < 100 ? number.toFixed(1) : Math.round(number)} ${unit}`;
const lengthText = (metres, units) => {
  if (units === "imperial") {
    return feet(metres / 0.3048) < 1000 ? `${feet(metres / 0.3048)} ft` : large(metres / 1609.344, "mi");
  }
  const whole = Math.round(metres) < 100 ? Math.round(metres) : rounded(metres, 10);
  return whole < 1000 ? `${whole} m` : large(metres / 1000, "km");
};
// Degrees clockwise from north; good for distances of a walk.
const bearing = (from, to) => {
  const east = (to.longitude - from.longitude) * Math.cos(radians((from.latitude + to.latitude) / 2));
  return ((Math.atan2(east, to.latitude - from.latitude) * 180) / Math.PI + 360) % 360;
};

// The map beside a way, or the one on which its card lies.
const canvasOf = (box) =>
  (box.closest("[data-map]:not([data-map=''])") ?? box.closest(".column"))?.querySelector(".map-canvas");
// The arrowheads along a line, as one path: the first a little before where one stands, the others as far apart as a
// thumb is wide, only those that lie in the drawing. Where there is no room for one there is none.
const heads = ([from, to], width, height) => {
  const length = Math.hypot(to.x - from.x, to.y - from.y);
  if (length < 24) return "";
  const [x, y] = [(to.x - from.x) / length, (to.y - from.y) / length];
  // How far along the line it is within the drawing, across or along.
  const within = (
    start,
    step,
    size,
  ) => (step ? [-start / step, (size - start) / step].sort((a, b) => a - b) : [-Infinity, Infinity]);
  const [across, along] = [within(from.x, x, width), within(from.y, y, height)];
  const gap = 72;
  const first = Math.min(36, length * 0.6);
  const end = Math.min(Math.max(first, length - 24), across[1], along[1]);
  let text = "";
  for (
    let at = first + gap * Math.max(0, Math.ceil((Math.max(across[0], along[0]) - first) / gap));
    at <= end;
    at += gap
  ) {
    const corner = (back, side) =>
      `${(from.x + x * (at - back) - y * side).toFixed(1)} ${(from.y + y * (at - back) + x * side).toFixed(1)}`;
    text += `M${corner(0, 0)}L${corner(16, 9)}L${corner(11, 0)}L${corner(16, -9)}Z`;
  }
  return text;
};
// The line on the map from where one stands to the goal, with arrowheads.
const drawLine = (canvas, from, to) => {
  const svg = canvas.querySelector(".map-svg:has(.map-tiles)");
  if (!svg) return;
  cairn.drawYou(canvas, from);
  const { project, world } = cairn.earth;
  const { lat, lon, zoom } = canvas.dataset;
  const middle = project(Number(lat), Number(lon));
  const [width, height] = [Number(svg.getAttribute("width")), Number(svg.getAttribute("height"))];
  const add = (name, className, before) => {
    const element = document.createElementNS(svg.namespaceURI, name);
    element.setAttribute("class", className);
    before.after(element);
    return element;
  };
  const line = svg.querySelector(".walk-line") ?? add("line", "walk-line", svg.querySelector(".map-tiles"));
  const head = svg.querySelector(".walk-head") ?? add("path", "walk-head", line);
  const ends = [from, to].map(({ latitude, longitude }) => {
    const at = project(latitude, longitude);
    const across = at.x - middle.x;
    return {
      x: width / 2 + (across - Math.round(across)) * world(Number(zoom)),
      y: height / 2 + (at.y - middle.y) * world(Number(zoom)),
    };
  });
  ends.forEach(({ x, y }, end) => {
    line.setAttribute(`x${end + 1}`, x.toFixed(1));
    line.setAttribute(`y${end + 1}`, y.toFixed(1));
  });
  head.setAttribute("d", heads(ends, width, height));
};

// What the phone says, for all ways of a page: one watch, one compass.
const walks = new Set();
let watch, newest, latest, corner, course, compass, isDue = false;
const compassEvents = ["deviceorientationabsolute", "deviceorientation"];
const stop = () => {
  navigator.geolocation.clearWatch(watch);
  compassEvents.forEach((name) => removeEventListener(name, turn));
  watch =
    newest =
    latest =
    corner =
    course =
    compass =
      undefined;
};
const showAll = () => {
  for (const walk of walks) {
    if (walk.box.isConnected) continue;
    walks.delete(walk);
    // The card of a pin is closed, the map stays.
    if (!walks.size) document.querySelectorAll(".walk-line, .walk-head").forEach((line) => line.remove());
  }
  if (!walks.size) return stop();
  if (latest) walks.forEach((walk) => walk.show());
};
const hear = (position) => {
  const { coords } = position;
  [newest, latest] = [position, coords];
  // A browser's own heading is that of the movement; where it has none two places tell it.
  if (coords.speed > 0.5 && Number.isFinite(coords.heading)) course = coords.heading;
  else if (!corner) corner = coords;
  else if (cairn.earth.metres(corner, coords) >= Math.max(shortestLeg, coords.accuracy / 2)) {
    [course, corner] = [bearing(corner, coords), coords];
  }
  showAll();
};
function turn(event) {
  const angle = event.webkitCompassHeading ?? (event.absolute && event.alpha !== null ? 360 - event.alpha : undefined);
  if (angle === undefined) return;
  compass = (angle + (screen.orientation?.angle ?? 0)) % 360;
  if (isDue) return;
  isDue = true;
  requestAnimationFrame(() => {
    isDue = false;
    if (watch !== undefined) showAll();
  });
}
const begin = () => {
  if (watch !== undefined || !walks.size) return;
  const fail = (error) => walks.forEach((walk) => walk.fail(error));
  watch = navigator.geolocation.watchPosition(hear, fail, { enableHighAccuracy: true, maximumAge: 5000 });
  compassEvents.forEach((name) => addEventListener(name, turn));
};
// A new drawing has no line yet.
document.addEventListener("cairn:drawn", () => walks.size && showAll());
document.addEventListener("visibilitychange", () => (document.hidden ? watch !== undefined && stop() : begin()));

const arrow = () => {
  const box = document.createElement("template");
  box.innerHTML =
    '<svg class="walk-arrow" viewBox="0 0 24 24" aria-hidden="true"><path d="M12 2 19.5 21 12 17 4.5 21Z"/></svg>';
  return box.content.firstChild;
};
const element = (name, attributes = {}) => Object.assign(document.createElement(name), attributes);

cairn.each("[data-walk]", (box) => {
  if (!navigator.geolocation) return;
  const [latitude, longitude] = box.dataset.walk.split(" ").map(Number);
  const { walkUnits: units, walkRadius, walkGoal: goal } = box.dataset;
  const [target, radius] = [{ latitude, longitude }, Number(walkRadius)];
  const [mark, distance, way, news] = [
    arrow(),
    element("b"),
    element("span"),
    element("span", { className: "visually-hidden" }),
  ];
  news.setAttribute("role", "status");
  const words = element("p");
  // A number that changes with each step is not read aloud; that it has become much smaller is.
  words.append(distance, way);
  let wasThere, nearest;
  const arrive = () => {
    news.textContent = "You’re there.";
    // Browsers refuse it on a page that nobody has touched.
    if (navigator.userActivation?.hasBeenActive) navigator.vibrate?.([40, 80, 40]);
    box.parentNode.querySelector("[data-locate='send']")?.dispatchEvent(
      new CustomEvent("cairn:there", { detail: newest }),
    );
  };
  const show = () => {
    const isFirst = !mark.isConnected;
    if (isFirst) box.replaceChildren(mark, words, news);
    box.hidden = false;
    box.parentNode.querySelectorAll("[data-walk-still]").forEach((still) => (still.hidden = true));
    const [metres, direction] = [cairn.earth.metres(latest, target), bearing(latest, target)];
    const [left, isThere] = [metres - radius, metres <= radius];
    const steps = Math.max(1, Math.round(left / stepLength));
    const isUnsure = latest.accuracy > Math.max(30, radius);
    box.classList.toggle("is-near", isThere);
    mark.style.setProperty("rotate", `${Math.round(direction - (compass ?? course ?? 0))}deg`);
    distance.textContent = isThere
      ? "You’re there"
      : `${lengthText(left, units)} ${points[Math.round(direction / 45) % 8]}`;
    if (isUnsure) way.textContent = `Your phone is unsure (±${lengthText(latest.accuracy, units)})`;
    else if (isThere) way.textContent = "";
    else {way.textContent = left < farthest
        ? `About ${steps < 20 ? steps : rounded(steps, 10)} steps to ${goal}`
        : `To ${goal}`;}
    if (isThere && !wasThere) arrive();
    wasThere = isThere;
    const limit = said.findLast((limit) => left <= limit) ?? Infinity;
    if (!isThere && limit < nearest) news.textContent = distance.textContent;
    nearest = Math.min(nearest ?? Infinity, limit);
    const canvas = canvasOf(box);
    if (canvas) drawLine(canvas, latest, target);
    // The card of a pin has its size now.
    if (isFirst) document.dispatchEvent(new CustomEvent("cairn:view"));
  };
  const offer = () => {
    const button = element("button", {
      type: "button",
      className: "button button-small button-quiet",
      textContent: "Show me the way",
    });
    button.addEventListener("click", () => {
      // A phone of Apple's asks its owner.
      globalThis.DeviceOrientationEvent?.requestPermission?.().catch(() => {});
      follow();
    });
    box.replaceChildren(button);
    box.hidden = false;
  };
  const walk = {
    box,
    show,
    fail: ({ code }) => {
      if (code === 1) walks.delete(walk);
      way.textContent = cairn.locationWords({ code });
      if (!mark.isConnected) box.replaceChildren(words);
      box.hidden = false;
    },
  };
  const follow = () => {
    walks.add(walk);
    if (latest) show();
    begin();
  };
  const asked = navigator.permissions?.query({ name: "geolocation" });
  if (asked) asked.then(({ state }) => (state === "granted" ? follow : offer)(), offer);
  else offer();
});
