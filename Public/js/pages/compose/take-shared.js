// What a phone shared (shared-file.js) goes into the form's fields as if it had been chosen there.
(() => {
  if (!cairn.sharedFile) return;
  const { shelf, forget, isOld } = cairn.sharedFile;
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

  cairn.each("[data-record-here]", async (place) => {
    const input = document.getElementById(place.dataset.recordFor);
    if (input && new URLSearchParams(location.search).has("shared") && (await caches.has(shelf))) await take(input).catch(() => {});
  });
})();
