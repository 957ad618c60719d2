// Shows a photo over the whole window: a link with data-photo, which leads to the large picture. Esc, Back on a phone,
// a swipe and a click close it. Without this the link opens the picture.
(() => {
  const show = (link) => {
    const small = link.querySelector("img");
    const dialog = Object.assign(document.createElement("dialog"), { className: "photo-viewer", ariaLabel: small.alt });
    const picture = Object.assign(document.createElement("img"), {
      src: small.currentSrc || small.src,
      alt: small.alt,
      draggable: false,
    });
    const close = Object.assign(document.createElement("button"), {
      type: "button",
      className: "button-round",
      ariaLabel: "Close",
    });
    close.append(cairn.icon("x"));
    dialog.append(picture, close);
    // Sharp as soon as it has come.
    const large = Object.assign(new Image(), { src: link.href });
    cairn.busy(large.decode()).then(() => (picture.src = link.href), () => {});
    let start;
    dialog.addEventListener("pointerdown", ({ isPrimary, clientY }) => (start = isPrimary ? clientY : undefined));
    dialog.addEventListener(
      "pointerup",
      ({ clientY }) => start !== undefined && Math.abs(clientY - start) > 80 && dialog.close(),
    );
    dialog.addEventListener("click", () => dialog.close());
    dialog.addEventListener("close", () => dialog.remove());
    document.body.append(dialog);
    dialog.showModal();
    close.focus();
  };
  document.addEventListener("click", (event) => {
    const link = event.target.closest?.("a[data-photo]");
    if (!link || event.button || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    event.stopPropagation();
    show(link);
  }, true);
})();
