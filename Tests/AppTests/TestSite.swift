import Curl
import Database
import Foundation
import HTTP
import Logging
import Media
import Proximity
import Synchronization
import TestTools
import Testing

@testable import App

/// A site in its own folder, with a clock that stands still until it is moved.
final class TestSite: Sendable {
    let app: App
    let folder: String
    /// Takes what the site sends to devices.
    let pushService = PushRecorder()
    /// What it logs as errors, which tells why a request failed.
    let errors = LogLines(from: .error)
    private let deletesFolder: Bool
    private let clock: ClockBox

    static let publicFolder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().appending(path: "Public").path

    /// Saturday 21 November 2026, 14:00 in Helsinki.
    static let noon = Timestamp(milliseconds: 1_795_262_400_000)

    private init(
        folder: String, hasGallery: Bool = false, deletesFolder: Bool = true, log: Logger? = nil,
        at time: Timestamp = noon, bytes: SeededBytes = SeededBytes(), _ change: (inout AppOptions) -> Void = { _ in }
    ) throws {
        self.folder = folder
        self.deletesFolder = deletesFolder
        var options = AppOptions(dataFolder: folder, publicFolder: TestSite.publicFolder)
        options.hasGallery = hasGallery
        options.passwordCost = .trifling
        options.push.transport = pushService
        options.push.isForbidden = { _ in false }
        options.basemapSource = TestSite.noMaps
        options.basemapDownloads.pause = { _ in }
        change(&options)
        let box = ClockBox(time, bytes)
        app = try App(options, environment: TestSite.environment(box), log: log ?? errors.logger)
        clock = box
    }

    /// A server of maps that does not answer: no test asks the internet.
    private static let noMaps: BasemapDownload.Source = {
        guard let hosts = try? TrustedHosts("127.0.0.1:9"),
            let source = BasemapDownload.Source("https://127.0.0.1:9/no-map", trusting: hosts)
        else { preconditionFailure("no address") }
        return source
    }()

