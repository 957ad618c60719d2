// Listens while the map is open: sends the phone's position as it moves. People switch it on with one tap, which the
// device remembers, and off with another. How often: at most every 5 s, after 10 m or 30 s on the move, seldom at rest.
(() => {
  const memory = "cairn-listening";
  const [shortest, onTheMove, atRest, step, restsAfter] = [5000, 30000, 180000, 10, 60000];
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

  // What it keeps: the newest fix, the last one sent and when, when the phone last moved, and until when the server wants
  // no more.
  const listener = (form, status, fail) => {
    let watch, timer, latest, sent, sentAt = 0, movedAt = 0, notBefore = 0, isSending = false, isCoarse = false;
    const stop = () => {
      navigator.geolocation.clearWatch(watch);
      clearInterval(timer);
      watch = timer = undefined;
    };
    const isDue = (now) => {
      if (isSending || now < notBefore || now - sentAt < shortest) return false;
      if (!sent) return true;
      const isMoving = now - movedAt < restsAfter;
      return cairn.earth.metres(sent.coords, latest.coords) >= step || now - sentAt >= (isMoving ? onTheMove : atRest);
    };
    const send = async () => {
      isSending = true;
      const fix = latest;
      try {
        const report = await cairn.report(form, fix);
        if (report?.wait) notBefore = Date.now() + 1000 * report.wait;
        else if (report) {
          [sent, sentAt] = [fix, Date.now()];
          status.textContent = report.message;
          cairn.showReport(form, report);
        }
      } catch {
        // Without a connection it tries again with the next fix.
        notBefore = Date.now() + shortest;
      }
      isSending = false;
    };
    const consider = () => {
      if (!form.isConnected) return stop();
      const now = Date.now();
      if (isCoarse !== now - movedAt >= restsAfter) begin();
      if (!latest || !isDue(now)) return;
      // At rest a phone says nothing new, and the server takes no old fix.
      if (now - latest.timestamp < 2 * shortest) send();
      else navigator.geolocation.getCurrentPosition(hear, () => {}, { maximumAge: shortest, timeout: onTheMove });
    };
    const hear = (fix) => {
      if (!sent || cairn.earth.metres((latest ?? fix).coords, fix.coords) >= 3) movedAt = Date.now();
      latest = fix;
      cairn.showFix(form, fix);
      consider();
    };
    const begin = () => {
      navigator.geolocation.clearWatch(watch);
      isCoarse = Boolean(sent) && Date.now() - movedAt >= restsAfter;
      watch = navigator.geolocation.watchPosition(hear, fail, { enableHighAccuracy: !isCoarse, maximumAge: shortest });
      timer ??= setInterval(consider, shortest);
    };
    return { begin, stop };
  };

  cairn.each("form[data-listen]", (form) => {
    if (!navigator.geolocation) return;
    const status = form.querySelector("[data-locate-status]");
    const show = (isOn) => {
      form.querySelector("[data-listening]").hidden = !isOn;
      form.querySelector("[data-asking]").hidden = isOn;
    };
    const ears = listener(form, status, (error) => {
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
      form.querySelector(name).addEventListener("click", () => {
        status.textContent = "";
        turn(on);
        form.querySelector(next).focus();
      });
    press("[data-listen-start]", true, "[data-listen-stop]");
    press("[data-listen-stop]", false, "[data-listen-start]");
    const wake = () => {
      if (!form.isConnected) return document.removeEventListener("visibilitychange", wake);
      if (isOn) (document.hidden ? ears.stop : ears.begin)();
    };
    document.addEventListener("visibilitychange", wake);
    if (isRemembered()) turn(true);
  });
})();
