// Notices on an open page: a message that leads on, the bell's count, the page's title and the app's icon. Without
// this, the bell is right whenever a page is loaded.
(() => {
  const bell = () => document.querySelector(".bell");

  // Shows the number of the bell in the title and on the icon.
  const mark = () => {
    const unread = Number(bell()?.dataset.unread || 0);
    const title = document.title.replace(/^\(\d+\+?\) /, "");
    document.title = unread ? `(${bell().textContent.trim()}) ${title}` : title;
    const badge = unread ? navigator.setAppBadge?.(unread) : navigator.clearAppBadge?.();
    badge?.catch(() => {});
  };
  const count = (unread) => {
    if (!bell()) return;
    const words = unread > 99 ? "99+" : `${unread}`;
    bell().dataset.unread = unread;
    bell().setAttribute("aria-label", unread ? `Notifications, ${words} unread` : "Notifications");
    Object.assign(bell().querySelector(".bell-count"), { textContent: words, hidden: !unread });
    mark();
  };

  // The list of notices, with the new one. The focus stays where it was.
  const renew = async () => {
    const old = document.querySelector("[data-notices]");
    if (!old) return;
    const answer = await fetch(location.href, { headers: { Accept: "text/html" } });
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    const list = page.querySelector("[data-notices]");
    if (!answer.ok || !list || !old.isConnected) return;
    const focused = old.contains(document.activeElement) && document.activeElement.id;
    old.replaceWith(list);
    htmx.process(list);
    if (focused) document.getElementById(focused)?.focus({ preventScroll: true });
  };

  const tell = ({ title, url }) => {
    const box = cairn.toast(title, url);
    // Opened like the links of the page.
    const page = document.querySelector("#page");
    for (const name of ["hx-boost", "hx-target", "hx-select", "hx-swap"]) {
      box.setAttribute(name, page.getAttribute(name));
    }
    htmx.process(box);
    box.addEventListener("click", () => box.remove());
    document.querySelectorAll(".toast:has(a):not(:nth-last-child(-n + 3))").forEach((one) => one.remove());
  };
  // What was missed while no page was open comes all at once, and is told in one message.
  const together = 300;
  let waiting = [], timer;
  const tellTogether = () => {
    const [first, ...more] = waiting.splice(0);
    tell(
      more.length
        ? { title: `${more.length + 1} new notifications`, url: bell()?.getAttribute("href") || "/notices" }
        : first,
    );
  };

  // On the window: whoever shows a notice in a better way has prevented this by now.
  addEventListener("cairn:notice", (event) => {
    const { unread } = event.detail;
    count(unread);
    renew().catch(() => {});
    // Nothing unread: it was read on another device.
    if (event.defaultPrevented || document.hidden || !unread) return;
    waiting.push(event.detail);
    clearTimeout(timer);
    timer = setTimeout(tellTogether, together);
  });
  cairn.each(".bell", mark);
  for (const name of ["htmx:afterSettle", "htmx:historyRestore"]) document.addEventListener(name, mark);
})();
