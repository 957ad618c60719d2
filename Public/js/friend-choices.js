// Choosing friends in a form.
(() => {
  // A circle ticks its friends; it is ticked while all of them are.
  cairn.each(".friend-choices", (group) => {
    const circles = [...group.querySelectorAll("[data-circle]")];
    const friends = ({ dataset }) => dataset.circle.split(" ").map((name) => group.querySelector(`.person [value="${CSS.escape(name)}"]`)).filter(Boolean);
    const show = () => circles.forEach((circle) => (circle.checked = friends(circle).every((friend) => friend.checked)));
    group.addEventListener("change", ({ target }) => {
      if (target.matches("[data-circle]")) friends(target).forEach((friend) => (friend.checked = target.checked));
      show();
    });
    group.closest("form")?.addEventListener("reset", () => setTimeout(show));
    show();
  });

  // A search in a long list of friends. Chosen ones stay in sight.
  cairn.each("[data-friend-find]", (input) => {
    input.hidden = false;
    const people = [...input.closest("fieldset").querySelectorAll(".person")];
    input.addEventListener("input", () => {
      const words = input.value.trim().toLocaleLowerCase();
      for (const person of people) {
        person.hidden = !person.textContent.toLocaleLowerCase().includes(words) && !person.querySelector("input").checked;
      }
    });
    // Enter chooses the only one left.
    input.addEventListener("keydown", (event) => {
      if (event.key !== "Enter") return;
      event.preventDefault();
      const left = people.filter((person) => !person.hidden && !person.querySelector("input").checked);
      if (left.length === 1) left[0].querySelector("input").click();
    });
  });
})();
