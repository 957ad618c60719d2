// A calendar moves by swipes and keys, as its links do: the page beside comes in from its side.
(() => {
  let side = "";
  const step = (calendar, rel) => {
    const link = calendar.querySelector(`a[rel="${rel}"]`);
    if (!link) return;
    side = rel === "next" ? "is-next" : "is-previous";
    link.click();
  };
  const keys = { ArrowLeft: "prev", PageUp: "prev", ArrowRight: "next", PageDown: "next" };
  document.addEventListener("keydown", (event) => {
    const calendar = document.querySelector("[data-calendar]");
    const isOurs = !event.altKey && !event.ctrlKey && !event.metaKey && !event.shiftKey && !event.repeat;
    if (!calendar || !keys[event.key] || !isOurs || event.target.closest("input, textarea, select, dialog")) return;
    event.preventDefault();
    step(calendar, keys[event.key]);
  });
  cairn.each("[data-calendar]", (calendar) => {
    if (side) calendar.classList.add(side);
    side = "";
    for (const link of calendar.querySelectorAll("a[rel]")) {
      link.addEventListener("click", () => (side = link.rel === "next" ? "is-next" : "is-previous"));
    }
    const grid = calendar.querySelector("[data-calendar-slide]");
    let start = null;
    grid.addEventListener("touchstart", ({ touches }) => (start = touches.length === 1 ? touches[0] : null), {
      passive: true,
    });
    grid.addEventListener("touchend", ({ changedTouches: [end] }) => {
      if (!start) return;
      const [x, y] = [end.clientX - start.clientX, end.clientY - start.clientY];
      start = null;
      if (Math.abs(x) > 48 && Math.abs(x) > 2 * Math.abs(y)) step(calendar, x < 0 ? "next" : "prev");
    });
  });
})();
