// A form with `data-keep` (the address of a page with an empty one) survives a lost connection, a reload and a step back:
// what is written in it is kept by outbox.js until it is sent.
(() => {
  // Words or files. A place, friends and what else is chosen at once are no loss, and not worth a word.
  const isWorthIt = (fields) =>
    fields.some(([name, value]) => value.size || name.endsWith("_kept") || (["text", "hint"].includes(name) && value.trim()));
  const fieldsOf = (form) => [...new FormData(form)].filter(([name, value]) => !["csrf", "upload_id"].includes(name) && value.size !== 0);

  const start = (form) => {
    const page = form.dataset.keep;
    const action = form.getAttribute("action");
    const key = () => form.elements.key.value;
    let isWritten = false, isGone = false, timer = 0, shown;
    const store = (isWaiting = false) => {
      clearTimeout(timer);
      const fields = fieldsOf(form);
      const isKept = isWaiting || isWorthIt(fields);
      return (isKept ? cairn.outbox.keep({ key: key(), page, action, fields, isWaiting }) : cairn.outbox.drop(key())).catch(() => {});
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
    // A line in the sheet that goes by itself, or at the next input.
    const tell = (words, button) => {
      say();
      const box = (shown = cairn.statusLine(words, button));
      box.classList.add("kept-brief");
      form.querySelector(".compose-sheet").prepend(box);
      const leave = () => (box.matches(":hover, :focus-within") ? setTimeout(leave, 2000) : box.remove());
      setTimeout(leave, 8000);
    };
    // Shows what the server makes of the form.
    const show = (text, detail) => {
      if (!text?.includes(" data-preview-part") || !form.isConnected) return false;
      cairn.replacePart(form.querySelector("[data-preview-part]"), text, "[data-preview-part]");
      form.dispatchEvent(new CustomEvent("cairn:part", { detail }));
      return true;
    };
    const load = async (address, options) => {
      const answer = await cairn.busy(fetch(address, options)).catch(() => null);
      return answer?.ok ? answer.text() : undefined;
    };
    const filled = (fields) => {
      const body = new FormData();
      body.append("csrf", form.elements.csrf.value);
      for (const [name, value] of fields) body.append(name, value);
      return load(form.dataset.preview, { method: "POST", body });
    };
    const drafts = async () => (await cairn.outbox.list()).filter((entry) => !entry.isWaiting && entry.page === page);
    const replace = (text, detail) => {
      const isShown = show(text, detail);
      if (isShown) form.querySelector("textarea").focus({ preventScroll: true });
      else cairn.toast(cairn.offline);
      return isShown;
    };
    // The place stays where the map is.
    const startOver = async () => {
      const fields = fieldsOf(form);
      if (!replace(await load(page), { keepsPlace: true })) return;
      for (const { key } of await drafts()) await cairn.outbox.drop(key);
      tell("Your words are gone.", cairn.lineButton("Undo", async () => replace(await filled(fields))));
    };
    // It goes out later. Another one can be written meanwhile.
    const wait = async () => {
      isGone = true;
      const waiting = key();
      await store(true);
      form.classList.add("is-kept");
      say(cairn.statusLine("Kept. It goes out when you are back online.", cairn.lineButton("Change it", async () => {
        await store();
        resume();
      }), cairn.lineButton("Leave another", () => {
        const place = ["lat", "lon"].map((name) => form.elements[name].value);
        form.reset();
        [form.elements.lat.value, form.elements.lon.value] = place;
        form.elements.key.value = crypto.randomUUID();
        form.querySelectorAll("[name^='photo_'], .photo-kept").forEach((one) => one.remove());
        isWritten = false;
        resume();
      })));
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
      const kept = (await drafts()).filter(({ fields }) => isWorthIt(fields)).pop();
      if (!kept || isWritten || kept.key === key()) return;
      // A link that already says something, such as whom it is for, is not overwritten.
      if (location.search) return tell("You have a half-written one.", cairn.lineButton("Continue it", () => location.assign(page)));
      const text = await filled(kept.fields);
      if (!isWritten && show(text)) tell("Your half-written note is back.", cairn.lineButton("Start over", startOver));
    };

    form.addEventListener("input", () => shown?.matches(".kept-brief") && say());
    for (const name of ["input", "change", "cairn:part"]) form.addEventListener(name, write);
    form.addEventListener("cairn:view", () => isWritten && write());
    // Before the page goes away there is no time to wait for the next pause.
    addEventListener("pagehide", () => isWritten && !isGone && form.isConnected && store());
    // Sent as a page, if the server answers at all.
    form.addEventListener("submit", async (event) => {
      if (event.defaultPrevented || event.submitter?.hasAttribute("formaction")) return;
      event.preventDefault();
      const isThere = navigator.onLine && (await cairn.busy(fetch("/healthz", { signal: AbortSignal.timeout(8000) })).catch(() => null));
      if (!isThere) return wait();
      await store();
      isGone = true;
      sessionStorage.setItem("sending", key());
      form.submit();
    });
    if (!form.hasAttribute("data-keep-fresh")) return;
    // Somebody may write already when this script comes.
    if (form.contains(document.activeElement) && isWorthIt(fieldsOf(form))) write();
    else restore().catch(() => {});
  };
  cairn.each("form[data-keep]", (form) => cairn.outbox && start(form));
})();
