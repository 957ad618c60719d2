// A map is sent in parts of 8 MB: after a break, or when the same file is chosen again, it goes on where it ended.
// Without this the browser sends the whole form.
const partBytes = 8 << 20;
const hex = (bytes) => [...new Uint8Array(bytes)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
const pause = (milliseconds) => new Promise((done) => setTimeout(done, milliseconds));

class Refused extends Error {}

// A form's answer; a network that is gone for a while is waited for.
const post = async (path, fields) => {
  const body = new FormData();
  for (const [name, value] of Object.entries(fields)) body.append(name, value);
  for (let failures = 0;; failures += 1) {
    try {
      const answer = await fetch(path, { method: "POST", body, headers: { Accept: "application/json" } });
      if (answer.status < 500) {
        const told = await answer.json().catch(() => ({}));
        if (!answer.ok) throw new Refused(told.error || "That didn’t work. Reload the page and try again.");
        return told;
      }
    } catch (error) {
      if (error instanceof Refused) throw error;
    }
    if (failures >= 8) throw new Refused("The connection is gone. Choose the same file again to go on.");
    await pause(Math.min(30_000, 500 * 2 ** failures));
  }
};

const send = async (form, file, show) => {
  const base = form.dataset.basemapUpload;
  const csrf = form.elements.csrf.value;
  const about = { csrf, name: file.name, size: file.size };
  let { offset } = await post(base, about);
  const digests = [];
  for (let start = 0; start < file.size; start += partBytes) {
    const part = file.slice(start, start + partBytes);
    digests.push(new Uint8Array(await crypto.subtle.digest("SHA-256", await part.arrayBuffer())));
    while (offset <= start) {
      const before = offset;
      ({ offset } = await post(`${base}/part`, { ...about, offset: start, part }));
      if (offset === before || offset < start) throw new Refused("Another upload of this file is under way.");
    }
    show(Math.min(offset, file.size) / file.size);
  }
  const whole = hex(await crypto.subtle.digest("SHA-256", await new Blob(digests).arrayBuffer()));
  await post(`${base}/finish`, { ...about, digest: whole });
};

cairn.each("form[data-basemap-upload]", (form) => {
  form.addEventListener("submit", async (event) => {
    const file = form.elements.file.files[0];
    if (!file || !crypto.subtle) return;
    event.preventDefault();
    event.stopPropagation();
    const button = form.querySelector("[type='submit']");
    const box = Object.assign(document.createElement("p"), { className: "upload" });
    const [text, bar] = [
      document.createElement("span"),
      Object.assign(document.createElement("progress"), { max: 100 }),
    ];
    bar.setAttribute("aria-label", "Sent so far");
    box.append(text, bar);
    form.querySelector(".upload, .field-error[data-said]")?.remove();
    button.before(box);
    button.disabled = true;
    const show = (part) => {
      bar.value = 100 * part;
      text.textContent = part < 1 ? `Sending … ${Math.floor(100 * part)} %` : "Sent. One moment …";
    };
    show(0);
    try {
      await send(form, file, show);
      location.assign(location.pathname);
    } catch (error) {
      button.disabled = false;
      box.className = "field-error";
      box.dataset.said = "";
      box.setAttribute("role", "alert");
      box.replaceChildren(error instanceof Refused ? error.message : "That didn’t work. Try again.");
    }
  }, true);
});
