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
    private let deletesFolder: Bool
    private let clock: ClockBox

    static let publicFolder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().appending(path: "Public").path

    /// Saturday 21 November 2026, 14:00 in Helsinki.
    static let noon = Timestamp(milliseconds: 1_795_262_400_000)

    init(
        folder: String, hasGallery: Bool = false, deletesFolder: Bool = true, log: Logger = TestSite.quiet,
        at time: Timestamp = noon, _ change: (inout AppOptions) -> Void = { _ in }
    ) throws {
        self.folder = folder
        self.deletesFolder = deletesFolder
        var options = AppOptions(dataFolder: folder, publicFolder: TestSite.publicFolder)
        options.assets = try TestSite.assets.get()
        options.mediaMemo = TestSite.mediaMemo
        options.hasGallery = hasGallery
        options.passwordCost = .trifling
        options.push.transport = pushService
        options.push.isForbidden = { _ in false }
        // Nobody answers there, and tests ask nobody else.
        options.basemapAddress = "https://127.0.0.1:9/no-map"
        options.basemapSource.pause = { _ in }
        // Beside a thousand other tests it would wait for minutes.
        options.basemapSource.niceness = 0
        change(&options)
        let box = ClockBox()
        box.time.withLock { $0 = time }
        app = try App(options, environment: TestSite.environment(box), log: log)
        clock = box
    }

    /// The joined style sheets and scripts, which no site changes: joining them takes longer than the rest of its start.
    static let assets = Result { try Assets(publicFolder: publicFolder, folder: newFolder()) }

    static let mediaMemo: ProgramMemo = { run, start in
        try ProgramResults.shared.report(of: run, start)
    }

    /// A log that is discarded.
    static let quiet = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }

    /// Another site on a copy of this one's folder, at the same time.
    func copy() throws -> TestSite {
        let copy = TestSite.newFolder()
        try TestSite.copyData(from: folder, to: copy)
        return try TestSite(folder: copy)
    }

    /// A site on an existing folder, which is deleted with the site.
    static func at(_ folder: String, _ time: Timestamp = noon) throws -> TestSite {
        try TestSite(folder: folder, at: time)
    }

    deinit {
        expectRightCounts()
        app.close()
        if deletesFolder { try? FileManager.default.removeItem(atPath: folder) }
    }

    /// Whatever a test has done, the bells are right.
    private func expectRightCounts() {
        // A test may have closed the site.
        let wrong = (try? app.notices.correctCounts(.max, now)) ?? 0
        if wrong > 0 { Issue.record("\(wrong) counts of notices were wrong") }
    }

    /// Moves the clock.
    func wait(seconds: Double) { clock.time.withLock { $0 = $0 + seconds } }

    /// Sets the random numbers to those of every site with this seed.
    func seed(_ seed: UInt64) { clock.bytes.withLock { $0 = SeededBytes(SeededGenerator(seed: seed)) } }

    var now: Timestamp { clock.time.withLock { $0 } }

    /// Runs all due jobs.
    func sweep() {
        // Before the job puts them right.
        expectRightCounts()
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
        _ = try app.site.database.write { try app.accounts.suspend($0, id, at: now) }
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
        try app.site.database.write { try Uploads.claimDraft($0, draft, of: account, for: Notes.draftPurpose, at: now) }
    }

    /// Leaves a note that waits for a friend.
    func leaveNote(
        _ formKey: String, from author: String, for friend: String, at place: Coordinate
    ) throws {
        let note = NewNote(text: "x", coordinate: place, recipients: [friend], formKey: formKey)
        try app.notes.create(note, from: try account(author), zone: .gmt, now)
    }

    /// Creates notes that their finder has found, as many as maps and lists need.
    @discardableResult
    func addFoundNote(
        _ formKey: String, from author: ID<Account>, at place: Coordinate, foundBy finder: ID<Account>,
        _ time: Timestamp? = nil, in database: Writer
    ) throws -> ID<Note> {
        let note = NewNote(text: "n", coordinate: place, recipients: [], formKey: formKey)
        let id = try NoteQueries.insert(
            database, note, author: author, zone: .gmt, recipients: [finder], at: time ?? now)
        try NoteQueries.setFound(database, id, at: place, by: finder, now: time ?? now, isTyped: false)
        return id
    }

    /// Makes a person of the demo world findable by an address, as if it were confirmed.
    func makeFindable(_ name: String, _ address: String) throws {
        let id = try account(name)
        try app.site.database.write {
            try FriendQueries.setFindable($0, id, code: app.friends.code(ofAddress: address), at: now)
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

    static func environment(_ clock: ClockBox) -> Environment {
        Environment(
            clock: { clock.time.withLock { $0 } }, randomBytes: { count in clock.bytes.withLock { $0 }(count) })
    }

    final class ClockBox: Sendable {
        let time = Mutex(TestSite.noon)
        let bytes = Mutex(SeededBytes())
    }
}
