// A long press, a right click or the menu key on the home map opens a menu of what can be left at that place, and sends it. Without this,
// the forms choose the place themselves.
cairn.each("[data-map-menu]", (menu) => {
  const map = menu.parentNode.querySelector("[data-map]");
  const long = 550;
  let seen, back, timer, from;
  map.addEventListener("cairn:view", ({ detail }) => {
    seen = detail;
    close();
  });
  const close = () => {
    if (menu.hidden) return;
    if (menu.contains(document.activeElement)) back?.focus({ preventScroll: true });
    menu.hidden = true;
  };
  // At a point of the window.
  const open = (x, y) => {
    if (!seen) return;
    const box = map.getBoundingClientRect();
    const at = cairn.earth.under(map, seen, { clientX: x, clientY: y });
    for (const link of menu.querySelectorAll("a")) {
      const place = `?lat=${at.latitude.toFixed(6)}&lon=${at.longitude.toFixed(6)}`;
      const page = encodeURIComponent(`/${place}&z=${seen.zoom.toFixed(2)}`);
      link.href = link.pathname + ("sendsPlace" in link.dataset ? `?card=${page}` : place);
    }
    back = document.activeElement;
    menu.hidden = false;
    const within = (value, size, end) => Math.max(8, Math.min(value, end - size - 8));
    menu.style.setProperty("left", `${within(x - box.left, menu.offsetWidth, box.width)}px`);
    menu.style.setProperty("top", `${within(y - box.top, menu.offsetHeight, box.height)}px`);
    menu.querySelector("a").focus({ preventScroll: true });
  };
  const isGround = (target) => !target.closest(".map-controls, .map-chips, .map-card, a.pin, .map-credit");
  map.addEventListener("contextmenu", (event) => {
    if (!isGround(event.target)) return;
    event.preventDefault();
    if (!menu.hidden) return;
    const box = map.getBoundingClientRect();
    // By the key it is for the middle of the map.
    const isKey = event.button !== 2 && !event.pointerType;
    if (isKey) open(box.left + box.width / 2, box.top + box.height / 2);
    else open(event.clientX, event.clientY);
  });
  // Phones whose browser sends no such event for a long press.
  const forget = () => clearTimeout(timer);
  map.addEventListener("pointerdown", (event) => {
    forget();
    if (event.pointerType !== "touch" || !event.isPrimary || !isGround(event.target)) return;
    from = event;
    timer = setTimeout(() => menu.hidden && open(from.clientX, from.clientY), long);
  });
  map.addEventListener("pointermove", (event) => from && Math.hypot(event.clientX - from.clientX, event.clientY - from.clientY) > 8 && forget());
  for (const type of ["pointerup", "pointercancel"]) map.addEventListener(type, forget);
  document.addEventListener("pointerdown", (event) => menu.contains(event.target) || close(), true);
  menu.addEventListener("keydown", (event) => event.key === "Escape" && close());
});
