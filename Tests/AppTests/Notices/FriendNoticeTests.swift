import Foundation
import Proximity
import Testing

@testable import App

/// What people are told of requests, friendships and exports.
struct FriendNoticeTests {
    private let site: TestSite
    private let elias: Visitor
    private let leena: Visitor

    /// The two know nothing of each other, and have read everything.
    init() throws {
        site = try TestSite.demo()
        (elias, leena) = (try site.member("elias"), try site.member("leena"))
        for one in [elias, leena] {
            try one.get("/notices").post("/notices/read", [("csrf", one.token), ("all", "1")])
        }
    }

    private func ask(_ visitor: Visitor, _ name: String) throws {
        try visitor.get("/friends").post("/friends/requests", [("csrf", visitor.token), ("user", name)])
    }

    @Test func `a request is told to the one asked, an acceptance to the one who asked`() throws {
        try ask(elias, "leena")
        #expect(try elias.get("/notices").bell == 0)
        try leena.get("/notices").sees("elias wants to be friends")
        #expect(leena.bell == 1)
        #expect(
            try site.eventTexts(site.account("leena")).last
                == #"{"kind":"friend.asked","title":"elias wants to be friends","unread":1,"url":"/friends"}"#)
        let accept = try #require(leena.get("/friends").page.forms.first { $0.text.contains("Accept elias") })
        try leena.submit(accept.action)
        #expect(leena.bell == 0)
        try leena.get("/notices").seesNot("elias wants to be friends", "elias is your friend now")
        try elias.get("/notices").sees("leena is your friend now")
        #expect(elias.bell == 1)
        #expect(
            try site.eventTexts(site.account("elias")).last
                == #"{"kind":"friend.accepted","title":"leena is your friend now","unread":1,"url":"/people/leena"}"#)
        try elias.post("/notices/read", [("csrf", elias.token), ("id", elias.unreadIDs[0])]).isAt("/people/leena")
        // A parting takes it away, an undo brings it back.
        try leena.get("/friends").submit("/friends/elias/remove")
        try elias.get("/notices").seesNot("leena is your friend now")
        try leena.get("/friends").submit("/friends/elias/restore")
        try elias.get("/notices").sees("leena is your friend now")
    }

    @Test func `asking back is an acceptance`() throws {
        try ask(elias, "leena")
        try ask(leena, "elias")
        try elias.get("/notices").sees("leena is your friend now")
        try leena.get("/notices").seesNot("elias wants", "elias is your friend now")
        #expect(leena.bell == 0)
    }

    @Test func `an invitation for one person tells the one who invited`() throws {
        let link = try SingleInviteTests.make(elias)
        try leena.get(link).submit(link)
        try elias.get("/notices").sees("leena is your friend now")
        #expect(try leena.get("/notices").bell == 0)
    }

    @Test func `a request that was taken back is gone, and repeating it tells nothing again`() throws {
        try ask(elias, "leena")
        let count = try site.eventTexts(site.account("leena")).count
        func cancel() throws {
            let form = try #require(
                elias.get("/friends").page.forms.first { $0.action.hasSuffix("/cancel") && $0.text.contains("leena") })
            try elias.submit(form.action)
        }
        try cancel()
        #expect(try leena.get("/notices").seesNot("elias wants").bell == 0)
        #expect(try site.eventTexts(site.account("leena")).count == count - 1)
        try ask(elias, "leena")
        #expect(try leena.get("/notices").sees("elias wants").bell == 1)
        try leena.post("/notices/read", [("csrf", leena.token), ("all", "1")])
        try cancel()
        try ask(elias, "leena")
        #expect(try leena.get("/notices").sees("elias wants").bell == 0)
        #expect(try site.eventTexts(site.account("leena")).count == count)
    }

    @Test func `who was declined can tell nothing any more`() throws {
        try ask(elias, "leena")
        let decline = try #require(
            leena.get("/friends").page.forms.first { $0.action.hasSuffix("/decline") && $0.text.contains("elias") })
        try leena.submit(decline.action)
        #expect(try leena.get("/notices").seesNot("elias").bell == 0)
        let cancel = try #require(
            elias.get("/friends").page.forms.first { $0.action.hasSuffix("/cancel") && $0.text.contains("leena") })
        try elias.submit(cancel.action)
        try ask(elias, "leena")
        #expect(try leena.get("/notices").seesNot("elias").bell == 0)
        #expect(try !site.eventTexts(site.account("leena")).contains { $0.contains("elias") })
    }

    @Test func `a new friendship after an earlier one is told again`() throws {
        for _ in 0..<2 {
            try ask(elias, "leena")
            #expect(try leena.get("/notices").sees("elias wants").bell == 1)
            try ask(leena, "elias")
            #expect(try elias.get("/notices").sees("leena is your friend now").bell == 1)
            try elias.post("/notices/read", [("csrf", elias.token), ("all", "1")])
            try elias.get("/friends").submit("/friends/leena/remove")
        }
    }

    @Test func `a finished export is told and goes with it`() throws {
        let path = "/settings/export"
        try elias.get(path).fill("password", "demo-password").submit(path)
        #expect(try elias.get("/notices").bell == 0)
        site.app.runJobs([.long])
        try elias.get("/notices").sees("Your export is ready")
        #expect(elias.bell == 1)
        try elias.post("/notices/read", [("csrf", elias.token), ("id", elias.unreadIDs[0])]).isAt(path)
        try elias.get(path).submit("/settings/export/remove").get("/notices").seesNot("Your export is ready")
        // The next one is told again.
        try elias.get(path).fill("password", "demo-password").submit(path)
        site.app.runJobs([.long])
        #expect(try elias.get("/notices").sees("Your export is ready").bell == 1)
        site.wait(seconds: AccountData.life)
        try elias.get("/notices").seesNot("Your export is ready")
    }

    @Test func `an export holds the notices that its person sees`() throws {
        try ask(elias, "leena")
        try leena.get("/settings/export").fill("password", "demo-password").submit("/settings/export")
        site.app.runJobs([.long])
        let link = try #require(leena.get("/settings/export").page.links.first { $0.hasPrefix("/settings/export/") })
        let text = try #require(ExportTests.unpacked(leena, link)["notices/notices.json"])
        #expect(
            text.contains(
                #"{"is_read":false,"kind":"friend.asked","title":"elias wants to be friends","told":"2026-11-21"}"#))
    }
}
