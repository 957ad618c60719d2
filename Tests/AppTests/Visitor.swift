import Database
import Foundation
import HTTP
import Logging
import Proximity
import Synchronization
import Testing

@testable import App

/// A site in a folder of its own, with a clock that stands still until it is moved.
final class TestSite: Sendable {
    let app: App
    let folder: String
    private let clock: ClockBox

    static let publicFolder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().appending(path: "Public").path

    /// Saturday 21 November 2026, 14:00 in Helsinki.
    static let noon = Timestamp(milliseconds: 1_795_262_400_000)

    private init(
        folder: String, hasGallery: Bool = false, _ change: (inout AppOptions) -> Void = { _ in }
    ) throws {
        self.folder = folder
        var options = AppOptions(dataFolder: folder, publicFolder: TestSite.publicFolder)
        options.hasGallery = hasGallery
        options.passwordCost = .trifling
        change(&options)
        let box = ClockBox()
        app = try App(
            options, surroundings: TestSite.surroundings(box),
            log: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
        clock = box
    }

    /// An empty site.
    static func empty(
        hasGallery: Bool = false, _ change: (inout AppOptions) -> Void = { _ in }
    ) throws -> TestSite {
        try TestSite(folder: newFolder(), hasGallery: hasGallery, change)
    }

    /// Another site on a copy of this one's folder, at the same time.
    func copy() throws -> TestSite {
        let copy = TestSite.newFolder()
        try FileManager.default.copyItem(atPath: folder, toPath: copy)
        return try TestSite(folder: copy)
    }

    /// The demo world; everybody's password is `demo-password`.
    static func demo() throws -> TestSite {
        let folder = newFolder()
        var options = AppOptions(dataFolder: folder, publicFolder: publicFolder)
        options.passwordCost = .trifling
        let quiet = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
        _ = try DemoWorld(options).make(
            password: "demo-password", reset: false, surroundings: surroundings(ClockBox()), log: quiet)
        return try TestSite(folder: folder)
    }

    deinit {
        app.close()
        try? FileManager.default.removeItem(atPath: folder)
    }

    /// Moves the clock.
    func wait(seconds: Double) { clock.time.withLock { $0 = $0 + seconds } }

    var now: Timestamp { clock.time.withLock { $0 } }

    /// Does what is due in the background.
    func sweep() {
        app.beginJobs()
        app.runJobs()
    }

    /// The account of somebody who is there.
    func account(_ name: String) throws -> ID<Account> {
        try #require(try app.site.database.read { try AccountQueries.credentials($0, username: name)?.id })
    }

    /// Somebody new, signed up.
    func newcomer(_ name: String) throws -> Visitor {
        let visitor = Visitor(self)
        try visitor.get("/signup").fill("username", name).fill(
            "email", "\(name.trimmingCharacters(in: .whitespaces))@example.com"
        )
        .fill("birth_date", "2001-05-31").fill("password", "long enough for me")
        .fill("password_confirmation", "long enough for me").submit("/signup")
        return visitor
    }

    /// One of the demo world's cast, signed in.
    func member(_ name: String) throws -> Visitor {
        let visitor = Visitor(self)
        try visitor.get("/login").fill("username", name).fill("password", "demo-password").submit("/login")
        return visitor
    }

    /// Lets one of the cast be found by an address, as if it had been confirmed.
    func makeFindable(_ name: String, _ address: String) throws {
        let id = try account(name)
        try app.site.database.write {
            try FriendQueries.setFindable($0, id, code: app.friends.code(ofAddress: address), now)
        }
    }

    /// Somebody new who looks after the site, signed in.
    func administrator(_ name: String = "keeper") throws -> Visitor {
        _ = try Administrators(app).add(name, email: "\(name)@example.org", password: "long enough for me")
        let visitor = Visitor(self)
        try visitor.get("/login").fill("username", name).fill("password", "long enough for me").submit("/login")
        return visitor
    }

    private static func newFolder() -> String {
        FileManager.default.temporaryDirectory.appending(path: "cairn-\(UUID().uuidString)").path
    }

    private static func surroundings(_ clock: ClockBox) -> Surroundings {
        Surroundings(clock: { clock.time.withLock { $0 } }, randomBytes: Surroundings.real.randomBytes)
    }

    private final class ClockBox: Sendable {
        let time = Mutex(TestSite.noon)
    }
}

/// A browser without a screen, in process: keeps cookies, follows what a page offers, sends its forms.
final class Visitor {
    let site: TestSite
    private(set) var cookies: [String: String] = [:]
    private(set) var page = Page(path: "", status: 0, headers: Headers(), text: "")
    private var filled: [(name: String, value: String)] = []

    init(_ site: TestSite, cookies: [String: String] = [:]) {
        self.site = site
        self.cookies = cookies
    }

    /// Asks for a page and follows redirects.
    @discardableResult
    func get(_ path: String, accept: String? = nil, _ fields: [(String, String)] = []) throws -> Visitor {
        try send(.get, path, body: nil, accept: accept, fields)
        return self
    }

    /// Types into a field of the page's next form to be sent.
    @discardableResult
    func fill(_ name: String, _ value: String) -> Visitor {
        filled.removeAll { $0.name == name }
        return add(name, value)
    }

    /// Ticks another value of a field that may have several.
    @discardableResult
    func add(_ name: String, _ value: String) -> Visitor {
        filled.append((name, value))
        return self
    }

