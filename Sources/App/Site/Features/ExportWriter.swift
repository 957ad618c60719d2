import Database
import Export
import Foundation
import Proximity

/// The archive of an export, which features write to page by page, so that no long read transaction and little memory
/// is needed.
final class ExportWriter {
    /// Most things that `places` and `list` read at once.
    static let pageSize = 1_000
    /// Most points per GPX file: larger ones load slowly in map programs, and a file is built in memory.
    private static let maxPoints = 20_000

    let now: Timestamp
    private let zip: ZipWriter
    private let database: Database
    private let advance: (Int) throws -> Void
    private let encoder: JSONEncoder

    /// A page of a list and the cursor of the next.
    typealias Page<Item> = (items: [Item], next: Cursor?)

    /// `advance` gets the number of things written since its last call; its errors end the export.
    ///
    /// - Parameter timeZone: of the person whose data it is.
    init(
        path: String, database: Database, timeZone: TimeZone, now: Timestamp, advance: @escaping (Int) throws -> Void
    ) throws {
        zip = try ZipWriter(path: path, timeZone: timeZone)
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

    /// Adds a list as JSON, one thing per line.
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

    /// Adds places as GPX, in as many files as they need: `found.gpx`, `found-2.gpx`. With `isTrack` they form a track,
    /// interrupted at gaps of more than ten minutes.
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

    /// Adds a stored file unchanged; skips missing files, because the rest is still useful.
    func file(_ name: String, at path: String, made: Timestamp) throws {
        do { try zip.add(name, file: path, compression: .stored, modified: made.milliseconds) } catch ZipError.input {}
        try advance(1)
    }

    /// Adds a plain text file.
    func text(_ name: String, _ text: String) throws {
        try zip.add(name, Array(text.utf8), modified: now.milliseconds)
    }

    /// Finishes the archive. It is complete on the disk when this returns.
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
