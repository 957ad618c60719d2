// How many chats have something unread, beside their link, and the list of chats: both follow what happens on other
// pages and devices. Without this, they are right whenever a page is loaded.
(() => {
  const badges = () => document.querySelectorAll("[data-count='chats']");
  let timer;
  const count = async () => {
    if (!badges().length) return;
    const answer = await fetch("/chats/now", { headers: { Accept: "application/json" } });
    if (!answer.ok) return;
    const { unread, text, words } = await answer.json();
    for (const badge of badges()) {
      badge.firstElementChild.textContent = text;
      badge.lastElementChild.textContent = ` ${words}`;
      badge.hidden = !unread;
    }
  };
  // A moment later: an open chat has marked what came as read by then.
  const soon = () => {
    clearTimeout(timer);
    timer = setTimeout(() => count().catch(() => {}), 400);
  };
  const renew = () =>
    document.body.dispatchEvent(new CustomEvent("cairn:change", { bubbles: true, detail: { part: "chats" } }));
  document.addEventListener("cairn:chat", renew);
  // The server tells it too, when the person has read something elsewhere, and when one chat has changed.
  document.addEventListener("cairn:change", ({ detail }) => {
    if (detail?.part === "chats") soon();
    else if (detail?.part?.startsWith("chat-")) renew();
  });
  // The list shows it already.
  document.addEventListener("cairn:notice", (event) => {
    if (event.detail.kind === "chat.message" && document.querySelector("[data-live='chats']")) event.preventDefault();
  });
  addEventListener("pageshow", ({ persisted }) => persisted && renew());
})();
