import Database
import Proximity
import Testing

@testable import App

/// Two groups of one name are told from each other wherever both may stand, by what their reader knows.
struct GroupNamesakeTests {
    private let site: TestSite
    private let people: [String: Visitor]
    private let doors: [GroupDoor]

    /// Aino is in two groups of one name: in one with Mikko, in the other with Leena.
    init() throws {
        site = try TestSite.empty()
        var people: [String: Visitor] = [:]
        for name in ["aino_k", "mikko", "leena"] { people[name] = try site.newAccount(name) }
        self.people = people
        let aino = try #require(people["aino_k"])
        doors = [try GroupDoor(aino), try GroupDoor(aino, "friday")]
        for (name, door) in zip(["mikko", "leena"], doors) { try people[name]?.get(door.byLink).submit(door.byLink) }
    }

    private func visitor(_ name: String) throws -> Visitor { try #require(people[name]) }

    private func act(_ name: String, _ path: String, _ fields: [(String, String)] = []) throws {
        try visitor(name).press(path, fields).gets(200)
    }

    @Test func `lists, the bars above pages, heads and chats say with whom`() throws {
        let aino = try visitor("aino_k")
        try aino.get("/groups").sees("Friday with mikko · 2 people", "friday with leena · 2 people")
        try aino.get("/archive").sees("Friday with mikko · ", "friday with leena · ")
        for (name, door) in zip(["mikko", "leena"], doors) {
            try aino.get(door.path).sees("with \(name) · 300 m")
            try aino.get(GroupPaths.messages(door.id)).sees("with \(name) · 2 people")
        }
        try aino.get("/settings/visibility").sees("Friday (with mikko)", "friday (with leena)")
        // Who is in one of them knows nothing of another.
        try visitor("mikko").get("/groups").sees("Friday 2 people").seesNot("with aino_k", "since")
        try visitor("mikko").get(doors[0].path).seesNot("with aino_k")
    }

    @Test func `alerts and notices say it too`() throws {
        try act("leena", GroupPaths.help(doors[1].id))
        try act("mikko", GroupPaths.messages(doors[0].id), [("text", "Hello"), ("key", "k")])
        site.wait(seconds: 11)
        site.sweep()
        let aino = try visitor("aino_k")
        try aino.get("/archive").sees("leena needs help", "friday (with leena) · at ")
        try aino.get("/notices").sees("leena asks for help · friday (with leena)", "New in Friday (with mikko)")
        try visitor("mikko").get("/notices").seesNot("(with")
    }

    @Test func `groups that ended on one day are told from each other, and others by their day`() throws {
        for door in doors { try act("aino_k", GroupPaths.end(door.id)) }
        let aino = try visitor("aino_k")
        try aino.get("/groups").sees("with mikko", "with leena")
        try aino.get("/notices").sees("Friday (with mikko) is over", "friday (with leena) is over")
        site.wait(seconds: 2 * 86_400)
        let other = try GroupDoor(aino)
        try act("aino_k", GroupPaths.end(other.id))
        try aino.get("/groups").sees("21 November · with mikko", "23 November · One person")
    }

    @Test func `nobody is named who is hidden, and then it is since when`() throws {
        try visitor("aino_k").get("/people/leena").submit("/people/leena/block")
        let aino = try visitor("aino_k")
        try aino.get("/groups").sees("with mikko", "friday since 14:00").seesNot("leena")
        try aino.get(doors[1].path).sees("since 14:00 · 300 m").seesNot("leena")
        for door in doors { try act("aino_k", GroupPaths.end(door.id)) }
        try aino.get("/groups").sees("with mikko", "since 14:00").seesNot("leena")
        try aino.get("/notices").sees("friday (since 14:00) is over").seesNot("leena")
    }

    @Test func `two with the same people are told by when one came`() throws {
        let aino = try visitor("aino_k")
        site.wait(seconds: 600)
        let third = try GroupDoor(aino, "FRIDAY")
        try visitor("mikko").get(third.byLink).submit(third.byLink)
        try aino.get("/groups").sees("since 14:00", "since 14:10", "with leena").seesNot("with mikko")
    }

    @Test func `those who are in all of them are named last, and many are counted`() {
        func person(_ number: Int64) -> Person {
            Person(id: ID(rawValue: number), username: "p\(number)", displayName: nil)
        }
        func known(_ numbers: [Int64]) -> GroupDistinction.Known {
            GroupDistinction.Known(look: "Friday", others: numbers.map(person), since: TestSite.noon)
        }
        #expect(
            GroupDistinction.all([known([1, 2]), known([1, 3]), known([1, 4, 5, 6, 7])]) == [
                .company("p2 and p1"), .company("p3 and p1"), .company("p4, p5 and 3 others"),
            ])
        #expect(GroupDistinction.all([known([1])]) == [nil])
        let since = GroupDistinction.since(TestSite.noon)
        #expect(GroupDistinction.all([known([]), known([1]), known([1])]) == [since, since, since])
    }
}
