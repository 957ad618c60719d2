import Foundation
import HTTP
import Proximity
import Testing

@testable import App

/// A notice of somebody whom the viewer may not know of any more leaves no trace: not in the list, not in the count, not
/// on the stream.
struct NoticePrivacyTests {
    enum Change: CaseIterable, Sendable {
        case blockedByThem, blockedByViewer, suspended, deleted, cancelled, declined
    }

    @Test(arguments: Change.allCases)
    func `two worlds that differ in a hidden notice are equal to the byte`(_ change: Change) throws {
        let (one, other) = (try TestSite.demo(), try TestSite.demo())
        for site in [one, other] {
            let asker = try site.member("elias")
            let leena = try site.member("leena")
            // Only in the first world does Elias ask.
            if site === one { try asker.get("/people/leena").submit("/friends/requests") }
            switch change {
            case .blockedByThem: try asker.get("/people/leena").submit("/people/leena/block")
            case .blockedByViewer: try leena.get("/people/elias").submit("/people/elias/block")
            case .suspended: try site.suspend(site.account("elias"))
            case .deleted:
                try asker.get("/settings/delete").fill("password", "demo-password").submit("/settings/delete")
            case .cancelled, .declined:
                let (visitor, verb) = change == .cancelled ? (asker, "cancel") : (leena, "decline")
                guard site === one else { break }
                let form = try #require(
                    visitor.get("/friends").page.forms.first {
                        $0.action.hasSuffix("/\(verb)") && $0.text.contains(change == .cancelled ? "leena" : "elias")
                    })
                try visitor.submit(form.action)
            }
            // A notice that stays, so that a count is compared too.
            try site.member("ville").get("/people/leena").submit("/friends/requests")
        }
        #expect(try answers(one, change) == answers(other, change), "\(change)")
    }

    private func answers(_ site: TestSite, _ change: Change) throws -> [String] {
        let leena = try site.member("leena")
        leena.forget("flash")
        // Whom she declined is not suggested to her.
        func still(_ path: String) throws -> String {
            let page = try leena.get(path).page
            #expect(page.status == 200)
            return page.still.replacing(#/\d{16,19}/#, with: "ID")
        }
        let pages = try (["/notices", "/you"] + (change == .declined ? [] : ["/friends"])).map(still)
        #expect(pages[0].contains("ville wants to be friends") && (leena.bell ?? 0) >= 1)
        let events = try site.eventTexts(site.account("leena"))
        #expect(!events.isEmpty)
        return pages + events
    }

    @Test func `a kind that no feature has shows nothing`() throws {
        let site = try TestSite.demo()
        let (aino, id) = (try site.member("aino_k"), try site.account("aino_k"))
        let before = try #require(aino.get("/notices").bell)
        let count = try site.eventTexts(id).count
        try site.app.site.database.write {
            try site.app.notices.notify($0, "gone.kind", subject: 1, to: id, at: site.now)
        }
        try aino.get("/notices").gets(200)
        #expect(try aino.bell == before && site.eventTexts(id).count == count)
    }
}
