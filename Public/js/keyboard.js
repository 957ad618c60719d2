// A chat and the form of the photo of the day get smaller for the keyboard of a phone, so that nothing of them lies behind. A
// page that htmx swaps in keeps the head of the one before: this sets there what the page needs.
(() => {
  const fit = () => {
    const meta = document.querySelector("meta[name='viewport']");
    const content = meta.content.replace(/, interactive-widget=.*/, "") + (document.querySelector(".chat, .camera") ? ", interactive-widget=resizes-content" : "");
    if (meta.content !== content) meta.content = content;
  };
  document.addEventListener("htmx:load", fit);
  // Browsers that do not know this word lay the keyboard over the page; what is left of the window they tell.
  const view = window.visualViewport;
  view?.addEventListener("resize", () => {
    const isCovered = view.scale === 1 && innerHeight - view.height > 80;
    const { style } = document.documentElement;
    if (!isCovered) return style.removeProperty("--window");
    style.setProperty("--window", `${view.height}px`);
    if (document.querySelector(".chat")) scrollTo({ top: 0, behavior: "instant" });
  });
})();
