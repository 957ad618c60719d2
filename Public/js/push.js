// Notices on this device, through its push service and sw.js. A browser is asked for only after a tap: on the page of
// settings (`data-push`), or after something that makes one wait for news (`data-push-ask`). It remembers who turned it
// on, and whether somebody said "Not now".
(() => {
  const [owner, left, declined] = ["push", "push-left", "push-declined"];
  const account = () => document.querySelector("#page")?.dataset.account;
  const isPossible = "serviceWorker" in navigator && "PushManager" in window && "Notification" in window;
  // An iPad says that it is a Mac, but no Mac is touched in several places.
  const isApple = /iPhone|iPad|iPod/.test(navigator.userAgent) ||
    (/Mac/.test(navigator.userAgent) && navigator.maxTouchPoints > 1);
  const isOutside = isApple && !navigator.standalone;
  const manager = async () => (await navigator.serviceWorker.ready).pushManager;
  const current = async () => (await manager()).getSubscription();

  // Makes the subscription and gives it to the site. Returns the card as it is then; throws with words.
  const subscribe = async (key) => {
    const push = await manager();
    const ask = { userVisibleOnly: true, applicationServerKey: key };
    const own = await push.subscribe(ask).catch(async (error) => {
      // Made with an earlier key of the site.
      if (error.name !== "InvalidStateError") throw error;
      await (await push.getSubscription())?.unsubscribe();
      return push.subscribe(ask);
    });
    const { endpoint, keys } = own.toJSON();
    const csrf = document.querySelector("#page [name='csrf']").value;
    const answer = await fetch("/settings/push", {
      method: "POST",
      body: new URLSearchParams({ csrf, endpoint, p256dh: keys.p256dh, auth: keys.auth }),
      headers: { Accept: "application/json" },
    });
    const text = await answer.text();
    const card = new DOMParser().parseFromString(text, "text/html").querySelector("[data-push]");
    if (!card) throw new Error(answer.status === 422 ? JSON.parse(text).error : "");
    localStorage.setItem(owner, account());
    return card;
  };
  // Null if the person refused.
  const turnOn = async (key) => ((await Notification.requestPermission()) === "granted" ? subscribe(key) : null);
  const problem = (error) =>
    (error.name === "Error" && error.message) || "That didn’t work. Check your connection and try again.";
  const tell = () => cairn.toast("This device gets notifications now.");
  const whenTapped = (button, act) =>
    button.addEventListener("click", async () => {
      button.disabled = true;
      await cairn.busy(act());
      button.disabled = false;
    });

  const renew = (old, fresh) => {
    const isFocused = old.contains(document.activeElement);
    old.replaceWith(fresh);
    htmx.process(fresh);
    begin(fresh);
    if (isFocused) fresh.querySelector("[data-push-state='on']").focus({ preventScroll: true });
  };
  // The card among the settings.
  const begin = (card) => {
    const isListed = card.querySelector("[data-push-this]") !== null;
    const status = card.querySelector("[data-push-status]");
    const show = (isOn) => {
      const refused = isPossible && Notification.permission === "denied";
      const state = isOutside ? "outside" : !isPossible ? "none" : refused ? "refused" : isOn ? "on" : "off";
      card.querySelectorAll("[data-push-state]").forEach((one) => (one.hidden = one.dataset.pushState !== state));
    };
    show(isListed);
    // It was removed on another device.
    if (!isListed && localStorage.getItem(owner) === account()) localStorage.removeItem(owner);
    // The browser may have lost it.
    if (isListed && isPossible) current().then((own) => show(own !== null)).catch(() => {});
    whenTapped(card.querySelector("[data-push-on]"), async () => {
      status.textContent = "";
      try {
        const fresh = await turnOn(card.dataset.pushKey);
        if (!fresh) return show(false);
        renew(card, fresh);
        tell();
      } catch (error) {
        status.textContent = problem(error);
      }
    });
    card.querySelector("[data-push-this] [data-push-remove]")?.addEventListener("submit", () => {
      localStorage.removeItem(owner);
      if (isPossible) current().then((own) => own?.unsubscribe()).catch(() => {});
    });
  };

  // A subscription ends with its session. Who signs in again in the same browser is not asked again.
  cairn.each("#page", () => {
    if (!account()) return void (localStorage.getItem(owner) && localStorage.setItem(left, "1"));
    if (!localStorage.getItem(left)) return;
    localStorage.removeItem(left);
    if (!isPossible || localStorage.getItem(owner) !== account() || Notification.permission !== "granted") return;
    current().then(async (own) => {
      const fresh = own && (await subscribe(own.options.applicationServerKey));
      const old = document.querySelector("[data-push]");
      if (fresh && old) renew(old, fresh);
    }).catch(() => {});
  });

  cairn.each("[data-push]", begin);

  cairn.each("[data-push-ask]", (card) => {
    const isOn = localStorage.getItem(owner) === account();
    if (!isPossible || isOutside || Notification.permission !== "default" || isOn || localStorage.getItem(declined)) {
      return;
    }
    card.hidden = false;
    const decline = () => {
      localStorage.setItem(declined, "1");
      card.remove();
    };
    card.querySelector("[data-push-later]").addEventListener("click", decline);
    whenTapped(card.querySelector("[data-push-on]"), async () => {
      try {
        if (!(await turnOn(card.dataset.pushKey))) return decline();
        card.remove();
        tell();
      } catch (error) {
        cairn.toast(problem(error));
      }
    });
  });
})();
