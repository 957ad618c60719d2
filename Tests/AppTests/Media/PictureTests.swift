import Foundation
import HTTP
import Media
import Testing

@testable import App

/// Profile pictures, from the form to every page that shows them.
struct PictureTests {
    /// 180 × 180 pixels.
    static let icon: [UInt8] = {
        let data = FileManager.default.contents(atPath: TestSite.publicFolder + "/apple-touch-icon.png")
        return Array(data ?? Data())
    }()

    /// Sends a picture with the rest of the profile form.
    private func send(_ visitor: Visitor, _ bytes: [UInt8], bio: String = "Hello", phone: String = "") throws {
        try visitor.get("/settings/profile")
        let fields = [("csrf", visitor.token), ("bio", bio), ("phone", phone)]
        try visitor.upload(
            "/settings/profile", field: "avatar", file: bytes, named: "me.jpg",
            fields: fields.map { (name: $0.0, value: $0.1) })
    }

    /// The path of the visitor's own picture in the rail.
    private func ownPicture(_ visitor: Visitor) throws -> String {
        try visitor.get("/you")
        return try #require(visitor.page.resources.first { $0.hasPrefix("/media/") })
    }

    @Test func `a picture is shown wherever the person is shown`() throws {
        let site = try TestSite.demo()
        let (aino, mikko) = (try site.member("aino_k"), try site.member("mikko"))
        try send(aino, PictureTests.icon, phone: "+358 40 1234567")
        aino.isAt("/settings/profile").sees("Saved.")
        let picture = try ownPicture(aino)
        #expect(picture.hasSuffix("/small"))
        for path in ["/friends", "/friends?q=aino", "/archive", "/notes/new"] {
            #expect(try mikko.get(path).page.resources.contains(picture), "\(path)")
        }
        let fields = try aino.get("/settings/profile").page.forms.flatMap { $0.fields }
        #expect(fields.contains { $0 == ("bio", "Hello") } && fields.contains { $0 == ("phone", "+358 40 1234567") })
    }

