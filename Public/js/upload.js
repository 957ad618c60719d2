// The progress of a form's upload. Without this the browser sends the form by itself.
(() => {
  cairn.each("form[data-upload]", (form) => {
    if (form.closest("[hx-boost]")) return;
    form.setAttribute("hx-boost", "true");
    htmx.process(form);
  });
  document.addEventListener("htmx:xhr:progress", (event) => {
    const form = event.target.closest?.("form[data-upload]");
    const { loaded, total, lengthComputable } = event.detail;
    // The download of the answer fires the same event, so events after the end of the upload are ignored.
    if (!form || !lengthComputable || ![...form.elements].some((field) => field.files?.length)) return;
    if (form.dataset.sent === "all") return;
    const percent = Math.floor((100 * loaded) / total);
    if (percent >= 100) form.dataset.sent = "all";
    show(form, percent);
  });
  document.addEventListener("htmx:afterRequest", (event) => {
    const form = event.target.closest?.("form[data-upload]");
    if (form) end(form);
  });
  const end = (form) => {
    delete form.dataset.sent;
    form.querySelector(".upload")?.remove();
  };
  // Also for scripts that send a form by themselves, which may say what they wait for. *Cancel* fires `htmx:abort` at the form.
  const show = (form, percent, waiting = "") => {
    let box = form.querySelector(".upload");
    if (!box) {
      box = Object.assign(document.createElement("p"), { className: "upload" });
      const bar = Object.assign(document.createElement("progress"), { max: 100 });
      bar.setAttribute("aria-label", "Sent so far");
      const cancel = Object.assign(document.createElement("button"), { type: "button", className: "button button-small button-quiet", textContent: "Cancel" });
      cancel.addEventListener("click", () => {
        htmx.trigger(form, "htmx:abort");
        for (const field of form.querySelectorAll("input[type='file']")) field.value = "";
      });
      // Read out, unlike every percent.
      const status = Object.assign(document.createElement("span"), { className: "visually-hidden", role: "status" });
      box.append(document.createElement("span"), bar, cancel, status);
      const place = form.querySelector("[data-upload-here]");
      if (place) place.append(box);
      else form.querySelector("[type='submit']:last-of-type").before(box);
    }
    box.querySelector("progress").value = percent;
    box.querySelector("span").textContent = waiting || (percent < 100 ? `Sending … ${percent} %` : "Sent. One moment …");
    const status = box.querySelector("[role='status']");
    if (status.textContent !== waiting) status.textContent = waiting;
    // What has arrived is worked on to its end.
    box.querySelector("button").hidden = percent >= 100;
    if (percent >= 100) watch(form, box.querySelector("span"));
  };
  // The upload may wait in a queue: meanwhile the page shows how many are before it.
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
  Object.assign(cairn, { showUpload: show, endUpload: end });
})();
