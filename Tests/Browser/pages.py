"""The pages that are pictured and judged, in which sizes and themes. A feature adds its own here.

All examples of the gallery are judged as well, without being named anywhere.
"""

# Width and height by name.
SIZES = {"phone": (390, 844), "tablet": (768, 1024), "desktop": (1280, 800)}
SCHEMES = ["light", "dark"]
# No page is wider than the screen at any of these; each is opened and judged at the last.
WIDTHS = [1280, 768, 320, 390]

# Path by name: for visitors, and for a person signed in to the demo world.
OPEN_PAGES = {
    "welcome": "/", "signup": "/signup", "login": "/login", "offline": "/offline", "forgot": "/password/forgot",
    "missing": "/nothing",
}
PAGES = {
    "home": "/", "archive": "/archive", "archive-map": "/archive?view=map", "sent": "/notes", "compose": "/notes/new",
    "friends": "/friends", "friends-found": "/friends?q=vil", "notices": "/notices", "you": "/you", "settings": "/settings",
    "visibility": "/settings/visibility", "devices": "/settings/devices",
    "profile": "/settings/profile", "security": "/settings/password", "sessions": "/settings/sessions",
    "export": "/settings/export", "delete": "/settings/delete", "person": "/people/mikko",
    "contacts": "/friends/contacts", "order": "/friends/order", "blocked": "/friends/blocked",
    "circles": "/friends/circles", "circle-new": "/friends/circles/new",
    "relics": "/relics", "relics-map": "/relics?view=map", "relics-found": "/relics/found", "relic-compose": "/relics/new",
    "daily": "/daily", "daily-new": "/daily/new", "calendar": "/calendar", "calendar-year": "/calendar?year=2026",
    "groups": "/groups", "group-new": "/groups/new", "zones": "/zones", "favourites": "/zones/favourites",
}
# Pages that are reached by a link: the page with the link, and its selector.
LINKED = {
    "note": ("/archive", "article a >> nth=-1"),
    "relic": ("/relics/found", "article .note-text a >> nth=0"),
    "relic-own": ("/relics", "article .note-text a >> nth=0"),
    "relic-edit": ("/relics", "article a[href$='/edit'] >> nth=0"),
    "photo": ("/calendar", "a[href^='/moments/'] >> nth=-1"),
    "relic-far": ("/people/leena", ".relic-row a >> nth=0"),
}

# Examples of the gallery, for pages that the demo world lacks: rare states, and the administrator's pages.
EXAMPLES = {
    "invite": "/gallery/InvitePage/link", "invitation": "/gallery/InvitationPage/visitor", "note-own": "/gallery/NotePage/own",
    "admin": "/gallery/AdminPage/busy", "accounts": "/gallery/AccountListPage/some", "reports": "/gallery/ReportsPage/open",
    "site-settings": "/gallery/SiteSettingsPage/usual", "signup-closed": "/gallery/SignupClosedPage/by-invitation",
    "export-under-way": "/gallery/ExportPage/under-way", "export-ready": "/gallery/ExportPage/ready",
    "notices-many": "/gallery/NoticesPage/usual", "notices-none": "/gallery/NoticesPage/none",
    "signup-second": "/gallery/SignupPage/second-step", "first-steps": "/gallery/FirstStepsPage/alone",
    "reset": "/gallery/ResetPage/usual", "home-paused": "/gallery/HomePage/paused-with-a-message",
    "chats": "/gallery/ChatListPage/usual", "chat": "/gallery/ChatPage/conversation",
    "chat-request": "/gallery/ChatPage/request", "camera": "/gallery/CameraPage/open",
    "camera-refused": "/gallery/CameraRefusedPage/refused", "admin-daily": "/gallery/DailyAdminPage/on",
    "daily-photos": "/gallery/DayPhotosPage/usual",
    "photo-answers": "/gallery/DailyPostPage/a-friend's", "group": "/gallery/GroupPage/usual",
    "group-member": "/gallery/GroupPage/a-member", "group-settings": "/gallery/GroupSettingsPage/usual",
    "zone": "/gallery/ZonePage/inside", "zone-away": "/gallery/ZonePage/away", "zones-admin": "/gallery/ZoneAdminPage/some-zones",
    "zone-form": "/gallery/ZoneFormPage/polygon", "zone-songs": "/gallery/ZoneTracksPage/songs",
    "group-chat": "/gallery/GroupChatPage/conversation", "group-join": "/gallery/JoiningPage/visitor",
    "group-over": "/gallery/GroupOverPage/guest", "group-code": "/gallery/GroupCodePage/wrong",
    "set-up": "/gallery/SetupStartPage/usual", "set-up-site": "/gallery/SetupSitePage/usual",
    "set-up-services": "/gallery/SetupServicesPage/usual", "admin-backup": "/gallery/BackupAdminPage/usual",
    "admin-limits": "/gallery/LimitsPage/usual", "admin-invites": "/gallery/InviteAdminPage/some",
    "admin-announcements": "/gallery/AnnouncementAdminPage/some",
    "admin-basemaps": "/gallery/BasemapAdminPage/offer", "admin-basemap-loading": "/gallery/BasemapAdminPage/loading",
    "notice-settings": "/gallery/NoticeSettingsPage/chosen", "recap-ready": "/gallery/RecapPage/ready",
}

# Screenshots of forms show the whole page, those of other pages one screen.
FORMS = {"compose", "relic-compose", "settings", "security", "signup", "delete", "profile"}
ON_A_TABLET = ["home", "archive", "compose", "note", "friends", "you"]


def open_page(page, name):
    """Opens a page by its name; returns the answer."""
    if name in LINKED:
        path, link = LINKED[name]
        page.goto(path)
        return page.goto(page.locator(link).get_attribute("href"))
    return page.goto((OPEN_PAGES | EXAMPLES | PAGES)[name])
