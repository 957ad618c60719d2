// A dangerous action is asked for in a dialog. Without this, its <details> folds open and shows the same form.
(() => {
  const ask = (details) => {
    const form = details.querySelector("form");
    const dialog = document.createElement("dialog");
    const heading = Object.assign(document.createElement("h2"), { textContent: details.querySelector("summary").textContent.trim() + "?" });
    heading.id = `ask-${Math.random().toString(36).slice(2)}`;
    dialog.setAttribute("aria-labelledby", heading.id);
    const danger = form.querySelector("[type='submit']");
    const cancel = Object.assign(document.createElement("button"), { type: "button", className: "button button-quiet", textContent: "Cancel" });
    const ends = Object.assign(document.createElement("div"), { className: "dialog-ends" });
    danger.replaceWith(ends);
    ends.append(cancel, danger);
    dialog.append(heading, form);
    cancel.addEventListener("click", () => dialog.close());
    // A click beside the box is one on the dialog itself.
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
  cairn.each("details[data-confirm]", (details) => {
    details.classList.add("is-asked");
    const summary = details.querySelector("summary");
    summary.setAttribute("aria-haspopup", "dialog");
    summary.addEventListener("click", (event) => {
      event.preventDefault();
      ask(details);
    });
  });
})();
