import HTML

/// Everything around a page's content: head, navigation, message. Rendered by `Views/site/frame.html`.
struct Frame {
    let title: String
    /// The current section of the navigation.
    let section: Section
    /// nil for a visitor.
    let viewer: ViewerPart?
    /// What the site is called.
    var siteName = "Cairn"
    /// A token for the page's forms.
    let token: String
    /// The message of the previous form.
    let flash: Flash
    /// Whether the frame shows that message above the page: a page that is a map shows it itself, where it covers nothing.
    var showsMessage = true
    /// The site's public key for push, with which the message may ask for notices on this device.
    var pushKey = ""
    let styleSheet: String
    let script: String
    /// The addresses of the scripts of single pages.
    var pageScripts: [String: String] = [:]
    /// `system`, `light` or `dark`.
    let theme: String
    /// "18:30" while the viewer is paused, otherwise "".
    var pausedUntil = ""
    /// The page of the navigation from which the viewer came.
    var origin: BackPart?
    /// The links of bar and rail.
    var links: [NavigationPart] = []
    /// The groups of the rail.
    var groups: [NavigationGroup] = []
    /// The links below those groups.
    var manage: [NavigationPart] = []
    /// What one can begin: first in the sheet that *New* opens.
    var begins: [NavigationPart] = []
    /// What one can leave: the rest of that sheet.
    var drops: [NavigationPart] = []
    /// Links at the foot of the rail that show a state.
    var states: [NavigationPart] = []
    /// What other features show at the top right.
    var corner: [Markup] = []
    /// The pages of the administration, for an administrator.
    var admin: [NavigationPart] = []
    /// What other features show above every page: first of all alerts.
    var above = BannersPart()
    /// Whether the page gets smaller for the keyboard of a phone, instead of lying behind it.
    var fitsKeyboard = false
    /// What other sites show of a link to the page; nil for pages that nobody sends.
    var preview: LinkPreview?
    /// The address of the viewer's stream of events, "" for a visitor.
    var events = ""

    /// A section of the navigation; each feature defines its own.
    struct Section: Sendable, Equatable {
        /// The path of its link.
        let path: String

        /// A page of no section.
        static let none = Section(path: "")
        /// Leaving something.
        static let drop = Section(path: SitePaths.drop)
        /// A person's own pages: what a phone's bar has no room for.
        static let you = Section(path: SitePaths.you)
        /// What they chose.
        static let settings = Section(path: SitePaths.settings)
        /// The pages of administrators.
        static let administration = Section(path: SitePaths.administration)
    }

    /// The signed-in person in the navigation.
    struct ViewerPart {
        /// The account's id: a browser keeps what one person wrote apart from what others wrote in it.
        let account: String
        let name: String
        let avatar: AvatarPart
        /// What a guest sees instead of the pages of members; nil for a member.
        var guest: GuestBar?
    }

    /// htmx under the content security policy: no eval, no inline styles, no personal pages cached in the browser.
    /// Responses to refused forms are swapped in like others.
    static let htmx = """
        {"allowEval":false,"includeIndicatorStyles":false,"historyCacheSize":0,"selfRequestsOnly":true,"defaultSettleDelay":0,\
        "responseHandling":[{"code":"204","swap":false},{"code":"[23]..","swap":true},\
        {"code":"(403|413|415|422|429|503|507)","swap":true},{"code":"[45]..","swap":false,"error":true}]}
        """

    /// Whether the viewer is a guest.
    var isGuest: Bool { viewer?.guest != nil }
    /// The message with its button.
    var message: FlashPart? { flash == .none ? nil : FlashPart(flash, csrf) }
    /// The question below the message.
    var ask: PushAskPart? {
        flash.asks.isEmpty || viewer == nil ? nil : PushAskPart(key: pushKey, words: flash.asks)
    }
    /// The hidden field that every form carries.
    var csrf: TokenField { TokenField(token: token) }

    /// The address of a script that a page needs beside the common one, for the attribute `data-script` of the element
    /// that it is for. Its name is that of its file in `Public/js/pages`.
    func pageScript(_ name: String) -> String { pageScripts[name] ?? "" }

