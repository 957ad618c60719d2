// *New* asks what one wants to leave, and the browser whether the place may be where the phone is: the form begins with
// `cairn.droppedAt`. Without this its link leads to a form, and each form to the others.
document.addEventListener("click", async (event) => {
  if (!event.target.closest(".rail-drop a") || (await cairn.locationState()) !== "prompt") return;
  cairn.droppedAt = cairn.locationNow();
  cairn.droppedAt.catch(() => {});
}, true);
document.addEventListener("click", (event) => {
  const sheet = document.querySelector("[data-drop-sheet]");
  if (!sheet) return;
  if (event.target.closest(".rail-drop a") && !(event.ctrlKey || event.metaKey || event.shiftKey)) {
    event.preventDefault();
    event.stopPropagation();
    sheet.showModal();
  } else if (event.target === sheet || event.target.closest("[data-drop-sheet] a")) sheet.close();
}, true);
