// Asks for confirmation of a dangerous action in a dialog. Without this, its <details> unfolds and shows the same form.
(() => {
  const ask = (details) => {
    const form = details.querySelector("form");
    const dialog = document.createElement("dialog");
    const words = details.querySelector("summary").textContent.trim();
    const heading = Object.assign(document.createElement("h2"), { textContent: `${words}?` });
    heading.id = `ask-${Math.random().toString(36).slice(2)}`;
    dialog.setAttribute("aria-labelledby", heading.id);
    const danger = form.querySelector("[type='submit']");
    const cancel = Object.assign(document.createElement("button"), { type: "button", textContent: "Cancel" });
    cancel.className = "button button-quiet";
    const ends = Object.assign(document.createElement("div"), { className: "dialog-ends" });
    danger.replaceWith(ends);
    ends.append(cancel, danger);
    dialog.append(heading, form);
    cancel.addEventListener("click", () => dialog.close());
    // A click outside the box has the dialog itself as its target.
    dialog.addEventListener("click", (event) => event.target === dialog && dialog.close());
    dialog.addEventListener("close", () => {
      ends.replaceWith(danger);
      details.append(form);
      dialog.remove();
    });
    details.after(dialog);
    dialog.showModal();
    cancel.focus();
  };
  // Listens on the document, so that it works on pages swapped in later.
  document.addEventListener("click", (event) => {
    const summary = event.target.closest("details[data-confirm] > summary");
    if (!summary) return;
    event.preventDefault();
    ask(summary.parentNode);
  });
})();
