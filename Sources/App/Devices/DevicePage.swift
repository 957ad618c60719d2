import Atlas
import Database
import HTML
import PositionSources
import Proximity
import QR

/// A phone app with what its page tells of it.
struct SeenPhoneApp: Sendable {
    let app: PhoneApp
    /// What it reported last, also what is not believed.
    let newest: ValidatedFix?
    let countToday: Int
    let refused: [RefusedReports]
}

/// `GET /settings/devices/{id}`
struct DevicePage {
    let frame: Frame
    let name: String
    let setup: AppSetup
    let state: DeviceStatePart
    /// How to set the app up; with the token only on the first view.
    let token: DeviceTokenPart
    let rename: FieldPart
    let isPaused: Bool
    let paths: Paths
    let forget: ConfirmPart?
    let end: ConfirmPart

    /// Where the forms lead.
    struct Paths {
        let rename, pause: String
    }

    /// - Parameters:
    ///   - token: nil if it was shown before.
    ///   - typed: the refused new name.
    ///   - site: the site's address, without a trailing slash.
    init(
        _ frame: Frame, seen: SeenPhoneApp, token: String?, name typed: String? = nil, errors: ValidationErrors,
        for viewer: Viewer, site: String, basemaps: Basemaps, at now: Timestamp
    ) throws {
        let app = seen.app
        self.frame = frame
        (name, isPaused) = (app.name, app.isPaused)
        setup = AppSetup(app.source)
        state = DeviceStatePart(seen, for: viewer, basemaps: basemaps, at: now)
        self.token = try DeviceTokenPart(
            app, setup: setup, links: token.map { AppLinks(app, token: $0, username: viewer.username, site: site) },
            token: token ?? "", username: viewer.username, csrf: frame.csrf)
        rename = FieldPart(
            "name", label: "Name", value: typed ?? app.name, isRequired: true, lengths: (1, PhoneApp.maxNameLength),
            errors: errors)
        paths = Paths(rename: DevicePaths.rename(app.device), pause: DevicePaths.pause(app.device))
        forget =
            seen.newest == nil
            ? nil
            : ConfirmPart(
                frame, post: PositionPaths.forget(app.device), opener: "Delete positions",
                words: "Everything this app has sent so far is deleted. The app goes on sending.",
                button: "Delete positions")
        end = ConfirmPart(
            frame, post: DevicePaths.delete(app.device), opener: "Remove",
            words: "The app can’t send any more, and its positions are deleted.", button: "Remove “\(app.name)”")
    }
}

/// What a device sent last, and what was refused of it. Renewed with each report.
struct DeviceStatePart {
    /// The name for scripts.
    let part: String
    let badge: BadgePart
    /// When the last point was taken; nil before the first.
    let last: TimePart?
    let map: MapPart?
    let facts: [Fact]
    let refused: [Refused]

    struct Fact {
        let icon: IconPart
        let label: String
        let value: String
    }

    struct Refused {
        /// "3 points"
        let count: String
        let words: String
        let last: TimePart
    }

    init(_ seen: SeenPhoneApp, for viewer: Viewer, basemaps: Basemaps, at now: Timestamp) {
        let times = RelativeTimeFormatter(viewer.timeZone, now: now)
        part = Devices.part(seen.app.device)
        let fix = seen.newest?.fix
        last = fix.map { TimePart($0.time, times) }
        badge = DeviceStatePart.badge(seen, now)
        map = fix.map { fix in
            let pin = Pin(
                kind: .person, coordinate: fix.coordinate, title: seen.app.name, id: seen.app.device.rawValue,
                owner: viewer.id.rawValue, label: AvatarPart(viewer).initials,
                portrait: MediaPaths.of(viewer.picture, .small))
            return MapPart(
                pin, gate: max(fix.accuracy ?? 0, DeviceStatePart.smallestCircle), for: viewer, basemaps: basemaps)
        }
        facts = DeviceStatePart.facts(seen, viewer)
        refused = seen.refused.map {
            let last = TimePart($0.lastAt, times)
            return Refused(count: DeviceStatePart.count($0), words: RefusalWords.words($0.reason), last: last)
        }
    }

