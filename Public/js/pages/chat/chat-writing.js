// “… is writing”: the server is told while somebody types, and a line below the messages says it of the other one. Who
// is told of it only the server knows.
(cairn.chatParts ||= []).push((chat) => {
  const { root, name } = chat;
  const line = root.querySelector("[data-writing]");
  const form = root.querySelector(".message-form");
  if (!line || !form) return;
  const [toldEvery, shownFor] = [4000, 6000];
  let toldAt = -Infinity;
  let timer;

  form.elements.text.addEventListener("input", ({ target }) => {
    if (!target.value.trim() || !navigator.onLine || performance.now() - toldAt < toldEvery) return;
    toldAt = performance.now();
    const body = new URLSearchParams({ csrf: form.elements.csrf.value });
    fetch(line.dataset.writing, { method: "POST", body }).catch(() => {});
  });

  const hide = () => {
    clearTimeout(timer);
    line.textContent = "";
  };
  const show = () => {
    clearTimeout(timer);
    timer = setTimeout(hide, shownFor);
    // The same words again would be read out again.
    if (!line.textContent) line.textContent = line.dataset.words;
  };
  const hear = ({ detail }) => {
    if (!root.isConnected) document.removeEventListener("cairn:change", hear);
    else if (chat.isNewest() && detail?.part?.toLowerCase() === `writing-${name}`) show();
  };
  document.addEventListener("cairn:change", hear);
  // What they wrote is there.
  let last = chat.last();
  root.addEventListener("cairn:messages", () => {
    if (chat.last() === last) return;
    last = chat.last();
    hide();
  });
});
