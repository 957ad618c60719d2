import Database
import Foundation
import Proximity
import Testing

@testable import App

/// How people learn that a window is open while they use the site.
struct DailyBannerTests {
    private let site: TestSite
    private let aino: Visitor
    private let id: ID<Account>

    init() throws {
        site = try TestSite.empty()
        aino = try site.newAccount("aino_k")
        id = try site.account("aino_k")
        try aino.get("/").get("/you")
    }

    private var hasBanner: Bool { aino.page.text.contains("data-daily-banner") }

    @Test func `a banner on every page leads to the camera for as long as the window is open`() throws {
        try aino.get("/banners").gets(200)
        #expect(!hasBanner)
        let window = try site.openWindow()
        for path in ["/friends", "/settings", "/no-such-page"] {
            try aino.get(path).sees("Time for today’s photo")
            #expect(aino.page.links.contains("/daily/new"))
        }
        try aino.get("/banners?at=/friends").gets(200).sees("until 14:05")
        #expect(aino.page.text.contains("data-left=\"300000\""))
        site.wait(seconds: 299)
        try aino.get("/friends")
        #expect(aino.page.text.contains("data-left=\"1000\""))
        site.wait(seconds: window.closesAt - site.now)
        try aino.get("/friends")
        #expect(!hasBanner)
        try aino.get("/banners")
        #expect(!hasBanner)
    }

    @Test func `who has posted has no banner, no notice and no detour`() throws {
        let window = try site.openWindow()
        try aino.get("/notices").sees("Time for today’s photo")
        try site.postDaily(by: id, in: window)
        try aino.get("/notices").seesNot("Time for today’s photo")
        try aino.get("/")
        #expect(aino.page.path == "/" && !hasBanner)
    }

    @Test func `the camera itself has no banner`() throws {
        try site.openWindow()
        for path in ["/daily/new", "/banners?at=/daily/new"] {
            try aino.get(path)
            #expect(!hasBanner)
        }
    }

    @Test func `the home page leads to the camera once, and only from its own address`() throws {
        try site.openWindow()
        try aino.get("/?lat=60&lon=24")
        #expect(aino.page.path != "/daily/new")
        try aino.get("/")
        #expect(aino.page.path == "/daily/new")
        try aino.get("/")
        #expect(aino.page.path == "/" && hasBanner)
        // Another day, another window.
        site.wait(seconds: 86_400)
        try site.openWindow()
        try aino.get("/")
        #expect(aino.page.path == "/daily/new")
    }

    @Test func `who does not want to today is not led there`() throws {
        try site.openWindow()
        try aino.get("/you").post("/daily/not-today", [("csrf", aino.token)]).sees("No photo today, then.")
        #expect(aino.page.path == "/")
        try aino.get("/")
        #expect(aino.page.path == "/")
    }

    @Test func `a visitor is asked for nothing`() throws {
        try site.openWindow()
        let stranger = try Visitor(site).get("/")
        #expect(!stranger.page.text.contains("data-daily-banner"))
        try stranger.get("/banners")
        #expect(stranger.page.path.hasPrefix("/login"))
    }
}
