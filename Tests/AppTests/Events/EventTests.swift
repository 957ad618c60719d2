import Foundation
import HTTP
import Synchronization
import TestTools
import Testing

@testable import App
@testable import HTTP

/// What a stream carries.
struct EventTests {
    @Test func `a stream carries each event once, in order, with ascending ids`() throws {
        let site = try TestSite.withPoems()
        let aino = try site.member("aino_k")
        try site.addPoem(from: "ville", to: "aino_k")
        let reader = try EventReader.open(aino)
        try site.addPoem(from: "mikko", "leena", to: "aino_k")
        try site.addPoem(from: "sofia", to: "mikko")
        reader.gets(["mikko", "leena"].map(TestSite.poem))
        try site.addPoem(from: "mikko", to: "aino_k")
        reader.gets(["mikko", "leena", "mikko"].map(TestSite.poem))
        #expect(reader.ids == ["2", "3", "4"])
        #expect(reader.text.hasPrefix("event: poem\nid: 2\ndata: {\"from\":\"mikko\"}\n\n"))
    }

    @Test func `more events than one read takes arrive in order`() throws {
        let site = try TestSite.withPoems()
        let aino = try site.member("aino_k")
        let count = Events.maxAtOnce * 2 + 7
        let (author, id) = (try site.account("mikko"), try site.account("aino_k"))
        try site.app.site.database.write { database in
            for _ in 0..<count {
                try site.app.events.append(database, "poem", subject: author.rawValue, to: id, at: site.now)
            }
        }
        let reader = try EventReader.open(aino, path: "/events?after=0")
        #expect(eventually { reader.ids.count >= count })
        #expect(reader.ids == (1...count).map { "\($0)" })
    }

    @Test func `a stream resumes after an id, from another session and after a restart too`() throws {
        let site = try TestSite.withPoems()
        try site.addPoem(from: "mikko", "leena", "sofia", to: "aino_k")
        let (first, second) = (try site.member("aino_k"), try site.member("aino_k"))
        try EventReader.open(first, path: "/events", fields: [("Last-Event-ID", "1")]).gets(
            ["leena", "sofia"].map(TestSite.poem))
        try EventReader.open(second, path: "/events?after=2").gets(["sofia"].map(TestSite.poem))
        // A browser that connects again still has the old address.
        try EventReader.open(second, path: "/events?after=0", fields: [("Last-Event-ID", "2")]).gets(
            ["sofia"].map(TestSite.poem))
        let restarted = try site.copy()
        restarted.addPoems()
        let visitor = Visitor(restarted, cookies: first.cookies)
        let reader = try EventReader.open(visitor, path: "/events?after=1")
        try restarted.addPoem(from: "ville", to: "aino_k")
        reader.gets(["leena", "sofia", "ville"].map(TestSite.poem))
        #expect(reader.ids == ["2", "3", "4"])
    }

    @Test(arguments: ["-1", "99", "1e3", "0x1", "99999999999999999999", "", "%00", "'; --", "１", "+1"])
    func `a strange id is ignored`(id: String) throws {
        let site = try TestSite.withPoems()
        let aino = try site.member("aino_k")
        try site.addPoem(from: "mikko", to: "aino_k")
        let readers = [
            try EventReader.open(aino, path: "/events", fields: [("Last-Event-ID", id.replacing("１", with: "one"))]),
            try EventReader.open(aino, path: "/events?after=\(PathText.component(id))"),
        ]
        try site.addPoem(from: "leena", to: "aino_k")
        for reader in readers { reader.gets([TestSite.poem("leena")]) }
        let text = try aino.get("/events/latest?after=\(PathText.component(id))").page.text
        #expect(text == #"{"last":2,"more":false,"events":[]}"#)
    }

