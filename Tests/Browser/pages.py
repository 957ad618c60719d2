"""The pages that every test of pages goes through. A feature adds its own here."""

# Path by name; a visitor's, and those of somebody signed in to the demo world.
OPEN_PAGES = {
    "welcome": "/", "signup": "/signup", "login": "/login", "offline": "/offline", "forgot": "/password/forgot",
    "missing": "/nothing",
}
PAGES = {
    "home": "/", "archive": "/archive", "archive-map": "/archive?view=map", "sent": "/notes", "compose": "/notes/new",
    "friends": "/friends", "friends-found": "/friends?q=vil", "you": "/you", "settings": "/settings",
    "visibility": "/settings/visibility", "devices": "/settings/devices",
    "profile": "/settings/profile", "security": "/settings/password", "sessions": "/settings/sessions",
    "export": "/settings/export", "delete": "/settings/delete", "person": "/people/mikko",
    "contacts": "/friends/contacts", "order": "/friends/order", "blocked": "/friends/blocked",
}
# Pages that are reached by a link: where it stands, and what it is.
LINKED = {"note": ("/archive", "article a >> nth=-1")}

# Examples of the gallery, for what the demo world has none of: the states of a page that are rare, and the administrator's.
EXAMPLES = {
    "invite": "/gallery/InvitePage/link", "invitation": "/gallery/InvitationPage/guest", "note-own": "/gallery/NotePage/own",
    "admin": "/gallery/AdminPage/busy", "roster": "/gallery/RosterPage/some", "reports": "/gallery/ReportsPage/open",
    "export-under-way": "/gallery/ExportPage/under-way", "export-ready": "/gallery/ExportPage/ready",
    "reset": "/gallery/ResetPage/usual", "home-paused": "/gallery/HomePage/paused-with-a-message",
}


def each(page):
    """Opens every page of somebody signed in, one after the other; gives their names."""
    for name, path in PAGES.items():
        page.goto(path)
        yield name
    for name, (path, link) in LINKED.items():
        page.goto(path)
        page.goto(page.locator(link).get_attribute("href"))
        yield name


def each_open(page):
    """The same for visitors."""
    for name, path in OPEN_PAGES.items():
        page.goto(path)
        yield name
