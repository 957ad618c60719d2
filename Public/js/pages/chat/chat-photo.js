// The photo that is chosen for a message stands above the form, and can be taken out again. Without this the browser's own
// field names it.
cairn.each("[data-message-photo]", (input) => {
  let box;
  input.addEventListener("change", () => {
    box?.remove();
    const file = input.files[0];
    if (!file) return;
    const picture = Object.assign(document.createElement("img"), { className: "write-photo", src: URL.createObjectURL(file), alt: "" });
    picture.addEventListener("load", () => URL.revokeObjectURL(picture.src));
    // Not every browser shows every kind.
    picture.addEventListener("error", () => picture.replaceWith(cairn.icon("image")));
    const name = Object.assign(document.createElement("span"), { className: "write-name", textContent: file.name });
    const out = Object.assign(document.createElement("button"), { type: "button", className: "button-round", ariaLabel: "Remove the photo" });
    out.append(cairn.icon("x"));
    out.addEventListener("click", () => {
      input.value = "";
      input.dispatchEvent(new Event("change", { bubbles: true }));
      input.focus();
    });
    box = Object.assign(document.createElement("div"), { className: "write-about" });
    box.append(picture, name, out);
    input.closest("form").querySelector("[data-write-row]").before(box);
    input.form.elements.text?.focus();
  });
});
