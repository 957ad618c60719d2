// What is set in the fold of a form that leaves something, beside its name.
cairn.each(".compose-more", (fold) => {
  const words = fold.querySelector("[data-more]");
  const time = (name) => {
    const { value } = fold.querySelector(`[name="${name}"]`) || {};
    return value && new Date(value).toLocaleString("en-GB", { weekday: "long", day: "numeric", month: "short", hour: "2-digit", minute: "2-digit" });
  };
  const isSet = (name) => fold.querySelector(`[name="${name}"]:is(:checked, [type='text'], [type='password']):not(:placeholder-shown)`);
  const show = () => {
    const [opens, closes] = [time("opens_at"), time("closes_at")];
    const all = [opens && `from ${opens}`, closes && `until ${closes}`, isSet("password") && "password", isSet("hint") && "hint", isSet("show_on_map") && "on their map", isSet("quiet") && "no reminder", isSet("link") && "link"];
    words.textContent = all.some(Boolean) ? `: ${all.filter(Boolean).join(", ")}` : "";
  };
  fold.addEventListener("input", show);
  fold.closest("form")?.addEventListener("reset", () => setTimeout(show));
});
