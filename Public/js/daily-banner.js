// The banner of today's photo: counts down, comes and goes with the window. Without this, a page shows it when it is
// loaded, with the time at which the window closes.
(() => {
  const shown = () => document.querySelectorAll("[data-daily-banner]");
  const hide = () => shown().forEach((banner) => banner.remove());
  cairn.each("[data-daily-banner]", (banner) => {
    const { dataset } = banner;
    // A page that was kept for going back has counted before.
    dataset.end ||= Date.now() + Number(dataset.left);
    // Screen readers say until when instead: a status that changes each second says nothing else.
    banner.querySelector(".daily-until").classList.add("visually-hidden");
    const left = banner.querySelector(".daily-left") || document.createElement("span");
    left.className = "daily-left";
    left.setAttribute("aria-hidden", "true");
    banner.append(left);
    const count = () => {
      const seconds = Math.ceil((dataset.end - Date.now()) / 1000);
      left.textContent = `${Math.floor(seconds / 60)}:${`${seconds % 60}`.padStart(2, "0")} left`;
      if (seconds <= 0) banner.remove();
      if (!banner.isConnected) clearInterval(timer);
    };
    const timer = setInterval(count, 1000);
    count();
  });
  document.addEventListener("cairn:daily", ({ detail }) => {
    if (detail.state !== "open") hide();
    else if (!shown().length) cairn.renewBanners();
  });
  // The banner says it already.
  document.addEventListener("cairn:notice", (event) => {
    if (event.detail.kind === "daily.open" && location.pathname !== "/daily/new") event.preventDefault();
  });
})();
