import HTML

/// Examples of the frame, the shared parts and the pages of no feature.
enum SiteExamples {
    static let all = frames + parts + fields

    private static let frames: [GalleryExample] = [
        .page("visitor") { FramedWords(frame: $0.visitorFrame("A visitor’s page"), words: "Nobody is signed in.") },
        .page("guest") { FramedWords(frame: $0.guestFrame("A guest’s page"), words: "Somebody has no account.") },
        .page("message") {
            FramedWords(frame: $0.frame("A message", .you, flash: "Saved."), words: "Above is a message.")
        },
        .page("not found") {
            ErrorPage(
                frame: $0.frame("Nothing here"), heading: "Nothing here",
                message: "This page does not exist, or it is not yours to see.", isSignedIn: true)
        },
        .page("visitor") {
            ErrorPage(
                frame: $0.visitorFrame("Very busy"), heading: "Very busy",
                message: "Everybody is here at once. Try again in a moment.", isSignedIn: false)
        },
        .page("usual") { OfflinePage(frame: $0.visitorFrame("No connection")) },
        .page("usual") { GalleryPage(frame: $0.visitorFrame("Gallery"), views: [.init(name: "Nothing", links: [])]) },
        .page("usual") {
            GalleryPartPage(
                frame: $0.frame("A part"), name: "Part", state: "usual", style: "",
                part: Markup(trusted: "<p>A part.</p>"))
        },
        .part("usual") { StreamPart(csrf: $0.frame("").csrf) },
    ]

    private static let parts: [GalleryExample] = [
        .part("usual") { _ in IconPart("footprints") },
        .part("title alone") { _ in PageHeadPart("Friends") },
        .part("with a sentence") { _ in PageHeadPart("Leave a note", "It opens for your friends where you leave it.") },
        .part("initials") { _ in AvatarPart("aino_k") },
        .part("long name") { _ in AvatarPart(GalleryContext.longName) },
        .part("picture") { _ in AvatarPart("aino_k", picture: "/icons/icon-192.png") },
        .part("with an action") { _ in
            EmptyPart("users", "Nobody here yet", "Find a friend by name.", LinkPart("Find friends", "/friends"))
        },
        .part("without one") { _ in EmptyPart("archive", "Nothing found yet", "Notes that you find stay here.") },
        .part("this page") { gallery in
            let entry = NavigationEntry(slot: .bar, rank: 0, path: SitePaths.home, icon: "map", words: "Map")
            return NavigationPart(entry, gallery.viewer, current: "page")
        },
        .part("usual") { NavigationListPart(links: $0.site.features.links(.drop, $0.viewer)) },
        .part("usual") { _ in LinkPart("To the map", "/") },
        .part("quiet") { _ in LinkPart("Send my link", "/friends/invite", icon: "link", isQuiet: true) },
        .part("usual") { _ in BackPart(path: "/settings", words: "Settings") },
        .part("username") { PersonPart($0.person("mikko")).link() },
        .part("display name") { PersonPart($0.person("noor_h", called: GalleryContext.arabicName)).link() },
        .part("long display name") {
            PersonPart($0.person(GalleryContext.longName, called: GalleryContext.longDisplayName))
                .link("2 friends in common")
        },
        .part("usual") { FlashPart(Flash(words: "Saved."), $0.frame("").csrf) },
        .part("long") { FlashPart(Flash(words: GalleryContext.longWord), $0.frame("").csrf) },
        .part("with undo") { FlashPart(Flash(words: "Deleted from your archive.", undo: "/"), $0.frame("").csrf) },
        .part("usual") {
            PushAskPart(key: $0.site.push.publicKey, words: "Know at once when leena opens it.")
        },
        .part("usual") { _ in ToastPart(words: "No connection. Try again in a moment.") },
        .part("open") { _ in
            DialogPart(opener: "Delete", words: "It leaves your archive.", button: "Delete the note")
        },
        .part("plain") { _ in BadgePart("Withdrawn") },
        .part("good") { _ in BadgePart("This one", .good) },
        .part("with a time") { gallery in
            BadgePart("Found", .good, TimePart(day: gallery.ago(3), gallery.words), rest: ", position typed in")
        },
        .part("waiting") { _ in BadgePart("Waiting", .waiting) },
        .part("info") { _ in BadgePart("Asked", .info) },
        .part("danger") { _ in BadgePart("Suspended", .danger) },
        .part("usual") { TimePart($0.ago(3), $0.words) },
        .part("two") { _ in
            SegmentsPart(
                label: "View",
                choices: [
                    .init(words: "List", icon: IconPart("list"), address: "/archive", isChosen: true),
                    .init(words: "Map", icon: IconPart("map"), address: "/archive?view=map", isChosen: false),
                ])
        },
        .part("few") { _ in chips(["All", "Waiting", "Found"]) },
        .part("many") { _ in chips(["All", "Today", "Groups", "Zones", "Relics", "Notes", "Waiting", "Found", "Old"]) },
        .part("near") { _ in LockedPart(title: "A note from mikko", distance: "180 m away", address: "/?lat=60&lon=25")
        },
        .part("nowhere") { _ in LockedPart(title: GalleryContext.longWord, distance: "", address: "") },
        .part("empty") { _ in ProgressPart(label: "0 of 50 MB", percent: 0) },
        .part("full") { _ in ProgressPart(label: "50 of 50 MB: full", percent: 100) },
        .part("usual") {
            ConfirmPart(
                $0.frame(""), post: "/gallery/upload", opener: "Delete", words: "It leaves your archive.",
                button: "Delete the note")
        },
        .part("usual") { _ in MorePart(address: "/archive?after=1-1") },
    ]

