import Database
import Proximity
import Testing

@testable import App

/// The relics that somebody opened.
struct FoundRelicTests {
    @Test func `they stay in the list, the last opened first, with maker, picture and end`() throws {
        let site = try TestSite.demo()
        let mikko = try site.member("mikko")
        try mikko.get("/relics/found").sees("Nothing found yet", "To the map")
        let ids = try ["aino_k", "leena"].map { name in
            try site.leaveRelic(from: name) { $0.description = "By \(name)." }
        }
        let own = try site.leaveRelic(from: "mikko")
        try site.leaveRelic(from: "jonas") { $0.description = "Not opened." }
        for id in [own] + ids.reversed() {
            site.wait(seconds: 60)
            try site.openRelic(id, by: "mikko")
        }
        try mikko.get("/relics/found").sees("By aino_k.", "By leena.", "Gone tomorrow", "Found just now")
            .seesNot("Not opened.")
        let links = mikko.page.links.filter { ids.map { "/relics/\($0)" }.contains($0) }
        #expect(links == ids.map { "/relics/\($0)" })
        #expect(!mikko.page.links.contains("/relics/\(own)"))
        #expect(mikko.page.text.contains("/media/\(try site.relicMedia(ids[0]))/small"))
        // On any device.
        try site.member("mikko").get("/relics/found").sees("By aino_k.")
    }

    @Test func `they leave it when they end, and when one may not know of them any more`() throws {
        let site = try TestSite.demo()
        let (aino, mikko) = (try site.member("aino_k"), try site.member("mikko"))
        let short = try site.leaveRelic(from: "aino_k") { ($0.description, $0.lifetime) = ("Short.", .hour) }
        let friendly = try site.leaveRelic(from: "aino_k") {
            ($0.description, $0.lifetime, $0.audience) = ("For friends.", .week, .friends)
        }
        let open = try site.leaveRelic(from: "aino_k") { ($0.description, $0.lifetime) = ("Open.", .week) }
        for id in [short, friendly, open] { try site.openRelic(id, by: "mikko") }
        try mikko.get("/relics/found").sees("Short.", "For friends.", "Open.")
        site.wait(seconds: 3_600)
        try mikko.get("/relics/found").sees("For friends.", "Open.").seesNot("Short.")
        try aino.get("/people/mikko").sees("You no longer see each other’s relics for friends.")
        try aino.get("/friends").submit("/friends/mikko/remove")
        try mikko.get("/relics/found").sees("Open.").seesNot("For friends.")
        let viewer = try site.account("mikko")
        #expect(
            try site.app.site.database.read { try RelicQueries.open($0, friendly, to: viewer, at: site.now) } == nil)
        try mikko.get("/people/aino_k").post("/people/aino_k/block", [("csrf", mikko.token)])
        try mikko.get("/relics/found").seesNot("Open.")
    }

    @Test func `those of a suspended maker are unknown until the suspension ends`() throws {
        let site = try TestSite.demo()
        let mikko = try site.member("mikko")
        let id = try site.leaveRelic(from: "aino_k") { $0.lifetime = .forever }
        try site.openRelic(id, by: "mikko")
        try site.suspend(try site.account("aino_k"))
        try mikko.get("/relics/found").sees("Nothing found yet")
        #expect(try !site.isKnown(id, to: "leena"))
        try site.unsuspend(try site.account("aino_k"))
        try mikko.get("/relics/found").sees("Watch the left side.")
        #expect(try site.isKnown(id, to: "leena"))
    }

    @Test func `the list has pages, each relic once`() throws {
        let site = try TestSite.demo()
        let mikko = try site.member("mikko")
        for number in 0..<(RelicQueries.maxListed + 3) {
            let id = try site.leaveRelic(from: "aino_k") { $0.description = "number \(number)." }
            try site.openRelic(id, by: "mikko")
        }
        var seen: [String] = []
        var path: String? = "/relics/found"
        while let next = path {
            try mikko.get(next)
            seen += mikko.page.text.matches(of: /number \d+\./).map { String($0.0) }
            path = mikko.page.links.first { $0.hasPrefix("/relics/found?after=") }
        }
        #expect(seen.count == RelicQueries.maxListed + 3 && Set(seen).count == seen.count)
    }
}
