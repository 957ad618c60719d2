import Database
import Foundation
import Media
import Proximity
import Synchronization
import Testing

@testable import App

/// Relics for tests, of files that no upload made: a site without its demo world's pictures has none.
extension TestSite {
    /// Leaves a relic whose file holds three bytes.
    @discardableResult
    func leaveRelic(
        from name: String, _ kind: Relic.Kind = .photo, at place: Coordinate = DemoCast.Place.oodi.coordinate,
        _ change: (inout NewRelic) -> Void = { _ in }
    ) throws -> ID<Relic> {
        let maker = try account(name)
        let media = try storeDraft(of: maker, kind)
        var relic = NewRelic(media: media, kind: kind, coordinate: place, formKey: media.text)
        relic.description = "Watch the left side."
        change(&relic)
        return try app.relics.create(relic, from: maker, zone: .gmt, now)
    }

    private static let relicFiles = Mutex(0)

    private func storeDraft(of owner: ID<Account>, _ kind: Relic.Kind) throws -> MediaName {
        let number = TestSite.relicFiles.withLock { made in
            made += 1
            return made
        }
        let letters = String(1_000_000 + number).compactMap { $0.wholeNumberValue }.map { Array("abcdefghij")[$0] }
        let media = try #require(MediaName("klmnopqrstuvwxyz234" + String(letters)))
        let (use, sort) = kind == .photo ? ("photo", "image") : kind == .video ? ("clip", "video") : ("song", "audio")
        let type = kind == .photo ? "image/webp" : kind == .video ? "video/webm" : "audio/ogg"
        try app.site.database.write { database in
            try database.execute(
                """
                INSERT INTO media (name, owner_id, purpose, kind, bytes, created_at)
                VALUES (\(media.text), \(owner), \(use), \(sort), 3, \(now))
                """)
            try database.execute(
                """
                INSERT INTO media_file (name, size, content_type, bytes, width, height)
                VALUES (\(media.text), 'original', \(type), 3, 1, 1)
                """)
            try DraftQueries.insert(database, media, of: owner, for: Relics.draftPurpose, at: now)
        }
        let path = app.uploads.store.path(media, .original)
        try FileManager.default.createDirectory(
            at: URL(filePath: path).deletingLastPathComponent(), withIntermediateDirectories: true)
        #expect(FileManager.default.createFile(atPath: path, contents: Data([1, 2, 3])))
        return media
    }

    /// Opens a relic for somebody, as its page does.
    func openRelic(_ id: ID<Relic>, by name: String, givesReceipt: Bool = true) throws {
        let visitor = try account(name)
        try app.site.database.write {
            try RelicQueries.setOpened($0, id, by: visitor, isTyped: false, givesReceipt: givesReceipt, at: now)
        }
    }

    /// Signs a relic's visitors' book.
    func signRelic(_ id: ID<Relic>, _ text: String, by name: String) throws {
        let visitor = try account(name)
        try app.site.database.write { database in
            try database.execute(
                """
                INSERT INTO relic_visit (id, relic_id, account_id, submission, text, zone, created_at)
                VALUES (\(try database.newID(RelicVisit.self)), \(id), \(visitor), \(text), \(text), 'GMT', \(now))
                """)
        }
    }

    /// Whether the file of a relic is on the disk.
    func hasFile(_ media: MediaName) -> Bool {
        FileManager.default.fileExists(atPath: app.uploads.store.path(media, .original))
    }

    /// The name of a relic's file.
    func relicMedia(_ id: ID<Relic>) throws -> MediaName {
        let name: String? = try app.site.database.read { try $0.value("SELECT media FROM relic WHERE id = \(id)") }
        return try #require(name.flatMap { MediaName($0) })
    }

    /// The number of rows of a table of the feature.
    func relicRows(_ table: String) throws -> Int? {
        try app.site.database.read { database in
            switch table {
            case "relic": try database.value("SELECT count(*) FROM relic")
            case "relic_opening": try database.value("SELECT count(*) FROM relic_opening")
            case "relic_visit": try database.value("SELECT count(*) FROM relic_visit")
            case "relic_near": try database.value("SELECT count(*) FROM relic_near")
            default: nil
            }
        }
    }

    /// The sum of all counts of relics on maps.
    var countedRelics: Int {
        get throws {
            try app.site.database.read {
                try $0.value("SELECT coalesce(sum(things), 0) FROM grid_count WHERE layer LIKE 'relics%'") ?? 0
            }
        }
    }

    /// Whether somebody may know of a relic.
    func isKnown(_ id: ID<Relic>, to name: String) throws -> Bool {
        let viewer = try account(name)
        return try app.site.database.read { try RelicQueries.known($0, id, to: viewer, at: now) } != nil
    }
}
