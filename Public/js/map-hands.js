// Fingers, mouse, wheel, trackpad and keys on a map. `view` is what map.js makes of it.
cairn.mapHands = (() => {
  const fromMiddle = (map, event) => {
    const box = map.getBoundingClientRect();
    return [event.clientX - box.left - box.width / 2, event.clientY - box.top - box.height / 2];
  };

  // One finger drags, two zoom as well. A gesture that moved the map is not a click.
  const hearPointers = (map, view) => {
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
      // A finger that drags is followed by no click, which would say so.
      if (!pointers.size) moved = false;
      if (event.button || event.target.closest(".map-controls, .map-chips, .map-card")) return;
      view.hold(true);
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
      view.move(now.x - origin.x, now.y - origin.y);
      if (origin.span && now.span) view.zoomBy(now.span / origin.span, now.x, now.y);
      origin = now;
    });
    const release = (event) => {
      if (!pointers.delete(event.pointerId)) return;
      view.hold(pointers.size > 0);
      if (pointers.size) origin = hand();
      else if (moved || view.isShifted()) view.settle();
    };
    map.addEventListener("pointerup", release);
    map.addEventListener("pointercancel", release);
    map.addEventListener("dragstart", (event) => event.preventDefault());
    map.addEventListener("click", (event) => {
      // One by a key is no end of a gesture.
      if (!moved || !event.detail) return;
      moved = false;
      event.preventDefault();
      event.stopImmediatePropagation();
    });
  };

  const hearZoom = (map, view) => {
    map.addEventListener("dblclick", (event) => {
      if (event.target.closest("a, .map-controls, .map-chips, .map-card")) return;
      view.zoomBy(2, ...fromMiddle(map, event));
      view.settle();
    });
    // A pinch on a trackpad is a wheel with the control key, in finer steps.
    map.addEventListener("wheel", (event) => {
      event.preventDefault();
      const way = event.deltaY * (event.deltaMode ? 16 : 1);
      const steps = event.ctrlKey ? way / 100 : way / 200;
      view.zoomBy(2 ** -Math.min(0.5, Math.max(-0.5, steps)), ...fromMiddle(map, event));
      view.settleSoon(200);
    }, { passive: false });
    // Safari has its own events for it, and would scale the page.
    let scale = 1;
    for (const type of ["gesturestart", "gesturechange", "gestureend"]) {
      map.addEventListener(type, (event) => {
        event.preventDefault();
        if (navigator.maxTouchPoints) return;
        if (type !== "gesturestart") view.zoomBy(event.scale / scale, ...fromMiddle(map, event));
        scale = event.scale;
        if (type === "gestureend") view.settle();
      });
    }
  };

  const hearKeys = (map, view) => {
    const steps = { ArrowLeft: [100, 0], ArrowRight: [-100, 0], ArrowUp: [0, 100], ArrowDown: [0, -100] };
    map.tabIndex = 0;
    map.addEventListener("keydown", (event) => {
      if (event.target !== map || event.ctrlKey || event.metaKey || event.altKey) return;
      if (steps[event.key]) view.move(...steps[event.key]);
      else if (event.key === "+" || event.key === "=") view.zoomBy(2);
      else if (event.key === "-") view.zoomBy(0.5);
      else return;
      event.preventDefault();
      view.settleSoon(150);
    });
  };

  return (map, view) => {
    hearPointers(map, view);
    hearZoom(map, view);
    hearKeys(map, view);
  };
})();
