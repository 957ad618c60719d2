// Songs of zones: one player for the whole site, outside of what pages swap, so that it plays on while one goes about. After a
// full load it waits, paused at its place, because browsers start no sound by themselves. Without this each song has a
// player of its own.
(() => {
  const memory = "cairn-music";
  // Seconds of a song after which it counts as played.
  const heard = 10;
  // Seconds until the music fades after its zone was left, and that the fading takes.
  const grace = 60, fading = 4;
  const [audio, ahead] = [new Audio(), new Audio()];
  let queue = [], now, played = new Set(), loudness = 1, leaving, isTold = false, token = "";

  const sheet = new CSSStyleSheet();
  sheet.replaceSync(`
    .zone-audio { display: none; }
    .zone-play, .zone-share { flex: none; }
    .zone-track { flex-wrap: nowrap; }
    .zone-track .row-name { flex: 1 1 0; min-width: 0; overflow-wrap: anywhere; }
    .zone-here .zone-share { display: none; }
    .zone-track.is-playing { background: color-mix(in srgb, var(--moss) 10%, var(--card)); }`);
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];

  const read = ({ dataset }) => ({
    id: dataset.track, audio: dataset.audio, title: dataset.title, artist: dataset.artist, zone: dataset.zone, cover: dataset.cover || "",
    gain: Number(dataset.gain) || 0, seconds: Number(dataset.seconds) || 0,
  });
  // "/zones/7/tracks/9/audio": the zone's page.
  const page = ({ audio }) => audio.split("/tracks/")[0];

  const toggle = () => (audio.paused ? resume() : audio.pause());
  const seek = (time) => (audio.currentTime = time);
  const bar = cairn.musicBar({ toggle, seek, step: (by) => step(by), close: () => close() });

  const save = () => {
    try {
      if (!now) return sessionStorage.removeItem(memory);
      sessionStorage.setItem(memory, JSON.stringify({ script: import.meta.url, queue: queue.slice(0, 100), now, time: audio.currentTime }));
    } catch {}
  };
  const mark = () => {
    for (const row of document.querySelectorAll("[data-track]")) {
      const isNow = row.dataset.track === now?.id;
      row.classList.toggle("is-playing", isNow);
      const play = row.querySelector(".zone-play");
      if (!play) continue;
      const isOn = isNow && !audio.paused;
      play.replaceChildren(cairn.icon(isOn ? "pause" : "play"));
      play.setAttribute("aria-label", `${isOn ? "Pause" : "Play"} ${row.dataset.title}`);
    }
  };
  // Outside of its zone a song is a preview.
  const isCut = () => Number.isFinite(audio.duration) && now.seconds > audio.duration + 2;
  const show = () => {
    if (!now) return;
    const duration = Math.floor(audio.duration) || now.seconds;
    bar.show(now, { page: page(now), isPaused: audio.paused, isCut: isCut(), time: audio.currentTime, duration });
    mark();
  };
  const tell = () => {
    if (!navigator.mediaSession || !now) return;
    navigator.mediaSession.metadata = new MediaMetadata({
      title: now.title, artist: now.artist, album: now.zone, artwork: now.cover ? [{ src: new URL(now.cover, location).href }] : [],
    });
    navigator.mediaSession.playbackState = audio.paused ? "paused" : "playing";
  };
  const resume = () => audio.play().catch(() => show());

  // All songs are as loud; a browser can only make them quieter.
  const loud = () => (audio.volume = Math.min(1, loudness * 10 ** (Math.min(0, now?.gain || 0) / 20)));
  const load = (track, time = 0) => {
    now = track;
    isTold = false;
    audio.src = track.audio;
    loud();
    // Before anything has loaded it is where the song will begin, and what is shown.
    audio.currentTime = time;
    show();
    tell();
    save();
  };
  const play = (track) => {
    played.add(track.id);
    loudness = 1;
    load(track);
    resume();
  };
  // The songs of the zone as the votes have them now.
  const refresh = async () => {
    const answer = await fetch(page(now), { headers: { Accept: "text/html" } });
    if (!answer.ok || answer.redirected) return;
    const rows = new DOMParser().parseFromString(await answer.text(), "text/html").querySelectorAll("[data-zone-tracks] [data-track]");
    if (rows.length && queue.every((one) => page(one) === page(now))) queue = [...rows].map(read);
  };
  // What was not heard yet, in the order of the votes; then all over again.
  const following = () => {
    if (queue.every(({ id }) => played.has(id))) played = new Set([now.id]);
    return queue.find(({ id }) => !played.has(id)) || queue[0];
  };
  const step = async (by) => {
    if (!now) return;
    if (by < 0) {
      const before = queue[queue.findIndex(({ id }) => id === now.id) - 1];
      if (audio.currentTime > 3 || !before) audio.currentTime = 0;
      else play(before);
      return;
    }
    await refresh().catch(() => {});
    play(following());
  };
  const close = () => {
    audio.pause();
    now = undefined;
    audio.removeAttribute("src");
    bar.hide();
    save();
    mark();
  };

  for (const name of ["timeupdate", "durationchange"]) audio.addEventListener(name, show);
  for (const name of ["play", "pause"]) audio.addEventListener(name, () => (show(), tell(), save()));
  audio.addEventListener("ended", () => step(1));
  // Without a gap: the next one is there before this one ends.
  audio.addEventListener("timeupdate", () => {
    if (!now || !(audio.duration - audio.currentTime < 20)) return;
    const next = following();
    if (next && next.id !== now.id && ahead.src !== new URL(next.audio, location).href) {
      ahead.preload = "auto";
      ahead.src = next.audio;
    }
  });
  // The token of the page's forms.
  const fields = () => {
    token = document.querySelector("input[name='csrf']")?.value || token;
    return new URLSearchParams({ csrf: token });
  };
  // What was played is kept for the list of the person who played it.
  audio.addEventListener("timeupdate", () => {
    if (!now || isTold || audio.paused || audio.currentTime < Math.min(heard, audio.duration / 2 || heard)) return;
    isTold = true;
    fetch(now.audio.replace(/audio$/, "played"), { method: "POST", headers: { Accept: "application/json" }, body: fields() }).catch(() => {});
  });
  // While a whole song plays, the phone says where it is, if it may: so the music knows where its zone ends, on every page.
  // The map asks by itself.
  const positions = Object.assign(document.createElement("form"), { action: "/positions" });
  positions.append(Object.assign(document.createElement("input"), { type: "hidden", name: "csrf" }));
  const say = (here, fix) => {
    if (document.querySelector("[data-listening]:not([hidden])")) return { wait: 30 };
    positions.firstChild.value = fields().get("csrf");
    return cairn.report(here, fix, positions);
  };
  const hear = (here, { events = [] }) => {
    const zones = events.filter(({ kind }) => kind.startsWith("zone."));
    if (zones.length) document.dispatchEvent(new CustomEvent("cairn:zones", { detail: { events: zones } }));
  };
  const phone = cairn.listener(bar.element, document.createElement("small"), () => {}, hear, say);
  const follow = async () => {
    const isAllowed = await navigator.permissions?.query({ name: "geolocation" }).then(({ state }) => state === "granted", () => false);
    if (isAllowed && now && !audio.paused && !isCut()) phone.begin();
  };
  audio.addEventListener("playing", follow);
  for (const name of ["pause", "emptied"]) audio.addEventListener(name, phone.stop);
  let failures = 0;
  audio.addEventListener("playing", () => (failures = 0));
  audio.addEventListener("error", () => {
    if (!now || !audio.getAttribute("src")) return;
    failures += 1;
    if (failures > 3) cairn.toast("That song cannot be played just now.");
    else setTimeout(() => now && step(1), 1500);
  });
  addEventListener("pagehide", save);
  for (const [action, act] of Object.entries({ play: resume, pause: () => audio.pause(), previoustrack: () => step(-1), nexttrack: () => step(1), seekto: ({ seekTime }) => seek(seekTime) })) {
    try {
      navigator.mediaSession?.setActionHandler(action, act);
    } catch {}
  }

  // Who leaves a zone hears its music for another minute; then it fades.
  const fade = () => {
    const began = performance.now();
    const sink = () => {
      loudness = Math.max(0, 1 - (performance.now() - began) / (1000 * fading));
      loud();
      if (loudness > 0) return setTimeout(sink, 100);
      audio.pause();
      cairn.toast(`You left ${now?.zone || "the zone"}: its music stays there.`);
    };
    sink();
  };
  document.addEventListener("cairn:zones", ({ detail }) => {
    for (const { kind, url } of detail.events) {
      if (!now || url !== page(now)) continue;
      clearTimeout(leaving);
      if (kind === "zone.left" && !audio.paused) leaving = setTimeout(fade, 1000 * grace);
    }
  });

  // The songs of a page: a button instead of a player each, and votes without a new page.
  const begin = (row) => {
    queue = [...row.parentElement.querySelectorAll("[data-track]")].map(read);
    played = new Set();
    play(read(row));
  };
  cairn.each("[data-zone-all]", (all) => {
    all.disabled = false;
    all.addEventListener("click", () => begin(all.parentElement.querySelector("[data-track]")));
  });
  cairn.each("[data-track]", (row) => {
    const start = cairn.roundButton("play", `Play ${row.dataset.title}`, () => {
      if (now?.id === row.dataset.track) toggle();
      else begin(row);
    });
    start.classList.add("zone-play");
    row.prepend(start);
    const share = cairn.roundButton("send", `Share ${row.dataset.title}`, async () => {
      const { title, zone, audio } = read(row);
      const url = new URL(`${audio.split("/tracks/")[0]}#track-${row.dataset.track}`, location).href;
      if (navigator.share) return navigator.share({ title: `${title}, in ${zone}`, url }).catch(() => {});
      await navigator.clipboard.writeText(url).then(() => cairn.toast("Copied"), () => cairn.toast(url));
    });
    share.classList.add("zone-share");
    row.append(share);
    mark();
  });
  cairn.each("[data-track] form", (form) =>
    form.addEventListener("submit", async (event) => {
      event.preventDefault();
      event.stopPropagation();
      const vote = form.querySelector("button");
      try {
        const answer = await fetch(form.action, { method: "POST", headers: { Accept: "application/json" }, body: new URLSearchParams(new FormData(form)) });
        const said = await answer.json();
        if (!answer.ok) return cairn.toast(said.error);
        form.action = form.action.replace(/(un)?vote$/, said.isVoted ? "unvote" : "vote");
        vote.setAttribute("aria-pressed", said.isVoted);
        vote.lastChild.textContent = said.votes;
        form.closest("[data-track]").dataset.votes = said.votes;
        if (said.isVoted) navigator.vibrate?.(30);
      } catch {
        cairn.toast(cairn.offline);
      }
    }, true));

  // What was playing before this page was loaded.
  try {
    const kept = JSON.parse(sessionStorage.getItem(memory));
    if (kept?.now) {
      queue = kept.queue;
      load(kept.now, kept.time);
    }
  } catch {}
})();
