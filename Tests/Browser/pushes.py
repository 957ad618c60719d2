"""Pushes to a site's service worker, as the browser gives them when its push service has some."""

import json

from conftest import PATIENCE

# The notifications that are shown, once they are as they should be or it has taken too long.
SHOWN = """async (patience) => {
    const worker = await navigator.serviceWorker.ready;
    for (const end = performance.now() + patience; ; await new Promise((done) => setTimeout(done, 20))) {
        const shown = (await worker.getNotifications()).map(({ title, body, tag, data, silent, actions }) =>
            ({ title, body, tag, data, silent, actions: actions.map((one) => one.title) }));
        if (IS_DONE || performance.now() > end) return shown;
    }
}"""


class Pushes:
    """The site's service worker, and pushes to it."""

    def __init__(self, page):
        page.context.grant_permissions(["notifications"])
        page.goto("/you")
        page.evaluate("navigator.serviceWorker.ready.then(() => {})")
        # A page that is opened after the worker began is led by it.
        page.goto("/you")
        self.page, ids = page, []
        self.origin = page.evaluate("location.origin")
        self.client = page.context.new_cdp_session(page)
        self.client.on("ServiceWorker.workerRegistrationUpdated",
                       lambda event: ids.extend(
                           one["registrationId"] for one in event["registrations"]
                           if one["scopeURL"].startswith(self.origin) and not one["isDeleted"]))
        self.client.send("ServiceWorker.enable")
        while not ids:
            page.evaluate("() => new Promise(requestAnimationFrame)")
        self.id = ids[0]
        self.worker = page.context.service_workers[0]
        self.sent = 0
        # The browser takes the others away after 25 seconds, in which a busy machine may not get to look at them.
        self.worker.evaluate("""() => {
            const show = registration.showNotification.bind(registration);
            self.done = 0;
            registration.showNotification = async (title, options) => {
                await show(title, { ...options, requireInteraction: true });
                self.done += 1;
            };
        }""")

    def send(self, data):
        self.sent += 1
        text = data if isinstance(data, str) else json.dumps({"web_push": 8030, "notification": data})
        self.client.send("ServiceWorker.deliverPushMessage", {"origin": self.origin, "registrationId": self.id, "data": text})

    def shown(self, is_done):
        """The notifications, once something in JavaScript about `shown` is true.

        Asked for only when none is on its way: Chromium forgets one that is kept already and not shown yet.
        """
        self.worker.evaluate("""async ([sent, patience]) => {
            const end = performance.now() + patience;
            while (self.done < sent && performance.now() < end) await new Promise((done) => setTimeout(done, 20));
        }""", [self.sent, PATIENCE])
        return self.page.evaluate(SHOWN.replace("IS_DONE", is_done), PATIENCE)

    def told(self, title):
        """The notification with a title, once it is shown; there is no other."""
        shown = self.shown(f"shown.some((one) => one.title === {json.dumps(title)})")
        assert [one["title"] for one in shown] == [title]
        return shown[0]

    def clear(self):
        self.worker.evaluate("async () => { for (const one of await registration.getNotifications()) one.close(); }")
        assert self.shown("shown.length === 0") == []

    def tap(self, action=""):
        """Taps the notification that is shown; untrusted, so the worker may lead a tab and not focus it."""
        self.worker.evaluate("""async (action) => {
            const [notification] = await registration.getNotifications();
            self.dispatchEvent(new NotificationEvent('notificationclick', { notification, action }));
        }""", action)
