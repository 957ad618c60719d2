// Moves maps by hand. The server draws every view; until the next one arrives, the current drawing is shifted or
// scaled.
(() => {
  const world = (zoom) => 512 * 2 ** zoom;
  const project = (lat, lon) => {
    const s = Math.sin((lat * Math.PI) / 180);
    return [lon / 360 + 0.5, 0.5 - Math.log((1 + s) / (1 - s)) / (4 * Math.PI)];
  };
  const place = (x, y) => [
    (Math.atan(Math.sinh((0.5 - Math.min(1, Math.max(0, y))) * 2 * Math.PI)) * 180) / Math.PI,
    (x - Math.floor(x) - 0.5) * 360,
  ];
  const limit = (zoom) => Math.min(19, Math.max(1, zoom));

  // Loads tiles before they are shown, so that nothing flickers. Slow ones are not waited for.
  const ready = (map, fresh) => {
    const dark = matchMedia("(prefers-color-scheme: dark)").matches;
    const box = map.getBoundingClientRect();
    const svg = fresh.querySelector(".map-svg");
    const [left, top] = [(svg.getAttribute("width") - box.width) / 2, (svg.getAttribute("height") - box.height) / 2];
    const inView = (tile) => {
      const [x, y, w, h] = ["x", "y", "width", "height"].map((name) => Number(tile.getAttribute(name)));
      return x + w > left && x < left + box.width && y + h > top && y < top + box.height;
    };
    const waits = [...fresh.querySelectorAll(".map-tiles foreignObject")].filter(inView).map((tile) => {
      const source = dark && tile.querySelector("source");
      const picture = new Image();
      picture.src = source ? source.getAttribute("srcset") : tile.querySelector("img").getAttribute("src");
      return picture.decode().catch(() => {});
    });
    return Promise.race([Promise.all(waits), new Promise((done) => setTimeout(done, 1500))]);
  };

  // A map's drawing: `move` and `zoomBy` shift and scale it, `settle` requests the resulting view from the server.
  const drawingOf = (map) => {
    const address = map.dataset.map;
    let shift = { x: 0, y: 0, scale: 1 };
    let timer = 0, latest = 0, isHeld = false;
    const canvas = () => map.querySelector(".map-canvas");
    const view = () => ["lat", "lon", "zoom"].map((name) => Number(canvas().dataset[name]));
    const show = () =>
      canvas().style.setProperty(
        "transform",
        `translate(-50%, -50%) translate(${shift.x}px, ${shift.y}px) scale(${shift.scale})`,
      );
    const stop = () => {
      clearTimeout(timer);
      timer = 0;
    };

    const load = async (url) => {
      const turn = ++latest;
      stop();
      try {
        const answer = await cairn.busy(fetch(url));
        if (!answer.ok) throw new Error(answer.status);
        const page = new DOMParser().parseFromString(await answer.text(), "text/html");
        const fresh = page.querySelector("[data-map]");
        await ready(map, fresh);
        // The map has moved again: a newer view is requested soon.
        if (turn !== latest || isHeld || timer) return;
        map.replaceChildren(...fresh.childNodes);
        const [list, freshList] = [document, page].map((at) => at.querySelector("[data-map-list]"));
        if (list && freshList) list.replaceChildren(...freshList.childNodes);
        shift = { x: 0, y: 0, scale: 1 };
        history.replaceState(history.state, "", url);
      } catch {
        if (turn === latest) location.assign(url);
      }
    };
    const settle = () => {
      const [lat, lon, zoom] = view();
      const next = limit(zoom + Math.log2(shift.scale));
      const size = world(zoom) * 2 ** (next - zoom);
      const [x, y] = project(lat, lon);
      const [newLat, newLon] = place(x - shift.x / size, y - shift.y / size);
      load(`${address}lat=${newLat.toFixed(6)}&lon=${newLon.toFixed(6)}&z=${next.toFixed(2)}`);
    };
    return {
      load,
      settle,
      reload: () => load(address.slice(0, -1)),
      // After a delay, unless the map moves again.
      settleSoon: (wait) => {
        stop();
        timer = setTimeout(settle, wait);
      },
      // While fingers hold it, no new view replaces it.
      hold: (held) => {
        if (held) stop();
        isHeld = held;
      },
      isShifted: () => shift.x !== 0 || shift.y !== 0 || shift.scale !== 1,
      move: (x, y) => {
        shift.x += x;
        shift.y += y;
        show();
      },
      // Around a point, relative to the middle of the map.
      zoomBy: (factor, x = 0, y = 0) => {
        const zoom = view()[2];
        const scale = 2 ** (limit(zoom + Math.log2(shift.scale * factor)) - zoom);
        const ratio = scale / shift.scale;
        shift = { scale, x: x - (x - shift.x) * ratio, y: y - (y - shift.y) * ratio };
        show();
      },
    };
  };

  const fromMiddle = (map, event) => {
    const box = map.getBoundingClientRect();
    return [event.clientX - box.left - box.width / 2, event.clientY - box.top - box.height / 2];
  };

  // Fingers and the mouse: one drags, two zoom as well. A gesture that moved the map is not a click.
  const hearPointers = (map, drawing) => {
    const pointers = new Map();
    let origin, moved;
    // Middle of the fingers, and their distance.
    const hand = () => {
      const all = [...pointers.values()];
      const x = all.reduce((sum, at) => sum + at[0], 0) / all.length;
      const y = all.reduce((sum, at) => sum + at[1], 0) / all.length;
      return { x, y, span: all.length > 1 ? Math.hypot(all[0][0] - all[1][0], all[0][1] - all[1][1]) : 0 };
    };
    map.addEventListener("pointerdown", (event) => {
      if (event.button || event.target.closest(".map-controls, .map-card")) return;
      drawing.hold(true);
      if (!pointers.size) moved = false;
      pointers.set(event.pointerId, fromMiddle(map, event));
      origin = hand();
    });
    map.addEventListener("pointermove", (event) => {
      if (!pointers.has(event.pointerId)) return;
      pointers.set(event.pointerId, fromMiddle(map, event));
      const now = hand();
      if (!moved && Math.hypot(now.x - origin.x, now.y - origin.y) < 5 && pointers.size < 2) return;
      if (!moved) map.setPointerCapture(event.pointerId);
      moved = true;
      drawing.move(now.x - origin.x, now.y - origin.y);
      if (origin.span && now.span) drawing.zoomBy(now.span / origin.span, now.x, now.y);
      origin = now;
    });
    const release = (event) => {
      if (!pointers.delete(event.pointerId)) return;
      drawing.hold(pointers.size > 0);
      if (pointers.size) origin = hand();
      else if (moved || drawing.isShifted()) drawing.settle();
    };
    map.addEventListener("pointerup", release);
    map.addEventListener("pointercancel", release);
    map.addEventListener("dragstart", (event) => event.preventDefault());
    map.addEventListener("click", (event) => {
      if (moved) return void (event.preventDefault(), (moved = false));
      const control = event.target.closest(".map-controls a, .pin-group");
      if (!control || event.ctrlKey || event.metaKey) return;
      event.preventDefault();
      drawing.load(control.getAttribute("href"));
    });
  };

  const hearZoom = (map, drawing) => {
    map.addEventListener("dblclick", (event) => {
      if (event.target.closest("a, .map-card")) return;
      drawing.zoomBy(2, ...fromMiddle(map, event));
      drawing.settle();
    });
    map.addEventListener("wheel", (event) => {
      event.preventDefault();
      const factor = 2 ** (-Math.sign(event.deltaY) * Math.min(0.5, Math.abs(event.deltaY) / 200));
      drawing.zoomBy(factor, ...fromMiddle(map, event));
      drawing.settleSoon(200);
    }, { passive: false });
  };

  const hearKeys = (map, drawing) => {
    const steps = { ArrowLeft: [100, 0], ArrowRight: [-100, 0], ArrowUp: [0, 100], ArrowDown: [0, -100] };
    map.tabIndex = 0;
    map.addEventListener("keydown", (event) => {
      if (event.target !== map || event.ctrlKey || event.metaKey || event.altKey) return;
      if (steps[event.key]) drawing.move(...steps[event.key]);
      else if (event.key === "+" || event.key === "=") drawing.zoomBy(2);
      else if (event.key === "-") drawing.zoomBy(0.5);
      else return;
      event.preventDefault();
      drawing.settleSoon(150);
    });
  };

  cairn.each("[data-map]:not([data-map=''])", (map) => {
    const drawing = drawingOf(map);
    hearPointers(map, drawing);
    hearZoom(map, drawing);
    hearKeys(map, drawing);
    map.addEventListener("cairn:moved", drawing.reload);
    map.classList.add("map-live");
  });
})();
