// One's own dot on a map, with the circle of its accuracy: it follows the phone without a new drawing.
cairn.drawYou = (canvas, { latitude, longitude, accuracy }) => {
  const svg = canvas.querySelector(".map-svg");
  const zoom = Number(canvas.dataset.zoom);
  const [middle, at] = [
    cairn.earth.project(canvas.dataset.lat, canvas.dataset.lon),
    cairn.earth.project(latitude, longitude),
  ];
  const across = at.x - middle.x;
  const x = svg.getAttribute("width") / 2 + (across - Math.round(across)) * cairn.earth.world(zoom);
  const y = svg.getAttribute("height") / 2 + (at.y - middle.y) * cairn.earth.world(zoom);
  if (!svg.querySelector(".map-you circle")) {
    const markup =
      '<svg><g class="map-you" role="img" aria-label="You are here"><circle r="8" stroke-width="3"/><title>You are here</title></g></svg>';
    const dot = document.createRange().createContextualFragment(markup).firstChild.firstChild;
    svg.querySelector(".map-tiles").after(dot);
  }
  if (!svg.querySelector(".map-accuracy")) {
    const circle = document.createElementNS(svg.namespaceURI, "circle");
    const looks = { class: "map-accuracy", "fill-opacity": 0.12, "stroke-opacity": 0.6 };
    for (const [name, value] of Object.entries(looks)) circle.setAttribute(name, value);
    svg.querySelector(".map-you").before(circle);
  }
  const radius = Math.min(4000, (accuracy || 0) / cairn.earth.metresPerPixel(latitude, zoom));
  svg.querySelector(".map-accuracy").setAttribute("r", radius.toFixed(1));
  for (const circle of svg.querySelectorAll(".map-you circle, .map-accuracy")) {
    circle.setAttribute("cx", x.toFixed(1));
    circle.setAttribute("cy", y.toFixed(1));
  }
};
