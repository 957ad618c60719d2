// Those whom a group's map does not show stand at its edge, each in their direction: `[data-lat]` of a list over the map.

// Where points of the world are in the window, and the zoom of what is seen, also while the map moves.
cairn.seenMap = (map) => {
  const { project, world } = cairn.earth;
  const canvas = map.querySelector(".map-canvas");
  const box = canvas.firstElementChild.getBoundingClientRect();
  const zoom = Number(canvas.dataset.zoom) + Math.log2(box.width / canvas.firstElementChild.getAttribute("width"));
  const middle = project(Number(canvas.dataset.lat), Number(canvas.dataset.lon));
  const at = ({ x, y }) => {
    const across = x - middle.x;
    return {
      x: box.left + box.width / 2 + (across - Math.round(across)) * world(zoom),
      y: box.top + box.height / 2 + (y - middle.y) * world(zoom),
    };
  };
  return { zoom, at };
};
// Whether a pin whose foot is at a point is in a part of the window.
cairn.isSeen = ({ left, top, right, bottom }, { x, y }) => x >= left && x <= right && y >= top + 28 && y <= bottom;

cairn.edgeFaces = (() => {
  // A face with the distance below it, and what two of them keep from each other, in pixels.
  const [size, apart] = [{ width: 56, height: 64 }, 66];

  // How far along the edge of a box a direction from its middle leads, clockwise from the corner at the top left, and back.
  const along = ({ width, height }, { x, y }) => {
    const reach = Math.min(width / 2 / Math.max(Math.abs(x), 1e-9), height / 2 / Math.max(Math.abs(y), 1e-9));
    const [right, down] = [x * reach + width / 2, y * reach + height / 2];
    if (down < 0.5) return right;
    if (right > width - 0.5) return width + down;
    if (down > height - 0.5) return 2 * width + height - right;
    return 2 * (width + height) - down;
  };
  const spot = ({ width, height }, way) => {
    const rest = way % (2 * (width + height));
    if (rest < width) return [rest, 0];
    if (rest < width + height) return [width, rest - width];
    if (rest < 2 * width + height) return [2 * width + height - rest, height];
    return [0, 2 * (width + height) - rest];
  };
  // Beside each other, where several are in one direction.
  const spread = (faces, around) => {
    const step = Math.min(apart, around / faces.length);
    faces.sort((one, other) => one.way - other.way);
    const first = faces[0].way;
    faces.forEach((one, turn) => (one.way = Math.max(one.way, turn ? faces[turn - 1].way + step : 0)));
    // The last one is the first one's neighbour.
    let most = first + around - step;
    for (const one of [...faces].reverse()) most = (one.way = Math.min(one.way, most)) - step;
  };

  // `room` is the part of the window that shows the map, `edge` the one at whose edge faces stand.
  return (map, list, room, edge) => {
    const { at } = cairn.seenMap(map);
    const box = { width: edge.right - edge.left - size.width, height: edge.bottom - edge.top - size.height };
    const hasSpace = box.width > 0 && box.height > 0;
    const [x, y] = [(edge.left + edge.right) / 2, (edge.top + edge.bottom) / 2];
    const out = [];
    for (const face of list.querySelectorAll("[data-lat]")) {
      const point = at(cairn.earth.project(Number(face.dataset.lat), Number(face.dataset.lon)));
      face.hidden = !hasSpace || cairn.isSeen(room, point);
      if (!face.hidden) out.push({ face, way: along(box, { x: point.x - x, y: point.y - y }) });
    }
    if (!out.length) return;
    spread(out, 2 * (box.width + box.height));
    const frame = map.getBoundingClientRect();
    for (const { face, way } of out) {
      const [right, down] = spot(box, way);
      face.style.setProperty("left", `${Math.round(edge.left - frame.left + right)}px`);
      face.style.setProperty("top", `${Math.round(edge.top - frame.top + down)}px`);
    }
  };
})();
