// The steps of a form with a preview (`data-preview` is its address): a point on the map, a photo, an accepted suggestion. The server answers each with the
// same page, and only the form is swapped, so that nothing jumps. Without this each step loads the whole page.
(() => {
  // Identifies the focused control, because the answer contains a new control like it.
  const mark = (control) => [control.id, control.name, control.type === "image" ? control.className : control.value].join(" ");

  const file = (form) => form.querySelector("[data-preview-file]");

  const step = (form, control, values) => {
    form.dataset.step = mark(control);
    // A step needs no field to be filled in.
    form.noValidate = true;
    const address = (control.getAttribute("formaction") || form.dataset.preview).split("#")[0];
    htmx.ajax("POST", address, { source: form, target: form, select: "form[data-preview]", swap: "outerHTML", values });
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

  // An answer other than the form's page, such as the login or an overloaded server's error, leaves the form
  // unchanged.
  document.addEventListener("htmx:beforeSwap", ({ detail }) => {
    if (!detail.target.matches?.("form[data-preview]") || detail.boosted) return;
    if (detail.xhr.responseText.includes(" data-preview")) return;
    detail.shouldSwap = false;
    detail.target.noValidate = false;
    file(detail.target).value = "";
    cairn.toast(detail.xhr.status === 403 ? detail.target.dataset.ended : "That did not work. Try again in a moment.");
  });
  // Focus returns to the same control, or goes to the invalid field.
  document.addEventListener("htmx:afterSettle", ({ detail }) => {
    const last = detail.requestConfig?.elt?.dataset?.step;
    const form = document.querySelector("form[data-preview]");
    if (last === undefined || !form) return;
    const wrong = form.querySelector("[aria-invalid='true']");
    const same = [...form.querySelectorAll("button, input")].find((control) => mark(control) === last) || file(form);
    (wrong || same).focus({ preventScroll: !wrong });
  });
})();
