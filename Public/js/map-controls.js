// The buttons of a map, which are links without scripts.
cairn.mapControls = (() => {
  const readView = (address) => {
    const query = new URLSearchParams(address.split("?")[1]);
    const [latitude, longitude, zoom] = ["lat", "lon", "z"].map((name) => Number(query.get(name) ?? NaN));
    return Number.isFinite(latitude + longitude + zoom) ? { latitude, longitude, zoom } : null;
  };
  // The phone may have to be asked where it is.
  const toYou = (view, link) => {
    const address = link.getAttribute("href");
    if (view.knowsYou() || !link.matches(".map-unknown") || !navigator.geolocation) return view.follow(address);
    navigator.geolocation.getCurrentPosition(
      ({ coords: { latitude, longitude, accuracy } }) => {
        view.here({ latitude, longitude, accuracy });
        view.follow(address);
      },
      (error) => cairn.toast(cairn.locationWords(error)),
      cairn.locationOptions,
    );
  };
  const use = (view, link) => {
    const is = (name) => link.classList.contains(`map-${name}`);
    const address = link.getAttribute("href");
    // Zooming counts from what is seen, not from the last drawing.
    if (is("in") || is("out")) {
      view.zoomBy(is("in") ? 2 : 0.5);
      view.settle();
    } else if (is("you-here")) toYou(view, link);
    else {
      const target = readView(address);
      if (target) view.goByHand(target);
      else view.jump(address);
    }
  };
  return (map, view) => {
    // What is chosen is seen when the page opens, also where not all chips have space.
    const [chips, chosen] = [".map-chips", ".map-choice[aria-current]"].map((one) => map.querySelector(one));
    if (chosen) chips.scrollLeft = chosen.offsetLeft + chosen.offsetWidth + 32 - chips.clientWidth;
    map.addEventListener("click", (event) => {
      const link = event.target.closest(".map-controls a:not(.map-search), .map-chip, .pin-group");
      if (!link || event.ctrlKey || event.metaKey) return;
      event.preventDefault();
      // Its address says what to show, then where.
      if (link.matches(".map-chip")) view.choose(link.getAttribute("href").replace(/lat=.*/, ""));
      else use(view, link);
    });
  };
})();
