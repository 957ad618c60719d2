// A form with `data-keep` (the address of a page with an empty one) survives a lost connection, a reload and a step
// back: what is written in it is kept by outbox.js until it is sent.
(() => {
  const line = (words, ...buttons) => {
    const box = Object.assign(document.createElement("div"), { className: "kept", tabIndex: -1 });
    box.setAttribute("role", "status");
    box.append(Object.assign(document.createElement("p"), { textContent: words }), ...buttons);
    return box;
  };
  const button = (words, act) => {
    const one = Object.assign(document.createElement("button"), {
      type: "button",
      className: "button button-quiet button-small",
      textContent: words,
    });
    one.addEventListener("click", act);
    return one;
  };
  const swap = (target, text, select) =>
    htmx.swap(target, text, { swapStyle: "outerHTML", swapDelay: 0, settleDelay: 0 }, { select });
  // A page that came as an answer.
  const openPage = (text, address) => {
    history.pushState({ htmx: true }, "", address);
    swap(document.querySelector("#page"), text, "#page");
    document.querySelector("#page [aria-invalid='true']")?.focus();
  };
  const fieldsOf = (form) =>
    [...new FormData(form)].filter(([name, value]) => !["csrf", "upload_id"].includes(name) && value.size !== 0);

  const start = (form) => {
    const page = form.dataset.keep;
    const action = form.getAttribute("action");
    const key = () => form.elements.key.value;
    let isWritten = false, isGone = false, timer = 0, shown;
    const store = (isWaiting = false) => {
      clearTimeout(timer);
      return cairn.outbox.keep({ key: key(), page, action, fields: fieldsOf(form), isWaiting }).catch(() => {});
    };
    const write = () => {
      if (isGone || !form.isConnected) return;
      isWritten = true;
      clearTimeout(timer);
      timer = setTimeout(store, 300);
    };
    const say = (box) => {
      shown?.remove();
      shown = box;
      if (box) form.querySelector("[data-kept-here]").append(box);
    };
    const empty = () => location.assign(page);
    const startOver = async () => {
      isGone = true;
      clearTimeout(timer);
      for (const entry of await cairn.outbox.list()) {
        if (!entry.isWaiting && entry.page === page) await cairn.outbox.drop(entry.key);
      }
      empty();
    };
    // It goes out later. Another one can be written meanwhile.
    const wait = async () => {
      isGone = true;
      const waiting = key();
      await store(true);
      form.classList.add("is-kept");
      say(line(
        "Saved. It is sent when you’re back online.",
        button("Change it", async () => {
          await store();
          resume();
        }),
        button("Leave another", () => {
          const place = ["lat", "lon"].map((name) => form.elements[name].value);
          form.reset();
          [form.elements.lat.value, form.elements.lon.value] = place;
          form.elements.key.value = crypto.randomUUID();
          form.querySelectorAll("[name^='photo_'], .photo-kept").forEach((one) => one.remove());
          isWritten = false;
          resume();
        }),
      ));
      shown.dataset.key = waiting;
      shown.focus();
      cairn.outbox.send();
    };
    const resume = () => {
      isGone = false;
      form.classList.remove("is-kept");
      say();
      form.querySelector("textarea").focus();
    };
    const restore = async () => {
      const kept = (await cairn.outbox.list()).filter((entry) => !entry.isWaiting && entry.page === page).pop();
      if (!kept || isWritten || kept.key === key()) return;
      // A link that already says something, such as whom it is for, is not overwritten.
      if (location.search) return void say(line("You have an unfinished note.", button("Continue it", empty)));
      const body = new FormData();
      body.append("csrf", form.elements.csrf.value);
      for (const [name, value] of kept.fields) body.append(name, value);
      const answer = await fetch(form.dataset.preview, { method: "POST", body }).catch(() => null);
      if (!answer?.ok || isWritten || !form.isConnected) return;
      const text = await answer.text();
      if (!text.includes(" data-preview-part")) return;
      swap(form.querySelector("[data-preview-part]"), text, "[data-preview-part]");
      form.dispatchEvent(new Event("cairn:part"));
      say(line("Your unfinished note is back.", button("Start over", startOver)));
      isWritten = true;
    };

    for (const name of ["input", "change", "cairn:part"]) form.addEventListener(name, write);
    form.addEventListener("cairn:view", () => isWritten && write());
    // Before the page goes away there is no time to wait for the next pause.
    addEventListener("pagehide", () => isWritten && !isGone && form.isConnected && store());
    // Sent as a page, if the server answers at all.
    form.addEventListener("submit", async (event) => {
      if (event.defaultPrevented || event.submitter?.hasAttribute("formaction")) return;
      event.preventDefault();
      const isThere = navigator.onLine &&
        (await cairn.busy(fetch("/healthz", { signal: AbortSignal.timeout(8000) })).catch(() => null));
      if (!isThere) return wait();
      await store();
      isGone = true;
      sessionStorage.setItem("sending", key());
      form.submit();
    });
    if (form.hasAttribute("data-keep-fresh")) restore().catch(() => {});
  };
  // A form that led on to another page is sent.
  const sent = sessionStorage.getItem("sending");
  sessionStorage.removeItem("sending");
  const isLedOn = performance.getEntriesByType("navigation")[0]?.redirectCount > 0 &&
    document.querySelector("#page[data-account]");
  if (sent && isLedOn && !document.querySelector("form[data-keep]")) cairn.outbox?.drop(sent).catch(() => {});
  cairn.each("form[data-keep]", (form) => cairn.outbox && start(form));

  // The words of a page's message.
  const message = (text) =>
    new DOMParser().parseFromString(text, "text/html").querySelector(".flash p")?.textContent.trim();
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
    const box = line(
      "Something you wrote could not be sent.",
      button("Look at it", () => {
        box.remove();
        open();
      }),
    );
    box.classList.add("toast");
    document.querySelector("[data-toasts]").append(box);
  });
})();
