import Database
import Foundation
import Testing

@testable import App

/// Messages that are sent at the same moment.
struct SendingTogetherTests {
    private static let threads = 12
    private static let each = 20

    /// Sends each message twice, the second time as after a timeout.
    private func sendAll(_ site: TestSite, _ number: Int, people: [(name: String, id: ID<Account>)]) throws {
        let (sender, receiver) = (people[number % 2], people[1 - number % 2])
        for ordinal in 0..<SendingTogetherTests.each {
            let message = NewMessage(
                content: Message.Content(text: "\(number) \(ordinal)"), formKey: "\(number)-\(ordinal)")
            let sent = try [1, 2].map { _ in
                try site.app.site.database.write {
                    try site.app.chats.send($0, message, to: receiver.name, from: sender.id, at: site.now)
                }
            }
            #expect(sent[0].isNew && !sent[1].isNew && sent[0].number == sent[1].number && sent[0].id == sent[1].id)
        }
        // One form that all threads of a person send at once.
        let shared = NewMessage(content: Message.Content(text: "together"), formKey: "together")
        try site.app.site.database.write {
            try site.app.chats.send($0, shared, to: receiver.name, from: sender.id, at: site.now)
        }
    }

    @Test func `what many threads send has numbers without gaps, each key once, each thread's in its order`() throws {
        let site = try TestSite.demo()
        // Friends, who may write without asking.
        let people = try ["elias", "jonas"].map { (name: $0, id: try site.account($0)) }
        let before = try stored(site, people).texts.count
        DispatchQueue.concurrentPerform(iterations: SendingTogetherTests.threads) { number in
            do { try sendAll(site, number, people: people) } catch { Issue.record(error) }
        }
        let (numbers, texts) = try stored(site, people)
        let sent = texts.dropFirst(before)
        #expect(numbers == Array(1...Int64(numbers.count)))
        // Both people sent the shared form, each once.
        #expect(sent.count == SendingTogetherTests.threads * SendingTogetherTests.each + 2)
        #expect(sent.filter { $0 == "together" }.count == 2)
        for number in 0..<SendingTogetherTests.threads {
            let own = sent.filter { $0.hasPrefix("\(number) ") }
            #expect(own == (0..<SendingTogetherTests.each).map { "\(number) \($0)" })
        }
    }

    /// The numbers and texts of two people's messages, in order.
    private func stored(
        _ site: TestSite, _ people: [(name: String, id: ID<Account>)]
    ) throws -> (numbers: [Int64], texts: [String]) {
        try site.app.site.database.read { database in
            guard let chat = try ChatQueries.stored(database, people[0].id, and: people[1].id) else { return ([], []) }
            let rows: [(Int64, String)] = try database.all(
                "SELECT number, text FROM message WHERE conversation_id = \(chat.conversation) ORDER BY number"
            ) { (try $0["number"], try $0["text"]) }
            return (rows.map { $0.0 }, rows.map { $0.1 })
        }
    }
}
