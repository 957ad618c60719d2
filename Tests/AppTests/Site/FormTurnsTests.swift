import Database
import Foundation
import HTTP
import Synchronization
import TestTools
import Testing

@testable import App

/// Forms with files that are sent several times at once.
struct FormTurnsTests {
    /// What became of requests on other threads.
    private final class Outcomes: Sendable {
        private let counts = Mutex((done: 0, refused: 0))
        var done: Int { counts.withLock { $0.done } }
        var refused: Int { counts.withLock { $0.refused } }

        func run(_ work: () throws -> Void) {
            do {
                try work()
                counts.withLock { $0.done += 1 }
            } catch { counts.withLock { $0.refused += 1 } }
        }
    }

    private func uploads(_ site: TestSite) throws -> Int? {
        try site.app.site.database.read {
            try $0.value("SELECT coalesce(sum(attempts), 0) FROM throttle WHERE rule = 'upload'")
        }
    }

    @Test func `a photo that comes eight times at once is worked on once, and is one message`() throws {
        let site = try TestSite.demo()
        let bytes = Array(try Data(contentsOf: URL(filePath: FixtureFile.path("phone.jpg"))))
        let first = try site.member("leena")
        // Each thread uses its own.
        nonisolated(unsafe) let taps = try (0..<8).map { _ in
            try Visitor(site, cookies: first.cookies).get("/chats/sofia")
        }
        let before = (try site.rows("media").count, try site.rows("message").count, try uploads(site))
        DispatchQueue.concurrentPerform(iterations: taps.count) { number in
            let fields = [(name: "csrf", value: taps[number].token), (name: "key", value: "eight")]
            _ = try? taps[number].upload("/chats/sofia", "photo", file: bytes, named: "p.jpg", fields)
        }
        #expect(taps.allSatisfy { $0.page.status == 200 && $0.page.path == "/chats/sofia" })
        #expect(try uploads(site) == before.2.map { $0 + 1 } && site.rows("media_draft").isEmpty)
        #expect(try site.rows("media").count == before.0 + 1 && site.rows("message").count == before.1 + 1)
        #expect(site.app.site.formTurns.count == 0)
    }

    @Test func `one form is worked on at a time, and another meanwhile`() throws {
        let (turns, ends) = (FormTurns(), Outcomes())
        try turns.pass("one") {
            Thread.detachNewThread { ends.run { try turns.pass("one") { #expect(ends.done == 1) } } }
            Thread.detachNewThread { ends.run { try turns.pass("other") {} } }
            #expect(eventually { ends.done == 1 })
        }
        #expect(eventually { ends.done == 2 && turns.count == 0 })
    }

    @Test func `of very many of one form some are refused, and the others come to their turn`() throws {
        let (turns, ends) = (FormTurns(), Outcomes())
        try turns.pass("one") {
            for _ in 0..<20 { Thread.detachNewThread { ends.run { try turns.pass("one") {} } } }
            #expect(eventually { ends.refused == 5 })
        }
        #expect(eventually { ends.done == 15 && turns.count == 0 })
        #expect(throws: ValidationErrors.self) { try turns.pass("one") { throw ValidationErrors("text", "x") } }
        #expect(turns.count == 0)
    }
}
