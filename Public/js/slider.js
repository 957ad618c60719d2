// A slider for a choice with an order (`select[data-slider]`): each option is a stop. The choice stays the field that
// is sent. Without this it is a list.
cairn.each("select[data-slider]", (select) => {
  if (!matchMedia("(scripting: enabled)").matches) return;
  const label = select.closest(".field").querySelector("label");
  const range = Object.assign(document.createElement("input"), {
    type: "range",
    id: `${select.id}-slider`,
    max: select.options.length - 1,
  });
  const words = Object.assign(document.createElement("output"), { className: "slider-says" });
  words.htmlFor = range.id;
  words.ariaLive = "off";
  label.htmlFor = range.id;
  for (const name of ["aria-invalid", "aria-describedby"]) {
    if (select.hasAttribute(name)) range.setAttribute(name, select.getAttribute(name));
    select.removeAttribute(name);
  }
  const show = () => {
    const { text, dataset } = select.selectedOptions[0];
    range.value = select.selectedIndex;
    range.style.setProperty("--done", select.selectedIndex / range.max);
    words.replaceChildren(text, Object.assign(document.createElement("small"), { textContent: dataset.feel }));
    range.setAttribute("aria-valuetext", `${text}, ${dataset.feel}`);
  };
  range.addEventListener("input", (event) => {
    event.stopPropagation();
    select.selectedIndex = range.value;
    show();
    select.dispatchEvent(new Event("input", { bubbles: true }));
  });
  select.form?.addEventListener("cairn:part", show);
  select.addEventListener("change", show);
  select.form?.addEventListener("reset", () => setTimeout(show));
  select.hidden = true;
  select.after(range, words);
  show();
});
