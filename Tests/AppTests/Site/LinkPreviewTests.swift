import Foundation
import HTTP
import Testing

@testable import App

/// What other sites show of a link that somebody sends.
struct LinkPreviewTests {
    /// The tags of a page as a crawler reads them, which has no cookies.
    private func tags(_ site: TestSite, _ path: String) throws -> [String: String] {
        let text = try Visitor(site).get(path).gets(200).page.text
        let found = text.matches(of: /<meta (?:property|name)="((?:og|twitter):[^"]+)" content="([^"]*)">/)
        return Dictionary(found.map { (String($0.1), String($0.2)) }) { first, _ in first }
    }

    private func check(_ tags: [String: String], _ title: String, _ picture: String, _ site: TestSite) throws {
        #expect(tags["og:title"] == title && tags["og:type"] == "website")
        #expect(tags["og:description"]?.isEmpty == false && tags["twitter:card"] == "summary_large_image")
        let address = try #require(tags["og:image"])
        let base = site.app.site.settings.baseURL
        #expect(address == "\(base)/icons/preview-\(picture).png")
        let answer = try Visitor(site).fetch(String(address.dropFirst(base.count)))
        #expect(answer.status == .ok && answer.headers["content-type"] == "image/png")
        // Its size stands in its head: width and height, four bytes each.
        let file = try Data(contentsOf: URL(filePath: "Public/icons/preview-\(picture).png"))
        let sizes = [16, 20].map { place in file[place..<place + 4].reduce(0) { $0 << 8 | Int($1) } }
        #expect(sizes.map { "\($0)" } == [tags["og:image:width"], tags["og:image:height"]])
    }

    @Test func `the welcome page, an invitation, a group's link and a note's have one`() throws {
        let site = try TestSite.empty()
        try check(tags(site, "/"), "Leave a note at a real place.", "notes", site)
        let aino = try site.newAccount("aino_k")
        let door = try GroupDoor(aino, "Bar <b>night")
        for path in [door.byLink, door.byCode] { try check(tags(site, path), "Join Bar &lt;b&gt;night", "group", site) }
        try aino.get("/friends/invite")
        if !aino.page.text.contains("/join-me/") { try aino.submit("/friends/invite") }
        let link = try #require(aino.page.text.firstMatch(of: /\/join-me\/[\w-]{20,}/)).0
        try check(tags(site, String(link)), "aino_k invites you", "friend", site)
        let note = try NoteLinkTests.leave("Look up.", from: aino)
        try check(tags(site, note), "aino_k left you a note", "notes", site)
    }

    @Test func `no other page has one, and nobody's own`() throws {
        let site = try TestSite.empty()
        for path in ["/login", "/signup", "/join", "/password/forgot"] {
            #expect(try tags(site, path).isEmpty, "\(path)")
        }
        let aino = try site.newAccount("aino_k")
        for path in ["/", "/groups", "/friends"] { #expect(try !aino.get(path).page.text.contains("og:"), "\(path)") }
        let door = try GroupDoor(aino)
        let mikko = try site.newAccount("mikko")
        #expect(try !mikko.get(door.byLink).page.text.contains("og:"))
    }
}