    /// A log that is discarded.
    static let quiet = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }

    /// An empty site.
    static func empty(
        hasGallery: Bool = false, log: Logger? = nil, _ change: (inout AppOptions) -> Void = { _ in }
    ) throws -> TestSite {
        try TestSite(folder: newFolder(), hasGallery: hasGallery, log: log, change)
    }

    /// What metrics tell of the site itself, which does not change by itself as the process does.
    var metrics: [Substring] {
        app.metrics.text(now).finished.split(separator: "\n").filter {
            $0.contains(#/^cairn_(accounts|jobs|media|database_readable|backup)/#)
        }
    }

    /// Another site on a copy of this one's folder, at the same time.
    func copy() throws -> TestSite {
        let copy = TestSite.newFolder()
        try TestSite.copyData(from: folder, to: copy)
        return try TestSite(folder: copy)
    }

    /// Copies a data folder. Its basemaps, to which nobody writes, are the same files: a copy would be another version of
    /// the map, and pages name its version.
    static func copyData(from source: String, to copy: String) throws {
        let files = FileManager.default
        try files.createDirectory(
            atPath: copy, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        for name in try files.contentsOfDirectory(atPath: source) where name != "basemaps" {
            try files.copyItem(atPath: "\(source)/\(name)", toPath: "\(copy)/\(name)")
        }
        guard let maps = try? files.contentsOfDirectory(atPath: source + "/basemaps") else { return }
        try files.createDirectory(atPath: copy + "/basemaps", withIntermediateDirectories: true)
        for name in maps {
            try files.linkItem(atPath: "\(source)/basemaps/\(name)", toPath: "\(copy)/basemaps/\(name)")
        }
    }

    /// A site on an existing folder, which is deleted with the site.
    static func at(_ folder: String, _ time: Timestamp = noon, bytes: SeededBytes = SeededBytes()) throws -> TestSite {
        try TestSite(folder: folder, at: time, bytes: bytes)
    }

    /// The demo world a day later, without its pictures: all passwords are `demo-password`.
    ///
    /// Nobody has a position any more or is in a group, nobody has written to anybody, and no files are stored: what a test
    /// adds is all there is, and copies are fast.
    static func demo(bytes: SeededBytes = SeededBytes()) throws -> TestSite { try copy(of: world.get(), bytes) }

    /// The demo world as `cairn demo` makes it.
    static func warmDemo() throws -> TestSite { try copy(of: warmWorld.get(), SeededBytes()) }

    /// The same, whose people walk about, write and answer.
    static func livingDemo() throws -> TestSite {
        try copy(of: warmWorld.get(), SeededBytes()) { $0.livesDemo = true }
    }

    private static func copy(
        of world: String, _ bytes: SeededBytes, _ change: (inout AppOptions) -> Void = { _ in }
    ) throws -> TestSite {
        let folder = newFolder()
        try copyData(from: world, to: folder)
        return try TestSite(folder: folder, bytes: bytes, change)
    }

    /// The folders of demo worlds that all tests copy. Made once: people, notes and friends take longer than most tests.
    /// Nobody has them open.
    private static let world = Result { try shared("world", make: makeQuietWorld) }
    private static let warmWorld = Result { try shared("warm-world") { try makeWorld() } }

    /// A folder that the processes of one run share: the first one makes it while the others wait.
    private static func shared(_ name: String, make: () throws -> String) throws -> String {
        guard let folder = ProcessInfo.processInfo.environment["CAIRN_TEST_SITES"] else { return try make() }
        let place = "\(folder)/\(name)"
        let lock = open(place + ".lock", O_CREAT | O_RDWR | O_CLOEXEC, 0o600)
        defer { close(lock) }
        try #require(flock(lock, LOCK_EX) == 0)
        if !FileManager.default.fileExists(atPath: place) {
            try FileManager.default.moveItem(atPath: try make(), toPath: place)
        }
        return place
    }

    private static func makeQuietWorld() throws -> String {
        let folder = try makeWorld(publicFolder: publicFolderWithoutPictures())
        let site = try TestSite(folder: folder, deletesFolder: false, bytes: worldBytes())
        try site.app.positions.sweep(noon + 25 * 3_600)
        try site.app.site.database.write { database in
            try database.execute("DELETE FROM chat WHERE low_id > 0")
            try database.execute("UPDATE daily_settings SET is_on = 0 WHERE id = 1")
            try database.execute("DELETE FROM conversation WHERE id > 0")
            try database.execute("DELETE FROM friend_group WHERE id > 0")
            try database.execute("DELETE FROM account WHERE id IN (SELECT account_id FROM guest_account)")
            try database.execute("DELETE FROM throttle WHERE rule > ''")
            try database.execute("DELETE FROM notice WHERE account_id > 0 AND kind = \(Chats.messageNotice)")
            try database.execute("DELETE FROM notice WHERE account_id > 0 AND kind LIKE 'group.%'")
        }
        return folder
    }

    /// What tests share is the same, whichever of them comes first and makes it.
    private static func worldBytes() -> SeededBytes { SeededBytes(SeededGenerator(seed: 16)) }

    /// Makes a demo world and returns its folder, which stays.
    static func makeWorld(publicFolder: String = publicFolder, at time: Timestamp = noon) throws -> String {
        let folder = newFolder()
        var options = AppOptions(dataFolder: folder, publicFolder: publicFolder)
        options.passwordCost = .trifling
        let clock = ClockBox(time, worldBytes())
        _ = try DemoWorld(options).make(
            password: "demo-password", reset: false, environment: environment(clock), log: quiet)
        return folder
    }

    /// The site's public files as an installation without the demo world's pictures has them.
    static func publicFolderWithoutPictures() throws -> String {
        let folder = newFolder()
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        for name in try FileManager.default.contentsOfDirectory(atPath: publicFolder) where name != "demo" {
            try FileManager.default.createSymbolicLink(
                atPath: "\(folder)/\(name)", withDestinationPath: "\(publicFolder)/\(name)")
        }
        return folder
    }

    deinit {
        app.close()
        if deletesFolder { try? FileManager.default.removeItem(atPath: folder) }
    }

    /// Moves the clock.
    func wait(seconds: Double) { clock.time.withLock { $0 = $0 + seconds } }

    /// Sets the random numbers to those of every site with this seed.
    func seed(_ seed: UInt64) { clock.bytes.withLock { $0 = SeededBytes(SeededGenerator(seed: seed)) } }

    var now: Timestamp { clock.time.withLock { $0 } }

    /// Runs all due jobs.
    func sweep() {
        app.beginJobs()
        app.runJobs()
    }

    /// The id of an existing account.
    func account(_ name: String) throws -> ID<Account> {
        try #require(try app.site.database.read { try AccountQueries.credentials($0, username: name)?.id })
    }

    /// A new person, signed up.
    func newAccount(_ name: String, from client: ClientAddress = .loopback) throws -> Visitor {
        let visitor = Visitor(self)
        visitor.client = client
        try visitor.get("/signup").fill("username", name).fill(
            "email", "\(name.trimmingCharacters(in: .whitespaces))@example.com"
        )
        .fill("birth_date", "2001-05-31").fill("password", "long enough for me")
        .fill("password_confirmation", "long enough for me").submit("/signup")
        return visitor
    }

    /// A person of the demo world, signed in.
    func member(_ name: String) throws -> Visitor {
        let visitor = Visitor(self)
        try visitor.get("/login").fill("username", name).fill("password", "demo-password").submit("/login")
        return visitor
    }

    /// Whether the site has accounts.
    var isInUse: Bool { get throws { try app.site.database.read(Accounts.isInUse) } }

    /// Suspends an account.
    func suspend(_ id: ID<Account>) throws {
        _ = try app.site.database.write { try app.accounts.suspend($0, id, now) }
    }

    /// Ends a suspension.
    func unsuspend(_ id: ID<Account>) throws {
        _ = try app.site.database.write { try app.accounts.unsuspend($0, id) }
    }

    /// The row of a stored file.
    func storedMedia(_ name: MediaName) throws -> MediaQueries.Stored? {
        try app.site.database.read { try MediaQueries.stored($0, name) }
    }

    /// A friend request, whatever the two may know of each other.
    func addRequest(from: ID<Account>, to: ID<Account>) throws {
        try app.site.database.write { try FriendQueries.insertRequest($0, from: from, to: to, now) }
    }

    /// Whether somebody could take a draft of a note's photo.
    func canClaim(_ draft: MediaName, _ account: ID<Account>) throws -> Bool {
        try app.site.database.write { try Uploads.claimDraft($0, draft, of: account, for: Notes.draftPurpose, now) }
    }

    /// Leaves a note that waits for a friend.
    func leaveNote(
        _ submission: String, from author: String, for friend: String, at place: Coordinate
    ) throws {
        let note = NewNote(text: "x", coordinate: place, recipients: [friend], submission: submission)
        try app.notes.create(note, from: try account(author), zone: .gmt, now)
    }

    /// Creates notes that their finder has found, as many as maps and lists need.
    func addFoundNote(
        _ submission: String, from author: ID<Account>, at place: Coordinate, foundBy finder: ID<Account>,
        _ time: Timestamp? = nil, in database: Writer
    ) throws {
        let note = NewNote(text: "n", coordinate: place, recipients: [], submission: submission)
        let id = try NoteQueries.insert(
            database, note, author: author, zone: .gmt, recipients: [finder], time ?? now)
        try NoteQueries.setFound(database, id, at: place, by: finder, time ?? now, isTyped: false)
    }

    /// Makes a person of the demo world findable by an address, as if it were confirmed.
    func makeFindable(_ name: String, _ address: String) throws {
        let id = try account(name)
        try app.site.database.write {
            try FriendQueries.setFindable($0, id, code: app.friends.code(ofAddress: address), now)
        }
    }

    /// A new administrator, signed in.
    func administrator(_ name: String = "keeper") throws -> Visitor {
        _ = try app.administrators.add(name, email: "\(name)@example.org", password: "long enough for me")
        let visitor = Visitor(self)
        try visitor.get("/login").fill("username", name).fill("password", "long enough for me").submit("/login")
        return visitor
    }

    static func newFolder() -> String { "\(allFolders)/\(UUID().uuidString)" }

    /// Where all sites of this process have their folders. Goes with the process, for the sake of those that are kept.
    private static let allFolders: String = {
        let folder = FileManager.default.temporaryDirectory.appending(path: "cairn-\(UUID().uuidString)").path
        try? FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        atexit { try? FileManager.default.removeItem(atPath: TestSite.allFolders) }
        return folder
    }()

    private static func environment(_ clock: ClockBox) -> Environment {
        Environment(
            clock: { clock.time.withLock { $0 } }, randomBytes: { count in clock.bytes.withLock { $0 }(count) })
    }

    private final class ClockBox: Sendable {
        let time: Mutex<Timestamp>
        let bytes: Mutex<SeededBytes>

        init(_ time: Timestamp, _ bytes: SeededBytes) {
            self.time = Mutex(time)
            self.bytes = Mutex(bytes)
        }
    }
}
