import Database
import Foundation
import TestTools
import Testing

@testable import App

/// What open pages, lists and exports of a group tell: nothing to who waits, was removed, or is hidden by a block.
struct GroupStreamTests {
    private let change: String
    private let outing: GroupOuting
    private var site: TestSite { outing.site }
    private var id: ID<FriendGroup> { outing.door.id }

    init() throws {
        outing = try GroupOuting()
        try outing.gather()
        change = #"{"part":"\#(Groups.part(outing.door.id))"}"#
    }

    /// What a reader has been sent until now: what is passed on later comes later.
    private func marked(_ reader: EventReader, _ name: String) throws -> [String] {
        let (account, marker) = (try site.account(name), #"{"part":"marker"}"#)
        try site.app.site.database.write { site.app.events.broadcast($0, "change", data: marker, to: account) }
        #expect(eventually { reader.data.last == marker })
        return reader.data.dropLast()
    }

    /// Aino walks, writes, pauses and goes on.
    private func busy() throws {
        site.wait(seconds: 30)
        try outing.walk("aino_k", north: 20)
        try outing.act("aino_k", path: GroupPaths.messages(id), fields: [("text", "Hello"), ("key", "k")]).gets(200)
        try outing.act("aino_k", path: "\(outing.door.path)/pause", fields: [("minutes", "15")]).gets(200)
        try outing.act("aino_k", path: "\(outing.door.path)/heading-home", fields: []).gets(200)
    }

    @Test func `what somebody hidden does renews no open page of the one they are hidden from`() throws {
        try site.member(signedUp: "aino_k").get("/people/mikko").submit("/people/mikko/block")
        let mikko = try EventReader.open(site.member(signedUp: "mikko"))
        let leena = try EventReader.open(site.member(signedUp: "leena"))
        try busy()
        #expect(try marked(mikko, "mikko") == [])
        #expect(eventually { leena.data.contains(change) })
        // Of the others it is told.
        try outing.walk("leena", north: 25)
        #expect(eventually { mikko.data.contains(change) })
    }

    /// What a member's chat shows of each message: its number and words.
    private func numbers(_ name: String, _ path: String) throws -> [String] {
        let text = try site.member(signedUp: name).get("\(GroupPaths.messages(id))\(path)").page.text
        return text.matches(of: /id="says-(\d+)">([a-z]+)/).map { "\($0.1) \($0.2)" }
    }

    @Test func `messages are counted as if somebody hidden wrote none`() throws {
        try site.member(signedUp: "aino_k").get("/people/mikko").submit("/people/mikko/block")
        for (index, line) in ["mikko first", "leena one", "mikko two", "leena three", "mikko four", "mikko last"]
            .enumerated()
        {
            let parts = line.split(separator: " ").map { String($0) }
            try outing.act(parts[0], path: GroupPaths.messages(id), fields: [("text", parts[1]), ("key", "k\(index)")])
            site.wait(seconds: 3)
        }
        #expect(try numbers("leena", "") == ["1 first", "2 one", "3 two", "4 three", "5 four", "6 last"])
        #expect(try numbers("aino_k", "") == ["1 one", "2 three"])
        #expect(try numbers("aino_k", "?before=2") == ["1 one"])
        #expect(try numbers("aino_k", "/live?from=2") == ["2 three"])
        let aino = try site.member(signedUp: "aino_k").get("\(GroupPaths.messages(id))/live?from=1")
        #expect(aino.page.text.contains(#"data-first="1""#) && aino.page.text.contains(#"data-last="2""#))
        #expect(!aino.page.text.contains("data-earlier") && !aino.page.text.contains("data-later"))
        try outing.act("aino_k", path: GroupPaths.messages(id), fields: [("text", "own"), ("key", "own")])
        #expect(try numbers("aino_k", "?before=3") == ["1 one", "2 three"])
        #expect(try numbers("aino_k", "") == ["1 one", "2 three", "3 own"])
        #expect(try numbers("mikko", "").count == 6)
    }

    @Test func `who waits to be admitted is told when they are, and nothing before`() throws {
        let jonas = try site.newAccount("jonas")
        try site.app.site.database.write {
            try $0.execute("UPDATE friend_group SET needs_admission = 1 WHERE id = \(id)")
        }
        try jonas.get(outing.door.byLink).submit(outing.door.byLink)
        let reader = try EventReader.open(jonas)
        try busy()
        #expect(try marked(reader, "jonas") == [])
        try outing.act("aino_k", path: outing.path(of: "jonas") + "/admit", fields: [])
        #expect(eventually { reader.data.contains(change) })
    }

    @Test func `past groups count those whom one sees`() throws {
        try site.member(signedUp: "aino_k").get("/people/mikko").submit("/people/mikko/block")
        try outing.act("aino_k", path: "\(outing.door.path)/end", fields: [])
        func count(_ name: String) throws -> Int? {
            let account = try site.account(name)
            return try site.app.site.database.read {
                try GroupListQueries.past($0, of: account, site.now).first?.count
            }
        }
        #expect(try count("mikko") == 2 && count("aino_k") == 2 && count("leena") == 3)
    }

    @Test func `an export tells no end of a group that one left, and no name of one that let nobody in`() throws {
        let jonas = try site.newAccount("jonas")
        try site.app.site.database.write {
            try $0.execute("UPDATE friend_group SET needs_admission = 1 WHERE id = \(id)")
        }
        try jonas.get(outing.door.byLink).submit(outing.door.byLink)
        try outing.act("aino_k", path: outing.path(of: "mikko") + "/remove", fields: [])
        site.wait(seconds: 60)
        try outing.act("aino_k", path: "\(outing.door.path)/end", fields: [])
        func exported(_ name: String) throws -> GroupMemberQueries.Exported {
            let account = try site.account(name)
            return try #require(
                try site.app.site.database.read { try GroupMemberQueries.own($0, of: account, after: nil).0.first })
        }
        #expect(try exported("leena").ended != nil && exported("leena").name == "Friday")
        #expect(try exported("mikko").ended == nil && exported("mikko").name == "Friday")
        #expect(try exported("mikko").left != nil)
        #expect(try exported("jonas").ended == nil && exported("jonas").name == nil)
    }

    @Test func `a guest with a member's name is told from them everywhere`() throws {
        let twin = try GroupOuting(guest: "leena K")
        try twin.gather()
        try twin.act("leena K", path: GroupPaths.messages(twin.door.id), fields: [("text", "Hello"), ("key", "k")])
            .gets(200)
        let aino = try twin.visitor("aino_k")
        for path in [twin.door.path, "\(twin.door.path)/settings", GroupPaths.messages(twin.door.id)] {
            try aino.get(path).sees("leena K (guest)")
        }
        twin.site.wait(seconds: 20)
        try twin.stray("leena K")
        try aino.get("/notices").sees("leena K (guest) is more than 300 m from the group")
    }
}
