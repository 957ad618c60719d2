// A day's photos one below the other: keys lead from one to the next, reactions and comments are sent without leaving
// the page, and photos that are posted meanwhile appear. Without this, answers lead to the photo's own page.
cairn.each("[data-photos]", (root) => {
  const list = root.querySelector("[data-photos-list]");
  const photos = () => [...list.querySelectorAll("article")];
  let soon, end;

  // From the photo that has the focus, otherwise from the one in the upper part of the window.
  const step = (by) => {
    const all = photos();
    const focused = all.findIndex((one) => one.contains(document.activeElement));
    const shown = all.findLastIndex((one) => one.getBoundingClientRect().top < innerHeight / 3);
    const next = all[(focused < 0 ? shown : focused) + by];
    if (!next) return false;
    next.focus({ preventScroll: true });
    next.scrollIntoView({ block: "start", behavior: cairn.isCalm() ? "instant" : "smooth" });
    return true;
  };
  const keys = { ArrowRight: 1, ArrowLeft: -1, j: 1, k: -1 };
  const press = (event) => {
    if (!root.isConnected) return void document.removeEventListener("keydown", press);
    const by = keys[event.key];
    if (!by || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey || event.defaultPrevented) return;
    if (event.target.closest("input, textarea, select, dialog")) return;
    // Letters are the reader's own, unless a photo has the focus.
    if (event.key.length === 1 && !list.contains(document.activeElement)) return;
    if (step(by)) event.preventDefault();
  };
  document.addEventListener("keydown", press);

  // `randomUUID` is not there without https.
  const newKey = () => btoa(String.fromCharCode(...crypto.getRandomValues(new Uint8Array(15))));
  const send = async (form, submitter) => {
    const body = new URLSearchParams(new FormData(form, submitter));
    form.dataset.sending = "";
    try {
      const answer = await cairn.busy(
        fetch(form.action, { method: "POST", body, redirect: "manual", headers: { Accept: "application/json" } }),
      );
      // A redirect to the login page is none for whom asks for JSON.
      if (answer.type !== "opaqueredirect" && !answer.ok) throw new Error(answer.status);
      form.reset();
      const key = form.querySelector("input[name=key]");
      if (key) key.value = newKey();
      const part = `moment-${form.closest("article").id.replace("photo-", "")}`;
      document.dispatchEvent(new CustomEvent("cairn:change", { detail: { part } }));
    } catch (error) {
      // Without an answer it may have been done: again it would take a reaction back. A comment has a key.
      if (error instanceof TypeError && !form.querySelector("input[name=key]")) {
        return cairn.toast("No connection. Try again in a moment.");
      }
      if (error.message === "403") {
        return cairn.toast("Your session has ended. Sign in in another tab, then send it again.");
      }
      // The page that answers says what is wrong, or a message that there is no connection.
      form.dataset.plain = "";
      form.requestSubmit(submitter);
    } finally {
      delete form.dataset.sending;
    }
  };
  list.addEventListener("submit", (event) => {
    const form = event.target;
    const isPlain = "plain" in form.dataset;
    delete form.dataset.plain;
    if (isPlain || form.enctype === "multipart/form-data") return;
    event.preventDefault();
    event.stopPropagation();
    if (!("sending" in form.dataset)) send(form, event.submitter);
  }, true);

  // Photos that came, went, or may be seen now.
  const renew = async () => {
    const answer = await fetch(location.href, { headers: { Accept: "text/html" } });
    if (!answer.ok || answer.redirected || !root.isConnected) return;
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    const fresh = page.querySelector("[data-photos]");
    if (!fresh) return;
    const [state, freshState] = [root, fresh].map((one) => one.querySelector("[data-photos-state]"));
    state.replaceChildren(...freshState.childNodes);
    htmx.process(state);
    const all = [...fresh.querySelectorAll("article")];
    for (const photo of photos()) if (!all.some((one) => one.id === photo.id)) photo.remove();
    all.forEach((photo, place) => {
      if (document.getElementById(photo.id)) return;
      list.insertBefore(photo, photos()[place] || null);
      htmx.process(photo);
    });
    root.querySelector("[data-photos-more]").replaceWith(fresh.querySelector("[data-photos-more]"));
    watch();
  };
  const renewSoon = () => {
    soon ??= setTimeout(() => {
      soon = undefined;
      if (root.isConnected) renew().catch(() => {});
    }, 400);
  };
  // Not all browsers in the same moment.
  const watch = () => {
    clearTimeout(end);
    const left = root.querySelector("[data-ends-in]")?.dataset.endsIn;
    if (left) end = setTimeout(renewSoon, Math.min(Number(left) + 200 + Math.random() * 1500, 2 ** 31 - 1));
  };
  const hear = ({ type, detail }) => {
    if (!root.isConnected) document.removeEventListener(type, hear);
    else if (type === "cairn:daily" || detail?.part === root.dataset.photos) renewSoon();
  };
  document.addEventListener("cairn:change", hear);
  document.addEventListener("cairn:daily", hear);
  watch();
});
