import Database
import Foundation
import Proximity
import Testing

@testable import App

/// The morning after a night out.
struct GroupMorningTests {
    private let outing: GroupOuting
    private var site: TestSite { outing.site }
    private var id: ID<FriendGroup> { outing.door.id }

    init() throws { outing = try GroupOuting(guest: "Kim") }

    private func send(_ name: String) throws -> (message: ID<Message>, name: String) {
        try outing.visitor(name).sendPhoto(into: id, as: outing.account(name), key: "photo-\(name)")
    }

    private func end() throws { try outing.act("aino_k", GroupPaths.end(id)).gets(200).isAt(outing.door.path) }

    private func count(_ table: SQL) throws -> Int? {
        try site.app.site.database.read { try $0.value("SELECT count(*) FROM \(table)") }
    }

    /// Seconds after noon in Helsinki on a Saturday, at two o'clock, and of the evening after them.
    @Test(arguments: [(5.0, 27.0), (9, 27), (13, 27), (14.9, 27), (15, 51), (24, 51)])
    func `a night is over the next evening, and until dawn it is the same night`(ended: Double, evening: Double) throws
    {
        let zone = try #require(TimeZone(identifier: "Europe/Helsinki"))
        let end = GroupMorning.end(after: TestSite.noon + ended * 3_600, in: zone)
        #expect(end == TestSite.noon + evening * 3_600)
    }

    @Test func `it is evening after every end within the longest time, also where clocks change`() throws {
        for name in ["Europe/Helsinki", "America/St_Johns", "Pacific/Apia", "Australia/Lord_Howe"] {
            let zone = try #require(TimeZone(identifier: name))
            for hour in stride(from: 0.0, to: 400 * 24, by: 7) {
                let ended = TestSite.noon + hour * 3_600
                let span = GroupMorning.end(after: ended, in: zone).seconds(since: ended)
                #expect(span > 11 * 3_600 && span <= GroupMorning.longest, "\(name) \(hour)")
            }
        }
    }

    @Test func `until the next evening who was there sees who else, and the photos; then it is one line`() throws {
        let (photo, guests) = (try send("mikko").name, try send("Kim").name)
        site.wait(seconds: 3 * 3_600)
        try end()
        let leena = try outing.visitor("leena")
        try leena.get("/groups").sees("Past groups")
        #expect(leena.page.links.contains(outing.door.path))
        try leena.get(outing.door.path).gets(200)
        leena.sees("Friday", "14:00–17:00 · 3 h", "Who was there", "aino_k", "mikko", "You", "Photos of the night")
        // Nothing of a guest stays.
        leena.seesNot("Kim")
        #expect(leena.page.text.contains("/media/\(photo)/") && !leena.page.text.contains("/media/\(guests)/"))
        #expect(try outing.gets("leena", photo) && outing.gets("mikko", photo) && !outing.gets("leena", guests))
        #expect(!leena.page.text.contains("geo:") && !leena.page.text.contains("data-lat"))
        // It is no news any more, and nobody else's.
        #expect(try outing.notices("leena").allSatisfy { $0.isRead })
        let stranger = try site.newAccount("stranger")
        try stranger.get(outing.door.path).gets(404)
        #expect(try stranger.fetch("/media/\(photo)/medium").status.rawValue == 404)

        let evening = GroupMorning.end(after: site.now, in: try site.groupsFeature().zone)
        site.wait(seconds: evening.seconds(since: site.now) - 1)
        site.sweep()
        #expect(try outing.gets("leena", photo))
        site.wait(seconds: 1)
        #expect(try !outing.gets("leena", photo) && !outing.gets("mikko", photo))
        try leena.get(outing.door.path).gets(200).sees("Friday", "3 h · with aino_k and mikko")
        leena.seesNot("Who was there", "Photos of the night")
        try leena.get("/groups").sees("Past groups", "Friday")
        #expect(!leena.page.links.contains(outing.door.path))
        // Of the photo nothing stays, and of the chat.
        site.wait(seconds: 600)
        site.sweep()
        #expect(try count("friend_group_photo") == 0 && count("message") == 0 && count("media") == 0)
    }

    @Test func `who left before the end sees nothing of it, and their photos are not kept`() throws {
        let photos = (try send("leena").name, try send("mikko").name)
        try outing.act("leena", GroupPaths.leave(id))
        try end()
        try outing.visitor("leena").get(outing.door.path).gets(404)
        #expect(try !outing.gets("leena", photos.0) && !outing.gets("leena", photos.1))
        try outing.visitor("mikko").get(outing.door.path).sees("aino_k").seesNot("leena")
        #expect(try !outing.gets("mikko", photos.0) && outing.gets("mikko", photos.1))
    }

    @Test func `two with a block between them are absent from each other's morning`() throws {
        let photo = try send("leena").name
        try end()
        try outing.visitor("leena").get("/people/mikko").submit("/people/mikko/block")
        try outing.visitor("mikko").get(outing.door.path).gets(200).sees("aino_k").seesNot("leena", "Photos of")
        try outing.visitor("leena").get(outing.door.path).gets(200).seesNot("mikko")
        #expect(try !outing.gets("mikko", photo) && outing.gets("aino_k", photo) && outing.gets("leena", photo))
    }

    @Test func `a photo of the night is deleted by who sent it, for all`() throws {
        let (message, photo) = try send("mikko")
        try end()
        let path = GroupPaths.chat(id).delete(message)
        try outing.act("leena", path).gets(422)
        #expect(try outing.gets("leena", photo))
        try outing.visitor("leena").get(outing.door.path).seesNot("Delete the photo")
        try outing.visitor("mikko").get(outing.door.path).submit(path).gets(200).sees("Deleted for all.")
        #expect(try !outing.gets("leena", photo) && !outing.gets("mikko", photo))
        #expect(try count("friend_group_photo") == 0)
    }

    @Test func `photos of a night go with the account of who sent them`() throws {
        let photo = try send("mikko").name
        try end()
        let mikko = try outing.visitor("mikko")
        try mikko.get("/settings/delete").fill("password", "long enough for me").submit("/settings/delete")
        site.app.runJobs()
        #expect(try !outing.gets("leena", photo) && count("friend_group_photo") == 0)
        try outing.visitor("leena").get(outing.door.path).seesNot("mikko", "Photos of the night")
    }

    @Test func `a deleted photo does not come back in the morning`() throws {
        let (message, photo) = try send("mikko")
        try outing.act("mikko", GroupPaths.chat(id).delete(message)).gets(200)
        try end()
        try outing.visitor("leena").get(outing.door.path).seesNot("Photos of the night")
        #expect(try !outing.gets("leena", photo))
    }
}
