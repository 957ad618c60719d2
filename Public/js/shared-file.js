// What a phone's share sheet gave to this site: the service worker keeps it (sw.js) until the form that takes it is
// open. It goes into the form's fields as if it had been chosen there. Signing out erases it, and an hour.
(() => {
  const shelf = "cairn-shared";
  const forget = () => caches.delete(shelf);
  const isOld = (words) => !words || Date.now() - words.headers.get("X-Time") > 3600e3;

  const take = async (input) => {
    const shared = await caches.open(shelf);
    const [words, file] = [await shared.match("/shared/words"), await shared.match("/shared/file")];
    // First of all: what is taken is not taken again.
    await forget();
    if (isOld(words)) return;
    const text = input.form.elements.description;
    if (text && !text.value) {
      text.value = (await words.text()).slice(0, text.maxLength);
      text.dispatchEvent(new Event("input", { bubbles: true }));
    }
    if (!file) return;
    const content = await file.blob();
    const files = new DataTransfer();
    files.items.add(new File([content], decodeURIComponent(file.headers.get("X-Name")), { type: content.type }));
    input.files = files.files;
    input.dispatchEvent(new Event("change", { bubbles: true }));
  };

  if (!window.caches) return;
  cairn.each("[data-record-here]", async (place) => {
    const input = document.getElementById(place.dataset.recordFor);
    if (input && new URLSearchParams(location.search).has("shared") && (await caches.has(shelf))) {
      await take(input).catch(() => {});
    }
  });
  cairn.each("#page", async () => {
    if ((await caches.has(shelf)) && isOld(await (await caches.open(shelf)).match("/shared/words"))) await forget();
  });
  addEventListener("submit", ({ target }) => target.matches("[data-forgets]") && forget().catch(() => {}), true);
})();
