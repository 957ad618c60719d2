import Foundation
import Mail
import Media
import Proximity
import Testing

@testable import App
@testable import Database

/// A failing job stops no other, and administrators see it.
struct FailingWorkTests {
    private func count(_ site: TestSite, _ sql: SQL) throws -> Int {
        try site.app.site.database.read { try $0.value(sql, as: Int.self) ?? 0 }
    }

    private static let sessions: SQL = "SELECT count(*) FROM session"
    private static let positions: SQL = "SELECT count(*) FROM position"

    @Test func `a failing sweep stops no other and is reported until it succeeds`() throws {
        let site = try TestSite.demo()
        try site.member("aino_k").stand(at: DemoCast.Place.oodi.coordinate)
        #expect(try count(site, Self.positions) > 0)
        site.wait(seconds: 31 * 86_400)
        try site.app.site.database.write {
            try $0.execute(
                "CREATE TRIGGER broken BEFORE DELETE ON session BEGIN SELECT RAISE(ABORT, 'secret of somebody'); END")
        }
        site.sweep()
        #expect(try count(site, Self.sessions) == 1 && count(site, Self.positions) == 0)
        let keeper = try site.administrator()
        try keeper.get("/admin").sees("Failing jobs", "accounts.sweep", "The database refused it.", "since ")
            .seesNot("secret of somebody", "positions.sweep", "Given up")
        try site.app.site.database.write { try $0.execute("DROP TRIGGER broken") }
        site.wait(seconds: 31)
        site.sweep()
        #expect(try count(site, Self.sessions) == 1)
        try keeper.get("/admin").gets(200).seesNot("Failing jobs", "accounts.sweep")
    }

    @Test func `each feature has a sweep job of its own`() throws {
        let site = try TestSite.empty()
        site.app.beginJobs()
        let kinds = try site.app.site.database.read {
            try $0.all("SELECT kind FROM job ORDER BY kind") { try $0["kind"] as String }
        }
        for name in ["accounts", "areas", "drafts", "exports", "media", "positions", "throttles"] {
            #expect(kinds.contains("\(name).sweep"), "\(kinds)")
        }
        #expect(!kinds.contains("sweep"))
    }

    @Test func `lanes that cannot read the table are reported until they can`() throws {
        let site = try TestSite.empty()
        let keeper = try site.administrator()
        site.app.beginJobs()
        _ = try site.app.site.database.pragma("query_only = ON")
        site.app.runJobs()
        site.wait(seconds: 60)
        site.app.runJobs()
        try keeper.get("/admin").sees("all bulk work", "The database refused it.")
        _ = try site.app.site.database.pragma("query_only = OFF")
        site.app.runJobs()
        try keeper.get("/admin").gets(200).seesNot("Failing jobs")
    }

    @Test func `many failing jobs of a kind are one line, and given-up jobs are reported for a week`() throws {
        let site = try TestSite.empty()
        let now = site.now
        try site.app.site.database.write { database in
            for number in 0..<3 {
                let key = "\(number)"
                try Job.enqueue(database, kind: "mail.reset", key: key, at: now)
                try database.execute(
                    """
                    UPDATE job SET failing_since = \(now + Double(number)), error = \("Reason \(number).")
                    WHERE idempotency_key = \(key)
                    """)
            }
            try Job.enqueue(database, kind: "fine", key: "fine", at: now)
            try database.execute("UPDATE job SET failed_at = \(now) WHERE idempotency_key = '2'")
        }
        let found = try site.app.site.database.read { try Jobs.failing($0, now) }
        #expect(found.count == 1 && found.first?.count == 3 && found.first?.since == now)
        #expect(found.first?.words == "Reason 2." && found.first?.isGivenUp == true)
        let later = try site.app.site.database.read { try Jobs.failing($0, now + 8 * 86_400) }
        #expect(later.first?.count == 2 && later.first?.isGivenUp == false)
    }

    @Test func `the reason names a full disk wherever it occurred, and never a person`() {
        let full: [any Error] = [
            DatabaseError(.full, "x"), Failure.noSpace, MediaFault("x", code: ENOSPC), POSIXError(.ENOSPC),
            CocoaError(.fileWriteOutOfSpace),
        ]
        for error in full { #expect(FailingWork.words(for: error) == "The disk is full.") }
        let others: [any Error] = [
            MailError.refused(code: 550, "aino_k@example.org"), MailError.notReachable("aino_k"),
            DatabaseError(.check, "aino_k"), MediaFault("aino_k"), CocoaError(.fileNoSuchFile),
            Failure.conflict("aino_k"),
        ]
        for error in others {
            let words = FailingWork.words(for: error)
            #expect(words.hasSuffix(".") && !words.contains("aino_k") && words != "The disk is full.")
        }
    }
}
