// A sound recorded in the page, for the file field that `data-record-for` names. It is put into that field as if it had
// been chosen. Without this there is only the field. `data-record-most`: its longest time in seconds.
// `data-record-voice`: it is a voice message, whose field stands just before it and is not needed where one can record.
(() => {
  const types = ["audio/webm;codecs=opus", "audio/mp4"];
  const make = (name, values, ...children) => {
    const element = Object.assign(document.createElement(name), values);
    element.append(...children);
    return element;
  };
  const clock = (seconds) => `${Math.floor(seconds / 60)}:${String(Math.floor(seconds % 60)).padStart(2, "0")}`;
  const quiet = "button button-small button-quiet";
  const isAble = navigator.mediaDevices?.getUserMedia &&
    types.some((type) => window.MediaRecorder?.isTypeSupported(type));
  const isVoice = (place) => place.hasAttribute("data-record-voice");
  const inputOf = (place) => document.getElementById(place.dataset.recordFor);
  const goalOf = (place) => place.closest("form")?.getAttribute("action");
  // The one that runs. A step of the form replaces its part of the page: what runs moves on into the new one.
  let running;

  const give = (place, files) => {
    const input = inputOf(place);
    if (!input) return;
    const transfer = new DataTransfer();
    files.forEach((file) => transfer.items.add(file));
    input.files = transfer.files;
    input.dispatchEvent(new Event("change", { bubbles: true }));
  };

  // What was recorded, to be heard and taken back.
  const show = (place, file) => {
    const remove = isVoice(place)
      ? make(
        "button",
        { type: "button", className: "button-round", ariaLabel: "Remove the voice message" },
        cairn.icon("trash-2"),
      )
      : make("button", { type: "button", className: quiet }, cairn.icon("trash-2"), "Remove the sound");
    const sound = make("audio", { controls: true, src: URL.createObjectURL(file) });
    sound.setAttribute(
      "aria-label",
      isVoice(place) ? "The voice message that you recorded" : "The sound that you recorded",
    );
    const box = make("div", { className: "recorder" }, sound, remove);
    remove.addEventListener("click", () => {
      give(place, []);
      (offer(place) || inputOf(place))?.focus();
    });
    place.replaceChildren(box);
  };

  const level = (stream) => {
    const context = new AudioContext();
    const analyser = context.createAnalyser();
    context.createMediaStreamSource(stream).connect(analyser);
    const samples = new Uint8Array(analyser.fftSize);
    const read = () => {
      analyser.getByteTimeDomainData(samples);
      return samples.reduce((most, value) => Math.max(most, Math.abs(value - 128)), 0) / 128;
    };
    return { read, close: () => context.close() };
  };

  const record = (place, stream) => {
    const recorder = new MediaRecorder(stream, {
      mimeType: types.find((type) => MediaRecorder.isTypeSupported(type)),
      audioBitsPerSecond: 64000,
    });
    const parts = [], meter = level(stream), start = Date.now(), longest = Number(place.dataset.recordMost) || 300;
    const time = make("span", { textContent: "0:00" });
    time.setAttribute("role", "timer");
    const bar = make("progress", { max: 1, value: 0 });
    bar.setAttribute("aria-hidden", "true");
    const stop = make("button", { type: "button", className: "button button-small" }, "Stop");
    const box = make("div", { className: "recorder is-recording" }, time, bar, stop);
    running = { box, place, goal: goalOf(place) };
    place.replaceChildren(box);
    stop.focus();
    let missed = 0;
    const tick = setInterval(() => {
      const seconds = (Date.now() - start) / 1000;
      if (time.textContent !== clock(seconds)) time.textContent = clock(seconds);
      bar.value = meter.read();
      missed = box.isConnected ? 0 : missed + 1;
      if (seconds >= longest || missed > 10) recorder.stop();
    }, 200);
    recorder.addEventListener("dataavailable", ({ data }) => parts.push(data));
    recorder.addEventListener("stop", () => {
      const at = running.place;
      running = undefined;
      clearInterval(tick);
      stream.getTracks().forEach((track) => track.stop());
      meter.close();
      // Somebody went to another page meanwhile.
      if (!box.isConnected) return;
      const type = recorder.mimeType.split(";")[0];
      const file = new File(parts, `sound.${type === "audio/mp4" ? "m4a" : "webm"}`, { type });
      const hadFocus = box.contains(document.activeElement);
      show(at, file);
      give(at, [file]);
      if (hadFocus && isVoice(at)) at.querySelector("audio").focus();
    });
    stop.addEventListener("click", () => recorder.state !== "inactive" && recorder.stop());
    // The microphone was taken away.
    stream.getAudioTracks()[0].addEventListener("ended", () => recorder.state !== "inactive" && recorder.stop());
    recorder.start(1000);
  };

  // The button that begins; nothing where one cannot record.
  const offer = (place) => {
    const heard = place.querySelector("audio");
    if (heard) URL.revokeObjectURL(heard.src);
    if (!isAble) return void place.replaceChildren();
    const button = isVoice(place)
      ? make(
        "button",
        { type: "button", className: "button-round", ariaLabel: "Record a voice message" },
        cairn.icon("mic"),
      )
      : make(
        "button",
        { type: "button", className: "photo-button recorder-start" },
        cairn.icon("mic"),
        "Record a sound",
      );
    button.addEventListener("click", async () => {
      if (running) return;
      button.disabled = true;
      const stream = await navigator.mediaDevices.getUserMedia({ audio: true }).catch((error) => {
        const isMissing = error.name === "NotFoundError";
        cairn.toast(
          isMissing
            ? "There is no microphone here."
            : "The microphone can’t be used. Allow it for this page, or close what else is using it.",
        );
      });
      button.disabled = false;
      if (place.isConnected && stream) record(place, stream);
      else stream?.getTracks().forEach((track) => track.stop());
    });
    place.replaceChildren(button);
    return button;
  };

  cairn.each("[data-record-here]", (place) => {
    if (!isAble && !isVoice(place)) return;
    if (isAble && isVoice(place)) place.previousElementSibling.hidden = true;
    // A form that was sent is empty again. What was chosen for a message is heard first, like what is recorded.
    inputOf(place)?.addEventListener("change", ({ target: { files: [file] } }) => {
      if (running?.place === place) return;
      if (!file) offer(place);
      else if (!isAble) show(place, file);
    });
    // Not in another form: what is said to one person is not sent to the next.
    if (!running || running.goal !== goalOf(place)) return void offer(place);
    running.place = place;
    place.replaceChildren(running.box);
  });
})();
