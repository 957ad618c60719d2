// A few emoji beside a message's field, where there is a mouse; a phone's keyboard has them all.
(cairn.chatParts ||= []).push(({ root }) => {
  const field = root.querySelector(".message-form")?.elements.text;
  if (!field || !HTMLElement.prototype.showPopover || !matchMedia("(any-pointer: fine)").matches) return;
  const all = `😀 grinning,😂 tears of joy,🙂 smiling,😉 winking,😍 heart eyes,😘 kiss,🤗 hug,🤔 thinking,😎 sunglasses,
    🥳 party,😴 asleep,😅 relieved,😊 blushing,😋 yummy,🙃 upside down,😮 surprised,😢 sad,😭 crying,😡 angry,
    🤯 mind blown,👍 thumbs up,👎 thumbs down,👋 waving,👏 clapping,🙏 thank you,💪 strong,
    🤞 fingers crossed,👀 eyes,❤️ heart,💔 broken heart,🔥 fire,✨ sparkles,🎉 celebration,☀️ sun,🌧️ rain,
    ❄️ snow,🌲 tree,☕ coffee,🍕 pizza,🎂 cake,📍 pin,🚲 bicycle`;
  const panel = Object.assign(document.createElement("div"), { id: "emoji", className: "emoji", popover: "auto" });
  panel.setAttribute("role", "group");
  panel.setAttribute("aria-label", "Emoji");
  for (const one of all.split(/,\s*/)) {
    const [emoji, ...words] = one.split(" ");
    const button = Object.assign(document.createElement("button"), {
      type: "button",
      textContent: emoji,
      title: words.join(" "),
    });
    button.setAttribute("aria-label", words.join(" "));
    panel.append(button);
  }
  const opener = Object.assign(document.createElement("button"), {
    type: "button",
    className: "button-round write-emoji",
    textContent: "🙂",
  });
  opener.setAttribute("aria-label", "Emoji");
  opener.popoverTargetElement = panel;
  field.after(opener);
  root.append(panel);
  panel.addEventListener("toggle", ({ newState }) => {
    if (newState !== "open") return;
    const spot = opener.getBoundingClientRect();
    panel.style.setProperty("right", `${Math.max(8, innerWidth - spot.right)}px`);
    panel.style.setProperty("bottom", `${innerHeight - spot.top + 8}px`);
  });
  // Before the click the field has lost its place to none: it keeps where its cursor was.
  panel.addEventListener("click", ({ target }) => {
    if (!target.matches("button")) return;
    field.setRangeText(target.textContent, field.selectionStart, field.selectionEnd, "end");
    field.dispatchEvent(new Event("input", { bubbles: true }));
    panel.hidePopover();
    field.focus();
  });
});
