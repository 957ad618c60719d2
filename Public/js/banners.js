// What stands above every page. Without this, it is right whenever a page is loaded; with it, it is asked for again when an
// event says that something changed.
(() => {
  let timer;
  const renew = async () => {
    timer = undefined;
    const answer = await fetch(`/banners?at=${encodeURIComponent(location.pathname)}`, { headers: { Accept: "text/html" } });
    if (!answer.ok || answer.redirected) return;
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    for (const name of ["[data-alerts]", "[data-banners]"]) {
      const [old, fresh] = [document, page].map((one) => one.querySelector(name));
      // Where somebody is about to press something, it stays until that is done.
      if (!old || !fresh || (old.contains(document.activeElement) && old.children.length === fresh.children.length)) continue;
      old.replaceChildren(...fresh.children);
      htmx.process(old);
      htmx.trigger(old, "htmx:load");
    }
    document.dispatchEvent(new CustomEvent("cairn:banners"));
  };
  // Over a map, where nothing makes room by itself, they are as high as their words, the size of its text and the screen make them.
  const watcher = new ResizeObserver((entries) => entries.forEach(({ target }) =>
    document.documentElement.style.setProperty("--banners", target.offsetHeight ? `${target.offsetHeight + 8}px` : "")));
  cairn.each("[data-banners]", (box) => watcher.observe(box));
  // Those who are told of the same do not all ask in the same moment.
  cairn.renewBanners = () => (timer ??= setTimeout(() => renew().catch(() => {}), 250 * Math.random()));
  document.addEventListener("cairn:group", cairn.renewBanners);
  // The alert above the page says it.
  document.addEventListener("cairn:notice", (event) => /^group\.(help|strayed|left)$/.test(event.detail.kind) && event.preventDefault());
})();
