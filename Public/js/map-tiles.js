// Tiles ahead of the finger: while a map moves, those around the visible part are requested, a few at a time and the
// nearest first. New ones are copies of the drawing's own.
cairn.tilesAhead = (canvas) => {
  const layer = canvas.querySelector(".map-tiles");
  const sample = layer?.querySelector("foreignObject");
  const address = /\/atlas\/(\d+)\/\d+\/\d+\./;
  const level = sample && address.exec(sample.innerHTML);
  if (!level) return () => {};
  const count = 2 ** level[1];
  const size = cairn.earth.world(Number(canvas.dataset.zoom)) / count;
  const svg = canvas.querySelector(".map-svg");
  const middle = cairn.earth.project(Number(canvas.dataset.lat), Number(canvas.dataset.lon));
  // The drawing's corner, in tiles from the corner of the world.
  const corner = {
    x: middle.x * count - svg.getAttribute("width") / 2 / size,
    y: middle.y * count - svg.getAttribute("height") / 2 / size,
  };
  const known = new Map();
  for (const tile of layer.querySelectorAll("foreignObject")) {
    const [column, row] = [["x", corner.x], ["y", corner.y]].map(([name, at]) =>
      Math.round(Number(tile.getAttribute(name)) / size + at)
    );
    known.set(`${column}/${row}`, tile);
  }

  const edge = (index, at) => Math.round((index - at) * size);
  const create = (column, row) => {
    const tile = sample.cloneNode();
    const box = { x: edge(column, corner.x), y: edge(row, corner.y) };
    box.width = edge(column + 1, corner.x) - box.x;
    box.height = edge(row + 1, corner.y) - box.y;
    for (const [name, value] of Object.entries(box)) tile.setAttribute(name, value);
    const wrapped = ((column % count) + count) % count;
    tile.innerHTML = sample.innerHTML
      .replace(RegExp(address, "g"), `/atlas/${level[1]}/${wrapped}/${row}.`)
      .replace(/ (loading|fetchpriority)="\w+"/g, "");
    const image = tile.querySelector("img");
    image.setAttribute("width", box.width);
    image.setAttribute("height", box.height);
    known.set(`${column}/${row}`, tile);
    layer.append(tile);
    return image;
  };

  // How many it asks for at a time, and when it goes on without an answer.
  const [most, patience] = [4, 5000];
  const running = new Set();
  let queue = [];
  const fetchTile = (image) => {
    const done = () => {
      if (running.delete(image)) next();
    };
    running.add(image);
    image.addEventListener("load", done, { once: true });
    image.addEventListener("error", done, { once: true });
    setTimeout(done, patience);
    image.loading = "eager";
  };
  const next = () => {
    while (running.size < most && queue.length) {
      const { column, row } = queue.shift();
      const old = known.get(`${column}/${row}`)?.querySelector("img");
      // Eager ones are on their way already.
      const isThere = old && (old.loading !== "lazy" || (old.complete && old.naturalWidth));
      if (!isThere) fetchTile(old || create(column, row));
    }
  };

  // `view` is the visible part in pixels of the drawing; `heading` is the direction in which it moves.
  return (view, heading) => {
    const rings = (ahead) => (ahead > 0 ? 2 : 0);
    const index = (pixels, at) => Math.floor(pixels / size + at);
    const columns = [index(view.left, corner.x) - rings(-heading.x), index(view.right, corner.x) + rings(heading.x)];
    const rows = [index(view.top, corner.y) - rings(-heading.y), index(view.bottom, corner.y) + rings(heading.y)];
    const centre = {
      x: (view.left + view.right) / 2 / size + corner.x,
      y: (view.top + view.bottom) / 2 / size + corner.y,
    };
    queue = [];
    for (let row = Math.max(0, rows[0]); row <= Math.min(count - 1, rows[1]); row++) {
      for (let column = columns[0]; column <= columns[1]; column++) {
        queue.push({ column, row, distance: Math.hypot(column + 0.5 - centre.x, row + 0.5 - centre.y) });
      }
    }
    queue.sort((one, other) => one.distance - other.distance);
    next();
  };
};
// Settles when the tiles of a drawing are decoded that a frame around a point of it shows. Slow ones are not waited
// for.
cairn.tilesThere = (canvas, middle, { width, height }) => {
  const waits = [...canvas.querySelectorAll(".map-tiles foreignObject")].map((tile) => {
    const [x, y, w, h] = ["x", "y", "width", "height"].map((name) => Number(tile.getAttribute(name)));
    if (Math.abs(x + w / 2 - middle.x) > (width + w) / 2 || Math.abs(y + h / 2 - middle.y) > (height + h) / 2) {
      return null;
    }
    const image = tile.querySelector("img");
    image.loading = "eager";
    return image.decode().catch(() => {});
  });
  return Promise.race([Promise.all(waits), new Promise((done) => setTimeout(done, 3000))]);
};
