// A map, or an extract of OpenStreetMap, is sent in parts: after a break, or when the same file is chosen again, it goes on where it
// ended. It may also be dropped on the page. Without this the browser sends the whole form.
const mostFailures = 20;
const again = "Choose the same file again, and it goes on.";
const noConnection = `The connection is gone. ${again}`;
const unknownFailure = "That didn’t work. Reload the page and try again.";
// Whether the same is worth another try: somebody is in a hurry, or a proxy has lost the server. The disk is full at 507.
const isTransient = (status) => status === 408 || status === 429 || (status >= 502 && status !== 507);
const selector = "form[data-basemap-upload]";
const digest = async (bytes) => new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
const hex = (bytes) => [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");

// The form that the page shows now, and what stops the upload that is under way.
let form, sending;

class Refusal extends Error {}

const pause = (milliseconds, signal) => new Promise((done) => {
  const timer = setTimeout(done, milliseconds);
  signal.addEventListener("abort", () => {
    clearTimeout(timer);
    done();
  });
});

const read = async (part) => {
  try {
    return await part.arrayBuffer();
  } catch {
    throw new Refusal("The file was changed or moved meanwhile. Choose it again.");
  }
};

// One try: the answer of the server, or nothing where another try may help.
const post = async (path, fields, signal) => {
  const body = new FormData();
  for (const [name, value] of Object.entries(fields)) body.append(name, value);
  const answer = await fetch(path, { method: "POST", body, signal, headers: { Accept: "application/json" } }).catch(() => null);
  const reply = await answer?.json().catch(() => null);
  signal.throwIfAborted();
  if (!answer || isTransient(answer.status) || (answer.ok && !answer.redirected && !reply)) return undefined;
  if (answer.status === 413) throw new Refusal("The proxy before this site does not take parts of 8 MB.");
  if (reply?.offset === undefined) throw new Refusal(reply?.error || unknownFailure);
  return reply;
};

const send = async (file, signal) => {
  const { basemapUpload: path, basemapPart: partText } = form.dataset;
  const partBytes = Number(partText);
  const fields = { csrf: form.elements.csrf.value, name: file.name, size: file.size };
  const digests = [];
  let offset, failures = 0;
  const show = (waiting) => form.isConnected && cairn.showUpload(form, Math.floor((100 * (offset ?? 0)) / file.size), waiting);
  const take = async (start) => {
    const bytes = await read(file.slice(start, start + partBytes));
    digests[start / partBytes] ??= await digest(bytes);
    signal.throwIfAborted();
    return new Blob([bytes]);
  };
  // Where nothing has come on, the same is asked again later.
  const next = async (ask) => {
    for (;;) {
      const told = (await ask())?.offset;
      if (told !== undefined && told !== offset) {
        failures = 0;
        return told;
      }
      failures += 1;
      const isAnswered = told !== undefined;
      if (failures > mostFailures) throw new Refusal(isAnswered ? "The same file is being sent already." : noConnection);
      show(isAnswered ? "Waiting for another upload of the same file …" : "Waiting for the connection …");
      await pause(Math.min(30_000, 500 * 2 ** failures), signal);
      signal.throwIfAborted();
      show();
    }
  };
  show();
  offset = await next(() => post(path, fields, signal));
  while (offset < file.size) {
    show();
    const [start, part] = [offset, await take(offset)];
    offset = await next(() => post(`${path}/part`, { ...fields, offset: start, part }, signal));
  }
  show();
  // Those that came before a break.
  for (let start = 0; start < file.size; start += partBytes) if (!digests[start / partBytes]) await take(start);
  const whole = hex(await digest(await new Blob(digests).arrayBuffer()));
  const done = await post(`${path}/finish`, { ...fields, digest: whole }, signal);
  if (done === undefined) throw new Refusal("The connection is gone. Reload the page to see whether the map is there.");
  return done.outcome;
};

// Whether somebody is busy in another form, which must not be taken away.
const isElsewhere = () => !form.isConnected || Boolean(document.activeElement?.closest("form") && !form.contains(document.activeElement));

const showError = (words) => {
  const field = form.elements.file;
  form.querySelector(".field-error")?.remove();
  field.removeAttribute("aria-invalid");
  field.setAttribute("aria-describedby", "file-hint");
  if (!words) return;
  const box = Object.assign(document.createElement("p"), { className: "field-error", id: "file-error" });
  box.setAttribute("role", "alert");
  box.append(cairn.icon("triangle-alert"), Object.assign(document.createElement("span"), { textContent: words }));
  field.closest(".field").append(box);
  field.setAttribute("aria-invalid", "true");
  field.setAttribute("aria-describedby", "file-hint file-error");
  if (!isElsewhere()) field.focus();
};

const hold = () => (form.querySelector("[type='submit']").disabled = Boolean(sending));

const begin = async (file) => {
  showError("");
  if (!file.size) return showError(`${file.name} is empty.`);
  sending = new AbortController();
  hold();
  const { signal } = sending;
  try {
    const outcome = await send(file, signal);
    sending = undefined;
    // The next page says it at its top.
    if (!isElsewhere()) cairn.visit(form.dataset.basemapPage);
    else cairn.toast(outcome, form.dataset.basemapPage);
    if (form.isConnected) cairn.endUpload(form);
  } catch (error) {
    const words = error instanceof Refusal ? error.message : unknownFailure;
    cairn.endUpload(form);
    if (signal.aborted) cairn.toast(`Stopped. ${again}`);
    else if (form.isConnected) showError(words);
    else cairn.toast(words);
  } finally {
    sending = undefined;
    hold();
  }
};

cairn.each(selector, (fresh) => {
  if (!crypto.subtle) return;
  form = fresh;
  hold();
  form.querySelector(".field-hint").textContent = form.dataset.basemapHint;
  form.addEventListener("htmx:abort", () => sending?.abort());
  form.addEventListener("submit", (event) => {
    const [file] = form.elements.file.files;
    event.preventDefault();
    event.stopPropagation();
    if (file && !sending) begin(file);
  }, true);
});

addEventListener("beforeunload", (event) => sending && event.preventDefault());

const isFile = (event) => event.dataTransfer?.types.includes("Files");
const mark = (isOver) => document.querySelector(selector)?.classList.toggle("is-over", isOver);
addEventListener("dragover", (event) => {
  if (!isFile(event) || !document.querySelector(selector)) return;
  event.preventDefault();
  mark(true);
});
addEventListener("dragleave", (event) => { if (!event.relatedTarget) mark(false); });
addEventListener("drop", (event) => {
  const target = document.querySelector(selector);
  if (!target || !isFile(event)) return;
  event.preventDefault();
  mark(false);
  if (sending) return cairn.toast("One file at a time.");
  if (event.dataTransfer.files.length > 1) return form === target ? showError("One file at a time.") : undefined;
  target.elements.file.files = event.dataTransfer.files;
  target.requestSubmit();
});
