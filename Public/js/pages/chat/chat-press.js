// A long press on a message unfolds its menu, where no mouse brings up the button beside it. What the browser does on a
// long press goes on: words are selected, links and photos have the browser's own menu. Without this each message shows
// its button.
(cairn.chatParts ||= []).push(({ root, list }) => {
  const [long, slack] = [450, 10];
  // Where a finger lies on a message, and whether it has unfolded a menu and lies there still.
  let press, timer, isHeld;
  root.classList.add("has-press");
  const forget = () => {
    clearTimeout(timer);
    press = undefined;
  };
  const unfold = () => {
    const menu = press?.bubble.querySelector(":scope > .bubble-menu");
    forget();
    if (!menu || menu.open) return;
    menu.open = true;
    isHeld = true;
    menu.scrollIntoView({ block: "nearest", behavior: cairn.isCalm() ? "instant" : "smooth" });
  };
  list.addEventListener("pointerdown", (event) => {
    // A second finger is no press.
    forget();
    const bubble = event.target.closest(".bubble");
    if (event.pointerType !== "touch" || !event.isPrimary || !bubble) return;
    if (event.target.closest("a, audio, button, input, .bubble-menu")) return;
    press = { bubble, x: event.clientX, y: event.clientY };
    timer = setTimeout(unfold, long);
  });
  list.addEventListener("pointermove", ({ clientX, clientY }) => {
    if (press && Math.hypot(clientX - press.x, clientY - press.y) > slack) forget();
  });
  for (const type of ["pointerup", "pointercancel"]) list.addEventListener(type, forget);
  // On Android a long press is this event, before the browser takes the finger for its selection. It is not prevented.
  list.addEventListener("contextmenu", unfold);
  root.addEventListener("pointerdown", () => (isHeld = false), true);
  // When the finger is lifted, something else lies below it: that is not clicked.
  root.addEventListener("click", (event) => {
    if (!isHeld) return;
    isHeld = false;
    event.preventDefault();
    event.stopImmediatePropagation();
  }, true);
  // A press elsewhere folds it again. What is below moves after the click, not under it.
  root.addEventListener("click", ({ target }) => {
    for (const menu of list.querySelectorAll(".bubble-menu[open]")) {
      if (!menu.closest(".bubble").contains(target)) menu.open = false;
    }
  });
  list.addEventListener("keydown", ({ key, target }) => {
    const menu = target.closest(".bubble-menu[open]");
    if (key !== "Escape" || !menu || target.closest("dialog")) return;
    menu.open = false;
    menu.querySelector("summary").focus();
  });
});
