import Database
import Foundation
import HTTP
import Media
import Proximity
import Safeguards

/// What people send as files: takes them in, keeps them, lets them go. Knows nothing of the things that show them.
struct Uploads: Sendable {
    let site: Site
    let store: MediaStore
    let processor: MediaProcessor
    let uploadQueue = UploadQueue()
    let quota: Quota
    /// Where bodies are written while they arrive.
    let arrivals: String
    private let workDirectory: ProcessWorkDirectory

    /// How much one person may keep.
    struct Quota: Sendable {
        var count = 2_000
        var bytes = 2 << 30
    }

    /// The largest body of a form with a picture: what a picture may have, and room for the fields.
    static let pictureFormBytes = MediaLimits().imageBytes + (1 << 20)

    /// Finding out how programs can be kept from the network starts one, so it is done once a process.
    private static let isolation = Isolation.probe()

    /// - Throws: when the folders cannot be made.
    init(site: Site, dataFolder: String, quota: Quota = Quota()) throws {
        self.site = site
        self.quota = quota
        let randomBytes = site.environment.randomBytes
        arrivals = dataFolder + "/tmp"
        store = try MediaStore(root: dataFolder + "/media", randomBytes: randomBytes)
        workDirectory = try ProcessWorkDirectory(in: dataFolder + "/work", randomBytes: randomBytes)
        processor = try MediaProcessor(
            folder: workDirectory.path, isolation: Uploads.isolation, randomBytes: randomBytes)
    }

    /// Tells the log what keeps photos and films from being read, or from being read in safety.
    func reportTools() {
        let missing = processor.missingTools
        if !missing.isEmpty {
            site.log.warning("programs are missing: files are refused", metadata: ["programs": "\(missing)"])
        }
        let isolation = processor.isolation
        site.log.info("programs that read uploads are isolated", metadata: ["by": "\(isolation)"])
        for gap in isolation.gaps + processor.gaps {
            site.log.warning("a program that reads uploads, taken over by a file: \(gap)")
        }
    }

    /// Makes what others may see out of a file; waits its turn.
    ///
    /// - Parameters:
    ///   - owner: whose turn it is; nil for everybody who has no account, who together have one.
    ///   - word: by which the page may ask how many are before it, "" for none.
    /// - Throws: `RefusedUpload`, also when there is no room or too many wait.
    func take(
        _ file: UploadedFile, as use: MediaUse, inTurnOf owner: ID<Account>? = nil, uploadID: String = ""
    ) throws -> Prepared {
        // The results and the work on them take about as much as what was sent, twice.
        guard store.hasRoom(for: 2 * file.byteCount) else { throw Uploads.noSpace }
        return try translating {
            try uploadQueue.with(uploadID, owner: owner.map { "\($0)" } ?? "guests") {
                try processor.take(file.file.path, as: use, ticket: $0)
            }
        }
    }

    /// As `take`, for somebody who is counted: so many files an hour, and no more than their room.
    func take(_ file: UploadedFile, as use: MediaUse, for owner: ID<Account>, uploadID: String, _ now: Timestamp) throws
        -> Prepared
    {
        let used = try site.database.read { try MediaQueries.used($0, by: owner) }
        guard used.count < quota.count, used.bytes < quota.bytes else { throw Uploads.isFull }
        try site.throttles.attempt([(.upload, "\(owner)")], now)
        return try take(file, as: use, inTurnOf: owner, uploadID: uploadID)
    }

    /// How much of their room somebody has used.
    func used(_ database: Reader, by owner: ID<Account>) throws -> MediaQueries.Use {
        try MediaQueries.used(database, by: owner)
    }

    /// The size of a stored picture in pixels; nil when there is none.
    static func extent(_ database: Reader, _ name: String, _ size: MediaSize) throws -> MediaQueries.Extent? {
        try MediaQueries.extent(database, name, size)
    }

    /// Stores what was made of an upload. `attach` makes something show it, in the transaction that notes it; before that
    /// there are files that nobody names, which the sweeper would find.
    ///
    /// - Parameter isCounted: whether the owner's room is looked at; what takes the place of their own needs none.
    /// - Throws: `RefusedUpload` when it is more than the owner may keep; what `attach` throws. Nothing is kept then.
    @discardableResult
    func keep(
        _ prepared: Prepared, of owner: ID<Account>, _ now: Timestamp, isCounted: Bool = true,
        attach: (Writer, MediaName) throws -> Void
    ) throws -> MediaName {
        let name = try translating { try store.store(prepared) }
        do {
            try site.database.write { database in
                try MediaQueries.insert(database, name, prepared, of: owner, now)
                try attach(database, name)
                guard isCounted else { return }
                // After what it replaces has gone.
                let used = try MediaQueries.used(database, by: owner)
                guard used.count <= quota.count, used.bytes <= quota.bytes else { throw Uploads.isFull }
            }
        } catch {
            store.remove(name)
            throw error
        }
        return name
    }

    /// Lets files go, in the transaction in which what showed them lets go of them: from then on nobody gets them, and a
    /// job deletes them.
    static func release(_ database: Writer, _ name: MediaName, _ now: Timestamp) throws {
        try MediaQueries.delete(database, name)
        try Job.enqueue(database, kind: removal, key: "\(removal) \(name)", payload: name.text, at: now)
    }

    /// Lets go of files that others may keep: from here on they neither count for their owner nor come with an export. So
    /// their owner does not learn from their own room whether somebody keeps them.
    static func disown(_ database: Writer, _ name: MediaName, _ now: Timestamp) throws {
        try MediaQueries.disown(database, name, now)
    }

    /// The job that deletes files whose row is gone.
    static let removal = "media.remove"

    private static let isFull = RefusedUpload(
        status: .unprocessableContent,
        sentence: "Your room for pictures, films and songs is used up. Delete some of what you shared first.")
}
