// Links to hand on: Copy link, and Share where the device has a share sheet. Without scripts the field can be selected.
cairn.each("[data-share]", (box) => {
  const field = box.querySelector("input");
  const copy = box.querySelector("[data-share-copy]");
  const send = box.querySelector("[data-share-send]");
  field.addEventListener("focus", () => field.select());
  box.querySelector(".share-buttons").hidden = false;
  copy.addEventListener("click", async () => {
    // Without the Clipboard API (plain http) the field is selected, for the browser's own copy.
    try {
      await navigator.clipboard.writeText(field.value);
      cairn.toast("Copied");
    } catch {
      field.focus();
      field.select();
      cairn.toast(document.execCommand("copy") ? "Copied" : "Press and hold it to copy it.");
    }
  });
  if (!navigator.share || !send) return;
  send.hidden = false;
  send.addEventListener("click", () => navigator.share({ title: box.dataset.share, url: field.value }).catch(() => {}));
});
