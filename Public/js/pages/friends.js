// Friends: drag them into order, choose contacts of the phone.
(() => {
  cairn.each("form[data-order]", (form) => {
    const rows = [...form.querySelectorAll("[data-order-row]")];
    const status = form.querySelector("[data-order-status]");
    // The first row cannot move up, the last cannot move down.
    const mark = () => {
      const order = [...form.querySelectorAll("[data-order-row]")];
      order.forEach((row, place) => {
        row.querySelector("[name='up']").disabled = place === 0;
        row.querySelector("[name='down']").disabled = place === order.length - 1;
      });
    };
    const save = async () => {
      const answer = await fetch(form.action, { method: "POST", body: new URLSearchParams(new FormData(form)) });
      status.textContent = answer.ok ? "The new order is saved." : "";
      if (!answer.ok) cairn.toast("The order could not be saved. Reload the page.");
    };
    // Neighbours move one at a time; the dragged row stays in the document, because removing it would end the drag.
    const step = (row, y) => {
      const above = row.previousElementSibling;
      const below = row.nextElementSibling;
      const middle = (other) => other.getBoundingClientRect().top + other.offsetHeight / 2;
      if (above && y < middle(above)) row.after(above);
      else if (below && y > middle(below)) row.before(below);
      else return false;
      return true;
    };
    const drag = (row) => {
      let moved = false;
      row.classList.add("is-dragged");
      const move = (event) => {
        while (step(row, event.clientY)) moved = true;
      };
      const end = () => {
        row.classList.remove("is-dragged");
        document.removeEventListener("pointermove", move);
        document.removeEventListener("pointerup", end);
        document.removeEventListener("pointercancel", end);
        mark();
        if (moved) save().catch(() => cairn.toast("No connection. The order is not saved."));
      };
      document.addEventListener("pointermove", move);
      document.addEventListener("pointerup", end);
      document.addEventListener("pointercancel", end);
    };
    for (const row of rows) {
      const grip = row.querySelector("[data-order-grip]");
      grip.hidden = false;
      grip.addEventListener("pointerdown", (event) => {
        event.preventDefault();
        drag(row);
      });
    }
  });
  cairn.each("form[data-contacts]", (form) => {
    if (!navigator.contacts?.select) return;
    form.querySelector("[data-contacts-box]").hidden = false;
    form.querySelector("[data-contacts-button]").addEventListener("click", async () => {
      const chosen = await navigator.contacts.select(["email"], { multiple: true }).catch(() => []);
      const addresses = chosen.flatMap((person) => person.email || []);
      if (!addresses.length) return;
      form.elements.namedItem("emails").value = addresses.join("\n");
      form.requestSubmit();
    });
  });
})();
