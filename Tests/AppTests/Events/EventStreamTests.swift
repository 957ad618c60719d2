import Database
import Foundation
import HTTP
import TestTools
import Testing

@testable import App
@testable import HTTP

/// Who has a stream, and until when.
struct EventStreamTests {
    /// Ends one of two sessions of a person; its stream must end and carry nothing, the other one goes on.
    private func expectEnd(
        _ site: TestSite, _ reader: EventReader, beside other: EventReader, location: SourceLocation = #_sourceLocation
    ) throws {
        try site.addPoem(from: "mikko", to: "aino_k")
        other.gets([TestSite.poem("mikko")], location: location)
        reader.ends(location: location)
        #expect(reader.read() == "", sourceLocation: location)
        #expect(!other.stream.isClosed, sourceLocation: location)
    }

    @Test func `a stream carries nothing after its session was signed out`() throws {
        let site = try TestSite.withPoems()
        let (leaving, staying) = (try site.member("aino_k"), try site.member("aino_k"))
        let (reader, other) = (try EventReader.open(leaving), try EventReader.open(staying))
        try leaving.get("/you").submit("/logout")
        reader.ends()
        try expectEnd(site, reader, beside: other)
    }

    @Test func `a stream ends with its session when another one ends it`() throws {
        let site = try TestSite.withPoems()
        let (first, second) = (try site.member("aino_k"), try site.member("aino_k"))
        let (reader, other) = (try EventReader.open(first), try EventReader.open(second))
        try second.get("/settings/sessions").submit("/settings/sessions/end")
        try expectEnd(site, reader, beside: other)
    }

    @Test func `a stream ends when its session is too old or unused for too long`() throws {
        let site = try TestSite.withPoems()
        let old = try EventReader.open(try site.member("aino_k"))
        site.wait(seconds: Accounts.idleLife + 1)
        let young = try EventReader.open(try site.member("aino_k"))
        try expectEnd(site, old, beside: young)
    }

    @Test func `an administrator's stream ends after twelve hours`() throws {
        let site = try TestSite.withPoems()
        let reader = try EventReader.open(try site.administrator())
        let other = try EventReader.open(try site.member("aino_k"))
        site.wait(seconds: Accounts.maxAdministratorLife + 1)
        reader.ends()
        try site.addPoem(from: "mikko", to: "aino_k")
        other.gets([TestSite.poem("mikko")])
    }

    @Test func `a suspension ends all streams of a person`() throws {
        let site = try TestSite.withPoems()
        let readers = try (0..<3).map { _ in try EventReader.open(try site.member("aino_k")) }
        let other = try EventReader.open(try site.member("leena"))
        try site.suspend(try site.account("aino_k"))
        try site.addPoem(from: "mikko", to: "aino_k")
        try site.addPoem(from: "mikko", to: "leena")
        other.gets([TestSite.poem("mikko")])
        for reader in readers {
            reader.ends()
            #expect(reader.read() == "")
        }
    }

    @Test func `visitors have no stream`() throws {
        let site = try TestSite.withPoems()
        let response = try Visitor(site).fetch("/events")
        #expect(response.status == .seeOther)
        #expect(try Visitor(site).fetch("/events", [("Accept", "application/json")]).status == .forbidden)
    }

    @Test func `HEAD and an answer that is not sent hold no place`() throws {
        let site = try TestSite.withPoems()
        let aino = try site.member("aino_k")
        _ = try aino.fetch("/events")
        #expect(site.app.events.hub.listeners.isEmpty)
        let reader = try EventReader.open(aino)
        #expect(site.app.events.hub.listeners.count == 1)
        reader.stream.onClose(reader.stream)
        #expect(site.app.events.hub.listeners.isEmpty)
    }

    @Test func `one person has at most 1,024 streams, and a place that gets free is used`() throws {
        let site = try TestSite.withPoems()
        let aino = try site.member("aino_k")
        // Fewer where this process may open few files.
        let count = min(EventHub.maxOfAccount, EventHub.limit / 4)
        let readers = try (0..<count).map { _ in try EventReader.open(aino) }
        let refused = try aino.fetch("/events")
        #expect(refused.status == .tooManyRequests)
        #expect(refused.headers["retry-after"] == "30")
        #expect(try site.member("leena").fetch("/events").status == .ok)
        readers[7].stream.onClose(readers[7].stream)
        #expect(try aino.fetch("/events").status == .ok)
        try site.addPoem(from: "mikko", to: "aino_k")
        for (number, reader) in readers.enumerated() where number != 7 { reader.gets([TestSite.poem("mikko")]) }
    }

