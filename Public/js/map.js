// Moves maps. The server draws every view; a camera says what part of the world is seen, and until the next drawing
// arrives the present one is shifted and scaled to it.
//
// Events of a map: `cairn:view` on every change (detail: latitude, longitude and zoom of its middle), `cairn:drawn` with
// a new drawing, `cairn:hand` when somebody moves it. It listens to `cairn:go` (latitude, longitude, zoom; `isByHand` if
// somebody chose it, `byItself` for a map that follows something, whose page keeps its address), `cairn:pan` (pixels x and
// y), `cairn:look` (a script that came late asks for `cairn:view`), `cairn:here` (a fix), `cairn:moved` (a position was
// accepted; `found` says whether it opened something) and `cairn:renew` (what it shows changed; `first` asks for the first
// view again). A map with `data-map-quiet` leaves the page's address alone. Lists outside of it with the same
// `data-map-list` as in the answer are renewed with it, unless they have `data-kept`.
(() => {
  const { world, project, place, zoomLimit } = cairn.earth;
  // Shows the streets around.
  const near = 16;
  const frameOf = ({ dataset, firstElementChild: svg }) => ({
    ...project(Number(dataset.lat), Number(dataset.lon)),
    zoom: Number(dataset.zoom),
    width: Number(svg.getAttribute("width")),
    height: Number(svg.getAttribute("height")),
  });

  // What the hands, the controls and the events do to a map.
  const viewOf = (map) => {
    let base = map.dataset.map;
    const isQuiet = map.hasAttribute("data-map-quiet");
    let canvas = map.querySelector(".map-canvas");
    let shown = frameOf(canvas);
    let camera = { x: shown.x, y: shown.y, zoom: shown.zoom };
    let look = cairn.tilesAhead(canvas);
    let latest = 0, drawn = 0, timer = 0, request, isHeld = false, stopGlide = () => {};
    let you;
    // Whether the map follows the phone: until somebody moves it.
    let follows = !isQuiet && Boolean(map.closest(".home-map")) && !/[?&](lat|view)=/.test(location.search);
    let isFirst = true;
    // Whether it goes where a page's script wants it: until somebody moves it.
    let goesByItself = false;

    // The shift of the drawing in the frame, and its scale.
    const shift = () => {
      const [across, size] = [shown.x - camera.x, world(camera.zoom)];
      return {
        x: (across - Math.round(across)) * size,
        y: (shown.y - camera.y) * size,
        scale: 2 ** (camera.zoom - shown.zoom),
      };
    };
    // The visible part of the drawing, in its own pixels.
    const visible = () => {
      const { x, y, scale } = shift();
      const [left, top] = [(-map.clientWidth / 2 - x) / scale + shown.width / 2, (-map.clientHeight / 2 - y) / scale + shown.height / 2];
      return { left, top, right: left + map.clientWidth / scale, bottom: top + map.clientHeight / scale };
    };
    const tell = (name, detail) => map.dispatchEvent(new CustomEvent(name, { bubbles: true, detail }));
    const show = () => {
      const { x, y, scale } = shift();
      const isStill = !x && !y && scale === 1;
      const change = `translate(-50%, -50%) translate(${x}px, ${y}px) scale(${scale})`;
      if (isStill) canvas.style.removeProperty("transform");
      else canvas.style.setProperty("transform", change);
      tell("cairn:view", { ...place(camera), zoom: camera.zoom });
    };
    const change = (next) => {
      camera = { ...camera, ...next };
      // Like the server's drawings, the map does not extend past the poles where it need not.
      const half = shown.height / 2 / world(camera.zoom);
      camera.y = half >= 0.5 ? 0.5 : Math.min(1 - half, Math.max(half, camera.y));
      show();
    };
    const stop = () => {
      clearTimeout(timer);
      timer = 0;
      stopGlide();
    };

    const address = ({ x, y, zoom }) => {
      const { latitude, longitude } = place({ x, y });
      return `${base}lat=${latitude.toFixed(6)}&lon=${longitude.toFixed(6)}&z=${Number(zoom.toFixed(3))}`;
    };
    // The whole page, or only the map where that is enough.
    const part = (url) => (map.dataset.mapPart ? url.replace(/^[^?]*/, map.dataset.mapPart) : url);

    // Puts a drawing below the present one until its tiles are there.
    const prepare = (fresh, frame, target) => {
      fresh.className = "map-coming";
      // Below what lies over the map.
      map.querySelector(".map-foot").before(fresh);
      if (you) cairn.drawYou(fresh, you);
      const size = world(frame.zoom);
      const middle = { x: frame.width / 2 + (target.x - frame.x) * size, y: frame.height / 2 + (target.y - frame.y) * size };
      return cairn.tilesThere(fresh, middle, { width: map.clientWidth, height: map.clientHeight });
    };
    // Controls stay, so that they keep the focus.
    const dress = (fresh) => {
      map.querySelector(".map-foot").replaceChildren(...fresh.querySelector(".map-foot").childNodes);
      const controls = map.querySelector(".map-controls");
      for (const link of fresh.querySelectorAll(".map-controls a")) {
        const name = link.getAttribute("aria-label");
        const old = [...(controls?.children || [])].find((one) => one.getAttribute("aria-label") === name);
        if (old) Object.assign(old, { href: link.getAttribute("href"), className: link.className });
      }
      const [chips, freshChips] = [map, fresh].map((one) => one.querySelector(".map-chips"));
      if (!chips || !freshChips) return;
      const focus = [...chips.children].indexOf(document.activeElement);
      chips.replaceChildren(...freshChips.childNodes);
      chips.children[focus]?.focus({ preventScroll: true });
    };
    const swap = (fresh, frame) => {
      const past = canvas;
      const focus = past.contains(document.activeElement) && document.activeElement.getAttribute("href");
      past.className = "map-past";
      past.inert = true;
      fresh.className = "map-canvas";
      [canvas, shown, look] = [fresh, frame, cairn.tilesAhead(fresh)];
      if (focus) fresh.querySelector(`a[href="${CSS.escape(focus)}"]`)?.focus({ preventScroll: true });
      // A picture under a finger changes at once: two would move apart.
      if (isHeld || cairn.isCalm()) return past.remove();
      fresh.animate([{ opacity: 0 }, { opacity: 1 }], 130).finished.finally(() => past.remove());
    };
    const refuse = (url) => {
      // What nobody asked for is tried again by who wants it.
      if (goesByItself) return;
      if (!isQuiet && navigator.onLine) location.assign(url);
      else cairn.toast(cairn.offline);
    };

    // Shows what the server draws for an address; `isJump` takes the camera there, otherwise it stays where it is.
    const load = async (url, isJump) => {
      const turn = ++latest;
      stop();
      request?.abort();
      const own = (request = new AbortController());
      const asked = camera;
      try {
        const answer = await cairn.busy(fetch(part(url), { signal: own.signal }));
        const page = new DOMParser().parseFromString(await answer.text(), "text/html");
        const fresh = page.querySelector("[data-map]");
        if (!answer.ok || !fresh) throw new Error(answer.status);
        const picture = fresh.querySelector(".map-canvas");
        const frame = frameOf(picture);
        await prepare(picture, frame, isJump ? frame : camera);
        // Any drawing newer than the present one is welcome, but nobody is taken away from where they went meanwhile.
        const isLatest = turn === latest;
        if (!map.isConnected || turn < drawn || (isJump && (isHeld || !isLatest))) return picture.remove();
        drawn = turn;
        swap(picture, frame);
        dress(fresh);
        for (const list of document.querySelectorAll("[data-map-list]:not([data-kept])")) {
          const freshList = page.querySelector(`[data-map-list="${list.dataset.mapList}"]`);
          if (freshList) list.replaceChildren(...freshList.childNodes);
        }
        // The server rounds; a map at rest is never scaled by that.
        if (isJump || camera === asked) camera = { x: frame.x, y: frame.y, zoom: frame.zoom };
        show();
        tell("cairn:drawn");
        if (!isQuiet && isLatest) history.replaceState(history.state, "", follows || goesByItself ? base.slice(0, -1) : url);
      } catch {
        if (turn === latest && map.isConnected) refuse(url);
      } finally {
        if (own === request) request = undefined;
      }
    };
    const settle = () => load(address(camera));
    const settleSoon = (wait) => {
      stop();
      timer = setTimeout(settle, wait);
    };
    // Tiles and then drawings for what comes into view.
    const lookAhead = (heading) => {
      const { left, top, right, bottom } = visible();
      if (camera.zoom < shown.zoom - 1) return;
      look({ left, top, right, bottom }, heading);
      const margin = Math.min(left, top, shown.width - right, shown.height - bottom);
      if (isHeld && margin < 0 && !request) settle();
    };
    const move = (x, y) => {
      const size = world(camera.zoom);
      change({ x: camera.x - x / size, y: camera.y - y / size });
      lookAhead({ x: -x, y: -y });
    };
    // Around a point, relative to the middle of the map.
    const zoomBy = (factor, x = 0, y = 0) => {
      const zoom = zoomLimit(camera.zoom + Math.log2(factor));
      const gain = (1 - 2 ** (camera.zoom - zoom)) / world(camera.zoom);
      change({ zoom, x: camera.x + x * gain, y: camera.y + y * gain });
      lookAhead({ x: 0, y: 0 });
    };
    const glide = (x, y, then) => {
      let done = 0;
      stop();
      stopGlide = cairn.glide((share) => {
        move(x * (share - done), y * (share - done));
        done = share;
        if (share === 1) then();
      });
    };
    // A near place is shown at once, a far one when its drawing is there.
    const go = ({ latitude, longitude, zoom = camera.zoom }) => {
      const target = { ...project(latitude, longitude), zoom: zoomLimit(zoom) };
      const across = camera.x - target.x;
      const [x, y] = [(across - Math.round(across)) * world(camera.zoom), (camera.y - target.y) * world(camera.zoom)];
      if (Math.abs(zoom - camera.zoom) > 2 || Math.hypot(x, y) > map.clientWidth) return void load(address(target), true);
      if (Math.abs(zoom - camera.zoom) < 1e-3) return glide(x, y, settle);
      change(target);
      settle();
    };
    // What the map shows changes; where it is stays.
    const choose = (query) => {
      base = map.dataset.map = query;
      settle();
    };
    const takeOver = () => {
      // Where it was about to go by itself it goes no more.
      if (goesByItself) latest++;
      follows = goesByItself = false;
      tell("cairn:hand");
    };
    const byHand = (action) => (...values) => {
      takeOver();
      action(...values);
    };
    return {
      settle, settleSoon, choose,
      go: ({ byItself = false, ...target }) => {
        // Fingers that hold it decide.
        if (byItself && isHeld) return;
        if (byItself) [follows, goesByItself] = [false, true];
        go(target);
      },
      begin: show,
      renew: (isFirst) => (isFirst ? load(base.slice(0, -1), true) : settle()),
      // While fingers hold it, it does not go anywhere by itself.
      hold: (held) => {
        if (held) stop();
        isHeld = held;
      },
      isShifted: () => camera.x !== shown.x || camera.y !== shown.y || camera.zoom !== shown.zoom,
      move: byHand(move),
      zoomBy: byHand(zoomBy),
      pan: byHand((x, y) => glide(x, y, settle)),
      jump: byHand((url) => load(url, true)),
      goByHand: byHand(go),
      here: (fix) => {
        you = fix;
        cairn.drawYou(canvas, fix);
        const [dot, frame] = [canvas.querySelector(".map-you circle"), map].map((one) => one.getBoundingClientRect());
        const [right, down] = [
          Math.abs((dot.left + dot.width / 2 - frame.left) / frame.width - 0.5),
          Math.abs((dot.top + dot.height / 2 - frame.top) / frame.height - 0.5),
        ];
        if (follows && !isHeld && camera.zoom > 12 && Math.max(right, down) > 0.3) go(fix);
      },
      moved: (found) => {
        if (isHeld) return;
        // The first time the server knows better what is worth seeing around.
        if (follows && (found || isFirst)) load(base.slice(0, -1), true);
        else if (found) settle();
        isFirst = false;
      },
      knowsYou: () => Boolean(you),
      // From now on it follows the phone, until somebody moves it.
      follow: (url) => {
        takeOver();
        follows = true;
        if (you) go({ ...you, zoom: Math.max(camera.zoom, near) });
        else load(url, true);
      },
    };
  };

  cairn.each("[data-map]:not([data-map=''])", (map) => {
    const view = viewOf(map);
    cairn.mapHands(map, view);
    cairn.mapControls(map, view);
    map.addEventListener("cairn:go", ({ detail }) => (detail.isByHand ? view.goByHand : view.go)(detail));
    map.addEventListener("cairn:look", view.begin);
    map.addEventListener("cairn:pan", ({ detail }) => view.pan(detail.x, detail.y));
    map.addEventListener("cairn:here", ({ detail }) => view.here(detail));
    map.addEventListener("cairn:moved", ({ detail }) => view.moved(detail?.found ?? true));
    map.addEventListener("cairn:renew", ({ detail }) => view.renew(detail?.first));
    map.classList.add("map-live");
    // After all scripts have begun, so that every one can hear it.
    queueMicrotask(view.begin);
  });
})();
