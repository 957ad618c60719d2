// Sign-up in two steps on one page: the second follows when the first is filled in. Without this one stands below the
// other.
(() => {
  // How each form shows the step of a field.
  const openers = new WeakMap();

  cairn.each("form[data-signup]", (form) => {
    const steps = [...form.querySelectorAll("[data-signup-step]")];
    const [password, again] = form.querySelectorAll("input[type='password']");
    const show = (current) => {
      steps.forEach((step, place) => {
        step.hidden = place !== current;
      });
      // What comes later is not asked for yet; what came before is sent with it.
      steps[1].disabled = current === 0;
    };
    const move = (current) => {
      show(current);
      steps[current].querySelector("legend").focus();
    };
    const open = (field) => {
      const place = steps.indexOf(field.closest("[data-signup-step]"));
      if (place >= 0 && steps[place].hidden) show(place);
    };
    openers.set(form, open);

    const back = form.querySelector("[data-signup-back]");
    back.addEventListener("click", () => move(0));
    back.hidden = false;
    form.querySelector("[data-signup-next]").hidden = false;
    // The button is pressed before the browser checks the fields, and Enter presses it as well.
    form.addEventListener("click", ({ target }) => {
      if (!target.closest("[type='submit']")) return;
      again.setCustomValidity(password.value === again.value ? "" : form.dataset.mismatch);
    });
    // Before htmx, which would send the form.
    form.addEventListener("submit", (event) => {
      if (!steps[1].disabled) return;
      event.preventDefault();
      event.stopImmediatePropagation();
      move(1);
    }, true);
    // The browser cannot lead to a field that is hidden.
    form.addEventListener("invalid", () => {
      const first = form.querySelector("input:invalid");
      if (first) open(first);
    }, true);
    show(Number(form.dataset.step) - 1);
  });

  // A link of the summary may lead to the other step.
  document.addEventListener("click", ({ target }) => {
    const link = target.closest?.("[data-problems] a");
    const id = link && CSS.escape(link.hash.slice(1));
    const field = link && document.querySelector(`form[data-signup] [aria-describedby~="${id}"]`);
    if (field) openers.get(field.form)?.(field);
  }, true);
})();
