"""What is judged of a page: its HTML, accessibility in light and dark, its width on every screen, room for thumbs."""

from axe_playwright_python.base import AXE_SCRIPT

from markup import problems
from pages import SIZES, WIDTHS

# What of the many checks may come out otherwise in the dark theme, which differs only in its colours.
OF_COLOURS = ["color-contrast", "link-in-text-block"]
# The rules that run when none are named, without those whose worst is minor or moderate.
SERIOUS = """axe._audit.rules.filter(({ enabled, tags, impact }) => enabled
    && !tags.some((tag) => axe._audit.tagExclude.includes(tag)) && ["serious", "critical"].includes(impact)).map(({ id }) => id)"""
HELPERS = """() => {
    window.judge = { rules: RULES };
    if (judge.rules.length < 60) throw new Error(`only ${judge.rules.length} rules`);
    // A frame of its own width, where a page is laid out again in no time. It has the page's style sheet and fonts.
    const frame = Object.assign(document.createElement("iframe"), { height: HEIGHT, frameBorder: 0, hidden: true });
    document.documentElement.append(frame);
    // Style sheets that come with a part.
    const styled = (root) => Promise.all([...root.querySelectorAll("body link[rel=stylesheet]")].map((link) =>
        link.sheet || new Promise((done) => link.addEventListener("load", done, { once: true }))));
    frame.contentDocument.head.append(document.querySelector("link[rel=stylesheet]").cloneNode());
    const dress = (root, body, like) => {
        for (const [old, now] of [[root, like.documentElement], [body, like.body]]) {
            for (const { name } of [...old.attributes]) old.removeAttribute(name);
            for (const { name, value } of now.attributes) old.setAttribute(name, value);
        }
    };
    // Shows another page as the site's own scripts do after a click, with all that is around its content.
    judge.show = async (text) => {
        const fresh = new DOMParser().parseFromString(text, "text/html");
        dress(document.documentElement, document.body, fresh);
        document.title = fresh.title;
        document.body.replaceChildren(...fresh.body.childNodes);
        htmx.process(document.body);
        document.body.dispatchEvent(new CustomEvent("htmx:load", { bubbles: true, detail: { elt: document.body } }));
        await styled(document);
        await document.fonts.ready;
        await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
    };
    // The widths of the page, as it has become, in windows of some widths.
    judge.widths = async (widths) => {
        const inner = frame.contentDocument;
        dress(inner.documentElement, inner.body, document);
        inner.body.replaceChildren(...inner.importNode(document.body, true).childNodes);
        frame.hidden = false;
        await styled(inner);
        await inner.fonts.ready;
        const found = widths.map((width) => {
            frame.width = width;
            return [frame.contentWindow.innerWidth, inner.documentElement.scrollWidth];
        });
        inner.body.replaceChildren();
        frame.hidden = true;
        return found;
    };
    // Serious faults: without lists of what is good, and without the style sheets as texts, they are found faster.
    judge.faults = async (part, rules) => {
        const options = { resultTypes: ["violations"], preload: false, runOnly: rules || judge.rules };
        const { violations } = await axe.run(part, options);
        return violations.filter(({ impact }) => ["serious", "critical"].includes(impact))
            .map(({ id, nodes }) => [id, nodes.map(({ html }) => html.slice(0, 120))]);
    };
}""".replace("RULES", SERIOUS).replace("HEIGHT", str(SIZES["phone"][1]))