    /// Sends the page's form to `action`, with what it holds and what was filled in.
    @discardableResult
    func submit(_ action: String, accept: String? = nil) throws -> Visitor {
        let form = try #require(page.forms.first { $0.action == action }, "no form to \(action) on \(page.path)")
        let kept = form.fields.filter { field in !filled.contains { $0.name == field.name } }
        let fields = kept + filled
        filled = []
        if form.method == "get" {
            let query = fields.map { "\(PathText.component($0.name))=\(PathText.component($0.value))" }
            return try get("\(action)?\(query.joined(separator: "&"))", accept: accept)
        }
        return try post(action, fields, accept: accept)
    }

    /// Sends fields as they are, with the token of the page that is open.
    @discardableResult
    func post(_ path: String, _ fields: [(name: String, value: String)], accept: String? = nil) throws -> Visitor {
        try send(.post, path, body: fields, accept: accept)
        return self
    }

    /// Sends a form with one file, with the token of the page that is open before it.
    @discardableResult
    func upload(
        _ path: String, _ field: String, file: [UInt8], named name: String = "contacts.vcf",
        _ fields: [(name: String, value: String)]? = nil
    ) throws -> Visitor {
        var text = ""
        for field in fields ?? [("csrf", token)] {
            text += "--cut\r\nContent-Disposition: form-data; name=\"\(field.name)\"\r\n\r\n\(field.value)\r\n"
        }
        text += "--cut\r\nContent-Disposition: form-data; name=\"\(field)\"; filename=\"\(name)\"\r\n"
        text += "Content-Type: text/vcard\r\n\r\n"
        let body = Array(text.utf8) + file + Array("\r\n--cut--\r\n".utf8)
        try send(.post, path, body: nil, accept: nil, content: ("multipart/form-data; boundary=cut", .bytes(body)))
        return self
    }

    /// The token of a form of the last page that had one.
    private(set) var token = ""

    /// Sends a device's position.
    @discardableResult
    func stand(
        at place: Coordinate, accuracy: Double? = 8, accept: String? = "application/json"
    ) throws -> Visitor {
        try get("/")
        var fields = [("csrf", token), ("lat", "\(place.latitude)"), ("lon", "\(place.longitude)")]
        if let accuracy { fields.append(("accuracy", "\(accuracy)")) }
        return try post("/positions", fields.map { (name: $0.0, value: $0.1) }, accept: accept)
    }

    func forget(_ cookie: String) { cookies[cookie] = nil }

    /// An answer as it is, also one that sends a file; redirects are not followed.
    func fetch(_ path: String, _ fields: [(String, String)] = []) throws -> Response {
        let cookie = cookies.map { "\($0.key)=\($0.value)" }.joined(separator: "; ")
        let headers = Headers([("Host", "localhost:8080"), ("Cookie", cookie)] + fields)
        return site.app.respond(to: try Request(method: .get, target: path, headers: headers))
    }

    private func send(
        _ method: HTTP.Method, _ path: String, body: [(name: String, value: String)]?, accept: String?,
        _ fields: [(String, String)] = [], content: (type: String, body: HTTP.Body)? = nil
    ) throws {
        var headers = Headers([("Host", "localhost:8080"), ("Accept", accept ?? "text/html")] + fields)
        if !cookies.isEmpty {
            headers.add(
                "Cookie", cookies.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }.joined(separator: "; "))
        }
        var sent = HTTP.Body.empty
        if let body {
            headers.add("Content-Type", "application/x-www-form-urlencoded")
            let text = body.map { "\(PathText.component($0.name))=\(PathText.component($0.value))" }
            sent = .bytes(Array(text.joined(separator: "&").utf8))
        }
        if let content {
            headers.add("Content-Type", content.type)
            sent = content.body
        }
        let request = try Request(method: method, target: path, headers: headers, body: sent)
        let response = site.app.respond(to: request)
        take(response.headers)
        var text = ""
        if case .bytes(let bytes) = response.body { text = String(decoding: bytes, as: UTF8.self) }
        page = Page(path: path, status: response.status.rawValue, headers: response.headers, text: text)
        if let field = page.forms.lazy.flatMap({ $0.fields }).first(where: { $0.name == "csrf" }) {
            token = field.value
        }
        if response.status == .seeOther, let location = response.headers["location"] {
            try send(.get, location, body: nil, accept: nil)
        }
    }

    private func take(_ headers: Headers) {
        for cookie in headers.all("set-cookie") {
            let pair = cookie.prefix { $0 != ";" }.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            let isOver = cookie.contains("Max-Age=0")
            cookies[String(pair[0])] = isOver ? nil : String(pair[1])
        }
    }
}

extension Visitor {
    /// Expects the page to say something.
    @discardableResult
    func sees(_ words: String..., location: SourceLocation = #_sourceLocation) -> Visitor {
        for word in words {
            #expect(page.plain.contains(word), "\(page.path): \(page.plain)", sourceLocation: location)
        }
        return self
    }

    /// Expects the page not to say something.
    @discardableResult
    func seesNot(_ words: String..., location: SourceLocation = #_sourceLocation) -> Visitor {
        for word in words { #expect(!page.plain.contains(word), "\(page.path)", sourceLocation: location) }
        return self
    }

    /// Expects a status.
    @discardableResult
    func gets(_ status: Int, location: SourceLocation = #_sourceLocation) -> Visitor {
        #expect(page.status == status, "\(page.path): \(page.plain.prefix(300))", sourceLocation: location)
        return self
    }

    /// Expects to be on a page.
    @discardableResult
    func isAt(_ path: String, location: SourceLocation = #_sourceLocation) -> Visitor {
        #expect(page.path == path, sourceLocation: location)
        return self
    }
}
