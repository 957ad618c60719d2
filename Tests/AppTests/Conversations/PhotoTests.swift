import Database
import HTTP
import Media
import Proximity
import Testing

@testable import App

/// The photo of a message, from the form to its deletion, and everybody who may not have it.
struct MessagePhotoTests {
    /// Sends a message with a photo; gives the photo's path.
    @discardableResult
    private func send(
        _ visitor: Visitor, to name: String, key: String = "photo", text: String = "",
        _ file: [UInt8] = PictureTests.icon
    ) throws -> String {
        try visitor.get("/chats/\(name)")
        try visitor.upload(
            "/chats/\(name)", field: "photo", file: file, named: "p.png",
            fields: [("csrf", visitor.token), ("key", key), ("text", text)])
        let photo: String? = try visitor.site.app.site.database.read {
            try $0.value("SELECT coalesce(photo, '') FROM message WHERE submission = \(key)")
        }
        return "/media/\(photo ?? "")"
    }

    /// All ways to ask for a file.
    private func expectNothing(_ visitor: Visitor, _ path: String) throws {
        for size in ["", "/small", "/medium", "/large"] {
            for fields in [[], [("Range", "bytes=0-9")], [("If-None-Match", "*")]] {
                for method in [HTTP.Method.get, .head] {
                    let answer = try visitor.ask(method, path: path + size, fields: fields)
                    #expect(answer.status == .notFound, "\(method) \(path + size) \(fields)")
                }
            }
        }
    }

    private func expectPhoto(_ visitor: Visitor, _ path: String) throws {
        for size in ["", "/small", "/medium", "/large"] { #expect(try visitor.fetch(path + size).status == .ok) }
    }

    private func count(_ site: TestSite, _ table: SQL) throws -> Int64? {
        try site.app.site.database.read { try $0.value("SELECT count(*) FROM \(table)") }
    }

    @Test func `a friend sees a photo at once, and nobody else`() throws {
        let site = try TestSite.demo()
        let (aino, mikko, noor) = (try site.member("aino_k"), try site.member("mikko"), try site.member("noor_h"))
        let before = try count(site, "media")
        let photo = try send(aino, to: "mikko")
        #expect(photo.count == "/media/".count + 26)
        try expectPhoto(aino, photo)
        try expectPhoto(mikko, photo)
        try expectNothing(noor, photo)
        #expect(try Visitor(site).ask(.get, path: photo, fields: []).status == .seeOther)
        #expect(try count(site, "media_draft") == 0)
        // Sent once more, it is the same message, and its photo is not worked on again.
        try send(aino, to: "mikko")
        #expect(try count(site, "media") == before.map { $0 + 1 })
        let sent: Int64? = try site.app.site.database.read {
            try $0.value("SELECT count(*) FROM message WHERE submission = 'photo'")
        }
        #expect(sent == 1)
    }

    @Test func `after a block, after a clear and after its deletion it is gone`() throws {
        for change in ["block", "blocked", "clear", "delete"] {
            let site = try TestSite.demo()
            let (aino, mikko) = (try site.member("aino_k"), try site.member("mikko"))
            let photo = try send(aino, to: "mikko")
            let message = try site.message("photo")
            switch change {
            case "block": try site.block("mikko", "aino_k")
            case "blocked": try site.block("aino_k", "mikko")
            case "clear":
                try mikko.press("clear", name: "aino_k")
            default:
                let sender = try site.account("aino_k")
                let isDone = try site.app.site.database.write {
                    try site.app.conversations.delete(
                        $0, message.id, in: message.conversation, by: sender, at: site.now)
                }
                #expect(isDone)
            }
            try expectNothing(mikko, photo)
            if change == "clear" { try expectPhoto(aino, photo) } else { try expectNothing(aino, photo) }
            if change == "delete" { #expect(try count(site, "media WHERE name = \(String(photo.dropFirst(7)))") == 0) }
        }
    }

    @Test func `nobody deletes another's message, and a deleted one says nothing`() throws {
        let site = try TestSite.demo()
        let aino = try site.member("aino_k")
        try send(aino, to: "mikko", text: "Look at this")
        let message = try site.message("photo")
        for name in ["mikko", "noor_h"] {
            let other = try site.account(name)
            let isDone = try site.app.site.database.write {
                try site.app.conversations.delete($0, message.id, in: message.conversation, by: other, at: site.now)
            }
            #expect(!isDone)
        }
        let sender = try site.account("aino_k")
        let turns = try site.app.site.database.write { database in
            try (0..<2).map { _ in
                try site.app.conversations.delete(
                    database, message.id, in: message.conversation, by: sender, at: site.now)
            }
        }
        #expect(turns == [true, false])
        #expect(try count(site, "message WHERE text LIKE '%Look at this%'") == 0)
        #expect(try count(site, "message WHERE submission = 'photo' AND deleted_at IS NOT NULL AND photo IS NULL") == 1)
    }

    @Test func `a request's photo is shown once it is answered`() throws {
        let site = try TestSite.demo()
        let stranger = try site.newAccount("stranger")
        let photo = try send(stranger, to: "mikko", text: "Hello")
        let mikko = try site.member("mikko")
        try expectPhoto(stranger, photo)
        try expectNothing(mikko, photo)
        try mikko.get("/chats/stranger").post(
            "/chats/stranger", [("csrf", mikko.token), ("text", "Hi"), ("key", "hi")])
        try expectPhoto(mikko, photo)
    }

    @Test func `a refused photo and a kept one come back with the form`() throws {
        let site = try TestSite.demo()
        let aino = try site.member("aino_k")
        try send(aino, to: "mikko", key: "wrong", text: "Look", Array("no photo".utf8))
        #expect(aino.page.status == 415)
        #expect(try count(site, "message WHERE submission = 'wrong'") == 0)
        // The words are too long, so the photo is kept for the next attempt.
        try send(aino, to: "mikko", key: "long", text: String(repeating: "a", count: 4_001))
        #expect(aino.page.status == 422)
        let draft: String? = try site.app.site.database.read { try $0.value("SELECT name FROM media_draft") }
        let kept = try #require(draft)
        try expectPhoto(aino, "/media/\(kept)")
        try expectNothing(try site.member("mikko"), "/media/\(kept)")
        // Nobody else takes it.
        let noor = try site.member("noor_h")
        try noor.get("/chats/mikko")
        try noor.post("/chats/mikko", [("csrf", noor.token), ("key", "theft"), ("photo_kept", kept)]).gets(422)
        try aino.post("/chats/mikko", [("csrf", aino.token), ("key", "long"), ("photo_kept", kept)]).gets(200)
        #expect(try count(site, "message WHERE submission = 'long' AND photo = \(kept)") == 1)
        try expectPhoto(try site.member("mikko"), "/media/\(kept)")
    }

    @Test func `no photo is worked on for a chat that is not there`() throws {
        let site = try TestSite.demo()
        let aino = try site.member("aino_k")
        let before = try count(site, "media")
        try site.block("mikko", "aino_k")
        for name in ["mikko", "nobody_here", "aino_k", "~1"] {
            try aino.get("/settings")
            try aino.upload(
                "/chats/\(name)", field: "photo", file: PictureTests.icon, named: "p.png",
                fields: [("csrf", aino.token), ("key", name), ("text", "")]
            ).gets(404)
        }
        #expect(try count(site, "media") == before)
    }
}
