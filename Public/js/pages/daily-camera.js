// The camera of the photo of the day: what is in front of the person and the person, by one press. Its pictures go into
// the form's own file fields. Without this, or without a camera, these are filled by hand.
cairn.each("[data-camera]", (page) => {
  const part = (name) => page.querySelector(`[data-camera-${name}]`);
  const [stage, result, files, details, cue, words, where, time, shutter, retake] = [
    "stage", "result", "files", "details", "cue", "words", "where", "time", "shoot", "retake"].map(part);
  const videos = { main: part("main"), small: part("small") };
  const form = page.querySelector("[data-upload]");
  const fields = form.elements;
  const end = Date.now() + Number(page.dataset.left);
  const gone = new AbortController();
  const sleep = (milliseconds) => new Promise((done) => setTimeout(done, milliseconds));
  result.tabIndex = -1;
  let streams = [], lenses = 1, turn = 0, isDenied = false;

  const isTaken = () => [fields.back, fields.front].some((field) => field.files.length) || !!fields.back_kept?.value;
  const say = (text) => {
    words.textContent = text;
    words.hidden = !text;
  };
  const show = (state) => {
    stage.hidden = state !== "stage";
    result.hidden = state !== "result";
    files.hidden = state !== "files";
    details.hidden = state === "stage";
    part("again").hidden = state !== "result" || isDenied;
    const not = page.querySelector(".camera-not");
    if (not) not.hidden = state === "result";
  };
  const stop = () => {
    turn += 1;
    streams.forEach((stream) => stream.getTracks().forEach((track) => track.stop()));
    streams = [];
    for (const video of Object.values(videos)) video.srcObject = null;
  };
  const open = async (facingMode) => {
    const mine = turn;
    const stream = await navigator.mediaDevices.getUserMedia(
      { video: { facingMode, width: { ideal: 1920 }, height: { ideal: 1440 } } });
    streams.push(stream);
    // Whoever left meanwhile does not want to be filmed.
    if (mine !== turn) stream.getTracks().forEach((track) => track.stop());
    return stream;
  };
  const close = (stream) => {
    stream.getTracks().forEach((track) => track.stop());
    streams = streams.filter((other) => other !== stream);
  };
  const play = async (video, stream, isMirrored) => {
    video.classList.toggle("is-mirrored", isMirrored);
    video.srcObject = stream;
    await video.play();
  };
  const device = (stream) => stream.getVideoTracks()[0].getSettings().deviceId;
  const isAlive = (stream) => stream.getVideoTracks().every((track) => track.readyState === "live" && !track.muted);

  // The second camera beside the first, where the phone has one and can run both.
  const openSmall = async (main, mine) => {
    const small = await open({ exact: "user" }).catch(() => null);
    if (!small || mine !== turn) return;
    await sleep(300);
    const both = device(small) !== device(main) && isAlive(main) && isAlive(small);
    if (mine !== turn) return;
    if (both) {
      videos.small.classList.add("is-on");
      return play(videos.small, small, true);
    }
    close(small);
    if (isAlive(main)) return;
    close(main);
    await play(videos.main, await open("environment"), false);
  };
  const start = async () => {
    stop();
    const mine = turn;
    show("stage");
    shutter.disabled = true;
    videos.small.classList.remove("is-on");
    cue.textContent = "Starting the camera …";
    try {
      const main = await open("environment");
      if (mine !== turn) return;
      await play(videos.main, main, false);
      lenses = (await navigator.mediaDevices.enumerateDevices()).filter(({ kind }) => kind === "videoinput").length;
      if (lenses > 1) await openSmall(main, mine);
      if (mine !== turn) return;
      cue.textContent = "";
      shutter.disabled = false;
    } catch (error) {
      if (mine === turn) manual(error.name);
    }
  };
  const manual = (reason) => {
    stop();
    isDenied = true;
    show(isTaken() ? "result" : "files");
    files.hidden = false;
    say({
      NotAllowedError: "This page may not use the camera. Allow it in your browser, beside the address, or choose photos here.",
      NotFoundError: "There’s no camera here. Choose photos instead.",
    }[reason] || "The camera can’t be used right now. Choose photos instead.");
  };

  // What the view shows: the middle, three to four. The preview of oneself is mirrored, the photo is not.
  const grab = async (video, name) => {
    const { videoWidth, videoHeight } = video;
    const width = Math.min(videoWidth, videoHeight * 0.75);
    const height = width / 0.75;
    if (!width) throw new Error("no picture");
    const scale = Math.min(1, 1600 / height);
    const canvas = Object.assign(document.createElement("canvas"), { width: Math.round(width * scale), height: Math.round(height * scale) });
    canvas.getContext("2d").drawImage(
      video, (videoWidth - width) / 2, (videoHeight - height) / 2, width, height, 0, 0, canvas.width, canvas.height);
    const blob = await new Promise((done) => canvas.toBlob(done, "image/jpeg", 0.9));
    return new File([blob], `${name}.jpg`, { type: blob.type });
  };
  // With one camera at a time: the other one, or the phone turned round, after a count.
  const grabSecond = async (mine) => {
    if (lenses > 1) {
      streams.forEach(close);
      await play(videos.main, await open("user"), true);
    }
    for (const count of [3, 2, 1]) {
      if (mine !== turn) return null;
      cue.textContent = `Now you: ${count}`;
      await sleep(1000);
    }
    return mine === turn ? grab(videos.main, "front") : null;
  };
  const fill = (field, file) => {
    const list = new DataTransfer();
    if (file) list.items.add(file);
    field.files = list.files;
  };
  const shoot = async () => {
    const mine = turn;
    shutter.disabled = true;
    let [back, front] = [null, null];
    try {
      back = await grab(videos.main, "back");
      const isBoth = videos.small.classList.contains("is-on");
      front = isBoth ? await grab(videos.small, "front") : await grabSecond(mine);
    } catch {
      // Without oneself it is a photo, too.
    }
    if (mine !== turn) return;
    if (!back) return manual();
    stop();
    fill(fields.back, back);
    fill(fields.front, front);
    for (const kept of page.querySelectorAll("[name$='_kept']")) kept.value = "";
    compose();
    show("result");
    // Not the caption: a keyboard would come up over the photo and the button that posts it.
    result.focus({ preventScroll: true });
    locate();
  };
  const image = (file, name) => {
    const picture = Object.assign(new Image(), { className: name, alt: name === "moment-back" ? "Your photo" : "" });
    picture.src = URL.createObjectURL(file);
    return picture;
  };
  const compose = () => {
    result.querySelector("figure")?.remove();
    const figure = Object.assign(document.createElement("figure"), { className: "moment-picture" });
    figure.append(image(fields.back.files[0], "moment-back"));
    if (fields.front.files.length) {
      const swap = Object.assign(document.createElement("label"), { className: "moment-swap" });
      const box = Object.assign(document.createElement("input"), { type: "checkbox" });
      box.setAttribute("aria-label", "Swap the two photos");
      swap.append(box, image(fields.front.files[0], "moment-front"));
      figure.append(swap);
    }
    result.prepend(figure);
  };

  const locate = () => {
    if (fields.place.value === "none" || fields.lat.value) return;
    if (!navigator.geolocation) return;
    where.textContent = "Asking your phone …";
    navigator.geolocation.getCurrentPosition(({ coords }) => {
      if (fields.place.value === "none") return;
      fields.lat.value = coords.latitude.toFixed(7);
      fields.lon.value = coords.longitude.toFixed(7);
      fields.accuracy.value = coords.accuracy;
      where.textContent = `Found you, ±${Math.round(coords.accuracy)} m.`;
    }, (error) => {
      form.querySelector("[name='place'][value='none']").checked = true;
      where.textContent = `${cairn.locationWords(error)} Without it, the photo is posted without a place.`;
    }, cairn.locationOptions);
  };

  const isSending = () => form.classList.contains("htmx-request");
  const finish = () => {
    time.textContent = "Time’s up";
    page.querySelector(".camera-not")?.remove();
    if (isSending()) return;
    if (!isTaken()) {
      leave();
      return location.assign("/");
    }
    if ("late" in page.dataset) return say("The five minutes are over. You can still post it: it will say how late.");
    say("The five minutes are over, and photos are not posted any more. Download yours to keep it.");
    form.querySelector("[type='submit']").hidden = true;
    for (const file of [fields.back, fields.front].flatMap((field) => [...field.files])) {
      const link = { className: "button button-small button-quiet", href: URL.createObjectURL(file), download: file.name };
      words.append(Object.assign(document.createElement("a"), link, { textContent: `Download ${file.name}` }));
    }
  };
  let timer;
  const tick = () => {
    clearTimeout(timer);
    const left = Math.ceil((end - Date.now()) / 1000);
    if (left <= 0) return finish();
    time.textContent = `${Math.floor(left / 60)}:${String(left % 60).padStart(2, "0")} left`;
    timer = setTimeout(tick, 500);
  };
  const leave = () => {
    stop();
    clearTimeout(timer);
    gone.abort();
  };

  const on = (target, name, act) => target.addEventListener(name, act, { signal: gone.signal });
  on(shutter, "click", shoot);
  on(retake, "click", () => {
    fill(fields.back);
    fill(fields.front);
    fields.retakes.value = Math.min(99, Number(fields.retakes.value) + 1);
    part("retakes").textContent = fields.retakes.value === "1" ? "1 retake" : `${fields.retakes.value} retakes`;
    start();
  });
  on(form, "change", ({ target }) => {
    if (target.type === "file") locate();
    if (target.name !== "place") return;
    where.textContent = "";
    if (target.value !== "none") return locate();
    for (const name of ["lat", "lon", "accuracy"]) fields[name].value = "";
  });
  const count = Object.assign(document.createElement("small"), { className: "field-hint" });
  const counted = () => (count.textContent = `${[...fields.caption.value].length} of 200`);
  fields.caption.after(count);
  on(fields.caption, "input", counted);
  counted();
  on(document, "htmx:afterSwap", () => page.isConnected || leave());
  on(window, "pagehide", stop);
  on(document, "visibilitychange", () => {
    if (stage.hidden) return;
    if (document.hidden) stop();
    else start();
  });
  if (time) tick();
  if (gone.signal.aborted) return;
  if (!navigator.mediaDevices?.getUserMedia) manual();
  else if (isTaken()) {
    show("result");
    files.hidden = !files.querySelector("[aria-invalid]");
  } else start();
});
