// A map is sent in parts of 8 MB: after a break, or when the same file is chosen again, it goes on where it ended. It may also be
// dropped on the page. Without this the browser sends the whole form.
const partBytes = 8 << 20;
const mostFailures = 20;
const gone = "The connection is gone. Choose the same file again, and it goes on.";
const strange = "That didn’t work. Reload the page and try again.";
const digest = async (bytes) => new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
const hex = (bytes) => [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
const pause = (milliseconds) => new Promise((done) => setTimeout(done, milliseconds));

class Refusal extends Error {}

// The answer to a form; where the server is out of reach, `wait` tells what to do about it.
const post = async (path, fields, signal, wait) => {
  const body = new FormData();
  for (const [name, value] of Object.entries(fields)) body.append(name, value);
  for (let failures = 1; ; failures += 1) {
    const answer = await fetch(path, { method: "POST", body, signal, headers: { Accept: "application/json" } }).catch(() => null);
    signal.throwIfAborted();
    if (answer && answer.status < 500) {
      const told = await answer.json().catch(() => ({}));
      if (told.offset === undefined) throw new Refusal(told.error || strange);
      return told;
    }
    await wait(failures);
    signal.throwIfAborted();
  }
};

const send = async (form, file, signal) => {
  const path = form.dataset.basemapUpload;
  const about = { csrf: form.elements.csrf.value, name: file.name, size: file.size };
  let offset = 0;
  const show = (words) => cairn.showUpload(form, Math.floor((100 * offset) / file.size), words);
  const wait = async (failures) => {
    if (failures > mostFailures) throw new Refusal(gone);
    show("Waiting for the connection …");
    await pause(Math.min(30_000, 500 * 2 ** failures));
  };
  show();
  ({ offset } = await post(path, about, signal, wait));
  const digests = [];
  for (let start = 0; start < file.size; start += partBytes) {
    const part = file.slice(start, start + partBytes);
    digests.push(await digest(await part.arrayBuffer()));
    while (offset <= start) {
      const before = offset;
      ({ offset } = await post(`${path}/part`, { ...about, offset: start, part }, signal, wait));
      if (offset === before || offset < start) throw new Refusal("The same file is being sent already.");
    }
    show();
  }
  const whole = hex(await digest(await new Blob(digests).arrayBuffer()));
  await post(`${path}/finish`, { ...about, digest: whole }, signal, () => {
    throw new Refusal("The connection is gone. Reload the page to see whether the map is there.");
  });
};

const tell = (form, words) => {
  const field = form.elements.file;
  form.querySelector(".field-error")?.remove();
  field.toggleAttribute("aria-invalid", false);
  if (!words) return;
  const box = Object.assign(document.createElement("p"), { className: "field-error", id: "file-error" });
  box.setAttribute("role", "alert");
  box.append(cairn.icon("triangle-alert"), Object.assign(document.createElement("span"), { textContent: words }));
  field.setAttribute("aria-invalid", "true");
  field.closest(".field").append(box);
};

const sendShown = async (form, file) => {
  const button = form.querySelector("[type='submit']");
  const stop = new AbortController();
  form.addEventListener("htmx:abort", () => stop.abort(), { signal: stop.signal });
  tell(form, "");
  button.disabled = true;
  try {
    await send(form, file, stop.signal);
    // The next page says that it is there.
    if (form.isConnected) location.assign(form.dataset.basemapPage);
  } catch (error) {
    const words = error instanceof Refusal ? error.message : strange;
    if (stop.signal.aborted) cairn.toast("Stopped. Choose the same file again, and it goes on.");
    else if (form.isConnected) tell(form, words);
    else cairn.toast(words);
    cairn.endUpload(form);
    button.disabled = false;
  }
};

const selector = "form[data-basemap-upload]";
cairn.each(selector, (form) => {
  if (!crypto.subtle) return;
  form.querySelector(".field-hint").textContent = form.dataset.basemapHint;
  form.addEventListener("submit", (event) => {
    const [file] = form.elements.file.files;
    event.preventDefault();
    event.stopPropagation();
    if (file) sendShown(form, file);
  }, true);
});

const isFile = (event) => event.dataTransfer?.types.includes("Files");
const mark = (isOver) => document.querySelector(selector)?.classList.toggle("is-over", isOver);
addEventListener("dragover", (event) => {
  if (!isFile(event) || !document.querySelector(selector)) return;
  event.preventDefault();
  mark(true);
});
addEventListener("dragleave", (event) => { if (!event.relatedTarget) mark(false); });
addEventListener("drop", (event) => {
  const form = document.querySelector(selector);
  if (!form || !isFile(event)) return;
  event.preventDefault();
  mark(false);
  if (form.querySelector("[type='submit']").disabled) return;
  if (event.dataTransfer.files.length > 1) return tell(form, "One file at a time.");
  form.elements.file.files = event.dataTransfer.files;
  form.requestSubmit();
});
