// The radius that a form proposes follows the place until somebody chooses one; where it is small, a hint is one tap
// away.
cairn.each("form[data-compose]:has([data-hint-offer])", (form) => {
  const field = (name) => form.elements[name];
  let isProposing = false;
  const offer = () => {
    const words = form.querySelector("[data-hint-offer]");
    if (words) {
      words.hidden = Number(field("radius_m").selectedOptions[0].dataset.metres) > 10 || field("hint").value !== "";
    }
  };
  form.addEventListener("cairn:place", ({ detail: { radius, why } }) => {
    const [select, proposed] = [field("radius_m"), field("radius_proposed")];
    if (radius === undefined || select.value !== proposed?.value) return;
    select.value = proposed.value = radius;
    form.querySelector("[data-radius-why]").textContent = why;
    // The slider and the ring follow.
    isProposing = true;
    select.dispatchEvent(new Event("change"));
    select.dispatchEvent(new Event("input", { bubbles: true }));
    isProposing = false;
  });
  form.addEventListener("input", ({ target }) => {
    if (target.name === "radius_m" && !isProposing) {
      form.querySelector("[data-radius-why]")?.replaceChildren();
      // Chosen, even if it is the proposed one.
      if (field("radius_proposed")) field("radius_proposed").value = "-";
    }
    offer();
  });
  form.addEventListener("click", (event) => {
    if (!event.target.closest("[data-hint-offer] a")) return;
    event.preventDefault();
    field("hint").closest("details").open = true;
    field("hint").focus();
  });
});
