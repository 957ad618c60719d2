import Database
import Export
import Foundation
import Proximity

/// The archive that is being made for somebody, as features write into it: page by page, so that neither a reader of the
/// database nor much memory is held for long.
final class ExportWriter {
    /// Most things that are read at once by `places` and `list`.
    static let pageSize = 1_000
    /// Most points of one GPX file: map programs open no more in good time, and it is made in memory.
    private static let maxPoints = 20_000

    let now: Timestamp
    private let zip: ZipWriter
    private let database: Database
    private let advance: (Int) throws -> Void
    private let encoder: JSONEncoder

    /// A page of a list, and where the next begins.
    typealias Page<Item> = (items: [Item], next: Cursor?)

    /// `advance` is told how many things were written since the last time; what it throws ends the export.
    init(path: String, database: Database, now: Timestamp, advance: @escaping (Int) throws -> Void) throws {
        zip = try ZipWriter(path: path)
        self.database = database
        self.now = now
        self.advance = advance
        encoder = JSONEncoder()
        encoder.keyEncodingStrategy = .convertToSnakeCase
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    }

    /// Adds one thing as JSON.
    func one<Thing: Encodable>(_ name: String, _ read: (Reader) throws -> Thing) throws {
        let bytes = Array(try encoder.encode(try database.read { try read($0) }))
        try zip.add(name, bytes + [0x0A], modified: now.milliseconds)
        try advance(1)
    }

    /// Adds a list as JSON, one thing a line.
    func list<Item: Encodable>(_ name: String, _ read: (Reader, Cursor?) throws -> Page<Item>) throws {
        try zip.add(name, modified: now.milliseconds) { write in
            var isFirst = true
            try pages(read) { items in
                var text: [UInt8] = []
                for item in items {
                    text += Array((isFirst ? "[\n" : ",\n").utf8)
                    text += try encoder.encode(item)
                    isFirst = false
                }
                try write(text[...])
            }
            try write(Array((isFirst ? "[]\n" : "\n]\n").utf8)[...])
        }
    }

    /// Adds places as GPX, in as many files as they need: `found.gpx`, `found-2.gpx`. With `isTrack` they are a path,
    /// broken where nothing is known for ten minutes.
    func places(
        _ name: String, title: String, isTrack: Bool = false,
        _ read: (Reader, Cursor?) throws -> Page<GPXDocument.Point>
    ) throws {
        var points: [GPXDocument.Point] = []
        var files = 0
        func flush() throws {
            guard !points.isEmpty else { return }
            files += 1
            var document = GPXDocument(creator: "Cairn", name: title, time: now.milliseconds)
            if isTrack {
                document.tracks = [.init(name: title, segments: ExportWriter.segments(points))]
            } else {
                document.waypoints = points
            }
            let file = files == 1 ? "\(name).gpx" : "\(name)-\(files).gpx"
            try zip.add(file, document.bytes, modified: now.milliseconds)
            points = []
        }
        try pages(read) { items in
            points += items
            if points.count >= ExportWriter.maxPoints { try flush() }
        }
        try flush()
    }

    /// Adds a stored file as it is; one that is missing is left out, the rest is worth having.
    func file(_ name: String, at path: String, made: Timestamp) throws {
        do { try zip.add(name, file: path, compression: .stored, modified: made.milliseconds) } catch ZipError.input {}
        try advance(1)
    }

    /// Adds a text for people.
    func text(_ name: String, _ text: String) throws {
        try zip.add(name, Array(text.utf8), modified: now.milliseconds)
    }

    /// Ends the archive: it is whole on the disk then.
    func finish() throws { try zip.finish() }

    private func pages<Item>(
        _ read: (Reader, Cursor?) throws -> Page<Item>, _ body: ([Item]) throws -> Void
    ) throws {
        var cursor: Cursor?
        repeat {
            let page = try database.read { try read($0, cursor) }
            try body(page.items)
            try advance(page.items.count)
            cursor = page.next
        } while cursor != nil
    }

    static func segments(_ points: [GPXDocument.Point]) -> [[GPXDocument.Point]] {
        let gap: Int64 = 600_000
        var segments: [[GPXDocument.Point]] = []
        for point in points {
            if let last = segments.last?.last?.time, (point.time ?? last) - last <= gap {
                segments[segments.count - 1].append(point)
            } else {
                segments.append([point])
            }
        }
        return segments
    }
}
