import Database
import Foundation
import HTTP
import Media
import Proximity
import Safeguards

/// Takes, stores and releases uploaded files. Knows nothing of the things that show them.
struct Uploads: Sendable {
    let site: Site
    let store: MediaStore
    let processor: MediaProcessor
    let uploadQueue = UploadQueue()
    let quota: Quota
    /// Where request bodies are written as they arrive.
    let arrivals: String
    let workDirectory: ProcessWorkDirectory

    /// The storage limit per person.
    struct Quota: Sendable {
        var count = 2_000
        var bytes = 2 << 30
    }

    /// The largest form body with a picture: the picture limit plus room for the fields.
    static let pictureFormBytes = MediaLimits().imageBytes + (1 << 20)

    /// The largest form body with any file: the limit of a video plus room for the fields.
    static let recordingFormBytes = MediaLimits().clipBytes + (1 << 20)

    /// - Throws: if the folders cannot be created.
    init(site: Site, dataFolder: String, quota: Quota = Quota()) throws {
        self.site = site
        self.quota = quota
        let randomBytes = site.environment.randomBytes
        arrivals = dataFolder + "/tmp"
        store = try MediaStore(root: dataFolder + "/media", randomBytes: randomBytes)
        workDirectory = try ProcessWorkDirectory(in: dataFolder + "/work", randomBytes: randomBytes)
        processor = try MediaProcessor(
            folder: workDirectory.path, isolation: .here, randomBytes: randomBytes)
    }

    /// Logs which tools or isolation features are missing.
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

    /// Waits for a slot and re-encodes a file for others to see.
    ///
    /// - Parameters:
    ///   - owner: who waits in turn; nil for everybody without an account, who share one turn.
    ///   - uploadID: the id under which the page polls its place in the queue; "" for none.
    /// - Throws: `RefusedUpload`, also if there is no room or the queue is full.
    func take(
        _ file: UploadedFile, asOneOf uses: [MediaUse], inTurnOf owner: ID<Account>? = nil, uploadID: String = ""
    ) throws -> Prepared {
        // The results and the temporary files each take about the size of the upload.
        guard store.hasRoom(for: 2 * file.byteCount) else { throw Uploads.noSpace }
        return try translating {
            try uploadQueue.with(uploadID, owner: owner.map { "\($0)" } ?? "visitors") {
                try processor.take(file.file.path, asOneOf: uses, ticket: $0)
            }
        }
    }

    /// Like `take` above, with the account's limits: files per hour and storage quota.
    ///
    /// - Parameter uses: what it may be; `Prepared.use` is the one that it is.
    func take(
        _ file: UploadedFile, asOneOf uses: [MediaUse], for owner: ID<Account>, uploadID: String, _ now: Timestamp
    ) throws -> Prepared {
        let used = try site.database.read { try MediaQueries.used($0, by: owner) }
        guard used.count < quota.count, used.bytes < quota.bytes else { throw Uploads.isFull }
        try site.throttles.attempt([(.upload, "\(owner)")], now)
        return try take(file, asOneOf: uses, inTurnOf: owner, uploadID: uploadID)
    }

    /// A person's use of their quota.
    func used(_ database: Reader, by owner: ID<Account>) throws -> MediaQueries.Use {
        try MediaQueries.used(database, by: owner)
    }

    /// The size of a stored picture in pixels; nil if there is none.
    static func extent(_ database: Reader, _ name: String, _ size: MediaSize) throws -> MediaQueries.Extent? {
        try MediaQueries.extent(database, name, size)
    }

    /// The sizes of some stored pictures in pixels, by their names.
    static func extents(
        _ database: Reader, _ names: [MediaName], _ size: MediaSize
    ) throws -> [MediaName: MediaQueries.Extent] {
        names.isEmpty ? [:] : try MediaQueries.extents(database, names, size)
    }

    /// Those of some stored clips and songs that only some browsers play, because they could not be transcoded.
    static func inconvertible(_ database: Reader, _ names: [MediaName]) throws -> Set<MediaName> {
        names.isEmpty ? [] : try MediaQueries.inconvertible(database, names)
    }

    /// Stores the processed files. `attach` inserts the row that shows them, in the same transaction. If the process
    /// dies before that, the sweep deletes the files.
    ///
    /// - Parameters:
    ///   - earlier: the name under which the same results are stored already.
    ///   - isCounted: whether to check the quota; a file that replaces another needs no check.
    /// - Throws: `RefusedUpload` if the quota is exceeded; errors of `attach`. Nothing is stored then.
    @discardableResult
    func keep(
        _ prepared: Prepared, storedAs earlier: MediaName? = nil, of owner: ID<Account>, _ now: Timestamp,
        isCounted: Bool = true, attach: (Writer, MediaName) throws -> Void
    ) throws -> MediaName {
        let name = try translating {
            if let earlier { try store.storeAgain(earlier) } else { try store.store(prepared) }
        }
        do {
            try site.database.write { database in
                try MediaQueries.insert(database, name, prepared, of: owner, now)
                try attach(database, name)
                guard isCounted else { return }
                // Measured after the replaced file is deleted.
                let used = try MediaQueries.used(database, by: owner)
                guard used.count <= quota.count, used.bytes <= quota.bytes else { throw Uploads.isFull }
            }
        } catch {
            store.remove(name)
            throw error
        }
        return name
    }

    /// Deletes the row in the caller's transaction and enqueues deletion of the files. From then on nobody can read
    /// them.
    static func release(_ database: Writer, _ name: MediaName, _ now: Timestamp) throws {
        try MediaQueries.delete(database, name)
        try Job.enqueue(database, kind: removal, key: "\(removal) \(name)", payload: name.text, at: now)
    }

    /// Stops counting files that others may keep: they leave the owner's quota and export. So the owner's quota does
    /// not reveal whether somebody keeps them.
    static func disown(_ database: Writer, _ name: MediaName, _ now: Timestamp) throws {
        try MediaQueries.disown(database, name, now)
    }

    /// Takes back ``disown(_:_:_:)``.
    static func own(_ database: Writer, _ name: MediaName) throws { try MediaQueries.own(database, name) }

    /// The job that deletes files whose row is deleted.
    static let removal = "media.remove"

    private static let isFull = RefusedUpload(
        status: .unprocessableContent,
        sentence: "Your room for pictures, films and songs is used up. Delete some of what you shared first.")
}
