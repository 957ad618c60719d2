"""Phones and tablets are touched.

On their pages a click, a check and an uncheck of a test are a tap: Chromium gets the events of a finger, and makes the
mouse's events, which scripts also hear, of them itself. They have no mouse: a test that needs one opens a desktop, or a
narrow window (`touch=False`). This is the only place that knows of it: every context is made by `conftest.new_context`,
which says here whether it has a touch screen.
"""

import weakref

from playwright.sync_api import Locator, Page, expect

# Contexts whose pages are touched.
TOUCHED = weakref.WeakSet()
# What a click may say that a finger can do as well: no other button, no key held meanwhile.
OF_A_FINGER = {"force", "position", "timeout", "trial"}

# Milliseconds after which Chromium knows that a finger rests.
REST = 100


def is_touched(page):
    return page.context in TOUCHED


def touching(width, height, touch=True):
    """The options of a context with a screen of this size."""
    return {"viewport": {"width": width, "height": height}, "has_touch": touch, "is_mobile": touch}


class Finger:
    """Fingers on a touch screen. With `move`, `down` and `up` one of them drags as Playwright's mouse does."""

    def __init__(self, page):
        self.page, self.session = page, page.context.new_cdp_session(page)
        self.at, self.is_down = (0, 0), False

    def send(self, kind, *points):
        touches = [{"x": x, "y": y} for x, y in points]
        self.session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": touches})

    def move(self, x, y, steps=1):
        (before_x, before_y), self.at = self.at, (x, y)
        for step in range(1, steps + 1) if self.is_down else []:
            share = step / steps
            self.send("touchMove", (before_x + (x - before_x) * share, before_y + (y - before_y) * share))

    def down(self):
        self.is_down = True
        self.send("touchStart", self.at)

    def up(self):
        # It rests before: one that is lifted while it moves sets Chromium scrolling on, and the next tap only stops that.
        for _ in range(2):
            self.page.wait_for_timeout(REST)
            self.send("touchMove", self.at)
        self.is_down = False
        self.send("touchEnd")


def hand(page):
    """What drags on a page: a finger, or the mouse."""
    return Finger(page) if is_touched(page) else page.mouse


def middle(element):
    box = element.bounding_box()
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def tap_or(click):
    def on_any_screen(self, **options):
        if not is_touched(self.page):
            return click(self, **options)
        assert set(options) <= OF_A_FINGER, f"a finger has no {', '.join(set(options) - OF_A_FINGER)}: use a desktop"
        return self.tap(**options)
    return on_any_screen


def tap_until(is_checked, or_else):
    def on_any_screen(self, **options):
        if not is_touched(self.page):
            return or_else(self, **options)
        if self.is_checked() != is_checked:
            self.click(**options)
            expect(self).to_be_checked(checked=is_checked)
    return on_any_screen


def tap_until_as_told(self, checked, **options):
    return self.check(**options) if checked else self.uncheck(**options)


def of_a_mouse(of, name):
    """Lets what only a mouse does fail where there is none."""
    def refuse(self):
        page = self if isinstance(self, Page) else self.page
        assert not is_touched(page), f"there is no mouse on a touch screen ({name}): use touch.hand(page), a desktop or touch=False"
    old = getattr(of, name)
    if isinstance(old, property):
        return property(lambda self: (refuse(self), old.fget(self))[1])
    return lambda self, *values, **options: (refuse(self), old(self, *values, **options))[1]


Locator.click = tap_or(Locator.click)
Locator.check, Locator.uncheck = tap_until(True, Locator.check), tap_until(False, Locator.uncheck)
Locator.set_checked = tap_until_as_told
for name in ["hover", "dblclick", "drag_to"]:
    setattr(Locator, name, of_a_mouse(Locator, name))
Page.mouse = of_a_mouse(Page, "mouse")
