import Database
import Foundation
import HTTP
import Proximity
import Synchronization
import Testing

@testable import App

/// What a message may be, and that it is stored once.
struct ChatSendingTests {
    @Test func `a message has words, and not too many`() throws {
        let site = try TestSite.demo()
        let leena = try site.member("leena")
        let before = try site.messages(of: "leena", with: "sofia").count
        for text in ["", " \n ", String(repeating: "x", count: 4_001), String(repeating: "🏔", count: 4_001)] {
            #expect(try leena.write(text, to: "sofia").status == .unprocessableContent)
        }
        // Family: seven scalars in one character.
        let family = "👩‍👩‍👧‍👦"
        #expect(try leena.write(String(repeating: family, count: 572), to: "sofia").status == .unprocessableContent)
        for text in ["x", String(repeating: "🏔", count: 4_000), "\u{202E}שלום"] {
            #expect(try leena.write(text, to: "sofia").status == .seeOther)
            #expect(try site.read("sofia", with: "leena").last == text)
        }
        #expect(try site.messages(of: "leena", with: "sofia").count == before + 3)
    }

    @Test func `a form that is sent again stores nothing`() throws {
        let site = try TestSite.demo()
        let (leena, sofia) = (try site.member("leena"), try site.member("sofia"))
        let before = try site.rows("message").count
        for _ in 0..<3 { #expect(try leena.write("Once", to: "sofia", key: "same").status == .seeOther) }
        #expect(try site.rows("message").count == before + 1)
        // The key is the sender's.
        #expect(try sofia.write("Another", to: "leena", key: "same").status == .seeOther)
        #expect(try site.read("leena", with: "sofia").suffix(2) == ["Once", "Another"])
        // A request, too: it is not a second one.
        let ville = try site.member("ville")
        for _ in 0..<2 { #expect(try ville.write("May I?", to: "leena", key: "same").status == .seeOther) }
        #expect(try site.read("leena", with: "ville") == ["May I?"])
    }

    @Test func `forms sent at the same moment are one message for each key, in one order`() throws {
        let site = try TestSite.demo()
        let (leena, sofia) = (try site.member("leena"), try site.member("sofia"))
        for visitor in [leena, sofia] { try visitor.get("/settings") }
        let before = try site.messages(of: "leena", with: "sofia").count
        let people = [(leena.cookies, leena.token, "sofia"), (sofia.cookies, sofia.token, "leena")]
        let statuses = Mutex<[Status]>([])
        DispatchQueue.concurrentPerform(iterations: 16) { turn in
            let (cookies, token, other) = people[turn % 2]
            let form = [("csrf", token), ("text", "Turn \(turn / 4)"), ("key", "key-\(turn / 4)")]
            let text = form.map { "\($0)=\(PathText.component($1))" }.joined(separator: "&")
            let headers = Headers([
                ("Host", "localhost:8080"), ("Content-Type", "application/x-www-form-urlencoded"),
                ("Cookie", cookies.map { "\($0.key)=\($0.value)" }.joined(separator: "; ")),
            ])
            let request = try? Request(
                method: .post, target: "/chats/\(other)", headers: headers, body: .bytes(Array(text.utf8)))
            guard let request else { return }
            let status = site.app.respond(to: request).status
            statuses.withLock { $0.append(status) }
        }
        #expect(statuses.withLock { $0 } == Array(repeating: .seeOther, count: 16))
        let messages = try site.messages(of: "leena", with: "sofia")
        #expect(messages.count == before + 8)
        #expect(messages.map { $0.number } == Array(1...Int64(before + 8)))
        #expect(try site.messages(of: "sofia", with: "leena").map { $0.id } == messages.map { $0.id })
    }

    @Test func `a reply answers a message of the same chat`() throws {
        let site = try TestSite.demo()
        let first = try site.say("One", from: "leena", to: "sofia")
        let other = try site.say("Elsewhere", from: "leena", to: "mikko")
        let sofia = try site.member("sofia")
        for (reply, isKept) in [("\(first.id)", true), ("\(other.id)", false), ("1", false), ("x", false)] {
            #expect(try sofia.write("Re", to: "leena", [("reply_to", reply)]).status == .seeOther)
            let message = try #require(try site.messages(of: "leena", with: "sofia").last)
            #expect(message.reply?.id == (isKept ? first.id : nil))
        }
    }

    @Test func `ten strangers a day can be asked`() throws {
        let site = try TestSite.demo()
        let newcomer = try site.newAccount("newcomer")
        let more = (0..<4).map { "stranger\($0)" }
        for name in more { _ = try site.newAccount(name) }
        let names = DemoCast.names + more
        try site.setChats(of: names[0], "takes_requests", to: false)
        let id = try site.account("newcomer")
        let leftOut = try site.account(names[1])
        try site.app.site.database.write { try FriendQueries.block($0, leftOut, blocked: id, at: site.now) }
        // What is refused for another reason does not count.
        for _ in 0..<11 {
            #expect(try newcomer.write("Hello", to: names[0]).status == .unprocessableContent)
            #expect(try newcomer.write("Hello", to: names[1]).status == .notFound)
        }
        site.wait(seconds: 61)
        for name in names.dropFirst(2) {
            #expect(try newcomer.write("Hello", to: name).status == .seeOther)
            #expect(try newcomer.write("Hello", to: name).status == .unprocessableContent)
        }
        let eleventh = try site.newAccount("eleventh")
        let refused = try newcomer.write("Hello", to: "eleventh", key: "eleven")
        #expect(refused.status == .tooManyRequests && refused.headers["retry-after"] != nil)
        #expect(try site.chat(of: "eleventh", with: "newcomer")?.membership == nil)
        // It tells nothing of a block, and hinders no answer.
        #expect(try newcomer.write("Hello", to: names[1]).status == .notFound)
        #expect(try eleventh.write("Hello", to: "newcomer").status == .seeOther)
        #expect(try newcomer.write("Hello", to: "eleventh", key: "eleven").status == .seeOther)
        site.wait(seconds: 86_400)
        _ = try site.newAccount("twelfth")
        #expect(try newcomer.write("Hello", to: "twelfth").status == .seeOther)
    }

    @Test func `one's own message is deleted for both`() throws {
        let site = try TestSite.demo()
        let one = try site.say("Xylophone", from: "leena", to: "sofia")
        let two = try site.say("Two", from: "sofia", to: "leena", reply: one.id)
        let (leena, sofia) = (try site.member("leena"), try site.member("sofia"))
        #expect(try sofia.press("messages/\(one.id)/delete", name: "leena").status == .notFound)
        #expect(try leena.press("messages/\(two.id)/delete", name: "sofia").status == .notFound)
        #expect(try leena.press("messages/\(one.id)/delete", name: "mikko").status == .notFound)
        #expect(try leena.press("messages/x/delete", name: "sofia").status == .notFound)
        #expect(try site.read("sofia", with: "leena").suffix(2) == ["Xylophone", "Two"])
        for _ in 0..<2 { #expect(try leena.press("messages/\(one.id)/delete", name: "sofia").status == .seeOther) }
        #expect(try site.read("sofia", with: "leena").suffix(2) == [nil, "Two"])
        #expect(try site.messages(of: "sofia", with: "leena").last?.reply?.content == nil)
        #expect(try !site.rows("message").contains { $0.contains("'Xylophone'") })
        #expect(try !site.rows("message_word").contains { $0.contains("xylophone") })
        // Also when the two write no more, but not around a block.
        try site.unfriend("leena", "sofia")
        #expect(try sofia.press("messages/\(two.id)/delete", name: "leena").status == .seeOther)
        let three = try site.say("Three", from: "sofia", to: "leena")
        try site.block("leena", "sofia")
        #expect(try sofia.press("messages/\(three.id)/delete", name: "leena").status == .notFound)
    }
}
