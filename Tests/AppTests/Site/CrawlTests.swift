import Foundation
import TestTools
import Testing

@testable import App

/// Follows every link and sends every form of the demo world, as each of its people.
struct CrawlTests {
    @Test(arguments: DemoCast.names)
    func `no page is broken and no link is dead`(name: String) throws {
        let site = try TestSite.warmDemo()
        let visitor = try site.member(name)
        var waiting = ["/", "/archive?view=map", "/friends?q=ain", "/map"]
        var seen = Set(waiting)
        var kinds = PageKinds()
        var forms: [(page: String, form: Page.Form)] = []
        while let path = waiting.popLast() {
            try visitor.get(path)
            // Files of months are made on request, and only so many in an hour.
            let isFile = path.hasSuffix(".zip") || path.hasSuffix(".webp")
            #expect(visitor.page.status == 200 || isFile && visitor.page.status == 429, "\(path)")
            // A photo in full size is no page.
            if path.hasPrefix("/media/") { continue }
            checkPage(visitor.page)
            for link in visitor.page.links where link.hasPrefix("/") {
                let page = String(link.prefix { $0 != "#" })
                if !seen.contains(page), kinds.takes(page) {
                    seen.insert(page)
                    waiting.append(page)
                }
            }
            forms += visitor.page.forms.map { (path, $0) }
        }
        #expect(seen.count > 15)
        var sent = Set<String>()
        for (page, form) in forms where form.action != "/logout" && sent.insert(form.action).inserted {
            try visitor.get(page)
            guard visitor.page.forms.contains(where: { $0.action == form.action }) else { continue }
            try visitor.submit(form.action)
            #expect([200, 422].contains(visitor.page.status), "\(form.action): \(visitor.page.status)")
        }
        print("\(name): \(seen.count) pages, \(sent.count) forms")
    }

    @Test func `everything that a page loads exists`() throws {
        let site = try TestSite.demo()
        let visitor = try site.member("aino_k")
        for path in ["/", "/notes/new", "/friends", "/settings"] {
            for address in try visitor.get(path).page.resources where address.hasPrefix("/") {
                let plain = String(address.prefix { $0 != "#" })
                #expect(try Visitor(site, cookies: visitor.cookies).get(plain).page.status == 200, "\(address)")
            }
        }
    }

    private func checkPage(_ page: Page) {
        let markup = Markup(page.text)
        for word in [" style=\"", "<style", " onclick"] {
            #expect(markup.count(of: word) == 0, "\(page.path): \(word)")
        }
        for form in page.forms where form.method == "post" {
            #expect(form.fields.contains { $0.name == "csrf" && !$0.value.isEmpty }, "\(page.path) \(form.action)")
        }
        // Without its end, what a copy lacks is the rest of the page.
        #expect(markup.count(of: "<!--now") == markup.count(of: "<!--/now-->"), "\(page.path)")
        let ids = markup.values(after: " id=\"")
        #expect(Set(ids).count == ids.count, "\(page.path): an id twice in \(ids)")
        #expect(page.headers["cache-control"] == "no-store", "\(page.path)")
        if markup.count(of: "<html") > 0 { #expect(markup.count(of: "<h1") == 1, "\(page.path)") }
    }
}
