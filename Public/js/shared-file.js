// What a phone's share sheet gave to this site: the service worker keeps it (sw.js) until the form that takes it is open
// (pages/compose/take-shared.js). Signing out erases it, and an hour.
(() => {
  if (!window.caches) return;
  const shelf = "cairn-shared";
  const forget = () => caches.delete(shelf);
  const isOld = (words) => !words || Date.now() - words.headers.get("X-Time") > 3600e3;
  cairn.sharedFile = { shelf, forget, isOld };

  cairn.each("#page", async () => {
    if ((await caches.has(shelf)) && isOld(await (await caches.open(shelf)).match("/shared/words"))) await forget();
  });
  addEventListener("submit", ({ target }) => target.matches("[data-forgets]") && forget().catch(() => {}), true);
})();
