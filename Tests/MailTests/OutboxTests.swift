import Foundation
import TestTools
import Testing

@testable import Mail

struct OutboxTests {
    private func message(_ id: String, date: Int64) throws -> MailMessage {
        let address = try #require(EmailAddress("aino@example.org"))
        return try MailMessage(from: address, to: address, subject: id, body: id, id: id, date: date)
    }

    @Test func `messages are private files whose names sort by time`() throws {
        let folder = Folder()
        let outbox = OutboxTransport(folder: folder.path + "/outbox")
        let messages = try [
            message("z", date: 1_795_248_386_007), message("m", date: 1_795_248_386_123),
            message("a", date: 1_795_248_387_000),
        ]
        for message in messages { try outbox.send(message) }
        let names = try FileManager.default.contentsOfDirectory(atPath: outbox.folder).sorted()
        #expect(names == ["20261121T080626007Z-z.eml", "20261121T080626123Z-m.eml", "20261121T080627000Z-a.eml"])
        #expect(try folder.mode("outbox") == 0o700)
        for (name, message) in zip(names, messages) {
            #expect(try folder.mode("outbox/\(name)") == 0o600)
            let data = try Data(contentsOf: URL(filePath: outbox.folder + "/" + name))
            #expect(Array(data) == message.bytes)
        }
    }

    @Test func `a leftover draft does not block a message`() throws {
        let folder = Folder()
        let outbox = OutboxTransport(folder: folder.path)
        let message = try message("a", date: 0)
        try Data("half".utf8).write(to: URL(filePath: folder.path + "/19700101T000000000Z-a.part"))
        try outbox.send(message)
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["19700101T000000000Z-a.eml"])
    }

    @Test func `a folder that cannot be created is an error`() throws {
        let folder = Folder()
        let error = #expect(throws: MailError.self) {
            try OutboxTransport(folder: folder.path + "/no/outbox").send(try message("a", date: 0))
        }
        if case .notStored = error {} else { Issue.record("\(String(describing: error))") }
    }
}
