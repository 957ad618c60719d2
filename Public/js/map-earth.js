// What all scripts with maps share: the projection, distances, and short motions.
cairn.earth = (() => {
  const radius = 6378137;
  // The width of the world in pixels.
  const world = (zoom) => 512 * 2 ** zoom;
  // The point of the unit square for degrees, and back. x wraps around the world.
  const project = (latitude, longitude) => {
    const s = Math.sin((latitude * Math.PI) / 180);
    return { x: longitude / 360 + 0.5, y: 0.5 - Math.log((1 + s) / (1 - s)) / (4 * Math.PI) };
  };
  const place = ({ x, y }) => ({
    latitude: (Math.atan(Math.sinh((0.5 - Math.min(1, Math.max(0, y))) * 2 * Math.PI)) * 180) / Math.PI,
    longitude: (x - Math.floor(x) - 0.5) * 360,
  });
  const zoomLimit = (zoom) => Math.min(19, Math.max(1, zoom));
  const metresPerPixel = (latitude, zoom) => (2 * Math.PI * radius * Math.cos((latitude * Math.PI) / 180)) / world(zoom);
  // Good for distances of a walk.
  const metres = (from, to) => {
    const [north, east] = [to.latitude - from.latitude, to.longitude - from.longitude].map((a) => (a * Math.PI) / 180);
    return radius * Math.hypot(north, east * Math.cos((from.latitude * Math.PI) / 180));
  };
  // The place at a point of the window, on a map whose middle and zoom are these.
  const under = (map, { latitude, longitude, zoom }, { clientX, clientY }) => {
    const [box, middle] = [map.getBoundingClientRect(), project(latitude, longitude)];
    return place({
      x: middle.x + (clientX - box.left - box.width / 2) / world(zoom),
      y: middle.y + (clientY - box.top - box.height / 2) / world(zoom),
    });
  };
  return { world, project, place, zoomLimit, metresPerPixel, metres, under };
})();
// Calls `step` with rising shares of a short motion that end with 1; at once where people want no motion. Returns a
// function that stops it.
cairn.glide = (step, duration = 160) => {
  if (cairn.isCalm()) return void step(1) || (() => {});
  let frame, start;
  const tick = (now) => {
    start ??= now;
    const share = Math.min(1, (now - start) / duration);
    if (share < 1) frame = requestAnimationFrame(tick);
    step(1 - (1 - share) ** 3);
  };
  frame = requestAnimationFrame(tick);
  return () => cancelAnimationFrame(frame);
};
