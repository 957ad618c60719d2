// Passwords survive the mistake of another field: they wait in this page's memory for the answer, which never holds
// them.
(() => {
  const passwords = (form) => [...form.querySelectorAll("input[type='password']")];
  const key = (form) => new URL(form.action).pathname;
  let kept = null;

  // A form with more than one of them is answered without leaving the page.
  cairn.each("form:has(input[type='password'])", (form) => {
    if (passwords(form).length < 2 || form.closest("[hx-boost]")) return;
    form.setAttribute("hx-boost", "true");
    htmx.process(form);
  });
  document.addEventListener("htmx:beforeSwap", ({ detail }) => {
    const form = detail.requestConfig?.elt;
    if (!detail.boosted || !form?.matches?.("form")) return;
    kept = { key: key(form), values: passwords(form).map((input) => [input.name, input.value]) };
  });
  document.addEventListener("htmx:afterSettle", ({ detail }) => {
    if (!detail.boosted || !kept) return;
    const form = [...document.querySelectorAll("form:has([aria-invalid='true'])")].find((form) =>
      key(form) === kept.key
    );
    for (const [name, value] of kept.values) {
      const field = form?.elements[name];
      // A repeated password of a wrong one is as wrong.
      const first = form?.elements[name.replace(/_confirmation$/, "")];
      if (
        field?.type === "password" && !field.value && ![field, first].some((input) => input?.ariaInvalid === "true")
      ) field.value = value;
    }
    kept = null;
  });
})();
