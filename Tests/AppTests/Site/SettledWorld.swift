import Database
import Foundation
import HTTP
import Proximity
import TestTools
import Testing

@testable import App

/// The demo world, extended so that every route leads to an existing thing of `owner`.
struct SettledWorld {
    let site: TestSite
    let owner: Visitor
    let keeper: Visitor
    /// A new person who has sent the owner a friend request.
    let asker: Visitor
    private let note: String
    private let noteLink: String
    private let archived: String
    private let incoming: String
    private let outgoing: String
    private let invitation: String
    private let singleInvitation: String
    private let circle: String
    private let report: String
    private let picture: String
    private let session: String
    private let push: String
    private let device: String
    private let export: String
    private let relics: SettledRelics
    private let daily: SettledDaily
    private let chats: SettledChats
    let groups: SettledGroups
    private let phone: SettledPhone
    private let zone: String
    private let track: String
    let backups: SettledBackups
    /// The token that confirms a newcomer's address.
    let confirmation: String
    /// The token of the owner's password reset link.
    let reset: String

    init() throws {
        // Tests share one: it is the same whichever of them makes it.
        site = try TestSite.demo(bytes: SeededBytes(SeededGenerator(seed: 43)))
        (owner, keeper) = (try site.member("aino_k"), try site.administrator())
        asker = try site.newAccount("asker")
        confirmation = try SettledWorld.token("confirm", site)
        try asker.get("/people/aino_k").submit("/friends/requests")
        try site.newAccount("answerer").get("/")
        try owner.get("/people/answerer").submit("/friends/requests")
        try owner.get("/people/ville").submit("/people/ville/block")
        try owner.get("/friends").submit("/friends/sofia/remove")
        try owner.get("/people/jonas").fill("reason", "x").submit("/people/jonas/report")
        func id(_ page: Page, _ pattern: Regex<(Substring, Substring)>) throws -> String {
            String(try #require(page.text.firstMatch(of: pattern)).1)
        }
        note = try id(owner.get("/notes").page, #/href="/notes/(\d+)"/#)
        try owner.get("/notes/\(note)").submit("/notes/\(note)/link")
        noteLink = try id(owner.page, #/note-link/([^"]+)"/#)
        archived = try id(owner.get("/archive").page, #/href="/notes/(\d+)"/#)
        incoming = try id(owner.get("/friends").page, #/requests/(\d+)/accept/#)
        outgoing = try id(owner.page, #/requests/(\d+)/cancel/#)
        _ = try InviteTests.make(owner)
        invitation = try id(owner.page, #/join-me/([^"]+)"/#)
        _ = try SingleInviteTests.make(owner)
        singleInvitation = try id(owner.page, #/person/(\d+)/cancel/#)
        circle = try id(owner.get("/friends/circles").page, #/href="/friends/circles/(\d+)"/#)
        let part = "\(site.app.basemaps.folder.path)/.part-\(SettledWorld.partialMap)"
        try Data("a part".utf8).write(to: URL(filePath: part))
        try Data("no extract".utf8).write(to: URL(filePath: site.app.basemaps.folder.extractPath(SettledWorld.extract)))
        let upload = "\(site.app.basemaps.folder.path)/.upload-\(SettledWorld.upload)"
        try Data("a part".utf8).write(to: URL(filePath: upload))
        _ = try site.newAccount("suspended")
        try keeper.get("/admin/people/suspended").submit("/admin/people/suspended/suspend")
        report = try id(keeper.get("/admin/reports").page, #/reports/(\d+)/close/#)
        try owner.get("/settings/profile").upload("/settings/profile", "avatar", file: PictureTests.icon)
        picture = try id(owner.get("/you").page, #/"/media/([^"/]+)/small"/#)
        try owner.get("/settings").fill("area", "1").submit("/settings/preferences")
        // Far from every note, so that the position finds none.
        try owner.stand(at: SettledRelics.place)
        device = try id(owner.get("/settings/devices").page, #/devices/(\d+)/forget/#)
        relics = try SettledRelics(site)
        daily = try SettledDaily(site)
        chats = try SettledChats(site, asker: "asker")
        groups = try SettledGroups(site)
        phone = try SettledPhone(owner)
        zone = try id(owner.get("/zones").page, #/href="/zones/(\d+)"/#)
        let songs = "/admin/zones/\(zone)/tracks"
        try keeper.get(songs).upload(
            songs, "audio", file: [UInt8](Data(contentsOf: URL(filePath: FixtureFile.path("song.mp3")))),
            named: "song.mp3")
        try keeper.get("/admin/zones/\(zone)/edit").upload(
            "/admin/zones/\(zone)/cover", "cover", file: PictureTests.icon, named: "a.png", [("csrf", keeper.token)])
        site.app.runJobs([.long])
        // The last one, which came with a picture.
        track = try id(keeper.get(songs).page, #/(?s:.*)name="track" value="(\d+)"/#)
        // The owner takes a vote back, others give one.
        let (song, voter) = (try #require(ID<ZoneTrack>(track)), try site.account("aino_k"))
        let now = site.now
        try site.app.site.database.write { try ZoneTrackQueries.vote($0, song, by: voter, now) }
        _ = try site.member("aino_k")
        session = try id(owner.get("/settings/sessions").page, #/sessions/(\d+)/end/#)
        try owner.subscribe(PushDevice("settled"))
        push = "\(try #require(site.pushSubscriptions("aino_k").first).id)"
        try owner.get("/settings/export").fill("password", "demo-password").submit("/settings/export")
        site.app.runJobs([.long])
        backups = try SettledBackups(site, keeper)
        export = try id(owner.get("/settings/export").page, #/"/settings/export/([^"/]+)"/#)
        try Visitor(site).get("/password/forgot").fill("email", "aino_k@example.org").submit("/password/forgot")
        reset = try SettledWorld.token("password/reset", site)
    }

    /// The token of a mailed link.
    private static func token(_ path: String, _ site: TestSite) throws -> String {
        site.app.runJobs()
        let folder = site.folder + "/outbox"
        let link = try Regex("\(path)\\?token=([A-Za-z0-9_-]{43})", as: (Substring, Substring).self)
        let mails = try FileManager.default.contentsOfDirectory(atPath: folder).filter { $0.hasSuffix(".eml") }
        let texts = try mails.map {
            try String(contentsOfFile: "\(folder)/\($0)", encoding: .utf8)
                .replacing("=\r\n", with: "").replacing("=3D", with: "=")
        }
        return String(try #require(texts.lazy.compactMap { $0.firstMatch(of: link) }.first).output.1)
    }

    /// Pages with forms that no other page of their kind has: the end of a suspension, the books of relics, photos of the
    /// day, groups in which one is well and is not, a chat with who asks to write, an own note with its link.
    var alwaysRead: [String] {
        relics.open + daily.open + groups.open + phone.open + [
            "/admin/people/suspended", chats.request, "/notes/\(note)",
        ]
    }

    /// The path of a route with existing things.
    func path(of pattern: String) -> String {
        let whole = [
            "/icons/…": "/icons/icons.svg", "/css/…": "/css/alert.css", "/js/…": "/js/countdown.js",
            "/fonts/…": "/fonts/OFL.txt",
            "/atlas/{z}/{x}/{y}": "/atlas/2/1/1.svg",
            "/chats/to": "/chats/to?card=/people/mikko", "/map/place": "/map/place?lat=60.17&lon=24.94",
            "/confirm": "/confirm?token=\(confirmation)", "/password/reset": "/password/reset?token=\(reset)",
            "/settings/devices/{id}/forget": "/settings/devices/\(device)/forget",
            "/settings/sessions/{id}/end": "/settings/sessions/\(session)/end",
            "/settings/push/{id}/test": "/settings/push/\(push)/test",
            "/settings/push/{id}/delete": "/settings/push/\(push)/delete",
            "/note-link/{token}": "/note-link/\(noteLink)",
            // A note that the owner found: nobody reports or answers their own.
            "/notes/{id}/report": "/notes/\(archived)/report", "/notes/{id}/heart": "/notes/\(archived)/heart",
            "/friends/invite/person/{id}/cancel": "/friends/invite/person/\(singleInvitation)/cancel",
            // People whom the owner has blocked or just removed.
            "/people/{username}/unblock": "/people/ville/unblock",
            "/friends/{username}/restore": "/friends/sofia/restore",
        ]
        if let path = whole[pattern] { return path }
        if pattern.hasPrefix("/chats/{") { return chats.path(of: pattern) }
        if SettledPhone.has(pattern) { return phone.path(of: pattern) }
        if SettledGroups.has(pattern) { return groups.path(of: pattern) }
        if SettledBackups.has(pattern) { return backups.path(of: pattern) }
        if SettledDaily.has(pattern) { return daily.path(of: pattern) }
        if pattern.contains("{upload}") { return pattern.replacing("{upload}", with: SettledWorld.upload) }
        if pattern.hasSuffix("/discard") { return pattern.replacing("{name}", with: SettledWorld.partialMap) }
        if pattern == "/admin/basemaps/{name}/make" {
            return pattern.replacing("{name}", with: SettledWorld.extract)
        }
        if pattern.hasPrefix("/admin/basemaps/{") { return pattern.replacing("{name}", with: "helsinki.mbtiles") }
        if pattern.contains("/zones/{") {
            return pattern.replacing("{id}", with: zone).replacing("{track}", with: track)
                .replacing("{size}", with: "small")
        }
        if pattern.hasPrefix("/relics") { return relics.path(of: pattern) }
        let id =
            switch pattern {
            case _ where pattern.hasPrefix("/archive"): archived
            case _ where pattern.hasPrefix("/admin"): report
            case _ where pattern.hasPrefix("/friends/circles"): circle
            case _ where pattern.hasSuffix("/cancel"): outgoing
            case _ where pattern.hasPrefix("/friends"): incoming
            default: note
            }
        return pattern.replacing("{id}", with: id).replacing("{username}", with: "aino_k")
            .replacing("{token}", with: invitation).replacing("{name}", with: picture)
            .replacing("{size}", with: "small").replacing("{file}", with: export).replacing("{id}", with: "waiting")
    }

    /// A map whose loading broke off.
    private static let partialMap = "lahti.pmtiles"
    private static let extract = "turku-osm.pbf"
    private static let upload = "40-oulu.pmtiles"

    /// Valid fields by route.
    static let fields = ownFields.merging(SettledGroups.fields) { first, _ in first }
        .merging(SettledPhone.fields) { first, _ in first }

    private static let ownFields: [String: [(String, String)]] = [
        "/daily": [("place", "none"), ("key", "table")], "/moments/{id}/comments": [("text", "x"), ("key", "table")],
        "/moments/{id}/comments/{comment}/report": [("reason", "x")],
        "/moments/{id}/report": [("reason", "x")], "/moments/{id}/reactions": [("emoji", "🔥")],
        "/settings/push": PushDevice.exampleFields,
        "/notes/{id}/reminders": [("on", "0")], "/notes/{id}/edit": [("text", "x")],
        "/notes": [("text", "x"), ("to", "mikko"), ("lat", "60"), ("lon", "24"), ("key", "table")],
        "/notes/new": [("text", "x"), ("to", "mikko"), ("lat", "60"), ("lon", "24"), ("key", "table")],
        "/friends/requests": [("user", "aino_k")], "/friends/order": [("username", "mikko")],
        "/friends/circles": [("name", "Table"), ("member", "mikko")],
        "/friends/circles/{id}/edit": [("name", "Changed"), ("member", "leena")],
        "/friends/contacts": [("emails", "x@example.org")], "/friends/findable": [("findable", "1")],
        "/people/{username}/report": [("reason", "x")], "/notes/{id}/report": [("reason", "x")],
        "/chats/{username}": [("text", "x"), ("key", "table")],
        "/chats/{username}/messages/{id}/report": [("reason", "x")],
        "/admin/reports/{id}/close": [("note", "x")], "/admin/basemaps/find": [("place", "Tampere"), ("km", "24")],
        "/admin/basemaps/get": [("bbox", "23.6,61.4,24.0,61.6"), ("title", "Tampere")],
        "/relics/{id}/unlock": [("password", SettledRelics.password)], "/relics/{id}/visit": [("text", "x")],
        "/relics/{id}/report": [("reason", "x")], "/relics/{id}/edit": [("description", "x")],
        "/admin/backup/{name}/download": [("password", SettledBackups.password)],
        "/admin/backup/{name}/delete": [("password", SettledBackups.password)],
        "/settings/export": [("password", "demo-password")], "/settings/delete": [("password", "demo-password")],
        "/positions": [("lat", "60"), ("lon", "24"), ("accuracy", "5")],
        "/settings/pause": [("minutes", "30")],
        "/admin/zones": [("name", "A"), ("lat", "60"), ("lon", "24"), ("radius_m", "50"), ("key", "table")],
        "/admin/zones/{id}/tracks/{track}/edit": [("title", "x")],
        "/admin/zones/{id}/edit": [("name", "A"), ("lat", "60"), ("lon", "24"), ("radius_m", "50")],
        "/admin/setup": [("name", "Cairn"), ("time_zone", "Europe/Helsinki"), ("registration", "open")],
        "/admin/settings": [("name", "Cairn"), ("time_zone", "Europe/Helsinki"), ("registration", "open")],
        "/settings/preferences": [
            ("time_zone", "Europe/Helsinki"), ("units", "metric"), ("theme", "dark"), ("retention_h", "24"),
        ],
        "/settings/email": [("email", "new@example.org"), ("password_for_email", "demo-password")],
        "/settings/password": [
            ("current_password", "demo-password"), ("password", "a new one for me"),
            ("password_confirmation", "a new one for me"),
        ],
        "/password/reset": [("password", "a new one for me"), ("password_confirmation", "a new one for me")],
        "/password/forgot": [("email", "mikko@example.org")],
        "/login": [("username", "mikko"), ("password", "demo-password")],
        "/signup": [
            ("username", "somebody"), ("email", "somebody@example.org"), ("birth_date", "2001-05-31"),
            ("password", "a new one for me"), ("password_confirmation", "a new one for me"),
        ],
    ]
}

/// Relics of the owner's: one that they left, with an entry in its book, one that they found, and one before which they
/// stand and that wants a password.
private struct SettledRelics {
    static let password = "icicle"
    /// Where the owner is: far from every note.
    static let place = DemoCast.Place.oodi.coordinate.destination(bearing: 0, distance: 50_000)

    private let own: String
    private let found: String
    private let locked: String
    private let visit: String

    /// The pages of those that the owner left and found.
    var open: [String] { [own, found].map { "/relics/\($0)" } }

    init(_ site: TestSite) throws {
        let left = try site.leaveRelic(from: "aino_k")
        try site.openRelic(left, by: "mikko")
        try site.signRelic(left, "Nice.", by: "mikko")
        let opened = try site.leaveRelic(from: "mikko") { $0.audience = .friends }
        try site.openRelic(opened, by: "aino_k")
        let hash = try PasswordHash(
            SettledRelics.password, cost: site.app.accounts.hasher.cost, salt: Array(repeating: 7, count: 16))
        let shut = try site.leaveRelic(from: "mikko", at: SettledRelics.place) {
            ($0.audience, $0.password) = (.friends, hash.text)
        }
        (own, found, locked) = ("\(left)", "\(opened)", "\(shut)")
        let entry: Int64? = try site.app.site.database.read {
            try $0.value("SELECT id FROM relic_visit WHERE relic_id = \(left)")
        }
        visit = "\(try #require(entry))"
    }

    /// The path of a route with existing things.
    func path(of pattern: String) -> String {
        // Nobody reports their own.
        let id = pattern.hasSuffix("/unlock") ? locked : pattern.hasSuffix("/report") ? found : own
        return pattern.replacing("{id}", with: id).replacing("{visit}", with: visit)
    }
}
