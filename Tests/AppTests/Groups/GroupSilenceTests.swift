import Database
import Proximity
import Testing

@testable import App

/// What members are told of phones from which nothing comes.
struct GroupSilenceTests {
    private func say(_ phones: String) -> String { "No word from \(phones): you won’t hear if they drift off · Friday" }

    @Test func `those who fall silent within ten minutes are one notice, which names them all`() throws {
        let outing = try GroupOuting(["aino_k", "mikko", "leena", "ville"])
        func titles(_ name: String) throws -> [String] { try outing.texts(name).map { $0.title } }
        func move(_ seconds: Double, _ names: String...) throws {
            outing.site.wait(seconds: seconds)
            for name in names { try outing.walk(name, north: 0) }
            outing.site.sweep()
        }
        try outing.gather()
        try move(240, "aino_k", "mikko", "ville")
        try move(240, "aino_k", "ville")
        try move(240, "aino_k", "ville")
        #expect(try titles("aino_k") == [say("leena’s phone")])
        #expect(try outing.texts("aino_k").first?.path == outing.path(of: "leena"))
        let aino = try outing.account("aino_k")
        try outing.site.app.site.database.write { try NoticeQueries.setAllRead($0, of: aino, outing.site.now) }
        try move(240, "aino_k")
        // Told again, because there is more to tell; nobody is told of themselves.
        #expect(try titles("aino_k") == [say("the phones of leena and mikko")])
        #expect(try outing.notices("aino_k").map { $0.isRead } == [false])
        #expect(try outing.texts("aino_k").first?.path == outing.door.path)
        #expect(try titles("mikko") == [say("leena’s phone")] && titles("leena") == [say("mikko’s phone")])
        // More than ten minutes after the first.
        try move(480, "aino_k")
        #expect(try titles("aino_k") == [say("the phones of leena and mikko"), say("ville’s phone")])
    }

    @Test func `of many phones three are named`() {
        let names = ["a", "b", "c", "d", "e"]
        #expect(GroupSilence.words(Array(names.prefix(1))) == "No word from a’s phone")
        #expect(GroupSilence.words(Array(names.prefix(4))) == "No word from the phones of a, b, c and d")
        #expect(GroupSilence.words(names) == "No word from the phones of a, b, c and 2 others")
    }
}
