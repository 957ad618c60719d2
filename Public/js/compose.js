// The compose form's steps on the way to a note: a point on the map, a photo, a suggestion taken over. Each is answered with
// the same page, of which only the form is put in place, so that nothing jumps. Without this each loads the page anew.
(() => {
  // Which control of the form had the focus: the answer brings another that is the same.
  const mark = (control) => [control.id, control.name, control.type === "image" ? control.className : control.value].join(" ");

  const step = (form, control, values) => {
    form.dataset.step = mark(control);
    // Nothing has to be filled in for a step.
    form.noValidate = true;
    const address = (control.getAttribute("formaction") || "/notes/new").split("#")[0];
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
      if (target.name === "photo" && target.files.length) step(form, target, {});
    });
  });

  // What is no compose page, that of a server without room for one more or the login, leaves the form as it is.
  document.addEventListener("htmx:beforeSwap", ({ detail }) => {
    if (!detail.target.matches?.("form[data-preview]") || detail.boosted) return;
    if (detail.xhr.responseText.includes(" data-preview")) return;
    detail.shouldSwap = false;
    detail.target.noValidate = false;
    detail.target.elements.photo.value = "";
    const ended = "Your session has ended. Leave the note to sign in again: your words are kept.";
    cairn.toast(detail.xhr.status === 403 ? ended : "That did not work. Try again in a moment.");
  });
  // The keyboard goes on where it was, or to the field that is wrong.
  document.addEventListener("htmx:afterSettle", ({ detail }) => {
    const last = detail.requestConfig?.elt?.dataset?.step;
    const form = document.querySelector("form[data-preview]");
    if (last === undefined || !form) return;
    const wrong = form.querySelector("[aria-invalid='true']");
    const same = [...form.querySelectorAll("button, input")].find((control) => mark(control) === last) || form.elements.photo;
    (wrong || same).focus({ preventScroll: !wrong });
  });
})();
