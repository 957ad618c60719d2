// A thing that is gone at a known second: its page says how long it stays, and goes with it. The server says how many
// milliseconds are left, because the clocks of devices are wrong. Without this, the page says when.
cairn.each("[data-ends]", (page) => {
  const end = Date.now() + Number(page.dataset.ends);
  const box = page.querySelector("[data-ends-in]");
  const words = (seconds) => {
    const [days, hours, minutes] = [
      Math.floor(seconds / 86400),
      Math.floor(seconds / 3600) % 24,
      Math.floor(seconds / 60) % 60,
    ];
    if (days) return `${days} d ${hours} h`;
    if (hours) return `${hours} h ${minutes} min`;
    return minutes ? `${minutes} min ${seconds % 60} s` : `${seconds} s`;
  };
  const finish = () => {
    // A player goes on playing outside of the page.
    page.querySelectorAll("video, audio").forEach((player) => {
      player.pause();
      player.removeAttribute("src");
      player.load();
    });
    const gone = Object.assign(document.createElement("div"), { className: "empty" });
    gone.setAttribute("role", "status");
    gone.append(
      Object.assign(document.createElement("h1"), { textContent: "This relic is gone." }),
      Object.assign(document.createElement("p"), { textContent: "Its time is over." }),
    );
    page.replaceChildren(...page.querySelectorAll(":scope > .back"), gone);
    page.removeAttribute("data-ends");
    document.title = "This relic is gone";
  };
  let timer;
  const tick = () => {
    clearTimeout(timer);
    if (!page.isConnected || !page.hasAttribute("data-ends")) return;
    const left = end - Date.now();
    if (left <= 0) return finish();
    box.textContent = `, in ${words(Math.ceil(left / 1000))}`;
    // Each second at its turn; a browser's timers end after 24 days.
    timer = setTimeout(tick, left > 86400000 ? 60000 : left % 1000 || 1000);
  };
  // A page that slept, in another tab or behind the back button, looks at once.
  addEventListener("pageshow", tick);
  document.addEventListener("visibilitychange", tick);
  tick();
});
