import Database
import Foundation
import HTTP
import Proximity
import Synchronization
import TestTools
import Testing

@testable import App
@testable import HTTP

/// An open stream, read in place of a connection.
final class EventReader {
    let stream: EventStream
    private(set) var text = ""

    init(_ stream: EventStream) { self.stream = stream }

    /// Opens the stream of an answer, as the server does.
    static func open(
        _ visitor: Visitor, path: String = "/events", fields: [(String, String)] = []
    ) throws -> EventReader {
        let response = try visitor.fetch(path, fields + [("Accept", "text/event-stream")])
        #expect(response.status == .ok)
        guard case .stream(let stream) = response.body else {
            throw Failure.notFound
        }
        stream.onOpen(stream)
        return EventReader(stream)
    }

    /// Everything that was sent so far.
    func read() -> String {
        text += String(decoding: stream.take().bytes, as: UTF8.self)
        stream.note(unsent: 0)
        return text
    }

    /// The data of the events so far.
    var data: [String] {
        read().split(separator: "\n").filter { $0.hasPrefix("data: ") }.map { String($0.dropFirst(6)) }
    }

    var ids: [String] {
        read().split(separator: "\n").filter { $0.hasPrefix("id: ") }.map { String($0.dropFirst(4)) }
    }

    /// Expects exactly these data, waiting for them.
    func gets(_ expected: [String], location: SourceLocation = #_sourceLocation) {
        #expect(eventually { data.count >= expected.count }, "\(text)", sourceLocation: location)
        #expect(data == expected, sourceLocation: location)
    }

    /// Expects the stream to be ended by the server.
    func ends(location: SourceLocation = #_sourceLocation) {
        #expect(eventually { stream.isClosed }, sourceLocation: location)
    }
}

/// Events "poem", whose subject is who wrote it: known as long as nobody has blocked anybody.
struct Poems: EventSource {
    static let migrations: [Migration] = []
    var routes: [Route] { [] }
    let eventName = "poem"

    func eventData(
        _ database: Reader, of subjects: [Int64], for account: ID<Account>, _ now: Timestamp
    ) throws -> [Int64: String] {
        let names: [(Int64, String)] = try database.all(
            "SELECT id, username FROM \(Person.visible(to: account)) AS author WHERE id IN \(subjects)"
        ) { row in
            let id: ID<Account> = try row["id"]
            return (id.rawValue, try row["username"])
        }
        return Dictionary(uniqueKeysWithValues: names.map { ($0.0, "{\"from\":\"\($0.1)\"}") })
    }
}

/// Poems that cannot be read for one person.
struct BrokenPoems: EventSource {
    static let migrations: [Migration] = []
    var routes: [Route] { [] }
    var eventName: String { Poems().eventName }
    let reader: ID<Account>
    let isBroken: @Sendable () -> Bool

    func eventData(
        _ database: Reader, of subjects: [Int64], for account: ID<Account>, _ now: Timestamp
    ) throws -> [Int64: String] {
        if account == reader, isBroken() { throw DatabaseError(.column, "a poem that nobody can read") }
        return try Poems().eventData(database, of: subjects, for: account, now)
    }
}

extension TestSite {
    /// The demo world before any event, which knows poems.
    static func withPoems() throws -> TestSite {
        let site = try demo()
        try site.app.site.database.write { database in
            try database.execute("DELETE FROM event")
            try database.execute("DELETE FROM event_sequence")
        }
        site.addPoems()
        return site
    }

    /// Makes the site know the poems.
    func addPoems() { app.site.features.register(app.site.features.all + [Poems()]) }

    /// Tells somebody of poems, all in one transaction.
    func addPoem(from authors: String..., to reader: String) throws {
        let (ids, reader) = (try authors.map { try account($0) }, try account(reader))
        try app.site.database.write { database in
            for id in ids { try app.events.append(database, "poem", subject: id.rawValue, to: reader, at: now) }
        }
    }

    /// The data of a poem's event.
    static func poem(_ author: String) -> String { "{\"from\":\"\(author)\"}" }
}
