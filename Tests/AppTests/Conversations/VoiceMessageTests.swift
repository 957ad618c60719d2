import Database
import Foundation
import HTTP
import Media
import Proximity
import TestTools
import Testing

@testable import App

/// A voice message, from the form to its deletion, and everybody who may not hear it.
struct VoiceMessageTests {
    private let site: TestSite
    private let aino: Visitor
    private let mikko: Visitor

    init() throws {
        site = try TestSite.demo()
        (aino, mikko) = (try site.member("aino_k"), try site.member("mikko"))
    }

    private func count(_ table: SQL) throws -> Int64? {
        try site.app.site.database.read { try $0.value("SELECT count(*) FROM \(table)") }
    }

    /// The stored file.
    private func file(_ sound: MediaName) -> String { site.app.uploads.store.path(sound, .original) }

    /// A tone of so many seconds, as nothing compresses it.
    private func tone(seconds: Int) throws -> [UInt8] {
        let path = "\(site.folder)/tone\(seconds).wav"
        try Tool.run(
            "/usr/bin/ffmpeg", ["-v", "error", "-f", "lavfi", "-i", "sine=d=\(seconds)", "-ar", "8000", path])
        return Array(try Data(contentsOf: URL(filePath: path)))
    }

    /// Three minutes whose header says one second.
    private func liar() throws -> [UInt8] {
        let path = "\(site.folder)/liar.webm"
        try Tool.run(
            "/usr/bin/ffmpeg",
            ["-v", "error", "-f", "lavfi", "-i", "sine=d=180", "-ac", "1", "-b:a", "16k", "-c:a", "libopus", path])
        return Array(
            try #require(WebMHeader.saying(seconds: 1, try Data(contentsOf: URL(filePath: path)))))
    }

    @Test func `a friend hears it at once, and nobody else`() throws {
        let sound = try #require(try aino.speak(at: "/chats/mikko"))
        #expect(aino.page.text.contains(#/aria-label="Your voice message, 0:0[12]"/#))
        try mikko.get("/chats/aino_k")
        #expect(
            mikko.page.text.contains(#/<audio [^>]*preload="none"[^>]*aria-label="Voice message from [^"]+, 0:0[12]"/#))
        #expect(try aino.hears(sound) && mikko.hears(sound))
        #expect(try mikko.fetch("/media/\(sound)", [("Range", "bytes=0-1")]).status == .partialContent)
        #expect(try !site.member("noor_h").hears(sound))
        #expect(try Visitor(site).fetch("/media/\(sound)").status == .seeOther)
        #expect(try count("media_draft") == 0)
        // Sent once more, it is the same message, and nothing is worked on again.
        let before = try count("media")
        try aino.speak(at: "/chats/mikko")
        #expect(try count("media") == before && count("message WHERE submission = 'voice'") == 1)
    }

    @Test func `it goes beside words and a photo`() throws {
        try aino.get("/chats/mikko").upload(
            "/chats/mikko",
            files: [("photo", "p.png", PictureTests.icon), ("sound", "s.opus", try FixtureFile.bytes("song.opus"))],
            fields: [("csrf", aino.token), ("key", "all"), ("text", "Look and listen")])
        try mikko.get("/chats/aino_k").sees("Look and listen", "Voice message from")
        #expect(try count("message WHERE submission = 'all' AND photo IS NOT NULL AND sound IS NOT NULL") == 1)
    }

    @Test(arguments: ["song.m4a", "song.mp3", "song.wav", "song.flac"])
    func `what a file says of itself is not stored`(name: String) throws {
        let sound = try #require(try aino.speak(at: "/chats/mikko", named: name))
        let stored = String(decoding: try Data(contentsOf: URL(filePath: file(sound))), as: UTF8.self)
        #expect(!stored.contains("Secret words") && !stored.contains("Oscillator"))
    }

    @Test func `what is no sound, too long or too large is refused with words`() throws {
        let before = try count("media")
        for (key, bytes) in [
            ("words", Array("no sound".utf8)), ("picture", PictureTests.icon),
            ("film", try FixtureFile.bytes("clip.mp4")),
        ] {
            #expect(try aino.speak(at: "/chats/mikko", key: key, bytes) == nil)
            aino.gets(415).sees("That is no recording we can read.")
        }
        #expect(try aino.speak(at: "/chats/mikko", key: "large", [UInt8](repeating: 7, count: 24_000_001)) == nil)
        aino.gets(413).sees("up to 24 MB work")
        #expect(try aino.speak(at: "/chats/mikko", key: "long", try tone(seconds: 126)) == nil)
        aino.gets(422).sees("up to 120 seconds work")
        #expect(try aino.speak(at: "/chats/mikko", key: "liar", try liar()) == nil)
        aino.gets(422).sees("up to 120 seconds work")
        #expect(try count("media") == before)
        #expect(try aino.speak(at: "/chats/mikko", key: "fits", try tone(seconds: 120)) != nil)
    }

    @Test func `a kept one comes back with the form, for nobody else, and is no photo`() throws {
        try aino.speak(at: "/chats/mikko", key: "long", text: String(repeating: "a", count: 4_001))
        aino.gets(422)
        let draft: String? = try site.app.site.database.read { try $0.value("SELECT name FROM media_draft") }
        let kept = try #require(draft)
        #expect(aino.page.text.contains("name=\"sound_kept\" value=\"\(kept)\""))
        let name = try #require(MediaName(kept))
        #expect(try aino.hears(name) && !mikko.hears(name))
        func send(_ visitor: Visitor, to name: String, key: String, field: String) throws -> Visitor {
            try visitor.post("/chats/\(name)", [("csrf", visitor.token), ("key", key), (field, kept)])
        }
        try mikko.get("/chats/aino_k")
        try send(mikko, to: "aino_k", key: "theft", field: "sound_kept").gets(422)
        try send(aino, to: "mikko", key: "picture", field: "photo_kept").gets(422)
        try send(aino, to: "mikko", key: "sent", field: "sound_kept").gets(200)
        #expect(try site.sound("sent")?.text == kept)
        try aino.speak(at: "/chats/mikko", key: "again", text: String(repeating: "a", count: 4_001))
        let second: String? = try site.app.site.database.read { try $0.value("SELECT name FROM media_draft") }
        try aino.post(
            "/chats/mikko",
            [("csrf", aino.token), ("key", "again"), ("sound_kept", second ?? ""), ("sound_remove", "1")]
        ).gets(200)
        #expect(try count("media_draft") == 0 && site.sound("again") == nil)
    }

    @Test func `a request's is heard once it is answered`() throws {
        let stranger = try site.newAccount("stranger")
        let sound = try #require(try stranger.speak(at: "/chats/mikko", text: "Hello"))
        #expect(try stranger.hears(sound) && !mikko.hears(sound))
        try mikko.get("/chats/stranger").sees("With a voice message. You’ll hear it once you accept.")
        #expect(!mikko.page.text.contains("<audio"))
        try mikko.press("accept", name: "stranger")
        #expect(try mikko.hears(sound))
    }

    @Test(arguments: ["block", "blocked", "clear", "delete"])
    func `after a block, a clear and its deletion it is gone`(change: String) throws {
        let sound = try #require(try aino.speak(at: "/chats/mikko"))
        let message = try site.message("voice")
        switch change {
        case "block": try site.block("mikko", "aino_k")
        case "blocked": try site.block("aino_k", "mikko")
        case "clear": try mikko.press("clear", name: "aino_k")
        default: try aino.press("messages/\(message.id)/delete", name: "mikko")
        }
        #expect(try !mikko.hears(sound) && aino.hears(sound) == (change == "clear"))
        site.app.runJobs()
        #expect(FileManager.default.fileExists(atPath: file(sound)) == (change != "delete"))
        #expect(try count("media WHERE name = \(sound.text)") == (change == "delete" ? 0 : 1))
        if change == "clear" {
            try mikko.press("restore", name: "aino_k")
            #expect(try mikko.hears(sound))
        }
    }

    @Test func `what not every browser plays gives way to what all do`() throws {
        let path = "\(site.folder)/memo.m4a"
        try Tool.run("/usr/bin/ffmpeg", ["-v", "error", "-f", "lavfi", "-i", "sine=d=2", "-c:a", "alac", path])
        let first = try #require(try aino.speak(at: "/chats/mikko", Array(try Data(contentsOf: URL(filePath: path)))))
        #expect(try mikko.hears(first))
        // The second time removes the file that the first has replaced.
        for _ in 1...2 { site.app.runJobs(JobLane.allCases) }
        let second = try #require(try site.sound("voice"))
        #expect(try second != first && mikko.hears(second) && !mikko.hears(first))
        #expect(!FileManager.default.fileExists(atPath: file(first)))
        #expect(try mikko.fetch("/media/\(second)").headers["Content-Type"] == "audio/mp4")
        try mikko.get("/chats/aino_k")
        #expect(mikko.page.text.contains("src=\"/media/\(second)\""))
    }
}
