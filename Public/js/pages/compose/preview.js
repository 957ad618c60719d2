// The steps of a form with a preview (`data-preview` is its address): a search, a photo, an accepted suggestion. The server answers each with the
// same page, and only the form's part `data-preview-part` is swapped, so that nothing jumps. Without this each step loads the whole page.
(() => {
  // Identifies a control, because the answer contains a new one like it.
  const mark = (control) => [control.id, control.name, control.type === "image" ? control.className : control.value].join(" ");
  const state = (control) => (control.type === "checkbox" ? control.checked : control.value);
  const part = (form) => form.querySelector("[data-preview-part]");
  const files = (form) => [...form.querySelectorAll("[data-preview-file]")];
  const file = (form) => files(form).at(-1);
  const typed = (form) => part(form).querySelectorAll("textarea, select, input:not([type='hidden'], [type='file'], [type='image'])");
  const isText = (field) => typeof field.selectionStart === "number";
  const like = (form, wanted) => [...part(form).querySelectorAll("button, input, textarea, select")].find((control) =>
    wanted.id ? control.id === wanted.id : mark(control) === mark(wanted));

  const step = (form, control, values) => {
    // One after the other: an answer replaces the part that the next step is sent from.
    if (form.dataset.step !== undefined) return void (form.nextStep = { control, values, files: control.files });
    form.dataset.step = mark(control);
    form.sentStates = new Map([...typed(form)].map((field) => [field, state(field)]));
    // A step needs no field to be filled in.
    form.noValidate = true;
    document.querySelector("[data-problems]")?.remove();
    const address = (control.getAttribute("formaction") || form.dataset.preview).split("#")[0];
    const swap = { target: part(form), select: "[data-preview-part]", swap: "outerHTML" };
    // Without a connection the page says so.
    htmx.ajax("POST", address, { source: form, values, ...swap }).catch(() => {});
  };

  cairn.each("form[data-preview]", (form) => {
    let spot;
    form.addEventListener("click", ({ target, offsetX, offsetY }) => {
      if (target.type === "image") spot = { "pick.x": Math.round(offsetX), "pick.y": Math.round(offsetY) };
    });
    form.addEventListener("submit", (event) => {
      const button = event.submitter;
      if (!button?.hasAttribute("formaction")) return;
      event.preventDefault();
      step(form, button, button.type === "image" ? spot : button.name ? { [button.name]: button.value } : {});
    });
    form.addEventListener("change", ({ target }) => {
      if (target.matches("[data-preview-file]") && target.files.length) step(form, target, {});
    });
  });

  const formOf = (detail) => detail.target?.matches?.("[data-preview-part]") && detail.target.closest("form[data-preview]");
  let written = [], focused, unfolded = [];
  const folds = (form) => [...part(form).querySelectorAll("details")];
  // Passwords do not come back.
  const isNewer = (form, field) => form.sentStates.has(field) && (form.sentStates.get(field) !== state(field) || field.type === "password");
  // An answer other than the form's page, such as the login or an overloaded server's error, leaves the form
  // unchanged. What was written while the answer was on its way is kept.
  document.addEventListener("htmx:beforeSwap", ({ detail }) => {
    const form = formOf(detail);
    if (!form || detail.boosted) return;
    if (detail.xhr.responseText.includes(" data-preview-part")) {
      unfolded = folds(form).map((fold) => fold.open);
      written = [...typed(form)].filter((field) => isNewer(form, field));
      focused = [...typed(form)].find((field) => field === document.activeElement && isText(field));
      return;
    }
    detail.shouldSwap = false;
    files(form).forEach((input) => (input.value = ""));
    cairn.toast(detail.xhr.status === 403 ? form.dataset.ended : "That did not work. Try again in a moment.");
  });
  // Focus returns to the same control, or goes to the invalid field.
  document.addEventListener("htmx:afterSettle", ({ detail }) => {
    const form = detail.requestConfig?.elt;
    if (!form?.matches?.("form[data-preview]") || form.dataset.step === undefined || !form.isConnected) return;
    // What was unfolded stays so.
    folds(form).forEach((fold, number) => (fold.open ||= Boolean(unfolded[number])));
    for (const field of written) {
      const fresh = like(form, field);
      if (fresh?.type === "checkbox") fresh.checked = field.checked;
      else if (fresh) fresh.value = field.value;
    }
    const wrong = part(form).querySelector("[aria-invalid='true']");
    const last = [...part(form).querySelectorAll("button, input")].find((control) => mark(control) === form.dataset.step);
    const next = (focused && like(form, focused)) || wrong || last || file(form);
    next.focus({ preventScroll: next !== wrong });
    // The field of a photo is hidden while there is one.
    if (document.activeElement !== next) next.closest("fieldset")?.querySelector("button")?.focus({ preventScroll: true });
    if (focused && next.id === focused.id) next.setSelectionRange(focused.selectionStart, focused.selectionEnd);
    form.dispatchEvent(new Event("cairn:part"));
  });
  document.addEventListener("htmx:afterRequest", ({ detail }) => {
    const form = detail.elt;
    if (!form.matches("form[data-preview]") || !form.isConnected) return;
    delete form.dataset.step;
    if (!form.nextStep) return;
    const { control, values, files: chosen } = form.nextStep;
    delete form.nextStep;
    if (chosen) file(form).files = chosen;
    step(form, chosen ? file(form) : control, values);
  });
})();
