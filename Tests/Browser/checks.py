"""What is judged of a page: its HTML, accessibility in light and dark, its width on every screen, its cards, room for thumbs."""

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
    // Maps and controls that stand over the edge of the card they are in.
    judge.spilled = () => [...document.querySelectorAll('.card :is(.map, a.button, button, input, select, textarea):not(.map *)')]
        .filter((element) => element.checkVisibility({ visibilityProperty: true, opacityProperty: true })
            && !element.closest('.visually-hidden'))
        .map((element) => [element, ...[element, element.closest('.card')].map((one) => one.getBoundingClientRect())])
        .filter(([, inner, card]) => inner.left < card.left - 0.5 || inner.top < card.top - 0.5 || inner.right > card.right + 0.5
            || inner.bottom > card.bottom + 0.5)
        .map(([element]) => element.outerHTML.slice(0, 120));
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
        """Fails when something is wrong with a page: its HTML, its widths, what stands over a card's edge, accessibility in `part`."""
        assert problems(text) == [], name
        light, dark = ("light", None), ("dark", OF_COLOURS)
        for number, (scheme, rules) in enumerate([light, dark] if self.scheme == "light" else [dark, light]):
            if number:
                self.dress(scheme)
            is_dark, found, spilled, widths = self.page.evaluate("""async ([text, part, rules, widths]) => {
                if (text) await judge.show(text);
                return [matchMedia("(prefers-color-scheme: dark)").matches, await judge.faults(part, rules),
                    judge.spilled(), text && await judge.widths(widths)];
            }""", ["" if number else text, part, rules, WIDTHS])
            assert (is_dark, found, spilled) == (scheme == "dark", [], []), f"{name}, {scheme}: {found} {spilled}"
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


def covered(page, by):
    """The controls, cards and headings, as far as they are in sight, that lie under what a selector names; what stands at a place
    on a map moves with it and is left out."""
    return page.evaluate("""(by) => {
        const covers = [...document.querySelectorAll(by)].filter((one) => one.checkVisibility({ visibilityProperty: true }));
        // What scrolls in a box is cut off at its edges.
        const seen = (element) => {
            const { left, top, right, bottom } = element.getBoundingClientRect();
            const box = { left, top, right, bottom };
            for (let one = element.parentElement; one; one = one.parentElement) {
                if (getComputedStyle(one).overflowY === 'visible') continue;
                const edge = one.getBoundingClientRect();
                [box.top, box.bottom] = [Math.max(box.top, edge.top), Math.min(box.bottom, edge.bottom)];
            }
            return box;
        };
        const meet = (one, other) => Math.min(one.right, other.right) - Math.max(one.left, other.left) > 1
            && Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top) > 1;
        return [...document.querySelectorAll('#page :is(a, button, input, select, textarea, summary, .card, .map-foot p, h1, h2)')]
            .filter((one) => one.checkVisibility({ visibilityProperty: true, opacityProperty: true })
                && !one.matches('.map-canvas *, .visually-hidden, .skip') && !covers.some((cover) => cover.contains(one) || one.contains(cover)))
            .filter((one) => covers.some((cover) => meet(cover.getBoundingClientRect(), seen(one))))
            .map((one) => one.outerHTML.slice(0, 100));
    }""", by)
