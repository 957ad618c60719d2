import Database
import Foundation
import Proximity
import Testing

@testable import App

/// Taking a note back from those for whom it waits.
struct WithdrawTests {
    private static let place = NoteTimesTests.place

    @Test func `it is gone for who has not found it and stays with who has`() throws {
        let site = try TestSite.demo()
        let note = try site.leave("w", for: "mikko", "leena", at: WithdrawTests.place)
        let (aino, mikko, leena) = (try site.member("aino_k"), try site.member("mikko"), try site.member("leena"))
        try mikko.stand(at: WithdrawTests.place).sees("note.found")
        site.wait(seconds: 60)
        try aino.get("/notes").submit(NotePaths.withdraw(note)).isAt(NotePaths.note(note))
            .sees("Withdrawn. Friends who found it keep it.", "mikko Withdrawn", "Withdrawn")
        #expect(!aino.page.forms.contains { $0.action == NotePaths.withdraw(note) })
        try leena.stand(at: WithdrawTests.place).sees(#""events":[]"#)
        try mikko.get(NotePaths.note(note)).gets(200).sees("secret words")
        site.wait(seconds: 86_400)
        site.app.runJobs()
        try aino.get(NotePaths.note(note)).sees("mikko Withdrawn").seesNot("Opened")
        try aino.post(NotePaths.withdraw(note), [("csrf", aino.token)]).gets(404)
    }

    @Test func `who has not found it is not reminded of it any more`() throws {
        let site = try TestSite.demo()
        let note = try site.leave("w", for: "mikko", "leena", at: WithdrawTests.place)
        try site.member("mikko").stand(at: WithdrawTests.place).sees("note.found")
        for name in ["mikko", "leena"] {
            let id = try site.account(name)
            try site.app.site.database.write {
                try site.app.notices.notify($0, "note.waiting", subject: note.rawValue, to: id, at: site.now)
            }
        }
        try site.member("aino_k").get(NotePaths.note(note)).submit(NotePaths.withdraw(note))
        let told: [String] = try site.app.site.database.read { database in
            try database.all(
                """
                SELECT username FROM notice JOIN account ON account.id = notice.account_id
                WHERE kind = 'note.waiting' AND subject = \(note)
                """
            ) { try $0["username"] }
        }
        #expect(told == ["mikko"])
    }

    @Test func `only its author may, and only while it waits for somebody as far as they know`() throws {
        let site = try TestSite.demo()
        let note = try site.leave("w", for: "mikko", at: WithdrawTests.place)
        let (aino, mikko) = (try site.member("aino_k"), try site.member("mikko"))
        for other in [mikko, try site.member("leena")] {
            try other.get("/").post(NotePaths.withdraw(note), [("csrf", other.token)]).gets(404)
        }
        try mikko.stand(at: WithdrawTests.place).get(NotePaths.note(note)).gets(200)
        site.wait(seconds: HalfHour.seconds)
        try aino.get(NotePaths.note(note)).sees("mikko Opened")
        #expect(!aino.page.forms.contains { $0.action == NotePaths.withdraw(note) })
        try aino.post(NotePaths.withdraw(note), [("csrf", aino.token)]).gets(404)
        let closed = try site.leave("c", for: "mikko", at: WithdrawTests.place) { $0.closesAt = site.now + 60 }
        site.wait(seconds: 60)
        try aino.post(NotePaths.withdraw(closed), [("csrf", aino.token)]).gets(404)
    }

    @Test(arguments: [false, true])
    func `the answer and all that follows are the same whether it was found, opened or neither`(isOpened: Bool) throws {
        let base = try TestSite.demo()
        let note = try base.leave("w", for: "mikko", at: WithdrawTests.place)
        let (aino, mikko) = (try base.member("aino_k"), try base.member("mikko"))
        let sites = [try base.copy(), try base.copy()]
        for (site, isFound) in zip(sites, [true, false]) {
            let finder = Visitor(site, cookies: mikko.cookies)
            if isFound { try finder.stand(at: WithdrawTests.place).sees("note.found") }
            if isFound && isOpened { try finder.get(NotePaths.note(note)).gets(200) }
            site.wait(seconds: 60 + base.now.seconds(since: site.now))
        }
        let twins = Twins(Visitor(sites[0], cookies: aino.cookies), Visitor(sites[1], cookies: aino.cookies))
        try twins.send(Twins.Step(page: NotePaths.note(note), action: NotePaths.withdraw(note)))
        _ = try twins.compareAllPages()
        for site in sites {
            site.wait(seconds: HalfHour.seconds)
            site.app.runJobs()
        }
        _ = try twins.compareAllPages()
    }
}
