// Older messages come when one reaches the first, and a quotation leads to its message even on an earlier page. Without
// this both are links.
(cairn.chatParts ||= []).push((chat) => {
  const { root, list, first } = chat;
  const link = () => root.querySelector("[data-earlier]");
  // Further back than so many pages, the link opens a page of its own.
  const furthest = 12;
  let running;

  const prepend = async () => {
    const part = await chat.get(`before=${first()}`);
    const fresh = part.querySelector("[data-messages]");
    const more = part.querySelector("[data-earlier]")?.closest("p");
    const rows = [...fresh.children].filter((row) => !row.matches(".new-mark"));
    const old = link()?.closest("p");
    const hadFocus = old?.contains(document.activeElement);
    chat.still(() => {
      const [lastDay, firstDay] = [rows.at(-1)?.dataset.day, list.querySelector(".day")];
      if (firstDay && firstDay.dataset.day === lastDay) firstDay.remove();
      list.prepend(...rows);
      if (Number(fresh.dataset.first)) list.dataset.first = fresh.dataset.first;
      if (more) old?.replaceWith(more);
      else old?.remove();
    });
    for (const row of rows) htmx.process(row);
    if (hadFocus) (link() || chat.scroller).focus({ preventScroll: true });
    watch();
  };
  const earlier = () => {
    if (!link()) return Promise.resolve();
    running ||= cairn.busy(prepend()).catch(() => {}).finally(() => (running = undefined));
    return running;
  };

  const eye = new IntersectionObserver((seen) => seen.some((one) => one.isIntersecting) && earlier(), {
    root: chat.scroller,
    rootMargin: "600px 0px 0px",
  });
  const watch = () => {
    eye.disconnect();
    if (link()) eye.observe(link());
  };
  // Not before somebody has scrolled: a page is loaded with what it shows.
  chat.scroller.addEventListener("scroll", watch, { once: true, passive: true });

  const show = (bubble) => {
    bubble.scrollIntoView({ block: "center", behavior: cairn.isCalm() ? "instant" : "smooth" });
    bubble.classList.add("is-shown");
    setTimeout(() => bubble.classList.remove("is-shown"), 2500);
    bubble.tabIndex = -1;
    bubble.focus({ preventScroll: true });
  };
  const lead = async (wanted, address) => {
    const number = Number(wanted.slice("message-".length));
    while (!document.getElementById(wanted) && first() > number && link()) {
      const before = first();
      await earlier();
      if (first() === before) break;
    }
    const bubble = document.getElementById(wanted);
    if (bubble) show(bubble);
    else location.assign(address);
  };
  root.addEventListener("click", (event) => {
    const target = event.target.closest("a");
    if (!target || event.ctrlKey || event.metaKey || event.shiftKey) return;
    const isQuote = target.matches(".quote > a");
    if (!isQuote && !target.matches("[data-earlier]")) return;
    const number = Number(target.hash.slice("#message-".length));
    if (isQuote && first() - number > furthest * 50) return;
    event.preventDefault();
    event.stopPropagation();
    if (isQuote) lead(target.hash.slice(1), target.href);
    else earlier();
  }, true);
});