    private static func chips(_ words: [String]) -> ChipsPart {
        ChipsPart(label: "Show", chips: words.map { .init(words: $0, address: "/gallery", isChosen: $0 == words[0]) })
    }

    private static let units = [(value: "metric", words: "Metres"), (value: "imperial", words: "Feet and miles")]

    private static let fields: [GalleryExample] = [
        .part("empty") { _ in
            FieldPart("username", "Name", hint: "5 to 32 letters.", autocomplete: "username", isRequired: true)
        },
        .part("wrong") { _ in
            FieldPart(
                "email", "E-mail", value: "aino@", type: "email", hint: "Nobody else sees it.", autocomplete: "email",
                ValidationErrors("email", "That is no address. One looks like name@example.org."))
        },
        .part("right to left") { _ in FieldPart("place", "Place", value: GalleryContext.arabic, lengths: (1, 200)) },
        .part("empty") { _ in TextAreaPart("bio", "About you", placeholder: "A few words", max: 500) },
        .part("wrong") { _ in
            TextAreaPart(
                "bio", "About you", value: GalleryContext.longText, max: 500,
                ValidationErrors("bio", "That is too long."))
        },
        .part("usual") { _ in SelectPart("units", "Distances", units, chosen: "imperial", hint: "On every page.") },
        .part("wrong") { _ in
            SelectPart("units", "Distances", units, chosen: "", ValidationErrors("units", "Choose one."))
        },
        .part("usual") { _ in ChoicesPart("units", "Distances", units, chosen: "metric") },
        .part("wrong") { _ in
            ChoicesPart("units", "Distances", units, chosen: "", ValidationErrors("units", "Choose one."))
        },
        .part("on") { _ in TogglePart(name: "receipts", label: "Tell senders", hint: "The part of the day.", isOn: true)
        },
        .part("off") { _ in TogglePart(name: "receipts", label: "Tell senders", hint: "", isOn: false) },
        .part("shown") { _ in ValidationErrors("text", "Write a few words.").part("text") },
        .part("none") { _ in ValidationErrors().part("text") },
        .part("one") { _ in FormProblemsPart(problems: [Mention(id: "text-error", words: "Write a few words.")]) },
        .part("several") { _ in
            FormProblemsPart(
                problems: ["Write a few words.", "Choose at least one friend, or whoever gets the link."].map {
                    Mention(id: "to-error", words: $0)
                })
        },
        .part("usual") { $0.frame("").csrf },
    ]
}

/// A frame with a line of text.
struct FramedWords {
    let frame: Frame
    let words: String
}

/// A message as `00-page.js` builds it.
struct ToastPart {
    let words: String
}

/// The dialog that `confirm.js` builds from a `ConfirmPart`.
struct DialogPart {
    let opener: String
    let words: String
    let button: String
}

/// A listener on the gallery's event stream, and forms that are refused or upload files.
struct StreamPart {
    let csrf: TokenField
}
