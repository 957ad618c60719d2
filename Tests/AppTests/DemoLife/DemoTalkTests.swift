import Database
import Foundation
import Proximity
import Testing

@testable import App

/// What the demo world's people say, by themselves and as an answer.
struct DemoTalkTests {
    /// What is said in a day, asked every half minute.
    private func turns(isWatched: Bool) -> [DemoTalk.Turn] {
        var talk = DemoTalk()
        return (0..<2_880).compactMap { talk.turn(isWatched: isWatched, TestSite.noon + Double($0) * 30) }
    }

    @Test func `they say something every few minutes while somebody looks, and seldom otherwise`() {
        let (watched, alone) = (turns(isWatched: true), turns(isWatched: false))
        #expect(watched.count == 360 && alone.count == 48)
        // The story's day has parts of two days.
        let photos = watched.count { if case .photo = $0 { true } else { false } }
        let letters = watched.count { if case .letter = $0 { true } else { false } }
        #expect(photos == 2 * DemoTalk.mostPhotos && letters == 2 * DemoTalk.mostLetters)
        #expect(alone.allSatisfy { if case .words = $0 { true } else { false } })
    }

    @Test func `a clock that is set back silences nobody for long`() {
        var talk = DemoTalk()
        #expect(talk.turn(isWatched: true, TestSite.noon) == nil)
        #expect(talk.turn(isWatched: true, TestSite.noon + 90) != nil)
        #expect(talk.turn(isWatched: true, TestSite.noon - 86_400) == nil)
        #expect(talk.turn(isWatched: true, TestSite.noon - 86_400 + 90) != nil)
    }

    @Test func `every line is that of somebody there, and every photo is there`() throws {
        for line in DemoLines.words + DemoLines.photos + DemoLines.letters {
            #expect(DemoCast.names.contains(line.sender) && !line.text.isEmpty)
            guard let photo = line.photo else { continue }
            #expect(FileManager.default.fileExists(atPath: "\(TestSite.publicFolder)/demo/\(photo).webp"), "\(photo)")
        }
        #expect(Set(DemoLines.voices.keys) == Set(DemoCast.names))
        for voice in DemoLines.voices.values {
            let content = Message.Content(text: "See you there.")
            #expect(voice.answer(to: content, number: 3) != voice.answer(to: content, number: 5))
            let question = Message.Content(text: "Where are you?")
            #expect(voice.questions.contains(voice.answer(to: question, number: 8)))
        }
    }

    @Test func `to who looks a photo comes into the group, and a letter from a friend`() throws {
        let demo = try LivingDemo()
        let aino = try demo.site.member("aino_k")
        let stream = try EventReader.open(aino)
        demo.live(30)
        let (group, chats) = (try demo.said().count, try demo.count("SELECT count(*) FROM message"))
        demo.live(90)
        let photo = try #require(try demo.said().last { $0.content?.photo != nil })
        #expect(try demo.said().count > group)
        #expect(try aino.fetch("/media/\(try #require(photo.content?.photo).text)/small").status == .ok)
        for _ in 0..<2 { demo.live(240) }
        let others = try demo.count("SELECT count(*) FROM message") - chats - (demo.said().count - group)
        #expect(others == 1)
        #expect(!stream.stream.isClosed)
    }

    @Test func `somebody answers who is written to, once and after some seconds, and has read it`() throws {
        let demo = try LivingDemo()
        demo.live(30)
        let before = try demo.site.messages(of: "aino_k", with: "leena").count
        for text in ["Are you there?", "Where do we meet?"] { try demo.site.say(text, from: "aino_k", to: "leena") }
        demo.site.app.runJobs()
        #expect(try demo.site.messages(of: "aino_k", with: "leena").count == before + 2)
        demo.live(600)
        let messages = try demo.site.messages(of: "aino_k", with: "leena")
        let answer = try #require(messages.last)
        #expect(messages.count == before + 3 && answer.sender.username == "leena")
        #expect(DemoLines.voices["leena"]?.questions.contains(answer.content?.text ?? "") == true)
        let seen = try demo.site.chat(of: "aino_k", with: "leena")?.membership?.seenNumber
        #expect(try #require(seen) >= answer.number - 1)
    }

    @Test func `in the group one of them answers`() throws {
        let demo = try LivingDemo()
        demo.live(60)
        let path = GroupPaths.messages(try demo.group().group.id)
        let aino = try demo.site.member("aino_k")
        try aino.get(path).post(
            path, [("csrf", aino.token), ("text", "Who has the thermos?"), ("key", "thermos")])
        let count = try demo.said().count
        demo.live(120)
        let said = try demo.said()
        #expect(said.count == count + 1 && said.last?.isOwn == false)
    }

    @Test func `nobody answers for somebody who is played, and a real account gets an answer`() throws {
        let demo = try LivingDemo()
        let leena = try EventReader.open(demo.site.member("leena"))
        demo.live(30)
        try demo.site.say("Tea?", from: "aino_k", to: "leena")
        _ = try demo.site.newAccount("kaisa")
        try demo.site.say("Hello! May I come along?", from: "kaisa", to: "mikko")
        demo.live(60)
        #expect(try demo.site.messages(of: "aino_k", with: "leena").last?.isOwn == true)
        let answer = try #require(try demo.site.messages(of: "kaisa", with: "mikko").last)
        #expect(answer.sender.username == "mikko")
        #expect(!leena.stream.isClosed)
    }
}
