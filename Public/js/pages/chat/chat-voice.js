// Of the voice messages in a chat one plays at a time. Without this several can. recorder.js records them.
(cairn.chatParts ||= []).push(({ root }) => {
  root.addEventListener("play", ({ target }) => {
    for (const other of root.querySelectorAll("audio")) if (other !== target) other.pause();
  }, true);
});
