// The part of the window in which something on a map is to lie: free of the page's bars, the sheet, and, where `width` pixels
// have space beside them, the map's controls.
cairn.mapRoom = (map, width) => {
  const gap = 12;
  const box = map.getBoundingClientRect();
  const rect = (selector) => document.querySelector(selector)?.getBoundingClientRect();
  const [panel, bar] = [rect("[data-map-panel]"), rect(".rail")];
  const free = {
    left: Math.max(box.left, 0), top: Math.max(box.top, 0), right: Math.min(box.right, innerWidth),
    bottom: Math.min(box.bottom, innerHeight, bar && bar.top > 0 ? bar.top : innerHeight),
  };
  // A panel lies at the left, a sheet at the bottom.
  if (panel && panel.bottom > free.top && panel.top < free.bottom) {
    if (panel.width < box.width * 0.7) free.left = Math.max(free.left, panel.right);
    else free.bottom = Math.min(free.bottom, panel.top);
  }
  // Two columns of them where the map is low.
  const buttons = Math.min(...[...map.querySelectorAll(".map-in, .map-you-here")].map((one) => one.getBoundingClientRect().left));
  if (buttons - free.left >= width + 2 * gap) free.right = Math.min(free.right, buttons);
  return { left: free.left + gap, top: free.top + gap, right: free.right - gap, bottom: free.bottom - gap };
};
