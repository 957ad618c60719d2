import Database
import Foundation
import Proximity

/// The material of examples: people, places and times, the same at each visit.
struct GalleryContext {
    let site: Site
    /// The request that shows the example; its form tokens are real.
    let context: RequestContext
    /// Saturday, 21 November 2026, noon UTC.
    let now = Timestamp(milliseconds: 1_795_262_400_000)

    init(_ site: Site, _ context: RequestContext) {
        self.site = site
        self.context = context
    }

    /// A signed-in viewer with metric units and Helsinki time.
    var viewer: Viewer {
        Viewer(
            id: ID(rawValue: 1), username: "aino_k", session: ID(rawValue: 1),
            timeZone: TimeZone(identifier: "Europe/Helsinki") ?? .gmt, units: .metric, theme: .system, receipts: true,
            retentionHours: 24, isAdministrator: false, sharesArea: false)
    }

    var words: RelativeTimeFormatter { RelativeTimeFormatter(viewer.timeZone, now: now) }

    /// The frame for a signed-in viewer.
    func frame(_ title: String, _ section: Frame.Section = .none, flash: String = "") -> Frame {
        let visitor = visitorFrame(title)
        return Frame(
            title: title, section: section,
            viewer: .init(account: "1", name: viewer.username, avatar: AvatarPart(viewer.username)),
            token: visitor.token, flash: Flash(words: flash), styleSheet: visitor.styleSheet, script: visitor.script,
            pageScripts: visitor.pageScripts, theme: visitor.theme,
            links: site.features.bar(viewer, section), groups: site.features.railGroups(viewer, section),
            manage: site.features.links(.manage, viewer, section), begins: site.features.links(.begin, viewer),
            drops: site.features.links(.drop, viewer),
            corner: site.features.corner(viewer, section, now), admin: site.features.links(.admin, viewer))
    }

    /// The frame for a visitor.
    func visitorFrame(_ title: String) -> Frame {
        Frame(
            title: title, section: .none, viewer: nil, token: context.newFormToken(), flash: context.takeFlash(),
            styleSheet: site.assets.styleSheet, script: site.assets.script,
            pageScripts: site.assets.pageScripts, theme: "system")
    }

    /// The frame for a guest.
    func guestFrame(_ title: String) -> Frame {
        let visitor = visitorFrame(title)
        return Frame(
            title: title, section: .none,
            viewer: .init(
                account: "1", name: "Kim", avatar: AvatarPart(Person.guestName, displayName: "Kim"),
                guest: GuestBar(canSignUp: true)),
            token: visitor.token, flash: .none, styleSheet: visitor.styleSheet, script: visitor.script,
            pageScripts: visitor.pageScripts, theme: visitor.theme)
    }

    /// A name of maximum length.
    static let longName = "maximiliana.of-the_northern-hills"

    /// A display name of maximum length.
    static let longDisplayName = "Maximiliana Theophania von den Nördlichen Hügeln am Weiten See"
        .prefix(60).description
    /// One in a script that is written from right to left.
    static let arabicName = "نور الهدى"

    /// A long text.
    static let longText = String(repeating: "Walk on until the road ends, then a little further. ", count: 30)
    /// A word longer than any line.
    static let longWord = String(repeating: "Donaudampfschifffahrt", count: 12)
    static let emoji = "👩‍👩‍👧‍👦🏳️‍🌈🧗🏽‍♀️ Meet us up here ☕️"
    static let arabic = "انظر إلى أعلى. النافذة الثالثة من اليسار."
    static let hebrew = "הסתכלו למעלה. החלון השלישי משמאל."

    func person(_ name: String, called displayName: String? = nil) -> Person {
        Person(id: ID(rawValue: 7), username: name, displayName: displayName)
    }

    /// A point in central Helsinki, some hundred metres from the others.
    func place(_ number: Int = 0) -> Coordinate {
        let north = 60.1685 + Double(number % 5) * 0.0011
        return Coordinate(latitude: north, longitude: 24.9450 + Double(number % 3) * 0.0017) ?? Bounds.everywhere.centre
    }

    /// `hours` before now.
    func ago(_ hours: Double) -> Timestamp { Timestamp(milliseconds: now.milliseconds - Int64(hours * 3_600_000)) }
}
