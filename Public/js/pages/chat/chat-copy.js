// The copy of a chat for reading without a connection holds what came and went while the chat was open.
(cairn.chatParts ||= []).push(({ root, path, list, last }) => {
  const renewedEvery = 10000;
  // `before` marks nothing as read: the chat may be left by now.
  const pages = [{ path, address: `${path}?before=1000000000` }];
  const shown = () => `${last()} ${list.querySelectorAll(".is-deleted").length}`;
  let known = shown(), timer = 0;
  const renew = () => {
    clearTimeout(timer);
    timer = 0;
    if (known === shown()) return;
    known = shown();
    cairn.copies?.renew(pages);
  };
  root.addEventListener("cairn:messages", () => {
    if (known !== shown()) timer ||= setTimeout(renew, renewedEvery);
  });
  // Before it goes away.
  const end = () => timer && renew();
  addEventListener("pagehide", end);
  document.addEventListener("visibilitychange", () => document.hidden && end());
  document.addEventListener("htmx:beforeRequest", ({ detail }) => detail.boosted && end());
});