    @Test func `when all places are taken, who has most gives one to who has fewer`() {
        let (many, few, none) = (ID<Account>(rawValue: 1), ID<Account>(rawValue: 2), ID<Account>(rawValue: 3))
        let numbers = [many: Set([7, 5, 6, 9]), few: Set([1, 2])]
        #expect(EventHub.surplus(numbers, for: none) == 5)
        #expect(EventHub.surplus(numbers, for: few) == 5)
        #expect(EventHub.surplus(numbers, for: many) == nil)
        #expect(EventHub.surplus([many: [3, 4], few: [1, 2]], for: few) == nil)
        #expect(EventHub.surplus([many: [3], few: [1]], for: none) == nil)
    }

    @Test func `a reader that is slow holds up nobody and gets the rest later`() throws {
        let site = try TestSite.withPoems()
        let aino = try site.member("aino_k")
        let (slow, quick) = (try EventReader.open(aino), try EventReader.open(aino))
        let (author, id) = (try site.account("mikko"), try site.account("aino_k"))
        let count = 1_000
        for _ in 0..<10 {
            try site.app.site.database.write { database in
                for _ in 0..<count / 10 {
                    try site.app.events.append(database, "poem", subject: author.rawValue, to: id, at: site.now)
                }
            }
        }
        #expect(eventually { quick.ids.count == count })
        #expect(!slow.stream.isClosed && slow.stream.backlog < 64 * 1024)
        #expect(eventually { slow.ids.count == count })
        #expect(slow.ids == quick.ids)
    }

    @Test func `a passing event reaches the open pages of its person alone, the same one at most once a second`() throws
    {
        let site = try TestSite.withPoems()
        let (aino, leena) = (try site.member("aino_k"), try site.member("leena"))
        let (reader, other) = (try EventReader.open(aino), try EventReader.open(leena))
        let id = try site.account("aino_k")
        let (near, far) = (#"{"part":"nearby"}"#, #"{"part":"archive"}"#)
        for _ in 0..<5 {
            try site.app.site.database.write { database in
                site.app.events.broadcast(database, "change", data: near, to: id)
            }
        }
        #expect(throws: Failure.self) {
            try site.app.site.database.write { database in
                site.app.events.broadcast(database, "change", data: #"{"part":"lost"}"#, to: id)
                throw Failure.notFound
            }
        }
        try site.app.site.database.write { database in site.app.events.broadcast(database, "change", data: far, to: id)
        }
        #expect(eventually { reader.data.contains(far) })
        #expect(reader.data.first == near && !reader.text.contains("lost") && !reader.text.contains("id:"))
        try site.addPoem(from: "mikko", to: "leena")
        other.gets([TestSite.poem("mikko")])
    }

    @Test func `of the same passing event one is sent at once and one after the pause`() {
        var ephemeral = EphemeralEvents()
        let event = EphemeralEvent(account: .init(rawValue: 1), name: "change", data: "{}")
        let another = EphemeralEvent(account: .init(rawValue: 1), name: "change", data: "{\"part\":\"x\"}")
        ephemeral.add(event, at: 10)
        ephemeral.add(event, at: 10)
        #expect(ephemeral.take(at: 10) == [event])
        ephemeral.add(event, at: 10.2)
        ephemeral.add(event, at: 10.4)
        ephemeral.add(another, at: 10.4)
        #expect(ephemeral.take(at: 10.4) == [another] && ephemeral.nextTime == 11)
        #expect(ephemeral.take(at: 10.9).isEmpty && ephemeral.take(at: 11) == [event])
        #expect(ephemeral.nextTime == nil && ephemeral.take(at: 20).isEmpty)
        ephemeral.add(event, at: 20)
        #expect(ephemeral.take(at: 20) == [event])
    }

    @Test func `a closed app has no streams`() throws {
        let site = try TestSite.withPoems()
        let aino = try site.member("aino_k")
        let reader = try EventReader.open(aino)
        let late = try aino.fetch("/events")
        site.app.events.hub.end()
        reader.ends()
        guard case .stream(let stream) = late.body else { throw Failure.notFound }
        stream.onOpen(stream)
        #expect(stream.isClosed)
    }
}
