// What became of a form that outbox.js sent or that was sent as a page, and the line that says so.
(() => {
  cairn.statusLine = (words, ...buttons) => {
    const box = Object.assign(document.createElement("div"), { className: "kept", tabIndex: -1 });
    box.setAttribute("role", "status");
    box.append(Object.assign(document.createElement("p"), { textContent: words }), ...buttons);
    return box;
  };
  cairn.lineButton = (words, act) => {
    const one = Object.assign(document.createElement("button"), { type: "button", className: "button button-quiet button-small", textContent: words });
    one.addEventListener("click", act);
    return one;
  };
  cairn.replacePart = (target, text, select) =>
    htmx.swap(target, text, { swapStyle: "outerHTML", swapDelay: 0, settleDelay: 0 }, { select });

  // A page that came as an answer.
  const openPage = (text, address) => {
    history.pushState({ htmx: true }, "", address);
    cairn.replacePart(document.querySelector("#page"), text, "#page");
    document.querySelector("#page [aria-invalid='true']")?.focus();
  };

  // A form that led on to another page is sent.
  const sent = sessionStorage.getItem("sending");
  sessionStorage.removeItem("sending");
  const isLedOn = performance.getEntriesByType("navigation")[0]?.redirectCount > 0 && document.querySelector("#page[data-account]");
  if (sent && isLedOn && !document.querySelector("form[data-keep]")) cairn.outbox?.drop(sent).catch(() => {});

  // The words of a page's message.
  const message = (text) => new DOMParser().parseFromString(text, "text/html").querySelector(".flash p")?.textContent.trim();
  document.addEventListener("cairn:sent", ({ detail }) => {
    if (detail.entry.isBrief) return;
    // Whoever still looks at it goes on to where it leads.
    const shown = document.querySelector(`.kept[data-key="${CSS.escape(detail.entry.key)}"]`);
    if (shown) return openPage(detail.text, detail.answer.url);
    cairn.toast(message(detail.text) || "Sent.");
  });

  // The form with what is wrong; but nobody is taken away from what they write just now.
  document.addEventListener("cairn:refused", ({ detail }) => {
    if (detail.entry.isBrief) return;
    const open = () => openPage(detail.text, detail.entry.page);
    const isBusy = document.activeElement?.matches("textarea, input") && document.activeElement.value;
    if (!isBusy) return open();
    const box = cairn.statusLine("Something you wrote could not be sent.", cairn.lineButton("Look at it", () => {
      box.remove();
      open();
    }));
    box.classList.add("toast");
    document.querySelector("[data-toasts]").append(box);
  });
})();