    /// The pages of the administration as tabs, the one at a path chosen.
    func adminTabs(_ path: String) -> SegmentsPart {
        let choices = admin.map {
            SegmentsPart.Choice(words: $0.words, icon: nil, address: $0.path, isChosen: $0.path == path)
        }
        return SegmentsPart(label: "Administration", choices: choices, name: "admin-tabs")
    }

    /// What else can be left, above the form at `path`; nil when there is nothing else.
    func drops(at path: String) -> SegmentsPart? {
        let choices = drops.map {
            SegmentsPart.Choice(words: $0.words, icon: $0.icon, address: $0.path, isChosen: $0.path == path)
        }
        return choices.count > 1 ? SegmentsPart(label: "What to leave", choices: choices, name: "drops") : nil
    }
}

/// What stands above a page, with the places for what comes while it is open: `GET /banners` gives both alone.
struct BannersPart {
    var alerts = AlertsPart()
    var banners: [Markup] = []
}

/// What nobody may miss, above everything else on a page.
struct AlertsPart {
    var alerts: [Markup] = []
    /// The address of their style sheet, which comes with the first of them.
    var style = ""
}

/// What the navigation of a guest offers besides home, which is where they were let in, and the way out.
struct GuestBar {
    /// Whether they can sign up.
    let canSignUp: Bool
}

/// The hidden field with the form token.
struct TokenField {
    let token: String
}

extension RequestContext {
    /// The frame of a page. `hasForm` sets the cookie that a visitor's form needs; pages without forms set no cookie.
    func frame(_ title: String, _ section: Frame.Section = .none, hasForm: Bool = false) -> Frame {
        if viewer == nil { return newFrame(title, section, hasForm) }
        // Its parts ask for a row each.
        return site.database.inOneSnapshot { newFrame(title, section, hasForm) }
    }

    private func newFrame(_ title: String, _ section: Frame.Section, _ hasForm: Bool) -> Frame {
        let token = viewer != nil || hasForm ? newFormToken() : ""
        return Frame(
            title: title, section: section,
            viewer: viewer.map { viewer in
                .init(
                    account: "\(viewer.id)", name: viewer.person.name, avatar: AvatarPart(viewer),
                    guest: viewer.isGuest ? guestBar : nil)
            },
            siteName: site.settings.name, token: token, flash: takeFlash(),
            pushKey: site.push.publicKey,
            styleSheet: site.assets.styleSheet,
            script: site.assets.script, pageScripts: site.assets.pageScripts, theme: viewer?.theme.rawValue ?? "system",
            pausedUntil: viewer.flatMap { viewer in
                viewer.isPaused(now)
                    ? viewer.pausedUntil.map { RelativeTimeFormatter(viewer.timeZone, now: now).clock($0) } : nil
            } ?? "",
            origin: viewer == nil ? nil : origin(), links: viewer.map { site.features.bar($0, section) } ?? [],
            groups: viewer.map { site.features.railGroups($0, section) } ?? [],
            manage: viewer.map { site.features.links(.manage, $0, section) } ?? [],
            begins: viewer.map { site.features.links(.begin, $0) } ?? [],
            drops: viewer.map { site.features.links(.drop, $0) } ?? [],
            states: viewer.map { site.features.links(.status, $0) } ?? [],
            corner: viewer.map { site.features.corner($0, section, now) } ?? [],
            admin: viewer.map { $0.isAdministrator ? site.features.links(.admin, $0) : [] } ?? [],
            above: viewer.map { banners($0, at: request.head.path, TokenField(token: token)) } ?? BannersPart(),
            events: viewer == nil ? "" : SitePaths.events)
    }

    /// What stands above the page at a path.
    func banners(_ viewer: Viewer, at path: String, _ csrf: TokenField) -> BannersPart {
        let all = site.features.banners(viewer, at: path, csrf, now)
        return BannersPart(
            alerts: AlertsPart(alerts: all.alerts, style: site.assets.pageStyles["alert"] ?? ""), banners: all.banners)
    }

    private var guestBar: GuestBar {
        let registration = site.settings.registration
        return GuestBar(canSignUp: registration == .open || registration == .invited && hasInvitation)
    }
}

/// The page for every error.
struct ErrorPage {
    let frame: Frame
    let heading: String
    let message: String
    let isSignedIn: Bool
}

/// `GET /offline`: shown by the service worker without a network.
struct OfflinePage {
    let frame: Frame
}
