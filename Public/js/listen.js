// Listens while the map, or the page of an area in which a note waits, is open: sends the phone's position as it moves.
// People switch it on with one tap, which the device remembers, and off with another. How often: at most every 5 s,
// after 10 m or 30 s on the move, seldom at rest.
(() => {
  const memory = "cairn-listening";
  const [shortest, onTheMove, atRest, step, restsAfter, stale] = [5000, 30000, 180000, 10, 60000, 120000];
  const remember = (isOn) => {
    // Without storage (some private windows forbid it) it is asked for on every page.
    try {
      if (isOn) localStorage.setItem(memory, "on");
      else localStorage.removeItem(memory);
    } catch {}
  };
  const isRemembered = () => {
    try {
      return localStorage.getItem(memory) === "on";
    } catch {
      return false;
    }
  };

  // Whether a fix is elsewhere: farther than what it is unsure of.
  const isFar = (from, to) =>
    cairn.earth.metres(from.coords, to.coords) >= Math.max(step, Math.min(to.coords.accuracy, 200) / 2);

  // What it keeps: the newest fix and when it came, the last one sent and when, where and when the phone last moved,
  // and until when the server wants no more. `tell` shows what came of a sent one, `report` sends it: looked up when
  // they are called, because the script that has them comes later.
  const listener = (cairn.listener = (
    here,
    status,
    fail,
    tell = (...said) => cairn.showReport(...said),
    report = (...fix) => cairn.report(...fix),
  ) => {
    let watch, timer, latest, heardAt = 0, sent, sentAt = 0, anchor, movedAt = 0, notBefore = 0;
    let isBusy = false, isCoarse = false, isLost = false, isUnsent = false;
    const stop = () => {
      navigator.geolocation.clearWatch(watch);
      clearInterval(timer);
      watch = timer = undefined;
    };
    const isResting = () => Boolean(sent) && Date.now() - movedAt >= restsAfter;
    const isDue = (now) => {
      if (isBusy || now < notBefore || now - sentAt < shortest) return false;
      return !sent || isFar(sent, latest) || now - sentAt >= (isResting() ? atRest : onTheMove);
    };
    const send = async () => {
      isBusy = true;
      const fix = latest;
      try {
        const said = await report(here, fix);
        if (said?.wait) notBefore = Date.now() + 1000 * said.wait;
        else if (said) {
          [sent, sentAt, isUnsent] = [fix, Date.now(), false];
          status.textContent = said.message;
          tell(here, said);
        }
      } catch {
        // Without a connection it tries again a little later.
        [notBefore, isUnsent] = [Date.now() + shortest, true];
      }
      isBusy = false;
    };
    // At rest a phone says nothing new, and the server opens nothing for an old fix. One that could not be sent is sent
    // as long as it opens something.
    const ask = () => {
      isBusy = true;
      const done = () => (isBusy = false);
      navigator.geolocation.getCurrentPosition((fix) => void (done(), hear(fix)), done, {
        maximumAge: shortest,
        timeout: onTheMove,
      });
    };
    const consider = () => {
      if (!here.isConnected) return stop();
      if (isCoarse !== isResting()) begin();
      if (latest && isDue(Date.now())) (Date.now() - heardAt < (isUnsent ? stale : 2 * shortest) ? send : ask)();
    };
    const lose = (error) => {
      isLost = true;
      fail(error);
    };
    const hear = (fix) => {
      if (isLost) [isLost, status.textContent] = [false, ""];
      const [{ accuracy }, to] = [fix.coords, here.querySelector("[data-listening-to]")];
      // From 100 m on the server opens nothing for it.
      const state = accuracy > 100 ? "Your phone is unsure. Step outside" : "Listening";
      if (to) to.textContent = `${state} · ±${Math.round(accuracy)} m`;
      [latest, heardAt] = [fix, Date.now()];
      if (!anchor || isFar(anchor, fix)) [anchor, movedAt] = [fix, heardAt];
      cairn.showFix(here, fix);
      consider();
    };
    const begin = () => {
      navigator.geolocation.clearWatch(watch);
      isCoarse = isResting();
      watch = navigator.geolocation.watchPosition(hear, lose, { enableHighAccuracy: !isCoarse, maximumAge: shortest });
      timer ??= setInterval(consider, shortest);
    };
    return { begin, stop };
  });

  cairn.each("[data-listen]", (here) => {
    if (!navigator.geolocation) return;
    const status = here.querySelector("[data-locate-status]");
    const show = (isOn) => {
      here.querySelector("[data-listening]").hidden = !isOn;
      here.querySelector("[data-asking]").hidden = isOn;
    };
    const ears = listener(here, status, (error) => {
      status.textContent = cairn.locationWords(error);
      // Anything else may pass by itself.
      if (error.code === 1) turn(false);
    });
    let isOn = false;
    const turn = (on) => {
      isOn = on;
      remember(on);
      show(on);
      if (on && !document.hidden) ears.begin();
      else ears.stop();
    };
    const press = (name, on, next) =>
      here.querySelector(name).addEventListener("click", () => {
        status.textContent = "";
        turn(on);
        here.querySelector(next).focus();
      });
    press("[data-listen-start]", true, "[data-listen-stop]");
    press("[data-listen-stop]", false, "[data-listen-start]");
    const wake = () => {
      if (!here.isConnected) return document.removeEventListener("visibilitychange", wake);
      if (isOn) (document.hidden ? ears.stop : ears.begin)();
    };
    document.addEventListener("visibilitychange", wake);
    if (isRemembered()) turn(true);
  });
})();