    @Test func `what somebody may not know any more is left out, and comes no later`() throws {
        let site = try TestSite.withPoems()
        let aino = try site.member("aino_k")
        let reader = try EventReader.open(aino)
        let mikko = try site.member("mikko").get("/people/aino_k").submit("/people/aino_k/block")
        try site.addPoem(from: "mikko", to: "aino_k")
        try site.addPoem(from: "leena", to: "aino_k")
        reader.gets([TestSite.poem("leena")])
        try mikko.submit("/people/aino_k/unblock")
        try site.addPoem(from: "sofia", to: "aino_k")
        reader.gets(["leena", "sofia"].map(TestSite.poem))
        #expect(reader.ids == ["2", "3"])
    }

    @Test func `an event that cannot be read holds up nobody else, and is sent when it can`() throws {
        let site = try TestSite.withPoems()
        let isBroken = Mutex(true)
        let broken = BrokenPoems(reader: try site.account("aino_k")) { isBroken.withLock { $0 } }
        site.app.site.features.register(site.app.site.features.all.filter { !($0 is Poems) } + [broken])
        let visitors = try ["aino_k", "leena", "sofia"].map { try site.member($0) }
        let readers = try visitors.map { try EventReader.open($0) }
        // Written by another process, so that one look finds all of them.
        let (other, names) = (try TestSite.at(site.folder), ["aino_k", "leena", "sofia"])
        let (poet, ids) = (try site.account("mikko"), try names.map { try site.account($0) })
        try other.app.site.database.write { database in
            for id in ids {
                try other.app.events.append(database, "poem", subject: poet.rawValue, to: id, at: site.now)
            }
        }
        for reader in readers.dropFirst() { reader.gets([TestSite.poem("mikko")]) }
        #expect(readers[0].read() == "")
        isBroken.withLock { $0 = false }
        readers[0].gets([TestSite.poem("mikko")])
    }

    @Test func `events of a name that nobody knows are left out`() throws {
        let site = try TestSite.withPoems()
        site.app.site.features.register(site.app.site.features.all.filter { !($0 is Poems) })
        let aino = try site.member("aino_k")
        try site.addPoem(from: "mikko", to: "aino_k")
        #expect(
            try aino.get("/events/latest?after=0").page.text == #"{"last":1,"more":false,"events":[]}"#)
    }

    @Test func `the same events are answered at once for browsers without streams`() throws {
        let site = try TestSite.withPoems()
        let aino = try site.member("aino_k")
        try site.addPoem(from: "mikko", "leena", to: "aino_k")
        #expect(try aino.get("/events/latest").page.text == #"{"last":2,"more":false,"events":[]}"#)
        let expected = #"{"last":2,"more":false,"events":[{"id":2,"event":"poem","data":{"from":"leena"}}]}"#
        #expect(try aino.get("/events/latest?after=1", accept: "application/json").page.text == expected)
        #expect(aino.page.headers["content-type"] == "application/json")
        for _ in 0..<60 { try aino.get("/events/latest") }
        aino.gets(429)
        #expect(aino.page.headers["retry-after"] != nil)
        site.wait(seconds: 61)
        try aino.get("/events/latest").gets(200)
        let visitor = Visitor(site)
        try visitor.get("/events/latest", accept: "application/json").gets(403)
    }

    @Test func `what another process on the same database writes arrives`() throws {
        let site = try TestSite.withPoems()
        let other = try TestSite.at(site.folder)
        let reader = try EventReader.open(try site.member("aino_k"))
        try other.addPoem(from: "mikko", to: "aino_k")
        reader.gets([TestSite.poem("mikko")])
        let id = try site.account("aino_k")
        try other.suspend(id)
        reader.ends()
    }

    @Test func `an event is kept for a day and its number for ever`() throws {
        let site = try TestSite.withPoems()
        try site.addPoem(from: "mikko", to: "aino_k")
        site.wait(seconds: Events.kept + 600)
        site.sweep()
        try site.addPoem(from: "leena", to: "aino_k")
        let reader = try EventReader.open(try site.member("aino_k"), path: "/events?after=0")
        reader.gets([TestSite.poem("leena")])
        #expect(reader.ids == ["2"])
    }
}
