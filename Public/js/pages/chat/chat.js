// An open chat: what comes while it is open, marks and deletions, and how far it is read. Without this the page shows
// it all when it is loaded again. chat-send.js writes in it, chat-pages.js goes back in it: each begins with the chat
// as it is made here.
(() => {
  const renewedEvery = 45000;
  let chat;
  const isSeen = () => document.visibilityState === "visible";

  const open = (root) => {
    chat?.leave();
    const folder = root.dataset.messages || `${location.pathname}/messages`;
    const [path, list, scroller] = [
      location.pathname,
      root.querySelector("[data-messages]"),
      root.querySelector("[data-scroll]"),
    ];
    const told = Object.assign(document.createElement("p"), { className: "visually-hidden" });
    const jump = Object.assign(document.createElement("button"), {
      type: "button",
      className: "button button-small chat-down",
      hidden: true,
      textContent: "New messages ↓",
    });
    const first = () => Number(list.dataset.first);
    const last = () => Number(list.dataset.last);
    // The scroller begins at its end (column-reverse): there it is at 0.
    const isAtEnd = () => Math.abs(scroller.scrollTop) < 60;
    const toEnd = () => {
      scroller.scrollTop = 0;
      jump.hidden = true;
    };
    // A page of older messages goes on by its links.
    const isNewest = () => !root.querySelector("[data-later]");
    const bubbles = () => [...list.querySelectorAll(":scope > [data-number]")];

    // Changes the list while what one reads stays where it is.
    const still = (act) => {
      const top = scroller.getBoundingClientRect().top;
      const anchor = bubbles().find((one) => one.getBoundingClientRect().bottom > top);
      const place = () => anchor.getBoundingClientRect().top;
      const before = anchor && place();
      scroller.style.setProperty("overflow-anchor", "none");
      act();
      if (anchor?.isConnected) scroller.scrollTop += place() - before;
      requestAnimationFrame(() => scroller.style.removeProperty("overflow-anchor"));
    };
    const replace = (old, fresh, isEdge) => {
      if (isEdge) fresh.classList.toggle("is-following", old.classList.contains("is-following"));
      const look = (row) => {
        const reactions = row.querySelector(".reactions")?.dataset.reactions;
        return `${row.className} ${reactions} ${row.querySelector(".bubble-body").innerHTML}`;
      };
      const isSame = look(old) === look(fresh);
      // What somebody is doing with it goes on.
      if (isSame || old.querySelector("details[open], dialog[open]") || old.querySelector("audio")?.paused === false) {
        return;
      }
      const isFocused = old.contains(document.activeElement);
      old.replaceWith(fresh);
      htmx.process(fresh);
      if (isFocused) fresh.querySelector("a, summary")?.focus({ preventScroll: true });
    };
    const words = (
      row,
    ) => (row.matches(".is-own")
      ? ""
      : [...row.querySelectorAll(".bubble-body > :not(.bubble-foot)")].map((one) => one.textContent.trim()).join(" "));
    // Takes over the messages of a part: those that are shown are renewed, those after them added.
    const take = (part) => {
      const fresh = part.querySelector("[data-messages]");
      if (!fresh || !isNewest()) return;
      const [wasAtEnd, newest] = [isAtEnd(), last()];
      const isMarked = list.querySelector(".new-mark") || (isSeen() && wasAtEnd);
      let heads = [], said = [], isEdge = true;
      const rows = [...fresh.children];
      const add = () => {
        for (const row of rows) {
          const number = Number(row.dataset.number);
          const old = number && document.getElementById(row.id);
          if (!number) {
            heads.push(row);
            continue;
          }
          if (old) replace(old, row, isEdge);
          else if (number > newest) {
            const day = [...list.querySelectorAll(".day")].pop()?.dataset.day;
            list.append(...heads.filter((head) => (head.matches(".day") ? head.dataset.day !== day : !isMarked)), row);
            htmx.process(row);
            said.push(words(row));
          }
          [heads, isEdge] = [[], false];
        }
      };
      if (wasAtEnd) {
        add();
        toEnd();
      } else still(add);
      list.dataset.seen = fresh.dataset.seen;
      if (Number(fresh.dataset.last) > newest) list.dataset.last = fresh.dataset.last;
      if (!first()) list.dataset.first = fresh.dataset.first;
      if (last()) root.querySelector(".chat-hello")?.remove();
      said = said.filter(Boolean);
      if (said.length) {
        say(said.join(" "));
        if (!wasAtEnd) jump.hidden = false;
        // They have answered: now one may write.
        if (!root.querySelector(".message-form")) location.replace(path);
      }
      root.dispatchEvent(new Event("cairn:messages"));
    };

    const partOf = (text) => new DOMParser().parseFromString(text, "text/html");
    const get = async (query) => {
      const answer = await fetch(`${folder}?${query}`, { headers: { Accept: "text/html" } });
      // A group that is over: its page says so.
      if (answer.status === 422) location.assign(path);
      if (!answer.ok || answer.redirected) throw new Error(`${answer.status}`);
      return partOf(await answer.text());
    };
    // Asks for the messages from a number on until the newest; one after the other, so that none comes twice.
    let wanted = Infinity, running;
    const run = async () => {
      while (wanted < Infinity) {
        let from = wanted;
        wanted = Infinity;
        for (let isMore = true; isMore && root.isConnected;) {
          const part = await get(`from=${from}${isSeen() ? "&viewed=1" : ""}`);
          take(part);
          isMore = Boolean(part.querySelector("[data-later]"));
          from = Number(part.querySelector("[data-messages]").dataset.last);
        }
      }
    };
    const update = (from = last()) => {
      if (!isNewest()) return Promise.resolve();
      wanted = Math.min(wanted, from);
      running ||= run().catch(() => (wanted = Infinity)).finally(() => (running = undefined));
      return running;
    };
    // Marks and deletions: of what is on the screen, and of the last page.
    const renew = async () => {
      const [top, page] = [scroller.getBoundingClientRect().top, last() - 49];
      const shown = Number(bubbles().find((one) => one.getBoundingClientRect().bottom > top)?.dataset.number);
      await update(Math.max(first(), page));
      if (shown < page) await get(`from=${shown}`).then(take, () => {});
    };
    const leave = () => fetch(`${folder}?from=${last() + 1}&viewed=0`, { keepalive: true }).catch(() => {});

    const say = (words) => (told.textContent = words);
    told.setAttribute("aria-live", "polite");
    scroller.setAttribute("aria-live", "off");
    root.append(jump, told);
    jump.addEventListener("click", toEnd);
    scroller.addEventListener("scroll", () => isAtEnd() && (jump.hidden = true), { passive: true });
    // The first new message, if it is not on the screen.
    const mark = list.querySelector(".new-mark");
    if (mark && !location.hash && mark.offsetTop < scroller.scrollHeight - scroller.clientHeight) {
      mark.scrollIntoView({ block: "start", behavior: "instant" });
    }
    chat = {
      root,
      path,
      name: root.dataset.chat.toLowerCase(),
      list,
      scroller,
      first,
      last,
      isNewest,
      bubbles,
      still,
      take,
      get,
      partOf,
      update,
      renew,
      say,
      toEnd,
      leave,
    };
    for (const part of cairn.chatParts || []) part(chat);
    update();
  };

  const current = () => (chat?.root.isConnected ? chat : undefined);
  const isHere = (address) => current() && address?.toLowerCase() === chat.path.toLowerCase();
  for (const name of ["chat", "group"]) {
    document.addEventListener(`cairn:${name}`, ({ detail }) => isHere(detail.url) && chat.update());
  }
  document.addEventListener("cairn:change", ({ detail }) => {
    if (!current() || detail?.part?.toLowerCase() !== `chat-${chat.name}`) return;
    // Whoever could not write may do so now.
    if (chat.root.querySelector(".message-form")) chat.renew();
    else location.replace(chat.path);
  });
  // What stands on the screen is told by no message.
  document.addEventListener("cairn:notice", (event) => isSeen() && isHere(event.detail.url) && event.preventDefault());
  document.addEventListener("visibilitychange", () => current() && (isSeen() ? chat.renew() : chat.leave()));
  addEventListener("pageshow", ({ persisted }) => persisted && current() && chat.renew());
  addEventListener("online", () => current()?.renew());
  setInterval(() => isSeen() && current()?.update(), renewedEvery);
  document.addEventListener("htmx:load", () => {
    if (!chat || current()) return;
    chat.leave();
    chat = undefined;
  });
  // This file comes last by its name, so that a chat begins with all its parts.
  cairn.each(".chat[data-chat]", open);
})();
