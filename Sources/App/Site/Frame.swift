import HTML

/// What surrounds the content of every page: head, navigation, message. Laid out by `Views/site/frame.html`.
struct Frame {
    let title: String
    /// The entry of the navigation that is lit.
    let section: Section
    /// nil for a visitor who is not signed in.
    let viewer: ViewerPart?
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

    enum Section {
        case map, archive, drop, friends, you, sent, settings, none

        /// Whether a phone, whose bar is short, shows it under You.
        var isBelowYou: Bool { self == .sent || self == .settings }
    }

    /// The signed-in person, in the navigation.
    struct ViewerPart {
        let name: String
        let avatar: AvatarPart
        /// Whether friends see roughly where they are.
        var sharesArea = false
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
            viewer: viewer.map { .init(name: $0.username, avatar: AvatarPart($0), sharesArea: $0.sharesArea) },
            token: viewer != nil || hasForm ? newFormToken() : "", flash: takeFlash(),
            styleSheet: site.assets.styleSheet,
            script: site.assets.script, theme: viewer?.theme.rawValue ?? "system",
            pausedUntil: viewer.flatMap { viewer in
                viewer.isPaused(now)
                    ? viewer.pausedUntil.map { RelativeTimeFormatter(viewer.timeZone, now: now).clock($0) } : nil
            } ?? "")
    }
}

/// A person's picture, or their initials in a colour of their own.
struct AvatarPart {
    let initials: String
    /// 0…9, for the class `avatar-cN`; 10 for someone who left.
    let colour: Int
    private static let grey = 10

    /// Where the picture is, 36 pixels or more; "" for none.
    let picture: String

    init(_ person: Person) {
        self.init(person.username, picture: MediaPath.of(person.picture, .small))
    }

    init(_ viewer: Viewer) {
        self.init(viewer.username, picture: MediaPath.of(viewer.picture, .small))
    }

    /// The initials of a name: the first letters of its first two parts, or its first two letters.
    init(_ username: String, picture: String? = nil) {
        self.picture = picture ?? ""
        guard username != DeletedAccount.name else {
            (initials, colour) = ("", AvatarPart.grey)
            return
        }
        let parts = username.split { "._-".contains($0) }
        let letters = parts.count > 1 ? parts.prefix(2).map { $0.prefix(1) } : [username.prefix(2)]
        initials = letters.joined().uppercased()
        // The same colour on every page and every start, unlike Swift's own hashes (FNV-1a, 32 bits).
        let hash = Username.fold(username).utf8.reduce(UInt32(2_166_136_261)) { ($0 ^ UInt32($1)) &* 16_777_619 }
        colour = Int(hash % 10)
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
