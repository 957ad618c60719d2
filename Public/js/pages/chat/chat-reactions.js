// Reactions to messages without a new page: what is pressed is sent, and the messages are asked for again.
(cairn.chatParts ||= []).push(({ root, renew }) => {
  root.addEventListener("submit", async (event) => {
    const form = event.target;
    if (!form.matches(".reactions, .reaction-choices")) return;
    event.preventDefault();
    event.stopPropagation();
    const body = new URLSearchParams(new FormData(form, event.submitter));
    form.closest("details")?.removeAttribute("open");
    try {
      const answer = await cairn.busy(
        fetch(form.action, { method: "POST", headers: { Accept: "application/json" }, body }),
      );
      if (answer.ok) return void renew();
      const { error } = await answer.json().catch(() => ({}));
      cairn.toast(error || "That didn’t work. Try again.");
    } catch {
      cairn.toast(cairn.offline);
    }
  }, true);
});
