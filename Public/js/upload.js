// How far a form's files have come. Without this the browser sends the form by itself.
(() => {
  cairn.each("form[data-upload]", (form) => {
    if (form.closest("[hx-boost]")) return;
    form.setAttribute("hx-boost", "true");
    htmx.process(form);
  });
  document.addEventListener("htmx:xhr:progress", (event) => {
    const form = event.target.closest?.("form[data-upload]");
    const { loaded, total, lengthComputable } = event.detail;
    // The answer's own progress comes by the same event: what was sent is the larger of both.
    if (!form || !lengthComputable || ![...form.elements].some((field) => field.files?.length)) return;
    if (form.dataset.sent === "all") return;
    const percent = Math.floor((100 * loaded) / total);
    if (percent >= 100) form.dataset.sent = "all";
    show(form, percent);
  });
  document.addEventListener("htmx:afterRequest", (event) => {
    const form = event.target.closest?.("form[data-upload]");
    if (!form) return;
    delete form.dataset.sent;
    form.querySelector(".upload")?.remove();
  });
  const show = (form, percent) => {
    let box = form.querySelector(".upload");
    if (!box) {
      box = Object.assign(document.createElement("p"), { className: "upload" });
      const bar = Object.assign(document.createElement("progress"), { max: 100 });
      bar.setAttribute("aria-label", "Sent so far");
      box.append(document.createElement("span"), bar);
      const place = form.querySelector("[data-upload-here]");
      if (place) place.append(box);
      else form.querySelector("[type='submit']:last-of-type").before(box);
    }
    box.querySelector("progress").value = percent;
    box.querySelector("span").textContent = percent < 100 ? `Sending … ${percent} %` : "Sent. One moment …";
    if (percent >= 100) watch(form, box.querySelector("span"));
  };
  // Others may be before it: as long as it waits, the page says how many.
  const watch = async (form, words) => {
    const uploadID = form.elements.upload_id?.value;
    while (uploadID && form.dataset.sent === "all" && words.isConnected) {
      await new Promise((done) => setTimeout(done, 1000));
      const answer = await fetch(`/uploads/${uploadID}`, { headers: { Accept: "application/json" } }).catch(() => null);
      const before = answer?.ok ? (await answer.json()).before : null;
      if (before === null) words.textContent = "Sent. One moment …";
      else words.textContent = before === 0 ? "Sent. It is your turn next …" : `Sent. ${before} before you …`;
    }
  };
})();
