// What opens where one stands is raised over the page, once for each thing and tab. The list there follows every step;
// without this it is all there is.
const memory = "cairn-near";
const recall = () => {
  try {
    return JSON.parse(sessionStorage.getItem(memory)) || [];
  } catch {
    return [];
  }
};
// Those of some addresses that are new to this tab, which knows them from then on.
const unseen = (urls) => {
  const known = recall();
  const fresh = urls.filter((url) => !known.includes(url));
  try {
    if (fresh.length) sessionStorage.setItem(memory, JSON.stringify([...known, ...fresh].slice(-200)));
  } catch {}
  return fresh;
};

const raise = (part) => {
  const dialog = part.querySelector("template")?.content.querySelector("dialog").cloneNode(true);
  part.dataset.seen = "";
  // What lies open already stays: a note that was found here, or a question.
  if (!dialog || !part.isConnected || document.querySelector("dialog[open], [data-alert]")) return;
  if (!unseen([...dialog.querySelectorAll("a")].map((link) => link.getAttribute("href"))).length) return;
  const before = document.activeElement;
  const end = () => {
    document.removeEventListener("cairn:banners", yieldToAlert);
    dialog.remove();
  };
  // The list has what the card had.
  const close = () => {
    end();
    document.querySelector("[data-home-part='near-relics'] a")?.focus();
  };
  // Somebody who needs help comes before all else. Who was somewhere on the page is there again; others are at the
  // alert.
  const yieldToAlert = () => {
    const alert = document.querySelector("[data-alert]");
    if (!alert) return;
    end();
    if (before !== document.body) before?.focus({ preventScroll: true });
    if (document.activeElement !== document.body) return;
    alert.tabIndex = -1;
    alert.focus({ preventScroll: true });
  };
  document.addEventListener("cairn:banners", yieldToAlert);
  dialog.querySelector("[data-find-later]").addEventListener("click", close);
  dialog.addEventListener("cancel", (event) => (event.preventDefault(), close()));
  dialog.addEventListener("click", ({ target }) => target === dialog && close());
  document.querySelector("#page").append(dialog);
  htmx.process(dialog);
  dialog.showModal();
  dialog.querySelector("a").focus();
  if (navigator.userActivation?.hasBeenActive) navigator.vibrate?.([20, 90, 30]);
};
// A find of the same position comes first.
cairn.each("[data-home-part='near-relics']", (part) => setTimeout(raise, 0, part));
