// Writing in a chat: a message stands there at once, waiting, and goes out by outbox.js, now or when there is a
// connection; what is half-written stays for the next time. Enter sends where the person wants it, and with a mouse at
// hand there are a few emoji. Without this the form leads to a new page.
(cairn.chatParts ||= []).push((chat) => {
  const { root, path, list } = chat;
  const form = root.querySelector(".message-form");
  const outbox = cairn.outbox;
  if (!form || !outbox) return;
  const field = form.elements.text;
  const account = document.querySelector("#page").dataset.account;
  const draftKey = `draft ${account} ${path}`;
  const waiting = Object.assign(document.createElement("ol"), { className: "bubbles" });
  list.after(waiting);
  const make = (name, values, ...inside) => {
    const element = Object.assign(document.createElement(name), values);
    element.append(...inside);
    return element;
  };
  const newKey = () =>
    [...crypto.getRandomValues(new Uint8Array(15))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  const arrived = (key) => list.querySelector(`[data-key="${CSS.escape(key)}"]`);
  const ofChat = async () => (await outbox.list()).filter((entry) => entry.action === path && entry.isBrief);

  // What waits, below the messages.
  const button = (words, act) => {
    const one = make("button", { type: "button", className: "button button-small button-quiet", textContent: words });
    one.addEventListener("click", act);
    return one;
  };
  const bubble = (entry) => {
    const value = (name) => entry.fields.find(([one]) => one === name)?.[1];
    const body = make(
      "div",
      { className: "bubble-body" },
      make("span", { className: "visually-hidden", textContent: "You: " }),
    );
    if (value("photo")?.size) {
      const picture = make("img", { src: URL.createObjectURL(value("photo")), alt: "Your photo" });
      picture.addEventListener("load", () => URL.revokeObjectURL(picture.src));
      body.append(make("span", { className: "bubble-photo" }, picture));
    }
    if (value("sound")?.size) body.append(make("p", { className: "bubble-sound" }, cairn.icon("mic"), "Voice message"));
    if (value("text")) {
      body.append(make("p", { className: "bubble-text", dir: "auto", textContent: value("text").trim() }));
    }
    body.append(make("span", { className: "bubble-foot" }));
    const one = make("li", { className: "bubble is-own is-waiting" }, body, make("div", { className: "bubble-ends" }));
    one.dataset.key = entry.key;
    return one;
  };
  const state = (one, entry) => {
    const words = entry.refusal || outbox.state() || "Sending…";
    const foot = one.querySelector(".bubble-foot");
    if (foot.textContent === words) return;
    foot.replaceChildren(cairn.icon(entry.isWaiting ? "clock" : "info"), words);
    one.classList.toggle("is-waiting", entry.isWaiting);
    one.classList.toggle("is-refused", !entry.isWaiting);
    const again = button("Try again", async () => {
      await outbox.keep({ ...entry, isWaiting: true, refusal: undefined });
      outbox.send();
    });
    const isHeld = !entry.isWaiting || outbox.state();
    one.querySelector(".bubble-ends").replaceChildren(
      ...(entry.isWaiting ? [] : [again]),
      ...(isHeld ? [button("Delete", () => outbox.drop(entry.key))] : []),
    );
    if (!entry.isWaiting) chat.say(words);
  };
  // One at a time, so that none is shown twice.
  let drawing = Promise.resolve();
  const draw = () => (drawing = drawing.then(async () => {
    const entries = await ofChat();
    const keys = new Set(entries.map((entry) => entry.key));
    const wasAtEnd = Math.abs(chat.scroller.scrollTop) < 60;
    for (const entry of entries) {
      if (arrived(entry.key)) {
        outbox.drop(entry.key).catch(() => {});
        continue;
      }
      let one = waiting.querySelector(`[data-key="${CSS.escape(entry.key)}"]`);
      if (!one) waiting.append(one = bubble(entry));
      state(one, entry);
    }
    // It has gone: its message comes with the next part, or somebody deleted it.
    const gone = [...waiting.children].filter(({ dataset }) => !keys.has(dataset.key));
    if (gone.some(({ dataset }) => !arrived(dataset.key))) await chat.update();
    for (const one of gone) one.remove();
    if (waiting.children.length) root.querySelector(".chat-hello")?.remove();
    if (wasAtEnd) chat.toEnd();
  }).catch(() => {}));
  const settle = () => {
    for (const one of [...waiting.children]) if (arrived(one.dataset.key)) one.remove();
    draw();
  };

  // What is half-written.
  let timer = 0;
  const keepDraft = () => {
    clearTimeout(timer);
    const text = field.value;
    const isEmpty = !text.trim();
    return (isEmpty ? outbox.drop(draftKey) : outbox.keep({
      key: draftKey,
      page: path,
      action: path,
      fields: [["text", text]],
      isWaiting: false,
      isDraft: true,
    })).catch(() => {});
  };
  const restore = async () => {
    const draft = (await outbox.list()).find((entry) => entry.key === draftKey);
    if (!draft || field.value) return;
    field.value = draft.fields[0][1];
    field.dispatchEvent(new Event("input", { bubbles: true }));
  };

  const clear = () => {
    clearTimeout(timer);
    field.value = "";
    for (const file of form.querySelectorAll("[type='file']")) {
      file.value = "";
      file.dispatchEvent(new Event("change", { bubbles: true }));
    }
    form.querySelectorAll(".write-about, .field-error").forEach((one) => one.remove());
    field.removeAttribute("aria-invalid");
    field.dispatchEvent(new Event("input", { bubbles: true }));
    if (location.search && chat.isNewest()) history.replaceState(history.state, "", path);
  };
  const isEmpty = (fields) =>
    !fields.some((
      [name, value],
    ) => (name === "text" ? value.trim() : ["photo", "photo_kept", "sound", "sound_kept", "card"].includes(name)));
  const write = async () => {
    const fields = [...new FormData(form)].filter(([name, value]) =>
      !["csrf", "key"].includes(name) && value.size !== 0
    );
    if (isEmpty(fields)) return field.focus();
    const text = field.value;
    clear();
    field.focus();
    chat.toEnd();
    try {
      // A form on a page that is not the chat: nobody reads by sending.
      await outbox.keep({
        key: newKey(),
        page: path,
        form: root.dataset.form || "/chats/new",
        action: path,
        fields,
        isWaiting: true,
        isBrief: true,
      });
    } catch {
      // Nothing can be kept here: the form goes as it is.
      field.value = text;
      return form.submit();
    }
    keepDraft();
    await draw();
    chat.toEnd();
    outbox.send();
  };
  // Before htmx takes it.
  const listen = (name, act, where = document) =>
    where.addEventListener(name, (event) => root.isConnected && act(event), name === "submit");
  listen("submit", (event) => {
    // A button with a name does something else, such as taking a photo out.
    if (event.target !== form || event.submitter?.name) return;
    event.preventDefault();
    event.stopPropagation();
    write();
  });
  form.addEventListener("input", () => {
    clearTimeout(timer);
    timer = setTimeout(keepDraft, 300);
  });
  addEventListener("pagehide", () => root.isConnected && keepDraft());
  field.addEventListener("keydown", (event) => {
    if (event.key !== "Enter" || event.isComposing || event.keyCode === 229) return;
    const isWished = form.hasAttribute("data-enter") && !event.shiftKey && !event.altKey &&
      matchMedia("(any-pointer: fine)").matches;
    if (!isWished && !event.ctrlKey && !event.metaKey) return;
    event.preventDefault();
    form.requestSubmit();
  });

  // The message that is answered stands above the field, without a new page.
  root.addEventListener("click", (event) => {
    const link = event.target.closest("[data-reply]");
    if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    event.stopPropagation();
    const one = link.closest(".bubble");
    link.closest("details").open = false;
    const name = one.querySelector(".bubble-body > .visually-hidden").textContent.split(", ")[0];
    const said = one.querySelector(".bubble-text")?.textContent.slice(0, 160) ||
      (one.matches(".has-photo") ? "A photo" : one.matches(".has-sound") ? "A voice message" : "Something shared");
    const close = make("button", { type: "button", className: "button-round" }, cairn.icon("x"));
    close.setAttribute("aria-label", "Don’t answer this message");
    const quote = make(
      "div",
      { className: "write-about" },
      make("input", { type: "hidden", name: "reply_to", value: new URL(link.href).searchParams.get("reply_to") }),
      make(
        "p",
        { className: "quote" },
        make("b", { textContent: name }),
        make("span", { dir: "auto", textContent: said }),
      ),
      close,
    );
    close.addEventListener("click", () => {
      quote.remove();
      field.focus();
    });
    form.elements.reply_to?.closest(".write-about").remove();
    form.prepend(quote);
    field.focus();
  }, true);

  const isOurs = ({ detail }) => detail.entry.isBrief && detail.entry.action === path;
  listen("cairn:outbox", draw);
  listen("cairn:sending", (event) => {
    if (isOurs(event)) event.detail.address = `${path}?from=${chat.last()}`;
  });
  listen("cairn:sent", (event) => {
    if (!isOurs(event)) return;
    // A first message asks, and there is no second one; among older messages, the newest are a page of their own.
    if (!chat.isNewest() || form.querySelector("#write-hint")) return location.replace(path);
    chat.take(chat.partOf(event.detail.text));
    chat.update();
  });
  root.addEventListener("cairn:messages", settle);
  draw();
  restore().catch(() => {});
});

// A message that could not go out is told on other pages too.
document.addEventListener("cairn:refused", ({ detail: { entry } }) => {
  if (entry.isBrief && entry.page !== location.pathname) cairn.toast("A message could not be sent.", entry.page);
});