    @Test func `a picture is served with restrictive headers and revalidated each time`() throws {
        let site = try TestSite.demo()
        let aino = try site.member("aino_k")
        try send(aino, PictureTests.icon)
        let path = try ownPicture(aino)
        let whole = try site.member("mikko").fetch(path)
        #expect(whole.status == .ok)
        #expect(["image/jpeg", "image/webp"].contains(whole.headers["content-type"]))
        #expect(whole.headers["content-security-policy"] == "default-src 'none'; sandbox")
        #expect(whole.headers["x-content-type-options"] == "nosniff")
        #expect(whole.headers["cache-control"] == "private, no-cache")
        let tag = try #require(whole.headers["etag"])
        let again = try aino.fetch(path, [("If-None-Match", tag)])
        #expect(again.status == .notModified && again.headers["content-security-policy"] != nil)
        let part = try aino.fetch(path, [("Range", "bytes=0-9")])
        #expect(part.status == .partialContent)
        if case .file(_, let offset, let count) = part.body { #expect(offset == 0 && count == 10) }
        let base = String(path.dropLast("/small".count))
        for size in ["", "/large", "/medium"] { #expect(try aino.fetch(base + size).status == .ok, "\(size)") }
        for wrong in [base + "/original", base + "/x", "/media/x", "/media/\(String(repeating: "a", count: 26))"] {
            #expect(try aino.fetch(wrong).status == .notFound, "\(wrong)")
        }
        #expect(try Visitor(site).fetch(path).status == .seeOther)
    }

    @Test func `a replaced or removed picture is gone at once, and its file after the next job`() throws {
        let site = try TestSite.demo()
        let aino = try site.member("aino_k")
        try send(aino, PictureTests.icon)
        let first = try ownPicture(aino)
        let tag = try #require(try aino.fetch(first).headers["etag"])
        try send(aino, PictureTests.icon)
        let second = try ownPicture(aino)
        #expect(first != second)
        // Access is checked before the entity tag.
        #expect(try aino.fetch(first, [("If-None-Match", tag)]).status == .notFound)
        #expect(site.storedNames.count == 2)
        site.app.runJobs()
        #expect(site.storedNames.map { "/media/\($0)/small" } == [second])
        try aino.get("/settings/profile").submit("/settings/picture/remove").sees("Picture removed.")
        #expect(try aino.fetch(second).status == .notFound)
        site.app.runJobs()
        #expect(site.storedNames.isEmpty)
    }

    @Test func `a refused file keeps the rest of the form and shows the accepted types`() throws {
        let site = try TestSite.demo()
        let aino = try site.member("aino_k")
        try send(aino, Array("<svg xmlns='http://www.w3.org/2000/svg'/>".utf8), bio: "Kept words", phone: "123")
        aino.gets(415).sees("JPEG, PNG, WebP, GIF, AVIF, HEIC, BMP and TIFF")
        let fields = aino.page.forms.flatMap { $0.fields }
        #expect(fields.contains { $0 == ("bio", "Kept words") } && fields.contains { $0 == ("phone", "123") })
        try send(aino, Array(PictureTests.icon.prefix(900)))
        aino.gets(422).sees("damaged")
        try send(aino, PictureTests.icon, bio: String(repeating: "x", count: 301), phone: "call me")
        aino.gets(422).sees("300 characters at most", "Use only digits")
        #expect(site.storedNames.isEmpty)
        try aino.get("/settings/profile")
        #expect(!aino.page.text.contains("Kept words"))
    }

    @Test func `a picture can be part of the sign-up, and an invalid one keeps the form`() throws {
        let site = try TestSite.empty()
        let visitor = Visitor(site)
        let fields = [
            ("username", "kaisa_l"), ("email", "kaisa@example.com"), ("birth_date", "2001-05-31"),
            ("password", "long enough for me"), ("password_confirmation", "long enough for me"),
        ].map { (name: $0.0, value: $0.1) }
        try visitor.get("/signup").upload(
            "/signup", field: "avatar", file: Array("text".utf8), named: "a.txt",
            fields: [("csrf", visitor.token)] + fields)
        visitor.gets(415).sees("JPEG, PNG")
        #expect(visitor.page.forms.flatMap { $0.fields }.contains { $0 == ("username", "kaisa_l") })
        try visitor.upload(
            "/signup", field: "avatar", file: PictureTests.icon, named: "a.png",
            fields: [("csrf", visitor.token)] + fields)
        visitor.gets(200).sees("Welcome, kaisa_l.")
        #expect(try visitor.fetch(ownPicture(visitor)).status == .ok)
    }

    @Test func `nobody can exceed their quota`() throws {
        let site = try TestSite.empty { $0.initialSettings.quota = StorageQuota(files: 1, bytes: 1 << 20) }
        let kaisa = try site.newAccount("kaisa_l")
        try send(kaisa, PictureTests.icon)
        kaisa.sees("Saved.")
        try send(kaisa, PictureTests.icon)
        kaisa.gets(422).sees("used all your space")
    }

    @Test func `the token is checked before a file is read`() throws {
        let site = try TestSite.demo()
        let aino = try site.member("aino_k")
        try aino.get("/settings/profile")
        let cookie = aino.cookies.map { "\($0.key)=\($0.value)" }.joined(separator: "; ")
        func answer(_ token: String, _ fields: [(String, String)]) throws -> Status? {
            let form = [("Host", "localhost:8080"), ("Content-Type", "multipart/form-data; boundary=b")]
            let headers = Headers(form + [("Content-Length", "1000")] + fields)
            let head = try Request(method: .post, target: "/settings/profile", headers: headers).head
            guard case .pooled(let limit, let beforeFiles?) = site.app.plan(for: head) else { return nil }
            #expect(limit > 100_000_000)
            switch beforeFiles(FormFields(values: [("csrf", token)])) {
            case .store: return .ok
            case .skip: return .noContent
            case .refuse(let response): return response.status
            }
        }
        #expect(try answer(aino.token, [("Cookie", cookie)]) == .ok)
        #expect(try answer("x", [("Cookie", cookie)]) == .forbidden)
        #expect(try answer(aino.token, []) == .forbidden)
        // A visitor's token and a session that never was.
        let visitor = try Visitor(site).get("/login")
        let cookies = visitor.cookies.map { "\($0.key)=\($0.value)" } + ["\(site.app.site.cookies.session)=x"]
        #expect(try answer(visitor.token, [("Cookie", cookies.joined(separator: "; "))]) == .forbidden)
        #expect(try answer(aino.token, [("Cookie", cookie), ("Sec-Fetch-Site", "cross-site")]) == .forbidden)
        #expect(
            try answer(aino.token, [("Cookie", cookie), ("Content-Length", "\(Int.max / 2)")]) == .insufficientStorage
                || answer(aino.token, [("Cookie", cookie)]) == .ok)
        // Of a session that has ended the fields alone are read.
        let token = aino.token
        try aino.post("/logout", [("csrf", token)])
        #expect(try answer(token, [("Cookie", cookie)]) == .noContent)
    }

    @Test(arguments: ["/settings/profile", "/signup", "/notes", "/notes/new", "/friends/contacts"])
    func `a form without files has the small limit even on routes that take files`(path: String) throws {
        let site = try TestSite.empty()
        func limit(_ type: [(String, String)]) throws -> Int? {
            let headers = Headers([("Host", "localhost:8080"), ("Content-Length", "1000")] + type)
            let head = try Request(method: .post, target: path, headers: headers).head
            guard case .pooled(let limit, _) = site.app.plan(for: head) else { return nil }
            return limit
        }
        #expect(try limit([("Content-Type", "application/x-www-form-urlencoded")]) == Route.formBytes)
        #expect(try limit([]) == Route.formBytes)
        #expect(try limit([("Content-Type", "Multipart/Form-Data; boundary=b")]) ?? 0 > Route.formBytes)
    }
}

extension TestSite {
    /// The names of all stored files.
    var storedNames: [MediaName] {
        var names: [MediaName] = []
        do { try app.uploads.store.forEachName { name, _ in names.append(name) } } catch { Issue.record(error) }
        return names
    }
}