class Judge:
    """A tab in which one page after the other is shown and judged.

    The checks for accessibility are a large script: in a tab where it has run before it takes a sixth of the time.
    """

    def __init__(self, page, path):
        self.page = page
        page.goto(path)
        page.evaluate(AXE_SCRIPT)
        page.evaluate(HELPERS)
        self.browser = page.context.new_cdp_session(page)
        self.dress("light")

    def dress(self, scheme):
        self.scheme = scheme
        self.browser.send("Emulation.setEmulatedMedia", {"features": [
            {"name": "prefers-color-scheme", "value": scheme}, {"name": "prefers-reduced-motion", "value": "reduce"}]})

    def check(self, name, text, part="html"):
        """Fails when something is wrong with a page: its HTML, its widths, accessibility in `part`."""
        assert problems(text) == [], name
        light, dark = ("light", None), ("dark", OF_COLOURS)
        for number, (scheme, rules) in enumerate([light, dark] if self.scheme == "light" else [dark, light]):
            if number:
                self.dress(scheme)
            is_dark, found, widths = self.page.evaluate("""async ([text, part, rules, widths]) => {
                if (text) await judge.show(text);
                return [matchMedia("(prefers-color-scheme: dark)").matches, await judge.faults(part, rules),
                    text && await judge.widths(widths)];
            }""", ["" if number else text, part, rules, WIDTHS])
            assert (is_dark, found) == (scheme == "dark", []), f"{name}, {scheme}: {is_dark}, {found}"
            for width, (seen, wide) in zip(WIDTHS, widths or []):
                assert seen == width >= wide, f"{name} at {width}: {seen}, {wide}"


def small_controls(page):
    """The controls of the open page that are too small for a thumb."""
    return page.evaluate("""() => [...document.querySelectorAll(
        'main :is(a.button, button, summary, select, .chip, .segments a, .back a, .links a, a.row-name, .row-name a), .rail a')]
        .filter(element => element.checkVisibility({visibilityProperty: true}) && !element.matches('.visually-hidden'))
        // A link may reach over all that it stands in.
        .map(element => [element, getComputedStyle(element, '::after').position === 'absolute' ? element.offsetParent : element])
        .map(([element, area]) => [element.outerHTML.slice(0, 80), area.getBoundingClientRect().height])
        .filter(([, height]) => height < 44)""")


# The least side of a control, by WCAG 2.2 (2.5.8, target size).
LEAST = 24
CONTROLS = "a[href], button, input:not([type=hidden]), select, textarea, summary, [role=button]"


def untouchable_controls(page):
    """The visible controls of the open page that a finger in their middle does not reach, or that are too small for it.

    Pins and regions lie where the map has them, and may be under others: they are only measured.
    """
    return page.evaluate("""([controls, least]) => {
        const about = (element) => element.outerHTML.slice(0, 90);
        // What is for screen readers and keys alone, or lies off the screen until it has the focus.
        const isHidden = (element, { right, bottom, width, height }) => width < 2 || height < 2
            || right + scrollX <= 0 || bottom + scrollY <= 0 || getComputedStyle(element).clipPath === "inset(50%)";
        // A box that is hidden under what its label shows is touched by its label.
        const labelled = (element) => [...(element.labels || [])].filter((label) => label.checkVisibility());
        const isSeen = (element) => element.checkVisibility({ visibilityProperty: true, opacityProperty: true })
            && !isHidden(element, element.getBoundingClientRect());
        const isInText = (element) => element.matches("a") && getComputedStyle(element).display === "inline"
            && element.parentNode.textContent.trim().length > element.textContent.trim().length;
        const areas = (element) => {
            // A link may reach over all that it stands in.
            const { position } = getComputedStyle(element, "::after");
            return [position === "absolute" ? element.offsetParent : element, ...labelled(element)];
        };
        const isLarge = (element) => areas(element).some((area) => {
            const { width, height } = area.getBoundingClientRect();
            return Math.round(width) >= least && Math.round(height) >= least;
        });
        // The first line of what is on several.
        const receives = (element, area) => {
            area.scrollIntoView({ block: "center", inline: "center", behavior: "instant" });
            const box = area.getClientRects()[0];
            const hit = document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2);
            // A message leaves by itself.
            return element.contains(hit) || hit?.closest(".messages") || labelled(element).some((label) => label.contains(hit));
        };
        const faults = [];
        for (const element of document.querySelectorAll(controls)) {
            const area = [element, ...labelled(element)].find(isSeen);
            if (!area || element.matches(":disabled") || element.closest("[inert]")) continue;
            if (!isInText(element) && !isLarge(element)) faults.push(`too small: ${about(element)}`);
            if (!element.matches("a.pin, a.map-region") && !receives(element, area)) faults.push(`not reached: ${about(element)}`);
        }
        return faults;
    }""", [CONTROLS, LEAST])