    /// The map shows some streets even around an exact place.
    private static let smallestCircle: Metres = 20

    private static func badge(_ seen: SeenPhoneApp, _ now: Timestamp) -> BadgePart {
        if seen.app.isPaused { return BadgePart("Paused", kind: .waiting) }
        guard let newest = seen.newest else { return BadgePart("Waiting for the first point", kind: .info) }
        if newest.fix.isMock { return BadgePart("Simulated", kind: .danger) }
        if !newest.isPlausible { return BadgePart("Doesn’t fit the last points", kind: .danger) }
        return newest.fix.age(at: now) <= DeviceAge.fresh
            ? BadgePart("Sending", kind: .good) : BadgePart("Silent", kind: .plain)
    }

    private static func facts(_ seen: SeenPhoneApp, _ viewer: Viewer) -> [Fact] {
        guard let fix = seen.newest?.fix else { return [] }
        var facts: [Fact] = []
        if let accuracy = fix.accuracy {
            facts.append(
                Fact(icon: IconPart("locate-fixed"), label: "Accuracy", value: "±\(viewer.units.string(for: accuracy))")
            )
        } else {
            facts.append(
                Fact(icon: IconPart("locate-fixed"), label: "Accuracy", value: "Not told: counts as a typed position"))
        }
        if let battery = fix.battery {
            facts.append(
                Fact(icon: IconPart("smartphone"), label: "Battery", value: "\(Int((battery * 100).rounded())) %"))
        }
        facts.append(Fact(icon: IconPart("footprints"), label: "Points today", value: "\(seen.countToday)"))
        return facts
    }

    private static func count(_ refused: RefusedReports) -> String {
        switch refused.reason {
        case .malformed, .compressed, .encrypted: CountWords.starting(refused.count, "message")
        // Noted once a minute.
        case .tooOften: "Some messages"
        default: CountWords.starting(refused.count, "point")
        }
    }
}

/// How long a device's last point counts as news.
private enum DeviceAge {
    static let fresh = 900.0
}

/// Why a report was refused, and what helps.
enum RefusalWords {
    static func words(_ reason: ReportRefusal) -> String {
        switch reason {
        case .malformed: "couldn’t be read. Check that the address belongs to this app."
        case .compressed: "came compressed. Switch compression off in the app."
        case .encrypted: "came encrypted. Clear the encryption key in OwnTracks: the way here is encrypted by https."
        case .noPlace: "had no valid place."
        case .nullIsland: "said 0° north, 0° east: the phone didn’t know where it was."
        case .noTime: "had no valid time."
        case .invalid: "came with the note that the position isn’t valid."
        case .impossibleTime: "had an impossible date. Check the phone’s clock."
        case .implausible: "were too far from the ones before for anybody to travel."
        case .tooMany: "were more than fit in one message."
        case .tooOften: "came faster than two a second. Choose a longer interval."
        case .paused: "came while you had paused this app."
        }
    }
}

/// How to set the app up. The token stands here once.
struct DeviceTokenPart {
    let csrf: TokenField
    let setup: AppSetup
    /// "" when it was shown before.
    let token: String
    /// The site's user name, which OwnTracks asks for beside the password.
    let username: String
    let qr: Markup
    /// A link that opens the app; "" if it has none.
    let link: String
    let address: ShareLinkPart
    let renew: String

    init(
        _ app: PhoneApp, setup: AppSetup, links: AppLinks?, token: String, username: String, csrf: TokenField
    ) throws {
        (self.csrf, self.setup, self.token, self.username) = (csrf, setup, token, username)
        qr =
            try links.map {
                Markup(
                    trusted: try QRCode($0.scanned, correction: .low).svg(title: "QR code that sets up \(setup.name)"))
            } ?? Markup(trusted: "")
        link = links?.setup ?? ""
        address = ShareLinkPart(
            id: "address", label: "Address", link: links?.address ?? "", title: "\(setup.name) on Cairn")
        renew = DevicePaths.renew(app.device)
    }
}
