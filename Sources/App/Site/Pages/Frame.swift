import HTML

/// What surrounds the content of every page: head, navigation, message. Laid out by `Views/site/frame.html`.
struct Frame {
    let title: String
    /// The entry of the navigation that is lit.
    let section: Section
    /// nil for a visitor who is not signed in.
    let viewer: ViewerPart?
    /// What the site is called.
    var siteName = "Cairn"
    /// A token for the page's forms.
    let token: String
    /// What the last form brought about; "" for nothing.
    let flash: String
    let styleSheet: String
    let script: String
    /// `system`, `light` or `dark`.
    let theme: String
    /// "18:30" while the viewer is paused, else "".
    var pausedUntil = ""
    /// The links of bar and rail.
    var links: [NavigationPart] = []
    /// Links below the rail that tell of a state.
    var states: [NavigationPart] = []

    /// A part of the site that has an entry in the navigation: features name theirs.
    struct Section: Sendable, Equatable {
        /// Where the entry leads.
        let path: String

        /// A page that belongs to none.
        static let none = Section(path: "")
        /// A person's own pages: what a phone's bar has no room for.
        static let you = Section(path: SitePaths.you)
        /// What they chose.
        static let settings = Section(path: SitePaths.settings)
    }

    /// The signed-in person, in the navigation.
    struct ViewerPart {
        let name: String
        let avatar: AvatarPart
    }

    /// htmx as the content policy wants it: nothing evaluated, no style of its own, no page of a person's kept in the
    /// browser; and answers to a refused form are pages like others.
    static let htmx = """
        {"allowEval":false,"includeIndicatorStyles":false,"historyCacheSize":0,"selfRequestsOnly":true,"defaultSettleDelay":0,\
        "responseHandling":[{"code":"204","swap":false},{"code":"[23]..","swap":true},\
        {"code":"(403|413|415|422|429|503|507)","swap":true},{"code":"[45]..","swap":false,"error":true}]}
        """

    /// Whether something stands above the content.
    var hasMessages: Bool { !pausedUntil.isEmpty || !flash.isEmpty }
    /// The hidden field that every form carries.
    var csrf: TokenField { TokenField(token: token) }
}

/// The hidden field by which our own forms are known.
struct TokenField {
    let token: String
}

extension RequestContext {
    /// The frame of a page. `hasForm` gives visitors who are not signed in the cookie that a form needs; pages without
    /// forms leave no cookie with them.
    func frame(_ title: String, _ section: Frame.Section = .none, hasForm: Bool = false) -> Frame {
        Frame(
            title: title, section: section,
            viewer: viewer.map { .init(name: $0.username, avatar: AvatarPart($0)) },
            siteName: site.settings.name, token: viewer != nil || hasForm ? newFormToken() : "", flash: takeFlash(),
            styleSheet: site.assets.styleSheet,
            script: site.assets.script, theme: viewer?.theme.rawValue ?? "system",
            pausedUntil: viewer.flatMap { viewer in
                viewer.isPaused(now)
                    ? viewer.pausedUntil.map { RelativeTimeFormatter(viewer.timeZone, now: now).clock($0) } : nil
            } ?? "",
            links: viewer.map { site.features.rail($0, section) } ?? [],
            states: viewer.map { site.features.links(.status, $0) } ?? [])
    }
}

/// The page for whatever went wrong.
struct ErrorPage {
    let frame: Frame
    let heading: String
    let message: String
    let isSignedIn: Bool
}

/// `GET /offline`: what the service worker shows when the network is gone.
struct OfflinePage {
    let frame: Frame
}
