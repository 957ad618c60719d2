// Sends where one is while a group's page is open. What cannot be sent without a connection is kept with its time and
// sent later. A browser sends nothing while its page is hidden or the screen is off: the page says so.
cairn.each("[data-sending]", (box) => {
  const root = box.closest(".group-page");
  const [status, start, awake] = ["[data-sharing]", "[data-send-start]", "[data-send-awake]"].map((one) => root.querySelector(one));
  // The one sentence on whether the group sees this phone: the server's, unless this browser knows that it is not so.
  let server = { state: status.dataset.sharing, words: status.textContent }, local = "";
  const show = (words = local) => {
    local = words;
    // During a pause it does not matter what this browser could send.
    const [state, text] = local && server.state !== "paused" ? ["no-signal", local] : [server.state, server.words];
    if (status.dataset.sharing !== state) status.dataset.sharing = state;
    if (status.textContent !== text) status.textContent = text;
  };
  root.addEventListener("cairn:sharing", ({ detail }) => {
    server = detail;
    show();
    // After a pause the group waits for a place that was measured later; a phone that lies still would send none for minutes.
    if (!isOn || server.state !== "off" || Date.now() - askedAt < 5000) return;
    askedAt = Date.now();
    navigator.geolocation.getCurrentPosition((here) => report(box, here).catch(() => {}), () => {}, { maximumAge: 0 });
  });
  if (!navigator.geolocation) return;
  const memory = "cairn-kept-places";
  // Kept ones are at least this far apart, in milliseconds, and at most so many.
  const [apart, most, gone] = [30000, 240, 60000];
  let fix, hiddenAt, gap = 0, isOn = false, askedAt = 0, lock;

  const recall = () => {
    try {
      const kept = JSON.parse(sessionStorage.getItem(memory));
      return kept?.account === owner() ? kept.places : [];
    } catch {
      return [];
    }
  };
  const owner = () => document.querySelector("#page")?.dataset.account;
  const keep = (places) => {
    try {
      sessionStorage.setItem(memory, JSON.stringify({ account: owner(), places }));
    } catch {}
  };
  const pause = (time) => new Promise((done) => setTimeout(done, time));

  const span = (time) => (time < 60000 ? `${Math.max(1, Math.round(time / 1000))} s` : `${Math.round(time / 60000)} min`);
  const say = () => {
    if (!isOn) return;
    const kept = recall().length;
    if (kept) show(`No connection. ${kept === 1 ? "One place waits" : `${kept} places wait`} to be sent.`);
    else if (gap) show(`Nothing was sent for ${span(gap)}: the page was hidden or the screen off.`);
    else show("");
  };

  // Oldest first, so that the way stays a way.
  const sendKept = async () => {
    for (let kept = recall(); kept.length; kept = recall()) {
      const said = await cairn.report(box, kept[0]);
      if (said?.wait) await pause(1000 * Math.min(said.wait, 10));
      else {
        keep(kept.slice(1));
        await pause(600);
      }
    }
  };
  const report = async (here, next) => {
    try {
      await sendKept();
      const said = await cairn.report(here, next);
      return said;
    } catch (error) {
      const { coords: { latitude, longitude, accuracy }, timestamp } = next;
      const kept = recall();
      if (timestamp - (kept.at(-1)?.timestamp ?? 0) >= apart) keep([...kept, { coords: { latitude, longitude, accuracy }, timestamp }].slice(-most));
      say();
      throw error;
    }
  };
  const words = { textContent: "" };
  const tell = (here, { message, isRefused }) => {
    if (message) show(message);
    else say();
    gap = 0;
    if (!isRefused) root.dispatchEvent(new CustomEvent("cairn:reported"));
  };
  const ears = cairn.listener(box, words, (error) => {
    show(cairn.locationWords(error));
    if (error.code === 1) turn(false);
  }, tell, report);
  const showFix = () => fix && cairn.showFix(box, fix);
  root.addEventListener("cairn:overlay", showFix);
  root.querySelector("[data-map]").addEventListener("cairn:here", ({ detail }) => {
    fix = { coords: detail };
  });

  const turn = (on) => {
    isOn = on;
    start.hidden = on;
    awake.hidden = !on || !navigator.wakeLock;
    if (on && !document.hidden) ears.begin();
    else ears.stop();
  };
  start.addEventListener("click", () => {
    show("");
    turn(true);
  });

  const hold = async () => {
    try {
      lock = await navigator.wakeLock.request("screen");
    } catch {
      awake.setAttribute("aria-pressed", "false");
    }
  };
  awake.addEventListener("click", () => {
    const isHeld = awake.getAttribute("aria-pressed") === "true";
    awake.setAttribute("aria-pressed", !isHeld);
    if (isHeld) lock?.release();
    else hold();
  });
  const wake = () => {
    if (!box.isConnected) {
      lock?.release();
      return document.removeEventListener("visibilitychange", wake);
    }
    if (document.hidden) {
      hiddenAt = Date.now();
      return ears.stop();
    }
    if (hiddenAt && Date.now() - hiddenAt > gone) gap = Date.now() - hiddenAt;
    say();
    if (isOn) ears.begin();
    // The browser gives it up when the page is hidden.
    if (awake.getAttribute("aria-pressed") === "true") hold();
  };
  document.addEventListener("visibilitychange", wake);
  const clock = setInterval(() => {
    if (box.isConnected) return say();
    clearInterval(clock);
    ears.stop();
    lock?.release();
  }, 10000);

  navigator.getBattery?.().then((battery) => (cairn.battery = battery)).catch(() => {});
  const ask = () => {
    start.hidden = false;
  };
  // Who has allowed it joined to be seen.
  const permission = navigator.permissions?.query({ name: "geolocation" });
  if (!permission) return ask();
  permission.then(({ state }) => (state === "granted" ? turn(true) : ask()), ask);
});
